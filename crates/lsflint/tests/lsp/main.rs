//! The language server, from outside: a real process, real pipes.
//!
//! `cases` runs what is written in `testdata/lsp/*.md`; the README there says how.

mod against_head;
mod cases;
mod chaos;
mod edits;
#[cfg(target_os = "linux")]
mod floods;
mod lifecycle;
mod loading;
mod odd_clients;
mod odd_messages;
mod odd_places;
mod overlays;
mod parse;
mod render;
mod rules;
mod same_as_check;
