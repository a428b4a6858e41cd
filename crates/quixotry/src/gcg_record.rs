//! GCG files as records, and back.

use anyhow::anyhow;
use notation::gcg::{self, GcgGame, GcgLine, LineContent};
use rules::Ruleset;
use serde_json::json;
use wire::{PartialRecord, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind};

/// The GCG file of a record, with the lines that the record keeps of an earlier file.
pub(crate) fn gcg_from_record(record: &PartialRecord) -> GcgGame {
    let player = |seat: &RecordSeat| gcg::GcgPlayer {
        nick: seat.more.get(NICK).and_then(|nick| nick.as_str()).unwrap_or_default().to_owned(),
        name: seat.player.clone(),
    };
    let players: Vec<gcg::GcgPlayer> = record.header().seats.iter().map(player).collect();
    let kept = kept_lines(record);
    let kept = record.header().more.contains_key(FROM).then_some(kept.as_slice());
    gcg::from_log(record.rules(), &players, record.events(), kept)
}

/// The record key for the nickname of a player in a GCG file.
const NICK: &str = "nick";

/// The name of the extension lines that keep lines of a GCG file which the events do not contain.
const GCG_LINE: &str = "x-gcg";

/// The lines of a GCG file that a record keeps, each with the number of events before it.
fn kept_lines(record: &PartialRecord) -> Vec<(usize, LineContent)> {
    let line = |extra: &wire::ExtensionLine| {
        let object: serde_json::Value = serde_json::from_str(&extra.text).ok()?;
        let text = object.get("line").filter(|_| object["event"] == GCG_LINE)?.as_str()?.to_owned();
        let (game, _) = gcg::parse_lenient(format!("#character-encoding UTF-8\n{text}\n").as_bytes());
        Some((extra.after, game.lines.get(1)?.content().clone()))
    };
    record.extensions().iter().filter_map(line).collect()
}

/// The record of a GCG file.
pub(crate) fn record_from_gcg(game: &GcgGame, rules: &Ruleset) -> anyhow::Result<PartialRecord> {
    let replay = gcg::replay(game, rules);
    let log = replay.to_log().map_err(|findings| {
        let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
        anyhow!("the game cannot be replayed:\n  {}", lines.join("\n  "))
    })?;
    let seat = |player: gcg::GcgPlayer| RecordSeat {
        player: player.name,
        kind: SeatKind::Human,
        more: [(NICK.to_owned(), player.nick.into())].into_iter().collect(),
    };
    let lexicon = |name: &str| RecordLexicon { name: name.to_owned(), hash: None, more: Default::default() };
    let source = presets::to_toml(rules);
    let header = RecordHeader {
        rules: RecordRules { name: rules.name.clone(), source, more: Default::default() },
        lexicon: game.lexicon().map(lexicon),
        seats: game.players().into_iter().map(seat).collect(),
        more: [(FROM.to_owned(), "gcg".into())].into_iter().collect(),
        ..RecordHeader::default()
    };
    let mut record = PartialRecord::new_partial(header, rules.clone());
    let mut lines = gcg::unlogged_lines(game, &replay, &log).into_iter().peekable();
    let append_line = |record: &mut PartialRecord, line: LineContent| {
        let text = GcgLine::new(line).text().to_owned();
        record.append_extension(&json!({ "event": GCG_LINE, "line": text }).to_string())
    };
    for (index, event) in log.events.into_iter().enumerate() {
        while let Some((_, line)) = lines.next_if(|(after, _)| *after <= index) {
            append_line(&mut record, line)?;
        }
        record.append(event).map_err(|fault| anyhow!("the game cannot be replayed: {fault}"))?;
    }
    lines.try_for_each(|(_, line)| append_line(&mut record, line))?;
    Ok(record)
}

/// The header key of a record that was made from another format.
pub(crate) const FROM: &str = "from";
