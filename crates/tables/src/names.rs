//! Checks of names and chat lines that people write.

use http_api::ApiError;

/// A trimmed name of 1 to `most` visible characters.
pub(crate) fn check_name(field: &'static str, text: &str, most: usize) -> Result<String, ApiError> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 || length > most {
        return Err(ApiError::malformed(
            field,
            format!("a name has 1 to {most} characters; this has {length}"),
        ));
    }
    match text.chars().find(|&c| is_invisible(c)) {
        Some(c) => Err(ApiError::malformed(
            field,
            format!("a name cannot hold the character {}", c.escape_unicode()),
        )),
        None => Ok(text.to_owned()),
    }
}

/// A trimmed chat line of 1 to `most` visible characters. Line breaks and tabs become blanks.
pub(crate) fn check_chat_line(text: &str, most: usize) -> Result<String, ApiError> {
    let text: String = text.trim().chars().map(|c| if c == '\n' || c == '\t' { ' ' } else { c }).collect();
    let length = text.chars().count();
    if length == 0 || length > most {
        return Err(ApiError::malformed(
            "text",
            format!("a line has 1 to {most} characters; this has {length}"),
        ));
    }
    match text.chars().find(|&c| is_invisible(c)) {
        Some(c) => Err(ApiError::malformed(
            "text",
            format!("a line cannot hold the character {}", c.escape_unicode()),
        )),
        None => Ok(text),
    }
}

/// Whether a character is a control character, changes the direction of the text, or has no width.
fn is_invisible(c: char) -> bool {
    let invisible = matches!(c,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    // U+200C and U+200D are part of how Persian, Hindi and other names are written; U+200D also joins emoji.
    c.is_control() || invisible && !matches!(c, '\u{200c}' | '\u{200d}')
}

/// The name, with a number appended if it is taken.
pub(crate) fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(check_name("player", text, 10).ok().as_deref(), expect, "{text:?}");
    }

    #[test]
    fn names_are_visible() {
        check(" Ann ", Some("Ann"));
        check("", None);
        check("   ", None);
        check("abcdefghijk", None);
        check("Zoë 🫖", Some("Zoë 🫖"));
        check("نیک\u{200c}رو", Some("نیک\u{200c}رو"));
        check("שרה", Some("שרה"));
        check("क्\u{200d}ष", Some("क्\u{200d}ष"));
        check("a\nb", None);
        check("a\u{202e}b", None);
        check("a\0", None);
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(check_chat_line("good\nluck ", 20).unwrap(), "good luck");
        assert!(check_chat_line("", 20).is_err());
        assert!(check_chat_line(&"x".repeat(21), 20).is_err());
    }
}
