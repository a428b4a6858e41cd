//! Metrics for Prometheus.

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::fmt::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// All metrics.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabel, Histogram>,
    streams: Gauge,
    tables: Gauge,
    bots: Gauge,
    store_up: Gauge,
    memory: Gauge,
    files: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: MethodLabel,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: String,
}

/// A method, or `OTHER` for an unknown one, so that clients cannot add labels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct MethodLabel(&'static str);

impl MethodLabel {
    fn of(method: &Method) -> MethodLabel {
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
        MethodLabel(known.into_iter().find(|known| *known == method.as_str()).unwrap_or("OTHER"))
    }
}

impl EncodeLabelValue for MethodLabel {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        encoder.write_str(self.0)
    }
}

/// Values that are read when the metrics are requested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GaugeValues {
    /// Open streams.
    pub(crate) streams: usize,
    /// Games in memory.
    pub(crate) tables: usize,
    /// Connected bots.
    pub(crate) bots: usize,
    /// Whether the store answers.
    pub(crate) store: bool,
}

const BUCKETS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("quixotry");
        let requests = Family::default();
        registry.register("http_requests", "RequestLog answered", requests.clone());
        let seconds = Family::new_with_constructor((|| Histogram::new(BUCKETS)) as fn() -> Histogram);
        registry.register("http_request_seconds", "Time until an answer began", seconds.clone());
        let mut gauge = |name: &str, about: &str| {
            let gauge = Gauge::default();
            registry.register(name, about, gauge.clone());
            gauge
        };
        let started = gauge("start_time_seconds", "When the server started, since 1970");
        started.set(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64));
        Metrics {
            requests,
            seconds,
            streams: gauge("streams", "Event streams open"),
            tables: gauge("tables", "GamePage in memory"),
            bots: gauge("bots", "Bots connected"),
            store_up: gauge("store_up", "Whether the store answers: 1 yes, 0 no"),
            memory: gauge("resident_memory_bytes", "Memory in use"),
            files: gauge("open_files", "Files and sockets open"),
            registry,
        }
    }

    /// Counts a response. The route is the matched one, so that there are few labels.
    pub(crate) fn count(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        let label = RequestLabels {
            method: MethodLabel::of(method),
            route: route.to_owned(),
            status: status.as_u16(),
        };
        self.requests.get_or_create(&label).inc();
        self.seconds.get_or_create(&RouteLabel { route: route.to_owned() }).observe(took.as_secs_f64());
    }

    /// All metrics as text.
    pub(crate) fn text(&self, levels: GaugeValues) -> String {
        self.streams.set(levels.streams as i64);
        self.tables.set(levels.tables as i64);
        self.bots.set(levels.bots as i64);
        self.store_up.set(i64::from(levels.store));
        self.memory.set(resident_bytes().unwrap_or(0));
        self.files.set(open_files().unwrap_or(0));
        let mut text = String::new();
        // Writing into a string does not fail.
        _ = encode(&mut text, &self.registry);
        text
    }
}

/// The content type of the text.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").trim().parse::<i64>().ok().map(|kilobytes| kilobytes * 1_024)
}

fn open_files() -> Option<i64> {
    std::fs::read_dir("/proc/self/fd").ok().map(|files| files.count() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_route_and_status() {
        let metrics = Metrics::new();
        for status in [StatusCode::OK, StatusCode::OK, StatusCode::NOT_FOUND] {
            metrics.count(&Method::GET, "/api/games/{id}", status, Duration::from_millis(2));
        }
        metrics.count(&"BREW".parse().unwrap(), "other", StatusCode::OK, Duration::ZERO);
        let text = metrics.text(GaugeValues { streams: 3, tables: 7, bots: 2, store: true });
        for line in [
            r#"quixotry_http_requests_total{method="GET",route="/api/games/{id}",status="200"} 2"#,
            r#"quixotry_http_requests_total{method="GET",route="/api/games/{id}",status="404"} 1"#,
            r#"quixotry_http_requests_total{method="OTHER",route="other",status="200"} 1"#,
            r#"quixotry_http_request_seconds_count{route="/api/games/{id}"} 3"#,
            "quixotry_streams 3",
            "quixotry_tables 7",
            "quixotry_bots 2",
            "quixotry_store_up 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
