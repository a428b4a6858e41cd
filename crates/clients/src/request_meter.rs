//! The limits of the server, for requests that do not come one by one over HTTP.

use http_api::ApiError;
use std::sync::Arc;
use std::time::Duration;
use tables::{App, ClientAddress};

/// What a request asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestWork {
    /// A new game.
    NewGame,
    /// Anything else.
    Ordinary,
}

/// Counts the requests of clients.
pub trait RequestMeter: Send + Sync + 'static {
    /// Counts a request that came over an open connection.
    ///
    /// # Errors
    /// The time after which the client may try again.
    fn count_request(&self, client: ClientAddress, work: RequestWork) -> Result<(), Duration>;

    /// Counts a request with a key that is not in the headers.
    ///
    /// # Errors
    /// The time after which the client may try again.
    fn count_key(&self, key: &str) -> Result<(), Duration>;
}

/// No limits.
#[derive(Clone, Copy, Debug)]
pub struct Unmetered;

impl RequestMeter for Unmetered {
    fn count_request(&self, _: ClientAddress, _: RequestWork) -> Result<(), Duration> {
        Ok(())
    }

    fn count_key(&self, _: &str) -> Result<(), Duration> {
        Ok(())
    }
}

/// What all ways in share: the tables and the limits.
#[derive(Clone)]
pub struct ClientState {
    pub(crate) app: App,
    meter: Arc<dyn RequestMeter>,
}

impl ClientState {
    /// The tables, with limits.
    pub fn new(app: App, meter: impl RequestMeter) -> ClientState {
        ClientState { app, meter: Arc::new(meter) }
    }

    /// Counts a request that came over an open connection.
    pub(crate) fn count_request(
        &self,
        client: Option<ClientAddress>,
        work: RequestWork,
    ) -> Result<(), ApiError> {
        let Some(client) = client else { return Ok(()) };
        self.meter.count_request(client, work).map_err(too_many)
    }

    /// Counts a request with a key.
    pub(crate) fn count_key(&self, key: &str) -> Result<(), ApiError> {
        self.meter.count_key(key).map_err(too_many)
    }
}

fn too_many(wait: Duration) -> ApiError {
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    ApiError::TooManyRequests { message: format!("these are too many requests; try again in {seconds} s") }
}
