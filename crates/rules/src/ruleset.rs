//! Rules as data: every way in which one game differs from another.

use crate::{
    Board, DEFAULT_BONUS, DEFAULT_LEXICON, DEFAULT_OPENING_TILES, DEFAULT_RACK_SIZE, Leftovers, Limits,
    Millis, Points, Reason, Refusal,
};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use tiles::TileSet;

/// The most seats a game may have.
pub const MAX_SEATS: u8 = 8;

/// The most tiles a rack may hold.
pub const MAX_RACK: u8 = 32;

/// The most characters of a name or title: of rules, lexica, boards and kinds of square.
pub const MAX_TITLE: usize = 100;

/// The most characters of a description of rules.
pub const MAX_ABOUT: usize = 2_000;

/// The most characters with which a letter is written.
pub const MAX_SPELLING: usize = 16;

/// A set of rules as a file gives it, not yet checked against itself.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::Library;
/// use quixotry::rules::{ExchangePolicy, Ruleset, RulesetDraft};
///
/// let standard = Library::shipped().rules("standard")?;
/// let mut draft = RulesetDraft::new("mine", standard.board.clone(), standard.tiles.clone());
/// draft.exchange = ExchangePolicy::Forbidden;
/// assert!(Ruleset::try_from(draft)?.exchange_limits().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RulesetDraft {
    /// The name it is found by.
    pub name: String,
    /// A line for people.
    pub title: String,
    /// Which game or document it is, and what is special about it.
    pub about: String,
    /// The board.
    pub board: Board,
    /// The tiles.
    pub tiles: Arc<TileSet>,
    /// The lexicon it is usually played with.
    pub lexicon: String,
    /// The words of the lexicon, one on each line, if the rules bring their own. `lexicon` is its name then.
    pub own_words: Option<Arc<str>>,
    /// How many may play.
    pub seats: SeatRange,
    /// Who begins.
    pub starter: Starter,
    /// How many tiles a full rack has.
    pub rack_size: u8,
    /// Extra points for playing many tiles at once.
    pub bonus: Vec<Bonus>,
    /// What words a play may form.
    pub words: WordRules,
    /// The fewest tiles of the first play.
    pub opening_tiles: u8,
    /// What a wild tile may stand for.
    pub wild: WildPolicy,
    /// What happens after a play that is not legal.
    pub failed_play: FailedPlay,
    /// Whether and how plays can be challenged.
    pub challenge: ChallengeRule,
    /// Whether and how tiles can be exchanged.
    pub exchange: ExchangePolicy,
    /// When a game without progress ends.
    pub limits: Limits,
    /// What happens when a player gives up.
    pub forfeit: ForfeitPolicy,
    /// What happens when a player's connection is lost.
    pub disconnect: DisconnectPolicy,
    /// The clock.
    pub clock: Clock,
    /// What tiles left on the racks count at the end.
    pub leftovers: Leftovers,
    /// Who sees whose rack.
    pub racks: RackVisibility,
    /// What a table grants its players.
    pub table: TableRules,
    /// The wording of refusals and results.
    pub texts: Texts,
}

/// How many may play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatRange {
    /// The fewest seats.
    pub min: u8,
    /// The most seats.
    pub max: u8,
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starter {
    /// The first seat.
    First,
    /// A seat drawn by lot.
    Random,
}

/// Extra points for laying many tiles in one play. Of several, the one with the largest number reached counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bonus {
    /// The number of tiles to reach.
    pub tiles: u8,
    /// Extra points.
    pub points: Points,
}

/// What words a play may form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WordRules {
    /// Words at right angles to the play.
    pub cross: CrossWords,
    /// What makes a word good.
    pub good: GoodWord,
}

/// Words at right angles to the play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrossWords {
    /// Allowed; each must be good and each counts.
    Counted,
    /// Forbidden: a play makes or changes one word only, and uses a tile already there.
    Forbidden,
}

