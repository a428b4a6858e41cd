//! What was answered before, and when it is asked again.

use super::card::QuizCard;
use super::date::{Day, parse_day};
use crate::status::print_note;
use anyhow::{Context, anyhow};
use fsrs::{FSRS, MemoryState};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The chance to remember a question when it is asked again.
const RETENTION: f32 = 0.9;

/// How well a question was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ReviewRating {
    /// Not all of it.
    Again,
    /// All of it, and something wrong.
    Hard,
    /// All of it.
    Good,
}

/// A line of the file: a question after an answer. The last line of a question counts.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ReviewLine {
    question: String,
    day: String,
    rating: ReviewRating,
    stability: f32,
    difficulty: f32,
    due: String,
}

/// What is known about a question.
#[derive(Clone, Copy, Debug)]
struct CardState {
    memory: MemoryState,
    reviewed: Day,
    due: Day,
}

/// All questions that were answered.
pub(super) struct CardBox {
    cards: BTreeMap<String, CardState>,
    /// Where answers are kept; `None` without a data directory.
    file: Option<PathBuf>,
    scheduler: FSRS,
}

impl CardBox {
    /// Reads the answers about a lexicon. Lines that are damaged are left out.
    pub(super) fn open(data: Option<&Path>, lexicon: &str) -> anyhow::Result<CardBox> {
        let file_name: String =
            lexicon.chars().map(|char| if char.is_alphanumeric() { char } else { '-' }).collect();
        let file = data.map(|data| data.join("quiz").join(format!("{file_name}.jsonl")));
        let mut cards = BTreeMap::new();
        let bytes = match &file {
            Some(path) if path.exists() => {
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?
            }
            Some(_) => Vec::new(),
            None => {
                print_note("there is no data directory: answers are not kept");
                Vec::new()
            }
        };
        let (mut damaged, text) = (0, String::from_utf8_lossy(&bytes));
        for line in text.lines() {
            match read_line(line) {
                Some((question, state)) => _ = cards.insert(question, state),
                None => damaged += 1,
            }
        }
        if damaged > 0
            && let Some(path) = &file
        {
            print_note(&format!("{}: {damaged} damaged lines are left out", path.display()));
        }
        Ok(CardBox { cards, file, scheduler: FSRS::default() })
    }

    /// When a question is asked again; `None` if it is new.
    pub(super) fn due(&self, card: &QuizCard) -> Option<Day> {
        self.cards.get(&card.to_string()).map(|state| state.due)
    }

    /// How many questions are due on a day or before.
    pub(super) fn count_due(&self, day: Day) -> usize {
        self.cards.values().filter(|state| state.due <= day).count()
    }

    /// The number of questions.
    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    /// Keeps an answer and finds the day on which the question is asked again.
    pub(super) fn review(&mut self, card: &QuizCard, rating: ReviewRating, today: Day) -> anyhow::Result<()> {
        let question = card.to_string();
        let before = self.cards.get(&question);
        let elapsed = before.map_or(0, |state| today.0.saturating_sub(state.reviewed.0));
        let states = self
            .scheduler
            .next_states(before.map(|state| state.memory), RETENTION, elapsed)
            .map_err(|error| anyhow!("cannot schedule {question}: {error:?}"))?;
        let (next, at_least) = match rating {
            ReviewRating::Again => (states.again, 0),
            ReviewRating::Hard => (states.hard, 1),
            ReviewRating::Good => (states.good, 1),
        };
        let days =
            if rating == ReviewRating::Again { 0 } else { (next.interval.round() as u32).max(at_least) };
        let state = CardState { memory: next.memory, reviewed: today, due: today.after(days) };
        self.cards.insert(question.clone(), state);
        self.keep(&ReviewLine {
            question,
            day: today.to_string(),
            rating,
            stability: next.memory.stability,
            difficulty: next.memory.difficulty,
            due: state.due.to_string(),
        })
    }

    fn keep(&self, line: &ReviewLine) -> anyhow::Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        let write = || {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.write_all(format!("{}\n", serde_json::to_string(line)?).as_bytes())
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }
}

fn read_line(line: &str) -> Option<(String, CardState)> {
    let line: ReviewLine = serde_json::from_str(line).ok()?;
    let memory = MemoryState { stability: line.stability, difficulty: line.difficulty };
    // The scheduler refuses states that it cannot have made.
    let sound = (0.0..1e6).contains(&memory.stability) && (0.0..=10.0).contains(&memory.difficulty);
    let state = CardState { memory, reviewed: parse_day(&line.day).ok()?, due: parse_day(&line.due).ok()? };
    sound.then_some((line.question, state))
}
