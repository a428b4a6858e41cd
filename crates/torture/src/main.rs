//! The program of the torture. Its exit code is 1 if a promise was not kept, 2 if it could not run.

use clap::Parser;
use quixotry_torture::args::TortureArgs;
use quixotry_torture::run::run;
use std::process::ExitCode;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    let args = TortureArgs::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error.into()),
    };
    // Servers are ended when the run is dropped, also if it is interrupted.
    let result = runtime.block_on(async {
        tokio::select! {
            result = run(args) => result,
            () = wait_for_signal() => Err(anyhow::anyhow!("interrupted")),
        }
    });
    match result {
        Ok(report) => {
            println!("{report}");
            if report.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(error) => fail(&error),
    }
}

/// Waits for SIGINT or SIGTERM.
async fn wait_for_signal() {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("the torture could not run: {error:#}");
    ExitCode::from(2)
}
