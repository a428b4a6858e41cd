//! Every acknowledged command is in the log exactly once, and nothing else is.

use super::evidence::{acknowledged_seq, cause, explains, is_deliberate, tell_command, tell_event};
use super::{Tenant, TenureBook, Violation, ViolationKind};
use crate::history::{
    AttemptOutcome, CommandAttempt, FinalEvent, FinalGame, SeatRequestKind, SentCommand, TableHistory,
};
use std::collections::BTreeMap;

/// How far the clock of an event may be behind that of the client that caused it.
const CLOCK: i64 = 2;

pub(super) fn check(
    id: &str,
    table: &TableHistory,
    game: &FinalGame,
    tenures: &TenureBook,
) -> Vec<Violation> {
    let mut checker = CommandChecker { id, table, game, tenures, used: BTreeMap::new(), found: Vec::new() };
    let acknowledged: Vec<_> = table.commands.iter().map(|command| checker.check_answers(command)).collect();
    checker.check_order(&acknowledged);
    checker.check_deliberate_events(&acknowledged);
    checker.found
}

struct CommandChecker<'a> {
    id: &'a str,
    table: &'a TableHistory,
    game: &'a FinalGame,
    tenures: &'a TenureBook,
    /// The command of each event that a command has caused.
    used: BTreeMap<u64, &'a SentCommand>,
    found: Vec<Violation>,
}

impl<'a> CommandChecker<'a> {
    /// Checks the answers of a command, and returns the event that it caused.
    fn check_answers(&mut self, command: &'a SentCommand) -> Option<u64> {
        let answers = command.attempts.iter().filter_map(|attempt| acknowledged_seq(&attempt.outcome));
        let mut seqs: Vec<u64> = answers.collect();
        seqs.dedup();
        let last = *seqs.first()?;
        if seqs.len() > 1 {
            self.report(ViolationKind::TwoAnswers, tell_command(command));
        }
        let cause = command.attempts.iter().find_map(|attempt| cause(self.game, last, &attempt.wish));
        let Some(event) = cause else {
            self.report(ViolationKind::AcknowledgedLost, self.tell_with(command, last));
            return Some(last);
        };
        self.check_seat(command, event, last);
        self.check_truth(command, event);
        Some(last)
    }

    /// The seat belongs to the sender, and no other command caused the event.
    fn check_seat(&mut self, command: &'a SentCommand, event: &'a FinalEvent, last: u64) {
        if let Some(other) = self.used.insert(event.seq, command) {
            let story = [tell_command(other), tell_command(command), vec![tell_event(event)]].concat();
            self.report(ViolationKind::AcknowledgedShared, story);
            return;
        }
        let Some(seat) = event.seat else { return };
        let holder = self.tenures.holder(seat, event.seq);
        if self.tenures.has(&command.person, seat, event.seq) {
            return;
        }
        let sat = format!("seat {seat} belonged to {:?}", holder.map(|holder| &holder.player));
        let mut story = self.tell_with(command, last);
        story.push(sat);
        // The event of somebody else: this command was not carried out at all.
        let kind = match self.is_explained_by_holder(event, command) {
            true => ViolationKind::AcknowledgedLost,
            false => ViolationKind::ForeignSeat,
        };
        self.used.remove(&event.seq);
        self.report(kind, story);
    }

    fn is_explained_by_holder(&self, event: &FinalEvent, except: &SentCommand) -> bool {
        let Some(holder) = event.seat.and_then(|seat| self.tenures.holder(seat, event.seq)) else {
            return false;
        };
        let mut others = self.table.commands.iter().filter(|other| other.person == holder.player);
        others.any(|other| {
            !std::ptr::eq(other, except)
                && other.attempts.iter().any(|attempt| explains(&attempt.wish, event))
        })
    }

    /// An answer "nothing was changed" before the event is false if no other request can have caused it.
    fn check_truth(&mut self, command: &SentCommand, event: &FinalEvent) {
        let is_false = |answer: &CommandAttempt| {
            answer.outcome == AttemptOutcome::NothingChanged
                && event.at + CLOCK < answer.answered
                && event.at >= answer.sent - CLOCK
                && command.attempts.iter().all(|other| {
                    other.sent >= answer.answered
                        || std::ptr::eq(other, answer)
                        || is_without_effect(&other.outcome)
                })
        };
        if command.attempts.iter().any(is_false) {
            let mut story = tell_command(command);
            story.push(tell_event(event));
            self.report(ViolationKind::FalseAnswer, story);
        }
    }

