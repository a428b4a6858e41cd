//! `quixotry analyze` and `quixotry puzzle`.

use crate::run::{binary, data_dir, json, json_lines, q, quixotry, with_input};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const GAME: &str = "#player1 ann Ann Example
#player2 ben Ben Example
>ann: HIORSTW H3 THROWS +32 32
>ben: EEEEFSU G2 FUSE +18 18
>ann: CEFINNO - +0 32
";

#[test]
fn a_position_is_assessed_best_turn_first() {
    let out = q("analyze empty --rack RETAINS --rounds 8 --plays 3 --json").good();
    let standing = json_lines(&out).pop().unwrap();
    assert_eq!((&standing["done"], &standing["method"]), (&true.into(), &"simulation".into()));
    let turns = standing["turns"].as_array().unwrap();
    assert!(turns[0]["score"].as_i64().unwrap() > 60);
    assert!(turns.iter().all(|turn| (0.0..=1.0).contains(&turn["win"].as_f64().unwrap())));
    assert_eq!(turns[0]["iterations"], 8);
    let text = q("analyze empty --rack RETAINS --rounds 8 --plays 3").good();
    assert!(
        text.contains(turns[0]["text"].as_str().unwrap())
            && text.ends_with("estimated by simulation; all rounds are played\n"),
        "{text}"
    );
}

#[test]
fn an_endgame_is_proven() {
    let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/DEL 321/447 0";
    let standing = json(&quixotry(&["analyze", cgp, "--rounds", "100", "--json"]).good());
    assert_eq!((&standing["method"], &standing["proven"]), (&"endgame".into(), &true.into()));
    assert_eq!(standing["turns"][0]["equity"], 25.0);
}

#[test]
fn a_game_is_judged_turn_by_turn() {
    let dir = tempfile::tempdir().unwrap();
    let (game, page) = (dir.path().join("game.gcg"), dir.path().join("report.html"));
    fs::write(&game, GAME).unwrap();
    let name = game.to_str().unwrap();
    let args = ["analyze", name, "--rounds", "4", "--plays", "3", "--html", page.to_str().unwrap(), "--json"];
    let report = json(&quixotry(&args).good());
    assert_eq!(report["turns"].as_array().unwrap().len(), 3);
    assert_eq!(report["players"][0]["name"], "Ann Example");
    assert!(fs::read_to_string(&page).unwrap().contains("Winning chance"));
    assert!(!dir.path().join("game.gcg.analysis").exists(), "nothing is left when all is done");
    let text = quixotry(&args[..args.len() - 1]).good();
    assert!(text.contains("Ann Example: 32 points, accuracy"), "{text}");
}

/// How a game is judged where the judging is interrupted: enough work for each turn to be in time to do so.
const INTERRUPTED: [&str; 5] = ["--rounds", "24", "--plays", "4", "--json"];

/// Kills the analysis of a game as soon as this many turns are saved; returns how many were saved.
fn killed(game: &Path, kept: usize) -> usize {
    let judged = || {
        let text = fs::read_to_string(game.with_extension("gcg.analysis")).unwrap_or_default();
        text.lines().count().saturating_sub(1)
    };
    let mut command = binary();
    command.arg("analyze").arg(game).args(INTERRUPTED).stdout(Stdio::null()).stderr(Stdio::null());
    let (mut child, began) = (command.spawn().unwrap(), Instant::now());
    while judged() < kept {
        assert!(began.elapsed() < Duration::from_secs(120), "no turn is kept");
        assert_eq!(child.try_wait().unwrap(), None, "the analysis ended before it was killed");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    judged()
}

#[test]
fn a_killed_analysis_goes_on_where_it_was_and_reports_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let [whole, broken] = ["whole.gcg", "broken.gcg"].map(|name| dir.path().join(name));
    for game in [&whole, &broken] {
        fs::copy(data_dir().join("game.gcg"), game).unwrap();
    }
    let report = |game: &Path| {
        let out = binary().arg("analyze").arg(game).args(INTERRUPTED).output().unwrap();
        assert!(out.status.success());
        json(&String::from_utf8(out.stdout).unwrap())
    };
    let expected = report(&whole);
    let all = expected["turns"].as_array().unwrap().len();
    let first = killed(&broken, 2);
    let second = killed(&broken, first + 2);
    assert!(2 <= first && first + 2 <= second && second < all, "{first}, then {second} of {all}");
    assert_eq!(report(&broken), expected);
    assert!(!broken.with_extension("gcg.analysis").exists());
}

#[test]
fn positions_that_cannot_be_assessed_are_reported() {
    assert!(q("analyze empty").error().contains("--rack TILES"));
    assert!(q("analyze empty --rack CAT --html x.html").error().contains("--html is for games"));
    assert!(q("analyze no-such-thing").error().contains("is not a position"));
    assert!(q("analyze empty --rack CAT --time 1s --rounds 5").usage().contains("--rounds"));
    assert!(q("analyze wrong.gcg --rounds 4").error().contains("wrong.gcg cannot be understood"));
}

