//! The ways in for clients of other games, as far as the operator opens them.

use crate::api::RouteClass;
use crate::config::{ClientConfig, ClientFormat};
use crate::limits::{RequestLimiter, SpecialRoute};
use axum::Router;
use clients::{ClientState, CornellRoute, RequestMeter, RequestWork, cornell_routes};
use std::sync::Arc;
use std::time::Duration;
use tables::{App, ClientAddress};

/// The limits of the server, for clients of other games.
struct ClientMeter(Arc<RequestLimiter>);

impl RequestMeter for ClientMeter {
    fn count_request(&self, client: ClientAddress, work: RequestWork) -> Result<(), Duration> {
        self.0.count_request(client)?;
        match work {
            RequestWork::NewGame => self.0.count_game(client),
            RequestWork::Ordinary => Ok(()),
        }
    }

    fn count_key(&self, key: &str) -> Result<(), Duration> {
        self.0.count_key(key.as_bytes())
    }
}

/// The routes of the formats that use the port of the server.
pub(crate) fn client_routes(app: &App, config: &ClientConfig, limits: &Arc<RequestLimiter>) -> Router {
    let state = ClientState::new(app.clone(), ClientMeter(limits.clone()));
    let mut routes = Router::new();
    for format in &config.formats {
        routes = routes.merge(match format {
            ClientFormat::Cornell => cornell_routes(state.clone(), config.cornell_path.as_str()),
        });
    }
    routes
}

/// Those of these routes that are not ordinary.
pub(crate) fn special_routes(config: &ClientConfig) -> Vec<SpecialRoute> {
    let mut routes = Vec::new();
    if config.formats.contains(&ClientFormat::Cornell) {
        let class = |route: CornellRoute| match route {
            CornellRoute::CreatesGame => RouteClass::CreatesGame,
            CornellRoute::OpensStream => RouteClass::OpensStream,
        };
        let special = CornellRoute::list(config.cornell_path.as_str());
        routes.extend(special.map(|(method, path, route)| (method, path, class(route))));
    }
    routes
}
