//! What happened, in words.

use crate::table::Table;
use notation::coords;
use notation::plays::{self, PlayContext, PlaythroughStyle, Turn};
use rules::{
    Adjustment, AdjustmentCause, Challenged, Drawn, EndCause, Event, Game, Happened, LeaveCause, Placement,
    Points, Reason, Refusal, RulesetDraft, ScoredWord, Seat, SeatFate, Seen, Texts, Verdict, Viewer, see,
};
use tiles::{TileId, TileKind};

/// How playing ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game is over.
    Over,
    /// The player has left; the game is not over.
    Left,
}

/// A tile as people write it: `A1`, or `?` for a wild one.
pub(crate) fn tile(rules: &RulesetDraft, id: TileId) -> String {
    let label = rules.tiles.label(id);
    match rules.tiles.kind(id) {
        Some(kind) if !kind.is_wild() => format!("{label}{}", kind.max_points()),
        _ => label.to_owned(),
    }
}

/// Tiles one after the other.
pub(crate) fn tile_list(rules: &RulesetDraft, tiles: &[TileId]) -> String {
    tiles.iter().map(|&id| tile(rules, id)).collect::<Vec<_>>().join(" ")
}

/// Tiles as SkraBBKle writes them: `[T1], [_5]`.
pub(crate) fn bracketed(rules: &RulesetDraft, tiles: &[TileId]) -> String {
    let one = |&id: &TileId| {
        let points = rules.tiles.max_points(id);
        let wild = rules.tiles.kind(id).is_some_and(TileKind::is_wild);
        if wild { format!("[_{points}]") } else { format!("[{}{points}]", rules.tiles.label(id)) }
    };
    tiles.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// So many points.
pub(crate) fn points(points: Points) -> String {
    if points.abs() == 1 { format!("{points} point") } else { format!("{points} points") }
}

/// A word as it stands on the board.
pub(crate) fn word(rules: &RulesetDraft, word: &ScoredWord) -> String {
    rules.tiles.alphabet().print(&word.word())
}

/// A refusal in the words of the game; our own name squares as the board does.
pub(crate) fn refusal(rules: &RulesetDraft, refusal: &Refusal, tried: &rules::Tried<'_>) -> String {
    if rules.texts != Texts::Standard {
        return rules.texts.refusal(refusal, tried);
    }
    reasons(rules, refusal)
}

/// Every reason of a refusal in our own words.
pub(crate) fn reasons(rules: &RulesetDraft, refusal: &Refusal) -> String {
    refusal.reasons().iter().map(|reason| reason_text(rules, reason)).collect::<Vec<_>>().join(" ")
}

fn reason_text(rules: &RulesetDraft, reason: &Reason) -> String {
    let square = |at| coords::print_square(at, &rules.board);
    match reason {
        Reason::NotOnStart { start } => {
            format!("The first play must cover the start square {}.", square(*start))
        }
        Reason::SameSquare { at } => format!("Two tiles were placed on the square {}.", square(*at)),
        Reason::Hole { at } => format!("There is no square at {}.", square(*at)),
        Reason::Occupied { at, there, .. } => format!("The square {} already holds {there}.", square(*at)),
        other => other.to_string(),
    }
}

/// Everything that happened from an event on, as one viewer may see it.
pub(crate) fn since(table: &Table, from: usize, viewer: Viewer) -> Vec<String> {
    let mut game = table.record().game_at(from);
    let mut lines = Vec::new();
    for event in table.record().events().iter().skip(from) {
        let teller = Teller { table, game: &game, viewer };
        lines.extend(teller.event(event));
        game.apply(event);
    }
    lines
}

/// One turn of the list of turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) seat: Seat,
    pub(crate) what: String,
    pub(crate) points: Points,
    pub(crate) total: Points,
}

/// The turns so far, as a viewer may see them.
pub(crate) fn rows(table: &Table, viewer: Viewer) -> Vec<Row> {
    let mut game = Game::new(table.rules().clone());
    let mut rows = Vec::new();
    for event in table.record().events() {
        let seen = see(event, viewer, table.rules()).what;
        let row = row(&game, &seen);
        let before = |seat: Seat| game.seat(seat).map_or(0, |state| state.score);
        let earlier: Vec<Points> = (0..table.seats().len()).map(|seat| before(Seat(seat as u8))).collect();
        game.apply(event);
        if let Some((seat, what)) = row {
            let total = game.seat(seat).map_or(0, |state| state.score);
            rows.push(Row { seat, what, points: total - earlier[seat.index()], total });
        }
    }
    rows
}

