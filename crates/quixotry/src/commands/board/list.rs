//! `quixotry board list`.

use crate::app::Format;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use clap::Args;
use presets::DataKind;
use rules::Board;
use serde::Serialize;

/// List the boards there are.
#[derive(Args, Debug)]
pub(super) struct ListArgs {
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    title: String,
    width: Option<usize>,
    height: Option<usize>,
    unbounded: bool,
}

/// Lists the boards.
pub(super) fn run(args: &ListArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let boards = stock.each(DataKind::Boards, presets::Library::board_from);
    let entries: Vec<Entry> = boards.into_iter().map(|(name, board)| entry(name, &board)).collect();
    if args.format.json {
        screen.json(&entries)?;
        return Ok(Outcome::Good);
    }
    let mut table = Table::new([("name", Side::Left), ("size", Side::Right), ("title", Side::Left)]);
    for entry in entries {
        let size = entry.width.zip(entry.height).map(|(width, height)| format!("{width}×{height}"));
        table.row([entry.name, size.unwrap_or_else(|| "∞".to_owned()), entry.title]);
    }
    table.lines().try_for_each(|line| screen.line(line))?;
    Ok(Outcome::Good)
}

fn entry(name: String, board: &Board) -> Entry {
    let window = board.window();
    Entry {
        name,
        title: board.title().to_owned(),
        width: window.map(rules::Rect::width),
        height: window.map(rules::Rect::height),
        unbounded: window.is_none(),
    }
}
