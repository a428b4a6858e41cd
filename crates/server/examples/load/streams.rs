//! Many open streams of events, and how soon each tells what happened.
//!
//! The readers are a process of their own, so that each process has only one end of every stream to hold open.

use crate::client::{Client, find};
use crate::figures::{Times, resident};
use crate::script::{Script, Table};
use crate::{Outcome, Plan, database, files, serve};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// Commands a second while the streams are open.
const PACE: u64 = 100;

/// Files a process needs besides one for each stream.
const OTHER_FILES: u64 = 200;

pub(crate) async fn measure(plan: &Plan) -> Outcome<()> {
    enough_files(plan)?;
    let directory = tempfile::tempdir()?;
    let host = serve(&database(plan, directory.path()), directory.path()).await?;
    let mut client = Client::connect(&host).await?;
    let script = Script::write(&mut client).await?;
    let mut tables = Vec::new();
    for _ in 0..plan.games {
        tables.push(Table::new(&mut client).await?);
    }
    let before = resident();
    let mut readers = Readers::start(plan, &host, &tables)?;
    let opened = readers.opened().await?;
    let each = resident().saturating_sub(before) / plan.streams.max(1) as u64;
    println!(
        "streams: {} opened in {:.1} s, {each} bytes each at the server's end",
        plan.streams,
        opened.as_secs_f64()
    );

    let mut clock = tokio::time::interval(Duration::from_micros(1_000_000 / PACE));
    let mut done = 0;
    while done < plan.seconds * PACE {
        for (game, table) in tables.iter_mut().enumerate() {
            clock.tick().await;
            readers.sent[game].store(now(), Ordering::Relaxed);
            table.play(&mut client, &script).await?;
            done += 1;
            if done >= plan.seconds * PACE {
                break;
            }
        }
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let times = readers.times();
    let expected = done * (plan.streams / plan.games) as u64;
    println!("streams: {} of {expected} deliveries after {done} commands: {}", times.len(), times.shown());
    Ok(())
}

fn enough_files(plan: &Plan) -> Outcome<()> {
    let (needed, most) = (plan.streams as u64 + OTHER_FILES, files());
    if needed > most {
        return Err(format!(
            "{} streams need {needed} open files, and this system lets a process open {most}: \
             raise the limit (ulimit -n {needed}), or ask for fewer with --streams {}",
            plan.streams,
            most.saturating_sub(OTHER_FILES)
        )
        .into());
    }
    Ok(())
}

/// The time on the clock that all processes of a machine share, in microseconds.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64)
}

/// The process that holds the other ends.
struct Readers {
    child: Child,
    /// When something was last sent to each game.
    sent: Arc<Vec<AtomicU64>>,
    said: mpsc::UnboundedReceiver<Said>,
}

/// What the readers say.
enum Said {
    /// All streams are open, after a time.
    Opened(Duration),
    /// A turn arrived so long after it was sent.
    Arrived(Duration),
}

impl Readers {
    fn start(plan: &Plan, host: &str, tables: &[Table]) -> Outcome<Readers> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--streams", &plan.streams.to_string(), "readers"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut input = child.stdin.take().ok_or("no input")?;
        writeln!(input, "{host}")?;
        tables.iter().try_for_each(|table| writeln!(input, "{}", table.id))?;
        drop(input);
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let sent: Arc<Vec<AtomicU64>> = Arc::new(tables.iter().map(|_| AtomicU64::new(0)).collect());
        let (tell, said) = mpsc::unbounded_channel();
        let known = sent.clone();
        std::thread::spawn(move || {
            let words = output.lines().map_while(Result::ok);
            words.filter_map(|line| read(&line, &known)).try_for_each(|said| tell.send(said).ok())
        });
        Ok(Readers { child, sent, said })
    }

    async fn opened(&mut self) -> Outcome<Duration> {
        match self.said.recv().await {
            Some(Said::Opened(time)) => Ok(time),
            _ => Err("the readers could not open all streams".into()),
        }
    }

    fn times(&mut self) -> Times {
        let mut times = Times::default();
        while let Ok(said) = self.said.try_recv() {
            if let Said::Arrived(time) = said {
                times.add(time);
            }
        }
        times
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is as good.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// A line of the readers: `opened <microseconds>`, or a game and the time when something arrived.
fn read(line: &str, sent: &[AtomicU64]) -> Option<Said> {
    let (word, number) = line.split_once(' ')?;
    let number: u64 = number.parse().ok()?;
    match word {
        "opened" => Some(Said::Opened(Duration::from_micros(number))),
        game => {
            let sent = sent.get(game.parse::<usize>().ok()?)?.load(Ordering::Relaxed);
            Some(Said::Arrived(Duration::from_micros(number.saturating_sub(sent))))
        }
    }
}

/// The other process: it opens the streams of the games that it gets, and reports what arrives.
pub(crate) async fn be_readers(plan: &Plan) -> Outcome<()> {
    let mut words = std::io::stdin().lines();
    let host = words.next().ok_or("no host")??;
    let games = words.collect::<Result<Vec<String>, _>>()?;
    let (begun, (tell, mut told)) = (now(), mpsc::unbounded_channel());
    for number in 0..plan.streams {
        let game = number % games.len();
        let path = format!("/api/games/{}/events", games[game]);
        let stream = Client::connect(&host).await?.follow(&path).await?;
        tokio::spawn(follow(stream, game, tell.clone()));
    }
    drop(tell);
    let mut output = std::io::stdout().lock();
    writeln!(output, "opened {}", now() - begun)?;
    while let Some((game, at)) = told.recv().await {
        writeln!(output, "{game} {at}")?;
        output.flush()?;
    }
    Ok(())
}

/// Tells for every turn when it arrived.
async fn follow(mut stream: TcpStream, game: usize, tell: mpsc::UnboundedSender<(usize, u64)>) {
    let mut buffer = Vec::with_capacity(1_024);
    while let Ok(1..) = stream.read_buf(&mut buffer).await {
        while let Some(place) = find(&buffer, b"event: played").or_else(|| find(&buffer, b"event: passed")) {
            buffer.drain(..place + 13);
            if tell.send((game, now())).is_err() {
                return;
            }
        }
        let keep = buffer.len().saturating_sub(16);
        buffer.drain(..keep);
    }
}