fn row(game: &Game, what: &Seen) -> Option<(Seat, String)> {
    let scene = PlayContext { rules: game.rules(), grid: game.grid(), rack: None };
    let text = |turn: Turn| plays::print(&turn, scene, PlaythroughStyle::Parentheses);
    Some(match what {
        Happened::Played { seat, tiles, .. } => {
            (*seat, text(Turn::Place(Placement::new(tiles.iter().copied()))))
        }
        Happened::PlayFailed { seat, tiles, .. } => {
            (*seat, format!("{} failed", text(Turn::Place(Placement::new(tiles.iter().copied())))))
        }
        Happened::Passed { seat } => (*seat, "pass".to_owned()),
        Happened::Exchanged { seat, returned: Drawn::Known(tiles), .. } => {
            (*seat, text(Turn::Exchange(tiles.clone())))
        }
        Happened::Exchanged { seat, returned, .. } => (*seat, format!("-{}", returned.len())),
        Happened::ExchangeFailed { seat, .. } => (*seat, "exchange failed".to_owned()),
        Happened::Challenged { seat, verdict: Verdict::Withdrawn, .. } => {
            (*seat, "challenge, right".to_owned())
        }
        Happened::Challenged { seat, .. } => (*seat, "challenge, wrong".to_owned()),
        Happened::TurnSkipped { seat } => (*seat, "turn missed".to_owned()),
        Happened::TimedOut { seat } => (*seat, "out of time".to_owned()),
        Happened::Left { seat, .. } => (*seat, "left".to_owned()),
        _ => return None,
    })
}

/// Tells events to one viewer.
struct Teller<'a> {
    table: &'a Table,
    /// The game before the event.
    game: &'a Game,
    viewer: Viewer,
}

