//! Squares: small programs that change the score of the words laid over them.

use crate::board::SquareId;
use boardlang::{Dialect, Program, RunError, Signature, StepMeter, WordLetter};

/// A square as a file gives it, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareDraft {
    /// The id board programs compute.
    pub id: SquareId,
    /// What it is called, such as "triple word".
    pub name: String,
    /// What it does.
    pub effect: SquareEffect,
}

/// What a square does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SquareEffect {
    /// Multiplies the letter, and then the whole word.
    Factors(Factors),
    /// Programs with their priorities.
    Steps(Vec<(Priority, String)>),
}

/// Programs run in the order of their priorities, the lowest first.
pub type Priority = i32;

/// Letter and word factor of a plain square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Factors {
    /// What the letter on it is multiplied with.
    pub letter: i32,
    /// What the word over it is multiplied with.
    pub word: i32,
}

impl Factors {
    /// A square without premium.
    pub const NONE: Factors = Factors { letter: 1, word: 1 };

    /// The programs that do the same.
    fn steps(self) -> Vec<(Priority, String)> {
        let letter = match self.letter {
            1 => "_result_ := pointValue(_pos_) + _acc_".to_owned(),
            factor => format!("_result_ := pointValue(_pos_) * {factor} + _acc_"),
        };
        let word = (self.word != 1).then(|| (1, format!("_result_ := _acc_ * {}", self.word)));
        std::iter::once((0, letter)).chain(word).collect()
    }
}

/// What is wrong with a square.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SquareIssue {
    /// A program does not compile.
    #[error("the program with priority {priority} is wrong:\n{diagnostics}")]
    Program {
        /// Which program.
        priority: Priority,
        /// What is wrong with it.
        diagnostics: boardlang::Diagnostics,
    },
    /// Two programs have one priority.
    #[error("two programs have the priority {0}")]
    SamePriority(Priority),
}

/// A checked square.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{Dialect, Factors, Square, SquareDraft, SquareEffect};
///
/// let effect = SquareEffect::Factors(Factors { letter: 3, word: 1 });
/// let square = Square::new(&SquareDraft { id: 1, name: "triple letter".to_owned(), effect }, Dialect::Left);
/// assert_eq!(square.unwrap().factors(), Some(Factors { letter: 3, word: 1 }));
/// ```
#[derive(Clone, Debug)]
pub struct Square {
    id: SquareId,
    name: String,
    steps: Vec<SquareProgram>,
    factors: Option<Factors>,
    letter_priority: Option<Priority>,
    word_priority: Option<Priority>,
}

/// One program of a square.
#[derive(Clone, Debug)]
pub struct SquareProgram {
    /// When it runs.
    pub priority: Priority,
    program: Program,
}

impl SquareProgram {
    /// The points after this program, for the letter at `pos` of `word` and the points so far.
    ///
    /// # Errors
    ///
    /// Fails if the program fails or the steps of the meter are used up. [`score_with_budget`](crate::score_with_budget)
    /// makes the meter of a play.
    pub fn run(
        &self,
        word: &[WordLetter],
        pos: usize,
        acc: i32,
        meter: &mut StepMeter,
    ) -> Result<i32, RunError> {
        self.program.run_square_on(word, pos as i32, acc, meter)
    }

    /// Its text.
    #[must_use]
    pub fn source(&self) -> &str {
        self.program.source()
    }
}

impl Square {
    /// Checks a draft.
    ///
    /// # Errors
    ///
    /// Fails with every program that does not compile, or with a priority that two programs have.
    pub fn new(draft: &SquareDraft, dialect: Dialect) -> Result<Square, Vec<SquareIssue>> {
        let sources = match &draft.effect {
            SquareEffect::Factors(factors) => factors.steps(),
            SquareEffect::Steps(steps) => steps.clone(),
        };
        let mut steps = compile_steps(&sources, dialect)?;
        steps.sort_by_key(|step| step.priority);
        if let Some(pair) = steps.windows(2).find(|pair| pair[0].priority == pair[1].priority) {
            return Err(vec![SquareIssue::SamePriority(pair[0].priority)]);
        }
        let (factors, letter_priority, word_priority) = classify(&steps);
        let (id, name) = (draft.id, draft.name.clone());
        Ok(Square { id, name, steps, factors, letter_priority, word_priority })
    }

    /// The same square in a game with these vowels.
    pub(crate) fn with_vowels(&self, vowels: Option<&[u16]>, dialect: Dialect) -> Square {
        let program = |step: &SquareProgram| match vowels {
            Some(vowels) => step.program.with_vowels(vowels),
            None => {
                let fresh = boardlang::compile(step.source(), Signature::Square, dialect);
                fresh.map_or_else(|_| step.program.clone(), |output| output.program)
            }
        };
        let steps: Vec<SquareProgram> = (self.steps.iter())
            .map(|step| SquareProgram { priority: step.priority, program: program(step) })
            .collect();
        let (factors, letter_priority, word_priority) = classify(&steps);
        Square { steps, factors, letter_priority, word_priority, ..self.clone() }
    }

