//! Words that were missed in games.

use crate::inputs::{Catalog, GameToJudge, RecordFile};
use crate::status::print_note;
use analysis::{RecordedGame, TurnToStudy, view_turn};
use anyhow::{Context, bail};
use lexicon::WordGraph;
use movegen::Generator;
use players::{EvaluationContext, LeaveValues, StaticEvaluator, TurnAction};
use rules::{Position, View};
use tiles::Letter;

/// The best play has a missed word if it is worth at least this much more than what was played.
const MISSED_POINTS: f64 = 10.0;

/// The main words of the best plays that were missed, in the order of the games.
pub(super) fn missed_words(
    games: &[String],
    player: Option<&str>,
    words: &WordGraph,
    catalog: &Catalog,
) -> anyhow::Result<Vec<Vec<Letter>>> {
    let saved = if games.is_empty() { saved_games(catalog)? } else { games.to_vec() };
    let (mut found, mut named) = (Vec::new(), false);
    for file in &saved {
        let game = match RecordFile::read(file, None, catalog).and_then(|record| record.into_game(file)) {
            Ok(game) => game,
            Err(error) if games.is_empty() => {
                print_note(&format!("{file} is left out: {error:#}"));
                continue;
            }
            Err(error) => return Err(error),
        };
        let wanted = |seat: usize| match player {
            Some(name) => game.names.get(seat).is_some_and(|other| other.eq_ignore_ascii_case(name)),
            None => !game.computers.get(seat).copied().unwrap_or(false),
        };
        named |= (0..game.names.len()).any(wanted);
        found.extend(missed_in(&game, &wanted, words)?);
    }
    match player {
        Some(name) if !named => bail!("nobody in these games is called {name:?}"),
        Some(_) | None => Ok(found),
    }
}

/// The games in the data directory, oldest first.
fn saved_games(catalog: &Catalog) -> anyhow::Result<Vec<String>> {
    let Some(directory) = catalog.data_dir().map(|data| data.join("games")) else {
        bail!("there is no data directory with saved games: name the files after --missed");
    };
    let mut files = Vec::new();
    if directory.exists() {
        let entries = std::fs::read_dir(&directory);
        for entry in entries.with_context(|| format!("cannot read {}", directory.display()))? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "jsonl") {
                files.extend(path.to_str().map(str::to_owned));
            }
        }
    }
    if files.is_empty() {
        bail!("there are no saved games in {}: name files after --missed", directory.display());
    }
    files.sort();
    Ok(files)
}

fn missed_in(
    game: &GameToJudge,
    wanted: &dyn Fn(usize) -> bool,
    words: &WordGraph,
) -> anyhow::Result<Vec<Vec<Letter>>> {
    if words.alphabet() != game.rules.tiles.alphabet() {
        bail!("the game has other letters than the lexicon {}: choose one with --lexicon", words.name());
    }
    let generator = Generator::new(&game.rules, words)?;
    let mut evaluator = StaticEvaluator::new(generator, LeaveValues::of(&game.rules, words));
    let record = RecordedGame { names: &game.names, events: &game.events, notes: &game.notes };
    let mut found = Vec::new();
    for number in 1.. {
        let Some(turn) = view_turn(&game.rules, record, number) else { break };
        if turn.view.viewer.seat().is_some_and(|seat| wanted(seat.index())) {
            found.extend(missed_word(&turn, &mut evaluator));
        }
    }
    Ok(found)
}

/// The main word of the best play, if the turn is worth much less.
fn missed_word(turn: &TurnToStudy, evaluator: &mut StaticEvaluator) -> Option<Vec<Letter>> {
    let (view, action) = (&turn.view, turn.action.as_ref()?);
    let context = EvaluationContext::of(view);
    let rack = view.own_rack()?;
    let best = evaluator.plays(&view.grid, rack, context, 1, &|| false).into_iter().next()?;
    let TurnAction::Play(play) = &best.action else { return None };
    let mut kept = rack.clone();
    let (given, score) = match action {
        TurnAction::Play(play) => (play.tiles.iter().map(|shown| shown.tile()).collect(), play.score()),
        TurnAction::Exchange(tiles) => (tiles.clone(), 0),
        TurnAction::Pass => (Vec::new(), 0),
    };
    given.into_iter().for_each(|tile| _ = kept.take(tile));
    let played = f64::from(score) + evaluator.leave_value(&kept, context).as_f64();
    if best.equity.as_f64() - played < MISSED_POINTS {
        return None;
    }
    let position = position(view);
    let legal = position.judge(&play.placement(), None).ok()?;
    Some(legal.words().first()?.word().to_vec())
}

fn position(view: &View) -> Position {
    let rack = view.own_rack().cloned().unwrap_or_default();
    Position {
        grid: view.grid.clone(),
        racks: vec![rack],
        unknown: vec![0],
        ..Position::new(view.rules.clone())
    }
}
