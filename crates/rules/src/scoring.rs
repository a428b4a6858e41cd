//! What a word counts.

use crate::placement::{FormedWord, WordCell, is_good};
use crate::square::Square;
use crate::{Axis, Coord, Factors, Points, Reason, Ruleset, STEP_BUDGET};
use boardlang::{Fuel, StepMeter, WordLetter};
use lexicon::WordList;
use smallvec::SmallVec;
use tiles::{BoardLetter, Letter};

/// The steps that all programs of all squares under a play may take together, so that a play is scored within about
/// a millisecond.
pub const PLAY_STEPS: Fuel = Fuel(250_000);

/// Scores a play with a meter for all its words, which has [`PLAY_STEPS`]. If that fails, the play is scored again
/// with a meter that counts exactly, and this outcome stands.
///
/// # Errors
///
/// Those of `score`.
pub fn score_with_budget<T, E>(mut score: impl FnMut(&mut StepMeter) -> Result<T, E>) -> Result<T, E> {
    score(&mut StepMeter::quick(PLAY_STEPS, STEP_BUDGET))
        .or_else(|_| score(&mut StepMeter::exact(PLAY_STEPS, STEP_BUDGET)))
}

/// Words up to this length, and plays with up to this many words, need no allocation.
pub(crate) const SHORT: usize = 16;

/// The letters of a word as they stand on a board; used as a slice, and made with `collect`.
pub type Spelling = SmallVec<[BoardLetter; SHORT]>;

/// A word of a play with what it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredWord {
    /// Its letters as they stand on the board.
    pub letters: Spelling,
    /// Where it begins.
    pub start: Coord,
    /// How it runs.
    pub axis: Axis,
    /// What it counts, without any bonus.
    pub points: Points,
}

impl ScoredWord {
    /// Its letters, whatever tiles they are written with.
    #[must_use]
    pub fn word(&self) -> SmallVec<[Letter; SHORT]> {
        self.letters.iter().map(|spelled| spelled.letter).collect()
    }

    /// Whether it is good under these rules.
    #[must_use]
    pub fn is_good(&self, rules: &Ruleset, list: &dyn WordList) -> bool {
        is_good(rules, list, &self.word())
    }
}

/// Scores a word just formed. Only programs take steps of the meter.
pub(crate) fn score_word(
    rules: &Ruleset,
    run: FormedWord<'_>,
    meter: &mut StepMeter,
) -> Result<ScoredWord, Reason> {
    let points =
        if rules.board.is_plain() { plain_points(rules, run) } else { program_points(rules, run, meter)? };
    let letters = run.cells.iter().map(|cell| board_letter(rules, cell)).collect();
    let start = run.cells.first().map_or(Coord::default(), |cell| cell.at);
    Ok(ScoredWord { letters, start, axis: run.axis, points })
}

fn board_letter(rules: &Ruleset, cell: &WordCell) -> BoardLetter {
    let wild = rules.tiles.kind(cell.placed.tile).is_some_and(tiles::TileKind::is_wild);
    BoardLetter { letter: cell.placed.face.letter, wild }
}

fn square<'a>(rules: &'a Ruleset, cell: &WordCell) -> &'a Square {
    let on_board = cell.new.then(|| rules.board.square(cell.at)).flatten();
    on_board.unwrap_or_else(|| rules.board.square_under_tiles())
}

/// (Sum of letters × letter factors) × product of word factors, in wrapping arithmetic as the programs have it.
fn plain_points(rules: &Ruleset, run: FormedWord<'_>) -> Points {
    let (mut sum, mut factor) = (0i32, 1i32);
    for cell in run.cells {
        let factors = square(rules, cell).factors().unwrap_or(Factors::NONE);
        sum = sum.wrapping_add(factors.letter.wrapping_mul(cell.placed.face.points.into()));
        factor = factor.wrapping_mul(factors.word);
    }
    sum.wrapping_mul(factor)
}

/// All programs of all squares under the word, in the order of their priorities.
#[inline(never)]
fn program_points(rules: &Ruleset, run: FormedWord<'_>, meter: &mut StepMeter) -> Result<Points, Reason> {
    let word = as_program_word(rules, run);
    let steps = |(pos, cell)| square(rules, cell).steps().iter().map(move |step| (step.priority, pos, step));
    let mut order: Vec<_> = run.cells.iter().enumerate().flat_map(steps).collect();
    order.sort_by_key(|&(priority, pos, _)| (priority, pos));
    order.into_iter().try_fold(0, |acc, (_, pos, step)| {
        step.run(&word, pos, acc, meter).map_err(|error| Reason::SquareFailed {
            at: run.cells[pos].at,
            word: run.text(rules),
            error: error.to_string(),
        })
    })
}

fn as_program_word(rules: &Ruleset, run: FormedWord<'_>) -> Vec<WordLetter> {
    run.cells.iter().map(|cell| program_letter(rules, cell.placed.face)).collect()
}

/// A face as square programs see it: the first character of its letter, and its points.
#[must_use]
pub fn program_letter(rules: &Ruleset, face: tiles::Face) -> WordLetter {
    let text = rules.tiles.alphabet().upper(face.letter);
    WordLetter { unit: text.encode_utf16().next().unwrap_or_default(), points: face.points.into() }
}
