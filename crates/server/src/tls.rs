//! TLS.

use crate::config::TlsFiles;
use axum_server::tls_rustls::RustlsConfig;
use std::path::{Path, PathBuf};

/// Why TLS cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{} cannot be read: {error}", .file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Certificate and key cannot be used together.
    #[error("{} and {} cannot be used as certificate and key (PEM): {error}", .cert.display(), .key.display())]
    Pair {
        /// The certificate.
        cert: PathBuf,
        /// The key.
        key: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

/// Reads certificate and key.
pub(crate) async fn load(files: &TlsFiles) -> Result<RustlsConfig, TlsError> {
    use_ring();
    let (cert, key) = (read(&files.cert).await?, read(&files.key).await?);
    RustlsConfig::from_pem(cert, key).await.map_err(|error| pair(files, error))
}

/// Reads them again, for new connections. Open connections keep the old ones.
pub(crate) async fn reload(config: &RustlsConfig, files: &TlsFiles) -> Result<(), TlsError> {
    let (cert, key) = (read(&files.cert).await?, read(&files.key).await?);
    config.reload_from_pem(cert, key).await.map_err(|error| pair(files, error))
}

/// Chooses the provider of cryptography for the whole program, unless one is chosen already.
fn use_ring() {
    _ = rustls::crypto::ring::default_provider().install_default();
}

async fn read(file: &Path) -> Result<Vec<u8>, TlsError> {
    tokio::fs::read(file).await.map_err(|error| TlsError::Read { file: file.to_owned(), error })
}

fn pair(files: &TlsFiles, error: std::io::Error) -> TlsError {
    TlsError::Pair { cert: files.cert.clone(), key: files.key.clone(), error }
}
