//! The commands, one module each.

pub(crate) mod aps;
pub(crate) mod bug_report;
pub(crate) mod calendar;
pub(crate) mod check;
pub(crate) mod common;
pub(crate) mod compare;
pub(crate) mod config;
mod diff;
pub(crate) mod elim;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fmt;
pub(crate) mod init;
pub(crate) mod jobs;
pub(crate) mod man;
pub(crate) mod parse;
pub(crate) mod plan;
pub(crate) mod policy;
pub(crate) mod resreq;
pub(crate) mod rules;
pub(crate) mod server;
pub(crate) mod shell;
pub(crate) mod show;
pub(crate) mod strings;
pub(crate) mod version;
mod week;
