//! From paths on a disk to findings.
//!
//! This is the only room that touches a disk. It finds configuration files below the paths a user names, recognises them, groups the
//! files that LSF reads together into clusters, reads `lsflint.toml`, and runs the rules over everything, in parallel and with one
//! cluster's trees in memory at a time. Results arrive in a stable order: by path, position and code.
//!
//! ```text
//! Request ──► Plan::new ──► units (clusters that share files) ──► Plan::check ──► one Checked per file, in order
//! ```
//!
//! A [`Session`] keeps all of that up to date while files and open buffers change.
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
mod kind;
mod load;
mod out_of_view;
mod paths;
mod plan;
mod read;
mod scripts;
mod server_files;
mod session;
mod silence;
mod unit;
mod workspace;
mod write;

pub use baseline::BaselineFile;
pub use buffers::Buffers;
pub use caught::{Panic, catch, install_panic_hook};
pub use check::{Checked, ClusterFacts, FactsSink, Outcome, RelatedText, Sink, Skipped};
pub use config::{
    Config, ConfigError, ConfigOption, ConfigProblem, ConfigSource, FailOn, Grouping, Joining, Patterns, Said, Scope,
    Shape, config_options, config_schema, find_config_option, initial_config, parse_config, write_new_file,
};
pub use error::{Ignored, IgnoredBecause, Problem};
pub use fix::{FixOptions, FixedFile, Fixes};
pub use format::{Formatted, Lines};
pub use git::{ChangedFile, Changes, GitEnvironment, Since, changes};
pub use group::{Cluster, Home, Member, Unit, group};
pub use kind::{Recognised, is_backup, recognise};
pub use lsflint_model::Surroundings;
pub use paths::Paths;
pub use plan::{Judge, Overrides, Plan, PlannedFile, PlannedUnit, Request, config_of, judge_of};
pub use read::{Decoded, Encoding, MAX_BYTES, decode, read_file};
pub use scripts::PlannedScript;
pub use server_files::server_files;
pub use session::{Changed, LiveCluster, LiveFile, LiveUnit, Session, SessionOptions, State};
pub use silence::{Silenced, ToSilence, silence};
pub use workspace::{Work, Workspace};
pub use write::{encode, replace_file};
