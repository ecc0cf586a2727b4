//! The input of a rule at each place of the walk.

use std::borrow::Cow;
use std::cell::Cell;

use lsflint_model::week::BranchTimes;
use lsflint_model::{Reference, View};
use lsflint_spec::{ParamSpec, RequirementConsumer, SectionSpec};
use lsflint_syntax::ast::resreq::Expr;
use lsflint_syntax::ast::{self, AstNode, ClockTime, TimeWindow};
use lsflint_syntax::{ErrorKind, Node, StructureError, SyntaxError, TextRange, Token};

mod commands;
mod connector;
mod elim;
mod facts;
mod file;
mod job;
mod setting;
mod suppression;

pub use self::commands::CommandsContext;
pub use self::connector::ConnectorContext;
pub use self::elim::{ElimContext, ElimReport, Expected, ServerFilesContext};
pub use self::facts::FactsContext;
pub use self::file::{FileContext, FileSection, has_gaps, marks};
pub use self::job::JobContext;
pub use self::setting::{Origin, Setting};
pub use self::suppression::{CodeState, SuppressionCode, SuppressionComment, SuppressionContext};
use crate::select::{Against, NameUse, Part, Parts};

/// A flat file, after its lines.
#[derive(Clone, Copy)]
pub struct FlatContext<'a> {
    /// The file.
    pub file: FileContext<'a>,
    /// Its settings in order.
    pub entries: &'a [Setting<'a>],
}

/// A section whose lines are being visited or were visited.
#[derive(Clone, Copy)]
pub struct SectionContext<'a> {
    /// The file.
    pub file: FileContext<'a>,
    /// The section.
    pub section: ast::Section<'a>,
    /// Its documentation; `None` for unknown sections.
    pub spec: Option<&'static SectionSpec>,
    /// Its keyed settings in order. While its lines are visited, only those visited so far. Empty for tables.
    pub entries: &'a [Setting<'a>],
    /// The names of the entries, approximately.
    pub names: NameSet,
    /// The parts of the requirement strings in the section, as bits of [`Part`]. Set only after its lines.
    pub parts: Part,
    /// The names that its tables define so far: the first cell of each row. Set only after its lines.
    pub rows: &'a [RowName<'a>],
}

/// An approximate, case-insensitive set of names: it may contain names that were never inserted, but never misses one
/// that was. Rules look for many names that few sections have, and this set answers most of them.
#[derive(Debug, Clone, Copy, Default)]
pub struct NameSet(u128);

impl NameSet {
    pub fn insert(&mut self, name: &str) {
        self.0 |= NameSet::bit(name);
    }

    #[inline]
    fn may_hold(self, name: &str) -> bool {
        self.0 & NameSet::bit(name) != 0
    }

    /// A bit for the length, first and last character of a name; the lower five bits of a letter are the same in both
    /// cases.
    #[inline]
    fn bit(name: &str) -> u128 {
        let end = |byte: Option<&u8>| byte.map_or(0, |it| usize::from(it & 31));
        let bytes = name.as_bytes();
        1 << ((11 * bytes.len() + 17 * end(bytes.first()) + 29 * end(bytes.last())) % 128)
    }
}

/// The first column of a row, to find duplicates.
#[derive(Debug, Clone, Copy)]
pub struct RowName<'a> {
    /// The first cell: one word, including the operators of a list.
    pub name: &'a str,
    /// The range of the cell.
    pub range: TextRange,
    /// The branch that contains it.
    pub branch: u32,
}

