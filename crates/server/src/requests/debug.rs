//! `lsflint/debug`: operations for tests of the server; not in release builds.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{self as lsp, Uri};

use super::Request;

/// The operation.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Debug {
    /// Panic.
    Panic,
    /// Work for this number of milliseconds, or until the request is canceled.
    Work(u64),
    /// Return the text of an open document.
    Text(Uri),
}

/// The request `lsflint/debug`.
pub(crate) enum DebugRequest {}

impl lsp::request::Request for DebugRequest {
    type Params = Debug;
    type Result = Value;
    const METHOD: &'static str = "lsflint/debug";
}

/// Runs the debug request.
pub(crate) fn debug(request: &Request, what: Debug) -> Result<Value> {
    match what {
        Debug::Panic => panic!("as it was asked for"),
        Debug::Work(milliseconds) => {
            let end = Instant::now() + Duration::from_millis(milliseconds);
            while Instant::now() < end {
                request.give_up()?;
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(Value::Null)
        }
        Debug::Text(uri) => {
            let document = request.server.documents.get(&*request.path(&uri));
            let checked = request.document(&uri).and_then(|it| it.snapshot.text(&it.path).cloned());
            Ok(json!({"open": document.map(|it| it.text.text().to_string()), "checked": checked.as_deref()}))
        }
    }
}
