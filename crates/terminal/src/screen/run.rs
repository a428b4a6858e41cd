//! The screen of a real terminal.

use super::{Key, ScreenGame, Step, Towards};
use crate::answers;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use rules::Axis;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How often clocks and computers are looked at.
const MOMENT: Duration = Duration::from_millis(100);

/// Plays on the whole screen of the terminal of this process, and gives the screen back at the end.
pub fn run_full_screen(mut game: ScreenGame) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let played = drive(&mut terminal, &mut game);
    ratatui::try_restore()?;
    played?;
    if !game.table().game().is_over() {
        writeln!(io::stdout(), "{}", answers::goodbye(game.table()))?;
    }
    Ok(())
}

fn drive(terminal: &mut ratatui::DefaultTerminal, game: &mut ScreenGame) -> io::Result<()> {
    loop {
        game.tick(Instant::now());
        terminal.draw(|frame| game.paint(frame))?;
        if !event::poll(MOMENT)? {
            continue;
        }
        if let Event::Key(pressed) = event::read()?
            && let Some(key) = key(pressed)
            && game.press(key) == Step::Leave
        {
            return Ok(());
        }
    }
}

fn key(pressed: KeyEvent) -> Option<Key> {
    if pressed.kind == KeyEventKind::Release {
        return None;
    }
    if pressed.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(pressed.code, KeyCode::Char('c' | 'd' | 'q')).then_some(Key::Leave);
    }
    Some(match pressed.code {
        KeyCode::Left => Key::Arrow(Axis::Across, Towards::Back),
        KeyCode::Right => Key::Arrow(Axis::Across, Towards::Ahead),
        KeyCode::Up => Key::Arrow(Axis::Down, Towards::Back),
        KeyCode::Down => Key::Arrow(Axis::Down, Towards::Ahead),
        KeyCode::Enter => Key::Enter,
        KeyCode::Backspace | KeyCode::Delete => Key::Backspace,
        KeyCode::Tab | KeyCode::BackTab => Key::Tab,
        KeyCode::Esc => Key::Escape,
        KeyCode::F(1) => Key::Char('?'),
        KeyCode::Char(sign) => Key::Char(sign),
        _ => return None,
    })
}
