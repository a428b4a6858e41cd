//! Things of which one client may have only a certain number at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tables::ClientAddress;

/// How many of something each client has open.
#[derive(Debug)]
pub(crate) struct AddressSlots {
    /// How many one client may have; `None` for any number.
    most: Option<usize>,
    taken: Mutex<HashMap<u128, usize>>,
}

/// One of the things that a client has open. It is counted until the last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct AddressSlot(#[expect(dead_code, reason = "held, not read")] Arc<TakenSlot>);

#[derive(Debug)]
struct TakenSlot {
    slots: Arc<AddressSlots>,
    bucket: u128,
}

impl AddressSlots {
    pub(crate) fn new(most: Option<usize>) -> Arc<AddressSlots> {
        Arc::new(AddressSlots { most, taken: Mutex::default() })
    }

    /// How many all clients have.
    pub(crate) fn total(&self) -> usize {
        self.lock().values().sum()
    }

    /// Takes a slot, unless the client has as many as it may have.
    pub(crate) fn take(self: &Arc<AddressSlots>, client: ClientAddress) -> Option<AddressSlot> {
        let bucket = client.bucket();
        let mut taken = self.lock();
        let count = taken.entry(bucket).or_default();
        if self.most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(AddressSlot(Arc::new(TakenSlot { slots: Arc::clone(self), bucket })))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u128, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TakenSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        if let Some(count) = taken.get_mut(&self.bucket) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.bucket);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn client(number: u32) -> ClientAddress {
        ClientAddress(IpAddr::V4(Ipv4Addr::from_bits(number)))
    }

    #[test]
    fn slots_are_counted_while_they_are_held() {
        let slots = AddressSlots::new(Some(2));
        let (one, two) = (slots.take(client(1)), slots.take(client(1)));
        assert!(one.is_some() && two.is_some() && slots.take(client(1)).is_none());
        assert!(slots.take(client(2)).is_some());
        let clone = two.clone();
        drop(two);
        assert!(slots.take(client(1)).is_none(), "a clone holds it");
        drop(clone);
        assert!(slots.take(client(1)).is_some());
        drop(one);
        assert!(slots.lock().is_empty(), "nobody is remembered without a slot");
    }
}
