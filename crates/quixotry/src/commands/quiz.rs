//! `quixotry quiz`: learns words with questions that come again when they are due.

mod card;
mod card_box;
mod date;
mod missed;
mod selection;

use self::card::{QuestionKind, QuizCard};
use self::card_box::{CardBox, ReviewRating};
use self::date::{Day, parse_day};
use super::lexicon::LexiconNameArgs;
use crate::inputs::{Catalog, NumberRange, parse_range};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status, print_note};
use anyhow::bail;
use clap::Args;
use lexicon::WordGraph;
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal};
use std::num::NonZeroUsize;

const EXAMPLES: &str = "\
Examples:
  quixotry quiz --length 7 --probability 1-500    the 500 likeliest sets of seven letters
  quixotry quiz --kind hooks --length 2-3
  quixotry quiz --list words.txt --count 50
  quixotry quiz --missed game.gcg --player Ann    words that Ann missed in a game
  quixotry quiz --missed                          words missed in the games saved by `quixotry play`
  quixotry quiz --due                             only what is due today

For anagrams, type all words of the letters on one line. For hooks, type the letters that can stand before the word, a
slash, and the letters that can stand behind it. An empty line gives up; a line with a full stop ends the quiz.
A question that was answered comes again after a time that grows with each right answer (FSRS); one that was not comes
again at the end, until it is right. The answers are kept in quiz/ in the data directory.";

/// Learn words: anagrams and hooks, with spaced repetition.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct QuizArgs {
    /// What is asked
    #[arg(long, value_enum, value_name = "KIND", default_value = "anagrams")]
    kind: QuestionKind,
    /// Words of this length, such as 7 or 2-4 [default: 7; for hooks 3; any for lists and games]
    #[arg(long, value_name = "N|A-B", value_parser = parse_range)]
    length: Option<NumberRange>,
    /// Only these places in the order of probability, such as 1-500
    #[arg(long, value_name = "A-B", value_parser = parse_range)]
    probability: Option<NumberRange>,
    /// Words from this file, one on each line
    #[arg(long, value_name = "FILE", conflicts_with = "missed")]
    list: Option<String>,
    /// Words that were missed in these games (GCG or records) [default: the saved games]
    #[arg(long, value_name = "GAME", num_args = 0..)]
    missed: Option<Vec<String>>,
    /// The player whose missed words are asked [default: all people]
    #[arg(long, value_name = "NAME", requires = "missed")]
    player: Option<String>,
    /// At most this many questions
    #[arg(long, short = 'n', value_name = "N", default_value = "20")]
    count: NonZeroUsize,
    /// Only questions that were asked before and are due
    #[arg(long)]
    due: bool,
    /// The date that counts as today, such as 2026-11-18
    #[arg(long, value_name = "DATE", value_parser = parse_day)]
    date: Option<Day>,
    #[command(flatten)]
    lexicon: LexiconNameArgs,
}

/// Runs the command.
pub(crate) fn run(args: &QuizArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let graph = args.lexicon.load(catalog)?;
    let today = args.date.unwrap_or_else(Day::today);
    let mut cards = CardBox::open(catalog.data_dir(), graph.name())?;
    let found = selection::select(args, &graph, catalog)?;
    if found.is_empty() {
        bail!("no words are left to ask: try another --length, --probability or list");
    }
    let questions = choose(&found, &cards, today, args);
    if questions.is_empty() {
        let next = found.iter().filter_map(|card| cards.due(card)).min();
        out.line("Nothing is due today.")?;
        next.map_or(Ok(()), |day| out.line(format_args!("The next question is due on {day}.")))?;
        return Ok(Status::Success);
    }
    QuizSession { graph: &graph, today, questions: questions.into(), asked: 0, right: 0 }.run(&mut cards, out)
}

/// The questions of today: what is due, the oldest first, then new ones in their order.
fn choose(found: &[QuizCard], cards: &CardBox, today: Day, args: &QuizArgs) -> Vec<QuizCard> {
    let mut due: Vec<(Day, &QuizCard)> = found
        .iter()
        .filter_map(|card| Some((cards.due(card)?, card)))
        .filter(|(day, _)| *day <= today)
        .collect();
    due.sort_by_key(|(day, _)| *day);
    let new = found.iter().filter(|card| !args.due && cards.due(card).is_none());
    due.into_iter().map(|(_, card)| card).chain(new).take(args.count.get()).cloned().collect()
}

/// A quiz that is under way.
struct QuizSession<'a> {
    graph: &'a WordGraph,
    today: Day,
    /// The questions to ask; one that was not answered goes to the end.
    questions: VecDeque<QuizCard>,
    asked: usize,
    right: usize,
}

impl QuizSession<'_> {
    fn run(mut self, cards: &mut CardBox, out: &mut CommandOutput) -> RunResult {
        let (total, prompt) = (self.questions.len(), io::stdin().is_terminal());
        let mut lines = io::stdin().lock().lines();
        while let Some(card) = self.questions.pop_front() {
            let again = if self.asked < total {
                format!("{} of {total}", self.asked + 1)
            } else {
                "again".to_owned()
            };
            out.line(format_args!("{again}: {}", card.question(self.graph)))?;
            if prompt {
                out.text("> ")?;
            }
            out.flush()?;
            let Some(line) = lines.next().transpose()?.filter(|line| line.trim() != ".") else { break };
            self.take_answer(card, &line, self.asked < total, cards, out)?;
            self.asked += 1;
        }
        let first = self.asked.min(total);
        out.line(format_args!("{} of {first} right at once.", self.right))?;
        let tomorrow = cards.count_due(self.today.after(1));
        out.line(format_args!("Due by tomorrow: {tomorrow}, of {} questions in all.", cards.len()))?;
        Ok(Status::Success)
    }

    fn take_answer(
        &mut self,
        card: QuizCard,
        line: &str,
        first_time: bool,
        cards: &mut CardBox,
        out: &mut CommandOutput,
    ) -> anyhow::Result<()> {
        let answer = match card.check(line, self.graph) {
            Ok(answer) => answer,
            Err(error) => {
                print_note(&error);
                card.check("", self.graph).unwrap_or_default()
            }
        };
        let rating = match (answer.missing.is_empty(), answer.wrong.is_empty()) {
            (true, true) => ReviewRating::Good,
            (true, false) => ReviewRating::Hard,
            (false, _) => ReviewRating::Again,
        };
        out.line(answer.describe(&card.solution(self.graph)))?;
        cards.review(&card, rating, self.today)?;
        match rating {
            ReviewRating::Again => self.questions.push_back(card),
            ReviewRating::Hard | ReviewRating::Good => self.right += usize::from(first_time),
        }
        Ok(())
    }
}
