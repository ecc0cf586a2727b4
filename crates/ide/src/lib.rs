//! Editor features as functions on plain data.
//!
//! Every feature is a function of a [`Snapshot`] (the files of one cluster), the path of a file, and byte offsets. It
//! returns byte offsets, strings and enums of this crate. It uses no protocol, event loop, disk or clock: the current
//! time is an argument. The same snapshot gives the same result on every thread.
//!
//! A feature determines the syntax at the cursor with `spot::Spot` and its meaning with [`lsflint_model::View`].

mod actions;
pub mod answers;
mod assists;
mod changed;
mod code_lenses;
mod command;
mod completion;
mod folding;
mod formatting;
mod hierarchy;
mod hover;
mod inlay_hints;
mod linked;
mod links;
mod navigation;
mod outline;
#[cfg(test)]
mod properties;
mod reasons;
mod rename;
mod reports;
mod script;
mod selection;
mod signature;
mod snapshot;
mod spot;
mod symbol;
#[cfg(test)]
mod testing;
mod text;
mod tokens;
mod words;
mod workspace_symbols;

pub use actions::{
    ActionKind, ActionOptions, Change, CodeAction, FixScope, code_actions, explain_rule, fix_all_edits, syntax_tree,
};
pub use answers::plan::{FileChange, changes_of_file};
pub use answers::{OverTime, Times, ValueAt};
pub use assists::{Assist, AssistId, assist_edits, assists};
pub use changed::{ChangeLens, change_lenses, changed_at};
pub use code_lenses::{
    CodeLens, CodeLensOptions, LensKind, ResolvedLens, SectionLines, code_lenses, resolve_code_lens,
};
pub use command::Command;
pub use completion::{
    Completion, CompletionKind, CompletionOptions, Completions, PathEntry, TypedPath, complete, complete_path, resolve,
    typed_path,
};
pub use folding::{Fold, FoldKind, folding_ranges};
pub use formatting::{format_document, format_on_type, format_range};
pub use hierarchy::{HierarchyItem, HierarchyLink, containers, hierarchy_items, members};
pub use hover::{FindingAt, Hover, HoverOptions, findings_at, hover, hover_of_rule};
pub use inlay_hints::{InlayHint, InlayHintOptions, inlay_hints};
pub use linked::linked_ranges;
pub use links::{DocumentLink, LinkTarget, document_links};
pub use navigation::{
    Definitions, Highlight, Navigation, definition, documented, highlight, include_at, references, references_of,
    type_definition,
};
pub use outline::{OutlineItem, OutlineKind, document_symbols};
pub use reasons::{Condition, Explanation, OutputLines, ReasonAnswer, UnknownLine, explain_output};
pub use rename::{FileEdit, RenameError, Replacement, prepare_rename, rename};
pub use reports::{elim_plan, matching_hosts, merged_requirement, plan_page};
pub use selection::selection_ranges;
pub use signature::{SignatureHelp, SignatureParameter, signature_help};
pub use snapshot::{File, FileRange, Range, Script, Scripts, Snapshot};
pub use symbol::SymbolKind;
pub use tokens::{SemanticToken, TokenKind, TokenModifiers, semantic_tokens};
pub use workspace_symbols::{WorkspaceSymbol, workspace_symbols};
