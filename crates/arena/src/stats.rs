//! Statistics of results: Elo, ratings and sequential tests.

mod elo;
mod mean;
mod normal;
mod rating;
mod sprt;

pub use elo::{EloEstimate, Pentanomial, elo_of, score_of};
pub use mean::mean_within;
pub use normal::{CONFIDENCE, normal_cdf};
pub use rating::{PairwiseScores, ratings};
pub use sprt::{Sprt, SprtDecision, SprtError, SprtState};
