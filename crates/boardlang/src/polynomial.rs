//! Polynomials over 32-bit wrapping integers in a normal form: equal polynomials are equal values.

use std::collections::BTreeMap;

/// The maximum number of terms.
const MAX_TERMS: usize = 16;
/// The maximum degree.
const MAX_DEGREE: usize = 4;

/// An unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Symbol {
    /// The points of the letter on the square.
    Letter,
    /// The points so far.
    Acc,
    /// The letter's index.
    Pos,
    /// Any other unknown, by number.
    Other(u32),
}

/// A sum of products of unknowns. No coefficient is 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Polynomial(BTreeMap<Vec<Symbol>, i32>);

impl From<i32> for Polynomial {
    fn from(value: i32) -> Polynomial {
        let mut sum = Polynomial::default();
        sum.add_term(Vec::new(), value);
        sum
    }
}

impl From<Symbol> for Polynomial {
    fn from(symbol: Symbol) -> Polynomial {
        Polynomial(BTreeMap::from([(vec![symbol], 1)]))
    }
}

impl Polynomial {
    /// The value, if there are no unknowns.
    pub(crate) fn constant(&self) -> Option<i32> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The coefficients of the letter and of the points so far, and the constant, if there are no other terms.
    pub(crate) fn affine(&self) -> Option<[i32; 3]> {
        let factor = |product: &[Symbol]| self.0.get(product).copied();
        let parts = [factor(&[Symbol::Letter]), factor(&[Symbol::Acc]), factor(&[])];
        (parts.iter().flatten().count() == self.0.len()).then(|| parts.map(Option::unwrap_or_default))
    }

    pub(crate) fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = self.clone();
        for (product, factor) in &other.0 {
            sum.add_term(product.clone(), *factor);
        }
        sum.if_small()
    }

    pub(crate) fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(&other.scale(-1))
    }

    pub(crate) fn scale(&self, by: i32) -> Polynomial {
        let scale = self.0.iter().map(|(product, factor)| (product.clone(), factor.wrapping_mul(by)));
        Polynomial(scale.filter(|&(_, factor)| factor != 0).collect())
    }

    pub(crate) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for (a, factor_a) in &self.0 {
            for (b, factor_b) in &other.0 {
                let mut product = [a.as_slice(), b.as_slice()].concat();
                product.sort_unstable();
                sum.add_term(product, factor_a.wrapping_mul(*factor_b));
            }
        }
        sum.if_small()
    }

    fn add_term(&mut self, product: Vec<Symbol>, factor: i32) {
        let sum = self.0.get(&product).map_or(factor, |old| old.wrapping_add(factor));
        if sum == 0 {
            self.0.remove(&product);
        } else {
            self.0.insert(product, sum);
        }
    }

    fn if_small(self) -> Option<Polynomial> {
        let small = self.0.len() <= MAX_TERMS && self.0.keys().all(|product| product.len() <= MAX_DEGREE);
        small.then_some(self)
    }
}
