//! The server as a process: it listens, serves, and ends in order.

use crate::admin::{self, AdminState};
use crate::api::api_below;
use crate::backups::make_backups;
use crate::base_path::BasePath;
use crate::client_formats::{client_routes, haskell_routes, special_routes};
use crate::config::{BotPort, ClientFormat, Config};
use crate::connections::{ConnectionLimiter, LimitedAcceptor, note_activity};
use crate::first_byte_timeout::FirstByteTimeout;
use crate::limits::{RequestLimiter, enforce_limits};
use crate::link_preview::preview_routes;
use crate::logs::{self, RequestObserver, observe};
use crate::metrics::{self, GaugeValues, Metrics};
use crate::origin_policy::{OriginPolicy, OriginPorts, enforce_origin_policy};
use crate::page::SitePage;
use crate::request_log::RequestLog;
use crate::tls::{self, TlsError};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use axum_server::tls_rustls::RustlsConfig;
use axum_server::{Handle, Server};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use serde::Serialize;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tables::{App, AppStartError, TableSettings, serve_bots};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The server cannot listen on the address.
    #[error("cannot listen on {host} port {port}: {}", explain_listen_error(.error, *.port))]
    Listen {
        /// The address.
        host: String,
        /// The port.
        port: u16,
        /// Why.
        error: io::Error,
    },
    /// The server cannot listen for bots on the address.
    #[error("cannot listen for bots on {host} port {port}: {error}; choose another with --bots-port, or off")]
    ListenForBots {
        /// The address.
        host: String,
        /// The port.
        port: u16,
        /// Why.
        error: io::Error,
    },
    /// The server cannot listen for clients with the format `haskell` on the address.
    #[error(
        "cannot listen for haskell clients on {host} port {port}: {error}; choose another with --clients-haskell-port"
    )]
    ListenForHaskell {
        /// The address.
        host: String,
        /// The port.
        port: u16,
        /// Why.
        error: io::Error,
    },
    /// TLS cannot be set up.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The games cannot be opened.
    #[error("the games cannot be opened at {database}\n  {error}")]
    Open {
        /// The database.
        database: String,
        /// Why.
        error: AppStartError,
    },
    /// The directory of the database cannot be created.
    #[error(
        "the directory {} cannot be created: {error}; create it yourself, or choose another with --data-dir or --database",
        .path.display()
    )]
    Directory {
        /// The directory.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn explain_listen_error(error: &io::Error, port: u16) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => {
            format!(
                "another program has that port; choose another with --port {}, or --port 0 for a free one",
                port.wrapping_add(1).max(1024)
            )
        }
        ErrorKind::PermissionDenied => {
            "the system does not allow it; ports below 1024 need a privilege, --port 8080 does not".to_owned()
        }
        ErrorKind::AddrNotAvailable => {
            "this machine does not have that address; --host 0.0.0.0 is every one".to_owned()
        }
        _ => error.to_string(),
    }
}

/// The addresses of a running server.
#[derive(Debug, Clone)]
pub struct ListeningAddresses {
    /// The address, with the actual port.
    pub address: SocketAddr,
    /// The address for a browser on this machine.
    pub url: String,
    /// The address for bots, if there is one.
    pub bots: Option<SocketAddr>,
    /// The address for clients with the format `haskell`, if there is one.
    pub haskell: Option<SocketAddr>,
}

/// The future of a step of a server's life.
///
/// It is boxed, because the code of an `async fn` is compiled in each crate that awaits it: without the box, every
/// program with a server would compile the whole server again.
pub type ServeFuture<T> = Pin<Box<dyn Future<Output = Result<T, ServeError>> + Send>>;

/// A server that listens and has opened its games. It answers once it runs.
pub struct BoundServer {
    config: Config,
    app: App,
    signals: SignalHandler,
    connections: Arc<ConnectionLimiter>,
    tls: Option<RustlsConfig>,
    sockets: Sockets,
    addresses: ListeningAddresses,
    /// Held as long as the server runs.
    _lock: Option<std::fs::File>,
}

/// The ports of a server.
struct Sockets {
    http: TcpListener,
    bots: Option<tokio::net::TcpListener>,
    haskell: Option<TcpListener>,
}

