//! Who had which seat, and when. Times are numbers of events.

use crate::history::FinalEvent;

/// The time that a player had a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tenure {
    /// The name of the player.
    pub player: String,
    /// The seat.
    pub seat: u64,
    /// What the player is.
    pub tenant: Tenant,
    /// The event with which it begins.
    pub from: u64,
    /// The event with which it ends, if it has ended.
    pub to: Option<u64>,
}

/// What can have a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tenant {
    /// A person.
    Person,
    /// A computer of the server.
    Computer,
    /// A bot of the bot port.
    Bot,
}

impl Tenure {
    /// Whether the seat belonged to the player when this event happened. The event that ends the tenure is the
    /// player's last one.
    fn covers(&self, seq: u64) -> bool {
        self.from <= seq && self.to.is_none_or(|to| seq <= to)
    }
}

/// The tenures of all seats of a game.
#[derive(Clone, Debug, Default)]
pub struct TenureBook(Vec<Tenure>);

impl TenureBook {
    /// Reads who joined, left or was replaced.
    #[must_use]
    pub fn from_log(log: &[FinalEvent]) -> TenureBook {
        let mut book = TenureBook::default();
        for event in log {
            book.note(event);
        }
        book
    }

    fn note(&mut self, event: &FinalEvent) {
        let Some(seat) = event.seat else { return };
        match event.kind.as_str() {
            "joined" => self.begin(event, seat),
            "vacated" => self.end(seat, event.seq),
            "left" if event.data["then"] == "computer" => {
                self.end(seat, event.seq);
                let (player, tenant) = (String::new(), Tenant::Computer);
                self.0.push(Tenure { player, seat, tenant, from: event.seq + 1, to: None });
            }
            _ => {}
        }
    }

    fn begin(&mut self, event: &FinalEvent, seat: u64) {
        self.end(seat, event.seq.saturating_sub(1));
        let player = event.data["player"].as_str().unwrap_or_default().to_owned();
        let tenant = match event.data["kind"].as_str() {
            Some("computer") => Tenant::Computer,
            Some("bot") => Tenant::Bot,
            _ => Tenant::Person,
        };
        self.0.push(Tenure { player, seat, tenant, from: event.seq, to: None });
    }

    fn end(&mut self, seat: u64, seq: u64) {
        let open = self.0.iter_mut().filter(|tenure| tenure.seat == seat && tenure.to.is_none());
        open.for_each(|tenure| tenure.to = Some(seq));
    }

    /// Who had a seat when an event happened.
    #[must_use]
    pub fn holder(&self, seat: u64, seq: u64) -> Option<&Tenure> {
        self.0.iter().rev().find(|tenure| tenure.seat == seat && tenure.covers(seq))
    }

    /// Whether a player had a seat when an event happened.
    #[must_use]
    pub fn has(&self, player: &str, seat: u64, seq: u64) -> bool {
        self.of(player).any(|tenure| tenure.seat == seat && tenure.covers(seq))
    }

    /// Whether a player may know what a seat drew in an event: its owner then, or one of those who came later and
    /// took the rack over.
    #[must_use]
    pub fn may_know(&self, player: &str, seat: u64, seq: u64) -> bool {
        self.of(player).any(|tenure| tenure.seat == seat && tenure.to.is_none_or(|to| seq <= to))
    }

    /// The tenures of a player.
    pub fn of<'a>(&'a self, player: &'a str) -> impl Iterator<Item = &'a Tenure> {
        self.0.iter().filter(move |tenure| tenure.player == player)
    }
}
