//! `quixotry lexicon query`: words by letters, pattern, prefix or hooks.

use super::definitions::{Dictionary, WordDefinition};
use super::{LexiconNameArgs, by_probability};
use crate::app::FormatArgs;
use crate::inputs::{Catalog, NumberRange, parse_range};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status, print_note};
use clap::{Args, ValueEnum};
use lexicon::{Letters, Pattern, WordGraph, WordList};
use serde::Serialize;
use std::collections::BTreeMap;
use tiles::{Alphabet, Letter, LetterSet};

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon query --anagram 'RETAIN?'     words of exactly these letters, ? is any letter
  quixotry lexicon query --within DANCE          words of some of these letters
  quixotry lexicon query --pattern 'C.T*'        . any letter, * any run, [AEI] one of, [^AEI] none of
  quixotry lexicon query --prefix QUIX
  quixotry lexicon query --hooks CARE            letters that make a longer word before or after

  quixotry lexicon query --length 7 --order probability --limit 100
  quixotry lexicon query --pattern '*Q*' --count  how many, and how many of each length
  quixotry lexicon query --anagram AEINRST --definitions

Without an option, QUERY is a pattern if it contains one of . * [, and letters to arrange otherwise.";

/// Find words by their letters, a pattern, a prefix, or the hooks of a word.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LexiconQueryArgs {
    #[command(flatten)]
    term: QueryTermArgs,
    /// Only words of this length, such as 7 or 2-4
    #[arg(long, value_name = "N|A-B", value_parser = parse_range)]
    length: Option<NumberRange>,
    /// The order of the words
    #[arg(long, value_enum, value_name = "ORDER", default_value = "alphabet")]
    order: WordOrder,
    /// Only count the words, by length
    #[arg(long, conflicts_with_all = ["limit", "order"])]
    count: bool,
    /// At most this many words
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Show what the words mean, from WordNet (English), if it is installed
    #[arg(long, conflicts_with_all = ["count", "hooks"])]
    definitions: bool,
    #[command(flatten)]
    lexicon: LexiconNameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Args, Debug)]
#[group(multiple = false)]
struct QueryTermArgs {
    /// Letters to arrange, or a pattern
    #[arg(required_unless_present_any = ["anagram", "within", "pattern", "prefix", "hooks", "length", "count"])]
    query: Option<String>,
    /// Words that use all of these letters; ? is any letter
    #[arg(long, short, value_name = "LETTERS")]
    anagram: Option<String>,
    /// Words that use some of these letters; ? is any letter
    #[arg(long, short, value_name = "LETTERS")]
    within: Option<String>,
    /// Words that match this pattern
    #[arg(long, short, value_name = "PATTERN")]
    pattern: Option<String>,
    /// Words that start with these letters
    #[arg(long, value_name = "LETTERS")]
    prefix: Option<String>,
    /// Letters that make a longer word before or after this word
    #[arg(long, value_name = "WORD")]
    hooks: Option<String>,
}

/// The order of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum WordOrder {
    /// By the alphabet
    Alphabet,
    /// The likeliest first: by the number of ways to draw the letters from a full bag
    Probability,
}

#[derive(Serialize)]
struct CountOutput {
    words: usize,
    /// The number of words of each length that occurs.
    lengths: BTreeMap<usize, usize>,
}

#[derive(Serialize)]
struct WordsOutput {
    words: Vec<String>,
    /// What the words mean, if that was asked for; words without a definition are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    definitions: Option<BTreeMap<String, Vec<WordDefinition>>>,
    /// Whether the limit truncated the list.
    more: bool,
}

#[derive(Serialize)]
struct HooksOutput {
    word: String,
    front: Vec<String>,
    back: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &LexiconQueryArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let graph = args.lexicon.load(catalog)?;
    match &args.term.hooks {
        Some(word) => show_hooks(&graph, word, args.format, out),
        None if args.count => count_words(args.words(&graph)?, args.format, out),
        None => show_words(&graph, args, catalog, out),
    }
}

fn count_words(words: WordIterator<'_>, format: FormatArgs, out: &mut CommandOutput) -> RunResult {
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    words.for_each(|word| *lengths.entry(word.len()).or_default() += 1);
    let count = CountOutput { words: lengths.values().sum(), lengths };
    if format.json {
        out.json(&count)?;
        return Ok(Status::Success);
    }
    for (length, words) in &count.lengths {
        out.line(format_args!("{length:>2} letters: {words}"))?;
    }
    out.line(format_args!("all: {}", count.words))?;
    Ok(Status::Success)
}