impl BoundServer {
    /// Listens and opens the games. From now on, SIGINT and SIGTERM wait until the server runs.
    ///
    /// # Errors
    /// The server cannot listen, open its games or read its certificate.
    #[must_use]
    pub fn bind(config: Config) -> ServeFuture<BoundServer> {
        Box::pin(async move {
            // First of all: a signal during the start waits until there is something to end in order.
            let signals = SignalHandler::new()?;
            let connections = ConnectionLimiter::new(&config, raise_file_limit());
            let sockets = Sockets::listen(&config).await?;
            let tls = match &config.tls {
                Some(files) => Some(tls::load(files).await?),
                None => None,
            };
            let app = open(&config).await?;
            let _lock = lock_database(&config);
            let addresses = sockets.addresses(&config)?;
            Ok(BoundServer { config, app, signals, connections, tls, sockets, addresses, _lock })
        })
    }

    /// Where the server listens.
    #[must_use]
    pub fn addresses(&self) -> &ListeningAddresses {
        &self.addresses
    }

    /// Serves until SIGINT or SIGTERM. A second signal ends it at once.
    ///
    /// # Errors
    /// The sockets cannot be used.
    #[must_use]
    pub fn run(self) -> ServeFuture<()> {
        Box::pin(async move {
            let BoundServer { config, app, signals, connections, tls, sockets, addresses, _lock } = self;
            let site = Site::new(&app, &config);
            let router = site.router();
            let haskell = sockets.haskell.map(|listener| (listener, site.haskell_router()));
            let handle = Handle::new();
            tokio::spawn(signals.run(config.clone(), tls.clone(), handle.clone(), app.clone()));
            tracing::info!(address = %addresses.address, bots = ?addresses.bots, database = %config.database, "listening");
            if let Some(plan) = config.backups.clone() {
                tokio::spawn(make_backups(app.clone(), plan));
            }
            if let Some(bots) = sockets.bots {
                tokio::spawn(serve_bots(app.clone(), bots));
            }
            if let Some((listener, router)) = haskell {
                let (tls, handle, config, connections) =
                    (tls.clone(), handle.clone(), config.clone(), connections.clone());
                tokio::spawn(
                    async move { serve(listener, tls, handle, router, &config, &connections).await },
                );
            }
            serve(sockets.http, tls, handle, router, &config, &connections).await?;
            app.close().await;
            tracing::info!("closed");
            logs::flush();
            Ok(())
        })
    }
}

impl Sockets {
    async fn listen(config: &Config) -> Result<Sockets, ServeError> {
        Ok(Sockets {
            http: listen(&config.host, config.port).await?.into_std()?,
            bots: listen_for_bots(config).await?,
            haskell: listen_for_haskell(config).await?,
        })
    }

    fn addresses(&self, config: &Config) -> io::Result<ListeningAddresses> {
        let bots = self.bots.as_ref().map(tokio::net::TcpListener::local_addr).transpose()?;
        let haskell = self.haskell.as_ref().map(TcpListener::local_addr).transpose()?;
        let (address, secure) = (self.http.local_addr()?, config.tls.is_some());
        Ok(ListeningAddresses { haskell, ..listening(address, secure, bots, &config.base_path()) })
    }
}

async fn listen(host: &str, port: u16) -> Result<tokio::net::TcpListener, ServeError> {
    let fault = |error| ServeError::Listen { host: host.to_owned(), port, error };
    let name = host.trim_start_matches('[').trim_end_matches(']');
    let mut last = io::Error::new(ErrorKind::AddrNotAvailable, "there is no such address");
    for address in tokio::net::lookup_host((name, port)).await.map_err(fault)? {
        match tokio::net::TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    Err(fault(last))
}

/// The default port for bots.
const DEFAULT_BOT_PORT: u16 = 13_000;

async fn listen_for_bots(config: &Config) -> Result<Option<tokio::net::TcpListener>, ServeError> {
    let bots = match config.bots.port {
        BotPort::Off => return Ok(None),
        BotPort::At(port) => listen(&config.host, port).await.map_err(|error| match error {
            ServeError::Listen { host, port, error } => ServeError::ListenForBots { host, port, error },
            error => error,
        }),
        BotPort::Default => match listen(&config.host, DEFAULT_BOT_PORT).await {
            Err(_) => listen(&config.host, 0).await,
            listener => listener,
        },
    };
    bots.map(Some)
}

async fn listen_for_haskell(config: &Config) -> Result<Option<TcpListener>, ServeError> {
    if !config.clients.formats.contains(&ClientFormat::Haskell) {
        return Ok(None);
    }
    let listener = listen(&config.host, config.clients.haskell_port).await.map_err(|error| match error {
        ServeError::Listen { host, port, error } => ServeError::ListenForHaskell { host, port, error },
        error => error,
    })?;
    Ok(Some(listener.into_std()?))
}

fn listening(
    address: SocketAddr,
    secure: bool,
    bots: Option<SocketAddr>,
    base: &BasePath,
) -> ListeningAddresses {
    let scheme = if secure { "https" } else { "http" };
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        std::net::IpAddr::V6(ip) => format!("[{ip}]"),
        ip => ip.to_string(),
    };
    let url = format!("{scheme}://{host}:{}{base}/", address.port());
    ListeningAddresses { address, url, bots, haskell: None }
}