impl<'a> SectionContext<'a> {
    /// The documented spelling of the section name, else the name as written.
    pub fn name(&self) -> Cow<'a, str> {
        match (self.spec, self.section.name()) {
            (Some(spec), _) => Cow::Borrowed(spec.name),
            (None, Some(name)) => name.text(),
            (None, None) => Cow::Borrowed(""),
        }
    }

    /// The range to report for the section as a whole: the content of its `Begin` line.
    pub fn begin_range(&self) -> TextRange {
        self.section.begin().map_or(self.section.node().range(), |it| it.trimmed_range())
    }

    /// Whether an `#INCLUDE` line in it may set parameters that are not available.
    pub fn includes_more(&self) -> bool {
        // Few files have such a line, and the result of that check is cached.
        self.file.has_gaps() && self.section.directives().any(|it| it.is("#INCLUDE"))
    }

    /// The setting of a parameter that takes effect: the last one outside `#if`, else the last one.
    // Nearly all rules of sections ask for names that the section does not have. The bit of a literal is a constant
    // where this is inlined, so such a question is one comparison.
    #[inline]
    pub fn entry(&self, name: &str) -> Option<Setting<'a>> {
        if self.names.may_hold(name) { self.effective(name) } else { None }
    }

    fn effective(&self, name: &str) -> Option<Setting<'a>> {
        let mut last = None;
        for setting in self.entries.iter().rev().filter(|it| it.is_named(name)) {
            if setting.branch == 0 {
                return Some(*setting);
            }
            last.get_or_insert(*setting);
        }
        last
    }

    /// Whether a requirement string of the section has a part.
    pub fn requires(&self, part: Part) -> bool {
        self.parts.intersects(part)
    }

    /// All settings of a parameter.
    #[inline]
    pub fn entries_named(&self, name: &'a str) -> impl Iterator<Item = Setting<'a>> {
        let entries = if self.names.may_hold(name) { self.entries } else { &[] };
        entries.iter().filter(move |it| it.is_named(name)).copied()
    }
}

/// One setting.
#[derive(Clone, Copy)]
pub struct SettingContext<'a> {
    /// The file.
    pub file: FileContext<'a>,
    section: Option<SectionContext<'a>>,
    /// Whether a check has read the section.
    looked: &'a Cell<bool>,
    /// The setting.
    pub setting: Setting<'a>,
    /// Its value contains a syntax error, so the root cause is already reported.
    pub broken: bool,
    /// The names in its value that must be defined elsewhere; none if the value has a syntax error.
    pub names: &'a [Reference<'a>],
}

impl<'a> SettingContext<'a> {
    pub(crate) fn new(
        file: FileContext<'a>,
        section: Option<SectionContext<'a>>,
        setting: Setting<'a>,
        looked: &'a Cell<bool>,
    ) -> SettingContext<'a> {
        SettingContext { file, section, looked, setting, broken: false, names: &[] }
    }

    pub(crate) fn with(self, broken: bool, names: &'a [Reference<'a>]) -> SettingContext<'a> {
        SettingContext { broken, names, ..self }
    }

    /// Its section with the lines before it; `None` in flat files. A check that needs only the documentation of the
    /// section asks for [`SettingContext::section_spec`]: the same value in another section then needs no new check.
    pub fn section(&self) -> Option<SectionContext<'a>> {
        self.looked.set(true);
        self.section
    }

    /// Whether it is in a section: not in a flat file.
    pub fn is_in_section(&self) -> bool {
        self.section.is_some()
    }

    /// The documentation of its section; `None` in unknown sections and flat files.
    pub fn section_spec(&self) -> Option<&'static SectionSpec> {
        self.section?.spec
    }
}

/// The number of syntax errors of one value that rules see. Each is judged together with the nodes around it, and a
/// value with more errors is no more readable for them.
pub(crate) const MOST_ERRORS_OF_VALUE: usize = 64;

/// One syntax error.
#[derive(Clone, Copy)]
pub struct ErrorContext<'a> {
    /// The file.
    pub file: FileContext<'a>,
    /// The section that contains it. For a `Begin` inside an open section, the open section without its lines.
    pub section: Option<SectionContext<'a>>,
    /// The line that contains it, if that is a setting, a header or a row.
    pub line: Option<Node<'a>>,
    /// The setting that contains it.
    pub setting: Option<Setting<'a>>,
    /// The error.
    pub error: SyntaxError,
}

impl<'a> ErrorContext<'a> {
    /// The error, if it is an error of lines, sections, tables or directives.
    pub fn structure(&self) -> Option<StructureError> {
        match self.error.kind {
            ErrorKind::Structure(error) => Some(error),
            _ => None,
        }
    }

    /// The text of the error's range.
    pub fn text(&self) -> &'a str {
        self.file.text(self.error.range)
    }

    /// The nodes around the error, outermost first: the value of its setting, or a string that is not in any file; then
    /// down to the smallest node that covers the error. Empty for an error outside values.
    pub fn around(&self) -> Vec<Node<'a>> {
        let whole = match self.setting {
            Some(setting) => setting.value.and_then(ast::Value::content),
            // The root of a file has too many children to search; a separate string is its own root.
            None => self.file.file.parse.root().node(),
        };
        let mut path = Vec::from_iter(whole.filter(|it| it.range().contains_range(self.error.range)));
        while let Some(&last) = path.last() {
            match last.children().find(|it| it.range().contains_range(self.error.range)) {
                Some(inner) => path.push(inner),
                None => break,
            }
        }
        path
    }
}

