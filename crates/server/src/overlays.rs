//! Asks a client to ask again for what it shows between the lines: inlay hints and code lenses.
//!
//! A client asks for them when a person types in their file. When the settings say something else, or another file
//! changed what they say, it cannot know.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tower_lsp::Client;

use crate::server_snapshot::ServerSnapshot;
use crate::shared::Shared;

/// No answer within this time is as good as one.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// The least time between two questions.
const PAUSE: Duration = Duration::from_millis(300);

/// Asks whenever it is needed. One question at a time: what changes meanwhile is in the next. `outdated` counts how
/// often one file changed what is found in others.
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

/// What a person wants to see.
fn wanted(snapshot: &ServerSnapshot) -> (crate::settings::InlayHints, crate::settings::CodeLenses) {
    (snapshot.settings.inlay_hints.clone(), snapshot.settings.code_lenses.clone())
}
