//! What IBM Spectrum LSF documents about its configuration files: file kinds, sections, parameters, value grammars, units, ranges,
//! defaults, versions and built-in resources.
//!
//! The facts are data: `data/*.toml`, one file per LSF file plus a few tables, each fact with its source page and our confidence in it.
//! `cargo xtask codegen` turns them into the static tables of `generated/`, which are committed and checked for drift. Nothing here
//! knows a syntax tree, a rule or a disk; the room has types, tables and look-ups, and depends on nothing.

mod file;
mod generated;
mod grammar;
mod lookup;
mod param;
mod resource;
mod version;

pub use file::{Directives, FileKind, FileSpec, IncludePlace, Layout, LexerFamily, Recognition, SectionSpec};
pub use grammar::{Grammar, Namespace, Shape, Terminal};
pub use lookup::{column, find_param, params_named, section};
pub use param::{Bound, Confidence, Maturity, ParamKind, ParamSpec, Restart};
pub use resource::{BuiltinResource, Direction, Reading, ResourceType, STATUS_VALUES, builtin_resource, reserved_name};
pub use version::{Dialect, Version};
