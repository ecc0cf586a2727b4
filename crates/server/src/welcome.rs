//! What follows `initialized`: registrations, settings, and progress. Everything that waits for the client is
//! a separate task, so that a client that does not answer blocks nothing.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::ls_types::notification::Progress;
use tower_lsp::ls_types::*;

use crate::client::ClientFacts;
use crate::settings::SECTION;
use crate::shared::Shared;
use crate::watching;

/// The maximum time to wait for a response of the client.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// Progress is shown only if the first check takes longer than this.
const QUIET: Duration = Duration::from_millis(400);

/// Starts the tasks that follow `initialized`.
pub(crate) fn after(client: &Client, shared: &Arc<Shared>) {
    let facts = shared.client();
    if facts.has_configuration() {
        ask_for_settings(client, shared);
    }
    tokio::spawn(register(client.clone(), facts.clone()));
    if facts.watches_files() {
        tokio::spawn(watching::watch_included(client.clone(), facts.clone(), shared.clone()));
    }
    if facts.shows_progress() {
        tokio::spawn(show_first_check(client.clone(), shared.clone()));
    }
}

/// Requests the section `lsflint` of the settings.
pub(crate) fn ask_for_settings(client: &Client, shared: &Arc<Shared>) {
    let (client, shared) = (client.clone(), shared.clone());
    tokio::spawn(async move {
        let items = vec![ConfigurationItem { scope_uri: None, section: Some(SECTION.into()) }];
        let asked = tokio::time::timeout(ANSWER_TIMEOUT, client.configuration(items)).await;
        match asked.map(|it| it.map(|it| it.into_iter().next())) {
            Ok(Ok(Some(Value::Null) | None)) => {}
            Ok(Ok(Some(settings))) => shared.set_settings(&settings),
            Ok(Err(error)) => tracing::warn!(%error, "the client did not send its settings"),
            Err(_) => tracing::warn!("the client did not send its settings in time"),
        }
    });
}

/// Registers for changes of files and settings.
async fn register(client: Client, facts: Arc<ClientFacts>) {
    let mut registrations = Vec::new();
    if facts.watches_files() {
        registrations.push(watching::by_name());
    }
    if facts.registers_configuration() {
        registrations.push(Registration {
            id: "configuration".into(),
            method: "workspace/didChangeConfiguration".into(),
            register_options: Some(json!({"section": SECTION})),
        });
    }
    if registrations.is_empty() {
        return;
    }
    match tokio::time::timeout(ANSWER_TIMEOUT, client.register_capability(registrations)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the client cannot watch files"),
        Err(_) => tracing::warn!("the client did not answer the request to watch files in time"),
    }
}

/// Shows progress while the clusters are loaded, if that takes long.
async fn show_first_check(client: Client, shared: Arc<Shared>) {
    let mut newest = shared.newest();
    let mut checked = async || newest.wait_for(|it| it.revision > 0).await.is_ok();
    if tokio::time::timeout(QUIET, checked()).await.is_ok() {
        return;
    }
    let token = NumberOrString::String("lsflint/first-check".into());
    let created = tokio::time::timeout(ANSWER_TIMEOUT, client.create_work_done_progress(token.clone())).await;
    if !matches!(created, Ok(Ok(()))) {
        return;
    }
    let tell = |value| {
        let params = ProgressParams { token: token.clone(), value: ProgressParamsValue::WorkDone(value) };
        shared.notifier().send::<Progress>(&params);
    };
    tell(WorkDoneProgress::Begin(WorkDoneProgressBegin {
        title: "loading the LSF configuration".into(),
        ..WorkDoneProgressBegin::default()
    }));
    checked().await;
    tell(WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
}

/// Asks a client that pulls diagnostics to pull again when findings may have changed in files other than the edited
/// one. One request at a time; changes in the meantime are covered by the next one.
pub(crate) async fn refresh(client: Client, shared: Arc<Shared>, mut outdated: tokio::sync::watch::Receiver<u64>) {
    while outdated.changed().await.is_ok() {
        if shared.client().refreshes_diagnostics() {
            // A missing response is ignored.
            let _ = tokio::time::timeout(ANSWER_TIMEOUT, client.workspace_diagnostic_refresh()).await;
        }
    }
}
