//! The keys of a rules file: one table that the error messages and the reference in `docs/rules-files.md` use.

/// A key of a rules file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleKey {
    /// The key with its table, such as `limits.passes`.
    pub key: &'static str,
    /// What the key is for, in a few words.
    pub summary: &'static str,
    /// The values it may have, as Markdown; empty where the summary says it all.
    pub values: &'static str,
    /// The value it has when it is left out, as Markdown.
    pub default: &'static str,
}

impl RuleKey {
    /// The row of the key in the reference.
    #[must_use]
    pub fn reference_row(&self) -> String {
        let separator = if self.values.is_empty() { "" } else { ": " };
        format!("| `{}` | {}{separator}{} | {} |", self.key, self.summary, self.values, self.default)
    }
}

/// The key with this full name.
#[must_use]
pub fn rule_key(key: &str) -> Option<&'static RuleKey> {
    RULE_KEYS.iter().find(|known| known.key == key)
}

const fn key(
    key: &'static str,
    summary: &'static str,
    values: &'static str,
    default: &'static str,
) -> RuleKey {
    RuleKey { key, summary, values, default }
}

/// Every key of a rules file but those inside boards and tile sets, in the order of the reference.
pub const RULE_KEYS: &[RuleKey] = &[
    key("title", "the title that people see", "", "the file's name"),
    key("about", "which game this is, and what is special about it", "", "`\"As …, with changes.\"`"),
    key("inherit", "the rules that this file changes", "a name or a path", "none"),
    key("name", "the name of these rules", "", "the file's name without `.toml`"),
    key("board", "the board", "a name, a path or a table, see [Boards](#boards)", "required"),
    key("tiles", "the tiles", "a name, a path or a table, see [Tiles](#tiles)", "required"),
    key("lexicon", "the lexicon that is used if the players choose no other", "", "`\"english\"`"),
    key("rack", "tiles on a full rack", "1 to 32", "`7`"),
    key(
        "bonus",
        "extra points for playing a full rack",
        "a number; or a table from numbers of tiles to points, `{ 7 = 50, 8 = 60 }`, of which the largest number reached counts; `0` for none",
        "`50`",
    ),
    key(
        "seats",
        "how many players take part",
        "a number from 1 to 8, or the fewest and the most, `[2, 4]`",
        "`[1, 4]`",
    ),
    key(
        "starter",
        "who begins",
        "`\"first\"`, the first seat; `\"random\"`, a seat drawn by lot",
        "`\"first\"`",
    ),
    key(
        "racks",
        "who sees which rack",
        "`\"closed\"`, players see their own rack only; `\"open\"`, players see all racks",
        "`\"closed\"`",
    ),
    key(
        "texts",
        "the wording of refusals and results",
        "`\"standard\"`, `\"generic\"`, `\"haskell\"`, `\"skrabbkle\"`, `\"cornell\"`",
        "`\"standard\"`",
    ),
    key(
        "forfeit",
        "what happens when a player gives up",
        "`\"others-win\"`, the game ends and the others win; `\"leaves\"`, the game goes on while at least two players are left; `\"computer\"`, a computer takes the seat",
        "`\"leaves\"`",
    ),
    key(
        "disconnect",
        "what happens when a player's connection is lost for good",
        "`\"keep\"`, the seat is kept; `\"forfeit\"`, the player has given up; `\"computer\"`, a computer takes the seat",
        "`\"keep\"`",
    ),
    key(
        "wild",
        "what a blank may stand for",
        "`\"any\"`, any of its letters; `\"not-on-rack\"`, no letter that the player has as a plain tile",
        "`\"any\"`",
    ),
    key(
        "failed_play",
        "what happens after a play that is not legal",
        "`\"retry\"`, it is refused and the player tries again; `\"turn-lost\"`, the turn is over and all players see it",
        "`\"retry\"`",
    ),
    key(
        "challenge",
        "whether and how plays can be challenged",
        "a name, see [Challenges](#challenges); other points are written `{ points_per_word = 3 }` or `{ points_per_play = 8 }`",
        "`\"void\"`",
    ),
    key(
        "words.cross",
        "words at right angles to the play",
        "`\"counted\"`, each must be good and scores; `\"forbidden\"`, a play makes or changes one word only",
        "`\"counted\"`",
    ),
    key(
        "words.good",
        "what makes a word good",
        "`\"listed\"`, the lexicon has it; `\"anagram\"`, its letters can be rearranged into a word of the lexicon",
        "`\"listed\"`",
    ),
    key("opening.tiles", "the fewest tiles of the first play", "", "`2`"),
    key("exchange.bag", "how many tiles the bag must hold for an exchange", "", "`7`"),
    key("exchange.fewest", "the fewest tiles of an exchange", "", "`1`"),
    key(
        "exchange.most",
        "the most tiles of an exchange",
        "a number, or `\"all\"` tiles of a rack",
        "`\"all\"`",
    ),
    key(
        "exchange.times",
        "how often a player may exchange in a game",
        "a number, or `\"unlimited\"`",
        "`\"unlimited\"`",
    ),
    key(
        "exchange.order",
        "what comes first in an exchange",
        "`\"draw-first\"`, new tiles are drawn before the old ones go back, so the bag must hold as many; `\"return-first\"`, the old ones may be drawn again",
        "`\"draw-first\"`",
    ),
    key("limits.passes", "passes in a row that end the game", "a number, or `\"none\"`", "`\"none\"`"),
    key(
        "limits.scoreless",
        "turns without points in a row that end the game",
        "a number, or `\"none\"`",
        "`6`",
    ),
    key(
        "limits.rounds",
        "rounds in which every player passed that end the game",
        "a number, or `\"none\"`",
        "`\"none\"`",
    ),
    key(
        "limits.round_count",
        "how such rounds are counted",
        "`\"in-a-row\"`, as many passes in a row as there are players make a round; `\"at-first-player\"`, as the ITU server counts: a round ends with the first player's turn if the last turn of every player was a pass",
        "`\"in-a-row\"`",
    ),
    key("limits.exchange_is_pass", "whether an exchange counts as a pass", "", "`false`"),
    key("limits.exchange_is_scoreless", "whether an exchange counts as a turn without points", "", "`true`"),
    key(
        "limits.withdrawn_is_pass",
        "whether a play withdrawn after a challenge counts as a pass",
        "",
        "`false`",
    ),
    key("limits.count_on_empty_board", "whether turns count before the first play", "", "`true`"),
    key(
        "leftovers.scoring",
        "who loses and who gains the points of tiles left on the racks",
        "`\"ignored\"`, no player; `\"subtracted\"`, players lose their own; `\"transferred\"`, players lose their own and the player who went out gains those of all others; `\"doubled\"`, the player who went out gains twice those of all others, and if no player did, players lose their own; `\"swapped\"`, players lose their own and gain those of all others",
        "`\"transferred\"`",
    ),
    key(
        "leftovers.count",
        "which of these tiles count",
        "`\"every-tile\"`; `\"each-kind-once\"`, several tiles of a kind count as one, a quirk of the ITU server",
        "`\"every-tile\"`",
    ),
    key(
        "clock.kind",
        "what the clock measures",
        "`\"game\"`, all turns of a player together; `\"turn\"`, each turn",
        "required",
    ),
    key("clock.initial", "(game) the time at the beginning", "", "required"),
    key("clock.increment", "(game) the time added after each turn", "", "`\"0s\"`"),
    key("clock.penalty", "(game) points lost for each minute of overtime that has begun", "", "`10`"),
    key("clock.overtime", "(game) the overtime after which the game is lost", "", "`\"10m\"`"),
    key("clock.turn", "(turn) how long a turn may take", "", "required"),
    key(
        "clock.then",
        "(turn) what happens when the time is up",
        "`\"pass\"`, the turn counts as a pass; `\"forfeit\"`, the player has given up",
        "`\"pass\"`",
    ),
    key("table.hints", "whether players may ask for hints", "", "`true`"),
    key("table.undo", "whether a turn may be taken back if the others agree", "", "`false`"),
    key("table.takeover", "whether a new player may take over a computer's seat", "", "`false`"),
    key("table.fill", "whether computers get the free seats when the game begins", "", "`false`"),
    key("exchange", "whether and how tiles can be exchanged", "`\"forbidden\"`, or a table", "a table"),
    key("clock", "the clock", "`\"off\"`, or a table", "`\"off\"`"),
    key("words", "the words that a play may form", "a table", "a table"),
    key("opening", "the first play", "a table", "a table"),
    key("limits", "what ends a game without progress", "a table", "a table"),
    key("leftovers", "what tiles left on the racks count", "a table", "a table"),
    key("table", "what a table allows its players", "a table", "a table"),
];
