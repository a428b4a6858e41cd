//! Suggestions for mistyped names.

/// The closest candidate, if it is close enough for a typing error.
pub(crate) fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = core_of(name);
    let allowed = name.chars().count() / 3;
    candidates
        .map(|candidate| (distance(&name, &core_of(candidate)), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// A name without outer underscores and case, which are easily overlooked.
fn core_of(name: &str) -> String {
    name.trim_matches('_').to_lowercase()
}

/// The edit distance. Very long names are never close.
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
    fn typing_errors_get_a_suggestion_and_other_words_do_not() {
        let functions = ["pointValue", "charValue", "toUpper"];
        assert_eq!(closest("PointValeu", functions.into_iter()), Some("pointValue"));
        assert_eq!(closest("touper", functions.into_iter()), Some("toUpper"));
        assert_eq!(closest("pos", ["_acc_", "_pos_"].into_iter()), Some("_pos_"));
        assert_eq!(closest("x", functions.into_iter()), None);
    }
}
