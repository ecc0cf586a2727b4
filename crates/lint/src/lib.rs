//! Rules over LSF configuration.
//!
//! One walk per file ([`check_file`]) visits sections, settings, table rows, requirement strings and syntax errors, and hands each to
//! the rules that asked for it; rules never walk a tree themselves. A rule is one file below `rules/`: its page, its metadata, its
//! check and its tests. Analysis does no I/O and never panics; what is not in view is not judged.

mod baseline;
mod context;
mod diagnostic;
mod elim;
mod fingerprint;
mod fix;
mod header;
mod profile;
mod reads;
mod registry;
mod requirement;
mod rule;
mod rules;
mod script;
mod select;
mod settings;
mod size;
mod suggest;
mod suppress;
#[cfg(test)]
mod testing;
mod value;
mod walk;

pub use baseline::{Baseline, BaselineEntry, BaselineError, Comparison, Seen};
pub use context::{
    DirectiveContext, ErrorContext, FileContext, FileSection, FlatContext, Origin, RequirementContext, RowContext,
    RowName, SectionContext, Setting, SettingContext, TableContext, WindowContext,
};
pub use diagnostic::{Applicability, Diagnostic, Findings, Fix, Related, TextEdit};
pub use elim::{
    ElimContext, Expected, ServerFilesContext, check_elim_line, check_elim_output, check_server_files,
    server_files_text,
};
pub use fingerprint::{Fingerprint, fingerprints};
pub use fix::{Fixed, FixedText, Judged, MAX_ROUNDS, Repaired, apply_edits, edits_of, fix_all, fix_texts, pick};
pub use profile::{PROFILES, Profile, UnknownProfile};
pub use reads::Reads;
pub use registry::{Registry, UnknownCode, all_rules, find_rule};
pub use requirement::check_requirement;
pub use rule::{Check, FixSafety, Part, Rule, RuleMeta, Severity, Status};
pub use script::{JobContext, check_script, script_fingerprints};
pub use settings::{Selection, Settings};
pub use suppress::{NoPlace, SUPPRESSION_MARK, SUPPRESSION_SCOPES, Suppressor, can_be_suppressed, suppressed_codes};
pub use value::check_value;
pub use walk::{Kept, check_file, check_file_again};
