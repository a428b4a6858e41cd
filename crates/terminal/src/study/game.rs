//! A game that is studied: its file, and the position before each turn.

use super::position::StudyPosition;
use notation::gcg::{
    self, GcgAction, GcgEvent, GcgGame, GcgLine, GcgReplay, LineContent, Pragma, ReplayStep,
};
use notation::plays::{PlayContext, PlaythroughStyle, print};
use rules::{Game, Points, Position, Ruleset, Seat, deduce_tiles};

/// A game as a GCG file. Notes and scores can be changed.
#[derive(Clone, Debug)]
pub struct StudyGame {
    rules: Ruleset,
    file: GcgGame,
    names: Vec<String>,
    turns: Vec<StudyTurn>,
    /// The position before each turn, and the one at the end.
    positions: Vec<StudyPosition>,
}

/// A turn of the file, with what followed it, such as a challenge.
#[derive(Clone, Debug)]
pub(super) struct StudyTurn {
    /// The line of its event.
    pub(super) line: usize,
    /// The line of the last event that belongs to it.
    last_line: usize,
    pub(super) seat: Seat,
    pub(super) text: String,
    pub(super) points: Points,
    /// What followed it, in words.
    pub(super) more: Vec<String>,
    pub(super) note: Option<String>,
}

impl StudyGame {
    /// Reads the turns of a file under these rules.
    #[must_use]
    pub fn new(file: GcgGame, rules: Ruleset) -> StudyGame {
        let names = file.players().into_iter().map(|player| player.name).collect();
        let mut game = StudyGame { rules, file, names, turns: Vec::new(), positions: Vec::new() };
        game.read();
        game
    }

    fn read(&mut self) {
        let replay = gcg::replay(&self.file, &self.rules);
        self.positions = vec![start(&replay)];
        self.turns.clear();
        for step in &replay.steps {
            let after = StudyPosition::new(step.position.clone(), step.to_move);
            match self.turns.last_mut() {
                Some(turn) if !is_turn(step) => {
                    turn.last_line = step.line;
                    turn.more.push(describe(step));
                    self.positions.pop();
                }
                _ => {
                    let before = self.positions.last().map(|before| &before.position);
                    let text = turn_text(step, before);
                    self.turns.push(StudyTurn {
                        line: step.line,
                        last_line: step.line,
                        seat: step.seat,
                        text,
                        points: step.score,
                        more: Vec::new(),
                        note: None,
                    });
                }
            }
            self.positions.push(after);
        }
        let notes: Vec<Option<String>> = self.turns.iter().map(|turn| self.read_note(turn)).collect();
        self.turns.iter_mut().zip(notes).for_each(|(turn, note)| turn.note = note);
    }

    /// The notes after the event of a turn and after what followed it.
    fn read_note(&self, turn: &StudyTurn) -> Option<String> {
        let events = self.file.events().map(|(line, _)| line);
        let lines = events.filter(|line| (turn.line..=turn.last_line).contains(line));
        let notes: Vec<String> = lines.filter_map(|line| self.file.note(line)).collect();
        (!notes.is_empty()).then(|| notes.join("\n"))
    }

