//! Writing rules as one file that needs no other file.

use crate::duration;
use rules::{
    Board, Bonus, ChallengeRule, Clock, Coord, ExchangeLimits, ExchangePolicy, Extent, Leftovers, Limits,
    Named, Rect, Ruleset, RulesetDraft, Square, SquareId, TableRules, WordRules,
};
use std::fmt::Write;
use tiles::{Alphabet, Face, Letter, TileKind, TileSet};

/// A parameter of a set of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleParameter {
    /// Its key, such as `limits.passes`.
    pub key: &'static str,
    /// Its value as a rules file writes it.
    pub value: String,
}

impl RuleParameter {
    /// Its value without quotation marks.
    #[must_use]
    pub fn plain(&self) -> &str {
        self.value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&self.value)
    }
}

/// All parameters but the board, the tiles and own words, in the order of a rules file.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::{Library, parameters};
///
/// let rules = Library::shipped().rules("standard")?;
/// let rack = parameters(&rules).into_iter().find(|parameter| parameter.key == "rack").unwrap();
/// assert_eq!(rack.value, "7");
/// # Ok::<(), quixotry::presets::DataFileErrors>(())
/// ```
#[must_use]
pub fn parameters(rules: &Ruleset) -> Vec<RuleParameter> {
    // Every field is named, so that a new one cannot be forgotten.
    let RulesetDraft {
        name: _,
        title: _,
        about: _,
        board: _,
        tiles: _,
        lexicon,
        own_words,
        seats,
        starter,
        rack_size,
        bonus,
        words: WordRules { cross, good },
        opening_tiles,
        wild,
        failed_play,
        challenge,
        exchange,
        limits,
        forfeit,
        disconnect,
        clock,
        leftovers: Leftovers { scoring, count },
        racks,
        table: TableRules { hints, undo, takeover, fill },
        texts,
    } = &**rules;
    let mut list = ParameterList(Vec::new());
    list.add(if own_words.is_some() { "lexicon.name" } else { "lexicon" }, quote(lexicon));
    list.add("seats", format!("[{}, {}]", seats.min, seats.max));
    list.name("starter", *starter);
    list.add("rack", rack_size.to_string());
    list.add("bonus", bonus_text(bonus));
    list.name("wild", *wild);
    list.name("failed_play", *failed_play);
    list.add("challenge", challenge_text(*challenge));
    list.name("forfeit", *forfeit);
    list.name("disconnect", *disconnect);
    list.name("racks", *racks);
    list.name("texts", *texts);
    list.name("words.cross", *cross);
    list.name("words.good", *good);
    list.add("opening.tiles", opening_tiles.to_string());
    list.exchange(*exchange);
    list.limits(*limits);
    list.clock(*clock);
    list.name("leftovers.scoring", *scoring);
    list.name("leftovers.count", *count);
    list.add("table.hints", hints.to_string());
    list.add("table.undo", undo.to_string());
    list.add("table.takeover", takeover.to_string());
    list.add("table.fill", fill.to_string());
    list.0
}

struct ParameterList(Vec<RuleParameter>);

impl ParameterList {
    fn add(&mut self, key: &'static str, value: String) {
        self.0.push(RuleParameter { key, value });
    }

    fn name(&mut self, key: &'static str, value: impl Named) {
        self.add(key, quote(value.name()));
    }

    fn count(&mut self, key: &'static str, value: Option<u16>, none: &str) {
        self.add(key, value.map_or_else(|| quote(none), |value| value.to_string()));
    }

    fn exchange(&mut self, policy: ExchangePolicy) {
        let ExchangePolicy::Allowed(limits) = policy else {
            return self.add("exchange", quote("forbidden"));
        };
        let ExchangeLimits { bag, fewest, most, times, order } = limits;
        self.add("exchange.bag", bag.to_string());
        self.add("exchange.fewest", fewest.to_string());
        self.add("exchange.most", most.to_string());
        self.count("exchange.times", times, "unlimited");
        self.name("exchange.order", order);
    }

    fn limits(&mut self, limits: Limits) {
        let Limits {
            passes,
            scoreless,
            rounds,
            round_count,
            exchange_is_pass,
            exchange_is_scoreless,
            withdrawn_is_pass,
            count_on_empty_board,
        } = limits;
        self.count("limits.passes", passes, "none");
        self.count("limits.scoreless", scoreless, "none");
        self.count("limits.rounds", rounds, "none");
        self.name("limits.round_count", round_count);
        self.add("limits.exchange_is_pass", exchange_is_pass.to_string());
        self.add("limits.exchange_is_scoreless", exchange_is_scoreless.to_string());
        self.add("limits.withdrawn_is_pass", withdrawn_is_pass.to_string());
        self.add("limits.count_on_empty_board", count_on_empty_board.to_string());
    }

