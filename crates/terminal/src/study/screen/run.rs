//! Runs the full-screen analysis room on a real terminal.

use super::StudyScreen;
use crate::screen::to_screen_key;
use ratatui::crossterm::event::{self, Event};
use std::io;
use std::thread;
use std::time::Duration;

/// How long to wait for a key if there is nothing to do.
const IDLE: Duration = Duration::from_millis(500);

/// How often the keyboard is looked at while an endgame is solved.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// Shows a room on the terminal of this process until the user leaves, and restores the terminal at the end.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub fn run_study_screen(mut screen: StudyScreen) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = run_loop(&mut terminal, &mut screen);
    ratatui::try_restore()?;
    result
}

fn run_loop(terminal: &mut ratatui::DefaultTerminal, screen: &mut StudyScreen) -> io::Result<()> {
    loop {
        terminal.draw(|frame| screen.paint(frame))?;
        if screen.is_solving() {
            solve(screen)?;
            continue;
        }
        screen.tick();
        let wait = if screen.is_busy() { Duration::ZERO } else { IDLE };
        if event::poll(wait)?
            && let Event::Key(pressed) = event::read()?
            && let Some(key) = to_screen_key(pressed)
            && screen.press(key).is_break()
        {
            return Ok(());
        }
    }
}

/// Solves on another thread, so that a key can stop it.
fn solve(screen: &mut StudyScreen) -> io::Result<()> {
    let cancellation = screen.cancellation();
    thread::scope(|scope| {
        let solving = scope.spawn(|| screen.tick());
        while !solving.is_finished() {
            if event::poll(STOP_CHECK)?
                && let Event::Key(pressed) = event::read()?
                && to_screen_key(pressed).is_some()
            {
                cancellation.cancel();
            }
        }
        Ok(())
    })
}
