//! What is shown: board, scores, racks, lists.

use crate::seats::Who;
use crate::table::Table;
use crate::tell;
use notation::draw::{self, Colour, DrawingStyle};
use rules::{Seat, Viewer};

/// The longest line of a list.
const WIDTH: usize = 72;

/// What is played and by whom.
pub(crate) fn welcome(table: &Table) -> String {
    let player = |index: usize| {
        let plan = &table.seats()[index];
        match plan.who {
            Who::Human => plan.name.clone(),
            Who::Computer(level) if plan.name.eq_ignore_ascii_case(level.name) => {
                format!("{} (computer)", plan.name)
            }
            Who::Computer(level) => format!("{} (computer, {})", plan.name, level.name),
        }
    };
    let names: Vec<String> = (0..table.seats().len()).map(player).collect();
    let rules = table.rules();
    format!(
        "{}: {} with the words of {:?}. `help` lists what you can type.",
        rules.title,
        names.join(", "),
        table.words().name()
    )
}

/// The board, wherever its tiles lie.
pub(crate) fn board(table: &Table, colour: Colour) -> String {
    let scene = draw::BoardScene::new(table.rules(), table.game().grid());
    draw::draw(scene, DrawingStyle::Classic, colour)
}

/// Everybody's points, the bag, and the clocks if there are any.
pub(crate) fn scores(table: &Table) -> String {
    let one = |(index, state): (usize, &rules::SeatState)| {
        let seat = Seat(index as u8);
        let clock = table.clock(seat).map_or_else(String::new, |left| format!(" [{left}]"));
        format!("{} {}{clock}", table.name(seat), state.score)
    };
    let scores: Vec<String> = table.game().seats().iter().enumerate().map(one).collect();
    format!("{} · {} tiles in the bag", scores.join(" · "), table.game().bag().len())
}

/// A player's tiles as they stand on the rack.
pub(crate) fn rack(table: &Table, seat: Seat) -> String {
    format!("Your tiles: {}", tell::tile_list(table.rules(), table.rack(seat)))
}

/// The tiles a player cannot see.
pub(crate) fn unseen(table: &Table, seat: Seat) -> String {
    let unseen = table.view(seat).unseen;
    let kinds = unseen.kinds().map(|(id, count)| format!("{}×{count}", table.rules().tiles.label(id)));
    wrapped(&format!("Unseen, {} in all:", unseen.len()), kinds)
}

fn wrapped(head: &str, parts: impl Iterator<Item = String>) -> String {
    let (mut text, mut line) = (String::new(), head.to_owned());
    for part in parts {
        if line.chars().count() + 1 + part.chars().count() > WIDTH {
            text += &line;
            text += "\n ";
            line.clear();
        }
        line = format!("{line} {part}");
    }
    text + &line
}

/// The turns so far.
pub(crate) fn history(table: &Table, seat: Seat) -> String {
    let rows = tell::rows(table, Viewer::Seat(seat));
    if rows.is_empty() {
        return "Nobody has played yet.".to_owned();
    }
    let name = table.seats().iter().map(|plan| plan.name.chars().count()).max().unwrap_or(0);
    let what = rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0);
    let line = |(index, row): (usize, &tell::Row)| {
        format!(
            "{:>3} {:name$}  {:what$} {:+5} {:>5}",
            index + 1,
            table.name(row.seat),
            row.what,
            row.points,
            row.total
        )
    };
    rows.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// What game it is.
pub(crate) fn rules(table: &Table) -> String {
    format!("{}: {}", table.rules().title, table.rules().about.trim())
}