    /// A command that was answered before another was sent stands before it.
    fn check_order(&mut self, acknowledged: &[Option<u64>]) {
        let known: Vec<_> = self.table.commands.iter().zip(acknowledged).collect();
        for (first, first_seq) in &known {
            let Some(first_seq) = first_seq else { continue };
            let answered = first
                .attempts
                .iter()
                .filter(|attempt| acknowledged_seq(&attempt.outcome).is_some())
                .map(|attempt| attempt.answered)
                .min();
            for (second, second_seq) in &known {
                let sent = second.attempts.first().map(|attempt| attempt.sent);
                if second_seq.is_some_and(|seq| seq < *first_seq) && answered < sent {
                    self.report(
                        ViolationKind::WrongOrder,
                        [tell_command(first), tell_command(second)].concat(),
                    );
                }
            }
        }
    }

    /// Whatever a person's seat did, the person sent, and once.
    fn check_deliberate_events(&mut self, acknowledged: &[Option<u64>]) {
        let pending = self.table.commands.iter().zip(acknowledged);
        let mut pending: Vec<&SentCommand> =
            pending.filter_map(|(command, seq)| seq.is_none().then_some(command)).collect();
        for event in self.game.log.iter().filter(|event| is_deliberate(event)) {
            let Some(holder) = event.seat.and_then(|seat| self.tenures.holder(seat, event.seq)) else {
                continue;
            };
            if holder.tenant != Tenant::Person
                || self.used.contains_key(&event.seq)
                || self.is_leave(event, &holder.player)
            {
                continue;
            }
            let player = holder.player.clone();
            self.explain(event, &player, &mut pending);
        }
    }

    /// Finds a command without an answer for an event.
    fn explain(&mut self, event: &FinalEvent, player: &str, pending: &mut Vec<&SentCommand>) {
        let fits = |command: &&SentCommand, certain: bool| {
            command.person == player
                && command.attempts.iter().any(|attempt| {
                    explains(&attempt.wish, event)
                        && attempt.sent <= event.at + CLOCK
                        && (certain || may_have_effect(&attempt.outcome))
                })
        };
        if let Some(place) = pending.iter().position(|command| fits(command, false)) {
            pending.remove(place);
            return;
        }
        // Only an answer that denies it would explain it.
        let denied = pending.iter().position(|command| fits(command, true));
        let mut story = vec![format!("{player} has the seat"), tell_event(event)];
        match denied {
            Some(place) => {
                story.extend(tell_command(pending.remove(place)));
                self.report(ViolationKind::FalseAnswer, story);
            }
            None => {
                let own = self.table.commands.iter().filter(|command| command.person == player);
                story.push(format!("of the {} commands of {player} none explains it", own.count()));
                self.report(ViolationKind::Unexplained, story);
            }
        }
    }

    /// Whether the person left the seat through the other request.
    fn is_leave(&self, event: &FinalEvent, player: &str) -> bool {
        let mut requests = self.table.seat_requests.iter();
        event.kind == "left"
            && requests.any(|request| request.kind == SeatRequestKind::Leave && request.person == player)
    }

    fn tell_with(&self, command: &SentCommand, last: u64) -> Vec<String> {
        let mut story = tell_command(command);
        let around = self.game.log.iter().filter(|event| event.seq <= last && event.seq + 3 > last);
        story.extend(around.map(tell_event));
        story
    }

    fn report(&mut self, kind: ViolationKind, story: Vec<String>) {
        self.found.push(Violation::new(kind, self.id, story));
    }
}

fn may_have_effect(outcome: &AttemptOutcome) -> bool {
    matches!(outcome, AttemptOutcome::Uncertain(_) | AttemptOutcome::Acknowledged(_))
}

fn is_without_effect(outcome: &AttemptOutcome) -> bool {
    !may_have_effect(outcome)
}
