//! The analysis room: transcripts of whole studies, the full screen, and what is saved.

mod svg;

use analysis::{Analyst, Effort};
use notation::gcg;
use players::{Cancellation, SearchLimit};
use proptest::prelude::*;
use quixotry_terminal::{
    ClearMode, LineStudy, ScreenKey, StreamConsole, StudiedFile, StudyGame, StudyPosition, StudyRoom,
    StudyScreen, StudySetup, StudySubject,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
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

fn room(subject: StudySubject) -> StudyRoom {
    let words = presets::english().clone();
    let effort = Effort { limit: SearchLimit::for_iterations(8), plays: 4, ..Effort::default() };
    let analyst = Analyst::new(&rules(), &words, effort.clone()).unwrap();
    StudyRoom::new(StudySetup { subject, analyst, words, effort, cancellation: Cancellation::new(), save })
}

fn study(subject: StudySubject, typed: &str) -> String {
    let mut shown = Vec::new();
    let mut console = StreamConsole::new(typed.as_bytes(), &mut shown, ClearMode::Separator);
    LineStudy::new(room(subject)).run(&mut console).unwrap();
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

fn screen_of_game() -> StudyScreen {
    let game = gcg::parse(GAME.as_bytes()).unwrap();
    StudyScreen::new(room(StudySubject::Game(StudyGame::new(game, rules())))).with_games_per_tick(8)
}

fn screen_of_position(cgp: &str) -> StudyScreen {
    let position = notation::cgp::parse(cgp, &rules()).unwrap().position;
    StudyScreen::new(room(StudySubject::Position(StudyPosition::new(position, Seat(0)))))
        .with_games_per_tick(8)
}

/// Presses keys: characters, and names in angle brackets. Returns whether the user left.
fn press(screen: &mut StudyScreen, keys: &str) -> bool {
    let mut rest = keys;
    while let Some(sign) = rest.chars().next() {
        let (key, len) = match rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            Some((name, _)) => (named(name), name.len() + 2),
            None => (ScreenKey::Char(sign), sign.len_utf8()),
        };
        if screen.press(key).is_break() {
            return true;
        }
        rest = &rest[len..];
    }
    false
}

fn named(name: &str) -> ScreenKey {
    match name {
        "left" => ScreenKey::Left,
        "right" => ScreenKey::Right,
        "up" => ScreenKey::Up,
        "down" => ScreenKey::Down,
        "home" => ScreenKey::Home,
        "end" => ScreenKey::End,
        "enter" => ScreenKey::Enter,
        "back" => ScreenKey::Backspace,
        "esc" => ScreenKey::Escape,
        "leave" => ScreenKey::Leave,
        other => panic!("{other}"),
    }
}

fn painted(screen: &mut StudyScreen, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.paint(frame)).unwrap();
    terminal.backend().buffer().clone()
}

fn shown(screen: &mut StudyScreen) -> String {
    let buffer = painted(screen, 80, 24);
    let rows = buffer.content.chunks(buffer.area.width.into());
    let row =
        |cells: &[ratatui::buffer::Cell]| cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>();
    rows.map(|cells| format!("{}\n", row(cells).trim_end())).collect()
}

#[test]
fn the_screen_shows_board_racks_tiles_notes_and_plays() {
    let mut screen = screen_of_game();
    press(&mut screen, "<right>");
    let after_first = shown(&mut screen);
    assert!(after_first.contains("The S waits"), "{after_first}");
    press(&mut screen, "<right><right>p");
    insta::assert_snapshot!(shown(&mut screen));
    press(&mut screen, "<end>");
    assert!(shown(&mut screen).contains("after the last turn, 4"), "{}", shown(&mut screen));
    press(&mut screen, "<right>");
    assert!(shown(&mut screen).contains("The game has 4 turns."));
    press(&mut screen, "<home><left>");
    assert!(shown(&mut screen).contains("turn 1 of 4"));
    for key in ["h", "u", "v", "?"] {
        press(&mut screen, key);
        assert!(shown(&mut screen).contains("continues"), "{key}: {}", shown(&mut screen));
        press(&mut screen, "x");
    }
    assert!(press(&mut screen, "q"), "nothing was changed");
}

