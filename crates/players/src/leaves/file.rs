//! Leave values from a user's file, packed or KLV2.

use super::klv::KlvError;
use super::packed::{MAGIC, PackError};
use super::table::LeaveTable;
use super::{LeaveValues, shape::LeaveShape};
use rules::Ruleset;
use std::sync::Arc;

/// Why a file has no leave values for a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LeavesError {
    /// Neither packed nor KLV2.
    #[error(
        "this is neither a packed file of leave values (.qlv) nor a KLV2 file; `quixotry train leaves` writes both"
    )]
    Neither,
    /// A packed file that cannot be read.
    #[error(transparent)]
    Packed(#[from] PackError),
    /// A KLV2 file that cannot be read, or is for other tiles.
    #[error(transparent)]
    Klv(#[from] KlvError),
    /// A packed file for other tiles.
    #[error(
        "these leave values are for racks of {rack} from the tiles {tiles}, not for those of the rules {rules:?}"
    )]
    OtherTiles {
        /// The tiles of the file, each with its count.
        tiles: String,
        /// The most tiles of a rack.
        rack: usize,
        /// The rules of the game.
        rules: String,
    },
}

impl LeaveValues {
    /// The values of a file, packed or KLV2, for games under these rules; a file for other tiles is an error.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are neither form, are damaged, or are for other tiles.
    pub fn read(bytes: &[u8], rules: &Ruleset) -> Result<LeaveValues, LeavesError> {
        let table =
            if bytes.starts_with(&MAGIC) { read_packed(bytes, rules) } else { read_klv(bytes, rules) };
        Ok(LeaveValues::Trained(Arc::new(table?)))
    }
}

fn read_packed(bytes: &[u8], rules: &Ruleset) -> Result<LeaveTable, LeavesError> {
    let table = LeaveTable::unpack(bytes)?;
    match table.shape().fits(rules) {
        true => Ok(table),
        false => Err(LeavesError::OtherTiles {
            tiles: describe_tiles(table.shape()),
            rack: table.shape().most() + 1,
            rules: rules.name.clone(),
        }),
    }
}

fn read_klv(bytes: &[u8], rules: &Ruleset) -> Result<LeaveTable, LeavesError> {
    match LeaveTable::from_whole_klv(bytes, &rules.tiles, rules.rack_size.into()) {
        Err(KlvError::Length { .. }) => Err(LeavesError::Neither),
        other => Ok(other?),
    }
}

/// The tiles of a shape, each with its count.
fn describe_tiles(shape: &LeaveShape) -> String {
    let tiles = shape.labels().iter().zip(shape.counts());
    tiles.map(|(label, count)| format!("{label}{count}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{Equity, Leaves};

    fn rules(name: &str) -> Ruleset {
        presets::Library::shipped().rules(name).unwrap()
    }

    /// Leaves of up to two tiles are enough to distinguish files.
    fn table(rules: &Ruleset, rack: usize) -> LeaveTable {
        let shape = LeaveShape::new(&rules.tiles, rack);
        let worth = (0..shape.len() as i32).map(|place| Equity(place % 40 * 250)).collect();
        LeaveTable::with(shape, worth)
    }

    #[test]
    fn both_forms_give_the_same_values() {
        let mut draft = rules("standard").draft();
        draft.rack_size = 3;
        draft.bonus.clear();
        let rules = Ruleset::try_from(draft).unwrap();
        let table = table(&rules, 3);
        let forms = [table.pack(), table.to_klv(&rules.tiles).unwrap()];
        let [packed, klv] = forms.map(|bytes| LeaveValues::read(&bytes, &rules).unwrap());
        for leave in ["A", "Q", "?S", "SS"] {
            let kept = rules.tiles.parse_tiles(leave).unwrap();
            assert_eq!(packed.worth(&kept), klv.worth(&kept));
        }
    }

    #[test]
    fn files_about_other_tiles_are_refused() {
        let (english, german) = (rules("standard"), rules("german"));
        let message =
            |bytes: &[u8], rules: &Ruleset| LeaveValues::read(bytes, rules).unwrap_err().to_string();
        let packed = message(&table(&german, 3).pack(), &english);
        assert!(packed.contains("racks of 3") && packed.contains("\"standard\""), "{packed}");
        let klv = |rules: &Ruleset| table(rules, 3).to_klv(&rules.tiles).unwrap();
        let more = message(&klv(&german), &english);
        assert!(more.contains("other tiles") || more.contains("kinds of tiles"), "{more}");
        let fewer = message(&klv(&english), &german);
        assert!(fewer.contains("other tiles"), "{fewer}");
        assert_eq!(message(b"AB,1.5\nC,2\n", &english), LeavesError::Neither.to_string());
        assert_eq!(message(b"", &english), LeavesError::Neither.to_string());
        let cut = table(&english, 3).pack();
        assert_eq!(message(&cut[..cut.len() - 3], &english), PackError::Damaged.to_string());
    }
}
