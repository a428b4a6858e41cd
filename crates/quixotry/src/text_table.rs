//! Text tables with aligned columns.

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// Aligned left, for text.
    Left,
    /// Aligned right, for numbers.
    Right,
}

/// A table of text cells.
pub(crate) struct TextTable {
    sides: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Creates a table with a header row.
    pub(crate) fn new<const N: usize>(columns: [(&str, Align); N]) -> TextTable {
        let sides = columns.iter().map(|&(_, side)| side).collect();
        TextTable { sides, rows: vec![columns.iter().map(|&(head, _)| head.to_owned()).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// The lines of the table, the header first.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let widths: Vec<usize> = (0..self.sides.len()).map(|column| self.width(column)).collect();
        self.rows.iter().map(move |row| self.line(row, &widths))
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let padded = row.iter().zip(widths).zip(&self.sides).map(|((cell, &width), side)| match side {
            Align::Left => format!("{cell:<width$}"),
            Align::Right => format!("{cell:>width$}"),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}
