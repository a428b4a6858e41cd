//! `quixotry board list`.

use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use clap::Args;
use presets::DataKind;
use rules::Board;
use serde::Serialize;

/// List the available boards.
#[derive(Args, Debug)]
pub(super) struct BoardListArgs {
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct BoardListEntry {
    name: String,
    title: String,
    width: Option<usize>,
    height: Option<usize>,
    unbounded: bool,
}

/// Runs the command.
pub(super) fn run(args: &BoardListArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let boards = catalog.load_all(DataKind::Boards, presets::Library::board_from);
    let entries: Vec<BoardListEntry> = boards.into_iter().map(|(name, board)| entry(name, &board)).collect();
    if args.format.json {
        out.json(&entries)?;
        return Ok(Status::Success);
    }
    let mut table = TextTable::new([("name", Align::Left), ("size", Align::Right), ("title", Align::Left)]);
    for entry in entries {
        let size = entry.width.zip(entry.height).map(|(width, height)| format!("{width}×{height}"));
        table.row([entry.name, size.unwrap_or_else(|| "∞".to_owned()), entry.title]);
    }
    table.lines().try_for_each(|line| out.line(line))?;
    Ok(Status::Success)
}

fn entry(name: String, board: &Board) -> BoardListEntry {
    let window = board.window();
    BoardListEntry {
        name,
        title: board.title().to_owned(),
        width: window.map(rules::Rect::width),
        height: window.map(rules::Rect::height),
        unbounded: window.is_none(),
    }
}
