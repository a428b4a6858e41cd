//! Rules files.

use crate::board::{self, BoardOverrides, BoardSeed};
use crate::duration::read_span;
use crate::error::DataFileError;
use crate::keys::bounds;
use crate::library::{DataKind, FileReference, Library};
use crate::names::ClockKind;
use crate::own_words;
use crate::reader::{ErrorCollector, TableReader, choice_in, number, wrong_kind};
use crate::source::Source;
use crate::tileset::{self, TileSetRef};
use crate::toml_tree::{self, TomlNode, TomlTable, TomlValue};
use rules::*;
use std::sync::Arc;
use tiles::TileSet;

/// The longest chain of files that inherit from each other.
const MAX_CHAIN: usize = 16;

/// The keys that a file does not pass on to files that inherit from it.
const OWN_KEYS: [&str; 4] = ["name", "title", "about", "inherit"];

/// Loads a set of rules with its board and its tiles.
pub(crate) fn load(library: &Library, source: &Arc<Source>, errors: &ErrorCollector) -> Option<Ruleset> {
    let node = load_merged(library, source, &mut Vec::new(), errors)?;
    let draft = read(library, &node, &source.name, errors)?;
    match Ruleset::try_from(draft) {
        Ok(rules) => Some(rules),
        Err(faults) => {
            for fault in faults.0.into_iter().filter(|fault| !errors.has_error_at(fault.key)) {
                errors.add(DataFileError::new(&node.nearest(fault.key).span, fault.key, fault.message));
            }
            None
        }
    }
}

/// A file merged over the file that it inherits from.
fn load_merged(
    library: &Library,
    source: &Arc<Source>,
    chain: &mut Vec<String>,
    errors: &ErrorCollector,
) -> Option<TomlNode> {
    let node = errors.ok_or_add(toml_tree::parse(source))?;
    chain.push(source.label.clone());
    let Some(parent) = node.table().and_then(|table| table.get("inherit")) else { return Some(node) };
    let Some(name) = parent.text() else {
        errors.add(wrong_kind(parent, "inherit", "the name of a set of rules"));
        return Some(node);
    };
    let referrer = FileReference { span: &parent.span, key: "inherit" };
    let base =
        library.find(DataKind::Rules, name, Some(&referrer)).map_err(|fault| errors.add(fault)).ok()?;
    if let Some(message) = inheritance_error(&base, chain) {
        errors.add(DataFileError::new(&parent.span, "inherit", message));
        return None;
    }
    let below = load_merged(library, &Arc::new(base), chain, errors)?;
    Some(node.merge_over(remove_own_keys(below)))
}

fn inheritance_error(base: &Source, chain: &[String]) -> Option<String> {
    if chain.contains(&base.label) {
        return Some(format!("inherits from itself: {} → {}", chain.join(" → "), base.label));
    }
    let long = chain.len() >= MAX_CHAIN;
    long.then(|| format!("more than {MAX_CHAIN} files inherit from each other"))
}

fn remove_own_keys(node: TomlNode) -> TomlNode {
    let TomlValue::Table(TomlTable(mut entries)) = node.value else { return node };
    OWN_KEYS.iter().for_each(|key| drop(entries.remove(*key)));
    TomlNode { span: node.span, value: TomlValue::Table(TomlTable(entries)) }
}

fn read(library: &Library, node: &TomlNode, file: &str, errors: &ErrorCollector) -> Option<RulesetDraft> {
    let reader = TableReader::new(node, "", errors)?;
    let name = reader.text("name").unwrap_or(file);
    let title = reader.text("title").unwrap_or(name);
    let about = about(&reader);
    let board = reader.require("board").and_then(|node| read_board(library, node, errors));
    let tiles = reader.require("tiles").and_then(|node| read_tiles(library, node, errors));
    let rack_size = reader.rule_number("rack").unwrap_or(DEFAULT_RACK_SIZE);
    let parameters = ParameterReader { reader: &reader, errors, rack_size };
    let draft = parameters.read(name, title, about, board, tiles);
    reader.finish();
    draft
}

fn about(reader: &TableReader<'_>) -> String {
    let parent = reader.text("inherit");
    match (reader.text("about"), parent) {
        (Some(about), _) => about.trim().to_owned(),
        (None, Some(parent)) => format!("As {parent}, with changes."),
        (None, None) => String::new(),
    }
}

