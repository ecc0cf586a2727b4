//! The language server of lsflint, the only crate that uses the event loop and the protocol.
//!
//! ```text
//! stdin ─► Dispatcher ─► Backend ─► Shared (numbered) ─► Worker (texts, clusters, checks) ─► newest ServerSnapshot
//!              │                                             └► findings ─► stdout                  │
//!              └─► requests: wait for the snapshot of their number, run on a thread ◄──────────────┘
//!                        └► answers ─► stdout
//! ```
//!
//! [`LocalServer`] is the same without event loop and threads, for pages of a browser; only that is compiled for
//! WebAssembly.
//!
//! The rules that keep the server running, each covered by a test:
//!
//! 1. State changes before the first `.await` of a handler; handlers are polled for the first time in the order of the
//!    messages, and only that far. The state is the numbered queue of what the client sent; the worker applies it in
//!    this order.
//! 2. No handler waits for the client.
//! 3. Nothing is computed on the event loop. Requests take a snapshot and go to a thread of their own, which also
//!    writes the answer.
//! 4. Every request can be cancelled.
//! 5. A panic in a request is reported, and the server continues.
//! 6. Slow requests do not block others.
//! 7. Findings for an outdated text and unchanged findings are not sent.
//! 8. `exit`, the end of the input and the end of the client's process end the server.
//! 9. A client that does not read, or sends without waiting, cannot use up the memory.
//! 10. Only this crate implements these rules.

#![cfg_attr(
    target_family = "wasm",
    allow(dead_code, unused_imports, reason = "what serves a client of the event loop is not used by `LocalServer`")
)]

#[cfg(not(target_family = "wasm"))]
mod backend;
mod backlog;
mod client;
#[cfg(not(target_family = "wasm"))]
mod clock;
mod committed;
#[cfg(not(target_family = "wasm"))]
mod dispatch;
mod documents;
#[cfg(not(target_family = "wasm"))]
mod framing;
#[cfg(fuzzing)]
pub mod fuzzing;
mod initialize;
mod loading;
mod local;
mod notify;
mod outbox;
#[cfg(not(target_family = "wasm"))]
mod overlays;
#[cfg(not(target_family = "wasm"))]
mod parent;
mod publish;
mod requests;
mod rule_pages;
mod server_snapshot;
mod settings;
mod shared;
#[cfg(not(target_family = "wasm"))]
mod stdio;
mod text;
mod to_proto;
mod token_cache;
#[cfg(not(target_family = "wasm"))]
mod transport;
#[cfg(not(target_family = "wasm"))]
mod watching;
#[cfg(not(target_family = "wasm"))]
mod welcome;
mod worker;
mod written;

pub use local::LocalServer;
#[cfg(not(target_family = "wasm"))]
pub use stdio::run;
