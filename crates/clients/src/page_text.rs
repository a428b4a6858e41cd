//! Texts for pages that show them as HTML.

/// A text in which nothing means something in HTML.
pub(crate) fn html_text(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => harmless.push_str("&amp;"),
            '<' => harmless.push_str("&lt;"),
            '>' => harmless.push_str("&gt;"),
            other => harmless.push(other),
        }
    }
    harmless
}
