//! Rules from their files.

use crate::board::{self, BoardOverrides, BoardSeed};
use crate::duration::read_span;
use crate::error::DataFileError;
use crate::library::{DataKind, FileReference, Library};
use crate::names::{ChallengeKind, ClockKind};
use crate::reader::{ErrorCollector, TableReader, choice, number, wrong_kind};
use crate::source::Source;
use crate::tileset::{self, TileSetRef};
use crate::toml_tree::{self, TomlNode, TomlTable, TomlValue};
use rules::*;
use std::sync::Arc;
use tiles::TileSet;

/// How many files may inherit from one another.
const MAX_CHAIN: usize = 16;

/// What a file says about itself and not about those that inherit from it.
const OWN: [&str; 4] = ["name", "title", "about", "inherit"];

/// Numbers of tiles on a rack or in a play.
const RACK: std::ops::RangeInclusive<i64> = 1..=MAX_RACK as i64;

/// Numbers that stand for turns and tiles in the bag.
const COUNT: std::ops::RangeInclusive<i64> = 0..=9999;

/// Points that a rule gives or takes.
const POINTS: std::ops::RangeInclusive<i64> = -9999..=9999;

/// Loads a set of rules with everything it names.
pub(crate) fn load(library: &Library, source: &Arc<Source>, book: &ErrorCollector) -> Option<Ruleset> {
    let node = inherited(library, source, &mut Vec::new(), book)?;
    let draft = read(library, &node, &source.name, book)?;
    match Ruleset::try_from(draft) {
        Ok(rules) => Some(rules),
        Err(faults) => {
            for fault in faults.0.into_iter().filter(|fault| !book.blames(fault.key)) {
                book.note(DataFileError::new(&node.nearest(fault.key).place, fault.key, fault.message));
            }
            None
        }
    }
}

/// A file laid over the one it inherits from.
fn inherited(
    library: &Library,
    source: &Arc<Source>,
    chain: &mut Vec<String>,
    book: &ErrorCollector,
) -> Option<TomlNode> {
    let node = book.keep(toml_tree::parse(source))?;
    chain.push(source.label.clone());
    let Some(parent) = node.table().and_then(|table| table.get("inherit")) else { return Some(node) };
    let Some(name) = parent.text() else {
        book.note(wrong_kind(parent, "inherit", "the name of a set of rules"));
        return Some(node);
    };
    let asked = FileReference { place: &parent.place, key: "inherit" };
    let base = library.find(DataKind::Rules, name, Some(&asked)).map_err(|fault| book.note(fault)).ok()?;
    if let Some(message) = endless(&base, chain) {
        book.note(DataFileError::new(&parent.place, "inherit", message));
        return None;
    }
    let below = inherited(library, &Arc::new(base), chain, book)?;
    Some(node.over(without_own(below)))
}

fn endless(base: &Source, chain: &[String]) -> Option<String> {
    if chain.contains(&base.label) {
        return Some(format!("goes round in a circle: {} → {}", chain.join(" → "), base.label));
    }
    let long = chain.len() >= MAX_CHAIN;
    long.then(|| format!("more than {MAX_CHAIN} files inherit from one another"))
}

fn without_own(node: TomlNode) -> TomlNode {
    let TomlValue::Table(TomlTable(mut entries)) = node.value else { return node };
    OWN.iter().for_each(|key| drop(entries.remove(*key)));
    TomlNode { place: node.place, value: TomlValue::Table(TomlTable(entries)) }
}

