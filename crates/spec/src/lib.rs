//! Documented facts about configuration files of IBM Spectrum LSF: file kinds, sections, parameters, value grammars,
//! units, ranges, defaults, versions and built-in resources.
//!
//! The facts are data: `data/*.toml`, one file per LSF file plus a few tables. Each fact has its source and a
//! confidence. `cargo xtask codegen` turns them into the static tables of `generated/`, which are committed; a test
//! checks that they are up to date. This crate has types, tables and lookups. It does not depend on other crates of the
//! project.

mod after_change;
mod aps;
mod bsub;
mod clock;
mod connector;
mod display;
mod elim;
mod enforcement;
mod example;
mod file;
#[rustfmt::skip]
mod generated;
mod grammar;
mod lookup;
mod message;
mod output;
mod param;
mod plugin;
mod requirement;
mod resource;
mod signal;
mod sketch;
mod version;
mod words;
mod zone;

pub use after_change::{
    ABSORPTIONS, Absorption, AfterChange, Basis, CHANGE_RULES, ChangeCase, ChangeRule, JOB_EFFECTS, JobEffect,
    ObjectChange, Risk, STEPS, Step, StepKind, after_change, after_change_in, effect_of_object, effect_of_param,
    in_order, step,
};
pub use aps::{
    APS_FACTORS, APS_LARGEST, APS_PARTS, APS_RESPELLINGS, ApsFactor, ApsPart, ApsValue, aps_factor, aps_respelling,
};
pub use bsub::{
    BSUB_OPTIONS, BsubArgument, BsubOption, DEPENDENCY_CONDITIONS, DIRECTIVE_DETAILS, DIRECTIVE_SOURCE, FOREIGN_MARKS,
    FOREIGN_OPTIONS, ForeignOption, JOB_COMMANDS, JobCommand, OPTION_READERS, OTHER_CONDITIONS, OptionReader,
    bsub_option, foreign_option, job_command, option_reader,
};
pub use clock::{CONDITION_INTERVAL_MINUTES, DAY_NAMES, MAX_DAY, MAX_HOUR, MAX_MINUTE};
pub use connector::{
    CONNECTOR_ATTRIBUTES, CONNECTOR_FILES, ConnectorAttribute, ConnectorFile, ConnectorKey, ConnectorKind,
    ConnectorList, JsonType,
};
pub use display::{
    DISPLAYS, Display, DisplayForm, DisplayLayout, DisplayLimit, DisplayPart, DisplayPlace, NOISE, NOT_SET, REMARKS,
};
pub use elim::{
    COPY_SUFFIXES, ELIM_PREFIX, INFINITE_LOAD, MAX_ELIM_NAME, MAX_ELIM_VALUE, NO_PROGRAM_SUFFIXES, OLD_ELIM,
    RESERVED_ELIM,
};
pub use enforcement::{ENFORCEMENTS, Enforcement, enforcements_of};
pub use file::{
    Definition, Directives, EnvironmentVariable, FileKind, FileSpec, IncludePlace, Layout, LexerFamily, Recognition,
    SectionSpec, files, is_template,
};
pub use generated::common::{DIRECTIVES, NOT_READ, TEMPLATE_ENDINGS};
pub use generated::lists;
pub use grammar::{Grammar, Namespace, Shape, Terminal, yes_no};
pub use lookup::{column, directive, find_param, params_named, section};
pub use message::{
    FoundMessage, LOG_MESSAGES, LogMessage, Product, find_message, message_in, messages_of_rule, one_space,
    pending_reason,
};
pub use output::{
    COMMAND_OUTPUTS, CommandOutput, Frame, FrameKind, RECORD_MEMBERS, RecordMembers, command_line, frames,
};
pub use param::{Bound, Condition, Confidence, Loss, Maturity, ParamKind, ParamSpec, Reason, SlotScope};
pub use plugin::{CONTAINER_RUNTIMES, ContainerRuntime, JOB_ACTIONS, JobAction, PLUGINS, Plugin, container_runtime};
pub use requirement::{
    DEFAULT_ORDER, DEFAULT_SELECT, EMPTY_WORDS, EmptyWord, GPU_OPTIONS, GPU_RESOURCE, GpuOption, KeywordPlace,
    KeywordValue, PHASED_RESOURCES, REQUIREMENT_CONSUMERS, REQUIREMENT_RESPELLINGS, REQUIREMENT_SECTIONS,
    RESERVATION_METHODS, RequirementConsumer, RequirementKeyword, RequirementSection, Respelling, SELECTION_ANY,
    SELECTION_FUNCTIONS, SELECTION_WORDS, SIZE_UNITS, TIME_UNITS, requirement_command, requirement_section,
};
pub use resource::{
    BUILTIN_RESOURCES, BuiltinResource, DISCOURAGED_NAMES, Direction, FORBIDDEN_NAME_PREFIXES, HostStatus,
    PREDEFINED_TYPES, RESERVED_NAMES, Reading, ResourceType, SHIPPED_RESERVED_NAMES, STATUS_VALUES, UNDEFINABLE_NAMES,
    UNDOCUMENTED_SIZE_UNITS, builtin_resource, reserved_name,
};
pub use signal::{SIGNALS, USUAL_SIGNALS};
pub use sketch::{LIST_WORDS, ListPlace, ListWord, is_list_word};
pub use version::{
    DIALECT_KEYWORDS, Dialect, DialectKeywords, KNOWN_TARGETS, KnownTarget, Switch, SwitchSpec, Target, TargetError,
    Version,
};
pub use words::range_in_words;
pub use zone::{TIME_ZONES, offsets_of_zone};
