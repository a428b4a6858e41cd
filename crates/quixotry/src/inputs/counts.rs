//! The options `--threads` and `--games`.

use clap::Args;
use std::num::{NonZeroU64, NonZeroUsize};

/// The maximum number of threads.
const MAX_THREADS: usize = 1024;

/// The threads of a command that uses all cores by default.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ThreadsArgs {
    /// How many threads to use [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl ThreadsArgs {
    /// The number of threads to use.
    pub(crate) fn count(self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let most = NonZeroUsize::new(MAX_THREADS).unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores).min(most)
    }
}

/// The threads of a command that uses one thread by default.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SingleThreadArgs {
    /// How many threads to use
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

impl SingleThreadArgs {
    /// The number of threads to use.
    pub(crate) fn count(self) -> usize {
        self.threads.get()
    }
}

/// The number of games to play. Each command sets its own default with `mut_arg`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct GamesArgs {
    /// How many games to play
    #[arg(long, value_name = "N")]
    games: NonZeroU64,
}

impl GamesArgs {
    /// The number of games.
    pub(crate) fn count(self) -> u64 {
        self.games.get()
    }
}
