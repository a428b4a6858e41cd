//! Reads and writes files, with errors that name the file.

use super::ServerGameLink;
use anyhow::{Context, bail};
use std::io::Read;
use std::path::Path;

/// Reads a file, the standard input for `-`, or the record of a game by its link.
pub(crate) fn read_bytes(name: &str) -> anyhow::Result<Vec<u8>> {
    if name == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("cannot read the standard input")?;
        return Ok(bytes);
    }
    if let Some(link) = ServerGameLink::parse(name) {
        return link.fetch_record();
    }
    if Path::new(name).is_dir() {
        bail!("{name} is a directory: name a file in it");
    }
    std::fs::read(name).with_context(|| format!("cannot read {name}"))
}

/// Reads a file of text, or the standard input for `-`.
pub(crate) fn read_text(name: &str) -> anyhow::Result<String> {
    let bytes = read_bytes(name)?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is not UTF-8 text"))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Writes a file atomically.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let temporary = path.with_extension(format!("{}.new", std::process::id()));
    let written = std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, path));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Checks that a file can be written, before the work whose result goes there. A file that exists stays as it is.
pub(crate) fn check_output(path: &Path) -> anyhow::Result<()> {
    let existed = path.exists();
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
    opened.with_context(|| format!("cannot write {}", path.display()))?;
    if !existed {
        std::fs::remove_file(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Writes a file.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
