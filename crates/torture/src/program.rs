//! Finds the program to test.

use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program that `--program` or PROGRAM names, or the one of this workspace, which is built if Cargo runs us.
///
/// # Errors
/// It does not exist and cannot be built.
pub fn find(chosen: Option<&Path>) -> Result<PathBuf> {
    let chosen = chosen.map(Path::to_owned).or_else(|| std::env::var_os("PROGRAM").map(PathBuf::from));
    let program = match chosen {
        Some(program) => program,
        None => built_beside_us()?,
    };
    ensure!(
        program.is_file(),
        "there is no program {}: build it with `cargo build -p quixotry`, or name one with --program",
        program.display()
    );
    Ok(program.canonicalize()?)
}

fn built_beside_us() -> Result<PathBuf> {
    let own = std::env::current_exe().context("this program does not know where it is")?;
    let directory = own.parent().context("this program is in no directory")?;
    if let Some(cargo) = std::env::var_os("CARGO") {
        build(Path::new(&cargo), directory)?;
    }
    Ok(directory.join("quixotry"))
}

fn build(cargo: &Path, directory: &Path) -> Result<()> {
    let mut command = Command::new(cargo);
    command.args(["build", "--package", "quixotry", "--bin", "quixotry", "--locked", "--quiet"]);
    if directory.ends_with("release") {
        command.arg("--release");
    }
    let status = command.status().context("cargo could not be started")?;
    if !status.success() {
        bail!("the server could not be built");
    }
    Ok(())
}