    /// Whether a program asks for vowels.
    pub(crate) fn asks_for_vowels(&self) -> bool {
        self.steps.iter().any(|step| step.source().contains("isVowel"))
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> SquareId {
        self.id
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its programs, the lowest priority first.
    #[must_use]
    pub fn steps(&self) -> &[SquareProgram] {
        &self.steps
    }

    /// Letter and word factor, when analysis shows that this is all it does.
    #[must_use]
    pub fn factors(&self) -> Option<Factors> {
        self.factors
    }

    pub(crate) fn letter_priority(&self) -> Option<Priority> {
        self.letter_priority
    }

    pub(crate) fn word_priority(&self) -> Option<Priority> {
        self.word_priority
    }
}

fn compile_steps(
    sources: &[(Priority, String)],
    dialect: Dialect,
) -> Result<Vec<SquareProgram>, Vec<SquareIssue>> {
    let (mut steps, mut faults) = (Vec::new(), Vec::new());
    for (priority, source) in sources {
        match boardlang::compile(source, Signature::Square, dialect) {
            Ok(compiled) => steps.push(SquareProgram { priority: *priority, program: compiled.program }),
            Err(diagnostics) => faults.push(SquareIssue::Program { priority: *priority, diagnostics }),
        }
    }
    if faults.is_empty() { Ok(steps) } else { Err(faults) }
}

type Class = (Option<Factors>, Option<Priority>, Option<Priority>);

/// A plain square has at most one step that adds its letter and, later, at most one that multiplies the points.
fn classify(steps: &[SquareProgram]) -> Class {
    let unknown = (None, None, None);
    let mut factors = Factors { letter: 0, word: 1 };
    let (mut letter_priority, mut word_priority) = (None, None);
    for step in steps {
        let Some(effect) = step.program.affine() else { return unknown };
        match (effect.letter, effect.acc, effect.constant) {
            (0, 1, 0) => {}
            (letter, 1, 0) if letter_priority.is_none() && word_priority.is_none() => {
                factors.letter = letter;
                letter_priority = Some(step.priority);
            }
            (0, word, 0) if word_priority.is_none() => {
                factors.word = word;
                word_priority = Some(step.priority);
            }
            _ => return unknown,
        }
    }
    (Some(factors), letter_priority, word_priority)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factors(steps: &[(Priority, &str)]) -> Option<Factors> {
        let effect = SquareEffect::Steps(steps.iter().map(|&(p, s)| (p, s.to_owned())).collect());
        let draft = SquareDraft { id: 0, name: "test".into(), effect };
        Square::new(&draft, Dialect::Left).unwrap().factors()
    }

    #[test]
    fn analysis_finds_plain_factors_by_what_they_do() {
        let letter = "_result_ := pointValue(_pos_) + _acc_";
        assert_eq!(factors(&[(0, letter)]), Some(Factors::NONE));
        assert_eq!(
            factors(&[(0, letter), (1, "_result_ := _acc_ * 3")]),
            Some(Factors { letter: 1, word: 3 })
        );
        let twice = "declare p; p := pointValue(_pos_); _result_ := _acc_ + p + p";
        assert_eq!(factors(&[(5, twice)]), Some(Factors { letter: 2, word: 1 }));
        assert_eq!(factors(&[]), Some(Factors { letter: 0, word: 1 }));
        assert_eq!(factors(&[(0, "_result_ := _acc_ + 1")]), None);
        assert_eq!(factors(&[(0, "_result_ := 0")]), Some(Factors { letter: 0, word: 0 }));
        assert_eq!(factors(&[(0, "_result_ := _acc_ * 2"), (1, letter)]), None);
    }

    #[test]
    fn factors_become_programs_that_do_the_same() {
        for (letter, word) in [(1, 1), (-4, 1), (1, -9), (0, 99), (3, 3)] {
            let expect = Factors { letter, word };
            let draft = SquareDraft { id: 0, name: "test".into(), effect: SquareEffect::Factors(expect) };
            assert_eq!(Square::new(&draft, Dialect::Left).unwrap().factors(), Some(expect));
        }
    }

    #[test]
    fn two_programs_of_one_priority_are_refused() {
        let steps = vec![(0, "_result_ := 1".to_owned()), (0, "_result_ := 2".to_owned())];
        let draft = SquareDraft { id: 0, name: "test".into(), effect: SquareEffect::Steps(steps) };
        assert!(matches!(
            Square::new(&draft, Dialect::Left).unwrap_err()[..],
            [SquareIssue::SamePriority(0)]
        ));
    }
}
