//! The engine that runs rules over LSF configuration. It does not contain any rules: a [`Registry`] receives them.
//!
//! One walk per file ([`check_file`]) visits sections, settings, table rows, requirement strings and syntax errors, and
//! passes each to the rules that check it; rules never walk a tree themselves. Analysis does no I/O and never panics.
//! What is not available is not checked.

mod baseline;
mod check;
mod connector;
mod consequence;
mod context;
mod derived;
mod diagnostic;
mod doc;
mod elim;
mod error_words;
mod fingerprint;
mod fix;
pub mod header;
mod profile;
mod reading;
mod reads;
mod registry;
mod requirement;
mod rule;
mod rules;
mod script;
pub mod select;
mod settings;
mod site;
pub mod size;
mod source;
pub mod suggest;
mod suppress;
mod value;
mod walk;

pub use baseline::{Baseline, BaselineEntry, BaselineError, Comparison, Seen, quoted as toml_string};
pub use check::{Check, Rule};
pub use connector::{check_connector, connector_fingerprints};
pub use consequence::{Consequence, Item, Outcome};
pub use context::{
    BlockContext, BranchContext, CodeState, CommandsContext, ConnectorContext, DirectiveContext, ElimContext,
    ElimReport, ErrorContext, Expected, FactsContext, FileContext, FileSection, FlatContext, JobContext, Origin,
    RequirementContext, RowContext, RowName, SectionContext, ServerFilesContext, Setting, SettingContext,
    SuppressionCode, SuppressionComment, SuppressionContext, TableContext, WindowContext,
};
pub use derived::{DroppedName, note_uses};
pub use diagnostic::{
    Applicability, Diagnostic, FactFindings, Findings, Fix, MOST_OF_FILE, Related, TextEdit, limit_file,
};
pub use doc::{DocBlock, DocSection, RuleDoc, example_files, example_text};
pub use elim::{check_elim_line, check_elim_output, check_server_files, server_files_text};
pub use error_words::{EditWords, ErrorWords, FixWords};
pub use fingerprint::{Fingerprint, fingerprints};
pub use fix::{
    Fixed, FixedText, Judged, MAX_ROUNDS, Repaired, Why, Withheld, apply_edits, edits_of, fix_all, fix_texts,
    keep_columns, pick,
};
pub use profile::{PROFILES, Profile, UnknownProfile};
pub use reading::readings;
pub use reads::{LONGEST_WORD, Reads};
pub use registry::Registry;
pub use requirement::{breaks_tree, check_requirement, check_requirement_of};
pub use rule::{Family, FixSafety, Preset, RuleMeta, Scope, Severity, Status, Tag};
pub use rules::{Rules, UnknownCode};
pub use script::{KeptJobs, check_script, check_script_again, script_fingerprints};
pub use select::Part;
pub use settings::{ParameterNames, Selection, Settings};
pub use site::{SiteCheck, SiteRule};
pub use source::{Source, facts, ibm, judgement, manual, reader, volclava};
pub use suppress::{NoPlace, SUPPRESSION_MARK, SUPPRESSION_SCOPES, Suppressor, suppressed_codes};
pub use value::check_value;
pub use walk::{Early, FilePart, Found, Kept, check_file, check_file_again, find_in_file, find_in_parts};