#[test]
fn puzzles_repeat_by_seed() {
    let one = q("puzzle --seed 5 --rounds 8 --json").good();
    assert_eq!(one, q("puzzle --seed 5 --rounds 8 --json").good());
    let puzzle = json(&one);
    assert!(puzzle["margin"].as_f64().unwrap() >= 2.0 && puzzle["kind"].is_string());
    let (cgp, best) = (puzzle["cgp"].as_str().unwrap(), puzzle["best"].as_str().unwrap());
    let scored = json(&quixotry(&["score", cgp, best, "--json"]).good());
    assert_eq!(scored["score"], puzzle["score"]);
    let (text, solution) = (q("puzzle --seed 5 --rounds 8").good(), format!("1. {best} for"));
    assert!(text.contains("what is the best turn?") && !text.contains(&solution), "{text}");
    assert!(q("puzzle --seed 5 --rounds 8 --solutions").good().contains(&solution));
    let solve =
        |input: &str| with_input(input, &["puzzle", "--seed", "5", "--rounds", "8", "--solve"]).good();
    assert!(solve(&format!("pass\n{best}\n")).contains(&format!(
        "not the best turn. Try again, or give up with an empty line.\nRight. {solution}"
    )));
    assert!(solve("").ends_with("points\n"));
}

#[test]
fn one_turn_of_a_game_is_assessed_with_own_candidates_and_known_tiles() {
    let dir = tempfile::tempdir().unwrap();
    let game = dir.path().join("game.gcg");
    fs::write(&game, GAME).unwrap();
    let name = game.to_str().unwrap();
    let run = |more: &[&str]| {
        quixotry(&[&["analyze", name, "--rounds", "4", "--plays", "2", "--json"], more].concat())
    };
    let found = json_lines(&run(&["--turn", "2", "--play", "pass", "--play", "-UF"]).good()).pop().unwrap();
    let texts: Vec<&str> =
        found["turns"].as_array().unwrap().iter().map(|t| t["text"].as_str().unwrap()).collect();
    assert!(texts.contains(&"G2 FUSE"), "the turn that was played is assessed: {texts:?}");
    assert!(texts.contains(&"-UF"), "so is what the user asks for: {texts:?}");
    assert_eq!(found["ended"], "iterations");
    let known = json_lines(&run(&["--turn", "2", "--opponent", "QZ"]).good()).pop().unwrap();
    assert_eq!(known["method"], "simulation");
    let error = run(&["--turn", "2", "--opponent", "ZZ"]).error();
    assert!(error.contains("Z cannot be on that rack"), "{error}");
    assert!(run(&["--turn", "9"]).error().contains("no turn 9"));
    assert!(run(&["--play", "pass"]).error().contains("--turn"));
    assert!(run(&["--turn", "1", "--until", "proven"]).code != 0, "--until goes without --rounds");
}

#[test]
fn several_games_are_judged_and_summed_up() {
    let dir = tempfile::tempdir().unwrap();
    let names: Vec<String> = ["one.gcg", "two.gcg", "broken.gcg"]
        .map(|name| dir.path().join(name).to_str().unwrap().to_owned())
        .to_vec();
    fs::write(&names[0], GAME).unwrap();
    fs::write(&names[1], GAME.replace("ben Ben Example", "cat Cat Example").replace(">ben", ">cat")).unwrap();
    fs::write(&names[2], "#player1 a A\n>b: AB 1A AB +3 3\n").unwrap();
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    let effort = ["--rounds", "2", "--plays", "2"];
    let ran = quixotry(&[&["analyze"], &files[..], &effort[..], &["--json"]].concat());
    assert_eq!(ran.code, 1, "a file could not be judged");
    assert!(ran.err.contains("broken.gcg is left out"), "{}", ran.err);
    let lines = json_lines(&ran.out);
    assert_eq!(lines.len(), 3);
    let summary = lines[2]["summary"].as_array().unwrap();
    assert_eq!(summary.len(), 3);
    assert_eq!((&summary[0]["name"], &summary[0]["games"]), (&"Ann Example".into(), &2.into()));
    assert_eq!((&summary[0]["wins"], &summary[1]["wins"]), (&2.0.into(), &0.0.into()));
    let text = quixotry(&[&["analyze"], &files[..2], &effort[..]].concat()).good();
    assert!(text.contains("2 games") && text.contains("accuracy"), "{text}");
}

#[test]
fn an_endgame_with_all_the_work_is_as_good_as_the_solver_alone() {
    let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/DEL 321/447 0";
    let solved = json(&quixotry(&["endgame", cgp, "--json"]).good());
    let assessed = json(&quixotry(&["analyze", cgp, "--until", "proven", "--json"]).good());
    assert_eq!(assessed["turns"][0]["equity"].as_f64(), solved["spread_delta"].as_f64());
    assert_eq!((&assessed["ended"], &assessed["proven"]), (&"proven".into(), &true.into()));
}
