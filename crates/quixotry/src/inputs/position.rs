//! The rules, lexicon and position of a command.

use super::{Catalog, WordSource, read_text};
use anyhow::{Context, bail};
use clap::Args;
use lexicon::WordGraph;
use movegen::Generator;
use notation::cgp;
use rules::{Bonus, ExchangePolicy, Points, Position, Ruleset, RulesetDraft};
use std::path::Path;
use tiles::Tiles;
use wire::PositionDraft;

/// The rules and the lexicon of a command.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// The rules: a name from `rules list`, or a file [default: the rules of the position, or standard]
    #[arg(long, short, value_name = "NAME|FILE")]
    pub(crate) rules: Option<String>,
    /// A different board: a name from `board list`, or a file
    #[arg(long, short, value_name = "NAME|FILE")]
    pub(crate) board: Option<String>,
    /// The lexicon: a name from `lexicon list`, a file, or none to allow any word [default: the lexicon of the rules]
    #[arg(long, short, value_name = "NAME|FILE|none")]
    pub(crate) lexicon: Option<String>,
    /// The random seed, for random boards and computer games
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// A position and the words that are allowed.
pub(crate) struct PositionAndWords {
    pub(crate) position: Position,
    pub(crate) words: WordSource,
}

/// The text of a position, before its rules are loaded.
enum PositionText {
    Empty,
    Cgp(String),
    Json(PositionDraft),
}

impl GameArgs {
    /// Loads a position and its words. The text is `-`, `empty`, a CGP, JSON, or a file with a CGP or JSON.
    pub(crate) fn position_and_words(
        &self,
        position: &str,
        rack: Option<&str>,
        catalog: &Catalog,
    ) -> anyhow::Result<PositionAndWords> {
        let position = self.position(position, rack, catalog)?;
        let words = self.words(&position.rules, catalog)?;
        Ok(PositionAndWords { position, words })
    }

    /// Loads a position.
    pub(crate) fn position(
        &self,
        text: &str,
        rack: Option<&str>,
        catalog: &Catalog,
    ) -> anyhow::Result<Position> {
        let text = PositionText::load(text)?;
        let rules = self.load(&self.selection(&text), catalog)?;
        let mut position = text.read(&rules)?;
        if let Some(rack) = rack {
            let tiles = read_rack(rack, &rules).with_context(|| format!("the rack {rack:?} is wrong"))?;
            position.racks.resize(position.racks.len().max(1), Tiles::new());
            position.racks[0] = tiles;
        }
        Ok(position)
    }

    /// The rules of a command without a position.
    pub(crate) fn ruleset(&self, catalog: &Catalog) -> anyhow::Result<Ruleset> {
        self.load(&self.selection(&PositionText::Empty), catalog)
    }

    /// The words of the given lexicon, or of the lexicon of the rules.
    pub(crate) fn words(&self, rules: &Ruleset, catalog: &Catalog) -> anyhow::Result<WordSource> {
        match &self.lexicon {
            Some(name) => catalog.words(name, rules),
            None => catalog.default_words(rules),
        }
    }

    /// The word graph of the lexicon, for commands that generate plays.
    pub(crate) fn word_graph(&self, rules: &Ruleset, catalog: &Catalog) -> anyhow::Result<WordGraph> {
        let words = match &self.lexicon {
            Some(name) => catalog.words(name, rules)?,
            None => catalog.words(&rules.lexicon, rules).with_context(|| {
                let (rules, lexicon) = (&rules.name, &rules.lexicon);
                format!("the rules {rules} use the lexicon {lexicon:?}; name another one with --lexicon")
            })?,
        };
        match words {
            WordSource::Lexicon(graph) => Ok(graph),
            WordSource::Any => {
                bail!("this command needs a lexicon, so it cannot be none: name one with --lexicon")
            }
        }
    }

