//! Texts for tiles, refusals, events and turns.

use crate::local_game::LocalGame;
use notation::plays::{self, PlayContext, PlaythroughStyle, Turn};
use rules::{
    Adjustment, AdjustmentCause, ChallengedWords, EndCause, Event, EventKind, EventKindView, Game,
    LeaveCause, LeaveOutcome, Placement, Points, Reason, Ruleset, ScoredWord, Seat, Texts, TilesView,
    Verdict, Viewer,
};
use tiles::{TileId, TileKind};

/// Why a game loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    /// The game is over.
    GameOver,
    /// The player left; the game is not over.
    PlayerLeft,
}

/// A tile with its points: `A1`, or `?` for a blank.
pub(crate) fn format_tile(rules: &Ruleset, id: TileId) -> String {
    let label = rules.tiles.label(id);
    match rules.tiles.kind(id) {
        Some(kind) if !kind.is_wild() => format!("{label}{}", kind.max_points()),
        _ => label.to_owned(),
    }
}

/// Tiles with their points, separated by spaces.
pub(crate) fn format_tiles(rules: &Ruleset, tiles: &[TileId]) -> String {
    tiles.iter().map(|&id| format_tile(rules, id)).collect::<Vec<_>>().join(" ")
}

/// Tiles in the notation of SkraBBKle: `[T1], [_5]`.
pub(crate) fn format_tiles_skrabbkle(rules: &Ruleset, tiles: &[TileId]) -> String {
    let one = |&id: &TileId| {
        let points = rules.tiles.max_points(id);
        let wild = rules.tiles.kind(id).is_some_and(TileKind::is_wild);
        if wild { format!("[_{points}]") } else { format!("[{}{points}]", rules.tiles.label(id)) }
    };
    tiles.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// `1 point`, `2 points`.
pub(crate) fn format_points(points: Points) -> String {
    if points.abs() == 1 { format!("{points} point") } else { format!("{points} points") }
}

/// A word as it is on the board.
pub(crate) fn format_word(rules: &Ruleset, word: &ScoredWord) -> String {
    rules.tiles.alphabet().print(&word.word())
}

/// Describes the events from an index on, as a viewer may see them.
pub(crate) fn describe_events(local: &LocalGame, from: usize, viewer: Viewer) -> Vec<String> {
    let mut game = local.record().game_at(from);
    let mut lines = Vec::new();
    for event in local.record().events().iter().skip(from) {
        let describer = EventDescriber { local, game: &game, viewer };
        lines.extend(describer.describe(event));
        game.apply(event);
    }
    lines
}

/// A row of the list of turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TurnRow {
    pub(crate) seat: Seat,
    pub(crate) what: String,
    pub(crate) points: Points,
    pub(crate) total: Points,
}

/// The turns so far, as a viewer may see them.
pub(crate) fn turn_rows(local: &LocalGame, viewer: Viewer) -> Vec<TurnRow> {
    let mut game = Game::new(local.rules().clone());
    let mut rows = Vec::new();
    for event in local.record().events() {
        let seen = event.view(viewer, local.rules()).kind;
        let row = turn_row(&game, &seen);
        let before = |seat: Seat| game.seat(seat).map_or(0, |state| state.score);
        let earlier: Vec<Points> = (0..local.seats().len()).map(|seat| before(Seat(seat as u8))).collect();
        game.apply(event);
        if let Some((seat, what)) = row {
            let total = game.seat(seat).map_or(0, |state| state.score);
            rows.push(TurnRow { seat, what, points: total - earlier[seat.index()], total });
        }
    }
    rows
}

fn turn_row(game: &Game, what: &EventKindView) -> Option<(Seat, String)> {
    let scene = PlayContext { rules: game.rules(), grid: game.grid(), rack: None };
    let text = |turn: Turn| plays::print(&turn, scene, PlaythroughStyle::Parentheses);
    Some(match what {
        EventKind::Played { seat, tiles, .. } => {
            (*seat, text(Turn::Place(Placement::new(tiles.iter().copied()))))
        }
        EventKind::PlayFailed { seat, tiles, .. } => {
            (*seat, format!("{} failed", text(Turn::Place(Placement::new(tiles.iter().copied())))))
        }
        EventKind::Passed { seat } => (*seat, "pass".to_owned()),
        EventKind::Exchanged { seat, returned: TilesView::Known(tiles), .. } => {
            (*seat, text(Turn::Exchange(tiles.clone())))
        }
        EventKind::Exchanged { seat, returned, .. } => (*seat, format!("-{}", returned.len())),
        EventKind::ExchangeFailed { seat, .. } => (*seat, "exchange failed".to_owned()),
        EventKind::Challenged { seat, verdict: Verdict::Withdrawn, .. } => {
            (*seat, "challenge, right".to_owned())
        }
        EventKind::Challenged { seat, .. } => (*seat, "challenge, wrong".to_owned()),
        EventKind::TurnSkipped { seat } => (*seat, "turn missed".to_owned()),
        EventKind::TimedOut { seat } => (*seat, "out of time".to_owned()),
        EventKind::Left { seat, .. } => (*seat, "left".to_owned()),
        EventKind::Started { .. }
        | EventKind::Dealt { .. }
        | EventKind::Accepted { .. }
        | EventKind::Ended { .. } => return None,
    })
}

