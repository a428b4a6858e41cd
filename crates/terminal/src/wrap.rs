//! Breaks long lines between words.

/// The lines of a text, each at most this many characters wide if its words allow it. The rest of a line is indented
/// like its beginning.
pub(crate) fn wrap_text(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrap_line(line, width)).collect()
}

/// Wraps the prose of a text. Tables and boards stay as they are: they have columns with several spaces between them, or
/// colours.
pub(crate) fn wrap_prose(text: &str, width: usize) -> String {
    let is_drawn = |line: &str| line.trim_start().contains("  ") || line.contains('\x1b');
    let lines = text.split('\n').flat_map(|line| match is_drawn(line) {
        true => vec![line.to_owned()],
        false => wrap_line(line, width),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let mut lines = Vec::new();
    let mut current = String::new();
    for word in line.trim_start_matches(' ').split(' ') {
        let used = if current.is_empty() { indent } else { current.chars().count() + 1 };
        if !current.is_empty() && used + word.chars().count() > width {
            lines.push(std::mem::take(&mut current));
        }
        match current.is_empty() {
            true => current = format!("{:indent$}{word}", ""),
            false => current = format!("{current} {word}"),
        }
    }
    lines.push(current);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(
            wrap_text("one two three\n\n  four five", 8),
            ["one two", "three", "", "  four", "  five"]
        );
        assert_eq!(wrap_text("unbreakable x", 5), ["unbreakable", "x"]);
        assert_eq!(wrap_text("ab cd", 5), ["ab cd"]);
        assert_eq!(wrap_text("äöü äöü", 6), ["äöü", "äöü"]);
    }

    #[test]
    fn tables_are_not_broken() {
        let table = "  8H WORD    12    3.5  a long cell";
        assert_eq!(
            wrap_prose(&format!("{table}\nsome words here"), 10),
            format!("{table}\nsome words\nhere")
        );
        assert_eq!(wrap_prose("a board\n", 10), "a board\n", "an empty last line stays");
    }
}
