//! What commands are given: names, files and texts, turned into the things they stand for.

mod files;
mod leaves;
mod limit;
mod play;
mod position;
mod stock;

pub(crate) use files::{read_bytes, read_text, replace_file, write_file};
pub(crate) use leaves::LeavesArgs;
pub(crate) use limit::{LimitArgs, read_duration};
pub(crate) use play::{Unreadable, read_turn};
pub(crate) use position::{Positions, SceneArgs, variant};
pub(crate) use stock::{Stock, Words};
