//! Back-ups at regular times, of which the last ones are kept.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use store::{BackupError, Store};
use tables::App;

/// When back-ups are made, where, and how many are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupPlan {
    /// The time between two of them.
    pub every: Duration,
    /// How many are kept.
    pub keep: usize,
    /// Where they are.
    pub directory: PathBuf,
}

/// How long the server waits after a back-up that failed, if the next one is not due before.
const RETRY: Duration = Duration::from_secs(600);

/// Names of back-ups begin and end like this; the time is between.
const NAME: (&str, &str) = ("games-", ".db");

/// Makes back-ups until the server stops.
pub(crate) async fn make_backups(app: App, plan: BackupPlan) {
    let mut wait = plan.wait(SystemTime::now());
    loop {
        tokio::select! {
            () = app.wait_for_stop() => return,
            () = tokio::time::sleep(wait) => {}
        }
        wait = match plan.make(app.store(), SystemTime::now()).await {
            Ok(file) => {
                tracing::info!(file = %file.display(), "backed up");
                plan.every
            }
            Err(error) => {
                let directory = plan.directory.display();
                tracing::error!(%error, %directory, "no back-up could be made; it is tried again");
                plan.every.min(RETRY)
            }
        };
    }
}

impl BackupPlan {
    /// How long to wait for the next back-up. A clock that was set back does not delay it.
    fn wait(&self, now: SystemTime) -> Duration {
        let last = self.files().ok().and_then(|files| files.last().and_then(|file| time_of(file)));
        let age = last.map(|last| now.duration_since(last).unwrap_or_default());
        age.map_or(Duration::ZERO, |age| self.every.saturating_sub(age))
    }

    /// Makes a back-up, and removes those that are too old.
    async fn make(&self, store: &Store, now: SystemTime) -> Result<PathBuf, BackupError> {
        std::fs::create_dir_all(&self.directory)?;
        let file = self.directory.join(name_at(now));
        store.backup_to(&file).await?;
        // Only a new one makes old ones superfluous.
        self.remove_old()?;
        Ok(file)
    }

    fn remove_old(&self) -> io::Result<()> {
        let files = self.files()?;
        let superfluous = files.len().saturating_sub(self.keep.max(1));
        files[..superfluous].iter().try_for_each(std::fs::remove_file)
    }

    /// The back-ups of this plan, the oldest first. Other files are left alone.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(&self.directory)?.map(|entry| entry.map(|entry| entry.path()));
        let mut files: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
        files.retain(|file| time_of(file).is_some());
        files.sort();
        Ok(files)
    }
}

/// A name that sorts by time. A colon is not possible in each file system.
fn name_at(time: SystemTime) -> String {
    let time = humantime::format_rfc3339_millis(time).to_string().replace(':', "-");
    format!("{}{time}{}", NAME.0, NAME.1)
}

/// The time in the name of a back-up.
fn time_of(file: &Path) -> Option<SystemTime> {
    let name = file.file_name()?.to_str()?;
    let (date, time) = name.strip_prefix(NAME.0)?.strip_suffix(NAME.1)?.split_once('T')?;
    humantime::parse_rfc3339(&format!("{date}T{}", time.replace('-', ":"))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000 + seconds)
    }

    #[tokio::test]
    async fn the_last_back_ups_are_kept_and_other_files_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::sqlite(directory.path().join("live.db")).await.unwrap();
        let backups = directory.path().join("not/there/yet");
        let plan = BackupPlan { every: Duration::from_secs(60), keep: 2, directory: backups.clone() };
        assert_eq!(plan.wait(at(0)), Duration::ZERO, "the first one is due at once");
        plan.make(&store, at(0)).await.unwrap();
        for other in ["games-of-mine.db", "games-2027-01-15T08-00-00.000Z.db.partial", "notes"] {
            std::fs::write(backups.join(other), "mine").unwrap();
        }
        for seconds in [60, 120, 180] {
            plan.make(&store, at(seconds)).await.unwrap();
        }
        let expected = [120, 180].map(|seconds| backups.join(name_at(at(seconds))));
        assert_eq!(plan.files().unwrap(), expected);
        assert_eq!(std::fs::read_dir(&backups).unwrap().count(), 5);
        Store::sqlite(&expected[1]).await.unwrap();
    }

    #[test]
    fn the_next_back_up_is_due_after_the_last_whatever_the_clock_does() {
        let directory = tempfile::tempdir().unwrap();
        let every = Duration::from_secs(60);
        let plan = BackupPlan { every, keep: 2, directory: directory.path().to_owned() };
        std::fs::write(directory.path().join(name_at(at(100))), "").unwrap();
        assert_eq!(plan.wait(at(110)), Duration::from_secs(50));
        assert_eq!(plan.wait(at(1_000)), Duration::ZERO);
        assert_eq!(plan.wait(at(0)), every, "the clock was set back");
    }
}