/// What makes a word good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoodWord {
    /// It stands in the lexicon.
    Listed,
    /// Its letters can be rearranged into a word of the lexicon.
    Anagram,
    /// Every word is good: people decide among themselves, and there is no lexicon.
    Any,
}

/// What a wild tile may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WildPolicy {
    /// Any of its faces.
    Any,
    /// No letter whose plain tile its player keeps on the rack.
    NotOnRack,
}

/// What happens after a play or exchange that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailedPlay {
    /// It is refused and the player tries again.
    Retry,
    /// The turn is lost, and all players see it.
    TurnLost,
}

/// Whether and how plays can be challenged.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::ChallengeRule;
///
/// assert_eq!(ChallengeRule::from_name("five-point"), Some(ChallengeRule::PointsPerWord(5)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ChallengeRule {
    /// Never: plays with bad words are refused at once.
    #[default]
    Void,
    /// A wrong challenge costs nothing.
    Single,
    /// A wrong challenge costs the challenger a turn.
    Double,
    /// A wrong challenge gives the challenged player points for each word challenged.
    PointsPerWord(Points),
    /// A wrong challenge gives the challenged player points.
    PointsPerPlay(Points),
    /// The player who is wrong loses the game.
    Triple,
}

/// Whether and how tiles can be exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangePolicy {
    /// Not at all.
    Forbidden,
    /// Within these limits.
    Allowed(ExchangeLimits),
}

/// Limits of an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExchangeLimits {
    /// The number of tiles that the bag must hold.
    pub bag: u16,
    /// The fewest tiles to exchange.
    pub fewest: u8,
    /// The most tiles to exchange.
    pub most: u8,
    /// How often one player may exchange in a game.
    pub times: Option<u16>,
    /// Which comes first.
    pub order: ExchangeOrder,
}

impl ExchangeLimits {
    /// Up to a rack of seven while seven are in the bag.
    pub const TOURNAMENT: ExchangeLimits =
        ExchangeLimits { bag: 7, fewest: 1, most: 7, times: None, order: ExchangeOrder::DrawFirst };

    /// How many tiles the bag must hold for an exchange of this many: if the new tiles are drawn first, at least as
    /// many.
    ///
    /// ```
    /// # mod quixotry { pub use quixotry_rules as rules; }
    /// use quixotry::rules::{ExchangeLimits, ExchangeOrder};
    ///
    /// let limits = ExchangeLimits { bag: 1, ..ExchangeLimits::TOURNAMENT };
    /// assert_eq!(limits.needed_in_bag(5), 5);
    /// let limits = ExchangeLimits { order: ExchangeOrder::ReturnFirst, ..limits };
    /// assert_eq!(limits.needed_in_bag(5), 1);
    /// ```
    #[must_use]
    pub fn needed_in_bag(&self, wanted: u16) -> u16 {
        match self.order {
            ExchangeOrder::DrawFirst => self.bag.max(wanted),
            ExchangeOrder::ReturnFirst => self.bag,
        }
    }
}

/// Which comes first in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeOrder {
    /// New tiles are drawn before the old ones go back.
    DrawFirst,
    /// The old tiles go back first and may be drawn again.
    ReturnFirst,
}

/// What happens when a player gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForfeitPolicy {
    /// The game ends and the others win.
    OthersWin,
    /// The player leaves with the rack, and the game goes on while at least two are left.
    Leaves,
    /// A computer takes the seat with its rack and score.
    Computer,
}

/// What happens when a player's connection is lost for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DisconnectPolicy {
    /// The seat is kept.
    Keep,
    /// As if the player had given up.
    Forfeit,
    /// A computer takes the seat.
    Computer,
}

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// None.
    Off,
    /// A time for all of a player's turns.
    Game(GameClock),
    /// A time for each turn.
    Turn {
        /// How long a turn may take.
        limit: Millis,
        /// What happens then.
        then: TurnTimeout,
    },
}

/// A time for all of a player's turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// To begin with.
    pub initial: Millis,
    /// Added after each turn.
    pub increment: Millis,
    /// Points lost for each minute of overtime that was begun.
    pub penalty: Points,
    /// Overtime after which the game is lost.
    pub overtime: Millis,
}

