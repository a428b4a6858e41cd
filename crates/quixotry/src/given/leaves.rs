//! Leave values of the user's own.

use super::read_bytes;
use anyhow::Context;
use clap::Args;
use lexicon::{ContentHash, WordGraph};
use players::{LeaveValues, PlayerData};
use rules::Ruleset;
use sha2::{Digest, Sha256};

/// With which leave values the computer players weigh.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct LeavesArgs {
    /// What tiles kept are worth: a file from `train leaves` (.qlv) or a KLV2 file [default: the shipped values]
    #[arg(long, value_name = "FILE")]
    pub(crate) leaves: Option<String>,
}

impl LeavesArgs {
    /// The bytes of the file, where one is named.
    pub(crate) fn bytes(&self) -> anyhow::Result<Option<Vec<u8>>> {
        self.leaves.as_deref().map(read_bytes).transpose()
    }

    /// The values of the file for games under these rules.
    pub(crate) fn values(&self, rules: &Ruleset) -> anyhow::Result<Option<LeaveValues>> {
        let Some((name, bytes)) = self.leaves.as_deref().zip(self.bytes()?) else { return Ok(None) };
        let values = LeaveValues::read(&bytes, rules);
        Ok(Some(values.with_context(|| format!("--leaves {name} cannot be used"))?))
    }

    /// What players share who weigh with them.
    pub(crate) fn shared(&self, rules: &Ruleset, words: &WordGraph) -> anyhow::Result<PlayerData> {
        Ok(PlayerData::with_leaves(rules, words, self.values(rules)?)?)
    }

    /// What tells one file from another.
    pub(crate) fn hash(&self) -> anyhow::Result<Option<String>> {
        Ok(self.bytes()?.map(|bytes| ContentHash(Sha256::digest(bytes).into()).to_string()))
    }
}
