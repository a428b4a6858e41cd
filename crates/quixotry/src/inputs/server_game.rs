//! Games of a server by their links.

use anyhow::{Context, bail};
use std::time::Duration;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The largest record that is read.
const MAX_SIZE: usize = 16 << 20;

/// The link of a game, as the page shows it: `https://server/game/ID`, with an invitation if the game is private.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ServerGameLink {
    /// The address of the server, without a slash at the end.
    server: String,
    id: String,
    invite: Option<String>,
}

impl ServerGameLink {
    /// Parses a link; `None` if the text is not the link of a game.
    pub(crate) fn parse(text: &str) -> Option<ServerGameLink> {
        if !text.starts_with("http://") && !text.starts_with("https://") {
            return None;
        }
        let (address, query) = text.split_once(['?', '#']).unwrap_or((text, ""));
        let (server, rest) = address.split_once("/api/games/").or_else(|| address.split_once("/game/"))?;
        let id = rest.split('/').next().filter(|id| is_id(id))?;
        let query = query.split('#').next().unwrap_or_default();
        let invite =
            query.split('&').find_map(|part| part.strip_prefix("invite=")).filter(|token| is_id(token));
        Some(ServerGameLink {
            server: server.to_owned(),
            id: id.to_owned(),
            invite: invite.map(str::to_owned),
        })
    }

    fn record_address(&self) -> String {
        let ServerGameLink { server, id, invite } = self;
        let invite = invite.as_ref().map_or(String::new(), |token| format!("&invite={token}"));
        format!("{server}/api/games/{id}/record?format=jsonl{invite}")
    }

    /// Gets the record of the game.
    pub(crate) fn fetch_record(&self) -> anyhow::Result<Vec<u8>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let address = self.record_address();
        runtime.block_on(get(&address)).with_context(|| format!("the game {} cannot be read", self.id))
    }
}

/// Whether a text can be the name of a game or an invitation, so that it needs no escapes in an address.
fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.' | '~'))
}

async fn get(address: &str) -> anyhow::Result<Vec<u8>> {
    // A provider that is installed already is as good.
    _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().timeout(PATIENCE).build()?;
    let mut answer = client.get(address).send().await.with_context(|| format!("no answer from {address}"))?;
    let status = answer.status();
    let mut bytes = Vec::new();
    while let Some(part) = answer.chunk().await? {
        bytes.extend_from_slice(&part);
        if bytes.len() > MAX_SIZE {
            bail!("the record is larger than {} MiB", MAX_SIZE >> 20);
        }
    }
    if !status.is_success() {
        let said: String = String::from_utf8_lossy(&bytes).chars().take(200).collect();
        bail!("the server answers {status}: {said}");
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_games_are_told_from_other_texts() {
        let address = |text: &str| ServerGameLink::parse(text).map(|link| link.record_address());
        let plain = "http://localhost:8080/api/games/xk4itcf4/record?format=jsonl";
        for link in ["http://localhost:8080/game/xk4itcf4", "http://localhost:8080/game/xk4itcf4#12"] {
            assert_eq!(address(link).as_deref(), Some(plain), "{link}");
        }
        assert_eq!(address("http://localhost:8080/api/games/xk4itcf4/record").as_deref(), Some(plain));
        assert_eq!(
            address("https://example.org/words/game/ab?invite=tok-1#3").as_deref(),
            Some("https://example.org/words/api/games/ab/record?format=jsonl&invite=tok-1")
        );
        for other in
            ["game.gcg", "http://localhost/", "http://localhost/game/", "http://x/game/a%20b", "empty"]
        {
            assert_eq!(address(other), None, "{other}");
        }
    }
}
