//! Scores word by word, exactly as `rules` does, for boards whose squares are programs (or whose numbers are huge).

use crate::layout::LaneLayout;
use crate::play::{PackedTile, PlayLine};
use crate::stop::StopCheck;
use rules::{
    Axis, Coord, CrossWords, Factors, Grid, Points, Ruleset, Square, StepMeter, program_letter,
    score_with_budget,
};
use tiles::Face;

/// A cell of a word: its face, and the square that scores it.
type ScoredCell<'a> = (Face, &'a Square);

/// Scores plays on one board.
pub(crate) struct WordScorer<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) grid: &'a Grid,
    pub(crate) layout: &'a LaneLayout,
    pub(crate) stop: StopCheck<'a>,
}

impl WordScorer<'_> {
    /// The score of a play, or `None` if a square's program fails on one of its words or the search was stopped: a
    /// program may take a thousand times as long as a step of the search.
    pub(crate) fn score(&self, line: &PlayLine, tiles: &[PackedTile]) -> Option<Points> {
        let laid: Vec<(Coord, Face)> =
            line.squares().zip(tiles).filter_map(|(at, shown)| Some((at, shown.face()?))).collect();
        let main = self.word(&laid, line.start, line.axis);
        let mut words = vec![main];
        if self.rules.words.cross == CrossWords::Counted {
            words.extend(laid.iter().map(|&(at, _)| self.cross_word(&laid, at, line.axis.other())));
        }
        words.retain(|word| word.len() > 1);
        if laid.len() == 1 {
            // The longer word of a single tile is scored first; the order matters only if sums overflow.
            words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        }
        let bonus = self.rules.bonus_for(laid.len());
        if self.rules.board.is_plain() {
            return Some(words.iter().fold(bonus, |sum, word| sum.saturating_add(plain_points(word))));
        }
        let score: Result<Points, ()> = score_with_budget(|meter| {
            words.iter().try_fold(bonus, |sum, word| {
                Ok(sum.saturating_add(self.program_points(word, meter).ok_or(())?))
            })
        });
        score.ok()
    }

    fn cross_word(&self, laid: &[(Coord, Face)], at: Coord, axis: Axis) -> Vec<ScoredCell<'_>> {
        self.word(laid, self.grid.run_start(at, axis), axis)
    }

    /// The word from `start` on with these tiles laid.
    fn word(&self, laid: &[(Coord, Face)], start: Coord, axis: Axis) -> Vec<ScoredCell<'_>> {
        let cell = |step| self.under(laid, start.step(axis, step));
        (0..).map_while(cell).collect()
    }

    fn under(&self, laid: &[(Coord, Face)], at: Coord) -> Option<ScoredCell<'_>> {
        if let Some(there) = self.grid.get(at) {
            return Some((there.face, self.rules.board.square_under_tiles()));
        }
        let &(_, face) = laid.iter().find(|&&(other, _)| other == at)?;
        let kind = self.layout.padded.square(self.layout.padded.cell(at))?.kind;
        Some((face, self.rules.board.squares().get(usize::from(kind))?))
    }

    fn program_points(&self, word: &[ScoredCell<'_>], meter: &mut StepMeter) -> Option<Points> {
        if (self.stop)() { None } else { program_points(self.rules, word, meter) }
    }
}

fn plain_points(word: &[ScoredCell<'_>]) -> Points {
    let (mut sum, mut factor) = (0i32, 1i32);
    for (face, square) in word {
        let factors = square.factors().unwrap_or(Factors::NONE);
        sum = sum.wrapping_add(factors.letter.wrapping_mul(face.points.into()));
        factor = factor.wrapping_mul(factors.word);
    }
    sum.wrapping_mul(factor)
}

fn program_points(rules: &Ruleset, word: &[ScoredCell<'_>], meter: &mut StepMeter) -> Option<Points> {
    let letters: Vec<_> = word.iter().map(|&(face, _)| program_letter(rules, face)).collect();
    let steps =
        word.iter().enumerate().flat_map(|(pos, (_, square))| square.steps().iter().map(move |s| (pos, s)));
    let mut order: Vec<_> = steps.collect();
    order.sort_by_key(|&(pos, step)| (step.priority, pos));
    order.into_iter().try_fold(0, |acc, (pos, step)| step.run(&letters, pos, acc, meter).ok())
}