fn show_words(
    graph: &WordGraph,
    args: &LexiconQueryArgs,
    catalog: &Catalog,
    out: &mut CommandOutput,
) -> RunResult {
    let mut words = args.words(graph)?;
    if args.order == WordOrder::Probability {
        words = Box::new(by_probability(words.collect(), &args.lexicon, graph, catalog)?.into_iter());
    }
    let limit = args.limit.unwrap_or(usize::MAX);
    let print = |word: Vec<Letter>| graph.alphabet().print(&word);
    let dictionary = args.dictionary(catalog)?;
    if args.format.json {
        let found: Vec<String> = words.by_ref().take(limit).map(print).collect();
        let definitions = dictionary.map(|dictionary| define_all(&dictionary, &found));
        out.json(&WordsOutput { words: found, definitions, more: words.next().is_some() })?;
    } else {
        for word in words.take(limit).map(print) {
            out.line(&word)?;
            for found in dictionary.iter().flat_map(|dictionary| dictionary.define(&word)) {
                let base = if found.base == word.to_lowercase() { "" } else { &format!(" ({})", found.base) };
                out.line(format_args!("    {}{base}: {}", found.part, found.text))?;
            }
        }
    }
    Ok(Status::Success)
}

fn define_all(dictionary: &Dictionary, words: &[String]) -> BTreeMap<String, Vec<WordDefinition>> {
    let defined = words.iter().map(|word| (word.clone(), dictionary.define(word)));
    defined.filter(|(_, found)| !found.is_empty()).collect()
}

impl LexiconQueryArgs {
    fn dictionary(&self, catalog: &Catalog) -> anyhow::Result<Option<Dictionary>> {
        self.definitions.then(|| Dictionary::open(catalog.library().directories())).transpose()
    }

    fn words<'a>(&self, graph: &'a WordGraph) -> anyhow::Result<WordIterator<'a>> {
        let words = self.term.words(graph)?;
        Ok(match self.length {
            Some(length) => Box::new(words.filter(move |word| length.contains(word.len()))),
            None => words,
        })
    }
}

type WordIterator<'a> = Box<dyn Iterator<Item = Vec<Letter>> + 'a>;

impl QueryTermArgs {
    fn words<'a>(&self, graph: &'a WordGraph) -> anyhow::Result<WordIterator<'a>> {
        let alphabet = graph.alphabet();
        Ok(if self.is_empty() {
            Box::new(graph.words())
        } else if let Some(text) = self.pattern_text() {
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

    fn is_empty(&self) -> bool {
        let QueryTermArgs { query, anagram, within, pattern, prefix, hooks } = self;
        [query, anagram, within, pattern, prefix, hooks].into_iter().all(Option::is_none)
    }

    fn pattern_text(&self) -> Option<&str> {
        let shaped = self.query.as_deref().filter(|text| text.contains(['.', '*', '[']));
        self.pattern.as_deref().or(shaped)
    }
}

fn show_hooks(graph: &WordGraph, text: &str, format: FormatArgs, out: &mut CommandOutput) -> RunResult {
    let alphabet = graph.alphabet();
    let word = alphabet.parse_word(text)?;
    let hooks = graph.hooks(&word);
    let (front, back) = (letters_to_text(hooks.front, alphabet), letters_to_text(hooks.back, alphabet));
    let hooks = HooksOutput { word: alphabet.print(&word), front, back };
    if !graph.contains(&word) {
        print_note(&format!("{} is not in the lexicon itself", hooks.word));
    }
    if format.json {
        out.json(&hooks)?;
    } else {
        out.line(format_args!(
            "{} {} {}",
            join_letters(&hooks.front),
            hooks.word,
            join_letters(&hooks.back)
        ))?;
    }
    Ok(Status::Success)
}

fn letters_to_text(letters: LetterSet, alphabet: &Alphabet) -> Vec<String> {
    letters.iter().map(|letter| alphabet.upper(letter).to_owned()).collect()
}

fn join_letters(letters: &[String]) -> String {
    if letters.is_empty() { "-".to_owned() } else { letters.concat() }
}
