//! Ranges of numbers on the command line.

/// The numbers from one to another, both included: `7` or `2-4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NumberRange {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl NumberRange {
    pub(crate) fn contains(self, number: usize) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

/// Reads a number or a range.
pub(crate) fn parse_range(text: &str) -> Result<NumberRange, String> {
    let number = |text: &str| {
        text.trim().parse::<usize>().ok().filter(|&number| number > 0).ok_or_else(|| {
            format!("{text:?} is not a number from 1 on: write one number, or two with a hyphen such as 2-4")
        })
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("the first number is larger than the second: write {last}-{first}"));
    }
    Ok(NumberRange { first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(parse_range("7"), Ok(NumberRange { first: 7, last: 7 }));
        assert_eq!(parse_range("2-4"), Ok(NumberRange { first: 2, last: 4 }));
        for wrong in ["", "0", "4-2", "a-b", "-3", "3-"] {
            assert!(parse_range(wrong).is_err(), "{wrong:?}");
        }
    }
}
