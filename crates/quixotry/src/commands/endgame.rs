//! `quixotry endgame`: solves positions with an empty bag.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, PositionReader, SearchLimitArgs};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use anyhow::{Context, bail};
use clap::Args;
use movegen::GeneratedPlay;
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use players::endgame::{Endgame, Solution, SolveOptions, Solver};
use rules::{BoardTile, Points, Position, Ruleset};
use serde::Serialize;
use tiles::Tiles;

const EXAMPLES: &str = "\
Examples:
  quixotry endgame position.cgp
  quixotry endgame '7NEB5/9IN4/… ABEIR/DT 374/395 0' --time 10s
  quixotry endgame --positions many.cgp --json

POSITION is a CGP in quotes, a file with a CGP or JSON, or - for the standard input. The bag must be empty, and there
must be two players. A rack that is not given gets all unseen tiles.
The value is the spread that the player to move gains until the end if both play their best.";

/// Solve endgames: find the best line when the bag is empty.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct EndgameArgs {
    /// The position: CGP, JSON, a file or -
    #[arg(required_unless_present = "positions", conflicts_with = "positions")]
    position: Option<String>,
    /// Read positions from this file, one per line
    #[arg(long, value_name = "FILE")]
    positions: Option<String>,
    #[command(flatten)]
    limit: SearchLimitArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs the command.
pub(crate) fn run(args: &EndgameArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match (&args.positions, &args.position) {
        (Some(file), _) => many(args, file, catalog, out),
        (None, Some(position)) => one(args, position, catalog, out),
        (None, None) => bail!("name a position, or a file with --positions"),
    }
}

fn one(args: &EndgameArgs, position: &str, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let position = args.game.position(position, None, catalog)?;
    let endgame = Endgame::of_position(&position)?;
    args.solve(&mut args.solver(&position.rules, catalog)?, &position, &endgame, out)?;
    Ok(Status::Success)
}

fn many(args: &EndgameArgs, file: &str, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let mut positions = PositionReader::new(&args.game, catalog);
    let all = positions.read(file)?;
    let endgame = |(number, (rules, position)): (usize, &(usize, Position))| {
        let endgame = Endgame::of_position(position);
        let endgame = endgame.with_context(|| format!("{file}, position {}", number + 1))?;
        anyhow::Ok((*rules, endgame))
    };
    let endgames = all.iter().enumerate().map(endgame).collect::<anyhow::Result<Vec<_>>>()?;
    let solvers = positions.rules().map(|rules| args.solver(rules, catalog));
    let mut solvers = solvers.collect::<anyhow::Result<Vec<_>>>()?;
    for (number, ((rules, endgame), (_, position))) in endgames.iter().zip(&all).enumerate() {
        if !args.format.json {
            let gap = if number == 0 { "" } else { "\n" };
            out.heading(&format!("{gap}{}", notation::cgp::print_position(position)))?;
        }
        args.solve(&mut solvers[*rules], position, endgame, out)?;
        out.flush()?;
    }
    Ok(Status::Success)
}

/// A solution in JSON.
#[derive(Serialize)]
struct SolutionOutput {
    spread_delta: Points,
    best: String,
    line: Vec<String>,
    proven: bool,
    depth: u8,
}

impl EndgameArgs {
    fn solver(&self, rules: &Ruleset, catalog: &Catalog) -> anyhow::Result<Solver> {
        Ok(Solver::new(&self.game.word_graph(rules, catalog)?))
    }

    fn solve(
        &self,
        solver: &mut Solver,
        position: &Position,
        endgame: &Endgame,
        out: &mut CommandOutput,
    ) -> anyhow::Result<()> {
        let (limit, threads) = (self.limit.search_limit(), self.limit.threads());
        let solution = solver.solve(endgame, &SolveOptions { limit, threads })?;
        let turns = solution_turns(position, endgame, &solution);
        if self.format.json {
            let line: Vec<String> = turns.into_iter().map(|turn| turn.play).collect();
            let best = line.first().cloned().unwrap_or_else(|| PASS.to_owned());
            let Solution { spread_delta, proven, depth, .. } = solution;
            out.json(&SolutionOutput { spread_delta, best, line, proven, depth })?;
            return Ok(());
        }
        show(&turns, out)?;
        out.line(describe_solution(&solution))?;
        Ok(())
    }
}

const PASS: &str = "pass";

/// One turn of a solution.
struct SolutionTurn {
    player: usize,
    play: String,
    score: Points,
    left: String,
}

/// The turns of a solution, each in the notation of its position.
fn solution_turns(position: &Position, endgame: &Endgame, solution: &Solution) -> Vec<SolutionTurn> {
    let (mut now, mut racks) = (position.clone(), endgame.racks().clone());
    let each = solution.line.iter().enumerate().map(|(number, step)| {
        let player = number % 2;
        let (play, score) = match step {
            Some(play) => (carry_out(&mut now, &mut racks[player], play), play.score()),
            None => (PASS.to_owned(), 0),
        };
        let left = now.rules.tiles.print_tiles(&racks[player]);
        SolutionTurn { player: player + 1, play, score, left }
    });
    each.collect()
}

fn carry_out(now: &mut Position, rack: &mut Tiles, play: &GeneratedPlay) -> String {
    let placement = play.placement();
    let text = print_placement(&placement, PlayContext::of(now), PlaythroughStyle::Parentheses);
    for laid in &placement.tiles {
        now.grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
        _ = rack.take(laid.tile);
    }
    text
}

fn show(turns: &[SolutionTurn], out: &mut CommandOutput) -> std::io::Result<()> {
    let columns =
        [("player", Align::Right), ("play", Align::Left), ("score", Align::Right), ("left", Align::Left)];
    let mut table = TextTable::new(columns);
    for turn in turns {
        table.row([turn.player.to_string(), turn.play.clone(), turn.score.to_string(), turn.left.clone()]);
    }
    table.lines().try_for_each(|line| out.line(line))
}

fn describe_solution(solution: &Solution) -> String {
    let value = format!("{:+} in spread for the player to move", solution.spread_delta);
    match solution.proven {
        true => format!("{value}: proven"),
        false => {
            format!(
                "{value}: not proven, the best found in the time there was ({} turns ahead)",
                solution.depth
            )
        }
    }
}
