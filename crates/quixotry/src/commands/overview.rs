//! `quixotry` alone: what there is.

use crate::outcome::{Done, Outcome};
use crate::screen::Screen;

const WAYS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Judge and find plays",
        &[
            ("quixotry score --rules skrabbkle empty DINT,h6", "what a play scores, or why it is refused"),
            ("quixotry moves empty --rack RETAINS --top 5", "the best plays of a position"),
        ],
    ),
    (
        "Look at games and make your own",
        &[
            ("quixotry rules list", "the games there are; show one, check your own"),
            ("quixotry board show infinite", "draw a board; check your own program"),
            ("quixotry tiles show french", "letters, counts and points"),
        ],
    ),
    (
        "Ask word lists",
        &[
            ("quixotry lexicon check QUIXOTRY", "is it a word?"),
            ("quixotry lexicon query --anagram 'RETAIN?'", "by letters, pattern, prefix or hooks"),
            ("quixotry lexicon add mylist.txt", "install a list of your own"),
        ],
    ),
    (
        "Read records of games",
        &[
            ("quixotry record show game.gcg --turn 12", "the board at any turn, as text or picture"),
            ("quixotry record convert game.gcg --to jsonl", "GCG, JSON lines, CGP"),
        ],
    ),
];

/// Says what the program can do.
pub(crate) fn run(screen: &mut Screen) -> Done {
    screen.line("Quixotry: one program for crossword board games.")?;
    for (what, examples) in WAYS {
        screen.line("")?;
        screen.heading(what)?;
        for (command, about) in examples {
            screen.line(format_args!("  {command:<47} {about}"))?;
        }
    }
    screen.line("\nEvery command has its --help, and --json where the answer is data.")?;
    Ok(Outcome::Good)
}
