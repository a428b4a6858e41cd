//! Runs the full-screen game on a real terminal.

use super::{ScreenGame, ScreenKey};
use crate::replies;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The time between two ticks of the game.
const TICK: Duration = Duration::from_millis(100);

/// Plays a full-screen game on the terminal of this process, and restores the terminal at the end.
///
/// # Errors
///
/// If the terminal cannot be read or written.
pub fn run_full_screen(mut game: ScreenGame) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let result = run_loop(&mut terminal, &mut game);
    ratatui::try_restore()?;
    result?;
    if !game.local().game().is_over() {
        writeln!(io::stdout(), "{}", replies::goodbye(game.local()))?;
    }
    Ok(())
}

fn run_loop(terminal: &mut ratatui::DefaultTerminal, game: &mut ScreenGame) -> io::Result<()> {
    loop {
        game.tick(Instant::now());
        terminal.draw(|frame| game.paint(frame))?;
        if !event::poll(TICK)? {
            continue;
        }
        if let Event::Key(pressed) = event::read()?
            && let Some(key) = to_screen_key(pressed)
            && game.press(key).is_break()
        {
            return Ok(());
        }
    }
}

/// The key that was pressed; `None` for keys without a meaning.
pub(crate) fn to_screen_key(pressed: KeyEvent) -> Option<ScreenKey> {
    if pressed.kind == KeyEventKind::Release {
        return None;
    }
    if pressed.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(pressed.code, KeyCode::Char('c' | 'd' | 'q')).then_some(ScreenKey::Leave);
    }
    Some(match pressed.code {
        KeyCode::Left => ScreenKey::Left,
        KeyCode::Right => ScreenKey::Right,
        KeyCode::Up => ScreenKey::Up,
        KeyCode::Down => ScreenKey::Down,
        KeyCode::Home => ScreenKey::Home,
        KeyCode::End => ScreenKey::End,
        KeyCode::PageUp => ScreenKey::PageUp,
        KeyCode::PageDown => ScreenKey::PageDown,
        KeyCode::Enter => ScreenKey::Enter,
        KeyCode::Backspace | KeyCode::Delete => ScreenKey::Backspace,
        KeyCode::Tab | KeyCode::BackTab => ScreenKey::Tab,
        KeyCode::Esc => ScreenKey::Escape,
        KeyCode::F(1) => ScreenKey::Char('?'),
        KeyCode::Char(sign) => ScreenKey::Char(sign),
        _ => return None,
    })
}
