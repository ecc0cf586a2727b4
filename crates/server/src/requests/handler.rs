//! Maps method names to handler functions.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::request::Request as Method;

use super::Request;

/// The functions that answer requests, by method.
#[derive(Default)]
pub(crate) struct Handlers(FxHashMap<&'static str, Arc<Handler>>);

/// The type-erased form of a handler function: request parameters to serialized result.
type Run = dyn Fn(&Request, Value) -> Result<String> + Send + Sync;

/// The type of a handler function of a method.
type Function<M> = fn(&Request, <M as Method>::Params) -> Result<<M as Method>::Result>;

/// Answers the requests of one method.
pub(crate) struct Handler {
    /// The name of the parameter type, used in logs and traces.
    pub(crate) name: &'static str,
    /// Whether the answer depends on nothing but the syntax of the document.
    pub(crate) is_syntactic: bool,
    pub(crate) run: Box<Run>,
}

impl Handlers {
    /// Adds a method.
    pub(super) fn on<M: Method + 'static>(self, function: Function<M>) -> Handlers {
        self.add::<M>(function, false, serde_json::to_string)
    }

    /// Adds a method whose response depends on nothing but the syntax of the document: it is answered while clusters
    /// are loaded.
    pub(super) fn on_syntax<M: Method + 'static>(self, function: Function<M>) -> Handlers {
        self.add::<M>(function, true, serde_json::to_string)
    }

    /// Adds a method whose response may contain edits of several files. The protocol type has them in a hash map; they
    /// are sorted so that the response is deterministic.
    pub(super) fn on_with_edits<M: Method + 'static>(self, function: Function<M>) -> Handlers {
        self.add::<M>(function, false, |answer| Ok(serde_json::to_value(answer)?.to_string()))
    }

    /// Adds a method whose handler writes the JSON of the result.
    pub(super) fn on_written<M: Method + 'static>(
        mut self,
        function: fn(&Request, M::Params) -> Result<String>,
    ) -> Handlers {
        let run = move |request: &Request, params: Value| function(request, read(params)?);
        self.0.insert(M::METHOD, Arc::new(Handler { name: name::<M>(), is_syntactic: false, run: Box::new(run) }));
        self
    }

    fn add<M: Method + 'static>(
        mut self,
        function: Function<M>,
        is_syntactic: bool,
        written: fn(&M::Result) -> serde_json::Result<String>,
    ) -> Handlers {
        let run = move |request: &Request, params: Value| {
            written(&function(request, read(params)?)?).map_err(|_| Error::internal_error())
        };
        self.0.insert(M::METHOD, Arc::new(Handler { name: name::<M>(), is_syntactic, run: Box::new(run) }));
        self
    }

    /// The handler of a method.
    pub(crate) fn get(&self, method: &str) -> Option<Arc<Handler>> {
        self.0.get(method).cloned()
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P> {
    serde_json::from_value(params).map_err(|it| Error::invalid_params(it.to_string()))
}

/// The name of the parameter type of a method.
fn name<M: Method>() -> &'static str {
    let name = std::any::type_name::<M::Params>();
    name.rsplit("::").next().unwrap_or(name)
}
