//! Checks a bot: it plays on every board and under every rule, and its errors are reported.

mod bluffer;

use crate::entrant::{Entrant, EntrantKind, entrants};
use crate::game_runner::{GameBuffers, GameObserver, MatchPolicy, SeatPlayer, play};
use crate::plan::{PairingSystem, Plan, PlanDraft};
use crate::result::ErrorCounts;
use bluffer::Bluffer;
use bots::{ConnectionError, ConnectionLimits, MatchSetup, RemoteBot};
use lexicon::{WordCount, WordGraph};
use players::PlayerLevel;
use presets::{DataKind, Library};
use rules::{ChallengeRule, Event, EventKind, Game, Reason, Ruleset, ScoredWord, Seat, Verdict};
use std::collections::BTreeSet;
use wire::bot::GameplayError;

/// A game that a bot must play.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The name of the trial.
    pub name: String,
    /// Rules and lexicon.
    pub setup: MatchSetup,
    /// The number of players.
    pub seats: u8,
}

/// The report of a trial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrialReport {
    /// The name of the trial.
    pub trial: String,
    /// The number of plays of the bot.
    pub plays: u32,
    /// The score of the bot.
    pub points: i32,
    /// The errors of the bot as text.
    pub faults: Vec<String>,
    /// Remarks about legal but questionable behaviour.
    pub remarks: Vec<String>,
}

impl TrialReport {
    /// Whether the bot made no errors.
    pub fn is_good(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Why a bot cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The bot cannot be started.
    #[error("the bot cannot be started: {0}")]
    Start(ConnectionError),
    /// The bot connects over TCP.
    #[error("only programs (cmd:…) and built-in players can be checked, not bots that connect over TCP")]
    Network,
    /// There is no opponent.
    #[error("there is no player to play against")]
    NoOpponent,
}

/// The maximum number of words of a lexicon in a trial: a bot that reads three million words takes longer than a turn.
const MOST_WORDS: WordCount = 1_000_000;

/// A trial for each set of rules and each board of a library whose lexicon is available and not too large.
#[must_use]
pub fn trials(library: &Library) -> Vec<Trial> {
    let words = |rules: &Ruleset| -> Option<WordGraph> {
        let words = library.lexicon_of(&rules.lexicon, rules).ok()?;
        (words.len() <= MOST_WORDS).then_some(words)
    };
    let seats = |rules: &Ruleset| 2.clamp(rules.seats.min, rules.seats.max);
    let mut all = Vec::new();
    for source in library.list(DataKind::Rules) {
        let Ok(rules) = library.rules_from(&source) else { continue };
        if let Some(words) = words(&rules) {
            let seats = seats(&rules);
            all.push(Trial {
                name: format!("rules {}", source.name),
                setup: MatchSetup::new(rules, words),
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
                setup: MatchSetup::new(rules, words),
                seats,
            });
        }
    }
    if let Some(words) = words(&itu) {
        all.push(Trial { name: "four players".to_owned(), setup: MatchSetup::new(itu, words), seats: 4 });
    }
    all
}

/// A trial with challenges, which no shipped rules have.
fn challenges(library: &Library) -> Option<Trial> {
    let mut draft = library.rules("standard").ok()?.draft();
    draft.challenge = ChallengeRule::Double;
    let rules = Ruleset::try_from(draft).ok()?;
    let words = library.lexicon_of(&rules.lexicon, &rules).ok()?;
    Some(Trial { name: "challenges".to_owned(), setup: MatchSetup::new(rules, words), seats: 2 })
}

/// Lets a bot play a trial against the greedy player, which bluffs if words may be challenged.
///
/// # Errors
///
/// The bot cannot be started, or it is not a program or a built-in player.
pub fn check_bot(
    bot: &Entrant,
    trial: &Trial,
    policy: &MatchPolicy,
    seed: u64,
) -> Result<TrialReport, CheckError> {
    let opponent = players::by_name("greedy").ok_or(CheckError::NoOpponent)?;
    let others = usize::from(trial.seats).saturating_sub(1);
    let mut all = vec![bot.clone()];
    all.extend(entrants(&["greedy"], others).map_err(|_| CheckError::NoOpponent)?);
    let draft = PlanDraft {
        entrants: all,
        setup: trial.setup.clone(),
        system: PairingSystem::RoundRobin,
        seats: trial.seats,
        games: 1,
        seed,
    };
    let Ok(plan) = Plan::try_from(draft) else { return Err(CheckError::NoOpponent) };
    let first: SeatPlayer = match &bot.kind {
        EntrantKind::BuiltIn(level) => SeatPlayer::BuiltIn(level, None),
        EntrantKind::Program(command) => SeatPlayer::Remote(Box::new(
            RemoteBot::launch(command, ConnectionLimits::default()).map_err(CheckError::Start)?,
        )),
        EntrantKind::Network(_) => return Err(CheckError::Network),
    };
    Ok(play_trial(&plan, trial, first, opponent, policy))
}

fn play_trial(
    plan: &Plan,
    trial: &Trial,
    first: SeatPlayer,
    opponent: &'static PlayerLevel,
    policy: &MatchPolicy,
) -> TrialReport {
    let mut seat_players = vec![first];
    seat_players.extend((1..plan.seats()).map(|_| make_opponent(&trial.setup, opponent)));
    let mut inspector = Inspector::new(&trial.setup.words);
    let buffers = &mut GameBuffers::new(&trial.setup.rules);
    let (played, seat_players) = play(plan, &plan.game(0), seat_players, policy, &mut inspector, buffers);
    for seat_player in seat_players {
        if let SeatPlayer::Remote(remote) = seat_player {
            remote.dismiss();
        }
    }
    let result = &played.result;
    let mut faults = inspector.faults(result.error_counts[0], result.left[0]);
    faults.extend(played.reports.iter().filter(|(seat, _)| *seat == 0).map(|(_, report)| report.clone()));
    let remarks = inspector.remarks();
    TrialReport {
        trial: trial.name.clone(),
        plays: inspector.plays,
        points: result.scores[0],
        faults,
        remarks,
    }
}

/// An opponent of the bot.
fn make_opponent(setup: &MatchSetup, level: &'static PlayerLevel) -> SeatPlayer {
    let bluffs = setup.rules.challenge != ChallengeRule::Void;
    let player =
        setup.player_data().ok().filter(|_| bluffs).and_then(|shared| level.player_with(shared, 0).ok());
    match player {
        Some(player) => SeatPlayer::Custom(Some(Box::new(Bluffer::new(player, setup.words.clone())))),
        None => SeatPlayer::BuiltIn(level, None),
    }
}

/// Observes the first seat.
struct Inspector<'a> {
    words: &'a WordGraph,
    plays: u32,
    turns: u32,
    resigned: bool,
    reasons: BTreeSet<String>,
    /// Plays of the opponents with an invalid word; how many of them the bot challenged; how many valid plays it
    /// challenged.
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