/// What happens when a turn takes too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnTimeout {
    /// It counts as a pass.
    Pass,
    /// It counts as giving up.
    Forfeit,
}

/// Who sees whose rack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RackVisibility {
    /// Players see their own rack only.
    Closed,
    /// Players see all racks.
    Open,
}

/// What a table grants its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableRules {
    /// Hints may be asked for.
    pub hints: bool,
    /// A turn may be taken back, if the others agree.
    pub undo: bool,
    /// A newcomer may take over a computer's seat.
    pub takeover: bool,
    /// Computers get the seats that the maker of a game leaves out.
    pub fill: bool,
}

/// The wording of refusals and results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Texts {
    /// Our own.
    Standard,
    /// Those of the two-player web game.
    Generic,
    /// Those of the Haskell library.
    Haskell,
    /// Those of SkraBBKle.
    SkraBBKle,
    /// Those of the Cornell web game.
    Cornell,
}

/// Checked rules. Every field of [`RulesetDraft`] can be read, and none can be changed. Cloning is cheap.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::rules::{Ruleset, ChallengeRule};
///
/// let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
/// assert_eq!(rules.rack_size, 7);
///
/// // To change rules, change a draft and check it again.
/// let mut draft = rules.draft();
/// draft.challenge = ChallengeRule::Double;
/// let rules = Ruleset::try_from(draft).unwrap();
/// assert!(!rules.checks_words());
///
/// // A contradiction is found.
/// let mut draft = rules.draft();
/// draft.rack_size = 0;
/// assert!(Ruleset::try_from(draft).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Ruleset(Arc<RulesetDraft>);

impl Deref for Ruleset {
    type Target = RulesetDraft;

    fn deref(&self) -> &RulesetDraft {
        &self.0
    }
}

impl RulesetDraft {
    /// Rules with this board and these tiles, and everything else as in tournaments: where to begin in code.
    /// Games that are shipped are files; this is for programs that make their own.
    #[must_use]
    pub fn new(name: &str, board: Board, tiles: Arc<TileSet>) -> RulesetDraft {
        RulesetDraft {
            name: name.to_owned(),
            title: name.to_owned(),
            about: String::new(),
            board,
            tiles,
            lexicon: DEFAULT_LEXICON.to_owned(),
            own_words: None,
            seats: SeatRange::default(),
            starter: Starter::default(),
            rack_size: DEFAULT_RACK_SIZE,
            bonus: vec![Bonus { tiles: DEFAULT_RACK_SIZE, points: DEFAULT_BONUS }],
            words: WordRules::default(),
            opening_tiles: DEFAULT_OPENING_TILES,
            wild: WildPolicy::default(),
            failed_play: FailedPlay::default(),
            challenge: ChallengeRule::default(),
            exchange: ExchangePolicy::Allowed(ExchangeLimits::TOURNAMENT),
            limits: Limits::default(),
            forfeit: ForfeitPolicy::default(),
            disconnect: DisconnectPolicy::default(),
            clock: Clock::Off,
            leftovers: Leftovers::default(),
            racks: RackVisibility::default(),
            table: TableRules::default(),
            texts: Texts::default(),
        }
    }
}

impl Ruleset {
    /// The extra points for laying this number of tiles.
    #[must_use]
    pub fn bonus_for(&self, laid: usize) -> Points {
        let reached = self.bonus.iter().filter(|bonus| usize::from(bonus.tiles) <= laid);
        reached.max_by_key(|bonus| bonus.tiles).map_or(0, |bonus| bonus.points)
    }

    /// Checks that a rack can hold this many tiles. A play or exchange of more is never judged, and never costs the
    /// turn: it is no move at all.
    ///
    /// # Errors
    ///
    /// [`Reason::TooManyTiles`] if it cannot.
    pub fn check_tile_count(&self, tiles: usize) -> Result<(), Refusal> {
        match tiles > usize::from(self.rack_size) {
            true => Err(Reason::TooManyTiles { tiles, most: self.rack_size }.into()),
            false => Ok(()),
        }
    }

