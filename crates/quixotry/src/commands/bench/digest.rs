//! A number that stands for all results, to see that a faster program still finds the same.

/// FNV-1a over numbers: not for secrets, only to tell results apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Digest(u64);

impl Digest {
    /// The digest of nothing.
    pub(super) const EMPTY: Digest = Digest(0xcbf2_9ce4_8422_2325);

    /// Takes in a number.
    pub(super) fn add(&mut self, number: i64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Takes in another digest.
    pub(super) fn add_digest(&mut self, other: Digest) {
        self.add(other.0 as i64);
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
