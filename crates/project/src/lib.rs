//! From paths on a disk to findings.
//!
//! This is the only crate that touches a disk. It finds configuration files below the paths a user names, recognises
//! them, groups the files that LSF reads together into clusters, reads `lsflint.toml`, and runs the rules over
//! everything, in parallel and with one cluster's trees in memory at a time. Results arrive in a stable order: by path,
//! position and code.
//!
//! ```text
//! Request ──► Plan::new ──► cluster sets ──► Workspace ──► one Checked per member, in order   (Plan::check)
//!                                                     ├──► texts with fixes                   (Plan::fix)
//!                                                     └──► snapshots, again and again         (Session)
//! ```
//!
//! One word per thing:
//!
//! - a *member* of a plan is a file of LSF or a script that submits jobs; *loaded* it is in memory, *checked* it has
//!   its findings;
//! - a *cluster* is the files that LSF reads together, a *cluster set* clusters that share files: the piece of work;
//! - a *judge* is what a member is judged by: its lsflint.toml with the command line on top;
//! - a *workspace* is a cluster set in memory, the one engine under all three uses above;
//! - a *snapshot* is what a [`Session`] knows of something after a refresh, and never changes.
//!
//! Nothing here knows how a finding is printed.

mod baseline;
mod buffers;
mod caught;
mod check;
mod config;
mod discover;
mod error;
mod fix;
mod format;
mod git;
mod group;
mod include;
mod judge;
mod judges;
mod kind;
mod load;
mod paths;
mod plan;
mod read;
mod request;
mod script;
mod server_files;
mod session;
mod silence;
mod skipped;
mod steps;
#[cfg(test)]
mod testing;
mod threads;
mod workspace;
mod write;

pub use baseline::BaselineFile;
pub use buffers::Buffers;
pub use caught::{Panic, catch, install_panic_hook};
pub use check::{Checked, ClusterFacts, FactsSink, Outcome, RelatedText, Sink};
pub use config::{
    Config, ConfigError, ConfigOption, ConfigProblem, ConfigSource, FailOn, Grouping, Joining, Patterns, Said, Scope,
    Shape, config_options, config_schema, find_config_option, initial_config,
};
pub use error::{Cause, Ignored, Problem};
pub use fix::{FixOptions, FixedFile, Fixes};
pub use format::Lines;
pub use git::{ChangedFile, Changes, GitEnvironment, Since, changes};
pub use group::Cluster;
pub use judge::{Judge, Overrides};
pub use kind::{MemberKind, Recognised, is_backup, recognise};
pub use paths::Paths;
pub use plan::{ClusterSet, Member, Plan};
pub use read::{Decoded, Encoding, MAX_BYTES, decode, read_file};
pub use request::Request;
pub use server_files::server_files;
pub use session::{Changed, ClusterSnapshot, FileSnapshot, Session, SessionOptions, SessionSnapshot, SetSnapshot};
pub use silence::{Silenced, ToSilence, silence};
pub use skipped::Skipped;
pub use workspace::Work;
pub use write::{Rewritten, encode, write_new_file};
