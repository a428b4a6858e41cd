//! The lines of a file in its encoding.

use super::{HunspellError, HunspellErrorKind, HunspellFile};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// The bytes of a file and their encoding.
#[derive(Clone, Copy)]
pub(super) struct EncodedLines<'a> {
    pub(super) file: HunspellFile,
    pub(super) bytes: &'a [u8],
    pub(super) encoding: &'static Encoding,
}

/// A line with its number, or why it cannot be read.
type NumberedLine<'a> = Result<(usize, Cow<'a, str>), HunspellError>;

impl<'a> EncodedLines<'a> {
    /// The lines with their numbers, without blank lines.
    pub(super) fn iter(self) -> impl Iterator<Item = NumberedLine<'a>> {
        let bytes = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(self.bytes);
        let lines = bytes.split(|&byte| byte == b'\n').zip(1..);
        lines.filter(|(line, _)| !line.trim_ascii().is_empty()).map(move |(line, number)| {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let (text, damaged) = self.encoding.decode_without_bom_handling(line);
            let kind = HunspellErrorKind::NotEncoded(self.encoding.name());
            if damaged {
                Err(HunspellError { file: self.file, line: number, kind })
            } else {
                Ok((number, text))
            }
        })
    }
}

/// The encoding that an affix file names with SET; ISO 8859-1 if it names none.
pub(super) fn find_encoding(affixes: &[u8]) -> Result<&'static Encoding, HunspellError> {
    if affixes.starts_with(b"\xef\xbb\xbf") {
        return Ok(UTF_8);
    }
    let lines = affixes.split(|&byte| byte == b'\n').zip(1..);
    let mut named = lines.filter_map(|(line, number)| Some((line.strip_prefix(b"SET")?, number)));
    let Some((name, line)) = named.find(|(name, _)| name.first().is_some_and(u8::is_ascii_whitespace)) else {
        return Ok(WINDOWS_1252);
    };
    let name = String::from_utf8_lossy(name.trim_ascii()).into_owned();
    by_name(&name).ok_or(HunspellError {
        file: HunspellFile::Affixes,
        line,
        kind: HunspellErrorKind::UnknownEncoding(name),
    })
}

fn by_name(name: &str) -> Option<&'static Encoding> {
    let name = name.to_ascii_lowercase();
    let label = match name.strip_prefix("microsoft-").unwrap_or(&name) {
        "tis620-2533" => "tis-620",
        other => other,
    };
    Encoding::for_label(label.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_of_hunspell_is_known() {
        let names = "UTF-8 ISO8859-1 ISO8859-2 ISO8859-3 ISO8859-4 ISO8859-5 ISO8859-6 ISO8859-7 ISO8859-8 \
                     ISO8859-9 ISO8859-10 ISO8859-13 ISO8859-14 ISO8859-15 KOI8-R KOI8-U microsoft-cp1251 TIS620-2533";
        let unknown: Vec<&str> = names.split_whitespace().filter(|name| by_name(name).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