    fn add_reasons(&mut self, reasons: &[Reason], game: &Game) {
        let text = |reason: &Reason| match GameplayError::name_of(reason) {
            Some(name) => format!("{name}: {}", reason.message(&game.rules().board)),
            None => reason.message(&game.rules().board),
        };
        self.reasons.extend(reasons.iter().map(text).take(3));
    }

    fn faults(&self, error_counts: ErrorCounts, left: bool) -> Vec<String> {
        let mut faults = Vec::new();
        let mut count = |number: u32, what: &str| {
            if number > 0 {
                faults.push(format!("{number} × {what}"));
            }
        };
        count(error_counts.illegal, "an illegal play or exchange");
        count(error_counts.timeouts, "no answer in time");
        count(error_counts.crashes, "broke down");
        count(error_counts.faults, "a line that is not a message");
        faults.extend(self.reasons.iter().take(5).cloned());
        if self.turns > 3 && self.plays == 0 {
            faults.push(format!(
                "laid nothing in {} turns: a bot must be able to play, not only to pass",
                self.turns
            ));
        }
        if left && error_counts.crashes == 0 && error_counts.timeouts == 0 {
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

impl GameObserver for Inspector<'_> {
    fn observe_refusal(&mut self, game: &Game, seat: Seat, reasons: &[Reason]) {
        if seat == Seat(0) {
            self.add_reasons(reasons, game);
        }
    }

    fn observe(&mut self, game: &Game, event: &Event, _: &[&str]) {
        const BOT: Seat = Seat(0);
        match &event.kind {
            EventKind::Played { seat: BOT, .. } => {
                self.plays += 1;
                self.turns += 1;
            }
            EventKind::Played { words, .. } => self.bluffs += u32::from(self.is_bluff(game.rules(), words)),
            EventKind::PlayFailed { seat: BOT, reasons, .. }
            | EventKind::ExchangeFailed { seat: BOT, reasons, .. } => {
                self.turns += 1;
                self.add_reasons(reasons, game);
            }
            EventKind::Passed { seat: BOT } | EventKind::Exchanged { seat: BOT, .. } => self.turns += 1,
            EventKind::Challenged { seat: BOT, verdict, .. } => match verdict {
                Verdict::Withdrawn => self.caught += 1,
                Verdict::Stands { .. } => self.wronged += 1,
            },
            EventKind::Left { seat: BOT, why: rules::LeaveCause::Resigned, .. } => self.resigned = true,
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::PlayFailed { .. }
            | EventKind::Passed { .. }
            | EventKind::Exchanged { .. }
            | EventKind::ExchangeFailed { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::TurnSkipped { .. }
            | EventKind::TimedOut { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => {}
        }
    }
}
