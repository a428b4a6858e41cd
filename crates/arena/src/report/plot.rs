//! Plots as SVG, without a library: axes, lines, bars, intervals.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 34.0;
const TOP: f64 = 10.0;
const RIGHT: f64 = 10.0;

/// Colours that can be told apart, also by those who see few.
pub(super) const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000"];

/// A plot that is being drawn: what it shows of the plane, and what was drawn so far.
pub(super) struct Plot {
    x: (f64, f64),
    y: (f64, f64),
    body: String,
}

impl Plot {
    /// An empty plot of these ranges.
    pub(super) fn new(x: (f64, f64), y: (f64, f64)) -> Plot {
        let wide = |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 1.0, high + 1.0) };
        Plot { x: wide(x), y: wide(y), body: String::new() }
    }

    fn across(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn down(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (y - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - BOTTOM - TOP)
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    /// Numbers along both axes, with lines through the plot.
    pub(super) fn axes(&mut self, x_title: &str, y_title: &str) {
        for value in ticks(self.x) {
            let x = self.across(value);
            let (bottom, label) = (HEIGHT - BOTTOM, HEIGHT - BOTTOM + 14.0);
            self.push(format_args!(
                r#"<line class="grid" x1="{x:.1}" y1="{TOP}" x2="{x:.1}" y2="{bottom}"/>"#
            ));
            self.push(format_args!(r#"<text x="{x:.1}" y="{label}" text-anchor="middle">{value}</text>"#));
        }
        for value in ticks(self.y) {
            let (y, label, right) = (self.down(value), LEFT - 6.0, WIDTH - RIGHT);
            self.push(format_args!(
                r#"<line class="grid" x1="{LEFT}" y1="{y:.1}" x2="{right}" y2="{y:.1}"/>"#
            ));
            let middle = y + 4.0;
            self.push(format_args!(r#"<text x="{label}" y="{middle:.1}" text-anchor="end">{value}</text>"#));
        }
        let (middle, below) = (WIDTH / 2.0, HEIGHT - 4.0);
        self.push(format_args!(r#"<text x="{middle}" y="{below}" text-anchor="middle">{x_title}</text>"#));
        let (half, left) = (HEIGHT / 2.0, 12.0);
        self.push(format_args!(
            r#"<text x="{left}" y="{half}" text-anchor="middle" transform="rotate(-90 {left} {half})">{y_title}</text>"#
        ));
    }

    /// A line through points.
    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: &str) {
        let places: Vec<String> =
            points.iter().map(|&(x, y)| format!("{:.1},{:.1}", self.across(x), self.down(y))).collect();
        let places = places.join(" ");
        self.push(format_args!(
            r#"<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>"#
        ));
    }

    /// A point with an interval across, and its name.
    pub(super) fn interval(
        &mut self,
        y: f64,
        (low, middle, high): (f64, f64, f64),
        colour: &str,
        name: &str,
    ) {
        let (low, middle, high, y) = (self.across(low), self.across(middle), self.across(high), self.down(y));
        self.push(format_args!(
            r#"<line x1="{low:.1}" y1="{y:.1}" x2="{high:.1}" y2="{y:.1}" stroke="{colour}" stroke-width="3"/>"#
        ));
        self.push(format_args!(r#"<circle cx="{middle:.1}" cy="{y:.1}" r="5" fill="{colour}"/>"#));
        let above = y - 9.0;
        self.push(format_args!(r#"<text x="{middle:.1}" y="{above:.1}" text-anchor="middle">{name}</text>"#));
    }

    /// The finished picture; `title` is read to those who cannot see it.
    pub(super) fn finish(self, title: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n{}</svg>\n",
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
    // A little room, for 0.3 / 0.1 is less than 3.
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