#[test]
fn the_table_follows_a_simulation_that_is_stopped_and_continued() {
    let mut screen = screen_of_game();
    press(&mut screen, "/turn 4<enter>/add -EEE<enter>s");
    screen.tick();
    let first = shown(&mut screen);
    assert!(screen.is_busy() && first.contains("8 games, simulating") && first.contains("win %"), "{first}");
    press(&mut screen, "s");
    assert!(!screen.is_busy() && shown(&mut screen).contains("8 games, stopped"));
    screen.tick();
    assert!(shown(&mut screen).contains("8 games, stopped"), "it stays stopped");
    press(&mut screen, "s");
    screen.tick();
    press(&mut screen, "<leave>");
    let second = shown(&mut screen);
    assert!(second.contains("16 games, stopped") && second.contains("-EEE"), "{second}");
    // The same figures as line by line.
    let line = study_game("turn 4\nadd -EEE\nsim 16\nquit\n");
    let best = line.split("win %").nth(1).unwrap().lines().nth(1).unwrap();
    let figures: Vec<&str> = best.split_whitespace().skip(1).take(4).collect();
    assert!(second.lines().any(|row| figures.iter().all(|figure| row.contains(figure))), "{best}\n{second}");
    press(&mut screen, "/sim 8<enter>");
    while screen.is_busy() {
        screen.tick();
    }
    assert!(shown(&mut screen).contains("24 games"), "{}", shown(&mut screen));
}

#[test]
fn turns_are_chosen_tried_kept_and_saved_on_the_screen() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.gcg");
    let mut screen = screen_of_game();
    press(&mut screen, "<enter>");
    assert!(shown(&mut screen).contains("List turns first"));
    press(&mut screen, "/turn 4<enter>p<down><enter>");
    let tried = shown(&mut screen);
    assert!(tried.contains("1 tried") && tried.contains("tried: "), "{tried}");
    press(&mut screen, "/rack CONINES<enter>8A CONINES<enter>");
    assert!(shown(&mut screen).contains("2 tried"), "{}", shown(&mut screen));
    press(&mut screen, "<back>k");
    assert!(shown(&mut screen).contains("Kept as variation 1"), "{}", shown(&mut screen));
    press(&mut screen, "/turn 2<enter>nA fine start.<enter>/score 30<enter>/opponent Q<enter>");
    assert!(shown(&mut screen).contains("The opponent has Q"), "{}", shown(&mut screen));
    assert!(!press(&mut screen, "q"), "there are changes");
    assert!(shown(&mut screen).contains("Leave anyway?"));
    press(&mut screen, &format!("n/save {}<enter>", file.display()));
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("#note A fine start.") && saved.contains("H3 THROWS +30 30"), "{saved}");
    assert!(saved.contains("variation 1: "), "{saved}");
    assert!(press(&mut screen, "q"), "all is saved");
}

const ENDGAME: &str = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/DEL 321/447 0";

#[test]
fn an_endgame_is_solved_on_the_screen() {
    let mut screen = screen_of_position(ENDGAME);
    press(&mut screen, "e");
    assert!(screen.is_busy() && shown(&mut screen).contains("any key stops"));
    screen.tick();
    let solved = shown(&mut screen);
    assert!(solved.contains("The first turn is proven to be best.") && solved.contains("25.0"), "{solved}");
    let mut start = screen_of_game();
    press(&mut start, "e");
    start.tick();
    assert!(shown(&mut start).contains("tiles: endgames have none"), "{}", shown(&mut start));
}

/// The image of the documentation is what the program paints; `UPDATE_IMAGES=1` writes it.
#[test]
fn the_image_of_the_documentation_is_true() {
    let mut screen = screen_of_game();
    press(&mut screen, "/turn 4<enter>s");
    (0..4).for_each(|_| screen.tick());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/study.svg");
    let picture = svg::picture(&painted(&mut screen, 80, 24));
    if std::env::var_os("UPDATE_IMAGES").is_some() {
        std::fs::write(&path, &picture).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "{}: run with UPDATE_IMAGES=1 to write it anew", path.display());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn no_keys_make_the_screen_panic(
        keys in prop::collection::vec(prop::sample::select("pshuvk?/nq8 xABC-1".chars().collect::<Vec<_>>()), 0..40),
        size in (1u16..100, 1u16..40),
    ) {
        let mut screen = screen_of_game();
        for sign in keys {
            let key = if sign == 'x' { ScreenKey::Enter } else { ScreenKey::Char(sign) };
            if screen.press(key).is_break() {
                return Ok(());
            }
            painted(&mut screen, size.0, size.1);
        }
    }
}
