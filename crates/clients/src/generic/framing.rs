//! The frames of Phoenix channels, in both versions of their serializer.

use http_api::json_text;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How frames are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FrameVersion {
    /// An object: `{"topic", "event", "payload", "ref"}`.
    One,
    /// An array: `[join_ref, ref, topic, event, payload]`.
    Two,
}

impl FrameVersion {
    /// The version that a client names when it connects. Old clients name none.
    pub(super) fn from_name(name: Option<&str>) -> Option<FrameVersion> {
        match name.unwrap_or("1.0.0").split('.').next() {
            Some("1") => Some(FrameVersion::One),
            Some("2") => Some(FrameVersion::Two),
            _ => None,
        }
    }
}

/// A message on a channel. References are texts that the client chooses, or null.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ChannelFrame {
    /// The reference of the request by which the client joined the channel.
    pub(super) join_ref: Value,
    /// The reference of a request, which its reply repeats.
    pub(super) reference: Value,
    pub(super) topic: String,
    pub(super) event: String,
    pub(super) payload: Value,
}

/// A frame of the first version.
#[derive(Serialize, Deserialize)]
struct FrameObject {
    topic: String,
    event: String,
    #[serde(default)]
    payload: Value,
    #[serde(default, rename = "ref")]
    reference: Value,
}

/// A frame of the second version.
type FrameArray = (Value, Value, String, String, Value);

impl ChannelFrame {
    pub(super) fn read(version: FrameVersion, text: &str) -> Option<ChannelFrame> {
        match version {
            FrameVersion::One => {
                let FrameObject { topic, event, payload, reference } = serde_json::from_str(text).ok()?;
                // A channel is joined with the reference of the request itself.
                let join_ref = if event == "phx_join" { reference.clone() } else { Value::Null };
                Some(ChannelFrame { join_ref, reference, topic, event, payload })
            }
            FrameVersion::Two => {
                let (join_ref, reference, topic, event, payload): FrameArray =
                    serde_json::from_str(text).ok()?;
                Some(ChannelFrame { join_ref, reference, topic, event, payload })
            }
        }
    }

    pub(super) fn to_text(&self, version: FrameVersion) -> String {
        let ChannelFrame { join_ref, reference, topic, event, payload } = self.clone();
        match version {
            FrameVersion::One => json_text(&FrameObject { topic, event, payload, reference }),
            FrameVersion::Two => json_text(&(join_ref, reference, topic, event, payload)),
        }
    }

    /// The reply to this request.
    pub(super) fn reply(&self, reply: &ChannelReply) -> ChannelFrame {
        let (status, response) = match reply {
            ChannelReply::Done(response) => ("ok", response.clone()),
            ChannelReply::Failed(reason) => ("error", json!({ "reason": reason })),
        };
        ChannelFrame {
            event: "phx_reply".to_owned(),
            payload: json!({ "status": status, "response": response }),
            ..self.clone()
        }
    }

    /// A message that the client did not ask for.
    pub(super) fn broadcast(topic: &str, event: &str, payload: Value) -> ChannelFrame {
        let (topic, event) = (topic.to_owned(), event.to_owned());
        ChannelFrame { join_ref: Value::Null, reference: Value::Null, topic, event, payload }
    }

    /// The end of a channel that the client joined with this reference: `phx_close`, or `phx_error` after which the
    /// client joins again.
    pub(super) fn end(topic: &str, join_ref: &Value, event: &str) -> ChannelFrame {
        ChannelFrame {
            join_ref: join_ref.clone(),
            reference: join_ref.clone(),
            topic: topic.to_owned(),
            event: event.to_owned(),
            payload: json!({}),
        }
    }
}

/// What a client is told about its request.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ChannelReply {
    /// What it asked for.
    Done(Value),
    /// Why it failed.
    Failed(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(version: FrameVersion, text: &str, expected: (&str, &str)) {
        let frame = ChannelFrame::read(version, text).unwrap();
        assert_eq!((frame.topic.as_str(), frame.event.as_str()), expected);
        assert_eq!(frame.to_text(version), text);
    }

    #[test]
    fn frames_of_both_versions_are_read_and_written() {
        let one = r#"{"topic":"games:tea","event":"pass","payload":{"currentRackIndex":-1},"ref":"3"}"#;
        check(FrameVersion::One, one, ("games:tea", "pass"));
        let two = r#"["1","3","games:tea","pass",{"currentRackIndex":-1}]"#;
        check(FrameVersion::Two, two, ("games:tea", "pass"));
        check(FrameVersion::Two, r#"[null,"4","phoenix","heartbeat",{}]"#, ("phoenix", "heartbeat"));
        assert_eq!(ChannelFrame::read(FrameVersion::One, two), None);
        assert_eq!(ChannelFrame::read(FrameVersion::Two, one), None);
    }

    #[test]
    fn a_reply_repeats_the_references() {
        let done = ChannelReply::Done(json!({}));
        let one = r#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"7"}"#;
        let one = ChannelFrame::read(FrameVersion::One, one).unwrap();
        assert_eq!(
            one.reply(&done).to_text(FrameVersion::One),
            r#"{"topic":"phoenix","event":"phx_reply","payload":{"response":{},"status":"ok"},"ref":"7"}"#
        );
        let two = ChannelFrame::read(FrameVersion::Two, r#"["1","2","games:tea","swap",{}]"#).unwrap();
        assert_eq!(
            two.reply(&ChannelReply::Failed("no".to_owned())).to_text(FrameVersion::Two),
            r#"["1","2","games:tea","phx_reply",{"response":{"reason":"no"},"status":"error"}]"#
        );
    }

    #[test]
    fn versions_have_names() {
        let name = |name: Option<&str>| FrameVersion::from_name(name);
        assert_eq!((name(None), name(Some("1.0.0"))), (Some(FrameVersion::One), Some(FrameVersion::One)));
        assert_eq!((name(Some("2.0.0")), name(Some("3.0.0"))), (Some(FrameVersion::Two), None));
    }
}