    /// Whether plays with bad words are refused at once.
    #[must_use]
    pub fn checks_words(&self) -> bool {
        self.challenge == ChallengeRule::Void && self.words.good != GoodWord::Any
    }

    /// The same rules without a lexicon: every word is good. No computer can play then, so a player who leaves is
    /// never replaced by one.
    #[must_use]
    pub fn without_words(&self) -> Ruleset {
        let mut draft = self.draft();
        draft.words.good = GoodWord::Any;
        draft.challenge = ChallengeRule::Void;
        (draft.lexicon, draft.own_words) = ("none".to_owned(), None);
        (draft.table.hints, draft.table.fill, draft.table.takeover) = (false, false, false);
        if draft.forfeit == ForfeitPolicy::Computer {
            draft.forfeit = ForfeitPolicy::Leaves;
        }
        if draft.disconnect == DisconnectPolicy::Computer {
            draft.disconnect = DisconnectPolicy::Keep;
        }
        Ruleset(Arc::new(draft))
    }

    /// The limits of an exchange, when there are exchanges.
    #[must_use]
    pub fn exchange_limits(&self) -> Option<ExchangeLimits> {
        match self.exchange {
            ExchangePolicy::Forbidden => None,
            ExchangePolicy::Allowed(limits) => Some(limits),
        }
    }

    /// A draft with the same fields, to change and check again.
    #[must_use]
    pub fn draft(&self) -> RulesetDraft {
        RulesetDraft::clone(&self.0)
    }

    /// A copy that shares nothing with this one. Every view holds a reference to the rules, so threads that share
    /// them contend for one reference count.
    #[must_use]
    pub fn unshared_clone(&self) -> Ruleset {
        Ruleset(Arc::new(self.draft()))
    }
}

/// Everything that is wrong with a set of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesetError(pub Vec<RulesetIssue>);

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for RulesetError {}

/// One thing that is wrong with a set of rules: the key, and what it must be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key}: {message}")]
pub struct RulesetIssue {
    /// The key in a rules file.
    pub key: &'static str,
    /// What is wrong with it and what to do.
    pub message: String,
}

impl TryFrom<RulesetDraft> for Ruleset {
    type Error = RulesetError;

    fn try_from(mut draft: RulesetDraft) -> Result<Ruleset, RulesetError> {
        draft.board = draft.board.follow_vowels(draft.tiles.alphabet());
        let mut check = RulesetCheck { faults: Vec::new() };
        check.seats(&draft);
        check.rack_and_bag(&draft);
        check.bonus(&draft);
        check.exchange(&draft);
        check.limits(&draft);
        check.clock(&draft);
        check.challenge(&draft);
        check.texts(&draft);
        if check.faults.is_empty() { Ok(Ruleset(Arc::new(draft))) } else { Err(RulesetError(check.faults)) }
    }
}

struct RulesetCheck {
    faults: Vec<RulesetIssue>,
}

