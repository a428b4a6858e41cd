//! A bot on a real socket that sends exactly the lines of a test.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

pub(crate) struct Puppet {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
    /// Every received line, oldest first.
    pub(crate) heard: Vec<String>,
    pub(crate) token: String,
    /// The last start message.
    pub(crate) start: Value,
}

impl Puppet {
    /// Connects and sends the hello.
    pub(crate) fn connect(address: &str, name: &str) -> Puppet {
        Puppet::greet(address, json!({ "protocol": 1, "name": name }))
    }

    /// Reconnects with a token.
    pub(crate) fn again(address: &str, name: &str, token: &str) -> Puppet {
        Puppet::greet(address, json!({ "protocol": 1, "name": name, "token": token }))
    }

    pub(crate) fn greet(address: &str, hello: Value) -> Puppet {
        let mut puppet = Puppet::raw(address);
        puppet.say(&json!({ "hello": hello }).to_string());
        let welcome = puppet.wait("welcome");
        assert_eq!(welcome["welcome"]["protocol"], 1);
        puppet.token = welcome["welcome"]["token"].as_str().unwrap().to_owned();
        puppet
    }

    /// Connects and sends nothing.
    pub(crate) fn raw(address: &str) -> Puppet {
        let stream = TcpStream::connect(address).unwrap();
        // Only against hanging.
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        Puppet { stream, reader, heard: Vec::new(), token: String::new(), start: Value::Null }
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        // The connection may be closed already.
        _ = self.stream.write_all(bytes);
    }

    /// The next line; `None` when the connection has ended.
    pub(crate) fn line(&mut self) -> Option<Value> {
        let mut text = String::new();
        match self.reader.read_line(&mut text) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
            Err(error) => panic!("nothing was said: {error}; heard {:#?}", self.heard),
        }
        self.heard.push(text.trim_end().to_owned());
        let line: Value = serde_json::from_str(&text).unwrap();
        assert!(line.get("game").is_some() && line["turn"].is_u64(), "{text}");
        if line.get("start").is_some() {
            self.start = line.clone();
        }
        Some(line)
    }

    /// The next line with this key; pings in between are answered.
    pub(crate) fn wait(&mut self, word: &str) -> Value {
        loop {
            let line = self.line().unwrap_or_else(|| panic!("no {word}; heard {:#?}", self.heard));
            if let Some(number) = line.get("ping") {
                self.say(&json!({ "pong": number }).to_string());
            }
            if line.get(word).is_some() {
                return line;
            }
        }
    }

    /// The next message about an event.
    pub(crate) fn event(&mut self) -> Value {
        self.wait("RCM")["RCM"].clone()
    }

    pub(crate) fn errors(&mut self) -> Value {
        self.wait("RGPE")["RGPE"].clone()
    }

    /// Waits for its turn and answers.
    pub(crate) fn answer(&mut self, what: Value) -> Value {
        let asked = self.wait("your_turn");
        self.say(&json!({ "game": asked["game"], "turn": asked["turn"], "SM": what }).to_string());
        asked
    }

    pub(crate) fn pass(&mut self) {
        self.answer(json!("SMPass"));
    }

    /// Waits until the connection ends and returns the reason.
    pub(crate) fn bye(&mut self) -> String {
        let mut reason = String::new();
        while let Some(line) = self.line() {
            if let Some(bye) = line.get("bye") {
                reason = bye["reason"].as_str().unwrap().to_owned();
            }
        }
        reason
    }

    pub(crate) fn cut(self) {
        self.stream.shutdown(Shutdown::Both).unwrap();
    }

    /// The tiles of its hand, by letter and number, blanks left out.
    pub(crate) fn tiles(&self) -> Vec<(u64, String, i64)> {
        let start = &self.start["start"];
        let mut tiles = Vec::new();
        for held in start["hand"].as_array().unwrap() {
            let faces = &start["setting"]["tiles"][held[0].to_string()];
            if faces.as_array().unwrap().len() == 1 {
                let face = (held[0].as_u64().unwrap(), faces[0][0].as_str().unwrap().to_owned());
                let points = faces[0][1].as_i64().unwrap();
                (0..held[1].as_u64().unwrap()).for_each(|_| tiles.push((face.0, face.1.clone(), points)));
            }
        }
        tiles
    }

    /// A word of its hand over the centre, across: any two or more letters that make one.
    pub(crate) fn opening(&self) -> Value {
        let tiles = self.tiles();
        let graph = presets::english();
        let spell =
            |places: &[usize]| places.iter().map(|&place| tiles[place].1.as_str()).collect::<String>();
        let good = |word: &str| {
            graph.alphabet().parse_word(word).is_ok_and(|word| lexicon::WordList::contains(graph, &word))
        };
        for first in 0..tiles.len() {
            for second in (0..tiles.len()).filter(|&second| second != first) {
                if good(&spell(&[first, second])) {
                    let tile = |x: usize, place: usize| {
                        let (id, letter, points) = &tiles[place];
                        json!([[x, 0], [id, [letter, points]]])
                    };
                    return json!({ "SMPlay": [tile(0, first), tile(1, second)] });
                }
            }
        }
        panic!("no word of two letters in {tiles:?}");
    }
}
