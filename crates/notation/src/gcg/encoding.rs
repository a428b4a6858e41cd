//! Bytes and characters: ISO-8859-1 unless the first line says otherwise.

use encoding_rs::mem;

/// How the characters of a file are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// ISO-8859-1: every byte is a character.
    Latin1,
    /// Another encoding, by the name the first line gives.
    Named(&'static encoding_rs::Encoding),
}

impl Encoding {
    /// UTF-8.
    pub const UTF8: Encoding = Encoding::Named(encoding_rs::UTF_8);
}

/// Why bytes are no text, or text no bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodingError {
    /// The first line names an encoding that is not known.
    #[error("the encoding {0:?} is not known; UTF-8 and ISO-8859-1 are")]
    Unknown(String),
    /// The bytes do not belong to the encoding.
    #[error("the bytes of this line are not {0}, which the first line promises")]
    Undecodable(&'static str),
    /// A character cannot be written.
    #[error(
        "the character {0:?} cannot be written in this file's encoding; make its first line `#character-encoding UTF-8`"
    )]
    Unencodable(char),
}

/// Text with how it was written.
pub(super) struct DecodedText {
    pub(super) text: String,
    pub(super) encoding: Encoding,
    pub(super) has_bom: bool,
    pub(super) faults: Vec<(usize, EncodingError)>,
}

const MARK: &[u8] = b"\xef\xbb\xbf";

pub(super) fn decode(bytes: &[u8]) -> DecodedText {
    let (has_bom, body) = match bytes.strip_prefix(MARK) {
        Some(body) => (true, body),
        None => (false, bytes),
    };
    let mut faults = Vec::new();
    let encoding = match declared(body) {
        None if has_bom => Encoding::UTF8,
        None => Encoding::Latin1,
        Some(name) => known(&name).unwrap_or_else(|| {
            faults.push((1, EncodingError::Unknown(name)));
            Encoding::Latin1
        }),
    };
    let text = match encoding {
        Encoding::Latin1 => mem::decode_latin1(body).into_owned(),
        Encoding::Named(named) => {
            faults.extend(bad_lines(body, named));
            named.decode_without_bom_handling(body).0.into_owned()
        }
    };
    DecodedText { text, encoding, has_bom, faults }
}

/// The name the first line gives.
fn declared(bytes: &[u8]) -> Option<String> {
    let first = bytes.split(|&byte| byte == b'\n' || byte == b'\r').next()?;
    let text = mem::decode_latin1(first);
    let (name, value) = text.trim_end().split_once(char::is_whitespace)?;
    name.eq_ignore_ascii_case("#character-encoding").then(|| value.trim().to_owned())
}

/// Only encodings that keep ASCII as it is and can be written again.
fn known(name: &str) -> Option<Encoding> {
    if ["iso-8859-1", "latin1", "iso8859-1"].iter().any(|latin| name.eq_ignore_ascii_case(latin)) {
        return Some(Encoding::Latin1);
    }
    let found = encoding_rs::Encoding::for_label(name.as_bytes())?;
    (found.is_ascii_compatible() && found.output_encoding() == found).then_some(Encoding::Named(found))
}

fn bad_lines(bytes: &[u8], named: &'static encoding_rs::Encoding) -> Vec<(usize, EncodingError)> {
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    lines
        .filter(|(_, line)| named.decode_without_bom_handling_and_without_replacement(line).is_none())
        .map(|(index, _)| (index + 1, EncodingError::Undecodable(named.name())))
        .collect()
}

/// The bytes of a text; or the line and the character that cannot be written.
pub(super) fn encode(
    text: &str,
    encoding: Encoding,
    has_bom: bool,
) -> Result<Vec<u8>, (usize, EncodingError)> {
    let mut bytes = if has_bom { MARK.to_vec() } else { Vec::new() };
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let fault = |c| (index + 1, EncodingError::Unencodable(c));
        bytes.extend(encode_line(line, encoding).map_err(fault)?);
    }
    Ok(bytes)
}

fn encode_line(line: &str, encoding: Encoding) -> Result<Vec<u8>, char> {
    match encoding {
        Encoding::Latin1 => line.chars().map(|c| u8::try_from(c).map_err(|_| c)).collect(),
        Encoding::Named(named) => match named.encode(line) {
            (bytes, _, false) => Ok(bytes.into_owned()),
            _ => Err(line.chars().find(|c| named.encode(&c.to_string()).2).unwrap_or('\u{fffd}')),
        },
    }
}

/// Whether text read as ISO-8859-1 looks as if it had been UTF-8.
pub(super) fn looks_like_utf8(line: &str) -> bool {
    let bytes: Option<Vec<u8>> = line.chars().map(|c| u8::try_from(c).ok()).collect();
    !line.is_ascii() && bytes.is_some_and(|bytes| std::str::from_utf8(&bytes).is_ok())
}
