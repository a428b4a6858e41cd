//! Which words are asked.

use super::QuizArgs;
use super::card::{QuestionKind, QuizCard};
use super::missed::missed_words;
use crate::commands::lexicon::by_probability;
use crate::inputs::{Catalog, NumberRange, read_text};
use crate::status::print_note;
use lexicon::{WordGraph, WordList};
use std::collections::HashSet;
use tiles::Letter;

/// The questions that fit, in the order in which new ones are asked.
pub(super) fn select(args: &QuizArgs, graph: &WordGraph, catalog: &Catalog) -> anyhow::Result<Vec<QuizCard>> {
    let (mut words, any_length) = if let Some(file) = &args.list {
        (listed_words(file, graph)?, true)
    } else if let Some(games) = &args.missed {
        (missed_words(games, args.player.as_deref(), graph, catalog)?, true)
    } else {
        (graph.words().collect(), false)
    };
    let usual = match args.kind {
        QuestionKind::Anagrams => NumberRange { first: 7, last: 7 },
        QuestionKind::Hooks => NumberRange { first: 3, last: 3 },
    };
    if let Some(length) = args.length.or((!any_length).then_some(usual)) {
        words.retain(|word| length.contains(word.len()));
    }
    if !any_length || args.probability.is_some() {
        words = by_probability(words, &args.lexicon, graph, catalog)?;
    }
    let mut seen = HashSet::new();
    let cards = words.iter().map(|word| QuizCard::new(args.kind, word, graph.alphabet()));
    let mut cards: Vec<QuizCard> = cards.filter(|card| seen.insert(card.clone())).collect();
    if let Some(places) = args.probability {
        cards.truncate(places.last);
        cards.drain(..(places.first - 1).min(cards.len()));
    }
    Ok(cards)
}

/// The first word of each line of a file; lines that are not words are named.
fn listed_words(file: &str, graph: &WordGraph) -> anyhow::Result<Vec<Vec<Letter>>> {
    let (text, mut unknown) = (read_text(file)?, Vec::new());
    let mut words = Vec::new();
    for text in text.lines().filter_map(|line| line.split_whitespace().next()) {
        match graph.alphabet().parse_word(text).ok().filter(|word| graph.contains(word)) {
            Some(word) => words.push(word),
            None => unknown.push(text),
        }
    }
    if let Some(first) = unknown.first() {
        let (count, name) = (unknown.len(), graph.name());
        print_note(&format!("{file}: {count} words are not in {name} and left out, such as {first}"));
    }
    Ok(words)
}
