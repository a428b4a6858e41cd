//! Is a bot fit to play? It plays on every board and under every rule, and what it does wrong is told.

mod bluffer;

use crate::desk::{Manners, Onlooker, Room, Sitter, play};
use crate::entrant::{Entrant, Kind, entrants};
use crate::plan::{Plan, PlanDraft, System};
use crate::result::Conduct;
use bluffer::Bluffer;
use bots::{Ending, Limits, Remote, Setting};
use lexicon::WordGraph;
use players::PlayerLevel;
use presets::{DataKind, Library};
use rules::{ChallengeRule, Event, Game, Happened, Reason, Ruleset, ScoredWord, Seat, Verdict};
use std::collections::BTreeSet;

/// A game a bot has to play.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What it is called.
    pub name: String,
    /// Rules and words.
    pub setting: Setting,
    /// How many play.
    pub seats: u8,
}

/// What a bot did in a trial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Which trial.
    pub trial: String,
    /// How many plays it laid.
    pub plays: u32,
    /// Its points.
    pub points: i32,
    /// What it did wrong, in words; nothing when all was well.
    pub faults: Vec<String>,
    /// What may be worth knowing, though it is allowed.
    pub remarks: Vec<String>,
}

impl Finding {
    /// Whether all was well.
    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Why a bot cannot be tried at all.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It cannot be started.
    #[error("the bot cannot be started: {0}")]
    Start(Ending),
    /// It is not a program or a player of ours.
    #[error(
        "only programs (cmd:…) and our own players can be checked, for a bot that connects has its own time"
    )]
    Guest,
    /// There is nobody to play against.
    #[error("there is no player to play against")]
    NoOpponent,
}

/// A game for every set of rules and every board whose words are at hand: what is shipped and what the user has.
pub fn trials(library: &Library) -> Vec<Trial> {
    let words = |rules: &Ruleset| -> Option<WordGraph> {
        library.lexicon(&rules.lexicon, rules.tiles.alphabet()).ok()
    };
    let seats = |rules: &Ruleset| 2.clamp(rules.seats.min, rules.seats.max);
    let mut all = Vec::new();
    for source in library.list(DataKind::Rules) {
        let Ok(rules) = library.rules_from(&source) else { continue };
        if let Some(words) = words(&rules) {
            let seats = seats(&rules);
            all.push(Trial {
                name: format!("rules {}", source.name),
                setting: Setting::new(rules, words),
                seats,
            });
        }
    }
    all.extend(challenges(library));
    let Ok(itu) = library.rules("itu") else { return all };
    for source in library.list(DataKind::Boards) {
        let draft = library.board(&source.name).map(|board| rules::RulesetDraft { board, ..itu.draft() });
        let Ok(Ok(rules)) = draft.map(Ruleset::try_from) else { continue };
        if let Some(words) = words(&rules) {
            let seats = seats(&rules);
            all.push(Trial {
                name: format!("board {}", source.name),
                setting: Setting::new(rules, words),
                seats,
            });
        }
    }
    if let Some(words) = words(&itu) {
        all.push(Trial { name: "four players".to_owned(), setting: Setting::new(itu, words), seats: 4 });
    }
    all
}

/// No shipped rules have challenges, but a bot must bear with them.
fn challenges(library: &Library) -> Option<Trial> {
    let mut draft = library.rules("standard").ok()?.draft();
    draft.challenge = ChallengeRule::Double;
    let rules = Ruleset::try_from(draft).ok()?;
    let words = library.lexicon(&rules.lexicon, rules.tiles.alphabet()).ok()?;
    Some(Trial { name: "challenges".to_owned(), setting: Setting::new(rules, words), seats: 2 })
}

/// Lets a bot play a trial against our own greedy player, which bluffs where words may be challenged.
pub fn check(bot: &Entrant, trial: &Trial, manners: &Manners, seed: u64) -> Result<Finding, CheckError> {
    let opponent = players::by_name("greedy").ok_or(CheckError::NoOpponent)?;
    let others = usize::from(trial.seats).saturating_sub(1);
    let mut all = vec![bot.clone()];
    all.extend(entrants(&["greedy"], others).map_err(|_| CheckError::NoOpponent)?);
    let draft = PlanDraft {
        entrants: all,
        setting: trial.setting.clone(),
        system: System::RoundRobin,
        seats: trial.seats,
        games: 1,
        seed,
    };
    let Ok(plan) = Plan::try_from(draft) else { return Err(CheckError::NoOpponent) };
    let first: Sitter = match &bot.kind {
        Kind::Player(level) => Sitter::Player(level, None),
        Kind::Program(command) => {
            Sitter::Remote(Box::new(Remote::launch(command, Limits::default()).map_err(CheckError::Start)?))
        }
        Kind::Guest(_) => return Err(CheckError::Guest),
    };
    Ok(watched(&plan, trial, first, opponent, manners))
}

