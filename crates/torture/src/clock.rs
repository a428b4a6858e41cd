//! A clock of a server's own that can be moved. The library libfaketime stands between the process and the system.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::process::Command;

/// How far a clock is moved at most, to either side.
pub const FARTHEST: Duration = Duration::from_secs(4);

/// The library, below the directory of a system's libraries.
const LIBRARY: &str = "faketime/libfaketimeMT.so.1";

/// The clock of a server.
#[derive(Clone, Debug)]
pub struct MovableClock {
    library: PathBuf,
    /// What the library reads: how far the clock is off.
    file: PathBuf,
}

impl MovableClock {
    /// A clock that is right and reads its offset from this file; nothing if the library is not installed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(file: PathBuf) -> Result<Option<MovableClock>> {
        let Some(library) = find_library() else { return Ok(None) };
        let clock = MovableClock { library, file };
        clock.set(0)?;
        Ok(Some(clock))
    }

    /// Lets a program start with this clock. Only the time of day is moved; what measures durations is not.
    pub fn wind(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library);
        command.env("FAKETIME_TIMESTAMP_FILE", &self.file);
        command.env("FAKETIME_CACHE_DURATION", "1");
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        command.env("FAKETIME_DISABLE_SHM", "1");
    }

    /// Moves the clock this many milliseconds from the right time. The program follows within a second.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn set(&self, offset: i64) -> Result<()> {
        let seconds = offset as f64 / 1_000.0;
        // Another file takes its place at once, so that nobody reads half of it.
        let new = self.file.with_extension("new");
        fs::write(&new, format!("{seconds:+.3}\n"))?;
        fs::rename(&new, &self.file).context("the clock cannot be moved")
    }
}

/// The library on Debian, which has a directory for each kind of machine, and on other systems.
fn find_library() -> Option<PathBuf> {
    let below = |directory: &Path| Some(directory.join(LIBRARY)).filter(|path| path.exists());
    let fixed = ["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from);
    let machines = fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|entry| entry.path());
    fixed.into_iter().chain(machines).find_map(|directory| below(&directory))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_is_written_as_the_library_reads_it() {
        let directory = tempfile::tempdir().unwrap();
        let clock = MovableClock { library: PathBuf::new(), file: directory.path().join("clock") };
        for (offset, text) in [(0, "+0.000\n"), (3_250, "+3.250\n"), (-4_000, "-4.000\n")] {
            clock.set(offset).unwrap();
            assert_eq!(fs::read_to_string(&clock.file).unwrap(), text);
        }
    }

    #[tokio::test]
    async fn a_program_with_this_clock_has_another_time() {
        let directory = tempfile::tempdir().unwrap();
        // Without the library a run leaves this fault out and says so.
        let Some(clock) = MovableClock::create(directory.path().join("clock")).unwrap() else { return };
        clock.set(-3_600_000).unwrap();
        let mut date = Command::new("date");
        clock.wind(&mut date);
        let output = date.arg("+%s").output().await.unwrap();
        let shown: i64 = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
        let right = crate::recorder::now() / 1_000;
        assert!((right - 3_660..=right - 3_540).contains(&shown), "{shown}, {right}");
    }
}
