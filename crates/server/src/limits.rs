//! Limits for each client: request rates and open streams.

use crate::address_slots::{AddressSlot, AddressSlots};
use crate::api::{RouteClass, route_class, sent_key};
use crate::config::{self, Rate};
use crate::held_body::HeldBody;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use http_api::ApiError;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use tables::ClientAddress;

/// A route that is not ordinary.
pub(crate) type SpecialRoute = (Method, String, RouteClass);

/// Counts the requests and streams of clients.
pub(crate) struct RequestLimiter {
    addresses: RateMeter,
    keys: RateMeter,
    games: RateMeter,
    streams: Arc<AddressSlots>,
    routes: Vec<SpecialRoute>,
    hasher: RandomState,
    timeout: Duration,
    body: usize,
}

impl RequestLimiter {
    /// The limits, and the routes that are not ordinary besides those of the API.
    pub(crate) fn new(limits: &config::RequestLimits, routes: Vec<SpecialRoute>) -> RequestLimiter {
        RequestLimiter {
            addresses: RateMeter::new(limits.address, limits.address_burst),
            keys: RateMeter::new(limits.key, limits.key_burst),
            games: RateMeter::new(limits.games, limits.games_burst),
            streams: AddressSlots::new(limits.streams.0),
            routes,
            hasher: RandomState::new(),
            timeout: limits.timeout,
            body: limits.body.0,
        }
    }

    /// How many streams are open.
    pub(crate) fn open_streams(&self) -> usize {
        self.streams.total()
    }

    fn check(&self, request: &Request, class: RouteClass, client: ClientAddress) -> Result<(), RateLimited> {
        self.count_request(client).map_err(|wait| RateLimited::new("from one address", wait))?;
        if let Some(key) = self.key_of(request) {
            self.count_key(key.as_bytes()).map_err(|wait| RateLimited::new("with one key", wait))?;
        }
        if class == RouteClass::CreatesGame {
            self.count_game(client)
                .map_err(|wait| RateLimited::new("for new games from one address", wait))?;
        }
        Ok(())
    }

    /// Counts a request, or returns how long the client has to wait.
    pub(crate) fn count_request(&self, client: ClientAddress) -> Result<(), Duration> {
        self.addresses.check(client.bucket())
    }

    /// Counts a request with a key, or returns how long the client has to wait.
    pub(crate) fn count_key(&self, key: &[u8]) -> Result<(), Duration> {
        self.keys.check(u128::from(self.hasher.hash_one(key)))
    }

    /// Counts a game that is to be created, or returns how long the client has to wait.
    pub(crate) fn count_game(&self, client: ClientAddress) -> Result<(), Duration> {
        self.games.check(client.bucket())
    }

    fn class_of(&self, request: &Request) -> RouteClass {
        let Some(route) = request.extensions().get::<MatchedPath>() else { return RouteClass::Ordinary };
        let special = self.special_class(request);
        special.unwrap_or_else(|| route_class(request.method(), route.as_str()))
    }

    /// The class of a route for clients of other games.
    fn special_class(&self, request: &Request) -> Option<RouteClass> {
        let route = request.extensions().get::<MatchedPath>()?.as_str();
        let is_it = |(method, path, _): &&SpecialRoute| method == request.method() && path == route;
        self.routes.iter().find(is_it).map(|(_, _, class)| *class)
    }

    /// The key of a request. Routes for clients of other games count keys themselves, because most are in bodies.
    fn key_of<'a>(&self, request: &'a Request) -> Option<&'a str> {
        match self.special_class(request) {
            Some(_) => None,
            None => sent_key(request.headers(), request.uri()),
        }
    }
}

/// Refuses a request of a client that has reached a limit, and ends one that takes too long.
pub(crate) async fn enforce_limits(
    State(limits): State<Arc<RequestLimiter>>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = request.extensions().get::<ClientAddress>().copied();
    let Some(client) = client else { return next.run(request).await };
    let class = limits.class_of(&request);
    if let Err(limited) = limits.check(&request, class, client) {
        return limited.into_response();
    }
    if declared_length(&request).is_some_and(|length| length > limits.body as u64) {
        return too_large();
    }
    if class != RouteClass::OpensStream {
        let is_read = request.method().is_safe();
        let answer = tokio::time::timeout(limits.timeout, next.run(request)).await;
        return answer.unwrap_or_else(|_| timed_out(limits.timeout, is_read).into_response());
    }
    match limits.streams.take(client) {
        None => RateLimited::new("to keep open from one address", Duration::from_secs(30)).into_response(),
        Some(slot) => {
            let permit = StreamPermit(slot);
            request.extensions_mut().insert(permit.clone());
            next.run(request).await.map(|body| HeldBody::wrap(body, permit))
        }
    }
}

