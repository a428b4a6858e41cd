//! Small helpers where table data meets JSON.

use serde::Serialize;

/// Writes one of our own types, which cannot fail.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("{error}"))
}

/// A seat as its number.
pub(crate) mod seat {
    use rules::Seat;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(seat.0)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
        u8::deserialize(from).map(Seat)
    }
}

/// A list of seats as numbers.
pub(crate) mod seats {
    use rules::Seat;
    use serde::Serializer;

    pub(crate) fn serialize<S: Serializer>(seats: &[Seat], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(seats.iter().map(|seat| seat.0))
    }
}

/// A sequence number as a number.
pub(crate) mod seq {
    use serde::{Deserialize, Deserializer, Serializer};
    use store::Seq;

    pub(crate) fn serialize<S: Serializer>(seq: &Seq, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(seq.0)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seq, D::Error> {
        u64::deserialize(from).map(Seq)
    }
}
