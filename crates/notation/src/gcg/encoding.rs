//! Character encodings. The default is ISO-8859-1; the first line may name another one, and a file that is UTF-8
//! throughout is read as such.

use encoding_rs::mem;

/// The character encoding of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// ISO-8859-1: every byte is a character.
    Latin1,
    /// Another encoding that the first line names.
    Named(&'static encoding_rs::Encoding),
}

impl Encoding {
    /// UTF-8.
    pub const UTF8: Encoding = Encoding::Named(encoding_rs::UTF_8);
}

/// Why bytes cannot be decoded, or text cannot be encoded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The first line names an unknown encoding.
    #[error("the encoding {0:?} is unknown; use UTF-8 or ISO-8859-1")]
    Unknown(String),
    /// The bytes do not belong to the encoding.
    #[error("the bytes of this line are not {0}, the encoding that the first line names")]
    Undecodable(&'static str),
    /// A character cannot be written.
    #[error(
        "the character {0:?} cannot be written in this file's encoding; make its first line `#character-encoding UTF-8`"
    )]
    Unencodable(char),
}

/// Text with its encoding and its decoding errors.
pub(super) struct DecodedText {
    pub(super) text: String,
    pub(super) encoding: Encoding,
    pub(super) has_bom: bool,
    pub(super) errors: Vec<(usize, EncodingError)>,
}

const MARK: &[u8] = b"\xef\xbb\xbf";

pub(super) fn decode(bytes: &[u8]) -> DecodedText {
    let (has_bom, body) = match bytes.strip_prefix(MARK) {
        Some(body) => (true, body),
        None => (false, bytes),
    };
    let mut errors = Vec::new();
    let encoding = match declared_name(body) {
        None if has_bom || is_utf8(body) => Encoding::UTF8,
        None => Encoding::Latin1,
        Some(name) => find_encoding(&name).unwrap_or_else(|| {
            errors.push((1, EncodingError::Unknown(name)));
            Encoding::Latin1
        }),
    };
    let text = match encoding {
        Encoding::Latin1 => mem::decode_latin1(body).into_owned(),
        Encoding::Named(named) => {
            errors.extend(bad_lines(body, named));
            named.decode_without_bom_handling(body).0.into_owned()
        }
    };
    DecodedText { text, encoding, has_bom, errors }
}

/// Whether bytes are UTF-8 and not only ASCII. Text in ISO-8859-1 hardly ever is.
fn is_utf8(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

/// The encoding that the first line names.
fn declared_name(bytes: &[u8]) -> Option<String> {
    let first = bytes.split(|&byte| byte == b'\n' || byte == b'\r').next()?;
    let text = mem::decode_latin1(first);
    let (name, value) = text.trim_end().split_once(char::is_whitespace)?;
    name.eq_ignore_ascii_case("#character-encoding").then(|| value.trim().to_owned())
}

/// The encoding with this name, if it is a superset of ASCII and can be written.
fn find_encoding(name: &str) -> Option<Encoding> {
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

/// The bytes of a text, or the line and the character that cannot be encoded.
pub(super) fn encode(
    text: &str,
    encoding: Encoding,
    has_bom: bool,
) -> Result<Vec<u8>, (usize, EncodingError)> {
    let mut bytes = if has_bom { MARK.to_vec() } else { Vec::new() };
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let error = |c| (index + 1, EncodingError::Unencodable(c));
        bytes.extend(encode_line(line, encoding).map_err(error)?);
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