impl RulesetCheck {
    fn that(&mut self, holds: bool, key: &'static str, message: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(RulesetIssue { key, message: message() });
        }
    }

    fn seats(&mut self, draft: &RulesetDraft) {
        let SeatRange { min, max } = draft.seats;
        self.that((1..=MAX_SEATS).contains(&min) && (1..=MAX_SEATS).contains(&max), "seats", || {
            format!("a game has 1 to {MAX_SEATS} seats, not {min} to {max}")
        });
        self.that(min <= max, "seats", || format!("the fewest seats ({min}) are more than the most ({max})"));
    }

    fn rack_and_bag(&mut self, draft: &RulesetDraft) {
        let rack = draft.rack_size;
        self.that((1..=MAX_RACK).contains(&rack), "rack", || {
            format!("a rack holds 1 to {MAX_RACK} tiles, not {rack}")
        });
        let (needed, there) = (usize::from(rack) * usize::from(draft.seats.min), draft.tiles.all().len());
        self.that(needed <= there, "tiles", || {
            format!("{} racks of {rack} need {needed} tiles, but the set has {there}", draft.seats.min)
        });
        let opening = draft.opening_tiles;
        self.that((1..=rack).contains(&opening), "opening.tiles", || {
            format!("the first play needs 1 to {rack} tiles (the rack size), not {opening}")
        });
    }

    fn bonus(&mut self, draft: &RulesetDraft) {
        for bonus in &draft.bonus {
            self.that((1..=draft.rack_size).contains(&bonus.tiles), "bonus", || {
                format!("no player can lay {} tiles from a rack of {}", bonus.tiles, draft.rack_size)
            });
        }
    }

    fn exchange(&mut self, draft: &RulesetDraft) {
        let ExchangePolicy::Allowed(limits) = draft.exchange else { return };
        let ExchangeLimits { fewest, most, .. } = limits;
        self.that(fewest >= 1 && fewest <= most, "exchange", || {
            format!(
                "the fewest tiles to exchange ({fewest}) must be at least 1 and not above the most ({most})"
            )
        });
    }

    fn limits(&mut self, draft: &RulesetDraft) {
        let Limits { passes, scoreless, rounds, .. } = draft.limits;
        for (key, limit) in
            [("limits.passes", passes), ("limits.scoreless", scoreless), ("limits.rounds", rounds)]
        {
            self.that(limit != Some(0), key, || "must be at least 1; leave it out for no limit".to_owned());
        }
    }

    fn clock(&mut self, draft: &RulesetDraft) {
        match draft.clock {
            Clock::Off => {}
            Clock::Game(clock) => {
                self.that(clock.initial.0 > 0, "clock.initial", || "must be more than 0 seconds".to_owned());
                self.that(clock.penalty >= 0, "clock.penalty", || "must not be negative".to_owned());
            }
            Clock::Turn { limit, .. } => {
                self.that(limit.0 > 0, "clock.turn", || "must be more than 0 seconds".to_owned());
            }
        }
    }

    /// Names stand in lists, messages and stored events, so they are short.
    fn texts(&mut self, draft: &RulesetDraft) {
        let board = &draft.board;
        for (key, text, most) in [
            ("title", &*draft.title, MAX_TITLE),
            ("name", &draft.name, MAX_TITLE),
            ("about", &draft.about, MAX_ABOUT),
            ("lexicon", &draft.lexicon, MAX_TITLE),
            ("board", board.title(), MAX_TITLE),
        ] {
            self.text(key, text, most);
        }
        board.squares().iter().for_each(|square| self.text("board", square.name(), MAX_TITLE));
        // The label of a tile follows from its letters.
        let alphabet = draft.tiles.alphabet();
        for letter in alphabet.letters() {
            let spellings = [alphabet.upper(letter), alphabet.lower(letter)];
            let all = spellings.into_iter().chain(alphabet.aliases(letter));
            all.for_each(|text| self.text("tiles", text, MAX_SPELLING));
        }
    }

    fn text(&mut self, key: &'static str, text: &str, most: usize) {
        // Bytes first: counting the characters of a long text takes time.
        let fits = text.len() <= most || text.len() <= 4 * most && text.chars().count() <= most;
        self.that(fits, key, || {
            let start: String = text.chars().take(20).collect();
            format!("the text that starts with {start:?} has more than {most} characters; make it shorter")
        });
    }

    fn challenge(&mut self, draft: &RulesetDraft) {
        if let ChallengeRule::PointsPerPlay(points) | ChallengeRule::PointsPerWord(points) = draft.challenge {
            self.that(points > 0, "challenge", || {
                "the points for a wrong challenge must be positive".to_owned()
            });
        }
        let contradiction =
            draft.challenge != ChallengeRule::Void && draft.failed_play == FailedPlay::TurnLost;
        self.that(!contradiction, "challenge", || {
            "bad words cannot both cost the turn at once (`failed_play = \"turn-lost\"`) and wait for a challenge"
                .to_owned()
        });
    }
}
