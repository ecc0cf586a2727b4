//! The state of a walk.

use std::sync::Arc;

use lsflint_spec::{ParamSpec, SectionSpec};
use lsflint_syntax::ast;
use lsflint_syntax::{Node, SyntaxError, Token};
use rustc_hash::FxHashMap;

use super::memo::Memo;
use super::params::ParamCache;
use super::quiet::Quiet;
use crate::context::{FileContext, NameSet, RowName, SectionContext, Setting};
use crate::diagnostic::Diagnostic;
use crate::registry::{ChecksOfParameter, Registry};
use crate::select::{Part, Parts};

/// A walk over one file.
pub(super) struct Walker<'a> {
    pub(super) file: FileContext<'a>,
    pub(super) registry: &'a Registry,
    pub(super) found: Vec<Diagnostic>,
    /// The syntax errors that are still pending.
    pub(super) errors: &'a [SyntaxError],
    /// The current `#if` branch; 0 outside.
    pub(super) branch: u32,
    /// The number of branches seen.
    pub(super) branches: u32,
    pub(super) params: ParamCache,
    /// Reused for all requirement strings.
    pub(super) parts: Parts<'a>,
    /// The parts of the requirement strings in the open section.
    pub(super) section_parts: Part,
    /// The checks of the parameters seen so far, by the address of their facts.
    pub(super) checks: FxHashMap<usize, Arc<ChecksOfParameter>>,
    /// The values without findings.
    pub(super) quiet: Quiet,
    pub(super) after_section: bool,
    /// The settings of a flat file.
    pub(super) flat: Vec<Setting<'a>>,
    /// The previous section, if it was not closed.
    pub(super) open_before: Option<(ast::Section<'a>, Option<&'static SectionSpec>)>,
    /// The previous line ended earlier than intended; the rest of it is on this line.
    pub(super) cut_before: bool,
    /// The rule about whitespace after a backslash, which checks the whole file, has reported some.
    pub(super) whitespace_reported: bool,
    /// The line that is being visited.
    pub(super) line: Option<Node<'a>>,
    /// The previous findings of the file and those being collected.
    pub(super) memo: Option<Memo>,
}

impl<'a> Walker<'a> {
    /// A walker at the start of a file. `errors`: the syntax errors in what it visits.
    pub(super) fn new(
        file: FileContext<'a>,
        registry: &'a Registry,
        errors: &'a [SyntaxError],
        memo: Option<Memo>,
    ) -> Walker<'a> {
        Walker {
            file,
            registry,
            found: Vec::new(),
            errors,
            branch: 0,
            branches: 0,
            params: ParamCache::default(),
            parts: Parts::default(),
            section_parts: Part::empty(),
            checks: FxHashMap::default(),
            quiet: Quiet::default(),
            after_section: false,
            flat: Vec::new(),
            open_before: None,
            cut_before: false,
            whitespace_reported: false,
            line: None,
            memo,
        }
    }
}

/// The lines of the open section.
pub(super) struct Open<'a> {
    pub(super) section: ast::Section<'a>,
    pub(super) spec: Option<&'static SectionSpec>,
    pub(super) entries: Vec<Setting<'a>>,
    pub(super) names: NameSet,
    pub(super) parts: Part,
    pub(super) rows: Vec<RowName<'a>>,
    pub(super) header: Option<ast::TableHeader<'a>>,
    /// LSF ignores the section because of its form or its header, which is reported; its lines are not visited.
    pub(super) skipped: bool,
    pub(super) columns: Vec<(Token<'a>, Option<&'static ParamSpec>)>,
    /// Reused for all rows.
    pub(super) cells: Vec<Setting<'a>>,
}

impl<'a> Open<'a> {
    pub(super) fn context<'s>(&'s self, file: FileContext<'s>) -> SectionContext<'s>
    where
        'a: 's,
    {
        SectionContext {
            file,
            section: self.section,
            spec: self.spec,
            entries: &self.entries,
            names: self.names,
            parts: self.parts,
            rows: &self.rows,
        }
    }
}
