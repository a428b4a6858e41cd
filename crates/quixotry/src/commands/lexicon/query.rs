//! `quixotry lexicon query`: words by letters, pattern, prefix or hooks.

use super::Asked;
use crate::app::Format;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use clap::Args;
use lexicon::{Letters, Pattern, WordGraph};
use serde::Serialize;
use tiles::{Alphabet, Letter, LetterSet};

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon query --anagram 'RETAIN?'     words of exactly these letters, ? is any letter
  quixotry lexicon query --within DANCE          words of some of these letters
  quixotry lexicon query --pattern 'C.T*'        . any letter, * any run, [AEI] one of, [^AEI] none of
  quixotry lexicon query --prefix QUIX
  quixotry lexicon query --hooks CARE            letters that make a longer word before or after

Without an option, QUERY is a pattern if it has one of . * [ in it, and letters to arrange otherwise.";

/// Find words by their letters, a pattern, a prefix, or the hooks of a word.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct QueryArgs {
    #[command(flatten)]
    question: Question,
    /// At most so many words
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    format: Format,
}

#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Question {
    /// Letters to arrange, or a pattern
    query: Option<String>,
    /// Words that use all these letters; ? is any letter
    #[arg(long, short, value_name = "LETTERS")]
    anagram: Option<String>,
    /// Words that use some of these letters; ? is any letter
    #[arg(long, short, value_name = "LETTERS")]
    within: Option<String>,
    /// Words of this shape
    #[arg(long, short, value_name = "PATTERN")]
    pattern: Option<String>,
    /// Words that begin so
    #[arg(long, value_name = "LETTERS")]
    prefix: Option<String>,
    /// Letters that make a longer word when put before or after this one
    #[arg(long, value_name = "WORD")]
    hooks: Option<String>,
}

#[derive(Serialize)]
struct Found {
    words: Vec<String>,
    /// Whether the limit cut the list off.
    more: bool,
}

#[derive(Serialize)]
struct Hooks {
    word: String,
    front: Vec<String>,
    back: Vec<String>,
}

/// Answers the question.
pub(super) fn run(args: &QueryArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let graph = args.asked.load(stock)?;
    match &args.question.hooks {
        Some(word) => show_hooks(&graph, word, args.format, screen),
        None => show_words(&graph, args, screen),
    }
}

fn show_words(graph: &WordGraph, args: &QueryArgs, screen: &mut Screen) -> Done {
    let mut words = args.question.words(graph)?;
    let limit = args.limit.unwrap_or(usize::MAX);
    let print = |word: Vec<Letter>| graph.alphabet().print(&word);
    if args.format.json {
        let found = words.by_ref().take(limit).map(print).collect();
        screen.json(&Found { words: found, more: words.next().is_some() })?;
    } else {
        words.take(limit).map(print).try_for_each(|word| screen.line(word))?;
    }
    Ok(Outcome::Good)
}

type Words<'a> = Box<dyn Iterator<Item = Vec<Letter>> + 'a>;

impl Question {
    fn words<'a>(&self, graph: &'a WordGraph) -> anyhow::Result<Words<'a>> {
        let alphabet = graph.alphabet();
        Ok(if let Some(text) = self.pattern_text() {
            Box::new(graph.matching(&Pattern::parse(text, alphabet)?))
        } else if let Some(text) = &self.prefix {
            Box::new(graph.with_prefix(&alphabet.parse_word(text)?))
        } else if let Some(text) = &self.within {
            Box::new(graph.subanagrams(&Letters::parse(text, alphabet)?))
        } else {
            let text = self.anagram.as_ref().or(self.query.as_ref()).map_or("", String::as_str);
            Box::new(graph.anagrams(&Letters::parse(text, alphabet)?))
        })
    }

    fn pattern_text(&self) -> Option<&str> {
        let shaped = self.query.as_deref().filter(|text| text.contains(['.', '*', '[']));
        self.pattern.as_deref().or(shaped)
    }
}

fn show_hooks(graph: &WordGraph, text: &str, format: Format, screen: &mut Screen) -> Done {
    let alphabet = graph.alphabet();
    let word = alphabet.parse_word(text)?;
    let hooks = graph.hooks(&word);
    let (front, back) = (spelled(hooks.front, alphabet), spelled(hooks.back, alphabet));
    let hooks = Hooks { word: alphabet.print(&word), front, back };
    if format.json {
        screen.json(&hooks)?;
    } else {
        screen.line(format_args!("{} {} {}", shown(&hooks.front), hooks.word, shown(&hooks.back)))?;
    }
    Ok(Outcome::Good)
}

fn spelled(letters: LetterSet, alphabet: &Alphabet) -> Vec<String> {
    letters.iter().map(|letter| alphabet.upper(letter).to_owned()).collect()
}

fn shown(letters: &[String]) -> String {
    if letters.is_empty() { "-".to_owned() } else { letters.concat() }
}
