//! SVG plots of values over the turns of a game.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 48.0;
const BOTTOM: f64 = 28.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 12.0;

/// A line of a plot.
pub(crate) struct PlotSeries<'a> {
    pub(crate) name: &'a str,
    /// The values at the start and after each turn.
    pub(crate) values: Vec<f64>,
    pub(crate) dashed: bool,
    pub(crate) colour: &'static str,
}

/// A plot of several lines.
pub(crate) struct TurnPlot<'a> {
    pub(crate) title: &'a str,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Formats a value of the vertical axis.
    pub(crate) label: fn(f64) -> String,
    pub(crate) series: Vec<PlotSeries<'a>>,
}

impl TurnPlot<'_> {
    /// The SVG image.
    pub(crate) fn svg(&self) -> String {
        let mut out = format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{}</title>\n",
            notation::draw::escape_xml(self.title)
        );
        self.grid(&mut out);
        self.series.iter().for_each(|series| self.line(&mut out, series));
        out.push_str("</svg>\n");
        out
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low).max(f64::EPSILON);
        HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
    }

    fn steps(&self) -> usize {
        self.series.iter().map(|series| series.values.len()).max().unwrap_or(1).saturating_sub(1).max(1)
    }

    fn x(&self, step: usize) -> f64 {
        LEFT + step as f64 / self.steps() as f64 * (WIDTH - LEFT - RIGHT)
    }

    fn grid(&self, out: &mut String) {
        for part in 0..=4 {
            let value = self.low + (self.high - self.low) * f64::from(part) / 4.0;
            let y = self.y(value);
            let (from, to, label) = (LEFT, WIDTH - RIGHT, (self.label)(value));
            put(
                out,
                format_args!("<line x1=\"{from}\" x2=\"{to}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"rule\"/>"),
            );
            put(
                out,
                format_args!(
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\n",
                    from - 6.0,
                    y + 4.0
                ),
            );
        }
        let every = self.steps().div_ceil(12);
        for step in (0..=self.steps()).step_by(every) {
            let (x, y) = (self.x(step), HEIGHT - 8.0);
            put(out, format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{step}</text>\n"));
        }
    }

    fn line(&self, out: &mut String, series: &PlotSeries<'_>) {
        let points: Vec<String> = series
            .values
            .iter()
            .enumerate()
            .map(|(step, &value)| {
                format!("{:.1},{:.1}", self.x(step), self.y(value.clamp(self.low, self.high)))
            })
            .collect();
        let dashes = if series.dashed { " stroke-dasharray=\"6 4\"" } else { "" };
        put(
            out,
            format_args!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"{dashes}><title>{}</title></polyline>\n",
                points.join(" "),
                series.colour,
                notation::draw::escape_xml(series.name)
            ),
        );
    }
}

/// Writing to a string cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).unwrap_or_default();
}
