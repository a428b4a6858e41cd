//! Where a request really comes from.

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The address of a client: of the connection, or what a proxy says that is trusted.
///
/// Every request carries it in its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    /// Who sent a request that came in over a connection.
    pub(crate) fn of(extensions: &Extensions, headers: &HeaderMap, trusted: &[IpNet]) -> ClientAddress {
        let connected = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        ClientAddress::behind(connected.unwrap_or(Ipv4Addr::UNSPECIFIED.into()), headers, trusted)
    }

    /// The last address in the chain of proxies that is not one of those that are trusted.
    ///
    /// Whatever stands before it was written by somebody who may lie.
    fn behind(connected: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> ClientAddress {
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

    /// What limits count by: the address, or the network that one customer has under IPv6.
    pub(crate) fn bucket(self) -> u128 {
        match self.0 {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => Ipv6Addr::to_bits(address) >> 64 << 64,
        }
    }
}

/// The chain of addresses that proxies noted, the nearest last; `None` for one that cannot be read.
fn hops(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let noted = |name: &str| -> Vec<String> {
        let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
        lines.flat_map(|line| line.split(',')).map(|part| part.trim().to_owned()).collect()
    };
    let plain = noted("x-forwarded-for");
    if !plain.is_empty() {
        return plain.iter().map(|hop| address(hop)).collect();
    }
    noted("forwarded").iter().map(|hop| forwarded_for(hop).and_then(address)).collect()
}

/// The `for` of an element such as `for="[2001:db8::1]:80";proto=https`.
fn forwarded_for(element: &str) -> Option<&str> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut named = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    named.next().map(|(_, value)| value.trim().trim_matches('"'))
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
        let client = ClientAddress::behind(connected.parse().unwrap(), &map, &trusted);
        assert_eq!(client.0.to_string(), expected);
    }

    #[test]
    fn strangers_are_not_believed() {
        check("9.9.9.9", &[("x-forwarded-for", "1.2.3.4")], "9.9.9.9");
        check("9.9.9.9", &[("forwarded", "for=1.2.3.4")], "9.9.9.9");
    }

    #[test]
    fn a_trusted_proxy_says_who_it_was() {
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

    #[test]
    fn one_network_of_ipv6_is_one_client() {
        let bucket = |text: &str| ClientAddress(text.parse().unwrap()).bucket();
        assert_eq!(bucket("2001:db8::1"), bucket("2001:db8::ffff:2"));
        assert_ne!(bucket("2001:db8::1"), bucket("2001:db8:0:1::1"));
        assert_ne!(bucket("1.2.3.4"), bucket("1.2.3.5"));
    }
}
