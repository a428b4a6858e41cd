//! What all clients share: where the servers are, how long they play, and where they write things down.

use crate::http::HttpClient;
use crate::recorder::Recorder;
use anyhow::Result;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How many addresses the players have. Each has the limits of one newcomer.
const ADDRESSES: u8 = 48;

/// The servers as clients see them.
#[derive(Debug)]
pub struct TestBed {
    /// Where each server answers.
    pub nodes: Vec<SocketAddr>,
    /// Where each server listens for bots.
    pub bots: Vec<SocketAddr>,
    /// What happens is written down here.
    pub recorder: Recorder,
    clients: Vec<HttpClient>,
    deadline: Instant,
    numbers: AtomicUsize,
    has_fault: AtomicBool,
    resumes: AtomicUsize,
    closing: watch::Sender<bool>,
}

impl TestBed {
    /// A test bed for these servers, where players play until `deadline`.
    ///
    /// # Errors
    /// No client can be made.
    pub fn new(nodes: Vec<SocketAddr>, bots: Vec<SocketAddr>, deadline: Instant) -> Result<TestBed> {
        let clients = (1..=ADDRESSES).map(|number| HttpClient::new(player_address(number)));
        Ok(TestBed {
            nodes,
            bots,
            recorder: Recorder::default(),
            clients: clients.collect::<Result<_>>()?,
            deadline,
            numbers: AtomicUsize::new(0),
            has_fault: AtomicBool::new(false),
            resumes: AtomicUsize::new(0),
            closing: watch::Sender::new(false),
        })
    }

    /// A number that nobody else has.
    pub fn number(&self) -> usize {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// A client with one of the players' addresses.
    #[must_use]
    pub fn client(&self, number: usize) -> HttpClient {
        self.clients[number % self.clients.len()].clone()
    }

    /// Whether players should come to an end.
    #[must_use]
    pub fn is_late(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Waits a while, but not beyond the end.
    pub async fn pause(&self, time: Duration) {
        let left = self.deadline.saturating_duration_since(Instant::now());
        tokio::time::sleep(time.min(left)).await;
    }

    /// Says whether a fault is active.
    pub fn set_fault(&self, active: bool) {
        self.has_fault.store(active, Ordering::Relaxed);
    }

    /// Whether a fault is active.
    #[must_use]
    pub fn has_fault(&self) -> bool {
        self.has_fault.load(Ordering::Relaxed)
    }

    /// Counts a reader that continues where it stopped.
    pub fn count_resume(&self) {
        self.resumes.fetch_add(1, Ordering::Relaxed);
    }

    /// How often readers continued where they had stopped.
    #[must_use]
    pub fn resumes(&self) -> usize {
        self.resumes.load(Ordering::Relaxed)
    }

    /// Tells all readers and bots to close.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Waits until readers and bots have to close.
    pub async fn wait_for_close(&self) {
        // The sender lives as long as the test bed.
        self.closing.subscribe().wait_for(|closing| *closing).await.ok();
    }
}

/// The address of a player. All of 127.0.0.0/8 is this machine.
fn player_address(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 7, number))
}