    /// The rules.
    pub(super) fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The file with all changes.
    pub(super) fn file(&self) -> &GcgGame {
        &self.file
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn turns(&self) -> &[StudyTurn] {
        &self.turns
    }

    /// The position after a number of turns.
    pub(super) fn position(&self, turns: usize) -> Option<&StudyPosition> {
        self.positions.get(turns)
    }

    /// Replaces the note of a turn, numbered from 0; an empty text removes it.
    pub(super) fn set_note(&mut self, turn: usize, text: &str) {
        let Some(StudyTurn { line, last_line, .. }) = self.turns.get(turn) else { return };
        let (line, last_line) = (*line, *last_line);
        let lines = |file: &GcgGame| -> Vec<usize> { file.events().map(|(line, _)| line).collect() };
        let own = lines(&self.file).into_iter().filter(|found| (line..=last_line).contains(found)).count();
        let next = self.file.events().map(|(line, _)| line).find(|next| *next > last_line);
        let end = next.map_or(self.file.lines.len(), |next| next - 1);
        let mut in_note = false;
        let mut index = 0;
        self.file.lines.retain(|found| {
            index += 1;
            let is_inside = (line + 1..=end).contains(&index);
            in_note = match found.content() {
                LineContent::Pragma(Pragma::Note(_)) => true,
                LineContent::Text(_) => in_note,
                LineContent::Pragma(_) | LineContent::Event(_) => false,
            };
            !(is_inside && in_note)
        });
        if !text.is_empty() {
            let mut left = lines(&self.file).into_iter().filter(|found| *found >= line);
            let at = left.nth(own.saturating_sub(1)).unwrap_or(line);
            let note = GcgLine::new(LineContent::Pragma(Pragma::Note(text.to_owned())));
            self.insert_after(at, note);
        }
        self.read();
    }

    /// The last line of a file may have no end.
    fn insert_after(&mut self, line: usize, new: GcgLine) {
        if let Some(before) = self.file.lines.get_mut(line - 1)
            && before.end == gcg::LineEnd::None
        {
            before.end = gcg::LineEnd::Lf;
        }
        self.file.lines.insert(line.min(self.file.lines.len()), new);
    }

    /// Sets what a turn, numbered from 0, was scored with. The totals of its player follow.
    pub(super) fn set_points(&mut self, turn: usize, points: Points) {
        let Some(StudyTurn { line, points: before, .. }) = self.turns.get(turn).cloned() else { return };
        let change = points.saturating_sub(before);
        let nick = self.file.events().find(|(found, _)| *found == line).map(|(_, event)| event.nick.clone());
        let mut is_withdrawn = false;
        for index in line - 1..self.file.lines.len() {
            let LineContent::Event(event) = self.file.lines[index].content() else { continue };
            if Some(&event.nick) != nick.as_ref() || is_withdrawn {
                continue;
            }
            let mut event: GcgEvent = event.clone();
            if index + 1 == line {
                event.score = points;
            }
            if event.action == GcgAction::Withdrawn {
                // What is taken back is what was scored, and the total is what it was before.
                (event.score, is_withdrawn) = (points.saturating_neg(), true);
            } else {
                event.total = event.total.saturating_add(change);
            }
            let end = self.file.lines[index].end;
            let mut changed = GcgLine::new(LineContent::Event(event));
            changed.end = end;
            self.file.lines[index] = changed;
        }
        self.read();
    }
}

fn is_turn(step: &ReplayStep) -> bool {
    matches!(step.action, GcgAction::Play { .. } | GcgAction::Pass | GcgAction::Exchange(_))
}

/// The position before the first turn, with the racks that are known.
fn start(replay: &GcgReplay) -> StudyPosition {
    let first = replay.steps.first().map_or(Seat(0), |step| step.seat);
    match replay.to_events() {
        Ok(events) => {
            let mut game = Game::new(replay.rules.clone());
            let dealt = deduce_tiles(&replay.rules, &events);
            dealt.iter().take_while(|event| event.kind.is_setup()).for_each(|event| game.apply(event));
            StudyPosition::of_game(&game, first)
        }
        Err(_) => {
            let mut position = Position::new(replay.rules.clone());
            position.scores = vec![0; replay.players.len().max(2)];
            StudyPosition::new(position, first)
        }
    }
}

fn turn_text(step: &ReplayStep, before: Option<&Position>) -> String {
    match (&step.turn, before) {
        (Some(turn), Some(before)) => {
            let scene = PlayContext { rules: &before.rules, grid: &before.grid, rack: None };
            print(turn, scene, PlaythroughStyle::Parentheses)
        }
        _ => describe(step),
    }
}

fn describe(step: &ReplayStep) -> String {
    match &step.action {
        GcgAction::Play { coordinate, word } => format!("{coordinate} {word}"),
        GcgAction::Withdrawn => "taken back after a challenge".to_owned(),
        GcgAction::ChallengeBonus => format!("{:+} for a failed challenge", step.score),
        GcgAction::Pass => "pass".to_owned(),
        GcgAction::Exchange(tiles) => format!("-{tiles}"),
        GcgAction::Leftover(tiles) => format!("{:+} for the tiles left, {tiles}", step.score),
        GcgAction::Time => format!("{:+} for overtime", step.score),
    }
}