    fn clock(&mut self, clock: Clock) {
        match clock {
            Clock::Off => self.add("clock", quote("off")),
            Clock::Game(clock) => {
                self.add("clock.kind", quote("game"));
                self.add("clock.initial", quote(&duration::print(clock.initial)));
                self.add("clock.increment", quote(&duration::print(clock.increment)));
                self.add("clock.penalty", clock.penalty.to_string());
                self.add("clock.overtime", quote(&duration::print(clock.overtime)));
            }
            Clock::Turn { limit, then } => {
                self.add("clock.kind", quote("turn"));
                self.add("clock.turn", quote(&duration::print(limit)));
                self.name("clock.then", then);
            }
        }
    }
}

fn bonus_text(bonus: &[Bonus]) -> String {
    let mut points: std::collections::BTreeMap<u8, i32> = std::collections::BTreeMap::new();
    points.extend(bonus.iter().map(|bonus| (bonus.tiles, bonus.points)));
    if points.is_empty() {
        return "0".to_owned();
    }
    let entries: Vec<String> = points.iter().map(|(tiles, points)| format!("{tiles} = {points}")).collect();
    format!("{{ {} }}", entries.join(", "))
}

fn challenge_text(rule: ChallengeRule) -> String {
    if let Some(name) = rule.name() {
        return quote(name);
    }
    match rule {
        ChallengeRule::PointsPerWord(points) => format!("{{ points_per_word = {points} }}"),
        ChallengeRule::PointsPerPlay(points) => format!("{{ points_per_play = {points} }}"),
        ChallengeRule::Void | ChallengeRule::Single | ChallengeRule::Double | ChallengeRule::Triple => {
            // These have names: `every_challenge_rule_without_points_has_a_name` checks that.
            quote(&rule.to_string())
        }
    }
}

/// Writes rules with their board, tiles and own words as one file. Loading the file gives the same rules.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::{Library, Source, to_toml};
///
/// let library = Library::shipped();
/// let text = to_toml(&library.rules("standard")?);
/// let again = library.rules_from(&Source::from_text("standard", &text))?;
/// assert_eq!(to_toml(&again), text);
/// # Ok::<(), quixotry::presets::DataFileErrors>(())
/// ```
#[must_use]
pub fn to_toml(rules: &Ruleset) -> String {
    let mut text = String::new();
    for (key, value) in [("name", &rules.name), ("title", &rules.title), ("about", &rules.about)] {
        line(&mut text, key, &quote(value));
    }
    write_parameters(&mut text, &all_parameters(rules));
    write_board(&mut text, &rules.board);
    write_tiles(&mut text, &rules.tiles);
    text
}

fn all_parameters(rules: &Ruleset) -> Vec<RuleParameter> {
    let mut all = parameters(rules);
    if let Some(words) = &rules.own_words {
        let after_name =
            all.iter().position(|parameter| parameter.key == "lexicon.name").map_or(0, |at| at + 1);
        all.insert(after_name, RuleParameter { key: "lexicon.words", value: block(words) });
    }
    all
}

fn line(text: &mut String, key: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{key} = {value}");
}

/// Keys without a section come first, because in TOML every key after a section header belongs to that section.
fn write_parameters(text: &mut String, parameters: &[RuleParameter]) {
    let (sections, top): (Vec<_>, Vec<_>) =
        parameters.iter().partition(|parameter| parameter.key.contains('.'));
    top.iter().for_each(|parameter| line(text, parameter.key, &parameter.value));
    let mut open = "";
    for parameter in sections {
        let (section, key) = parameter.key.split_once('.').unwrap_or(("", parameter.key));
        if section != open {
            let _ = writeln!(text, "\n[{section}]");
            open = section;
        }
        line(text, key, &parameter.value);
    }
}

fn write_board(text: &mut String, board: &Board) {
    text.push_str("\n[board]\n");
    line(text, "title", &quote(board.title()));
    line(text, "kind", if board.program().is_some() { "\"program\"" } else { "\"cells\"" });
    line(text, "dialect", &quote(board.dialect().name()));
    line(text, "centre", &pair(board.start()));
    line(text, "used", &board.square_under_tiles().id().to_string());
    match (board.program(), board.extent()) {
        (Some(program), extent) => {
            line(text, "unbounded", &(extent == Extent::Unbounded).to_string());
            line(text, "program", &block(program));
            if let Some(seed) = board.seed() {
                line(text, "seed", &quote(&seed.to_string()));
            }
        }
        (None, Extent::Finite(window)) => {
            line(text, "corner", &pair(window.min));
            line(text, "cells", &block(&cells(board, window)));
        }
        (None, Extent::Unbounded) => {}
    }
    if let Some(print) = board.print_program() {
        line(text, "print", &block(print));
    }
    board.squares().iter().for_each(|square| write_square(text, square));
}

