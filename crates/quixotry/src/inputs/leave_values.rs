//! Leave values from files.

use super::read_bytes;
use anyhow::{Context, bail};
use clap::Args;
use lexicon::{ContentHash, WordGraph};
use players::{LeaveTable, LeaveValues, PlayerData};
use rules::Ruleset;
use sha2::{Digest, Sha256};
use std::path::Path;
use tiles::{TileId, TileSet};

/// The leave values of the computer players.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct LeaveValuesArgs {
    /// Leave values: a file from `train leaves` (.qlv) or a KLV2 file [default: the shipped values]
    #[arg(long, value_name = "FILE")]
    pub(crate) leaves: Option<String>,
}

impl LeaveValuesArgs {
    /// The bytes of the file, if one is named.
    pub(crate) fn bytes(&self) -> anyhow::Result<Option<Vec<u8>>> {
        self.leaves.as_deref().map(read_bytes).transpose()
    }

    /// The values of the file for games under these rules.
    pub(crate) fn values(&self, rules: &Ruleset) -> anyhow::Result<Option<LeaveValues>> {
        let Some((name, bytes)) = self.leaves.as_deref().zip(self.bytes()?) else { return Ok(None) };
        let values = LeaveValues::read(&bytes, rules);
        Ok(Some(values.with_context(|| format!("--leaves {name} cannot be used"))?))
    }

    /// The resources that computer players share, with these leave values.
    pub(crate) fn player_data(&self, rules: &Ruleset, words: &WordGraph) -> anyhow::Result<PlayerData> {
        Ok(PlayerData::with_leaves(rules, words, self.values(rules)?)?)
    }

    /// The hash of the file, which identifies the values.
    pub(crate) fn content_hash(&self) -> anyhow::Result<Option<String>> {
        Ok(self.bytes()?.map(|bytes| ContentHash(Sha256::digest(bytes).into()).to_string()))
    }
}

/// The file format of leave values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeavesFormat {
    Packed,
    Klv,
    List,
}

impl LeavesFormat {
    /// The format for the extension of a file name.
    pub(crate) fn from_path(path: &Path) -> anyhow::Result<LeavesFormat> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("qlv") => Ok(LeavesFormat::Packed),
            Some("klv2" | "klv") => Ok(LeavesFormat::Klv),
            Some("csv") => Ok(LeavesFormat::List),
            _ => bail!("{}: the name must end with .qlv (packed), .klv2 or .csv", path.display()),
        }
    }

    /// Encodes leave values.
    pub(crate) fn encode(self, table: &LeaveTable, set: &TileSet) -> anyhow::Result<Vec<u8>> {
        Ok(match self {
            LeavesFormat::Packed => table.pack(),
            LeavesFormat::Klv => table.to_klv(set)?,
            LeavesFormat::List => to_csv(table, set).into_bytes(),
        })
    }
}

/// One line per leave, with its value.
fn to_csv(table: &LeaveTable, set: &TileSet) -> String {
    let mut text = String::new();
    for tiles in 1..=table.shape().most() {
        table.shape().each_of(tiles, |kinds, place| {
            let leave = set.print_tile_list(kinds.iter().map(|&kind| TileId(kind)));
            text.push_str(&format!("{leave},{}\n", table.values()[place]));
        });
    }
    text
}
