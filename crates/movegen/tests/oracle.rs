//! 1,500 positions of the classic game on which four independent programs agree.

use quixotry_movegen::{Generator, PlaySummary};
use quixotry_test_support::classic;

/// A number of a JSON line.
fn number(line: &str, key: &str) -> i64 {
    let at = line.find(&format!("\"{key}\": ")).unwrap() + key.len() + 4;
    line[at..].split([',', '}']).next().unwrap().trim().parse().unwrap()
}

#[test]
fn counts_top_scores_and_sums_agree() {
    let rules = classic::rules();
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    let lines = include_str!("data/plays.jsonl").lines();
    let mut seen = 0;
    for line in lines {
        let cgp = line.split('"').nth(3).unwrap();
        let (grid, rack) = classic::read(&rules, cgp);
        let mut summary = PlaySummary::default();
        generator.generate(&grid, &rack, &mut summary);
        let found = (summary.plays as i64, i64::from(summary.top_score), summary.score_sum);
        assert_eq!(
            found,
            (number(line, "plays"), number(line, "top_score"), number(line, "score_sum")),
            "{cgp}"
        );
        seen += 1;
    }
    assert_eq!(seen, 1500);
}