impl Teller<'_> {
    fn event(&self, event: &Event) -> Vec<String> {
        match see(event, self.viewer, self.table.rules()).what {
            Happened::Started { .. } | Happened::Dealt { .. } => Vec::new(),
            Happened::Played { seat, tiles, words, bonus, score, drawn } => {
                let mut lines = vec![self.played(seat, Placement::new(tiles), &words, bonus, score)];
                lines.extend(self.drew(seat, &drawn));
                lines
            }
            Happened::PlayFailed { seat, reasons, .. } | Happened::ExchangeFailed { seat, reasons, .. } => {
                vec![self.failed(seat, &reasons)]
            }
            Happened::Passed { seat } => vec![self.does(seat, "pass", "passes", ".")],
            Happened::Exchanged { seat, returned, drawn } => vec![self.exchanged(seat, &returned, &drawn)],
            Happened::Challenged { seat, of, words, verdict } => {
                vec![self.challenged(seat, of, &words, verdict)]
            }
            Happened::Accepted { seat } => vec![self.does(seat, "accept", "accepts", " the last play.")],
            Happened::TurnSkipped { seat } => vec![self.does(seat, "miss", "misses", " a turn.")],
            Happened::TimedOut { seat } => {
                vec![self.does(seat, "have", "has", " no time left for this turn; it passes.")]
            }
            Happened::Left { seat, why, then } => self.left(seat, why, then),
            Happened::Ended { cause, adjustments, winners } => self.ended(cause, &adjustments, &winners),
        }
    }

    fn rules(&self) -> &RulesetDraft {
        self.game.rules()
    }

    /// `You pass.`, `Ann passes.`
    fn does(&self, seat: Seat, you: &str, other: &str, rest: &str) -> String {
        let name = self.table.name(seat);
        format!("{name} {}{rest}", if name == "You" { you } else { other })
    }

    fn played(
        &self,
        seat: Seat,
        placement: Placement,
        words: &[ScoredWord],
        bonus: Points,
        score: Points,
    ) -> String {
        let scene = PlayContext { rules: self.rules(), grid: self.game.grid(), rack: None };
        let play = plays::print_placement(&placement, scene, PlaythroughStyle::Parentheses);
        let counted = |one: &ScoredWord| format!("{} {}", word(self.rules(), one), one.points);
        let mut parts: Vec<String> = words.iter().map(counted).collect();
        parts.extend((bonus != 0).then(|| format!("bonus {bonus}")));
        self.does(seat, "play", "plays", &format!(" {play} for {}: {}.", points(score), parts.join(", ")))
    }

    fn drew(&self, seat: Seat, drawn: &Drawn) -> Option<String> {
        let alone = self.table.people().count() < 2 && self.viewer.seat() == Some(seat);
        match drawn {
            Drawn::Known(tiles) if alone && !tiles.is_empty() => {
                Some(self.does(seat, "draw", "draws", &format!(" {}.", tile_list(self.rules(), tiles))))
            }
            _ => None,
        }
    }

    fn exchanged(&self, seat: Seat, returned: &Drawn, drawn: &Drawn) -> String {
        let list = |tiles: &Drawn| match tiles {
            Drawn::Known(tiles) => tile_list(self.rules(), tiles),
            Drawn::Hidden(1) => "1 tile".to_owned(),
            Drawn::Hidden(count) => format!("{count} tiles"),
        };
        match drawn {
            Drawn::Known(_) => {
                self.does(seat, "exchange", "exchanges", &format!(" {} for {}.", list(returned), list(drawn)))
            }
            Drawn::Hidden(_) => self.does(seat, "exchange", "exchanges", &format!(" {}.", list(returned))),
        }
    }

    fn failed(&self, seat: Seat, reasons: &[Reason]) -> String {
        let why: Vec<String> = reasons.iter().map(|reason| reason_text(self.rules(), reason)).collect();
        self.does(
            seat,
            "lose",
            "loses",
            &format!(" the turn with a play that is not legal. {}", why.join(" ")),
        )
        .trim_end()
        .to_owned()
    }

    fn challenged(&self, seat: Seat, of: Seat, numbers: &[usize], verdict: Verdict) -> String {
        let play = self.game.challengeable();
        let named = |number: &usize| Some(word(self.rules(), play?.words.get(*number)?));
        let words: Vec<String> = numbers.iter().filter_map(named).collect();
        let end = match verdict {
            Verdict::Withdrawn => ": the play is taken back.".to_owned(),
            Verdict::Stands { bonus: 0 } => ": the play stands.".to_owned(),
            Verdict::Stands { bonus } => {
                format!(
                    ": the play stands, and {}",
                    self.does(of, "gain", "gains", &format!(" {}.", points(bonus)))
                )
            }
        };
        self.does(seat, "challenge", "challenges", &format!(" {}{end}", words.join(", ")))
    }

    fn left(&self, seat: Seat, why: LeaveCause, then: SeatFate) -> Vec<String> {
        let line = match why {
            LeaveCause::Resigned => self.does(seat, "resign", "resigns", "."),
            LeaveCause::OutOfTime => self.does(seat, "have", "has", " run out of time."),
            LeaveCause::LostChallenge => self.does(seat, "lose", "loses", " by the challenge."),
            LeaveCause::Disconnected => self.does(seat, "have", "has", " gone."),
        };
        match then {
            SeatFate::Out => vec![line],
            SeatFate::Computer => vec![line, "A computer plays on.".to_owned()],
        }
    }

    fn ended(&self, cause: EndCause, adjustments: &[Adjustment], winners: &[Seat]) -> Vec<String> {
        let why = match cause {
            EndCause::WentOut(seat) => self.does(seat, "have", "has", " used the last tiles"),
            EndCause::Passes => "too many passes in a row".to_owned(),
            EndCause::Scoreless => "too many turns without points".to_owned(),
            EndCause::Rounds => "too many rounds of passes".to_owned(),
            EndCause::Forfeit(seat) => self.does(seat, "have", "has", " given up"),
            EndCause::LastOneLeft => "nobody is left to play against".to_owned(),
        };
        let mut lines = vec![format!("Game over: {why}.")];
        lines.extend(adjustments.iter().filter(|one| one.points != 0).map(|one| self.adjusted(one)));
        lines.extend(self.final_scores(adjustments));
        let names: Vec<&str> = winners.iter().map(|&seat| self.table.name(seat)).collect();
        lines.push(self.result(&names));
        lines
    }

    /// `You` is no name to congratulate by.
    fn result(&self, winners: &[&str]) -> String {
        match (self.rules().texts, winners) {
            (Texts::Standard | Texts::Generic | Texts::Cornell, ["You"]) => "You win!".to_owned(),
            (texts, winners) => texts.result(winners),
        }
    }

    fn adjusted(&self, one: &Adjustment) -> String {
        let (sign, amount) = (one.points < 0, points(one.points.saturating_abs()));
        let what = match &one.why {
            AdjustmentCause::OwnTiles(tiles) => {
                format!(" {amount} for the tiles left: {}.", tile_list(self.rules(), tiles))
            }
            AdjustmentCause::OthersTiles(tiles) => {
                format!(" {amount} for the others' tiles: {}.", tile_list(self.rules(), tiles))
            }
            AdjustmentCause::Overtime => format!(" {amount} for overtime."),
        };
        if sign {
            self.does(one.seat, "lose", "loses", &what)
        } else {
            self.does(one.seat, "gain", "gains", &what)
        }
    }

    fn final_scores(&self, adjustments: &[Adjustment]) -> Vec<String> {
        let line = |(index, state): (usize, &rules::SeatState)| {
            let seat = Seat(index as u8);
            let own = adjustments.iter().filter(|one| one.seat == seat).map(|one| one.points);
            let total = own.fold(state.score, Points::saturating_add);
            format!("{}: {total}", self.table.name(seat))
        };
        self.game.seats().iter().enumerate().map(line).collect()
    }
}

/// Which words of the last play are doubted, from a text: nothing for all, or numbers and words.
pub(crate) fn doubted(text: &str, words: &[String]) -> Option<Challenged> {
    if text.trim().is_empty() {
        return Some(Challenged::All);
    }
    let number = |part: &str| {
        let by_word = words.iter().position(|word| word.eq_ignore_ascii_case(part));
        by_word.or_else(|| part.parse::<usize>().ok()?.checked_sub(1))
    };
    text.split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(number)
        .collect::<Option<Vec<_>>>()
        .map(Challenged::Words)
}
