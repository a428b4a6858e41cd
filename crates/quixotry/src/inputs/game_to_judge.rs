//! A game of a file, ready to be judged.

use super::RecordFile;
use notation::gcg;
use rules::{Event, PartialDraw, Ruleset};
use wire::{PartialRecord, SeatKind};

/// A game with its rules and players.
pub(crate) struct GameToJudge {
    pub(crate) rules: Ruleset,
    pub(crate) names: Vec<String>,
    /// Which seats are computers, as far as the file tells it.
    pub(crate) computers: Vec<bool>,
    pub(crate) events: Vec<Event<PartialDraw>>,
    /// The notes of the file, each with the number of events before it.
    pub(crate) notes: Vec<(usize, String)>,
}

impl RecordFile {
    /// The game of the file with this name.
    pub(crate) fn into_game(self, what: &str) -> anyhow::Result<GameToJudge> {
        Ok(match self {
            RecordFile::Gcg { game, rules, .. } => {
                let replay = gcg::replay(&game, &rules);
                let log = replay.to_log().map_err(|findings| {
                    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
                    anyhow::anyhow!("{what} cannot be understood:\n  {}", lines.join("\n  "))
                })?;
                let steps = replay.steps.iter().zip(&log.after);
                let notes = steps.filter_map(|(step, &after)| Some((after, game.note(step.line)?)));
                let notes = notes.collect();
                let names = game.players().into_iter().map(|player| player.name).collect();
                GameToJudge { rules, names, computers: Vec::new(), events: log.events, notes }
            }
            RecordFile::Lines { record, .. } => GameToJudge {
                rules: record.rules().clone(),
                names: record.header().seats.iter().map(|seat| seat.player.clone()).collect(),
                computers: record.header().seats.iter().map(|seat| seat.kind == SeatKind::Computer).collect(),
                events: record.events().to_vec(),
                notes: notes_of(&record),
            },
        })
    }
}

/// The notes of a record that was made from a GCG file.
fn notes_of(record: &PartialRecord) -> Vec<(usize, String)> {
    let note = |extra: &wire::ExtensionLine| {
        let object: serde_json::Value = serde_json::from_str(&extra.text).ok()?;
        let text = object.get("line")?.as_str()?.strip_prefix("#note ")?.to_owned();
        Some((extra.after, text))
    };
    record.extensions().iter().filter_map(note).collect()
}