/// One table: its header.
#[derive(Clone, Copy)]
pub struct TableContext<'a> {
    /// The section of the table.
    pub section: SectionContext<'a>,
    /// The header line.
    pub header: ast::TableHeader<'a>,
    /// The columns and their documentation.
    pub columns: &'a [(Token<'a>, Option<&'static ParamSpec>)],
}

/// One row of a table.
#[derive(Clone, Copy)]
pub struct RowContext<'a> {
    /// Its table.
    pub table: TableContext<'a>,
    /// The row.
    pub row: ast::TableRow<'a>,
    /// One setting per cell that has a column, in order.
    pub cells: &'a [Setting<'a>],
    /// The number of cells differs from the number of columns: LSF ignores the row.
    pub broken: bool,
}

impl<'a> RowContext<'a> {
    /// The cell of a column.
    pub fn cell(&self, column: &str) -> Option<Setting<'a>> {
        self.cells.iter().find(|it| it.is_named(column)).copied()
    }
}

/// One directive line.
#[derive(Clone, Copy)]
pub struct DirectiveContext<'a> {
    /// The file.
    pub file: FileContext<'a>,
    /// The section that contains it.
    pub section: Option<SectionContext<'a>>,
    /// The line.
    pub directive: ast::Directive<'a>,
    /// A section of the file begins before it.
    pub after_section: bool,
}

/// One `#if` block.
#[derive(Clone, Copy)]
pub struct BlockContext<'a> {
    /// The file.
    pub file: FileContext<'a>,
    /// The block.
    pub block: ast::Conditional<'a>,
}

/// One branch of an `#if` block.
#[derive(Clone, Copy)]
pub struct BranchContext<'a> {
    /// The file.
    pub file: FileContext<'a>,
    /// The branch, and the times when it can be active.
    pub times: &'a BranchTimes<'a>,
}

/// One time window.
#[derive(Clone, Copy)]
pub struct WindowContext<'a> {
    /// The file.
    pub file: FileContext<'a>,
    /// Whether it is in the condition of an `#if`.
    pub in_condition: bool,
    /// The window.
    pub window: TimeWindow<'a>,
    /// When it opens and closes, if both times are valid.
    pub clocks: Option<(ClockTime, ClockTime)>,
    /// All windows of the list or condition.
    pub list: &'a [TimeWindow<'a>],
}

/// One requirement string or condition.
#[derive(Clone, Copy)]
pub struct RequirementContext<'a> {
    /// The facts of the cluster: strictness, resources, target.
    pub cluster: View<'a>,
    /// The setting whose value it is; `None` on the command line.
    pub setting: Option<SettingContext<'a>>,
    /// The command that reads it; `None` for `bsub -R`, and in files.
    pub command: Option<&'static RequirementConsumer>,
    /// The string: a `RES_REQ` or `CONDITION` node.
    pub node: Node<'a>,
    /// It contains a syntax error other than the strict ones, so parts are checked only if the tree is complete.
    pub broken: bool,
    /// The text to which offsets in the string refer: that of its file, else the string itself.
    pub source: &'a str,
    /// Names, comparisons and expressions of its selections.
    pub parts: &'a Parts<'a>,
}

impl<'a> RequirementContext<'a> {
    /// The selections, in order.
    pub fn selections(&self) -> impl Iterator<Item = Expr<'a>> {
        self.parts.selections.iter().copied()
    }

    /// Every expression of the selections.
    pub fn expressions(&self) -> impl Iterator<Item = Expr<'a>> {
        self.parts.expressions.iter().copied()
    }

    /// The resource names of the selections and how they are used.
    pub fn names(&self) -> impl Iterator<Item = NameUse<'a>> {
        self.parts.names.iter().copied()
    }

    /// The comparisons of a name with a constant.
    pub fn against(&self) -> impl Iterator<Item = Against<'a>> {
        self.parts.against.iter().copied()
    }

    /// Whether the strict rules report errors here.
    pub fn is_strict(&self) -> bool {
        self.cluster.switches().strictness.is_strict()
    }
}
