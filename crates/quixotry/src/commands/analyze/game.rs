//! Judges every turn of a game.

use super::partial::PartialAnalysis;
use super::{AnalyzeArgs, DEFAULT_TURN_TIME, describe_effort};
use crate::inputs::{Catalog, GameToJudge, RecordFile, check_output, read_bytes, write_file};
use crate::output::CommandOutput;
use crate::remote_jobs::judge_turns;
use crate::status::{self, RunResult, Status};
use analysis::{Analyst, Effort, GameReport, JudgedTurn, RecordedGame, judge_game, to_html, to_text};
use anyhow::bail;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jobs::JobQueue;
use lexicon::{ContentHash, WordGraph};
use players::Cancellation;
use rules::Ruleset;
use sha2::{Digest, Sha256};
use std::path::Path;

pub(super) fn run(
    args: &AnalyzeArgs,
    what: &str,
    cancellation: &Cancellation,
    catalog: &Catalog,
    out: &mut CommandOutput,
) -> RunResult {
    args.html.as_deref().map_or(Ok(()), check_output)?;
    let report = judge(args, what, cancellation, catalog, &mut |report, rules, judging| {
        if let Some(path) = &args.html {
            write_file(path, to_html(report, rules, judging).as_bytes())?;
        }
        match args.format.json {
            true => out.json(report)?,
            false => out.text(&to_text(report))?,
        }
        Ok(out.flush()?)
    })?;
    if let Some(missing) = report.missing {
        status::print_note(&missing);
    }
    Ok(Status::Success)
}

/// The report of a game, and what is missing in it if the analysis was stopped.
pub(super) struct JudgedGame {
    pub(super) report: GameReport,
    pub(super) missing: Option<String>,
}

/// Writes a report.
pub(super) type ReportWriter<'a> =
    &'a mut dyn FnMut(&GameReport, &Ruleset, RecordedGame<'_>) -> anyhow::Result<()>;

/// Judges a game and writes its report. Only then the file of the judged turns is removed.
pub(super) fn judge(
    args: &AnalyzeArgs,
    what: &str,
    cancellation: &Cancellation,
    catalog: &Catalog,
    write: ReportWriter<'_>,
) -> anyhow::Result<JudgedGame> {
    if args.rack.is_some() || !args.play.is_empty() || args.opponent.is_some() {
        bail!("--rack, --play and --opponent are for positions: choose a turn of the game with --turn");
    }
    let game = read(args, what, catalog)?;
    let words = args.game.word_graph(&game.rules, catalog)?;
    let effort = args.effort(DEFAULT_TURN_TIME, cancellation);
    let judging = RecordedGame { names: &game.names, events: &game.events, notes: &game.notes };
    if judging.is_empty() {
        bail!("{what} has no turns to judge");
    }
    if args.until.is_some() {
        bail!("--until is for endgames and pre-endgames: choose one of the game with --turn");
    }
    let (turns, partial) = match &args.database {
        Some(address) => (judge_with_workers(address, &game.rules, &words, judging, &effort)?, None),
        None => {
            let (turns, partial) = judge_locally(args, what, &game.rules, &words, judging, effort.clone())?;
            (turns, Some(partial))
        }
    };
    let (judged, all) = (turns.len(), judging.len());
    let report = GameReport::new(&game.rules, words.name(), &describe_effort(&effort), judging, turns)
        .in_language(args.language);
    write(&report, &game.rules, judging)?;
    if judged < all {
        let missing = format!(
            "{what}: stopped after {judged} of {all} turns; the same command goes on with the next turn"
        );
        return Ok(JudgedGame { report, missing: Some(missing) });
    }
    if let Some(partial) = partial {
        partial.finish();
    }
    Ok(JudgedGame { report, missing: None })
}

/// Judges the turns here. A file keeps the judged turns until the analysis is complete.
fn judge_locally(
    args: &AnalyzeArgs,
    what: &str,
    rules: &Ruleset,
    words: &WordGraph,
    judging: RecordedGame<'_>,
    effort: Effort,
) -> anyhow::Result<(Vec<JudgedTurn>, PartialAnalysis)> {
    let result_key = result_key(args, what, rules, words, &describe_effort(&effort))?;
    let (mut partial, known) = PartialAnalysis::open(Path::new(what), &result_key, args.anew);
    let bar = progress(judging.len(), known.len());
    let mut analyst = Analyst::on(&args.leaves.player_data(rules, words)?, effort);
    let turns = judge_game(&mut analyst, judging, known, &mut |turn| {
        partial.keep(turn);
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    Ok((turns, partial))
}

/// Lets workers judge the turns.
fn judge_with_workers(
    address: &str,
    rules: &Ruleset,
    words: &WordGraph,
    judging: RecordedGame<'_>,
    effort: &Effort,
) -> anyhow::Result<Vec<JudgedTurn>> {
    let bar = progress(judging.len(), 0);
    let turns = judge_turns(&JobQueue::open(address)?, (rules, words), judging, effort, |_| bar.inc(1))?;
    bar.finish_and_clear();
    Ok(turns)
}

pub(super) fn read(args: &AnalyzeArgs, what: &str, catalog: &Catalog) -> anyhow::Result<GameToJudge> {
    let file = RecordFile::read(what, args.game.rules.as_deref(), catalog)?;
    file.check_is_game(what)?;
    file.skipped_parts().iter().for_each(|part| status::print_note(&format!("{what}: {part}")));
    if let (Some(named), None) = (file.lexicon(), &args.game.lexicon) {
        catalog.lexicon_or_note(named, &file.rules().lexicon);
    }
    file.into_game(what)
}

/// What the results depend on: the file, the rules, the words and the limit.
fn result_key(
    args: &AnalyzeArgs,
    what: &str,
    rules: &Ruleset,
    words: &WordGraph,
    effort: &str,
) -> anyhow::Result<String> {
    let content = ContentHash(Sha256::digest(read_bytes(what)?).into());
    let seed = args.game.seed.unwrap_or(0);
    let leaves = args.leaves.content_hash()?.map_or(String::new(), |hash| format!(" leaves {hash}"));
    let words = words.content_hash();
    let (name, plays, plies) = (&rules.name, args.plays, args.plies);
    let kept = if args.keep_going { " kept going" } else { "" };
    Ok(format!("3 {content} {name} {words} {effort} {plays} plays {plies} plies{kept} seed {seed}{leaves}"))
}

fn progress(turns: usize, known: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(turns as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("judging turn {pos} of {len} {wide_bar} {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(known as u64);
    bar
}
