//! What people write: names and lines of chat, checked before they are kept.

use crate::api_error::ApiError;

/// A name without blanks at its ends, of at most so many characters, all of which can be seen.
pub(crate) fn name(field: &'static str, text: &str, most: usize) -> Result<String, ApiError> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 || length > most {
        return Err(ApiError::invalid(
            field,
            format!("a name has 1 to {most} characters; this has {length}"),
        ));
    }
    match text.chars().find(|&c| is_unseen(c)) {
        Some(c) => {
            Err(ApiError::invalid(field, format!("a name cannot hold the character {}", c.escape_unicode())))
        }
        None => Ok(text.to_owned()),
    }
}

/// A line of chat of at most so many characters.
pub(crate) fn line(text: &str, most: usize) -> Result<String, ApiError> {
    let text: String = text.trim().chars().map(|c| if c == '\n' || c == '\t' { ' ' } else { c }).collect();
    let length = text.chars().count();
    if length == 0 || length > most {
        return Err(ApiError::invalid(
            "text",
            format!("a line has 1 to {most} characters; this has {length}"),
        ));
    }
    match text.chars().find(|&c| is_unseen(c)) {
        Some(c) => {
            Err(ApiError::invalid("text", format!("a line cannot hold the character {}", c.escape_unicode())))
        }
        None => Ok(text),
    }
}

/// Control characters, and those that change the direction of what follows or have no width.
fn is_unseen(c: char) -> bool {
    let invisible = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    // Parts of an emoji are joined by U+200D.
    c.is_control() || invisible && c != '\u{200d}'
}

/// The form of a name in which names are compared.
pub(crate) fn fold_name(name: &str) -> String {
    name.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(name("player", text, 10).ok().as_deref(), expect, "{text:?}");
    }

    #[test]
    fn names_can_be_read_by_everybody() {
        check(" Ann ", Some("Ann"));
        check("", None);
        check("   ", None);
        check("abcdefghijk", None);
        check("Zoë 🫖", Some("Zoë 🫖"));
        check("a\nb", None);
        check("a\u{202e}b", None);
        check("a\0", None);
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(line("good\nluck ", 20).unwrap(), "good luck");
        assert!(line("", 20).is_err());
        assert!(line(&"x".repeat(21), 20).is_err());
    }
}