async fn open(config: &Config) -> Result<App, ServeError> {
    create_directory(config)?;
    let fault = |error| ServeError::Open { database: config.database.to_string(), error };
    App::open(table_settings(config)).await.map_err(fault)
}

/// Creates the directory of a database file.
fn create_directory(config: &Config) -> Result<(), ServeError> {
    let file = config.database.address().strip_prefix("sqlite:").map(Path::new);
    match file.and_then(Path::parent).filter(|place| !place.as_os_str().is_empty()) {
        Some(place) => std::fs::create_dir_all(place)
            .map_err(|error| ServeError::Directory { path: place.to_owned(), error }),
        None => Ok(()),
    }
}

/// Locks a database file for this server, as long as the result lives. Of two servers on one file neither hears of what
/// the other stores, so the second one is warned.
fn lock_database(config: &Config) -> Option<std::fs::File> {
    let file = config.database.address().strip_prefix("sqlite:")?;
    match lock_beside(Path::new(file)) {
        Ok(lock) => Some(lock),
        Err(std::fs::TryLockError::WouldBlock) => {
            tracing::warn!(
                database = file,
                "another server uses this file; players of the two do not see each other's moves in time: \
                 end one of them, or use PostgreSQL"
            );
            None
        }
        Err(std::fs::TryLockError::Error(error)) => {
            tracing::warn!(database = file, %error, "the file cannot be locked, so a second server is not noticed");
            None
        }
    }
}

/// Locks a file beside a database; SQLite has locks of its own in the database itself.
fn lock_beside(database: &Path) -> Result<std::fs::File, std::fs::TryLockError> {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    let options = std::fs::File::options().create(true).truncate(false).write(true).clone();
    let file = options.open(name).map_err(std::fs::TryLockError::Error)?;
    file.try_lock()?;
    Ok(file)
}

/// The settings of the tables. What the configuration does not have is the default.
fn table_settings(config: &Config) -> TableSettings {
    let defaults = TableSettings::default();
    TableSettings {
        database: config.database.address().to_owned(),
        fanout: config.fanout.as_ref().map(|fanout| fanout.address().to_owned()),
        directories: config.data_dir.iter().cloned().collect(),
        allow_seeds: config.allow_seeds,
        allow_own_rules: config.allow_own_rules,
        node: config.node.clone().unwrap_or(defaults.node),
        pace: config.pace,
        think: config.think,
        idle: config.idle,
        abandoned: config.abandon,
        grace: config.grace,
        unstarted: config.unstarted,
        body_bytes: config.limits.body.0,
        games_per_address: config.limits.games_open.0,
        bots: config.bots.connections,
        bots_per_address: config.bots.per_address,
        bot_timeout: config.bots.patience,
        ..defaults
    }
}

/// Allows as many open files as the system permits, because every stream needs a socket, and returns their number.
fn raise_file_limit() -> Option<u64> {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "the number of open files stays limited");
    }
    getrlimit(Resource::Nofile).current
}

/// The whole site: API, page, operator and monitoring, with limits, headers and logs.
pub fn router(app: &App, config: &Config) -> Router {
    Site::new(app, config).router()
}

/// What the routes of all ports share: the games, the configuration, the limits and the log of requests.
pub struct Site<'a> {
    app: &'a App,
    config: &'a Config,
    limits: Arc<RequestLimiter>,
    observer: Arc<RequestObserver>,
}