/// The board: a name, a name with changes, or the board itself.
fn read_board(library: &Library, node: &TomlNode, errors: &ErrorCollector) -> Option<Board> {
    let default_seed = library.seed();
    let referrer = FileReference { span: &node.span, key: "board" };
    match &node.value {
        TomlValue::Text(name) => {
            library.board_named(name, Some(&referrer), BoardOverrides::none(default_seed), errors)
        }
        TomlValue::Table(table) if table.get("use").is_some() => {
            let reader = TableReader::new(node, "board", errors)?;
            let name = reader.text("use");
            let seed = reader.number("seed", 0..=i64::MAX).map(BoardSeed);
            let changes = BoardOverrides { default_seed, seed, dialect: reader.choice("dialect") };
            let referrer = FileReference { span: &table.get("use")?.span, key: "board.use" };
            reader.finish();
            library.board_named(name?, Some(&referrer), changes, errors)
        }
        TomlValue::Table(_) => board::read(node, "board", BoardOverrides::none(default_seed), errors),
        _ => {
            errors.add(wrong_kind(node, "board", "the name of a board, or a table"));
            None
        }
    }
}

fn read_tiles(library: &Library, node: &TomlNode, errors: &ErrorCollector) -> Option<Arc<TileSet>> {
    match tileset::read_tile_set_ref(node, "tiles", errors)? {
        TileSetRef::Inline(node) => tileset::read(node, "tiles", errors).map(|preset| preset.set),
        TileSetRef::Named { node, name, times } => {
            let referrer = FileReference { span: &node.span, key: "tiles" };
            let preset = library.tiles_named(name, Some(&referrer), errors)?;
            if times == 1 {
                return Some(preset.set);
            }
            let blame = |error: tiles::TileSetError| {
                errors.add(DataFileError::new(&node.span, "tiles", error.to_string()));
            };
            preset.set.multiply(times).map_err(blame).ok().map(Arc::new)
        }
    }
}

/// Reads every key but the board and the tiles. A key that is left out has the default of the rules.
struct ParameterReader<'a> {
    reader: &'a TableReader<'a>,
    errors: &'a ErrorCollector,
    rack_size: u8,
}

