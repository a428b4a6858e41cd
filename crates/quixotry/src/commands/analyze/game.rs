//! A whole game.

use super::partial::Partial;
use super::{AnalyzeArgs, FOR_A_TURN, told};
use crate::commands::moves::graph;
use crate::commands::record::Written;
use crate::given::{Stock, read_bytes, write_file};
use crate::jobs::judge_turns;
use crate::outcome::{self, Done, Outcome};
use crate::screen::Screen;
use analysis::{Analyst, Effort, GameReport, JudgedTurn, RecordedGame, judge_game, to_html, to_text};
use anyhow::bail;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jobs::JobQueue;
use lexicon::{ContentHash, WordGraph};
use notation::gcg;
use rules::{Event, Ruleset};
use sha2::{Digest, Sha256};
use std::path::Path;

/// A game as it is judged.
struct Played {
    rules: Ruleset,
    names: Vec<String>,
    events: Vec<Event>,
}

pub(super) fn run(args: &AnalyzeArgs, stock: &Stock, screen: &mut Screen) -> Done {
    if args.rack.is_some() {
        bail!("--rack is for positions: a game has its own racks");
    }
    let played = read(args, stock)?;
    let words = graph(&args.scene, &played.rules, stock)?;
    let effort = args.effort(FOR_A_TURN);
    let judging = RecordedGame { names: &played.names, events: &played.events };
    if judging.is_empty() {
        bail!("{} has no turns to judge", args.what);
    }
    let (turns, partial) = match &args.database {
        Some(address) => (elsewhere(address, &played.rules, &words, judging, &effort)?, None),
        None => {
            let (turns, partial) = here(args, &played.rules, &words, judging, effort.clone())?;
            (turns, Some(partial))
        }
    };
    let report = GameReport::new(&played.rules, words.name(), &told(&effort), judging, turns);
    if let Some(path) = &args.html {
        write_file(path, to_html(&report, &played.rules, judging).as_bytes())?;
    }
    match args.format.json {
        true => screen.json(&report)?,
        false => screen.text(&to_text(&report))?,
    }
    screen.flush()?;
    if let Some(partial) = partial {
        partial.finish();
    }
    Ok(Outcome::Good)
}

/// Judges the turns, and keeps each in a file until all are told.
fn here(
    args: &AnalyzeArgs,
    rules: &Ruleset,
    words: &WordGraph,
    judging: RecordedGame<'_>,
    effort: Effort,
) -> anyhow::Result<(Vec<JudgedTurn>, Partial)> {
    let key = key(args, rules, words, &told(&effort))?;
    let (mut partial, known) = Partial::open(Path::new(&args.what), &key, args.anew);
    let bar = progress(judging.len(), known.len());
    let mut analyst = Analyst::on(&args.leaves.shared(rules, words)?, effort);
    let turns = judge_game(&mut analyst, judging, known, &mut |turn| {
        partial.keep(turn);
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    Ok((turns, partial))
}

/// Lets workers judge them.
fn elsewhere(
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

fn read(args: &AnalyzeArgs, stock: &Stock) -> anyhow::Result<Played> {
    let written = Written::read(&args.what, args.scene.rules.as_deref(), stock)?;
    written.must_be_a_game(&args.what)?;
    written.left_out().iter().for_each(|what| outcome::note(&format!("{}: {what}", args.what)));
    Ok(match written {
        Written::Gcg { game, rules, .. } => {
            let events = gcg::to_events(&game, &rules);
            let events = events.map_err(|findings| {
                let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
                anyhow::anyhow!("{} cannot be judged before it is right:\n  {}", args.what, told.join("\n  "))
            })?;
            let names = gcg::replay(&game, &rules).players.iter().map(|player| player.name.clone()).collect();
            Played { rules, names, events }
        }
        Written::Lines { record, .. } => Played {
            rules: record.rules().clone(),
            names: record.header().seats.iter().map(|seat| seat.player.clone()).collect(),
            events: record.events().to_vec(),
        },
    })
}

/// What results hold for: this file, these rules and words, this effort.
fn key(args: &AnalyzeArgs, rules: &Ruleset, words: &WordGraph, effort: &str) -> anyhow::Result<String> {
    let content = ContentHash(Sha256::digest(read_bytes(&args.what)?).into());
    let seed = args.scene.seed.unwrap_or(0);
    let leaves = args.leaves.hash()?.map_or(String::new(), |hash| format!(" leaves {hash}"));
    let words = words.content_hash();
    let (name, plays) = (&rules.name, args.plays);
    Ok(format!("1 {content} {name} {words} {effort} {plays} plays seed {seed}{leaves}"))
}

fn progress(turns: usize, known: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(turns as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("judging turn {pos} of {len} {wide_bar} {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(known as u64);
    bar
}
