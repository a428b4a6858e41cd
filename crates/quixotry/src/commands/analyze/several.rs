//! Judges several games, and sums them up by player.

use super::{AnalyzeArgs, game};
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{self, RunResult, Status};
use crate::text_table::{Align, TextTable};
use analysis::{GameReport, PlayerSummary, sum_up, to_text};
use anyhow::bail;
use players::Cancellation;
use serde::Serialize;

/// The last line of several reports in JSON.
#[derive(Serialize)]
struct GamesSummaryOutput<'a> {
    summary: &'a [PlayerSummary],
}

/// A game that cannot be judged is named, and the others are judged.
pub(super) fn run(
    args: &AnalyzeArgs,
    cancellation: &Cancellation,
    catalog: &Catalog,
    out: &mut CommandOutput,
) -> RunResult {
    if args.html.is_some() || args.turn.is_some() {
        bail!("--html and --turn are for one game: name one file");
    }
    let (mut reports, mut failed): (Vec<GameReport>, usize) = (Vec::new(), 0);
    for what in &args.what {
        if cancellation.is_cancelled() {
            status::print_note(&format!("{what} is not judged; the same command judges it"));
            continue;
        }
        let judged = game::judge(args, what, cancellation, catalog, &mut |report, _, _| {
            match args.format.json {
                true => out.json(report)?,
                false => {
                    out.heading(what)?;
                    out.text(&(to_text(report) + "\n"))?;
                }
            }
            Ok(out.flush()?)
        });
        match judged {
            Ok(judged) => {
                judged.missing.iter().for_each(|missing| status::print_note(missing));
                reports.push(judged.report);
            }
            Err(error) => {
                status::print_note(&format!("{what} is left out: {error:#}"));
                failed += 1;
            }
        }
    }
    let summary = sum_up(&reports);
    match args.format.json {
        true => out.json(&GamesSummaryOutput { summary: &summary })?,
        false => show(&summary, reports.len(), out)?,
    }
    Ok(Status::from_success(failed == 0))
}

fn show(summary: &[PlayerSummary], games: usize, out: &mut CommandOutput) -> std::io::Result<()> {
    out.heading(&format!("{games} games"))?;
    let right = Align::Right;
    let columns = [
        ("player", Align::Left),
        ("games", right),
        ("wins", right),
        ("points", right),
        ("turns", right),
        ("judged", right),
        ("accuracy", right),
        ("lost a game", right),
        ("small", right),
        ("medium", right),
        ("large", right),
    ];
    let mut table = TextTable::new(columns);
    for player in summary {
        let class = |number: usize| player.mistakes.get(number).copied().unwrap_or(0).to_string();
        table.row([
            player.name.clone(),
            player.games.to_string(),
            player.wins.to_string(),
            format!("{:.1}", player.points),
            player.turns.to_string(),
            player.judged.to_string(),
            format!("{:.1}", player.accuracy),
            format!("{:.1}", player.lost_points),
            class(0),
            class(1),
            class(2),
        ]);
    }
    table.lines().try_for_each(|line| out.line(line))
}
