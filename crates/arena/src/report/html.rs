//! The report as a self-contained HTML page.

use super::plot::{COLOURS, MatchPlot};
use super::{rating, text};
use crate::standing::{BotStanding, HeadToHead, MatchStanding};
use notation::draw::escape_xml;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fff}h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:.3rem .5rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}\
th{font-weight:600;color:#666;font-size:.85em}th:nth-child(2),td:nth-child(2){text-align:left}\
svg{width:100%;height:auto;display:block}svg text{font:12px system-ui,sans-serif;fill:#444}.grid{stroke:#e6e6e6}\
.zero{stroke:#999}.legend{margin:.2rem 0}.legend>span{margin-right:1.2em;white-space:nowrap}\
.key{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:2px}\
pre{overflow:auto;background:#f6f6f6;padding:1rem;font-size:.8rem}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}th,td{border-color:#444}th{color:#aaa}\
svg text{fill:#bbb}.grid{stroke:#333}.zero{stroke:#777}pre{background:#222}}\
@media print{body{max-width:none;margin:0}}";

/// The report as a self-contained HTML page.
#[must_use]
pub fn html(standing: &MatchStanding) -> String {
    let title = format!("{} games: {}", standing.games, names(standing));
    let parts = [
        format!("<h1>{}</h1>\n{}", escape_xml(&title), intro(standing)),
        section("Standing", &table(standing)),
        section("Strength", &strength(standing)),
        section("Who beat whom", &cross(standing)),
        section("Scores", &scores(standing)),
        section("Spread over the games", &spreads(standing)),
        section("As text", &as_text(standing)),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style>\n<main>\n{}</main>\n</html>\n",
        escape_xml(&title),
        parts.join("")
    )
}

fn as_text(standing: &MatchStanding) -> String {
    let lines: Vec<String> = text(standing).lines().map(escape_xml).collect();
    format!("<pre>{}</pre>", lines.join("\n"))
}

fn names(standing: &MatchStanding) -> String {
    standing.bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn section(title: &str, body: &str) -> String {
    format!("<h2>{title}</h2>\n{body}\n")
}

fn intro(standing: &MatchStanding) -> String {
    let MatchStanding { rules, lexicon, seed, planned, .. } = standing;
    let best = standing.best.as_ref().map(|best| {
        format!(" Best play: {} for {} points by {} in game {}.", best.word, best.points, best.bot, best.game)
    });
    let sprt = standing.sprt.as_ref().map(|sprt| {
        let (llr, lower, upper) = (sprt.llr, sprt.lower, sprt.upper);
        format!(" SPRT {}: LLR {llr:.2} in [{lower:.2}, {upper:.2}], {}.", sprt.test, sprt.verdict)
    });
    let text = format!(
        "Rules {rules}, lexicon {lexicon}, seed {seed}, {planned} games planned.{}{}",
        best.unwrap_or_default(),
        sprt.unwrap_or_default()
    );
    format!("<p>{}</p>\n", escape_xml(&text))
}

fn key(place: usize) -> String {
    format!("<span class=\"key\" style=\"background:{}\"></span>", COLOURS[place % COLOURS.len()])
}

fn table(standing: &MatchStanding) -> String {
    let row = |(place, bot): (usize, &BotStanding)| {
        let cells = [
            (place + 1).to_string(),
            format!("{}{}", key(place), escape_xml(&bot.name)),
            bot.games.to_string(),
            format!("{}/{}/{}", bot.wins, bot.ties, bot.losses),
            format!("{:.1} %", bot.score * 100.0),
            rating(bot),
            format!("{:.1}", bot.points),
            format!("{:+.1}", bot.spread),
            bot.error_counts.illegal.to_string(),
            bot.error_counts.timeouts.to_string(),
            bot.error_counts.crashes.to_string(),
            bot.error_counts.faults.to_string(),
        ];
        format!("<tr>{}</tr>\n", cells.map(|cell| format!("<td>{cell}</td>")).concat())
    };
    let heads = [
        "",
        "bot",
        "games",
        "won/tied/lost",
        "score",
        "Elo",
        "points",
        "spread",
        "illegal",
        "timeouts",
        "crashes",
        "unreadable",
    ];
    let heads = heads.map(|head| format!("<th>{head}</th>")).concat();
    let rows: String = standing.bots.iter().enumerate().map(row).collect();
    format!("<div class=\"wide\"><table>\n<tr>{heads}</tr>\n{rows}</table></div>")
}

fn strength(standing: &MatchStanding) -> String {
    let rated: Vec<(usize, &BotStanding, f64, f64)> = standing
        .bots
        .iter()
        .enumerate()
        .filter_map(|(place, bot)| Some((place, bot, bot.elo?, bot.error.unwrap_or(0.0))))
        .collect();
    if rated.is_empty() {
        return "<p>One side won everything, so that there is no difference in Elo to show.</p>".to_owned();
    }
    let low = rated.iter().map(|(_, _, elo, error)| elo - error).fold(f64::INFINITY, f64::min);
    let high = rated.iter().map(|(_, _, elo, error)| elo + error).fold(f64::NEG_INFINITY, f64::max);
    let margin = ((high - low) * 0.06).max(1.0);
    let mut plot = MatchPlot::rows((low - margin, high + margin), rated.len());
    plot.x_axis("Elo, with what 95 of 100 such matches would show");
    for (row, (place, bot, elo, error)) in rated.iter().enumerate() {
        let number = rating(bot);
        let names = (escape_xml(&shorten(&bot.name)), escape_xml(&number));
        let colour = COLOURS[place % COLOURS.len()];
        plot.interval(row, (elo - error, *elo, elo + error), colour, (&names.0, &names.1));
    }
    plot.finish("Elo with intervals")
}

/// Shortens a name so that it fits beside a plot.
fn shorten(name: &str) -> String {
    match name.char_indices().nth(20) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.to_owned(),
    }
}

/// The colours of the bots.
fn legend(standing: &MatchStanding) -> String {
    let one =
        |(place, bot): (usize, &BotStanding)| format!("<span>{}{}</span>", key(place), escape_xml(&bot.name));
    let all: String = standing.bots.iter().enumerate().map(one).collect();
    format!("<p class=\"legend\">{all}</p>\n")
}

fn cross(standing: &MatchStanding) -> String {
    let numbers: String = (1..=standing.bots.len()).map(|number| format!("<th>{number}</th>")).collect();
    let cell = |cell: &HeadToHead| match cell {
        None => "<td>·</td>".to_owned(),
        Some((points, games)) => {
            let share = points / games;
            let colour = if share >= 0.5 { "0,158,115" } else { "213,94,0" };
            let strength = (share - 0.5).abs();
            format!("<td style=\"background:rgba({colour},{strength:.2})\">{points}/{games}</td>")
        }
    };
    let row = |(place, (bot, cells)): (usize, (&BotStanding, &Vec<HeadToHead>))| {
        let cells: String = cells.iter().map(cell).collect();
        format!("<tr><td>{}</td><td>{}</td>{cells}</tr>\n", place + 1, escape_xml(&bot.name))
    };
    let rows: String = standing.bots.iter().zip(&standing.cross).enumerate().map(row).collect();
    format!(
        "<div class=\"wide\"><table>\n<tr><th></th><th>points of</th>{numbers}</tr>\n{rows}</table></div>"
    )
}

/// How often each bot had which score, in steps of 20 points.
fn scores(standing: &MatchStanding) -> String {
    const STEP: i32 = 20;
    let all = || standing.bots.iter().flat_map(|bot| &bot.scores).copied();
    let (Some(low), Some(high)) = (all().min(), all().max()) else { return "<p>No games.</p>".to_owned() };
    let (low, high) = (low.div_euclid(STEP), high.div_euclid(STEP) + 1);
    let shares = |bot: &BotStanding| -> Vec<(f64, f64)> {
        let share = |step: i32| {
            let count = bot.scores.iter().filter(|score| score.div_euclid(STEP) == step).count();
            count as f64 * 100.0 / bot.scores.len().max(1) as f64
        };
        (low..=high).map(|step| (f64::from(step * STEP + STEP / 2), share(step))).collect()
    };
    let lines: Vec<Vec<(f64, f64)>> = standing.bots.iter().map(shares).collect();
    let top = lines.iter().flatten().map(|&(_, share)| share).fold(0.0, f64::max);
    let mut plot = MatchPlot::new((f64::from(low * STEP), f64::from((high + 1) * STEP)), (0.0, top * 1.1));
    plot.axes("points in a game", "% of games");
    for (place, line) in lines.iter().enumerate() {
        plot.area(line, COLOURS[place % COLOURS.len()]);
    }
    legend(standing) + &plot.finish("How often each score was reached")
}

/// The mean spread of each bot so far, after each game.
fn spreads(standing: &MatchStanding) -> String {
    let means = |bot: &BotStanding| -> Vec<(f64, f64)> {
        let mut sum = 0.0;
        let running = bot.spreads.iter().zip(1..).map(|(spread, games)| {
            sum += spread;
            (f64::from(games), sum / f64::from(games))
        });
        running.collect()
    };
    let lines: Vec<Vec<(f64, f64)>> = standing.bots.iter().map(means).map(thin_out).collect();
    let games = lines.iter().flatten().map(|&(game, _)| game).fold(1.0, f64::max);
    let reach = lines.iter().flatten().map(|&(_, mean)| mean.abs()).fold(1.0, f64::max);
    let mut plot = MatchPlot::new((0.0, games), (-reach * 1.05, reach * 1.05));
    plot.axes("games", "mean spread so far");
    for (place, line) in lines.iter().enumerate() {
        plot.line(line, COLOURS[place % COLOURS.len()]);
    }
    legend(standing) + &plot.finish("Mean spread after each game")
}

/// Reduces the points to a number that can be seen.
fn thin_out(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let step = points.len().div_ceil(700).max(1);
    let last = points.last().copied();
    points.into_iter().step_by(step).chain(last).collect()
}