impl<'a> Site<'a> {
    /// A site with its own limits.
    pub fn new(app: &'a App, config: &'a Config) -> Site<'a> {
        let kept = if config.admin_token.is_some() { config.requests_kept } else { 0 };
        let observer = RequestObserver {
            trusted: config.trusted_proxies.clone(),
            metrics: Metrics::new(),
            requests: RequestLog::new(kept),
        };
        let limits = RequestLimiter::new(&config.limits, special_routes(&config.clients));
        Site { app, config, limits: Arc::new(limits), observer: Arc::new(observer) }
    }

    /// The routes of the port of the server.
    pub fn router(&self) -> Router {
        let (app, observer, limits) = (self.app.clone(), self.observer.clone(), self.limits.clone());
        let base = self.config.base_path();
        let page = SitePage::new(&base);
        let probe = Arc::default();
        let state = MonitorState { app: app.clone(), observer: observer.clone(), limits, probe };
        let monitor = Router::new()
            .route("/health", get(health))
            .route("/ready", get(ready))
            .route("/metrics", get(metrics))
            .with_state(state);
        let admin = admin::routes(self.config.admin_token.clone(), AdminState { app: app.clone(), observer });
        let routes = Router::new()
            .merge(api_below(app, &base))
            .merge(client_routes(self.app, &self.config.clients, &self.limits))
            .merge(monitor)
            .merge(admin)
            .merge(preview_routes(self.app.clone(), self.config, page.clone()))
            .fallback(async move |request: Request| page.answer(&request));
        base.serve(self.guard(routes, OriginPorts::Same))
    }

    /// The routes of the port for clients with the format `haskell`.
    pub fn haskell_router(&self) -> Router {
        self.guard(haskell_routes(self.app, &self.limits), OriginPorts::Any)
    }

    /// Adds limits, headers and logs.
    fn guard(&self, routes: Router, ports: OriginPorts) -> Router {
        let policy = Arc::new(OriginPolicy::new(self.config, ports));
        routes
            .layer(from_fn_with_state(self.limits.clone(), enforce_limits))
            .layer(from_fn_with_state(policy, enforce_origin_policy))
            .layer(from_fn_with_state(self.observer.clone(), observe))
            .layer(from_fn(note_activity))
    }
}

#[derive(Clone)]
struct MonitorState {
    app: App,
    observer: Arc<RequestObserver>,
    limits: Arc<RequestLimiter>,
    /// The last probe of the store. Requests that come during a probe wait for its answer.
    probe: Arc<tokio::sync::Mutex<Option<StoreProbe>>>,
}

/// When the store was probed, and what was found.
struct StoreProbe {
    at: Instant,
    found: Result<(), String>,
}

/// How long the result of a probe is used, so that nobody causes a write with each question.
const PROBE_FRESH: Duration = Duration::from_secs(1);

impl MonitorState {
    /// Whether the store answers in time.
    async fn store(&self) -> Result<(), String> {
        match tokio::time::timeout(Duration::from_secs(2), self.app.store().ping()).await {
            Ok(answer) => answer.map_err(|fault| fault.to_string()),
            Err(_) => Err("the database does not answer".to_owned()),
        }
    }

    /// Whether the store accepts a write in time: a full disk or a read-only database does not.
    async fn writable(&self) -> Result<(), String> {
        let mut probe = self.probe.lock().await;
        match &*probe {
            Some(last) if last.at.elapsed() < PROBE_FRESH => last.found.clone(),
            _ => {
                let found = match tokio::time::timeout(Duration::from_secs(2), self.app.probe_store()).await {
                    Ok(answer) => answer.map_err(|error| error.diagnosis()),
                    Err(_) => Err("the database does not answer".to_owned()),
                };
                *probe = Some(StoreProbe { at: Instant::now(), found: found.clone() });
                found
            }
        }
    }
}

/// The answer of `/health` and `/ready`.
#[derive(Serialize)]
struct Health {
    status: &'static str,
    reasons: Vec<String>,
    version: &'static str,
}

/// The process is alive and answers. It need not be restarted, whatever the database does.
async fn health() -> Json<Health> {
    Json(Health { status: "good", reasons: Vec::new(), version: env!("CARGO_PKG_VERSION") })
}