    /// A generator of plays with the lexicon.
    pub(crate) fn generator(&self, rules: &Ruleset, catalog: &Catalog) -> anyhow::Result<Generator> {
        Ok(Generator::new(rules, &self.word_graph(rules, catalog)?)?)
    }

    /// The names of the rules and the board: from the options, or else from the position.
    fn selection(&self, text: &PositionText) -> RulesSelection {
        let rules = self.rules.clone().or_else(|| text.rules());
        let board = self.board.clone().or_else(|| text.board());
        let mut overrides = if self.rules.is_none() { text.overrides() } else { CgpOverrides::default() };
        overrides.lexicon = text.lexicon().filter(|_| self.lexicon.is_none());
        RulesSelection { rules: rules.unwrap_or_else(|| "standard".to_owned()), board, overrides }
    }

    fn load(&self, selection: &RulesSelection, catalog: &Catalog) -> anyhow::Result<Ruleset> {
        let rules = catalog.rules(&selection.rules, self.seed)?;
        if selection.board.is_none() && selection.overrides == CgpOverrides::default() {
            return Ok(rules);
        }
        let mut draft = rules.draft();
        if let Some(board) = &selection.board {
            draft.board = catalog.board(board, self.seed)?;
        }
        selection.overrides.apply(&mut draft);
        let named = selection.overrides.lexicon.as_deref();
        if let Some(named) = named.filter(|named| draft.own_words.is_none() || *named != draft.lexicon) {
            (draft.lexicon, draft.own_words) = (catalog.lexicon_or_note(named, &draft.lexicon), None);
        }
        Ok(Ruleset::try_from(draft)?)
    }
}

/// The rules by name, a different board, and the parameters that the position overrides.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RulesSelection {
    rules: String,
    board: Option<String>,
    overrides: CgpOverrides,
}

/// The parameters that a CGP can set: `bb` (bonus), `etl` (tiles in the bag that an exchange needs), `mcnz` (scoreless
/// turns that end the game). The CGP parser refuses invalid numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct CgpOverrides {
    bonus: Option<Points>,
    bag: Option<u16>,
    scoreless: Option<u16>,
    /// The lexicon that the position names.
    lexicon: Option<String>,
}

impl CgpOverrides {
    fn apply(&self, draft: &mut RulesetDraft) {
        if let Some(points) = self.bonus {
            draft.bonus = vec![Bonus { tiles: draft.rack_size, points }];
        }
        if let (Some(bag), ExchangePolicy::Allowed(limits)) = (self.bag, &mut draft.exchange) {
            limits.bag = bag;
        }
        if self.scoreless.is_some() {
            draft.limits.scoreless = self.scoreless;
        }
    }
}

/// Reads many positions and loads each ruleset once.
pub(crate) struct PositionReader<'a> {
    args: &'a GameArgs,
    catalog: &'a Catalog,
    known: Vec<(RulesSelection, Ruleset)>,
}

impl<'a> PositionReader<'a> {
    pub(crate) fn new(args: &'a GameArgs, catalog: &'a Catalog) -> PositionReader<'a> {
        PositionReader { args, catalog, known: Vec::new() }
    }

    /// Reads all positions of a file, one per line; blank lines are skipped. Each position comes with the index of its
    /// rules in [`PositionReader::rules`].
    pub(crate) fn read(&mut self, file: &str) -> anyhow::Result<Vec<(usize, Position)>> {
        self.read_each(file)?.into_iter().collect()
    }

    /// Like [`PositionReader::read`], but a line that is wrong does not hide the others.
    pub(crate) fn read_each(&mut self, file: &str) -> anyhow::Result<Vec<anyhow::Result<(usize, Position)>>> {
        let text = read_text(file)?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read = |(at, line)| self.line(line).with_context(|| format!("{file}, line {}", at + 1));
        Ok(lines.map(read).collect())
    }

    fn line(&mut self, line: &str) -> anyhow::Result<(usize, Position)> {
        let text = PositionText::parse(line, "the line")?;
        let selection = self.args.selection(&text);
        let known = self.known.iter().position(|(known, _)| *known == selection);
        let number = known.map_or_else(|| self.load_rules(selection), Ok)?;
        Ok((number, text.read(&self.known[number].1)?))
    }

    fn load_rules(&mut self, selection: RulesSelection) -> anyhow::Result<usize> {
        let rules = self.args.load(&selection, self.catalog)?;
        self.known.push((selection, rules));
        Ok(self.known.len() - 1)
    }

    /// The rules of the positions so far.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &Ruleset> {
        self.known.iter().map(|(_, rules)| rules)
    }
}

