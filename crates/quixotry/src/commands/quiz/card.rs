//! Questions, and what is right.

use clap::ValueEnum;
use lexicon::{Letters, WordGraph};
use std::fmt;
use tiles::{Alphabet, Letter, LetterSet};

/// What a question asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum)]
pub(super) enum QuestionKind {
    /// All words of some letters
    Anagrams,
    /// The letters that make a longer word before or behind a word
    Hooks,
}

/// A question.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct QuizCard {
    pub(super) kind: QuestionKind,
    /// The letters in the order of the alphabet, or the word.
    letters: Vec<Letter>,
    /// The same as text.
    text: String,
}

/// The name of a question in the file of answers.
impl fmt::Display for QuizCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            QuestionKind::Anagrams => "anagrams",
            QuestionKind::Hooks => "hooks",
        };
        write!(f, "{kind} {}", self.text)
    }
}

/// What was wrong with an answer: nothing, if both lists are empty.
#[derive(Default, Debug)]
pub(super) struct CheckedAnswer {
    pub(super) missing: Vec<String>,
    pub(super) wrong: Vec<String>,
}

impl CheckedAnswer {
    fn new(expected: &[String], given: &[String]) -> CheckedAnswer {
        let missing = expected.iter().filter(|word| !given.contains(word)).cloned().collect();
        let wrong = given.iter().filter(|word| !expected.contains(word)).cloned().collect();
        CheckedAnswer { missing, wrong }
    }

    /// The answer as a line, with the solution.
    pub(super) fn describe(&self, solution: &str) -> String {
        let verdict = if self.missing.is_empty() { "Right" } else { "Not all" };
        let wrong = match self.wrong.is_empty() {
            true => String::new(),
            false => format!("; not good: {}", self.wrong.join(" ")),
        };
        format!("{verdict}: {solution}{wrong}")
    }
}

impl QuizCard {
    /// The question about a word.
    pub(super) fn new(kind: QuestionKind, word: &[Letter], alphabet: &Alphabet) -> QuizCard {
        let mut letters = word.to_vec();
        if kind == QuestionKind::Anagrams {
            letters.sort_unstable();
        }
        let text = alphabet.print(&letters);
        QuizCard { kind, letters, text }
    }

    /// The question as text.
    pub(super) fn question(&self, graph: &WordGraph) -> String {
        let count = self.letters.len();
        match self.kind {
            QuestionKind::Anagrams => match self.solution_words(graph).len() {
                1 => format!("{}, {count} letters, 1 word", self.text),
                words => format!("{}, {count} letters, {words} words", self.text),
            },
            QuestionKind::Hooks => format!("{}, letters before / behind", self.text),
        }
    }

    /// The solution as text.
    pub(super) fn solution(&self, graph: &WordGraph) -> String {
        match self.kind {
            QuestionKind::Anagrams => self.solution_words(graph).join(" "),
            QuestionKind::Hooks => {
                let (hooks, alphabet) = (graph.hooks(&self.letters), graph.alphabet());
                let side = |letters: LetterSet| match letters.is_empty() {
                    true => "-".to_owned(),
                    false => alphabet.print(&letters.iter().collect::<Vec<_>>()),
                };
                format!("{} {} {}", side(hooks.front), self.text, side(hooks.back))
            }
        }
    }

    fn solution_words(&self, graph: &WordGraph) -> Vec<String> {
        let alphabet = graph.alphabet();
        match self.kind {
            QuestionKind::Anagrams => {
                graph.anagrams(&Letters::new(&self.letters, 0)).map(|word| alphabet.print(&word)).collect()
            }
            QuestionKind::Hooks => {
                let hooks = graph.hooks(&self.letters);
                hook_texts(
                    &hooks.front.iter().collect::<Vec<_>>(),
                    &hooks.back.iter().collect::<Vec<_>>(),
                    alphabet,
                )
            }
        }
    }

    /// Compares an answer with what is right; an error if it cannot be read.
    pub(super) fn check(&self, line: &str, graph: &WordGraph) -> Result<CheckedAnswer, String> {
        let alphabet = graph.alphabet();
        let parse = |text: &str| alphabet.parse_word(text).map_err(|error| error.to_string());
        let given = match self.kind {
            QuestionKind::Anagrams => {
                let words = line.split([' ', ',', '\t']).filter(|word| !word.is_empty());
                let words = words.map(|word| Ok(alphabet.print(&parse(word.trim())?)));
                words.collect::<Result<Vec<String>, String>>()?
            }
            QuestionKind::Hooks => {
                let (front, back) = line.split_once('/').unwrap_or((line, ""));
                let side = |text: &str| parse(&text.replace([' ', ',', '-', '\t'], ""));
                hook_texts(&side(front)?, &side(back)?, alphabet)
            }
        };
        Ok(CheckedAnswer::new(&self.solution_words(graph), &given))
    }
}

/// Each hook with its side: `A-` before the word, `-S` behind it.
fn hook_texts(front: &[Letter], back: &[Letter], alphabet: &Alphabet) -> Vec<String> {
    let front = front.iter().map(|&letter| format!("{}-", alphabet.upper(letter)));
    front.chain(back.iter().map(|&letter| format!("-{}", alphabet.upper(letter)))).collect()
}
