//! `quixotry lexicon check`: looks up words.

use super::LexiconNameArgs;
use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use clap::Args;
use lexicon::{WordGraph, WordList};
use serde::Serialize;
use std::io::Read;

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon check QUIXOTRY
  quixotry lexicon check --json cat dog catdog
  cut -f1 words.txt | quixotry lexicon check -

The exit code is 1 if a word is not in the lexicon.";

/// Check whether words are in a lexicon.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LexiconCheckArgs {
    /// The words; - reads words from the standard input
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    #[command(flatten)]
    lexicon: LexiconNameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct WordCheckOutput {
    word: String,
    good: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &LexiconCheckArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let graph = args.lexicon.load(catalog)?;
    let words = expand_stdin(&args.words)?;
    let answers: Vec<WordCheckOutput> = words.iter().map(|word| check_word(&graph, word)).collect();
    if args.format.json {
        out.json(&answers)?;
    } else {
        answers.iter().try_for_each(|answer| print_answer(answer, out))?;
    }
    Ok(Status::from_success(answers.iter().all(|answer| answer.good)))
}

fn expand_stdin(words: &[String]) -> std::io::Result<Vec<String>> {
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

fn check_word(graph: &WordGraph, text: &str) -> WordCheckOutput {
    match graph.alphabet().parse_word(text) {
        Ok(word) => {
            WordCheckOutput { word: graph.alphabet().print(&word), good: graph.contains(&word), reason: None }
        }
        Err(error) => WordCheckOutput { word: text.to_owned(), good: false, reason: Some(error.to_string()) },
    }
}

fn print_answer(answer: &WordCheckOutput, out: &mut CommandOutput) -> std::io::Result<()> {
    let verdict = if answer.good { out.good("good") } else { out.bad("bad ") };
    let reason = answer.reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
    out.line(format_args!("{verdict}  {}{reason}", answer.word))
}
