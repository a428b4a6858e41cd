//! Closes connections that send nothing. The timeouts of HTTP start with the first byte.

use axum_server::accept::Accept;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// The number of bytes after which HTTP/1.1 and HTTP/2 are distinguished.
const PREFACE: usize = 24;

/// Accepts connections whose first bytes arrive in time.
#[derive(Clone, Debug)]
pub(crate) struct FirstByteTimeout<A> {
    inner: A,
    time: Duration,
}

impl<A> FirstByteTimeout<A> {
    pub(crate) fn new(inner: A, time: Duration) -> FirstByteTimeout<A> {
        FirstByteTimeout { inner, time }
    }
}

/// A connection that is being accepted, and the service for it.
pub(crate) type Accepting<S, T> = Pin<Box<dyn Future<Output = io::Result<(S, T)>> + Send>>;

impl<A, I, T> Accept<I, T> for FirstByteTimeout<A>
where
    A: Accept<I, T>,
    A::Future: Send + 'static,
{
    type Stream = TimedStream<A::Stream>;
    type Service = A::Service;
    type Future = Accepting<Self::Stream, Self::Service>;

    fn accept(&self, stream: I, service: T) -> Self::Future {
        let (accepting, time) = (self.inner.accept(stream, service), self.time);
        Box::pin(async move {
            let (stream, service) = accepting.await?;
            Ok((TimedStream { stream, read: 0, patience: Some(Box::pin(sleep(time))) }, service))
        })
    }
}

/// A connection whose first bytes must arrive in time.
pub(crate) struct TimedStream<S> {
    stream: S,
    read: usize,
    patience: Option<Pin<Box<Sleep>>>,
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if self.patience.is_some() {
            self.read += buffer.filled().len() - before;
            if self.read >= PREFACE {
                self.patience = None;
            }
        }
        let patience = self.patience.as_mut().filter(|_| read.is_pending());
        match patience.map(|patience| patience.as_mut().poll(context)) {
            Some(Poll::Ready(())) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Some(Poll::Pending) | None => read,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
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
