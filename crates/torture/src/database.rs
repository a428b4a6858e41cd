//! The database of a run, and what can be done to it.

use crate::args::ServerSetup;
use anyhow::{Context, Result};
use quixotry_test_support::postgres::PostgresServer;
use rustix::process::{Pid, Signal, kill_process};
use sqlx::Connection;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tokio::process::{Child, Command};

/// How often connections are cut in one fault.
const CUTS: usize = 8;

/// Where the servers store their games.
#[derive(Debug)]
pub enum RunDatabase {
    /// A file.
    Sqlite(PathBuf),
    /// A cluster of our own, and the address of the database in it.
    Postgres {
        /// The cluster.
        cluster: Arc<PostgresServer>,
        /// The address.
        address: String,
        /// The NATS server.
        nats: Option<Box<NatsServer>>,
    },
}

/// A NATS server of our own.
#[derive(Debug)]
pub struct NatsServer {
    port: u16,
    child: Child,
}

impl RunDatabase {
    /// Starts what the setup needs.
    ///
    /// # Errors
    /// PostgreSQL or NATS is missing or does not start.
    pub async fn start(setup: ServerSetup, directory: &Path) -> Result<RunDatabase> {
        if setup == ServerSetup::Sqlite {
            return Ok(RunDatabase::Sqlite(directory.join("games.db")));
        }
        let nats = if setup == ServerSetup::Nats { Some(Box::new(NatsServer::start().await?)) } else { None };
        let start = || {
            let cluster = PostgresServer::start_with("-c fsync=on");
            let address = cluster.create_database();
            (Arc::new(cluster), address)
        };
        let (cluster, address) =
            tokio::task::spawn_blocking(start).await.context("PostgreSQL does not start")?;
        Ok(RunDatabase::Postgres { cluster, address, nats })
    }

    /// The address for the setting `database`.
    #[must_use]
    pub fn address(&self) -> String {
        match self {
            RunDatabase::Sqlite(file) => format!("sqlite:{}", file.display()),
            RunDatabase::Postgres { address, .. } => address.clone(),
        }
    }

    /// The address for the setting `fanout`.
    #[must_use]
    pub fn fanout(&self) -> Option<String> {
        match self {
            RunDatabase::Sqlite(_) | RunDatabase::Postgres { nats: None, .. } => None,
            RunDatabase::Postgres { nats: Some(nats), .. } => Some(format!("nats://127.0.0.1:{}", nats.port)),
        }
    }

    /// Keeps every server from writing for a while.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn lock(&self, time: Duration) -> Result<()> {
        match self {
            RunDatabase::Sqlite(file) => lock_file(file, time).await,
            RunDatabase::Postgres { .. } => {
                let seconds = time.as_secs_f64();
                self.execute(format!("LOCK TABLE events IN EXCLUSIVE MODE; SELECT pg_sleep({seconds})")).await
            }
        }
    }

    /// Ends all connections of the servers to PostgreSQL, several times, so that some are in the middle of a commit.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn cut_connections(&self) -> Result<()> {
        let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                      WHERE pid <> pg_backend_pid() AND datname = current_database(); SELECT pg_sleep(0.15); ";
        self.execute(others.repeat(CUTS)).await
    }

    /// Lets commits wait for a replica that does not exist. They are durable, but nobody sees or hears of it yet.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn delay_commits(&self, time: Duration) -> Result<()> {
        self.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'".to_owned()).await?;
        self.execute("SELECT pg_reload_conf()".to_owned()).await?;
        tokio::time::sleep(time).await;
        self.execute("ALTER SYSTEM RESET synchronous_standby_names".to_owned()).await?;
        self.execute("SELECT pg_reload_conf()".to_owned()).await
    }

    /// Stops PostgreSQL where it is, and lets it go on after a while.
    ///
    /// # Errors
    /// It does not run.
    pub async fn pause(&self, time: Duration) -> Result<()> {
        let RunDatabase::Postgres { cluster, .. } = self else { return Ok(()) };
        let paused = PausedProcesses(cluster_processes(cluster.directory())?);
        signal_all(&paused.0, Signal::STOP);
        tokio::time::sleep(time).await;
        Ok(())
    }

    /// Crashes PostgreSQL and starts it again after a while.
    ///
    /// # Errors
    /// It does not start again.
    pub async fn crash(&self, time: Duration) -> Result<()> {
        let RunDatabase::Postgres { cluster, .. } = self else { return Ok(()) };
        let (stopping, starting) = (cluster.clone(), cluster.clone());
        tokio::task::spawn_blocking(move || stopping.crash()).await?;
        tokio::time::sleep(time).await;
        tokio::task::spawn_blocking(move || starting.restart()).await?;
        Ok(())
    }

    /// Ends the NATS server and starts it again after a while.
    ///
    /// # Errors
    /// It does not start again.
    pub async fn restart_nats(&mut self, time: Duration) -> Result<()> {
        let RunDatabase::Postgres { nats: Some(nats), .. } = self else { return Ok(()) };
        nats.child.kill().await?;
        tokio::time::sleep(time).await;
        nats.child = start_nats(nats.port)?;
        Ok(())
    }

    async fn execute(&self, sql: String) -> Result<()> {
        let RunDatabase::Postgres { cluster, address, .. } = self else { return Ok(()) };
        let (cluster, address) = (cluster.clone(), address.clone());
        Ok(tokio::task::spawn_blocking(move || cluster.execute(&address, &sql)).await?)
    }
}

impl NatsServer {
    async fn start() -> Result<NatsServer> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let nats = NatsServer { port, child: start_nats(port)? };
        for _ in 0..200 {
            if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return Ok(nats);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::bail!("the NATS server does not answer")
    }
}

fn start_nats(port: u16) -> Result<Child> {
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
    command
        .kill_on_drop(true)
        .spawn()
        .context("nats-server is missing: install it (on Debian: apt-get install nats-server)")
}

async fn lock_file(file: &Path, time: Duration) -> Result<()> {
    let mut connection = sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await?;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut connection).await?;
    tokio::time::sleep(time).await;
    sqlx::query("ROLLBACK").execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// The processes of a cluster: the server and its children.
fn cluster_processes(directory: &Path) -> Result<Vec<Pid>> {
    let file = std::fs::read_to_string(directory.join("data/postmaster.pid"))?;
    let first: i32 = file.lines().next().unwrap_or_default().trim().parse()?;
    let mut processes: Vec<i32> = vec![first];
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let id = entry.file_name().to_string_lossy().parse::<i32>();
        if let Ok(id) = id
            && parent(id) == Some(first)
        {
            processes.push(id);
        }
    }
    Ok(processes.into_iter().filter_map(Pid::from_raw).collect())
}

fn parent(id: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Processes that go on when this is dropped, also if the run is interrupted.
struct PausedProcesses(Vec<Pid>);

impl Drop for PausedProcesses {
    fn drop(&mut self) {
        signal_all(&self.0, Signal::CONT);
    }
}

/// A process may have ended meanwhile, which is as good.
fn signal_all(processes: &[Pid], signal: Signal) {
    for process in processes {
        kill_process(*process, signal).ok();
    }
}
