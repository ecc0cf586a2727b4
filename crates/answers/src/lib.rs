//! Answers to questions about a cluster, and their JSON documents.
//!
//! A question is a value: what a command takes as options, and what a page sends as JSON. It is asked with a
//! [`Request`](lsflint_project::Request), which says where the files are, on a disk or in memory. The answer has what
//! the command line shows as text, and a document. The command line and the module for browsers therefore give the same
//! answers.
//!
//! Nothing here prints, or reads the clock or the environment.

mod aps;
mod calendar;
mod elim;
mod findings;
mod jobs;
mod judged;
mod messages;
mod refused;
mod resreq;
mod rules;
mod surroundings;
mod tables;

pub use aps::{ApsAnswer, ApsQuestion, GivenFact, Span, because, judge_aps};
pub use calendar::{CalendarAnswer, CalendarQuestion, DAYS};
pub use elim::{ElimAnswer, ElimFiles, ElimQuestion, elim_document, file_in_words, host_named, plan_input};
pub use findings::{check_document, file_findings};
pub use jobs::{Script, ScriptQuestion};
pub use judged::Judged;
pub use messages::{MessagesAnswer, MessagesQuestion, messages_document};
pub use refused::Refused;
pub use resreq::hosts::{HostsAnswer, HostsQuestion};
pub use resreq::merge::{MergeAnswer, MergeQuestion};
pub use resreq::totals::{InUnits, per};
pub use resreq::{Tasks, is_name};
pub use rules::{RuleRow, rule_row, rules_document};
pub use surroundings::{surroundings, surroundings_as_read};
pub use tables::{JsonDropped, Kinds, TableAnswer, TableQuestion, table_document};
