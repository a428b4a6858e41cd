//! The report as text.

use super::rating;
use crate::result::ErrorCounts;
use crate::standing::{BotStanding, HeadToHead, MatchStanding};

/// The report as text.
#[must_use]
pub fn text(standing: &MatchStanding) -> String {
    let mut text = format!(
        "{} of {} games, rules {}, lexicon {}, seed {}\n\n",
        standing.games, standing.planned, standing.rules, standing.lexicon, standing.seed
    );
    text += &table(standing);
    text += &cross_table(standing);
    if let Some(pairs) = standing.pairs {
        let first = &standing.first;
        let pairs = pairs.map(|count| count.to_string()).join(" ");
        text += &format!("\nPairs with 0, ½, 1, 1½, 2 points for {first}: {pairs}\n");
    }
    if let Some(normalised) = &standing.normalised {
        let (first, elo, error) = (&standing.first, normalised.elo, normalised.error);
        text += &format!("Normalised Elo of {first}: {elo:+.1} ± {error:.1}\n");
    }
    if let Some(sprt) = &standing.sprt {
        let (llr, lower, upper) = (sprt.llr, sprt.lower, sprt.upper);
        text += &format!("SPRT {}: LLR {llr:.2} [{lower:.2}, {upper:.2}], {}\n", sprt.test, sprt.verdict);
    }
    if let Some(best) = &standing.best {
        let (word, points, bot, game) = (&best.word, best.points, &best.bot, best.game);
        text += &format!("Best play: {word} for {points} points by {bot} in game {game}\n");
    }
    text + &format!("Digest of all games: {}\n", standing.digest)
}

/// The standing on one line, for a match in progress.
#[must_use]
pub fn brief(standing: &MatchStanding) -> String {
    let bot = |bot: &BotStanding| {
        let rating = rating(bot);
        let (score, spread, errors) = (bot.score * 100.0, bot.spread, describe_errors(bot.error_counts));
        format!("{} {score:.1} %, Elo {rating}, {spread:+.1} a game{errors}", bot.name)
    };
    let bots: Vec<String> = standing.bots.iter().take(4).map(bot).collect();
    let test = standing
        .sprt
        .as_ref()
        .map(|sprt| format!("; LLR {:.2} [{:.2}, {:.2}]", sprt.llr, sprt.lower, sprt.upper));
    format!("{}/{}: {}{}", standing.games, standing.planned, bots.join("; "), test.unwrap_or_default())
}

/// The errors of a bot, if there are any.
fn describe_errors(error_counts: ErrorCounts) -> String {
    let counts = [
        (error_counts.illegal, "illegal"),
        (error_counts.timeouts, "timeouts"),
        (error_counts.crashes, "crashes"),
        (error_counts.faults, "unreadable"),
    ];
    let texts =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}"));
    texts.collect()
}

fn table(standing: &MatchStanding) -> String {
    let two = standing.bots.iter().any(|bot| bot.superiority.is_some());
    let heads = [
        "",
        "bot",
        "games",
        "wins",
        "ties",
        "losses",
        "score",
        "Elo",
        "stronger",
        "points",
        "spread",
        "bonuses",
        "illegal",
        "timeouts",
        "crashes",
        "unreadable",
    ];
    let row = |(place, bot): (usize, &BotStanding)| {
        let share =
            |value: Option<f64>| value.map(|value| format!("{:.1} %", value * 100.0)).unwrap_or_default();
        let error_counts = bot.error_counts;
        vec![
            (place + 1).to_string(),
            bot.name.clone(),
            bot.games.to_string(),
            bot.wins.to_string(),
            bot.ties.to_string(),
            bot.losses.to_string(),
            share(Some(bot.score)),
            rating(bot),
            share(bot.superiority.filter(|_| two)),
            format!("{:.1}", bot.points),
            format!("{:+.1}", bot.spread),
            format!("{:.2}", bot.bonuses),
            error_counts.illegal.to_string(),
            error_counts.timeouts.to_string(),
            error_counts.crashes.to_string(),
            error_counts.faults.to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = standing.bots.iter().enumerate().map(row).collect();
    lines(&heads.map(str::to_owned), &rows)
}

fn cross_table(standing: &MatchStanding) -> String {
    if standing.bots.len() < 3 {
        return String::new();
    }
    let heads: Vec<String> = ["".to_owned(), "points of".to_owned()]
        .into_iter()
        .chain((1..=standing.bots.len()).map(|number| number.to_string()))
        .collect();
    let cell = |cell: &HeadToHead| match cell {
        Some((points, games)) => format!("{points}/{games}"),
        None => "·".to_owned(),
    };
    let row = |(place, (bot, cells)): (usize, (&BotStanding, &Vec<HeadToHead>))| {
        let head = [(place + 1).to_string(), bot.name.clone()];
        head.into_iter().chain(cells.iter().map(cell)).collect()
    };
    let rows: Vec<Vec<String>> = standing.bots.iter().zip(&standing.cross).enumerate().map(row).collect();
    format!("\n{}", lines(&heads, &rows))
}

/// A table with aligned columns; names are left-aligned. Empty columns are omitted.
fn lines(heads: &[String], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        (cells.clone().max().unwrap_or(0) > 0)
            .then(|| cells.max().unwrap_or(0).max(heads[column].chars().count()))
    };
    let widths: Vec<Option<usize>> = (0..heads.len()).map(width).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate().filter_map(|(column, (cell, width))| {
            let width = (*width)?;
            Some(if column == 1 { format!("{cell:<width$}") } else { format!("{cell:>width$}") })
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    std::iter::once(line(heads)).chain(rows.iter().map(|row| line(row))).collect()
}
