//! Columns that line up.

/// On which side of its column a cell stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of cells, printed so that the columns line up.
pub(crate) struct Table {
    sides: Vec<Side>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table; the heads are its first row.
    pub(crate) fn new<const N: usize>(columns: [(&str, Side); N]) -> Table {
        let sides = columns.iter().map(|&(_, side)| side).collect();
        Table { sides, rows: vec![columns.iter().map(|&(head, _)| head.to_owned()).collect()] }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// The lines, the heads first.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let widths: Vec<usize> = (0..self.sides.len()).map(|column| self.width(column)).collect();
        self.rows.iter().map(move |row| self.line(row, &widths))
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let padded = row.iter().zip(widths).zip(&self.sides).map(|((cell, &width), side)| match side {
            Side::Left => format!("{cell:<width$}"),
            Side::Right => format!("{cell:>width$}"),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    }
}
