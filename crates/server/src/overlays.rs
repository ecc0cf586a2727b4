//! Asks a client to request inlay hints and code lenses again.
//!
//! Clients request them again when their file is edited, but not when settings or other files change.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tower_lsp::Client;

use crate::server_snapshot::ServerSnapshot;
use crate::shared::Shared;

/// The maximum time to wait for a response.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// The minimum time between two requests.
const PAUSE: Duration = Duration::from_millis(300);

/// Asks the client whenever settings or other files change, one request at a time; changes in the meantime are covered
/// by the next one. `outdated` is increased when an edit changes findings in other files.
pub(crate) async fn refresh(client: Client, shared: Arc<Shared>, mut outdated: watch::Receiver<u64>) {
    let mut newest = shared.newest();
    let mut shown = wanted(&newest.borrow_and_update());
    loop {
        let changed = tokio::select! {
            changed = newest.changed() => changed.map(|()| {
                let now = wanted(&newest.borrow_and_update());
                std::mem::replace(&mut shown, now.clone()) != now
            }),
            changed = outdated.changed() => changed.map(|()| true),
        };
        match changed {
            Ok(true) => {}
            Ok(false) => continue,
            Err(_) => return,
        }
        if shared.client().refreshes_inlay_hints() {
            let _ = tokio::time::timeout(ANSWER_TIMEOUT, client.inlay_hint_refresh()).await;
        }
        if shared.client().refreshes_code_lenses() {
            let _ = tokio::time::timeout(ANSWER_TIMEOUT, client.code_lens_refresh()).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// The inlay hints and code lenses that the user has enabled.
fn wanted(snapshot: &ServerSnapshot) -> (crate::settings::InlayHints, crate::settings::CodeLenses) {
    (snapshot.settings.inlay_hints.clone(), snapshot.settings.code_lenses.clone())
}
