//! Limits of connections: how many one address and all addresses may have, and how long one may be without a request.
//!
//! Without them one client could take all file handles of the process, and nobody else could connect.

use crate::address_slots::{AddressSlot, AddressSlots};
use crate::config::Config;
use crate::first_byte_timeout::Accepting;
use crate::held_body::HeldBody;
use axum::Extension;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{AddExtension, Next};
use axum::response::Response;
use axum_server::accept::Accept;
use ipnet::IpNet;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tables::ClientAddress;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep_until};
use tower::Layer;

/// How many file handles are kept for the database, the log, and connections that are being closed.
const RESERVED_FILES: usize = 64;

/// How many addresses at least have to misbehave before there is no connection left for others.
const LEAST_ADDRESSES: usize = 4;

/// How often the log says that connections are refused.
const COMPLAINT_EVERY: Duration = Duration::from_secs(60);

/// Counts the connections of all ports that speak HTTP.
#[derive(Debug)]
pub(crate) struct ConnectionLimiter {
    slots: Arc<AddressSlots>,
    /// How many there may be in all; `None` for any number.
    most: Option<usize>,
    /// One address of these stands for many clients, so that only the total counts.
    trusted: Vec<IpNet>,
    idle: Duration,
    complained: Mutex<Option<Instant>>,
}

impl ConnectionLimiter {
    /// The limits for a process that may have this number of files open; `None` for any number.
    pub(crate) fn new(config: &Config, files: Option<u64>) -> Arc<ConnectionLimiter> {
        let files = files.and_then(|files| usize::try_from(files).ok());
        let most =
            files.map(|files| files.saturating_sub(RESERVED_FILES + config.bots.connections).max(files / 2));
        let share = most.map(|most| (most / LEAST_ADDRESSES).max(1));
        let each = config.limits.connections.0.into_iter().chain(share).min();
        // "off" is for load tests from one address; the total still holds.
        let each = if config.limits.connections.0.is_none() { None } else { each };
        Arc::new(ConnectionLimiter {
            slots: AddressSlots::new(each),
            most,
            trusted: config.trusted_proxies.clone(),
            idle: config.limits.idle,
            complained: Mutex::default(),
        })
    }

    /// A slot for a new connection, or `None` if there are too many.
    fn admit(&self, address: IpAddr) -> Option<Option<AddressSlot>> {
        let address = address.to_canonical();
        if self.most.is_some_and(|most| self.slots.total() >= most) {
            self.complain(address, "there are as many connections as open files allow");
            return None;
        }
        if self.trusted.iter().any(|network| network.contains(&address)) {
            return Some(None);
        }
        let slot = self.slots.take(ClientAddress(address));
        if slot.is_none() {
            self.complain(address, "one address has as many connections as limits.connections allows");
        }
        slot.map(Some)
    }

    /// Logs that a connection is refused, but not each of many.
    fn complain(&self, client: IpAddr, reason: &str) {
        let mut complained = self.complained.lock().unwrap_or_else(PoisonError::into_inner);
        if complained.is_none_or(|at| at.elapsed() >= COMPLAINT_EVERY) {
            *complained = Some(Instant::now());
            tracing::warn!(%client, reason, "a connection is refused; others are not logged for a minute");
        }
    }
}

/// Accepts connections within the limits.
#[derive(Clone, Debug)]
pub(crate) struct LimitedAcceptor<A> {
    inner: A,
    limiter: Arc<ConnectionLimiter>,
}

impl<A> LimitedAcceptor<A> {
    pub(crate) fn new(inner: A, limiter: Arc<ConnectionLimiter>) -> LimitedAcceptor<A> {
        LimitedAcceptor { inner, limiter }
    }
}

impl<A, T> Accept<TcpStream, T> for LimitedAcceptor<A>
where
    A: Accept<TcpStream, T>,
    A::Stream: Send,
    A::Service: Send,
    A::Future: Send + 'static,
{
    type Stream = LimitedStream<A::Stream>;
    type Service = AddExtension<A::Service, ConnectionActivity>;
    type Future = Accepting<Self::Stream, Self::Service>;

    fn accept(&self, stream: TcpStream, service: T) -> Self::Future {
        let slot = stream.peer_addr().ok().and_then(|address| self.limiter.admit(address.ip()));
        let Some(slot) = slot else {
            return Box::pin(async { Err(io::ErrorKind::ConnectionRefused.into()) });
        };
        let (accepting, idle) = (self.inner.accept(stream, service), self.limiter.idle);
        Box::pin(async move {
            let (stream, service) = accepting.await?;
            let activity = ConnectionActivity::default();
            let service = Extension(activity.clone()).layer(service);
            let deadline = Box::pin(sleep_until((Instant::now() + idle).into()));
            Ok((LimitedStream { stream, activity, idle, deadline, _slot: slot }, service))
        })
    }
}

/// What is known about the requests of one connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionActivity(Arc<Mutex<RequestTimes>>);

#[derive(Debug, Default)]
struct RequestTimes {
    /// How many requests are being answered.
    open: usize,
    /// When the last answer ended.
    ended: Option<Instant>,
}

impl ConnectionActivity {
    fn with<R>(&self, act: impl FnOnce(&mut RequestTimes) -> R) -> R {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn begin(&self) -> OpenRequest {
        self.with(|times| times.open += 1);
        OpenRequest(self.clone())
    }

    /// Until when the connection may stay open without another request, seen from now.
    fn deadline(&self, idle: Duration) -> Option<Instant> {
        self.with(|times| match times.open {
            0 => times.ended.map(|ended| ended + idle),
            _ => Some(Instant::now() + idle),
        })
    }
}

/// A request that is being answered.
struct OpenRequest(ConnectionActivity);

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.with(|times| {
            times.open = times.open.saturating_sub(1);
            times.ended = Some(Instant::now());
        });
    }
}

/// Notes when the answers of a connection begin and end.
pub(crate) async fn note_activity(request: Request, next: Next) -> Response {
    let Some(activity) = request.extensions().get::<ConnectionActivity>().cloned() else {
        return next.run(request).await;
    };
    let open = activity.begin();
    let response = next.run(request).await;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        // A WebSocket has limits of its own.
        std::mem::forget(open);
        return response;
    }
    response.map(|body| HeldBody::wrap(body, open))
}

/// A connection that is closed when no request has come for a while, even if it answers pings.
pub(crate) struct LimitedStream<S> {
    stream: S,
    activity: ConnectionActivity,
    idle: Duration,
    deadline: Pin<Box<Sleep>>,
    _slot: Option<AddressSlot>,
}

impl<S> LimitedStream<S> {
    /// Whether the connection was without a request for too long.
    fn poll_idle(&mut self, context: &mut Context<'_>) -> Poll<()> {
        while self.deadline.as_mut().poll(context).is_ready() {
            match self.activity.deadline(self.idle) {
                Some(later) if later > Instant::now() => self.deadline.as_mut().reset(later.into()),
                _ => return Poll::Ready(()),
            }
        }
        Poll::Pending
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for LimitedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.poll_idle(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Pin::new(&mut self.stream).poll_read(context, buffer),
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for LimitedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
