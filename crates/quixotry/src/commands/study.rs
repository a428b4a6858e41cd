//! `quixotry study`: the analysis room.

use crate::gcg_record::{gcg_from_record, record_from_gcg};
use crate::inputs::{Catalog, GameArgs, LeaveValuesArgs, RecordFile, ThreadsArgs, is_game_file, write_file};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status, print_note};
use analysis::{Analyst, Effort};
use anyhow::bail;
use clap::Args;
use notation::gcg;
use rules::Seat;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::Path;
use terminal::{
    ClearMode, LineEditor, LineStudy, StreamConsole, StudiedFile, StudyGame, StudyPosition, StudyRoom,
    StudyScreen, StudySetup, StudySubject,
};

const EXAMPLES: &str = "\
Examples:
  quixotry study game.gcg
  quixotry study game.jsonl --lexicon english
  quixotry study game.gcg --full-screen
  quixotry study http://localhost:8080/game/xk4itcf4nn5q5rg7
  quixotry study '15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ADEHRSV/ 0/5 0'
  quixotry study                                  an empty board

In the room, `help` lists what can be typed: go to any turn, list plays, simulate, stop and go on, try turns and answers,
set racks, solve endgames, write notes, correct scores, and save the game as GCG or as a record.";

/// Study a game or a position: try turns, simulate, write notes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StudyArgs {
    /// The file of a game (GCG or a record), the link of a game of a server, or a position (CGP, JSON, a file or empty)
    #[arg(default_value = "empty")]
    what: String,
    /// Study full-screen, with a table that follows a running simulation
    #[arg(long)]
    full_screen: bool,
    /// How many plays the engine compares: the best ones by static evaluation
    #[arg(long, value_name = "N", default_value = "15")]
    plays: NonZeroUsize,
    /// How many turns a simulation plays after each candidate
    #[arg(long, value_name = "N", default_value = "2")]
    plies: NonZeroUsize,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    leaves: LeaveValuesArgs,
    #[command(flatten)]
    game: GameArgs,
}

/// Runs the command.
pub(crate) fn run(args: &StudyArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.full_screen && !is_terminal {
        bail!("--full-screen needs a terminal; without this option the room works line by line");
    }
    let (subject, rules) = args.subject(catalog)?;
    let words = args.game.word_graph(&rules, catalog)?;
    let effort = Effort {
        plays: args.plays.get(),
        plies: args.plies.get(),
        threads: args.threads.count(),
        seed: args.game.seed.unwrap_or(0),
        ..Effort::default()
    };
    let analyst = Analyst::on(&args.leaves.player_data(&rules, &words)?, effort.clone());
    let cancellation = cancel_on_interrupt();
    let room = StudyRoom::new(StudySetup { subject, analyst, words, effort, cancellation, save });
    out.flush()?;
    if args.full_screen {
        let screen = StudyScreen::new(room);
        let is_coloured = out.paint() == boardlang::RenderStyle::Coloured;
        terminal::run_study_screen(if is_coloured { screen } else { screen.without_colours() })?;
    } else if is_terminal {
        LineStudy::new(room).run(&mut LineEditor::new()?)?;
    } else {
        let mut console = StreamConsole::new(io::stdin().lock(), io::stdout(), ClearMode::Separator);
        LineStudy::new(room).run(&mut console)?;
    }
    Ok(Status::Success)
}

impl StudyArgs {
    fn subject(&self, catalog: &Catalog) -> anyhow::Result<(StudySubject, rules::Ruleset)> {
        if !is_game_file(&self.what) {
            let position = self.game.position(&self.what, None, catalog)?;
            let rules = position.rules.clone();
            return Ok((StudySubject::Position(StudyPosition::new(position, Seat(0))), rules));
        }
        let file = RecordFile::read(&self.what, self.game.rules.as_deref(), catalog)?;
        file.check_is_game(&self.what)?;
        file.skipped_parts().iter().for_each(|part| print_note(&format!("{}: {part}", self.what)));
        if let (Some(named), None) = (file.lexicon(), &self.game.lexicon) {
            catalog.lexicon_or_note(named, &file.rules().lexicon);
        }
        let rules = file.rules().clone();
        let game = match file {
            RecordFile::Gcg { game, .. } => game,
            RecordFile::Lines { record, .. } => gcg_from_record(&record),
        };
        Ok((StudySubject::Game(StudyGame::new(game, rules.clone())), rules))
    }
}

/// Writes what is saved in the room.
fn save(path: &Path, file: StudiedFile<'_>) -> Result<(), String> {
    let bytes = match file {
        StudiedFile::Gcg(game) => gcg::print(game).map_err(|error| error.to_string())?,
        StudiedFile::Record(game, rules) => {
            let record = record_from_gcg(game, rules).map_err(|error| format!("{error:#}"))?;
            record.print().into_bytes()
        }
        StudiedFile::Cgp(line) => format!("{line}\n").into_bytes(),
    };
    write_file(path, &bytes).map_err(|error| format!("{error:#}"))
}
