//! `quixotry endgame`: the exact value and the best line of positions with an empty bag.

use crate::app::Format;
use crate::commands::moves::graph;
use crate::given::{LimitArgs, Positions, SceneArgs, Stock};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use anyhow::{Context, bail};
use clap::Args;
use movegen::GeneratedPlay;
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use players::endgame::{Endgame, Solution, SolveOptions, Solver};
use rules::{Placed, Points, Position, Ruleset};
use serde::Serialize;
use tiles::Tiles;

const EXAMPLES: &str = "\
Examples:
  quixotry endgame position.cgp
  quixotry endgame '7NEB5/9IN4/… ABEIR/DT 374/395 0' --time 10s
  quixotry endgame --positions many.cgp --json

POSITION is a CGP in quotes, a file with a CGP or JSON in it, or - for the standard input. The bag must be empty, for
two players; a rack that is not written gets all tiles that are not seen.
The value is what the player to move gains in spread until the end with best play by both.";

/// Solve endgames: the best line when the bag is empty, and whether it is proven.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct EndgameArgs {
    /// The position: CGP, JSON, a file or -
    #[arg(required_unless_present = "positions", conflicts_with = "positions")]
    position: Option<String>,
    /// A file with a position on each line, instead
    #[arg(long, value_name = "FILE")]
    positions: Option<String>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    scene: SceneArgs,
    #[command(flatten)]
    format: Format,
}

/// Solves.
pub(crate) fn run(args: &EndgameArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match (&args.positions, &args.position) {
        (Some(file), _) => many(args, file, stock, screen),
        (None, Some(position)) => one(args, position, stock, screen),
        (None, None) => bail!("name a position, or a file with --positions"),
    }
}

fn one(args: &EndgameArgs, position: &str, stock: &Stock, screen: &mut Screen) -> Done {
    let position = args.scene.position(position, None, stock)?;
    let endgame = Endgame::of_position(&position)?;
    args.solve(&mut args.solver(&position.rules, stock)?, &position, &endgame, screen)?;
    Ok(Outcome::Good)
}

fn many(args: &EndgameArgs, file: &str, stock: &Stock, screen: &mut Screen) -> Done {
    let mut positions = Positions::new(&args.scene, stock);
    let all = positions.read(file)?;
    let endgame = |(number, (rules, position)): (usize, &(usize, Position))| {
        let endgame = Endgame::of_position(position);
        let endgame = endgame.with_context(|| format!("{file}, position {}", number + 1))?;
        anyhow::Ok((*rules, endgame))
    };
    let endgames = all.iter().enumerate().map(endgame).collect::<anyhow::Result<Vec<_>>>()?;
    let solvers = positions.rules().map(|rules| args.solver(rules, stock));
    let mut solvers = solvers.collect::<anyhow::Result<Vec<_>>>()?;
    for (number, ((rules, endgame), (_, position))) in endgames.iter().zip(&all).enumerate() {
        if !args.format.json {
            let gap = if number == 0 { "" } else { "\n" };
            screen.heading(&format!("{gap}{}", notation::cgp::print_position(position)))?;
        }
        args.solve(&mut solvers[*rules], position, endgame, screen)?;
        screen.flush()?;
    }
    Ok(Outcome::Good)
}

/// What programs are told.
#[derive(Serialize)]
struct Solved {
    spread_delta: Points,
    best: String,
    line: Vec<String>,
    proven: bool,
    depth: u8,
}

impl EndgameArgs {
    fn solver(&self, rules: &Ruleset, stock: &Stock) -> anyhow::Result<Solver> {
        Ok(Solver::new(&graph(&self.scene, rules, stock)?))
    }

    fn solve(
        &self,
        solver: &mut Solver,
        position: &Position,
        endgame: &Endgame,
        screen: &mut Screen,
    ) -> anyhow::Result<()> {
        let (limit, threads) = (self.limit.search_limit(), self.limit.threads());
        let solution = solver.solve(endgame, &SolveOptions { limit, threads })?;
        let turns = follow(position, endgame, &solution);
        if self.format.json {
            let line: Vec<String> = turns.into_iter().map(|turn| turn.play).collect();
            let best = line.first().cloned().unwrap_or_else(|| PASS.to_owned());
            let Solution { spread_delta, proven, depth, .. } = solution;
            screen.json(&Solved { spread_delta, best, line, proven, depth })?;
            return Ok(());
        }
        show(&turns, screen)?;
        screen.line(told(&solution))?;
        Ok(())
    }
}

const PASS: &str = "pass";

/// One turn of a line.
struct Turn {
    player: usize,
    play: String,
    score: Points,
    left: String,
}

/// The turns of a solution, each written as it is in its position.
fn follow(position: &Position, endgame: &Endgame, solution: &Solution) -> Vec<Turn> {
    let (mut now, mut racks) = (position.clone(), endgame.racks().clone());
    let each = solution.line.iter().enumerate().map(|(number, step)| {
        let player = number % 2;
        let (play, score) = match step {
            Some(play) => (carry_out(&mut now, &mut racks[player], play), play.score()),
            None => (PASS.to_owned(), 0),
        };
        let left = now.rules.tiles.print_tiles(&racks[player]);
        Turn { player: player + 1, play, score, left }
    });
    each.collect()
}

fn carry_out(now: &mut Position, rack: &mut Tiles, play: &GeneratedPlay) -> String {
    let placement = play.placement();
    let text = print_placement(&placement, PlayContext::of(now), PlaythroughStyle::Parentheses);
    for laid in &placement.tiles {
        now.grid.put(laid.at, Placed { tile: laid.tile, face: laid.face });
        _ = rack.take(laid.tile);
    }
    text
}

fn show(turns: &[Turn], screen: &mut Screen) -> std::io::Result<()> {
    let columns =
        [("player", Side::Right), ("play", Side::Left), ("score", Side::Right), ("left", Side::Left)];
    let mut table = Table::new(columns);
    for turn in turns {
        table.row([turn.player.to_string(), turn.play.clone(), turn.score.to_string(), turn.left.clone()]);
    }
    table.lines().try_for_each(|line| screen.line(line))
}

fn told(solution: &Solution) -> String {
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
