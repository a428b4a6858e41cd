//! Every acknowledged command is in the log exactly once, and nothing else is.

use super::evidence::{acknowledged_seq, cause, explains, is_deliberate, tell_command, tell_event};
use super::{Tenant, Tenure, TenureBook, Violation, ViolationKind};
use crate::history::{
    AttemptOutcome, CommandAttempt, FinalEvent, FinalGame, SeatRequestKind, SentCommand, TableHistory,
    UnixMillis,
};
use std::collections::BTreeMap;

/// How far the clock of an event may be behind that of the client that caused it.
const CLOCK: i64 = 2;

/// How long after its answer a request that was denied may still be carried out.
const DENIED: i64 = 40_000;

pub(super) fn check(
    id: &str,
    table: &TableHistory,
    game: &FinalGame,
    tenures: &TenureBook,
) -> Vec<Violation> {
    let mut checker = CommandChecker { id, table, game, tenures, used: BTreeMap::new(), found: Vec::new() };
    table.commands.iter().for_each(|command| checker.check_answers(command));
    checker.check_order();
    checker.check_deliberate_events();
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
    /// Checks the answers of a command, and notes the event that it caused.
    fn check_answers(&mut self, command: &'a SentCommand) {
        let mut seqs: Vec<u64> = acknowledgements(command).map(|(seq, _)| seq).collect();
        seqs.dedup();
        let Some(&last) = seqs.first() else { return };
        if seqs.len() > 1 {
            self.report(ViolationKind::TwoAnswers, tell_command(command));
        }
        let cause = command.attempts.iter().find_map(|attempt| cause(self.game, last, &attempt.wish));
        let Some(event) = cause else {
            return self.report(ViolationKind::AcknowledgedLost, self.tell_with(command, last));
        };
        self.check_seat(command, event, last);
        self.check_truth(command, event);
    }

    /// The seat belongs to the sender, and no other command caused the event.
    fn check_seat(&mut self, command: &'a SentCommand, event: &'a FinalEvent, last: u64) {
        if let Some(other) = self.used.get(&event.seq) {
            let story = [tell_command(other), tell_command(command), vec![tell_event(event)]].concat();
            return self.report(ViolationKind::AcknowledgedShared, story);
        }
        let is_own = |seat| self.tenures.has(&command.person, seat, event.seq);
        let Some(seat) = event.seat.filter(|seat| !is_own(*seat)) else {
            self.used.insert(event.seq, command);
            return;
        };
        let holder = self.tenures.holder(seat, event.seq);
        let sat = format!("seat {seat} belonged to {:?}", holder.map(|holder| &holder.player));
        let mut story = self.tell_with(command, last);
        story.push(sat);
        // The event of somebody else: this command was not carried out at all.
        let kind = match self.is_explained_by_holder(event, last) {
            true => ViolationKind::AcknowledgedLost,
            false => ViolationKind::ForeignSeat,
        };
        self.report(kind, story);
    }

    /// Whether the owner of the seat sent a command that can have caused the event.
    fn is_explained_by_holder(&self, event: &FinalEvent, last: u64) -> bool {
        let Some(holder) = event.seat.and_then(|seat| self.tenures.holder(seat, event.seq)) else {
            return false;
        };
        let own = self.table.commands.iter().filter(|command| command.person == holder.player);
        let mut attempts = own.flat_map(|command| &command.attempts);
        attempts.any(|attempt| {
            let is_answered_so = match acknowledged_seq(&attempt.outcome) {
                Some(seq) => seq == last,
                None => may_have_effect(&attempt.outcome),
            };
            is_answered_so && explains(&attempt.wish, event)
        })
    }

    /// An answer "nothing was changed" before the event is false if no other request can have caused it.
    fn check_truth(&mut self, command: &SentCommand, event: &FinalEvent) {
        let is_false = |answer: &CommandAttempt| {
            answer.outcome == AttemptOutcome::NothingChanged
                && event.at + CLOCK + self.game.skew < answer.answered
                && event.at - self.game.skew >= answer.sent - CLOCK
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
    fn check_order(&mut self) {
        let known: Vec<(u64, &SentCommand)> =
            self.used.iter().map(|(seq, command)| (*seq, *command)).collect();
        for (first_seq, first) in &known {
            let answered = acknowledgements(first).map(|(_, answered)| answered).min();
            for (second_seq, second) in &known {
                let sent = second.attempts.first().map(|attempt| attempt.sent);
                if second_seq < first_seq && answered < sent {
                    let story = [tell_command(first), tell_command(second)].concat();
                    self.report(ViolationKind::WrongOrder, story);
                }
            }
        }
    }

    /// Whatever a person's seat did, the person sent, and once.
    fn check_deliberate_events(&mut self) {
        let is_pending = |command: &&SentCommand| acknowledgements(command).next().is_none();
        let mut pending: Vec<&SentCommand> = self.table.commands.iter().filter(is_pending).collect();
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
            let holder = holder.clone();
            self.explain(event, &holder, &mut pending);
        }
    }

    /// Finds a command without an answer for an event.
    fn explain(&mut self, event: &FinalEvent, holder: &Tenure, pending: &mut Vec<&SentCommand>) {
        let (player, skew) = (holder.player.as_str(), self.game.skew);
        let find = |pending: &[&SentCommand], can_cause: &dyn Fn(&CommandAttempt) -> bool| {
            let is_cause = |attempt: &CommandAttempt| {
                let latest = event.at + CLOCK + skew;
                explains(&attempt.wish, event) && attempt.sent <= latest && can_cause(attempt)
            };
            pending
                .iter()
                .position(|command| command.person == player && command.attempts.iter().any(is_cause))
        };
        if let Some(place) = find(pending, &|attempt| may_have_effect(&attempt.outcome)) {
            pending.remove(place);
            return;
        }
        // Only an answer that denies it explains it.
        let denied = find(pending, &|attempt| event.at <= attempt.answered + DENIED + skew);
        let mut story = vec![format!("{player} has the seat since event {}", holder.from), tell_event(event)];
        match denied {
            Some(place) => {
                story.extend(tell_command(pending.remove(place)));
                self.report(ViolationKind::FalseAnswer, story);
            }
            None => {
                let own = self.table.commands.iter().filter(|command| command.person == player);
                story.push(format!("of the {} commands of {player} none explains it", own.count()));
                let others = self.table.commands.iter().filter(|command| command.person != player);
                let claims =
                    others.filter(|command| acknowledgements(command).any(|(seq, _)| seq == event.seq));
                story.extend(claims.flat_map(tell_command));
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

/// The events that answers named, and when the answers came.
fn acknowledgements(command: &SentCommand) -> impl Iterator<Item = (u64, UnixMillis)> {
    command
        .attempts
        .iter()
        .filter_map(|attempt| Some((acknowledged_seq(&attempt.outcome)?, attempt.answered)))
}

fn may_have_effect(outcome: &AttemptOutcome) -> bool {
    matches!(outcome, AttemptOutcome::Uncertain(_) | AttemptOutcome::Acknowledged(_))
}

fn is_without_effect(outcome: &AttemptOutcome) -> bool {
    !may_have_effect(outcome)
}
