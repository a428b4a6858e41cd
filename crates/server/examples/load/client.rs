//! A client of HTTP/1.1 that costs next to nothing.

use crate::Outcome;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection that is kept open.
pub(crate) struct Client {
    stream: TcpStream,
    host: String,
    buffer: Vec<u8>,
}

/// What was answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Answer {
    /// The answer as JSON, if it is a good one.
    pub(crate) fn json(&self) -> Outcome<Value> {
        self.read()
    }

    /// The same as what it should be.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Outcome<T> {
        match self.status {
            200..300 => Ok(serde_json::from_str(&self.body)?),
            status => Err(format!("{status}: {}", self.body).into()),
        }
    }
}

impl Client {
    pub(crate) async fn connect(host: &str) -> Outcome<Client> {
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        Ok(Client { stream, host: host.to_owned(), buffer: Vec::with_capacity(4_096) })
    }

    pub(crate) async fn get(&mut self, path: &str, key: &str) -> Outcome<Answer> {
        self.request("GET", path, key, "").await
    }

    pub(crate) async fn post(&mut self, path: &str, key: &str, body: &str) -> Outcome<Answer> {
        self.request("POST", path, key, body).await
    }

    async fn request(&mut self, method: &str, path: &str, key: &str, body: &str) -> Outcome<Answer> {
        let key = if key.is_empty() { String::new() } else { format!("authorization: Bearer {key}\r\n") };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{key}content-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.answer().await
    }

    async fn answer(&mut self) -> Outcome<Answer> {
        self.buffer.clear();
        let head = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
            self.more().await?;
        };
        let text = std::str::from_utf8(&self.buffer[..head])?;
        let status = text.get(9..12).ok_or("no status")?.parse()?;
        let mut headers = text.split("\r\n").filter_map(|line| line.split_once(':'));
        let length: usize = match headers.find(|(name, _)| name.eq_ignore_ascii_case("content-length")) {
            Some((_, length)) => length.trim().parse()?,
            None => 0,
        };
        while self.buffer.len() < head + length {
            self.more().await?;
        }
        let body = std::str::from_utf8(&self.buffer[head..head + length])?.to_owned();
        Ok(Answer { status, body })
    }

    async fn more(&mut self) -> Outcome<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err("the server closed the connection".into()),
            _ => Ok(()),
        }
    }

    /// Opens a stream of events and gives the connection, from which they come.
    pub(crate) async fn follow(mut self, path: &str) -> Outcome<TcpStream> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.host);
        self.stream.write_all(request.as_bytes()).await?;
        while find(&self.buffer, b"\r\n\r\n").is_none() {
            self.more().await?;
        }
        match self.buffer.get(9..12) {
            Some(b"200") => Ok(self.stream),
            _ => Err(String::from_utf8_lossy(&self.buffer).into_owned().into()),
        }
    }
}

pub(crate) fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}
