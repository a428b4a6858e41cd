//! A response body that holds something until it is dropped.

use axum::body::Body;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A body, and what is held until all of it was sent or the client has gone.
pub(crate) struct HeldBody<T> {
    body: Body,
    _held: T,
}

impl<T: Send + Unpin + 'static> HeldBody<T> {
    pub(crate) fn wrap(body: Body, held: T) -> Body {
        Body::new(HeldBody { body, _held: held })
    }
}

impl<T: Unpin> http_body::Body for HeldBody<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