fn pair(at: Coord) -> String {
    format!("[{}, {}]", at.x, at.y)
}

fn cells(board: &Board, window: Rect) -> String {
    let sign = |id: Option<SquareId>| id.map_or("#".to_owned(), |id| id.to_string());
    let signs: Vec<String> = window.places().map(|at| sign(board.square(at).map(Square::id))).collect();
    signs.chunks(window.width()).map(|row| row.join(" ") + "\n").collect()
}

fn write_square(text: &mut String, square: &Square) {
    text.push_str("\n[[board.square]]\n");
    line(text, "id", &square.id().to_string());
    line(text, "name", &quote(square.name()));
    text.push_str("[board.square.steps]\n");
    for step in square.steps() {
        line(text, &step.priority.to_string(), &block(step.source()));
    }
}

fn write_tiles(text: &mut String, set: &TileSet) {
    text.push_str("\n[tiles]\n");
    line(text, "name", &quote(set.name()));
    text.push_str("letter = [\n");
    let alphabet = set.alphabet();
    let rows: Vec<PlainTileRow> = alphabet.letters().map(|letter| PlainTileRow::of(set, letter)).collect();
    rows.iter().for_each(|row| row.write(text, alphabet));
    text.push_str("]\n");
    for (id, kind) in set.kinds() {
        let is_row = rows.iter().any(|row| row.count > 0 && kind.faces() == [row.face]);
        if !is_row {
            write_kind(text, alphabet, kind, &rows, set.all().count(id));
        }
    }
}

/// A letter with its plain tiles.
struct PlainTileRow {
    face: Face,
    count: u16,
}

impl PlainTileRow {
    fn of(set: &TileSet, letter: Letter) -> PlainTileRow {
        let counted = |(id, kind): (_, &TileKind)| match kind.faces() {
            [face] if face.letter == letter => Some(PlainTileRow { face: *face, count: set.all().count(id) }),
            _ => None,
        };
        let plain = set.kinds().filter_map(counted).find(|row| row.count > 0);
        plain.unwrap_or(PlainTileRow { face: Face::new(letter, 0), count: 0 })
    }

    fn write(&self, text: &mut String, alphabet: &Alphabet) {
        let letter = self.face.letter;
        let aliases: Vec<String> = alphabet.aliases(letter).map(quote).collect();
        let _ = writeln!(
            text,
            "  {{ upper = {}, lower = {}, count = {}, points = {}, vowel = {}, aliases = [{}] }},",
            quote(alphabet.upper(letter)),
            quote(alphabet.lower(letter)),
            self.count,
            self.face.points,
            alphabet.is_vowel(letter),
            aliases.join(", "),
        );
    }
}

/// A tile that is not a plain letter: as a blank if possible, otherwise with all its faces.
fn write_kind(text: &mut String, alphabet: &Alphabet, kind: &TileKind, rows: &[PlainTileRow], count: u16) {
    match blank_points(alphabet, kind, rows) {
        Some(points) => {
            text.push_str("[[tiles.blank]]\n");
            line(text, "points", &points);
        }
        None => {
            let face = |face: &Face| quote(&format!("{}{}", alphabet.upper(face.letter), face.points));
            let faces: Vec<String> = kind.faces().iter().map(face).collect();
            text.push_str("[[tiles.tile]]\n");
            line(text, "faces", &format!("[{}]", faces.join(", ")));
        }
    }
    line(text, "count", &count.to_string());
}

fn blank_points(alphabet: &Alphabet, kind: &TileKind, rows: &[PlainTileRow]) -> Option<String> {
    let faces = kind.faces();
    let every_letter = faces.iter().map(|face| face.letter).eq(alphabet.letters());
    let first = faces.first().filter(|_| every_letter)?;
    if faces.iter().all(|face| face.points == first.points) {
        return Some(first.points.to_string());
    }
    let as_rows = faces.iter().zip(rows).all(|(face, row)| *face == row.face);
    as_rows.then(|| quote("letter"))
}

/// A text in quotation marks.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\U{:08X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// A text of several lines, unescaped if possible.
fn block(text: &str) -> String {
    let plain = text.contains('\n') && !text.contains("'''") && !text.ends_with('\'');
    let seen = text.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control());
    if plain && seen { format!("'''\n{text}'''") } else { quote(text) }
}
