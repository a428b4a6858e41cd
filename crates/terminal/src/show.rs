//! Texts for the board, scores, racks and lists.

use crate::local_game::LocalGame;
use crate::messages;
use crate::seats::PlayerKind;
use notation::draw::{self, Colour, DrawingStyle};
use rules::{Seat, Viewer};

/// The maximum width of a list.
const WIDTH: usize = 72;

/// Names the rules, the players and the lexicon.
pub(crate) fn welcome(local: &LocalGame) -> String {
    let player = |index: usize| {
        let plan = &local.seats()[index];
        match plan.kind {
            PlayerKind::Human => plan.name.clone(),
            PlayerKind::Computer(level) if plan.name.eq_ignore_ascii_case(level.name) => {
                format!("{} (computer)", plan.name)
            }
            PlayerKind::Computer(level) => format!("{} (computer, {})", plan.name, level.name),
        }
    };
    let names: Vec<String> = (0..local.seats().len()).map(player).collect();
    let rules = local.rules();
    format!(
        "{}: {} with the words of {:?}. `help` lists what you can type.",
        rules.title,
        names.join(", "),
        local.words().name()
    )
}

/// The board, or the part of it around the tiles.
pub(crate) fn board(local: &LocalGame, colour: Colour) -> String {
    let scene = draw::BoardScene::new(local.rules(), local.game().grid());
    draw::draw(scene, DrawingStyle::Classic, colour)
}

/// The scores, the number of tiles in the bag, and the clocks.
pub(crate) fn scores(local: &LocalGame) -> String {
    let one = |(index, state): (usize, &rules::SeatState)| {
        let seat = Seat(index as u8);
        let clock = local.clock(seat).map_or_else(String::new, |left| format!(" [{left}]"));
        format!("{} {}{clock}", local.name(seat), state.score)
    };
    let scores: Vec<String> = local.game().seats().iter().enumerate().map(one).collect();
    format!("{} · {} tiles in the bag", scores.join(" · "), local.game().bag().len())
}

/// The tiles of a player in their order on the rack.
pub(crate) fn rack(local: &LocalGame, seat: Seat) -> String {
    format!("Your tiles: {}", messages::format_tiles(local.rules(), local.rack(seat)))
}

/// The tiles of the other players, where the rules show them.
pub(crate) fn open_racks(local: &LocalGame, seat: Seat) -> Vec<String> {
    let others = local.game().active().filter(|&other| other != seat && local.shows_rack(other));
    let line = |other| {
        let tiles = messages::format_tiles(local.rules(), local.rack(other));
        format!("Tiles of {}: {tiles}", local.name(other))
    };
    others.map(line).collect()
}

/// The tiles that a player cannot see.
pub(crate) fn unseen(local: &LocalGame, seat: Seat) -> String {
    let unseen = local.view(seat).unseen;
    let kinds = unseen.kinds().map(|(id, count)| format!("{}×{count}", local.rules().tiles.label(id)));
    wrap_list(&format!("Unseen, {} in all:", unseen.len()), kinds)
}

fn wrap_list(head: &str, parts: impl Iterator<Item = String>) -> String {
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
pub(crate) fn history(local: &LocalGame, seat: Seat) -> String {
    let rows = messages::turn_rows(local, Viewer::Seat(seat));
    if rows.is_empty() {
        return "No turn has been played yet.".to_owned();
    }
    let name = local.seats().iter().map(|plan| plan.name.chars().count()).max().unwrap_or(0);
    let what = rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0);
    let line = |(index, row): (usize, &messages::TurnRow)| {
        format!(
            "{:>3} {:name$}  {:what$} {:+5} {:>5}",
            index + 1,
            local.name(row.seat),
            row.what,
            row.points,
            row.total
        )
    };
    rows.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// The title and description of the rules.
pub(crate) fn rules(local: &LocalGame) -> String {
    format!("{}: {}", local.rules().title, local.rules().about.trim())
}