fn watched(
    plan: &Plan,
    trial: &Trial,
    first: Sitter,
    opponent: &'static PlayerLevel,
    manners: &Manners,
) -> Finding {
    let mut sitters = vec![first];
    sitters.extend((1..plan.seats()).map(|_| opposite(&trial.setting, opponent)));
    let mut inspector = Inspector::new(&trial.setting.words);
    let room = &mut Room::new(&trial.setting.rules);
    let (played, sitters) = play(plan, &plan.fixture(0), sitters, manners, &mut inspector, room);
    for sitter in sitters {
        if let Sitter::Remote(remote) = sitter {
            remote.dismiss();
        }
    }
    let result = &played.result;
    let mut faults = inspector.faults(result.conduct[0], result.left[0]);
    faults.extend(played.reports.iter().filter(|(seat, _)| *seat == 0).map(|(_, report)| report.clone()));
    let remarks = inspector.remarks();
    Finding { trial: trial.name.clone(), plays: inspector.plays, points: result.scores[0], faults, remarks }
}

/// Whoever sits opposite the bot.
fn opposite(setting: &Setting, level: &'static PlayerLevel) -> Sitter {
    let bluffs = setting.rules.challenge != ChallengeRule::Void;
    let player =
        setting.shared().ok().filter(|_| bluffs).and_then(|shared| level.player_with(shared, 0).ok());
    match player {
        Some(player) => Sitter::Other(Some(Box::new(Bluffer::new(player, setting.words.clone())))),
        None => Sitter::Player(level, None),
    }
}

/// Looks at what the first seat does.
struct Inspector<'a> {
    words: &'a WordGraph,
    plays: u32,
    turns: u32,
    resigned: bool,
    reasons: BTreeSet<String>,
    /// Plays of the others with a word that does not exist, and how many of them the bot doubted; and how many good
    /// plays it doubted.
    bluffs: u32,
    caught: u32,
    wronged: u32,
}

impl<'a> Inspector<'a> {
    fn new(words: &'a WordGraph) -> Inspector<'a> {
        Inspector {
            words,
            plays: 0,
            turns: 0,
            resigned: false,
            reasons: BTreeSet::new(),
            bluffs: 0,
            caught: 0,
            wronged: 0,
        }
    }

    fn is_bluff(&self, rules: &Ruleset, words: &[ScoredWord]) -> bool {
        !words.iter().all(|word| word.is_good(rules, self.words))
    }

    fn note(&mut self, reasons: &[Reason], game: &Game) {
        let told = |reason: &Reason| match reason.gameplay_error() {
            Some(name) => format!("{name}: {}", reason.message(&game.rules().board)),
            None => reason.message(&game.rules().board),
        };
        self.reasons.extend(reasons.iter().map(told).take(3));
    }

    fn faults(&self, conduct: Conduct, left: bool) -> Vec<String> {
        let mut faults = Vec::new();
        let mut count = |number: u32, what: &str| {
            if number > 0 {
                faults.push(format!("{number} × {what}"));
            }
        };
        count(conduct.illegal, "an illegal play or exchange");
        count(conduct.timeouts, "no answer in time");
        count(conduct.crashes, "broke down");
        count(conduct.faults, "a line that is no message");
        faults.extend(self.reasons.iter().take(5).cloned());
        if self.turns > 3 && self.plays == 0 {
            faults.push(format!("laid nothing in {} turns: passing for ever is not playing", self.turns));
        }
        if left && conduct.crashes == 0 && conduct.timeouts == 0 {
            faults.push(if self.resigned { "gave up" } else { "left the game" }.to_owned());
        }
        faults
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.bluffs > self.caught {
            let (let_stand, bluffs) = (self.bluffs - self.caught, self.bluffs);
            remarks.push(format!("let {let_stand} of {bluffs} plays stand whose words do not exist"));
        }
        if self.wronged > 0 {
            remarks.push(format!("challenged {} plays whose words exist", self.wronged));
        }
        remarks
    }
}

impl Onlooker for Inspector<'_> {
    fn refused(&mut self, game: &Game, seat: Seat, reasons: &[Reason]) {
        if seat == Seat(0) {
            self.note(reasons, game);
        }
    }

    fn see(&mut self, game: &Game, event: &Event, _: &[&str]) {
        const BOT: Seat = Seat(0);
        match &event.what {
            Happened::Played { seat: BOT, .. } => {
                self.plays += 1;
                self.turns += 1;
            }
            Happened::Played { words, .. } => self.bluffs += u32::from(self.is_bluff(game.rules(), words)),
            Happened::PlayFailed { seat: BOT, reasons, .. }
            | Happened::ExchangeFailed { seat: BOT, reasons, .. } => {
                self.turns += 1;
                self.note(reasons, game);
            }
            Happened::Passed { seat: BOT } | Happened::Exchanged { seat: BOT, .. } => self.turns += 1,
            Happened::Challenged { seat: BOT, verdict, .. } => match verdict {
                Verdict::Withdrawn => self.caught += 1,
                _ => self.wronged += 1,
            },
            Happened::Left { seat: BOT, why: rules::LeaveCause::Resigned, .. } => self.resigned = true,
            _ => {}
        }
    }
}
