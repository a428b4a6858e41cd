//! Parses plays in every supported notation.

use notation::plays::{self, PlayContext, PlayError, PlayNotation, Turn};
use rules::Ruleset;
use tiles::{TileId, Tiles};

/// Parses a play. A word in lower case stands for plain tiles if the rack has them.
pub(crate) fn parse_turn(text: &str, scene: PlayContext<'_>) -> Result<Turn, PlayError> {
    let style = PlayNotation::detect(text);
    let typed = plays::parse_as(style, text, scene);
    if uses_rack_only(&typed, scene) || style == PlayNotation::TileList {
        return typed;
    }
    let upper = plays::parse_as(style, &text.to_uppercase(), scene);
    if uses_rack_only(&upper, scene) || !has_wild(scene) { upper.or(typed) } else { typed.or(upper) }
}

/// Whether a play uses only tiles of the rack.
fn uses_rack_only(turn: &Result<Turn, PlayError>, scene: PlayContext<'_>) -> bool {
    let spent = match turn {
        Ok(Turn::Place(placement)) => placement.rack_tiles(),
        Ok(Turn::Exchange(tiles)) => tiles.iter().copied().collect(),
        Ok(_) => return true,
        Err(_) => return false,
    };
    scene.rack.is_none_or(|rack| rack.includes(&spent))
}

fn has_wild(scene: PlayContext<'_>) -> bool {
    let wild = |id: TileId| scene.rules.tiles.kind(id).is_some_and(tiles::TileKind::is_wild);
    scene.rack.is_some_and(|rack| rack.kinds().any(|(id, _)| wild(id)))
}

/// Parses the tiles of an exchange, in upper or lower case. `_` is a blank, like `?`.
pub(crate) fn parse_exchange(rules: &Ruleset, rack: &Tiles, text: &str) -> Result<Vec<TileId>, String> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    let typed = plain.replace('_', "?");
    let read = |text: &str| rules.tiles.parse_tile_list(text).map_err(|error| error.to_string());
    let on_rack = |tiles: &Vec<TileId>| rack.includes(&tiles.iter().copied().collect());
    if plain.is_empty() {
        return Err("Say which tiles to exchange, such as `swap ABC`.".to_owned());
    }
    match (read(&typed), read(&typed.to_uppercase())) {
        (Ok(tiles), _) if on_rack(&tiles) => Ok(tiles),
        (_, Ok(tiles)) => Ok(tiles),
        (typed, _) => typed,
    }
}

/// Explains why a play cannot be read.
pub(crate) fn explain_error(error: &PlayError) -> String {
    match error {
        PlayError::Form { .. } => format!("{error}; `help` shows all forms."),
        _ => format!("{error}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Grid;

    fn check(rack: &str, text: &str, expect: &str) {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let (rack, grid) = (rules.tiles.parse_tiles(rack).unwrap(), Grid::new());
        let scene = PlayContext { rules: &rules, grid: &grid, rack: Some(&rack) };
        let text_of_turn = match parse_turn(text, scene) {
            Ok(turn) => plays::print(&turn, scene, plays::PlaythroughStyle::Parentheses),
            Err(error) => error.to_string(),
        };
        assert_eq!(text_of_turn, expect, "{text:?} with {rack:?}");
    }

    #[test]
    fn small_letters_are_plain_tiles_where_the_rack_has_them() {
        check("CAT", "8h cat", "8H CAT");
        check("CAT?", "8h cat", "8H CAT");
        check("CA?", "8H CAt", "8H CAt");
        check("C??", "8h Cat", "8H Cat");
        check("XYZ", "8h cat", "8H CAT");
        check("CAT", "-ca", "-CA");
    }

    #[test]
    fn every_notation_is_recognised_by_its_form() {
        for text in [
            "8H CAT",
            "CAT 8H",
            "8H.CAT",
            "CAT,8h",
            "CAT,h8,r",
            "CAT, 8h",
            "CAT, h8, r",
            "CAT 7 7 H",
            "cat 7 7 h",
            "7 7 3C3 8 7 1A1 9 7 20T1",
        ] {
            check("CAT", text, "8H CAT");
        }
        check("CAT", "CAT,h8", "H8 CAT");
        check("CAT", "pass", "pass");
    }
}