fn read(library: &Library, node: &TomlNode, file: &str, book: &ErrorCollector) -> Option<RulesetDraft> {
    let reader = TableReader::new(node, "", book)?;
    let name = reader.text("name").unwrap_or(file);
    let title = reader.text("title").unwrap_or(name);
    let about = about(&reader);
    let board = reader.required("board").and_then(|node| read_board(library, node, book));
    let tiles = reader.required("tiles").and_then(|node| read_tiles(library, node, book));
    let rack_size = reader.number("rack", RACK).unwrap_or(7);
    let parameters = ParameterReader { reader: &reader, book, rack_size };
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
fn read_board(library: &Library, node: &TomlNode, book: &ErrorCollector) -> Option<Board> {
    let usual = library.seed();
    let asked = FileReference { place: &node.place, key: "board" };
    match &node.value {
        TomlValue::Text(name) => library.board_named(name, Some(&asked), BoardOverrides::none(usual), book),
        TomlValue::Table(table) if table.get("use").is_some() => {
            let reader = TableReader::new(node, "board", book)?;
            let name = reader.text("use");
            let seed = reader.number("seed", 0..=i64::MAX).map(BoardSeed);
            let changes = BoardOverrides { usual, seed, dialect: reader.choice("dialect") };
            let asked = FileReference { place: &table.get("use")?.place, key: "board.use" };
            reader.finish();
            library.board_named(name?, Some(&asked), changes, book)
        }
        TomlValue::Table(_) => board::read(node, "board", BoardOverrides::none(usual), book),
        _ => {
            book.note(wrong_kind(node, "board", "the name of a board, or a table"));
            None
        }
    }
}

fn read_tiles(library: &Library, node: &TomlNode, book: &ErrorCollector) -> Option<Arc<TileSet>> {
    match tileset::wanted(node, "tiles", book)? {
        TileSetRef::Inline(node) => tileset::read(node, "tiles", book).map(|preset| preset.set),
        TileSetRef::Named { node, name, times } => {
            let asked = FileReference { place: &node.place, key: "tiles" };
            let preset = library.tiles_named(name, Some(&asked), book)?;
            if times == 1 {
                return Some(preset.set);
            }
            let blame = |error: tiles::TileSetError| {
                book.note(DataFileError::new(&node.place, "tiles", error.to_string()));
            };
            preset.set.multiply(times).map_err(blame).ok().map(Arc::new)
        }
    }
}

/// Everything but the board and the tiles. What is left out has the value of the standard rules.
struct ParameterReader<'a> {
    reader: &'a TableReader<'a>,
    book: &'a ErrorCollector,
    rack_size: u8,
}

