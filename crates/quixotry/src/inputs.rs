//! Arguments that several commands share, and how they are loaded: rules, lexicons, positions, records and files.

mod catalog;
mod counts;
mod files;
mod game_to_judge;
mod gcg_rules;
mod leave_values;
mod limit;
mod play;
mod position;
mod range;
mod record_file;
mod server_game;
mod settings;

pub(crate) use catalog::{Catalog, WordSource};
pub(crate) use counts::{GamesArgs, SingleThreadArgs, ThreadsArgs};
pub(crate) use files::{check_output, read_bytes, read_text, replace_file, write_file};
pub(crate) use game_to_judge::GameToJudge;
pub(crate) use leave_values::{LeaveValuesArgs, LeavesFormat};
pub(crate) use limit::{SearchLimitArgs, parse_duration, parse_millis};
pub(crate) use play::{PlayTextError, parse_turn};
pub(crate) use position::{GameArgs, PositionReader, preset_for_lexicon, preset_for_variant};
pub(crate) use range::{NumberRange, parse_range};
pub(crate) use record_file::{RecordFile, is_game_file};
pub(crate) use server_game::ServerGameLink;
pub(crate) use settings::{SettingArgs, config_file_arg, setting_arg};