/// Whether the server can do its work, and if not, why: then a load balancer should send requests elsewhere.
async fn ready(State(monitor): State<MonitorState>) -> (StatusCode, Json<Health>) {
    let closing = monitor.app.is_stopping().then(|| "the server is closing".to_owned());
    let reasons: Vec<String> = monitor.writable().await.err().into_iter().chain(closing).collect();
    let (status, word) = match reasons.is_empty() {
        true => (StatusCode::OK, "good"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    (status, Json(Health { status: word, reasons, version: env!("CARGO_PKG_VERSION") }))
}

async fn metrics(State(monitor): State<MonitorState>) -> Response {
    let gauges = GaugeValues {
        streams: monitor.limits.open_streams(),
        tables: monitor.app.stats().tables,
        bots: monitor.app.stats().bots,
        store: monitor.store().await.is_ok(),
    };
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], monitor.observer.metrics.text(gauges)).into_response()
}

async fn serve(
    listener: TcpListener,
    tls: Option<RustlsConfig>,
    handle: Handle<SocketAddr>,
    router: Router,
    config: &Config,
    connections: &Arc<ConnectionLimiter>,
) -> io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    match tls {
        Some(tls) => {
            let server = axum_server::from_tcp_rustls(listener, tls)?.handle(handle);
            let mut server = server.map(|acceptor| guard(acceptor, config, connections));
            tune(server.http_builder(), config);
            server.serve(service).await
        }
        None => {
            let server: Server<SocketAddr> = axum_server::from_tcp(listener)?.handle(handle);
            let mut server = server.map(|acceptor| guard(acceptor, config, connections));
            tune(server.http_builder(), config);
            server.serve(service).await
        }
    }
}

/// Limits how many connections there are, and how long they wait for requests.
fn guard<A>(
    acceptor: A,
    config: &Config,
    connections: &Arc<ConnectionLimiter>,
) -> FirstByteTimeout<LimitedAcceptor<A>> {
    FirstByteTimeout::new(LimitedAcceptor::new(acceptor, connections.clone()), config.limits.timeout)
}

/// Limits what a connection may cost before it has sent a request.
fn tune(builder: &mut Builder<TokioExecutor>, config: &Config) {
    let header = config.limits.header.0;
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(config.limits.timeout)
        .max_buf_size(header.max(8_192));
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_secs(20))
        .max_header_list_size(u32::try_from(header).unwrap_or(u32::MAX))
        .max_concurrent_streams(256);
}

/// Handles the signals of the system.
struct SignalHandler {
    interrupt: Signal,
    terminate: Signal,
    hang_up: Signal,
}

impl SignalHandler {
    fn new() -> io::Result<SignalHandler> {
        Ok(SignalHandler {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    async fn run(mut self, config: Config, tls: Option<RustlsConfig>, handle: Handle<SocketAddr>, app: App) {
        self.wait_for_shutdown(&config, tls.as_ref()).await;
        tracing::info!("closing: streams are ended, requests under way are answered");
        app.begin_stop();
        handle.graceful_shutdown(Some(config.drain));
        self.wait_for_shutdown(&config, None).await;
        tracing::warn!("a second signal: ending at once");
        logs::flush();
        std::process::exit(130);
    }

    /// Waits for a signal to stop. On SIGHUP, certificates are read again.
    async fn wait_for_shutdown(&mut self, config: &Config, tls: Option<&RustlsConfig>) {
        loop {
            tokio::select! {
                _ = self.interrupt.recv() => return,
                _ = self.terminate.recv() => return,
                _ = self.hang_up.recv() => reload(config, tls).await,
            }
        }
    }
}

async fn reload(config: &Config, tls: Option<&RustlsConfig>) {
    let (Some(files), Some(tls)) = (&config.tls, tls) else { return };
    match tls::reload(tls, files).await {
        Ok(()) => tracing::info!("the certificate was read again"),
        Err(error) => {
            tracing::error!(%error, "the certificate could not be read again; the one before stays");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_server_on_one_file_is_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("games.db");
        let first = lock_beside(&file).unwrap();
        assert!(matches!(lock_beside(&file), Err(std::fs::TryLockError::WouldBlock)));
        drop(first);
        lock_beside(&file).unwrap();
    }

    use crate::config::Sources;

    #[test]
    fn the_defaults_of_configuration_and_tables_agree() {
        let config = Sources::default().resolve().unwrap().config;
        let defaults = TableSettings { node: String::new(), ..TableSettings::default() };
        let configured = TableSettings { node: String::new(), ..table_settings(&config) };
        assert_eq!(format!("{configured:?}"), format!("{defaults:?}"));
    }
}
