//! Cutting bytes into lines, with a bound on what is kept.

/// Why a line cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineBufferError {
    /// It does not end.
    #[error("a line may have at most {0} bytes")]
    TooLong(usize),
    /// It is no text.
    #[error("this line is not UTF-8 text")]
    NotText,
}

/// Bytes that have arrived and make no whole line yet.
#[derive(Clone, Debug)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// How far the bytes have been looked through for the end of a line.
    looked: usize,
    most: usize,
}

impl LineBuffer {
    /// A buffer for lines of at most so many bytes.
    pub fn new(most: usize) -> LineBuffer {
        LineBuffer { bytes: Vec::new(), looked: 0, most }
    }

    /// Takes bytes that have arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole line without its end; a fault when it is too long, whole or not, or no text.
    pub fn next_line(&mut self) -> Option<Result<String, LineBufferError>> {
        let end = self.bytes[self.looked..].iter().position(|&byte| byte == b'\n').map(|at| self.looked + at);
        let Some(end) = end else {
            self.looked = self.bytes.len();
            return (self.bytes.len() > self.most).then_some(Err(LineBufferError::TooLong(self.most)));
        };
        self.looked = 0;
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
    fn bytes_that_are_no_text_are_told() {
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