fn read_rack(text: &str, rules: &Ruleset) -> anyhow::Result<Tiles> {
    let (tiles, full) = (rules.tiles.parse_tiles(text)?, usize::from(rules.rack_size));
    if tiles.len() > full {
        bail!("it has {} tiles, but under the rules {} a full one has {full}", tiles.len(), rules.name);
    }
    Ok(tiles)
}

impl PositionText {
    fn load(given: &str) -> anyhow::Result<PositionText> {
        let trimmed = given.trim();
        match trimmed {
            "empty" => Ok(PositionText::Empty),
            "-" => PositionText::parse(&read_text("-")?, "the standard input"),
            "" => bail!("the position is empty: write a CGP, the name of a file, or `empty`"),
            _ if trimmed.starts_with('{') || looks_like_cgp(trimmed) => {
                PositionText::parse(trimmed, "the position")
            }
            _ if Path::new(given).exists() => PositionText::parse(&read_text(given)?, given),
            _ if names_a_file(given) => bail!("cannot read {given}: there is no such file"),
            _ => bail!(
                "{given:?} is not a position: write a CGP in quotes (`board racks scores zeros`), the name of a file with a CGP or JSON, - for the standard input, or `empty`"
            ),
        }
    }

    fn parse(text: &str, origin: &str) -> anyhow::Result<PositionText> {
        let text = text.trim();
        if text.is_empty() {
            bail!("{origin} has no position in it");
        }
        if !text.starts_with('{') {
            return Ok(PositionText::Cgp(text.to_owned()));
        }
        if let Some(cgp) = cgp_within(text) {
            return Ok(PositionText::Cgp(cgp));
        }
        let draft = PositionDraft::read(text);
        draft.map(PositionText::Json).with_context(|| format!("{origin} is not a position in JSON"))
    }

    fn rules(&self) -> Option<String> {
        match self {
            PositionText::Empty => None,
            PositionText::Cgp(text) => cgp_rules(text),
            PositionText::Json(draft) => draft.rules.clone(),
        }
    }

    fn overrides(&self) -> CgpOverrides {
        match self {
            PositionText::Cgp(text) => cgp_overrides(text),
            PositionText::Empty | PositionText::Json(_) => CgpOverrides::default(),
        }
    }

    fn lexicon(&self) -> Option<String> {
        match self {
            PositionText::Cgp(text) => option(text, "lex").map(str::to_owned),
            PositionText::Empty | PositionText::Json(_) => None,
        }
    }

    fn board(&self) -> Option<String> {
        match self {
            PositionText::Json(draft) => draft.board.clone(),
            PositionText::Empty | PositionText::Cgp(_) => None,
        }
    }

    fn read(&self, rules: &Ruleset) -> anyhow::Result<Position> {
        match self {
            PositionText::Empty => Ok(Position::new(rules.clone())),
            PositionText::Cgp(text) => read_cgp(text, rules),
            PositionText::Json(draft) => draft.check(rules).context("the position does not fit the rules"),
        }
    }
}

