//! Splits bytes into lines of a bounded length.

/// Why a line is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineBufferError {
    /// The line is too long.
    #[error("a line may have at most {0} bytes")]
    TooLong(usize),
    /// The line is not UTF-8.
    #[error("this line is not UTF-8 text")]
    NotText,
}

/// A buffer that splits arriving bytes into lines.
///
/// ```
/// use quixotry_bots::LineBuffer;
///
/// let mut buffer = LineBuffer::new(100);
/// buffer.push(b"one\ntw");
/// assert_eq!(buffer.next_line(), Some(Ok("one".to_owned())));
/// assert_eq!(buffer.next_line(), None);
/// ```
#[derive(Clone, Debug)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// How many bytes have been searched for the end of a line.
    searched: usize,
    most: usize,
}

impl LineBuffer {
    /// A buffer for lines of at most `most` bytes.
    #[must_use]
    pub fn new(most: usize) -> LineBuffer {
        LineBuffer { bytes: Vec::new(), searched: 0, most }
    }

    /// Adds bytes that have arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete line without its line break. A line that is too long is an error even if it is incomplete.
    pub fn next_line(&mut self) -> Option<Result<String, LineBufferError>> {
        let end =
            self.bytes[self.searched..].iter().position(|&byte| byte == b'\n').map(|at| self.searched + at);
        let Some(end) = end else {
            self.searched = self.bytes.len();
            return (self.bytes.len() > self.most).then_some(Err(LineBufferError::TooLong(self.most)));
        };
        self.searched = 0;
        let rest = self.bytes.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.bytes, rest);
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if line.len() > self.most {
            return Some(Err(LineBufferError::TooLong(self.most)));
        }
        Some(String::from_utf8(line).map_err(|_| LineBufferError::NotText))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(pieces: &[&[u8]], most: usize) -> Vec<Result<String, LineBufferError>> {
        let mut buffer = LineBuffer::new(most);
        let mut lines = Vec::new();
        for piece in pieces {
            buffer.push(piece);
            while let Some(line) = buffer.next_line() {
                let ends = matches!(line, Err(LineBufferError::TooLong(_)));
                lines.push(line);
                if ends {
                    return lines;
                }
            }
        }
        lines
    }

    #[test]
    fn lines_are_cut_wherever_the_pieces_end() {
        let lines = cut(&[b"a", b"b\ncd\r", b"\n\nef"], 9);
        assert_eq!(lines, [Ok("ab".to_owned()), Ok("cd".to_owned()), Ok(String::new())]);
    }

    #[test]
    fn a_line_without_end_is_not_kept_for_ever() {
        assert_eq!(cut(&[b"abcd", b"efgh"], 6), [Err(LineBufferError::TooLong(6))]);
        assert_eq!(cut(&[b"abcdefgh\n"], 6), [Err(LineBufferError::TooLong(6))]);
        assert_eq!(cut(&[b"abcdef\n"], 6), [Ok("abcdef".to_owned())]);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused() {
        assert_eq!(cut(&[b"\xff\xfe\nok\n"], 6), [Err(LineBufferError::NotText), Ok("ok".to_owned())]);
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(text in "[a-z\n]{0,40}", at in 0usize..40) {
            let at = at.min(text.len());
            let (head, tail) = text.as_bytes().split_at(at);
            prop_assert_eq!(cut(&[head, tail], 99), cut(&[text.as_bytes()], 99));
        }
    }
}
