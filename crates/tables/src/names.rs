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
    match find_invisible(text) {
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
    match find_invisible(&text) {
        Some(c) => Err(ApiError::malformed(
            "text",
            format!("a line cannot hold the character {}", c.escape_unicode()),
        )),
        None => Ok(text),
    }
}

/// The first character that is not seen. Two names that look the same must be the same.
fn find_invisible(text: &str) -> Option<char> {
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let joins = JOINERS.contains(&c) && before.is_some_and(is_joined) && next.is_some_and(is_joined);
        if is_invisible(c) && !joins {
            return Some(c);
        }
        before = Some(c);
    }
    None
}

/// They join, or keep apart, the letters of some scripts and the parts of an emoji.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Whether a character is a part of an emoji, or of a script in which a joiner changes how the letters look: Arabic,
/// those of India, Burmese, Khmer and Mongolian.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}'
        | '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{18af}')
}

/// Whether a character is a control character, changes the direction of the text, fills a place, or has no width.
fn is_invisible(c: char) -> bool {
    let invisible = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}');
    c.is_control() || invisible
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
    fn fillers_and_joiners_do_not_make_another_name() {
        for filler in ["\u{ad}", "\u{200d}", "\u{200c}", "\u{3164}", "\u{115f}", "\u{ffa0}", "\u{e0041}"] {
            check(&format!("An{filler}n"), None);
        }
        check("👩\u{200d}🚀 Ann", Some("👩\u{200d}🚀 Ann"));
        check("❤\u{fe0f}\u{200d}🔥", Some("❤\u{fe0f}\u{200d}🔥"));
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(check_chat_line("good\nluck ", 20).unwrap(), "good luck");
        assert!(check_chat_line("", 20).is_err());
        assert!(check_chat_line(&"x".repeat(21), 20).is_err());
    }
}
