//! The cluster that all tests of a run share.
//!
//! nextest runs each test in a process of its own, so the cluster belongs to the runner, which is the parent of these
//! processes. Under `cargo test` it belongs to the test binary. The first test that needs the cluster starts it, while
//! the others wait for a file lock. A shell process in the background waits for the owner to end, then stops the
//! cluster and removes its files.

use std::fs::{self, File};
use std::os::unix::process::{CommandExt, parent_id};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Cluster;

/// Syncing is off because the cluster does not outlive the run. Many tests may run at once, each with a dozen
/// connections.
const SETTINGS: &str =
    "-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=400";

/// Returns the cluster, which runs.
pub(super) fn cluster() -> Cluster {
    let owner = owner();
    let directory = PathBuf::from(format!("/tmp/quixotry-pg-shared-{owner}"));
    let lock = File::create(directory.with_extension("lock")).expect("cannot create a lock file in /tmp");
    lock.lock().expect("cannot lock a file in /tmp");
    let cluster = Cluster::at(&directory);
    if !cluster.is_running() {
        start(&cluster, &directory, owner);
    }
    cluster
}

/// The process whose end is the end of the test run.
fn owner() -> u32 {
    match std::env::var_os("NEXTEST_RUN_ID") {
        Some(_) => parent_id(),
        None => std::process::id(),
    }
}

fn start(cluster: &Cluster, directory: &Path, owner: u32) {
    // A run that was killed together with its background process may have left files under the same number.
    fs::remove_dir_all(directory).ok();
    fs::create_dir(directory).expect("cannot create a directory in /tmp");
    cluster.init();
    cluster.start(SETTINGS);
    stop_after(cluster, directory, owner);
}

/// Starts the background process that stops the cluster when the owner ends.
#[expect(clippy::zombie_processes, reason = "it outlives this process")]
fn stop_after(cluster: &Cluster, directory: &Path, owner: u32) {
    let stop = cluster.stop_command();
    let mut shell = Command::new("sh");
    shell.args(["-c", WAIT_AND_STOP, "sh", &owner.to_string()]);
    shell.arg(directory).arg(stop.get_program()).args(stop.get_args());
    // In a process group of its own: the runner ends the group of a test that takes too long.
    shell.process_group(0).current_dir("/tmp");
    shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.spawn().expect("cannot start sh");
}

const WAIT_AND_STOP: &str = r#"
owner=$1 directory=$2; shift 2
while kill -0 "$owner"; do sleep 1; done
"$@"
rm -rf "$directory" "$directory.lock"
"#;

#[cfg(test)]
mod tests {
    use super::super::TestDatabase;

    #[test]
    fn databases_share_a_cluster_and_have_their_own_tables() {
        let (first, second) = (TestDatabase::create(), TestDatabase::create());
        assert_ne!(first.address(), second.address());
        first.execute("CREATE TABLE games (id TEXT)");
        second.execute("CREATE TABLE games (id TEXT)");
    }
}
