//! The address of a client.

use std::net::{IpAddr, Ipv6Addr};

/// The address of a client: that of the connection, or the one that a trusted proxy reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The key by which limits count: the IPv4 address, or the /64 network of an IPv6 address.
    #[must_use]
    pub fn bucket(self) -> u128 {
        match self.0 {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => Ipv6Addr::to_bits(address) >> 64 << 64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ipv6_network_is_one_client() {
        let bucket = |text: &str| ClientAddress(text.parse().unwrap()).bucket();
        assert_eq!(bucket("2001:db8::1"), bucket("2001:db8::ffff:2"));
        assert_ne!(bucket("2001:db8::1"), bucket("2001:db8:0:1::1"));
        assert_ne!(bucket("1.2.3.4"), bucket("1.2.3.5"));
    }
}
