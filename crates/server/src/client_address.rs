//! Finds the address of a client, also behind trusted proxies.

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tables::ClientAddress;

/// The address of the client that sent a request.
pub(crate) fn client_address(
    extensions: &Extensions,
    headers: &HeaderMap,
    trusted: &[IpNet],
) -> ClientAddress {
    let connected = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
    behind_proxies(connected.unwrap_or(Ipv4Addr::UNSPECIFIED.into()), headers, trusted)
}

/// The last address in the chain of proxies that is not a trusted proxy.
///
/// What stands before it was written by a client that may lie.
fn behind_proxies(connected: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> ClientAddress {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut client = connected.to_canonical();
    for hop in hops(headers).into_iter().rev() {
        match hop {
            Some(hop) if is_trusted(&client) => client = hop.to_canonical(),
            _ => break,
        }
    }
    ClientAddress(client)
}

/// The addresses that proxies added, the nearest last; `None` for one that cannot be read.
fn hops(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let values = |name: &str| -> Vec<String> {
        let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
        lines.flat_map(|line| line.split(',')).map(|part| part.trim().to_owned()).collect()
    };
    let plain = values("x-forwarded-for");
    if !plain.is_empty() {
        return plain.iter().map(|hop| address(hop)).collect();
    }
    values("forwarded").iter().map(|hop| forwarded_for(hop).and_then(address)).collect()
}

/// The `for` of an element such as `for="[2001:db8::1]:80";proto=https`.
fn forwarded_for(element: &str) -> Option<&str> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    values.next().map(|(_, value)| value.trim().trim_matches('"'))
}

/// An address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(connected: &str, headers: &[(&'static str, &str)], expected: &str) {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let client = behind_proxies(connected.parse().unwrap(), &map, &trusted);
        assert_eq!(client.0.to_string(), expected);
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        check("9.9.9.9", &[("x-forwarded-for", "1.2.3.4")], "9.9.9.9");
        check("9.9.9.9", &[("forwarded", "for=1.2.3.4")], "9.9.9.9");
    }

    #[test]
    fn a_trusted_proxy_reports_the_client() {
        check("10.0.0.1", &[("x-forwarded-for", "1.2.3.4")], "1.2.3.4");
        check("::1", &[("forwarded", "for=\"[2001:db8::1]:4711\";proto=https")], "2001:db8::1");
        check("::ffff:10.0.0.1", &[("x-forwarded-for", "1.2.3.4:80")], "1.2.3.4");
        check("10.0.0.1", &[], "10.0.0.1");
    }

    #[test]
    fn what_a_client_adds_itself_does_not_count() {
        check("10.0.0.1", &[("x-forwarded-for", "6.6.6.6, 1.2.3.4")], "1.2.3.4");
        check("10.0.0.1", &[("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.2")], "1.2.3.4");
        check("10.0.0.1", &[("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "1.2.3.4")], "1.2.3.4");
        check("10.0.0.1", &[("x-forwarded-for", "6.6.6.6, nonsense")], "10.0.0.1");
    }
}
