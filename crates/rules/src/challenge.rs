//! Challenges of the last play.

use crate::{
    ChallengeRule, ChallengedWords, EventKind, Game, LastPlay, LeaveCause, Phase, Points, Reason, Refusal,
    Seat, Verdict,
};
use lexicon::WordList;

impl Game {
    pub(crate) fn decide_challenge(
        &self,
        seat: Seat,
        challenged: &ChallengedWords,
        list: &dyn WordList,
    ) -> Result<Vec<EventKind>, Refusal> {
        let play = self.challenged_play(seat)?;
        let words = challenged_words(play, challenged)?;
        let bad = words.iter().any(|&number| !play.words[number].is_good(&self.rules, list));
        let of = play.seat;
        let verdict =
            if bad { Verdict::Withdrawn } else { Verdict::Stands { bonus: self.consolation(words.len()) } };
        let mut events = vec![EventKind::Challenged { seat, of, words, verdict }];
        if self.rules.challenge == ChallengeRule::Triple {
            let loser = if bad { of } else { seat };
            events.push(self.leave(loser, LeaveCause::LostChallenge));
        }
        Ok(events)
    }

    fn challenged_play(&self, seat: Seat) -> Result<&LastPlay, Refusal> {
        if self.rules.challenge == ChallengeRule::Void {
            return Err(Reason::NoChallenges.into());
        }
        if matches!(self.phase, Phase::Answering(waiting) if !waiting.contains(seat)) {
            return Err(Reason::AlreadyAnswered.into());
        }
        self.last.as_ref().filter(|play| play.seat != seat).ok_or_else(|| Reason::NothingToChallenge.into())
    }

    fn consolation(&self, words: usize) -> Points {
        match self.rules.challenge {
            ChallengeRule::PointsPerWord(points) => points.saturating_mul(words as i32),
            ChallengeRule::PointsPerPlay(points) => points,
            ChallengeRule::Void | ChallengeRule::Single | ChallengeRule::Double | ChallengeRule::Triple => 0,
        }
    }
}

fn challenged_words(play: &LastPlay, challenged: &ChallengedWords) -> Result<Vec<usize>, Refusal> {
    let count = play.words.len();
    match challenged {
        ChallengedWords::All => Ok((0..count).collect()),
        ChallengedWords::Words(numbers) if numbers.is_empty() => Err(Reason::NothingToChallenge.into()),
        ChallengedWords::Words(numbers) => {
            let mut numbers = numbers.clone();
            numbers.sort_unstable();
            numbers.dedup();
            match numbers.iter().find(|&&number| number >= count) {
                Some(number) => Err(Reason::NoSuchWord { number: number + 1, count }.into()),
                None => Ok(numbers),
            }
        }
    }
}