/// Describes events for one viewer.
struct EventDescriber<'a> {
    local: &'a LocalGame,
    /// The game before the event.
    game: &'a Game,
    viewer: Viewer,
}

impl EventDescriber<'_> {
    fn describe(&self, event: &Event) -> Vec<String> {
        match event.view(self.viewer, self.local.rules()).kind {
            EventKind::Started { .. } | EventKind::Dealt { .. } => Vec::new(),
            EventKind::Played { seat, tiles, words, bonus, score, drawn } => {
                let mut lines = vec![self.describe_play(seat, Placement::new(tiles), &words, bonus, score)];
                lines.extend(self.describe_draw(seat, &drawn));
                lines
            }
            EventKind::PlayFailed { seat, reasons, .. } | EventKind::ExchangeFailed { seat, reasons, .. } => {
                vec![self.describe_failure(seat, &reasons)]
            }
            EventKind::Passed { seat } => vec![self.sentence(seat, "pass", "passes", ".")],
            EventKind::Exchanged { seat, returned, drawn } => {
                vec![self.describe_exchange(seat, &returned, &drawn)]
            }
            EventKind::Challenged { seat, of, words, verdict } => {
                vec![self.describe_challenge(seat, of, &words, verdict)]
            }
            EventKind::Accepted { seat } => vec![self.sentence(seat, "accept", "accepts", " the last play.")],
            EventKind::TurnSkipped { seat } => vec![self.sentence(seat, "miss", "misses", " a turn.")],
            EventKind::TimedOut { seat } => {
                vec![self.sentence(seat, "have", "has", " no time left for this turn; it passes.")]
            }
            EventKind::Left { seat, why, then } => self.describe_leaving(seat, why, then),
            EventKind::Ended { cause, adjustments, winners } => {
                self.describe_end(cause, &adjustments, &winners)
            }
        }
    }

    fn rules(&self) -> &Ruleset {
        self.game.rules()
    }

    /// `You pass.`, `Ann passes.`
    fn sentence(&self, seat: Seat, you: &str, other: &str, rest: &str) -> String {
        let name = self.local.name(seat);
        format!("{name} {}{rest}", if name == "You" { you } else { other })
    }

    fn describe_play(
        &self,
        seat: Seat,
        placement: Placement,
        words: &[ScoredWord],
        bonus: Points,
        score: Points,
    ) -> String {
        let scene = PlayContext { rules: self.rules(), grid: self.game.grid(), rack: None };
        let play = plays::print_placement(&placement, scene, PlaythroughStyle::Parentheses);
        let counted = |one: &ScoredWord| format!("{} {}", format_word(self.rules(), one), one.points);
        let mut parts: Vec<String> = words.iter().map(counted).collect();
        parts.extend((bonus != 0).then(|| format!("bonus {bonus}")));
        self.sentence(
            seat,
            "play",
            "plays",
            &format!(" {play} for {}: {}.", format_points(score), parts.join(", ")),
        )
    }

    fn describe_draw(&self, seat: Seat, drawn: &TilesView) -> Option<String> {
        let alone = self.local.people().count() < 2 && self.viewer.seat() == Some(seat);
        match drawn {
            TilesView::Known(tiles) if alone && !tiles.is_empty() => Some(self.sentence(
                seat,
                "draw",
                "draws",
                &format!(" {}.", format_tiles(self.rules(), tiles)),
            )),
            TilesView::Known(_) | TilesView::Hidden(_) => None,
        }
    }

    fn describe_exchange(&self, seat: Seat, returned: &TilesView, drawn: &TilesView) -> String {
        let list = |tiles: &TilesView| match tiles {
            TilesView::Known(tiles) => format_tiles(self.rules(), tiles),
            TilesView::Hidden(1) => "1 tile".to_owned(),
            TilesView::Hidden(count) => format!("{count} tiles"),
        };
        match drawn {
            TilesView::Known(_) => self.sentence(
                seat,
                "exchange",
                "exchanges",
                &format!(" {} for {}.", list(returned), list(drawn)),
            ),
            TilesView::Hidden(_) => {
                self.sentence(seat, "exchange", "exchanges", &format!(" {}.", list(returned)))
            }
        }
    }

    fn describe_failure(&self, seat: Seat, reasons: &[Reason]) -> String {
        let why: Vec<String> = reasons.iter().map(|reason| reason.message(&self.rules().board)).collect();
        self.sentence(
            seat,
            "lose",
            "loses",
            &format!(" the turn with a play that is not legal. {}", why.join(" ")),
        )
        .trim_end()
        .to_owned()
    }

    fn describe_challenge(&self, seat: Seat, of: Seat, numbers: &[usize], verdict: Verdict) -> String {
        let play = self.game.challengeable();
        let named = |number: &usize| Some(format_word(self.rules(), play?.words.get(*number)?));
        let words: Vec<String> = numbers.iter().filter_map(named).collect();
        let end = match verdict {
            Verdict::Withdrawn => ": the play is taken back.".to_owned(),
            Verdict::Stands { bonus: 0 } => ": the play stands.".to_owned(),
            Verdict::Stands { bonus } => {
                format!(
                    ": the play stands, and {}",
                    self.sentence(of, "gain", "gains", &format!(" {}.", format_points(bonus)))
                )
            }
        };
        self.sentence(seat, "challenge", "challenges", &format!(" {}{end}", words.join(", ")))
    }

    fn describe_leaving(&self, seat: Seat, why: LeaveCause, then: LeaveOutcome) -> Vec<String> {
        let line = match why {
            LeaveCause::Resigned => self.sentence(seat, "resign", "resigns", "."),
            LeaveCause::OutOfTime => self.sentence(seat, "have", "has", " run out of time."),
            LeaveCause::LostChallenge => self.sentence(seat, "lose", "loses", " by the challenge."),
            LeaveCause::Disconnected => self.sentence(seat, "have", "has", " gone."),
        };
        match then {
            LeaveOutcome::Out => vec![line],
            LeaveOutcome::Computer => vec![line, "A computer plays on.".to_owned()],
        }
    }

    fn describe_end(&self, cause: EndCause, adjustments: &[Adjustment], winners: &[Seat]) -> Vec<String> {
        let why = match cause {
            EndCause::WentOut(seat) => self.sentence(seat, "have", "has", " used the last tiles"),
            EndCause::Passes => "too many passes in a row".to_owned(),
            EndCause::Scoreless => "too many turns without points".to_owned(),
            EndCause::Rounds => "too many rounds of passes".to_owned(),
            EndCause::Forfeit(seat) => self.sentence(seat, "have", "has", " given up"),
            EndCause::LastOneLeft => "nobody is left to play against".to_owned(),
        };
        let mut lines = vec![format!("Game over: {why}.")];
        lines.extend(
            adjustments.iter().filter(|one| one.points != 0).map(|one| self.describe_adjustment(one)),
        );
        lines.extend(self.final_scores(adjustments));
        let names: Vec<&str> = winners.iter().map(|&seat| self.local.name(seat)).collect();
        lines.push(self.describe_result(&names));
        lines
    }

    /// A person without a name is addressed as `You`.
    fn describe_result(&self, winners: &[&str]) -> String {
        match (self.rules().texts, winners) {
            (Texts::Standard | Texts::Generic | Texts::Cornell, ["You"]) => "You win!".to_owned(),
            (texts, winners) => texts.result(winners),
        }
    }

    fn describe_adjustment(&self, one: &Adjustment) -> String {
        let (sign, amount) = (one.points < 0, format_points(one.points.saturating_abs()));
        let what = match &one.why {
            AdjustmentCause::OwnTiles(tiles) => {
                format!(" {amount} for the tiles left: {}.", format_tiles(self.rules(), tiles))
            }
            AdjustmentCause::OthersTiles(tiles) => {
                format!(" {amount} for the others' tiles: {}.", format_tiles(self.rules(), tiles))
            }
            AdjustmentCause::Overtime => format!(" {amount} for overtime."),
        };
        if sign {
            self.sentence(one.seat, "lose", "loses", &what)
        } else {
            self.sentence(one.seat, "gain", "gains", &what)
        }
    }

    fn final_scores(&self, adjustments: &[Adjustment]) -> Vec<String> {
        let line = |(index, state): (usize, &rules::SeatState)| {
            let seat = Seat(index as u8);
            let own = adjustments.iter().filter(|one| one.seat == seat).map(|one| one.points);
            let total = own.fold(state.score, Points::saturating_add);
            format!("{}: {total}", self.local.name(seat))
        };
        self.game.seats().iter().enumerate().map(line).collect()
    }
}

/// Parses the words of a challenge: an empty text means all words of the last play; otherwise numbers and words.
pub(crate) fn parse_challenge(text: &str, words: &[String]) -> Option<ChallengedWords> {
    if text.trim().is_empty() {
        return Some(ChallengedWords::All);
    }
    let number = |part: &str| {
        let by_word = words.iter().position(|word| word.eq_ignore_ascii_case(part));
        by_word.or_else(|| part.parse::<usize>().ok()?.checked_sub(1))
    };
    text.split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(number)
        .collect::<Option<Vec<_>>>()
        .map(ChallengedWords::Words)
}
