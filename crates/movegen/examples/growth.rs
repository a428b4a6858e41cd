//! Measures how the cost of a search grows and draws it: `growth > docs/movegen-growth.svg`.

use lexicon::WordGraph;
use quixotry_movegen::{AllPlays, Generator, LeaveSums};
use quixotry_test_support::classic;
use rules::{BoardLayout, Coord, Grid, Rect, Ruleset, empty_grid};
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;
use tiles::{TileId, Tiles};

/// A panel: its title, and for each value the microseconds for all plays and for the best play.
struct Panel {
    title: &'static str,
    points: Vec<(f64, [f64; 2])>,
}

fn main() {
    let rules = classic::rules();
    let positions = positions(&rules, 40);
    let panels = [
        blanks(&rules, &positions),
        boards(&positions),
        racks(&rules, &positions),
        lexica(&rules, &positions),
    ];
    for panel in &panels {
        eprintln!("{}", panel.title);
        panel
            .points
            .iter()
            .for_each(|(x, [all, best])| eprintln!("  {x}: all {all:.0} µs, best {best:.0} µs"));
    }
    println!("{}", draw(&panels));
}

fn positions(rules: &Ruleset, step: usize) -> Vec<(Grid, Tiles)> {
    let lines = include_str!("../benches/data/positions.cgp").lines().filter(|line| !line.contains('?'));
    lines.step_by(step).map(|line| classic::read(rules, line)).collect()
}

/// Microseconds a position, the best of several rounds.
fn measure(rules: &Ruleset, graph: &WordGraph, positions: &[(Grid, Tiles)]) -> [f64; 2] {
    let mut generator = Generator::new(rules, graph).unwrap();
    let leaves = LeaveSums::plain(&rules.tiles);
    let mut plays = AllPlays::new();
    let mut all = |grid: &Grid, rack: &Tiles| {
        plays.clear();
        generator.generate(grid, rack, &mut plays);
        black_box(&plays);
    };
    let first = best_of_rounds(positions, &mut all);
    let mut best = |grid: &Grid, rack: &Tiles| _ = black_box(generator.best(grid, rack, &leaves));
    [first, best_of_rounds(positions, &mut best)]
}

fn best_of_rounds(positions: &[(Grid, Tiles)], search: &mut dyn FnMut(&Grid, &Tiles)) -> f64 {
    let mut round = || {
        let begin = Instant::now();
        positions.iter().for_each(|(grid, rack)| search(grid, rack));
        begin.elapsed().as_secs_f64() * 1e6 / positions.len() as f64
    };
    (0..7).map(|_| round()).fold(f64::INFINITY, f64::min)
}

fn blanks(rules: &Ruleset, positions: &[(Grid, Tiles)]) -> Panel {
    let with = |blanks: usize| -> Vec<(Grid, Tiles)> {
        let swap =
            |rack: &Tiles| rack.iter().skip(blanks).chain(std::iter::repeat_n(TileId(0), blanks)).collect();
        positions.iter().map(|(grid, rack)| (grid.clone(), swap(rack))).collect()
    };
    let point = |blanks| (blanks as f64, measure(rules, &classic::ENGLISH, &with(blanks)));
    Panel { title: "blanks on the rack", points: (0..=2).map(point).collect() }
}

fn boards(positions: &[(Grid, Tiles)]) -> Panel {
    let point = |size: i32| {
        let margin = (size - 15) / 2;
        let window = Rect { min: Coord::new(-margin, -margin), max: Coord::new(14 + margin, 14 + margin) };
        let ids = vec![Some(0); window.area()];
        let rules =
            classic::rules_on(classic::board_of(Coord::new(7, 7), BoardLayout::Cells { window, ids }));
        let copy = |grid: &Grid| {
            let mut copy = empty_grid(&rules.board);
            grid.iter().for_each(|(at, placed)| _ = copy.put(at, placed));
            copy
        };
        let moved: Vec<_> = positions.iter().map(|(grid, rack)| (copy(grid), rack.clone())).collect();
        (f64::from(size), measure(&rules, &classic::ENGLISH, &moved))
    };
    Panel { title: "squares along an edge", points: [15, 21, 31, 45, 63, 99].map(point).into() }
}

fn racks(rules: &Ruleset, positions: &[(Grid, Tiles)]) -> Panel {
    let point = |size: usize| {
        let more = [1, 5, 9, 14, 20].map(TileId);
        let grow = |rack: &Tiles| rack.iter().chain(more).take(size).collect::<Tiles>();
        let grown: Vec<_> = positions.iter().map(|(grid, rack)| (grid.clone(), grow(rack))).collect();
        (size as f64, measure(rules, &classic::ENGLISH, &grown))
    };
    Panel { title: "tiles on the rack", points: [1, 3, 5, 7, 9, 12].map(point).into() }
}

fn lexica(rules: &Ruleset, positions: &[(Grid, Tiles)]) -> Panel {
    let point = |step: usize| {
        let words: Vec<_> = classic::ENGLISH.words().step_by(step).collect();
        let graph = WordGraph::build("part", classic::ENGLISH.alphabet(), &words).unwrap();
        (words.len() as f64 / 1000.0, measure(rules, &graph, positions))
    };
    Panel { title: "thousand words", points: [16, 8, 4, 2, 1].map(point).into() }
}

/// Draws the panels side by side, on logarithmic scales from one point to the next.
fn draw(panels: &[Panel]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} 260\" font-family=\"sans-serif\" font-size=\"11\">\n",
        panels.len() * 230
    );
    panels.iter().enumerate().for_each(|(at, panel)| draw_panel(&mut svg, panel, at as f64 * 230.0));
    svg + "</svg>"
}

fn draw_panel(svg: &mut String, panel: &Panel, left: f64) {
    let top = panel.points.iter().flat_map(|(_, costs)| costs).fold(1.0, |a: f64, &b| a.max(b));
    let x = |at: usize| left + 45.0 + 165.0 * at as f64 / (panel.points.len() - 1) as f64;
    let y = |cost: f64| 215.0 - 180.0 * cost / top;
    _ = writeln!(svg, "<text x=\"{}\" y=\"250\">{}</text>", left + 80.0, panel.title);
    _ = writeln!(svg, "<path d=\"M{} 30V215H{}\" fill=\"none\" stroke=\"gray\"/>", left + 45.0, left + 215.0);
    for part in [0.5, 1.0] {
        let (cost, at) = (top * part, y(top * part));
        _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{cost:.0} µs</text>",
            left + 42.0,
            at + 4.0
        );
    }
    for (line, colour) in ["#1f6f8b", "#c0562a"].into_iter().enumerate() {
        let points: String = panel
            .points
            .iter()
            .enumerate()
            .map(|(at, (_, costs))| format!("{:.1},{:.1} ", x(at), y(costs[line])))
            .collect();
        _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        let name = ["all plays", "best play"][line];
        _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" fill=\"{colour}\">{name}</text>",
            left + 50.0,
            15 + 13 * line
        );
    }
    for (at, (value, _)) in panel.points.iter().enumerate() {
        _ = writeln!(svg, "<text x=\"{}\" y=\"230\" text-anchor=\"middle\">{value:.0}</text>", x(at));
    }
}