/// How long the body is, as the request says.
fn declared_length(request: &Request) -> Option<u64> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The answer to a body that need not be waited for.
fn too_large() -> Response {
    let error = ApiError::unprocessable("too-large", "the body of this request is too large");
    error.with_status(StatusCode::PAYLOAD_TOO_LARGE)
}

/// The error of a request that took too long. What it was to change may still be carried out.
fn timed_out(timeout: Duration, is_read: bool) -> ApiError {
    let cause = format!("no answer within {timeout:?}");
    if is_read { ApiError::Unavailable(cause) } else { ApiError::Uncertain(cause) }
}

/// A limit is reached, and the time after which the client may try again.
struct RateLimited {
    what: &'static str,
    wait: Duration,
}

impl RateLimited {
    fn new(what: &'static str, wait: Duration) -> RateLimited {
        RateLimited { what, wait }
    }
}

impl IntoResponse for RateLimited {
    fn into_response(self) -> Response {
        let seconds = self.wait.as_secs() + u64::from(self.wait.subsec_nanos() > 0);
        let message = format!("these are too many requests {}; try again in {seconds} s", self.what);
        let mut response = ApiError::TooManyRequests { message }.into_response();
        debug_assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        response
    }
}

/// A rate limit for each client; `None` for no limit.
struct RateMeter {
    limiter: Option<DefaultKeyedRateLimiter<u128>>,
    requests: AtomicU32,
    is_crowded: AtomicBool,
}

/// How many clients are counted. All clients share one allowance while there are more.
const MAX_CLIENTS: usize = 100_000;
/// After how many requests idle clients are forgotten.
const CLEAN_UP_EVERY: u32 = 1_024;
/// The client that stands for all if there are too many.
const EVERY_CLIENT: u128 = u128::MAX;

impl RateMeter {
    fn new(rate: Rate, burst: u32) -> RateMeter {
        let quota = rate.0.and_then(Quota::with_period);
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let limiter = quota.map(|quota| RateLimiter::keyed(quota.allow_burst(burst)));
        RateMeter { limiter, requests: AtomicU32::new(0), is_crowded: AtomicBool::new(false) }
    }

    /// Counts a request, or returns how long the client has to wait.
    fn check(&self, client: u128) -> Result<(), Duration> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        if self.requests.fetch_add(1, Ordering::Relaxed) % CLEAN_UP_EVERY == CLEAN_UP_EVERY - 1 {
            self.clean_up(limiter, MAX_CLIENTS);
        }
        let client = if self.is_crowded.load(Ordering::Relaxed) { EVERY_CLIENT } else { client };
        limiter.check_key(&client).map_err(|early| early.wait_time_from(DefaultClock::default().now()))
    }

    /// Forgets clients that have their whole allowance again.
    fn clean_up(&self, limiter: &DefaultKeyedRateLimiter<u128>, most: usize) {
        if limiter.len() > most / 2 {
            limiter.retain_recent();
        }
        self.is_crowded.store(limiter.len() > most, Ordering::Relaxed);
    }
}

/// The right to one open stream. The stream is counted until the last clone is dropped.
#[derive(Clone)]
pub(crate) struct StreamPermit(#[expect(dead_code, reason = "held, not read")] AddressSlot);

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn a_burst_passes_and_the_rest_waits() {
        let meter = RateMeter::new(Rate::per(1, Duration::from_secs(3_600)), 3);
        let passed = (0..10).filter(|_| meter.check(1).is_ok()).count();
        assert_eq!(passed, 3);
        assert!(meter.check(1).unwrap_err() > Duration::from_secs(3_000));
        assert!(meter.check(2).is_ok(), "another has its own allowance");
    }

    #[test]
    fn a_limit_that_is_off_limits_nothing() {
        let meter = RateMeter::new(Rate::OFF, 1);
        assert!((0..1_000).all(|_| meter.check(1).is_ok()));
    }

    #[test]
    fn clients_beyond_counting_share_one_allowance() {
        let meter = RateMeter::new(Rate::per(1, Duration::from_secs(3_600)), 2);
        assert!((0..10).all(|client| meter.check(client).is_ok()));
        let limiter = meter.limiter.as_ref().unwrap();
        meter.clean_up(limiter, 5);
        let passed = (100..200).filter(|&client| meter.check(client).is_ok()).count();
        assert_eq!((passed, limiter.len()), (2, 11));
        meter.clean_up(limiter, 50);
        assert!(meter.check(300).is_ok(), "and have their own again when there is room");
    }
}
