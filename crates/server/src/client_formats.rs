//! The ways in for clients of other games, as far as the operator opens them.

use crate::api::RouteClass;
use crate::config::{ClientConfig, ClientFormat};
use crate::limits::{RequestLimiter, SpecialRoute};
use axum::Router;
use axum::http::Method;
use clients::{
    ClientState, CornellRoute, RequestMeter, RequestWork, cornell_routes, generic_route, generic_routes,
    haskell_router,
};
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
    let state = client_state(app, limits);
    let mut routes = Router::new();
    for format in &config.formats {
        routes = routes.merge(match format {
            // It has a port of its own.
            ClientFormat::Haskell => Router::new(),
            ClientFormat::Generic => generic_routes(state.clone(), config.generic_path.as_str()),
            ClientFormat::Cornell => cornell_routes(state.clone(), config.cornell_path.as_str()),
        });
    }
    routes
}

fn client_state(app: &App, limits: &Arc<RequestLimiter>) -> ClientState {
    ClientState::new(app.clone(), ClientMeter(limits.clone()))
}

/// The routes of the port of the format `haskell`.
pub(crate) fn haskell_routes(app: &App, limits: &Arc<RequestLimiter>) -> Router {
    haskell_router(client_state(app, limits))
}

/// Those of these routes that are not ordinary.
pub(crate) fn special_routes(config: &ClientConfig) -> Vec<SpecialRoute> {
    let mut routes = Vec::new();
    if config.formats.contains(&ClientFormat::Haskell) {
        let route = |path: &str| (Method::GET, path.to_owned(), RouteClass::OpensStream);
        routes.extend([route("/"), route("/{*path}")]);
    }
    if config.formats.contains(&ClientFormat::Generic) {
        let path = generic_route(config.generic_path.as_str());
        routes.push((Method::GET, path, RouteClass::OpensStream));
    }
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