impl ParameterReader<'_> {
    /// All keys are read before anything is given up, so that every fault is found.
    fn read(
        &self,
        name: &str,
        title: &str,
        about: String,
        board: Option<Board>,
        tiles: Option<Arc<TileSet>>,
    ) -> Option<RulesetDraft> {
        let reader = self.reader;
        let lexicon = reader.text("lexicon").unwrap_or("english").to_owned();
        let (seats, bonus, words) = (self.seats(), self.bonus(), self.words());
        let opening_tiles = self.opening();
        let (challenge, exchange, limits) = (self.challenge(), self.exchange(), self.limits());
        let (clock, leftovers, table) = (self.clock(), self.leftovers(), self.table());
        let starter = reader.choice("starter").unwrap_or(Starter::First);
        let wild = reader.choice("wild").unwrap_or(WildPolicy::Any);
        let failed_play = reader.choice("failed_play").unwrap_or(FailedPlay::Retry);
        let forfeit = reader.choice("forfeit").unwrap_or(ForfeitPolicy::Leaves);
        let disconnect = reader.choice("disconnect").unwrap_or(DisconnectPolicy::Keep);
        let racks = reader.choice("racks").unwrap_or(RackVisibility::Closed);
        let texts = reader.choice("texts").unwrap_or(Texts::Standard);
        Some(RulesetDraft {
            name: name.to_owned(),
            title: title.to_owned(),
            about,
            board: board?,
            tiles: tiles?,
            lexicon,
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

    /// A number of seats, or the fewest and the most.
    fn seats(&self) -> SeatRange {
        let seats = 1..=i64::from(MAX_SEATS);
        let usual = SeatRange { min: 1, max: 4 };
        let Some(node) = self.reader.get("seats") else { return usual };
        let read = match &node.value {
            TomlValue::List(items) if items.len() == 2 => {
                let min = number(&items[0], "seats", seats.clone(), self.book);
                min.zip(number(&items[1], "seats", seats, self.book))
            }
            TomlValue::Number(_) => number(node, "seats", seats, self.book).map(|count| (count, count)),
            _ => {
                self.book.note(wrong_kind(node, "seats", "a number, or a list of the fewest and the most"));
                None
            }
        };
        read.map_or(usual, |(min, max)| SeatRange { min, max })
    }

    /// Points for a full rack, or a table from numbers of tiles to points.
    fn bonus(&self) -> Vec<Bonus> {
        let tiles = self.rack_size;
        let Some(node) = self.reader.get("bonus") else { return vec![Bonus { tiles, points: 50 }] };
        let mut bonus: Vec<Bonus> = match &node.value {
            TomlValue::Number(0) => Vec::new(),
            TomlValue::Table(_) => self.bonus_table(node),
            _ => number(node, "bonus", POINTS, self.book)
                .map(|points| Bonus { tiles, points })
                .into_iter()
                .collect(),
        };
        bonus.sort_by_key(|bonus| bonus.tiles);
        bonus
    }

    fn bonus_table(&self, node: &TomlNode) -> Vec<Bonus> {
        let Some(table) = TableReader::new(node, "bonus", self.book) else { return Vec::new() };
        let entry = |(key, node): (&str, &TomlNode)| {
            let tiles = key.parse().ok();
            if tiles.is_none() {
                table.blame(key, "is not a number of tiles");
            }
            let points = number(node, &table.path(key), POINTS, self.book);
            tiles.zip(points).map(|(tiles, points)| Bonus { tiles, points })
        };
        table.entries().filter_map(entry).collect()
    }

    fn words(&self) -> WordRules {
        let usual = WordRules { cross: CrossWords::Counted, good: GoodWord::Listed };
        let Some(words) = self.reader.table("words") else { return usual };
        let cross = words.choice("cross").unwrap_or(usual.cross);
        let good = words.choice("good").unwrap_or(usual.good);
        words.finish();
        WordRules { cross, good }
    }

    fn opening(&self) -> u8 {
        let Some(opening) = self.reader.table("opening") else { return 2.min(self.rack_size) };
        let tiles = opening.number("tiles", RACK);
        opening.finish();
        tiles.unwrap_or(2.min(self.rack_size))
    }

    /// A name, or points per word or per play.
    fn challenge(&self) -> ChallengeRule {
        let Some(node) = self.reader.get("challenge") else { return ChallengeRule::Void };
        if let TomlValue::Table(_) = node.value {
            return self.challenge_points(node).unwrap_or(ChallengeRule::Void);
        }
        match choice(node, "challenge", self.book) {
            None | Some(ChallengeKind::Void) => ChallengeRule::Void,
            Some(ChallengeKind::Single) => ChallengeRule::Single,
            Some(ChallengeKind::Double) => ChallengeRule::Double,
            Some(ChallengeKind::FivePoint) => ChallengeRule::PointsPerWord(5),
            Some(ChallengeKind::TenPoint) => ChallengeRule::PointsPerPlay(10),
            Some(ChallengeKind::Triple) => ChallengeRule::Triple,
        }
    }

    fn challenge_points(&self, node: &TomlNode) -> Option<ChallengeRule> {
        let table = TableReader::new(node, "challenge", self.book)?;
        let points = (table.number("points_per_word", POINTS), table.number("points_per_play", POINTS));
        if self.book.is_clean() && points.0.is_some() == points.1.is_some() {
            let message = "needs either `points_per_word` or `points_per_play`";
            self.book.note(DataFileError::new(&node.place, "challenge", message));
        }
        table.finish();
        let per_word = points.0.map(ChallengeRule::PointsPerWord);
        per_word.or(points.1.map(ChallengeRule::PointsPerPlay))
    }

    /// `"forbidden"`, or the limits of an exchange.
    fn exchange(&self) -> ExchangePolicy {
        let mut limits = ExchangeLimits {
            bag: 7,
            fewest: 1,
            most: self.rack_size,
            times: None,
            order: ExchangeOrder::DrawFirst,
        };
        let Some(node) = self.reader.get("exchange") else { return ExchangePolicy::Allowed(limits) };
        if node.text() == Some("forbidden") {
            return ExchangePolicy::Forbidden;
        }
        if node.table().is_none() {
            self.book.note(wrong_kind(node, "exchange", "\"forbidden\" or a table"));
            return ExchangePolicy::Forbidden;
        }
        let Some(table) = TableReader::new(node, "exchange", self.book) else {
            return ExchangePolicy::Forbidden;
        };
        limits.bag = table.number("bag", COUNT).unwrap_or(limits.bag);
        limits.fewest = table.number("fewest", RACK).unwrap_or(limits.fewest);
        limits.most = table.number_or("most", RACK, "all").flatten().unwrap_or(limits.most);
        limits.times = table.number_or("times", COUNT, "unlimited").flatten();
        limits.order = table.choice("order").unwrap_or(limits.order);
        table.finish();
        ExchangePolicy::Allowed(limits)
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits {
            passes: None,
            scoreless: Some(6),
            rounds: None,
            round_count: RoundCount::InARow,
            exchange_is_pass: false,
            exchange_is_scoreless: true,
            withdrawn_is_pass: false,
            count_on_empty_board: true,
        };
        let Some(table) = self.reader.table("limits") else { return limits };
        limits.passes = table.number_or("passes", COUNT, "none").unwrap_or(limits.passes);
        limits.scoreless = table.number_or("scoreless", COUNT, "none").unwrap_or(limits.scoreless);
        limits.rounds = table.number_or("rounds", COUNT, "none").unwrap_or(limits.rounds);
        limits.round_count = table.choice("round_count").unwrap_or(limits.round_count);
        let flag = |key, usual| table.flag(key).unwrap_or(usual);
        limits.exchange_is_pass = flag("exchange_is_pass", limits.exchange_is_pass);
        limits.exchange_is_scoreless = flag("exchange_is_scoreless", limits.exchange_is_scoreless);
        limits.withdrawn_is_pass = flag("withdrawn_is_pass", limits.withdrawn_is_pass);
        limits.count_on_empty_board = flag("count_on_empty_board", limits.count_on_empty_board);
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
            self.book.note(wrong_kind(node, "clock", "\"off\" or a table"));
            return Clock::Off;
        }
        let Some(table) = TableReader::new(node, "clock", self.book) else { return Clock::Off };
        table.required("kind");
        let clock = match table.choice("kind") {
            None => return Clock::Off,
            Some(ClockKind::Game) => game_clock(&table, self.book).map(Clock::Game),
            Some(ClockKind::Turn) => {
                let limit = table.required("turn").and_then(|node| read_span(node, "clock.turn", self.book));
                let then = table.choice("then").unwrap_or(TurnTimeout::Pass);
                limit.map(|limit| Clock::Turn { limit, then })
            }
        };
        table.finish();
        clock.unwrap_or(Clock::Off)
    }

    fn leftovers(&self) -> Leftovers {
        let usual = Leftovers { scoring: LeftoverScoring::Transferred, count: LeftoverCount::EveryTile };
        let Some(table) = self.reader.table("leftovers") else { return usual };
        let scoring = table.choice("scoring").unwrap_or(usual.scoring);
        let count = table.choice("count").unwrap_or(usual.count);
        table.finish();
        Leftovers { scoring, count }
    }

    fn table(&self) -> TableRules {
        let usual = TableRules { hints: true, undo: false, takeover: false, fill: false };
        let Some(table) = self.reader.table("table") else { return usual };
        let read = TableRules {
            hints: table.flag("hints").unwrap_or(usual.hints),
            undo: table.flag("undo").unwrap_or(usual.undo),
            takeover: table.flag("takeover").unwrap_or(usual.takeover),
            fill: table.flag("fill").unwrap_or(usual.fill),
        };
        table.finish();
        read
    }
}

fn game_clock(table: &TableReader<'_>, book: &ErrorCollector) -> Option<GameClock> {
    let span = |key: &'static str, usual: Millis| {
        table.get(key).map_or(Some(usual), |node| read_span(node, &table.path(key), book))
    };
    let initial = table.required("initial").and_then(|node| read_span(node, "clock.initial", book));
    let increment = span("increment", Millis(0));
    let overtime = span("overtime", Millis::seconds(600));
    let penalty = table.number("penalty", POINTS).unwrap_or(10);
    Some(GameClock { initial: initial?, increment: increment?, penalty, overtime: overtime? })
}
