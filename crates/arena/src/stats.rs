//! What results say about strength, and how sure that is.

mod elo;
mod normal;
mod rating;
mod sprt;

pub use elo::{EloEstimate, Pentanomial, elo_of, score_of};
pub use normal::{CONFIDENCE, below};
pub use rating::{PairwiseScores, ratings};
pub use sprt::{Sprt, SprtDecision, SprtError, SprtState};
