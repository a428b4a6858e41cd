//! `quixotry lexicon check`: is it a word?

use super::Asked;
use crate::app::Format;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use clap::Args;
use lexicon::{WordGraph, WordList};
use serde::Serialize;
use std::io::Read;

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon check QUIXOTRY
  quixotry lexicon check --json cat dog catdog
  cut -f1 words.txt | quixotry lexicon check -

The exit code is 1 if any of the words is not in the list.";

/// Say whether words are in a list.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckArgs {
    /// The words; - reads them from the standard input
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Answer {
    word: String,
    good: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Checks the words.
pub(super) fn run(args: &CheckArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let graph = args.asked.load(stock)?;
    let words = with_input(&args.words)?;
    let answers: Vec<Answer> = words.iter().map(|word| answer(&graph, word)).collect();
    if args.format.json {
        screen.json(&answers)?;
    } else {
        answers.iter().try_for_each(|answer| tell(answer, screen))?;
    }
    Ok(Outcome::of(answers.iter().all(|answer| answer.good)))
}

fn with_input(words: &[String]) -> std::io::Result<Vec<String>> {
    let mut all = Vec::new();
    for word in words {
        if word == "-" {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text)?;
            all.extend(text.split_whitespace().map(str::to_owned));
        } else {
            all.push(word.clone());
        }
    }
    Ok(all)
}

fn answer(graph: &WordGraph, text: &str) -> Answer {
    match graph.alphabet().parse_word(text) {
        Ok(word) => Answer { word: graph.alphabet().print(&word), good: graph.contains(&word), reason: None },
        Err(error) => Answer { word: text.to_owned(), good: false, reason: Some(error.to_string()) },
    }
}

fn tell(answer: &Answer, screen: &mut Screen) -> std::io::Result<()> {
    let verdict = if answer.good { screen.good("good") } else { screen.bad("bad ") };
    let reason = answer.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
    screen.line(format_args!("{verdict}  {}{reason}", answer.word))
}
