//! Names that look like a mistyped one.

/// The closest candidate, if it is close enough to be a slip of the hand.
pub(crate) fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = core_of(name);
    let allowed = name.chars().count() / 3;
    candidates
        .map(|candidate| (distance(&name, &core_of(candidate)), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// What a reader sees of a name: case and underscores are easily overlooked.
fn core_of(name: &str) -> String {
    name.trim_matches('_').to_lowercase()
}

/// How many letters to insert, remove or replace; names longer than any sensible one are never close.
fn distance(from: &str, to: &str) -> usize {
    if from.len().max(to.len()) > 40 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let functions = ["pointValue", "charValue", "toUpper"];
        assert_eq!(closest("PointValeu", functions.into_iter()), Some("pointValue"));
        assert_eq!(closest("touper", functions.into_iter()), Some("toUpper"));
        assert_eq!(closest("pos", ["_acc_", "_pos_"].into_iter()), Some("_pos_"));
        assert_eq!(closest("x", functions.into_iter()), None);
    }
}
