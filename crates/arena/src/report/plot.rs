//! Plots as SVG: axes, lines, areas and intervals.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const BOTTOM: f64 = 36.0;
const TOP: f64 = 10.0;

/// The height of a row.
const ROW: f64 = 28.0;

/// Colours that are also distinct for colour-blind readers.
pub(super) const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8c564b"];

/// A plot in progress: its ranges and the elements so far.
pub(super) struct MatchPlot {
    x: (f64, f64),
    y: (f64, f64),
    left: f64,
    right: f64,
    height: f64,
    body: String,
}

impl MatchPlot {
    /// An empty plot with these ranges.
    pub(super) fn new(x: (f64, f64), y: (f64, f64)) -> MatchPlot {
        let wide = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 1.0, high + 1.0) };
        MatchPlot { x: wide(x), y: wide(y), left: 60.0, right: 12.0, height: 300.0, body: String::new() }
    }

    /// An empty plot with rows, the first at the top. Each row has a name on the left and a number on the right.
    pub(super) fn rows(x: (f64, f64), rows: usize) -> MatchPlot {
        let height = TOP + BOTTOM + ROW * rows as f64;
        MatchPlot { left: 150.0, right: 110.0, height, ..MatchPlot::new(x, (0.0, rows as f64)) }
    }

    fn across(&self, x: f64) -> f64 {
        self.left + (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - self.left - self.right)
    }

    fn down(&self, y: f64) -> f64 {
        let floor = self.height - BOTTOM;
        floor - (y - self.y.0) / (self.y.1 - self.y.0) * (floor - TOP)
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    /// Adds both axes with grid lines.
    pub(super) fn axes(&mut self, x_title: &str, y_title: &str) {
        self.x_axis(x_title);
        for value in ticks(self.y) {
            let (y, label, left, right) = (self.down(value), self.left - 6.0, self.left, WIDTH - self.right);
            let class = if value == 0.0 { "zero" } else { "grid" };
            self.push(format_args!(
                r#"<line class="{class}" x1="{left}" y1="{y:.1}" x2="{right}" y2="{y:.1}"/>"#
            ));
            let middle = y + 4.0;
            self.push(format_args!(r#"<text x="{label}" y="{middle:.1}" text-anchor="end">{value}</text>"#));
        }
        let (half, left) = (self.height / 2.0, 12.0);
        self.push(format_args!(
            r#"<text x="{left}" y="{half}" text-anchor="middle" transform="rotate(-90 {left} {half})">{y_title}</text>"#
        ));
    }

    /// Adds the horizontal axis.
    pub(super) fn x_axis(&mut self, title: &str) {
        let floor = self.height - BOTTOM;
        for value in ticks(self.x) {
            let (x, label) = (self.across(value), floor + 14.0);
            let class = if value == 0.0 { "zero" } else { "grid" };
            self.push(format_args!(
                r#"<line class="{class}" x1="{x:.1}" y1="{TOP}" x2="{x:.1}" y2="{floor}"/>"#
            ));
            self.push(format_args!(r#"<text x="{x:.1}" y="{label}" text-anchor="middle">{value}</text>"#));
        }
        let (middle, below) = (f64::midpoint(self.left, WIDTH - self.right), self.height - 5.0);
        self.push(format_args!(r#"<text x="{middle}" y="{below}" text-anchor="middle">{title}</text>"#));
    }

    /// Adds a line.
    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: &str) {
        let places: Vec<String> =
            points.iter().map(|&(x, y)| format!("{:.1},{:.1}", self.across(x), self.down(y))).collect();
        let places = places.join(" ");
        self.push(format_args!(
            r#"<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>"#
        ));
    }

    /// Adds a line with a filled area below it.
    pub(super) fn area(&mut self, points: &[(f64, f64)], colour: &str) {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        let edge =
            |&(x, _): &(f64, f64), plot: &MatchPlot| format!("{:.1},{:.1}", plot.across(x), plot.down(0.0));
        let places: Vec<String> =
            points.iter().map(|&(x, y)| format!("{:.1},{:.1}", self.across(x), self.down(y))).collect();
        let places = format!("{} {} {}", edge(first, self), places.join(" "), edge(last, self));
        self.push(format_args!(r#"<polygon points="{places}" fill="{colour}" fill-opacity=".14"/>"#));
        self.line(points, colour);
    }

    /// Adds a row with its name, a point with an interval, and its number.
    pub(super) fn interval(
        &mut self,
        row: usize,
        (low, middle, high): (f64, f64, f64),
        colour: &str,
        (name, number): (&str, &str),
    ) {
        let y = TOP + ROW * (row as f64 + 0.5);
        let (low, middle, high) = (self.across(low), self.across(middle), self.across(high));
        self.push(format_args!(
            r#"<line x1="{low:.1}" y1="{y:.1}" x2="{high:.1}" y2="{y:.1}" stroke="{colour}" stroke-width="3"/>"#
        ));
        for end in [low, high] {
            let (top, bottom) = (y - 5.0, y + 5.0);
            self.push(format_args!(
                r#"<line x1="{end:.1}" y1="{top:.1}" x2="{end:.1}" y2="{bottom:.1}" stroke="{colour}" stroke-width="2"/>"#
            ));
        }
        self.push(format_args!(r#"<circle cx="{middle:.1}" cy="{y:.1}" r="5" fill="{colour}"/>"#));
        let (before, behind, y) = (self.left - 10.0, WIDTH - self.right + 10.0, y + 4.0);
        self.push(format_args!(r#"<text x="{before}" y="{y:.1}" text-anchor="end">{name}</text>"#));
        self.push(format_args!(r#"<text x="{behind}" y="{y:.1}">{number}</text>"#));
    }

    /// The SVG image; screen readers read the title.
    pub(super) fn finish(self, title: &str) -> String {
        let height = self.height;
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n{}</svg>\n",
            self.body
        )
    }
}

/// About six round numbers in a range.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= rough);
    let step = step.unwrap_or(power * 10.0);
    // A small tolerance, because 0.3 / 0.1 is less than 3.
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    // Rounded, so that 0.30000000000000004 does not appear.
    (first..=last).map(|number| (number as f64 * step * 1e9).round() / 1e9).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(ticks((0.0, 100.0)), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((-0.3, 0.3)), [-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3]);
        assert_eq!(ticks((7.0, 9.0)), [7.0, 7.5, 8.0, 8.5, 9.0]);
    }
}
