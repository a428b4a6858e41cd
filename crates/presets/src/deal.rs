//! Random boards: the squares are dealt at random, and the result is a board program.

use crate::board::BoardSeed;
use rules::{Chance, Coord, SeededChance, SquareId};
use std::fmt::Write;

/// The squares to deal.
pub(crate) struct DealPlan {
    /// Places from -radius to radius both ways.
    pub(crate) radius: i32,
    /// How many squares of which id; the rest are 0.
    pub(crate) counts: Vec<(SquareId, u32)>,
    /// Whether the place (x, y) shows what was dealt to (x % radius, y % radius).
    pub(crate) unbounded: bool,
    /// An id that no square has.
    pub(crate) hole: SquareId,
}

/// The board that was dealt.
pub(crate) struct RandomLayout {
    pub(crate) program: String,
    pub(crate) centre: Coord,
}

/// Deals squares and a centre.
pub(crate) fn deal(plan: &DealPlan, seed: BoardSeed) -> RandomLayout {
    let mut chance = SeededChance::new(seed.0);
    let side = 2 * plan.radius + 1;
    let mut places: Vec<i32> = (0..side * side).collect();
    for last in (1..places.len()).rev() {
        places.swap(last, chance.below(last as u32 + 1) as usize);
    }
    let ids = plan.counts.iter().flat_map(|&(id, count)| std::iter::repeat_n(id, count as usize));
    let mut dealt: Vec<(i32, SquareId)> = places.into_iter().zip(ids).collect();
    dealt.sort_unstable();
    let mut coordinate = || chance.below(plan.radius as u32) as i32;
    let centre = Coord::new(coordinate(), coordinate());
    RandomLayout { program: program(plan, side, &dealt), centre }
}

/// A place is looked up by its number, counted row by row, in a tree of comparisons.
fn program(plan: &DealPlan, side: i32, dealt: &[(i32, SquareId)]) -> String {
    let DealPlan { radius, hole, .. } = plan;
    let mut tree = String::new();
    search(&mut tree, dealt);
    if plan.unbounded {
        let key = format!("(_y_ % {radius} + {radius}) * {side} + _x_ % {radius} + {radius}");
        return format!("declare k;\nk := {key};\n{tree}\n");
    }
    let outside = format!("_x_ < -{radius} \\/ _x_ > {radius} \\/ _y_ < -{radius} \\/ _y_ > {radius}");
    let key = format!("(_y_ + {radius}) * {side} + _x_ + {radius}");
    format!("declare k;\nif ({outside}) then {{ _result_ := {hole} }}\nelse {{ k := {key};\n{tree} }}\n")
}

fn search(text: &mut String, dealt: &[(i32, SquareId)]) {
    // Writing to a string cannot fail.
    let _ = match dealt {
        [] => write!(text, "_result_ := 0"),
        [(place, id)] => write!(text, "if (k = {place}) then {{ _result_ := {id} }}"),
        _ => {
            let (low, high) = dealt.split_at(dealt.len() / 2);
            let _ = writeln!(text, "if (k < {}) then {{", high[0].0);
            search(text, low);
            text.push_str("\n} else {\n");
            search(text, high);
            write!(text, "\n}}")
        }
    };
}
