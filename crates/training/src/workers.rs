//! Runs numbered games on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Runs `work` for the numbers from `from` up to `to`, with one thread for each worker. Returns the results in the order
/// of the numbers.
pub(crate) fn map_numbers<W: Send, T: Send>(
    workers: &mut [W],
    from: u64,
    to: u64,
    work: impl Fn(&mut W, u64) -> T + Sync,
) -> Vec<T> {
    let (next, failed) = (AtomicU64::new(from), AtomicBool::new(false));
    let take = |worker: &mut W| {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= to || failed.load(Ordering::Relaxed) {
                return done;
            }
            done.push((number, work(worker, number)));
        }
    };
    let mut all: Vec<(u64, T)> = std::thread::scope(|scope| {
        let take = &take;
        let threads: Vec<_> = workers.iter_mut().map(|worker| scope.spawn(move || take(worker))).collect();
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => {
                failed.store(true, Ordering::Relaxed);
                std::panic::resume_unwind(panic)
            }
        });
        joined.flatten().collect()
    });
    all.sort_by_key(|&(number, _)| number);
    all.into_iter().map(|(_, yielded)| yielded).collect()
}

/// The seed of a game with this number.
pub(crate) fn seed_of(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 27
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_numbers() {
        for threads in [1, 2, 5] {
            let mut workers = vec![(); threads];
            let yielded = map_numbers(&mut workers, 3, 50, |(), number| number * 2);
            assert_eq!(yielded, (3..50).map(|number| number * 2).collect::<Vec<_>>());
        }
    }
}
