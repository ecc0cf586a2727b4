//! Checks, fixes and formats the LSF configuration files at given paths.
//!
//! This is the only crate that accesses the disk. It finds configuration files below the given paths, recognizes them,
//! groups the files that LSF reads together into clusters, reads `lsflint.toml`, and runs the rules in parallel, with a
//! limited number of clusters in memory. Results are in a stable order: by path, position and code.
//!
//! ```text
//! Request ──► Plan::new ──► cluster sets ──► Workspace ──► one Checked per member, in order   (Plan::check)
//!                                                     ├──► texts with fixes                   (Plan::fix)
//!                                                     └──► snapshots, again and again         (Session)
//! ```
//!
//! Terms:
//!
//! - a *member* of a plan is an LSF file or a job script; a *loaded* member is in memory, a *checked* one has its
//!   findings;
//! - a *cluster* is the files that LSF reads together; a *cluster set* is clusters that share files, the unit of work;
//! - a *judge* is the settings and rules that a member is checked with: its lsflint.toml combined with the command
//!   line;
//! - a *workspace* is a cluster set in memory, used by all three operations above;
//! - a *snapshot* is the immutable state of a [`Session`] after a refresh.
//!
//! Printing findings is the task of other crates.

mod baseline;
mod buffers;
mod caught;
mod check;
mod committed;
mod config;
mod discover;
mod disk;
mod error;
mod fix;
mod folder;
mod format;
#[cfg(fuzzing)]
pub mod fuzzing;
mod git;
mod group;
mod include;
mod judge;
mod judges;
mod kind;
mod load;
mod parsed;
mod paths;
mod peers;
mod plan;
mod policy_test;
mod read;
mod request;
mod script;
mod server_files;
mod session;
mod silence;
mod skipped;
mod source;
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
pub use committed::committed_clusters;
pub use config::{
    Config, ConfigCompletion, ConfigCompletionKind, ConfigError, ConfigHover, ConfigOption, ConfigProblem,
    ConfigProblemKind, ConfigSource, ConfigSubject, FailOn, FoundCluster, FoundTree, Grouping, Joining, Patterns,
    PolicyTest, Said, Scope, Shape, SitePolicy, TestCluster, complete_config, config_options, config_schema,
    find_config_option, hover_config, initial_config,
};
pub use disk::{Disk, FolderEntry, read_file};
pub use error::{Cause, Ignored, Problem};
pub use fix::{FixOptions, FixedFile, Fixes, NotApplied};
pub use folder::folder_entries;
pub use format::Lines;
pub use git::{ChangedFile, Changes, GitEnvironment, Since, changes, committed_text, last_commit};
pub use group::Cluster;
pub use include::included_paths;
pub use judge::{Judge, Overrides};
pub use kind::{MemberKind, Recognised, is_backup, is_backup_folder, recognise};
pub use parsed::ParsedFiles;
pub use paths::Paths;
pub use plan::{ClusterSet, Member, Plan};
pub use policy_test::TestOutcome;
pub use read::{Decoded, Encoding, MAX_BYTES, decode};
pub use request::Request;
pub use script::SCRIPT_ENDINGS;
pub use server_files::server_files;
pub use session::{Changed, ClusterSnapshot, FileSnapshot, Session, SessionOptions, SessionSnapshot, SetSnapshot};
pub use silence::{Silenced, ToSilence, silence};
pub use skipped::Skipped;
pub use source::Source;
pub use workspace::Work;
pub use write::{Rewritten, encode, write_new_file};
