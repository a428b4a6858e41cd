//! The analysis room: transcripts of whole studies, and what is saved.

use analysis::{Analyst, Effort};
use notation::gcg;
use players::{Cancellation, SearchLimit};
use quixotry_terminal::{
    ClearMode, LineStudy, StreamConsole, StudiedFile, StudyGame, StudyPosition, StudyRoom, StudySetup,
    StudySubject,
};
use rules::{Ruleset, Seat};
use std::path::Path;

const GAME: &str = "#character-encoding UTF-8
#player1 ann Ann
#player2 ben Ben
#title Round 3
>ann: HIORSTW H3 THROWS +32 32
#note The S waits
for a hook.
>ben: EF G2 FE +9 9
>ben: EF -- -9 0
>ann: EENNOIC -NN +0 32
>ben: EEEEFSU G2 FUSE +18 18
";

fn rules() -> Ruleset {
    let rules = presets::Library::shipped().rules("standard").unwrap();
    let game = gcg::parse(GAME.as_bytes()).unwrap();
    gcg::PlayedRules::of(&game, &rules).apply_to(&rules)
}

fn save(path: &Path, file: StudiedFile<'_>) -> Result<(), String> {
    let bytes = match file {
        StudiedFile::Gcg(game) => gcg::print(game).map_err(|error| error.to_string())?,
        StudiedFile::Record(..) => return Err("no records here".to_owned()),
        StudiedFile::Cgp(line) => line.into_bytes(),
    };
    std::fs::write(path, bytes).map_err(|error| error.to_string())
}

fn study(subject: StudySubject, typed: &str) -> String {
    let words = presets::english().clone();
    let effort = Effort { limit: SearchLimit::for_iterations(8), plays: 4, ..Effort::default() };
    let analyst = Analyst::new(&rules(), &words, effort.clone()).unwrap();
    let setup = StudySetup { subject, analyst, words, effort, cancellation: Cancellation::new(), save };
    let mut shown = Vec::new();
    let mut console = StreamConsole::new(typed.as_bytes(), &mut shown, ClearMode::Separator);
    LineStudy::new(StudyRoom::new(setup)).run(&mut console).unwrap();
    String::from_utf8(shown).unwrap()
}

fn study_game(typed: &str) -> String {
    let game = gcg::parse(GAME.as_bytes()).unwrap();
    study(StudySubject::Game(StudyGame::new(game, rules())), typed)
}

fn study_position(cgp: &str, typed: &str) -> String {
    let position = notation::cgp::parse(cgp, &rules()).unwrap().position;
    study(StudySubject::Position(StudyPosition::new(position, Seat(0))), typed)
}

#[test]
fn a_game_is_studied_turn_by_turn() {
    insta::assert_snapshot!(study_game(
        "help\nhistory\nnext\nunseen\nturn 4\nplays 3\ntry 2\nG3 X\nundo\nkeep\nback\nstart\nend\nturn 9\nquit\n"
    ));
}

#[test]
fn a_simulation_is_stopped_and_continued_with_own_candidates() {
    let shown =
        study_game("turn 4\nadd -EEE\nsim 8\nsim 8\nopponent Q\nsim 8\nopponent QQ\nopponent\nquit\n");
    insta::assert_snapshot!(shown);
    let whole = study_game("turn 4\nadd -EEE\nsim 16\nquit\n");
    let table = |text: &str, number: usize| {
        let tables: Vec<&str> = text.split("win %").collect();
        tables[number].lines().skip(1).take(5).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(table(&shown, 2), table(&whole, 1), "stopping changes nothing");
}

#[test]
fn turns_are_tried_answered_and_kept() {
    insta::assert_snapshot!(study_game(
        "turn 2\nrack EEEEFSU\nG2 FUSE\nrack CONINES\n8A CONINES\nundo\n8A CONINE\nkeep main line\nvariations\nturn 2\nquit\ny\n"
    ));
}

#[test]
fn notes_and_scores_are_corrected_and_saved() {
    let dir = tempfile::tempdir().unwrap();
    let (file, position) = (dir.path().join("game.gcg"), dir.path().join("here.cgp"));
    let typed = format!(
        "turn 2\nnote A fine start.\nscore 30\nturn 5\nnote The end.\nsave {}\nsave {}\nsave x.txt\nsave /nowhere/x.jsonl\nquit\n",
        file.display(),
        position.display()
    );
    let shown = study_game(&typed);
    assert!(shown.contains("its format is not known") && shown.contains("no records here"), "{shown}");
    let saved = std::fs::read_to_string(&file).unwrap();
    let expected = GAME
        .replace("+32 32", "+30 30")
        .replace("-NN +0 32", "-NN +0 30")
        .replace("#note The S waits\nfor a hook.\n", "#note A fine start.\n")
        + "#note The end.\n";
    assert_eq!(saved, expected);
    let game = gcg::parse(saved.as_bytes()).unwrap();
    assert!(
        gcg::lint(&game, &rules(), None).iter().any(|finding| finding.problem.to_string().contains("+32"))
    );
    let cgp = std::fs::read_to_string(&position).unwrap();
    assert_eq!(notation::cgp::parse(&cgp, &rules()).unwrap().position.grid.len(), 10);
}

#[test]
fn the_score_of_a_play_that_was_withdrawn_changes_nothing_later() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.gcg");
    study_game(&format!("turn 3\nscore 7\nsave {}\nquit\n", file.display()));
    let saved = std::fs::read_to_string(&file).unwrap();
    let expected = GAME.replace("FE +9 9", "FE +7 7").replace("-- -9 0", "-- -7 0");
    assert_eq!(saved, expected);
}

#[test]
fn an_endgame_is_solved_and_a_rack_that_follows_is_known() {
    let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/ 321/447 0";
    let shown = study_position(cgp, "solve\ntry 1\nhistory\nnote x\nquit\n");
    assert!(
        shown.contains("The first turn is proven to be best.") && shown.contains("0 tiles in the bag"),
        "{shown}"
    );
    assert!(shown.contains("This is a position without a game."), "{shown}");
    let empty = study_position(
        "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0",
        "plays\nsolve\nsim\nrack RETAINS\nsolve\nrack ZZZ\nrack AAAAAAAA\nplays 1\nsim 0\nturn\ntry 99\nundo\n8J X\nquit\n",
    );
    insta::assert_snapshot!(empty);
}