impl ParameterReader<'_> {
    /// All keys are read even if one is wrong, so that every error is reported.
    fn read(
        &self,
        name: &str,
        title: &str,
        about: String,
        board: Option<Board>,
        tiles: Option<Arc<TileSet>>,
    ) -> Option<RulesetDraft> {
        let reader = self.reader;
        let (lexicon, own_words) = self.lexicon(tiles.as_deref());
        let (seats, bonus, words) = (self.seats(), self.bonus(), self.words());
        let opening_tiles = self.opening();
        let (challenge, exchange, limits) = (self.challenge(), self.exchange(), self.limits());
        let (clock, leftovers, table) = (self.clock(), self.leftovers(), self.table());
        let starter = reader.choice("starter").unwrap_or_default();
        let wild = reader.choice("wild").unwrap_or_default();
        let failed_play = reader.choice("failed_play").unwrap_or_default();
        let forfeit = reader.choice("forfeit").unwrap_or_default();
        let disconnect = reader.choice("disconnect").unwrap_or_default();
        let racks = reader.choice("racks").unwrap_or_default();
        let texts = reader.choice("texts").unwrap_or_default();
        Some(RulesetDraft {
            name: name.to_owned(),
            title: title.to_owned(),
            about,
            board: board?,
            tiles: tiles?,
            lexicon,
            own_words,
            seats,
            starter,
            rack_size: self.rack_size,
            bonus,
            words,
            opening_tiles,
            wild,
            failed_play,
            challenge,
            exchange,
            limits,
            forfeit,
            disconnect,
            clock,
            leftovers,
            racks,
            table,
            texts,
        })
    }

    /// The name of a lexicon, and its words if the file has them.
    fn lexicon(&self, tiles: Option<&TileSet>) -> (String, Option<Arc<str>>) {
        let default = || (DEFAULT_LEXICON.to_owned(), None);
        let Some(node) = self.reader.get("lexicon") else { return default() };
        match &node.value {
            TomlValue::Text(name) => (name.clone(), None),
            TomlValue::Table(_) => self.own_lexicon(node, tiles).unwrap_or_else(default),
            _ => {
                self.errors.add(wrong_kind(node, "lexicon", "the name of a lexicon, or a table"));
                default()
            }
        }
    }

    fn own_lexicon(&self, node: &TomlNode, tiles: Option<&TileSet>) -> Option<(String, Option<Arc<str>>)> {
        let table = TableReader::new(node, "lexicon", self.errors)?;
        let name = table.text("name").unwrap_or(own_words::DEFAULT_NAME).to_owned();
        let words = table.require("words").zip(table.text("words"));
        table.finish();
        let (node, text) = words?;
        own_words::check(node, text, tiles?.alphabet(), self.errors).then_some(())?;
        Some((name, Some(own_words::tidy(text).into())))
    }

    /// A number of seats, or the fewest and the most.
    fn seats(&self) -> SeatRange {
        let seats = bounds("seats");
        let default = SeatRange::default();
        let Some(node) = self.reader.get("seats") else { return default };
        let read = match &node.value {
            TomlValue::List(items) if items.len() == 2 => {
                let min = number(&items[0], "seats", seats.clone(), self.errors);
                min.zip(number(&items[1], "seats", seats, self.errors))
            }
            TomlValue::Number(_) => number(node, "seats", seats, self.errors).map(|count| (count, count)),
            _ => {
                self.errors.add(wrong_kind(node, "seats", "a number, or a list of the fewest and the most"));
                None
            }
        };
        read.map_or(default, |(min, max)| SeatRange { min, max })
    }

    /// Points for a full rack, or a table from numbers of tiles to points.
    fn bonus(&self) -> Vec<Bonus> {
        let tiles = self.rack_size;
        let Some(node) = self.reader.get("bonus") else {
            return vec![Bonus { tiles, points: DEFAULT_BONUS }];
        };
        let mut bonus: Vec<Bonus> = match &node.value {
            TomlValue::Number(0) => Vec::new(),
            TomlValue::Table(_) => self.bonus_table(node),
            _ => number(node, "bonus", bounds("bonus"), self.errors)
                .map(|points| Bonus { tiles, points })
                .into_iter()
                .collect(),
        };
        bonus.sort_by_key(|bonus| bonus.tiles);
        bonus
    }

    fn bonus_table(&self, node: &TomlNode) -> Vec<Bonus> {
        let Some(table) = TableReader::new(node, "bonus", self.errors) else { return Vec::new() };
        let entry = |(key, node): (&str, &TomlNode)| {
            let tiles = key.parse().ok();
            if tiles.is_none() {
                table.report(key, "is not a number of tiles");
            }
            let points = number(node, &table.path(key), bounds("bonus"), self.errors);
            tiles.zip(points).map(|(tiles, points)| Bonus { tiles, points })
        };
        table.entries().filter_map(entry).collect()
    }

    fn words(&self) -> WordRules {
        let default = WordRules::default();
        let Some(words) = self.reader.table("words") else { return default };
        let cross = words.choice("cross").unwrap_or(default.cross);
        let good = words.choice("good").unwrap_or(default.good);
        words.finish();
        WordRules { cross, good }
    }

    fn opening(&self) -> u8 {
        let default = DEFAULT_OPENING_TILES.min(self.rack_size);
        let Some(opening) = self.reader.table("opening") else { return default };
        let tiles = opening.rule_number("tiles");
        opening.finish();
        tiles.unwrap_or(default)
    }

    /// A name, or points per word or per play.
    fn challenge(&self) -> ChallengeRule {
        let Some(node) = self.reader.get("challenge") else { return ChallengeRule::default() };
        let rule = match node.value {
            TomlValue::Table(_) => self.challenge_points(node),
            _ => {
                let named = ChallengeRule::NAMED.iter().map(|named| (named.name, named.rule));
                choice_in(node, "challenge", named, self.errors)
            }
        };
        rule.unwrap_or_default()
    }

    fn challenge_points(&self, node: &TomlNode) -> Option<ChallengeRule> {
        let table = TableReader::new(node, "challenge", self.errors)?;
        let points = (table.rule_number("points_per_word"), table.rule_number("points_per_play"));
        if self.errors.is_empty() && points.0.is_some() == points.1.is_some() {
            let message = "needs either `points_per_word` or `points_per_play`";
            self.errors.add(DataFileError::new(&node.span, "challenge", message));
        }
        table.finish();
        let per_word = points.0.map(ChallengeRule::PointsPerWord);
        per_word.or(points.1.map(ChallengeRule::PointsPerPlay))
    }

    /// `"forbidden"`, or the limits of an exchange.
    fn exchange(&self) -> ExchangePolicy {
        let default = ExchangeLimits::for_rack(self.rack_size);
        let Some(node) = self.reader.get("exchange") else { return ExchangePolicy::Allowed(default) };
        if node.text() == Some("forbidden") {
            return ExchangePolicy::Forbidden;
        }
        if node.table().is_none() {
            self.errors.add(wrong_kind(node, "exchange", "\"forbidden\" or a table"));
            return ExchangePolicy::Forbidden;
        }
        let Some(table) = TableReader::new(node, "exchange", self.errors) else {
            return ExchangePolicy::Forbidden;
        };
        let limits = ExchangeLimits {
            bag: table.rule_number("bag").unwrap_or(default.bag),
            fewest: table.rule_number("fewest").unwrap_or(default.fewest),
            most: table.rule_number_or("most").flatten().unwrap_or(default.most),
            times: table.rule_number_or("times").flatten(),
            order: table.choice("order").unwrap_or(default.order),
        };
        table.finish();
        ExchangePolicy::Allowed(limits)
    }

    fn limits(&self) -> Limits {
        let default = Limits::default();
        let Some(table) = self.reader.table("limits") else { return default };
        let flag = |key, default| table.flag(key).unwrap_or(default);
        let limits = Limits {
            passes: table.rule_number_or("passes").unwrap_or(default.passes),
            scoreless: table.rule_number_or("scoreless").unwrap_or(default.scoreless),
            rounds: table.rule_number_or("rounds").unwrap_or(default.rounds),
            round_count: table.choice("round_count").unwrap_or(default.round_count),
            exchange_is_pass: flag("exchange_is_pass", default.exchange_is_pass),
            exchange_is_scoreless: flag("exchange_is_scoreless", default.exchange_is_scoreless),
            withdrawn_is_pass: flag("withdrawn_is_pass", default.withdrawn_is_pass),
            count_on_empty_board: flag("count_on_empty_board", default.count_on_empty_board),
        };
        table.finish();
        limits
    }

    /// `"off"`, or a table whose `kind` says what is timed.
    fn clock(&self) -> Clock {
        let Some(node) = self.reader.get("clock") else { return Clock::Off };
        if node.text() == Some("off") {
            return Clock::Off;
        }
        if node.table().is_none() {
            self.errors.add(wrong_kind(node, "clock", "\"off\" or a table"));
            return Clock::Off;
        }
        let Some(table) = TableReader::new(node, "clock", self.errors) else { return Clock::Off };
        table.require("kind");
        let clock = match table.choice("kind") {
            None => return Clock::Off,
            Some(ClockKind::Game) => game_clock(&table, self.errors).map(Clock::Game),
            Some(ClockKind::Turn) => {
                let limit = table.require("turn").and_then(|node| read_span(node, "clock.turn", self.errors));
                let then = table.choice("then").unwrap_or_default();
                limit.map(|limit| Clock::Turn { limit, then })
            }
        };
        table.finish();
        clock.unwrap_or(Clock::Off)
    }

    fn leftovers(&self) -> Leftovers {
        let default = Leftovers::default();
        let Some(table) = self.reader.table("leftovers") else { return default };
        let scoring = table.choice("scoring").unwrap_or(default.scoring);
        let count = table.choice("count").unwrap_or(default.count);
        table.finish();
        Leftovers { scoring, count }
    }

    fn table(&self) -> TableRules {
        let default = TableRules::default();
        let Some(table) = self.reader.table("table") else { return default };
        let read = TableRules {
            hints: table.flag("hints").unwrap_or(default.hints),
            undo: table.flag("undo").unwrap_or(default.undo),
            takeover: table.flag("takeover").unwrap_or(default.takeover),
            fill: table.flag("fill").unwrap_or(default.fill),
        };
        table.finish();
        read
    }
}

fn game_clock(table: &TableReader<'_>, errors: &ErrorCollector) -> Option<GameClock> {
    let default = GameClock::new(Millis(0));
    let span = |key: &'static str, default: Millis| {
        table.get(key).map_or(Some(default), |node| read_span(node, &table.path(key), errors))
    };
    let initial = table.require("initial").and_then(|node| read_span(node, "clock.initial", errors));
    let increment = span("increment", default.increment);
    let overtime = span("overtime", default.overtime);
    let penalty = table.rule_number("penalty").unwrap_or(default.penalty);
    Some(GameClock { initial: initial?, increment: increment?, penalty, overtime: overtime? })
}