/// Parses a CGP.
fn read_cgp(text: &str, rules: &Ruleset) -> anyhow::Result<Position> {
    if text.lines().any(|line| line.starts_with("#player") || line.starts_with('>')) {
        bail!(
            "this is a game (GCG), not a position: `quixotry analyze` judges it, and `quixotry record convert --to cgp --turn N` writes a position of it"
        );
    }
    if text.lines().filter(|line| !line.trim().is_empty()).count() > 1 {
        bail!("there is more than one line: a CGP is a single line (use --positions for many)");
    }
    let read = cgp::parse(text, rules)
        .with_context(|| format!("the CGP is wrong under the rules {}", rules.name))?;
    Ok(read.position)
}

/// The CGP in the field `cgp` of a JSON object, which is a common format of test positions.
fn cgp_within(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Holder {
        cgp: String,
    }
    serde_json::from_str(text).ok().map(|holder: Holder| holder.cgp.trim().to_owned())
}

/// Whether a text without spaces is rather the name of a file than a position.
fn names_a_file(text: &str) -> bool {
    let known = ["gcg", "cgp", "json", "jsonl", "txt"];
    let ending = Path::new(text).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    !text.contains(char::is_whitespace) && ending.is_some_and(|ending| known.contains(&ending.as_str()))
}

fn looks_like_cgp(text: &str) -> bool {
    text.split_whitespace().count() >= 3
        && text.split_whitespace().next().is_some_and(|rows| rows.contains('/'))
}

/// The rules that the options of a CGP select, by variant, board or letters.
fn cgp_rules(text: &str) -> Option<String> {
    let letters = option(text, "ld");
    let language = || option(text, "lex").filter(|_| letters.is_none()).and_then(preset_for_lexicon);
    preset_for_variant(option(text, "var"), option(text, "bdn"), letters)
        .or_else(|| language().map(str::to_owned))
}

fn cgp_overrides(text: &str) -> CgpOverrides {
    let number = |code| option(text, code).and_then(|value| value.parse().ok());
    let bonus = option(text, "bb").and_then(|value| value.parse().ok());
    CgpOverrides { bonus, bag: number("etl"), scoreless: number("mcnz"), lexicon: None }
}

/// The value of an option of a CGP.
fn option<'a>(text: &'a str, code: &str) -> Option<&'a str> {
    let options = text.splitn(5, ' ').nth(4)?;
    let mut all = options.split(';').filter_map(|option| option.trim().split_once(' '));
    all.find(|(found, _)| *found == code).map(|(_, value)| value.trim())
}

/// The preset for the variant, board and letters of other programs.
pub(crate) fn preset_for_variant(
    variant: Option<&str>,
    board: Option<&str>,
    letters: Option<&str>,
) -> Option<String> {
    let lower = |text: Option<&str>| text.map(str::to_lowercase);
    let (variant, board, letters) = (lower(variant), lower(board), lower(letters));
    let name = match (variant.as_deref(), board.as_deref(), letters.as_deref()) {
        (Some("wordsmog_super"), _, _) => "super-wordsmog",
        (Some("wordsmog"), _, _) => "wordsmog",
        (Some("classic_super"), _, _) | (_, Some("supercrosswordgame"), _) => "super",
        (_, _, Some("english_super")) => "super",
        (_, _, None | Some("english")) => return None,
        (_, _, Some(_)) => return letters,
    };
    Some(name.to_owned())
}

/// The beginnings of the names of lexicons in other languages than English, and the presets of these languages.
const LEXICON_LANGUAGES: [(&str, &str); 14] = [
    ("osps", "polish"),
    ("polish", "polish"),
    ("nsf", "norwegian"),
    ("fra", "french"),
    ("ods", "french"),
    ("rd", "german"),
    ("german", "german"),
    ("deutsch", "german"),
    ("d25wl", "german"),
    ("disc", "catalan"),
    ("fise", "spanish"),
    ("file", "spanish"),
    ("dsw", "dutch"),
    ("slv", "slovene"),
];

/// The preset for the language of a lexicon, if its name tells it and the language is not English.
pub(crate) fn preset_for_lexicon(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    LEXICON_LANGUAGES.iter().find(|(start, _)| name.starts_with(start)).map(|(_, preset)| *preset)
}
