//! The one walk over a file.

mod cause;
mod kept;
mod params;
mod time;

use std::ptr;
use std::sync::Arc;

use lsflint_model::{Cluster, SourceFile, Uses, View};
use lsflint_spec::{ParamSpec, SectionSpec};
use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{ErrorKind, Node, StructureError, SyntaxError, SyntaxKind, TextSize, Token};
use rustc_hash::{FxHashMap, FxHashSet};

pub use self::kept::Kept;
use self::kept::Memo;
use self::params::ParamCache;
use self::time::Place;
use crate::context::{
    ErrorContext, FileContext, FlatContext, NameSet, Origin, RequirementContext, RowContext, RowName, SectionContext,
    Setting, SettingContext, TableContext,
};
use crate::diagnostic::{self, Diagnostic};
use crate::registry::{Registry, SettingCheck};
use crate::select::Parts;
use crate::settings::Settings;
use crate::suppress;

/// Runs the rules of the registry over one file. The findings are ordered by position, then code; suppressed ones are left out.
pub fn check_file(file: &SourceFile, cluster: &Cluster, settings: &Settings, registry: &Registry) -> Vec<Diagnostic> {
    check_in(file, View::new(cluster), settings, registry, None)
}

/// As [`check_file`]. Takes over what was found before and rests on what is as it was.
pub fn check_file_again(
    file: &Arc<SourceFile>,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
    kept: &mut Kept,
) -> Vec<Diagnostic> {
    let uses = Uses::default();
    check_in(file, View::tracked(cluster, &uses), settings, registry, Some((kept, file)))
}

fn check_in(
    file: &SourceFile,
    cluster: View<'_>,
    settings: &Settings,
    registry: &Registry,
    mut kept: Option<(&mut Kept, &Arc<SourceFile>)>,
) -> Vec<Diagnostic> {
    let memo = kept.as_mut().map(|it| it.0.begin(file, cluster.index()));
    let context = match &memo {
        Some(memo) => FileContext::with_gaps(file, cluster, settings, memo.has_gaps()),
        None => FileContext::new(file, cluster, settings),
    };
    let without_text = file.without_text();
    let mut walker = Walker {
        file: context,
        registry,
        found: Vec::new(),
        errors: file.parse.errors(),
        branch: 0,
        branches: 0,
        params: ParamCache::default(),
        parts: Parts::default(),
        section_parts: 0,
        checks: FxHashMap::default(),
        after_section: false,
        flat: Vec::new(),
        open_before: None,
        cut_before: false,
        blanks_said: false,
        line: None,
        memo,
    };
    walker.file_rules(&context.of(&without_text));
    walker.blanks_said = has_finding_about_blanks(&walker.found, file.parse.errors());
    walker.units(file.parse.root());
    walker.errors_until(TextSize::of(&*file.text) + TextSize::new(1), None, None);
    for check in &registry.flat {
        check.run(&FlatContext { file: context, entries: &walker.flat }, &mut walker.found);
    }
    let mut found = walker.found;
    if walker.memo.as_ref().is_none_or(Memo::may_suppress) {
        suppress::apply(&context, registry, &mut found);
    }
    settings.apply_severities(&mut found);
    diagnostic::sort(&mut found);
    if let (Some((kept, file)), Some(memo), Some(uses)) = (kept, walker.memo, cluster.uses()) {
        kept.steps = uses.steps();
        kept.end(memo, file, walker.blanks_said, uses.take().basis(cluster.index()));
    }
    found
}

struct Walker<'a> {
    file: FileContext<'a>,
    registry: &'a Registry,
    found: Vec<Diagnostic>,
    /// The syntax errors that were not handed out yet.
    errors: &'a [SyntaxError],
    /// The `#if` branch we are in; 0 outside.
    branch: u32,
    /// The number of branches seen.
    branches: u32,
    params: ParamCache,
    /// Reused from requirement string to requirement string.
    parts: Parts<'a>,
    /// The parts that the requirement strings of the open section have, as bits of [`crate::select::Part`].
    section_parts: u16,
    /// The filtered checks of the parameters seen so far, by the address of their facts.
    checks: FxHashMap<usize, Vec<SettingCheck>>,
    after_section: bool,
    /// The settings of a flat file.
    flat: Vec<Setting<'a>>,
    /// The section before, when it was not closed.
    open_before: Option<(ast::Section<'a>, Option<&'static SectionSpec>)>,
    /// The line before ended earlier than its author meant; what he meant to be its end stands on this line.
    cut_before: bool,
    /// The rule about blanks behind a backslash, which looks at the whole file, has found some.
    blanks_said: bool,
    /// The line that is being visited.
    line: Option<Node<'a>>,
    /// What was found when the file was checked before, and what is found now.
    memo: Option<Memo>,
}

/// The lines of the open section.
struct Open<'a> {
    section: ast::Section<'a>,
    spec: Option<&'static SectionSpec>,
    entries: Vec<Setting<'a>>,
    names: NameSet,
    parts: u16,
    rows: Vec<RowName<'a>>,
    header: Option<ast::TableHeader<'a>>,
    /// LSF skips the section because of its form or its header, which is said; its lines are not visited.
    skipped: bool,
    columns: Vec<(Token<'a>, Option<&'static ParamSpec>)>,
    /// Reused from row to row.
    cells: Vec<Setting<'a>>,
}

impl<'a> Open<'a> {
    fn context<'s>(&'s self, file: FileContext<'s>) -> SectionContext<'s>
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

impl<'a> Walker<'a> {
    fn top_level(&mut self, parent: Node<'a>) {
        for node in parent.children() {
            self.errors_until(node.start(), None, None);
            self.top_level_node(node);
            self.errors_until(node.range().end(), None, None);
        }
    }

    fn top_level_node(&mut self, node: Node<'a>) {
        match node.kind() {
            SyntaxKind::SECTION => {
                if let Some(memo) = &mut self.memo {
                    memo.visited += 1;
                }
                self.section(node);
            }
            SyntaxKind::ENTRY => {
                let line = self.line_start(node);
                self.flat_entry(node);
                self.line_end(line, None);
            }
            SyntaxKind::DIRECTIVE => self.directive(node, None),
            SyntaxKind::CONDITIONAL => self.conditional(node, |walker, branch| walker.top_level(branch)),
            _ => {}
        }
    }

    /// Visits the branches of an `#if` block, each with a number of its own.
    fn conditional(&mut self, node: Node<'a>, mut visit: impl FnMut(&mut Self, Node<'a>)) {
        let outer = self.branch;
        if outer == 0 {
            self.branch_times(node);
        }
        for child in node.children() {
            if child.kind() == SyntaxKind::BRANCH {
                self.branches += 1;
                self.branch = self.branches;
                visit(self, child);
                self.branch = outer;
            } else {
                self.directive(child, None);
            }
        }
    }

    fn section(&mut self, node: Node<'a>) {
        let Some(section) = ast::Section::cast(node) else { return };
        let kind = self.file.kind();
        let spec = section.name().and_then(|it| lsflint_spec::section(kind, &it.text()));
        let mut open = Open {
            section,
            spec,
            entries: Vec::new(),
            names: NameSet::default(),
            parts: 0,
            rows: Vec::new(),
            header: None,
            skipped: false,
            columns: Vec::new(),
            cells: Vec::new(),
        };
        self.section_parts = 0;
        self.lines_or_kept(node, &mut open);
        open.parts = self.section_parts;
        if !open.skipped {
            for check in &self.registry.section {
                check.run(&open.context(self.file), &mut self.found);
            }
        }
        self.errors_until(node.range().end(), Some(&open), None);
        self.after_section = true;
        self.cut_before = false;
        self.open_before = section.end().is_none().then_some((section, spec));
    }

    fn lines(&mut self, parent: Node<'a>, open: &mut Open<'a>) {
        for node in parent.children() {
            self.errors_until(node.start(), Some(open), None);
            self.line(node, open);
        }
    }

    /// A child of a section or of a branch in it.
    fn line(&mut self, node: Node<'a>, open: &mut Open<'a>) {
        match node.kind() {
            SyntaxKind::ENTRY | SyntaxKind::TABLE_HEADER | SyntaxKind::TABLE_ROW if open.skipped => {
                self.skip_errors_until(node.range().end());
            }
            SyntaxKind::ENTRY | SyntaxKind::TABLE_HEADER | SyntaxKind::TABLE_ROW => {
                let line = self.line_start(node);
                match node.kind() {
                    SyntaxKind::ENTRY => self.keyed_entry(node, open),
                    SyntaxKind::TABLE_HEADER => self.header(node, open),
                    _ => self.row(node, open),
                }
                self.line_end(line, Some(open));
            }
            SyntaxKind::DIRECTIVE => self.directive(node, Some(open)),
            SyntaxKind::CONDITIONAL => self.conditional(node, |walker, branch| walker.lines(branch, open)),
            _ => {}
        }
        self.errors_until(node.range().end(), Some(open), None);
    }

    fn flat_entry(&mut self, node: Node<'a>) {
        let Some(entry) = ast::Entry::cast(node) else { return };
        let Some(name) = entry.key() else { return };
        let spec = self.file.kind().spec().sections.first().and_then(|it| it.param(&name.text()));
        let setting = Setting { name, spec, value: entry.value(), origin: Origin::Flat, branch: self.branch };
        if entry.equals().is_some() {
            self.flat.push(setting);
            self.setting(setting, None);
        }
        self.errors_until(node.range().end(), None, Some(setting));
    }

    fn keyed_entry(&mut self, node: Node<'a>, open: &mut Open<'a>) {
        let Some(entry) = ast::Entry::cast(node) else { return };
        let (Some(name), equals, value) = entry.parts() else { return };
        let spec = open.spec.and_then(|it| self.params.find(it, name));
        let setting = Setting { name, spec, value, origin: Origin::Keyed, branch: self.branch };
        // A line without `=` sets nothing; its syntax error speaks for it.
        if equals.is_some() {
            open.entries.push(setting);
            open.names.insert(&setting.display_name());
            self.setting(setting, Some(open));
        }
        self.errors_until(node.range().end(), Some(open), Some(setting));
    }

    fn header(&mut self, node: Node<'a>, open: &mut Open<'a>) {
        let Some(header) = ast::TableHeader::cast(node) else { return };
        open.columns = header.columns().map(|it| (it, open.spec.and_then(|spec| spec.param(&it.text())))).collect();
        open.header = Some(header);
        let context = TableContext { section: open.context(self.file), header, columns: &open.columns };
        for check in &self.registry.table {
            check.run(&context, &mut self.found);
        }
        open.skipped = crate::header::is_broken(&context);
    }

    fn row(&mut self, node: Node<'a>, open: &mut Open<'a>) {
        let (Some(row), Some(header)) = (ast::TableRow::cast(node), open.header) else { return };
        let mut cells = std::mem::take(&mut open.cells);
        cells.clear();
        let mut count = 0;
        for value in row.cells() {
            if let Some(&(name, spec)) = open.columns.get(count) {
                cells.push(Setting { name, spec, value: Some(value), origin: Origin::Cell, branch: self.branch });
            }
            count += 1;
        }
        let broken = count != open.columns.len() || self.error_before(node.range().end(), is_row_error);
        let table = TableContext { section: open.context(self.file), header, columns: &open.columns };
        let context = RowContext { table, row, cells: &cells, broken };
        for check in &self.registry.row {
            check.run(&context, &mut self.found);
        }
        if !broken {
            for &cell in &cells {
                self.setting(cell, Some(open));
                self.errors_until(
                    cell.value.map_or(node.range().end(), |it| it.node().range().end()),
                    Some(open),
                    Some(cell),
                );
            }
            if let Some(range) = cells.first().and_then(Setting::known_value).map(Value::range) {
                let name = self.file.text(range);
                if !name.is_empty() && !name.contains(char::is_whitespace) {
                    open.rows.push(RowName { name, range, branch: self.branch });
                }
            }
        }
        open.cells = cells;
    }

    fn setting(&mut self, setting: Setting<'a>, open: Option<&Open<'a>>) {
        let section = open.map(|it| it.context(self.file));
        let broken = setting.value.is_some_and(|it| self.error_before(it.node().range().end(), |_| true));
        let context = SettingContext { file: self.file, section, setting, broken };
        for check in &self.registry.setting {
            check.run(&context, &mut self.found);
        }
        if let Some(spec) = setting.spec {
            let checks = self.checks.entry(ptr::from_ref(spec).addr());
            for check in &*checks.or_insert_with(|| self.registry.checks_of(spec)) {
                check.run(&context, &mut self.found);
            }
        }
        let Some(node) = setting.value.and_then(Value::content) else { return };
        match node.kind() {
            SyntaxKind::RES_REQ | SyntaxKind::CONDITION => self.requirement(context, node),
            SyntaxKind::TIME_WINDOWS | SyntaxKind::SHAPE => self.windows(node, Place::Value),
            _ => {}
        }
    }

    fn requirement(&mut self, setting: SettingContext<'_>, node: Node<'a>) {
        let broken = self.error_before(node.range().end(), crate::requirement::breaks_tree);
        let cluster = self.file.cluster;
        let mut parts = std::mem::take(&mut self.parts);
        parts.refill(node, cluster.resources());
        self.section_parts |= parts.present();
        let source = &*self.file.file.text;
        let context = RequirementContext { cluster, setting: Some(setting), node, broken, source, parts: &parts };
        self.registry.check_requirement(&context, &mut self.found);
        self.parts = parts;
    }

    /// Whether a waiting error of a kind starts before an offset.
    fn error_before(&self, end: TextSize, matches: impl Fn(ErrorKind) -> bool) -> bool {
        self.errors.iter().take_while(|it| it.range.start() < end).any(|it| matches(it.kind))
    }

    /// Hands out the errors that start before an offset.
    fn errors_until(&mut self, end: TextSize, open: Option<&Open<'a>>, setting: Option<Setting<'a>>) {
        while let Some((&error, rest)) = self.errors.split_first() {
            if error.range.start() >= end {
                break;
            }
            self.errors = rest;
            self.hand_out(error, open, setting);
        }
    }

    /// Drops the errors that start before an offset.
    fn skip_errors_until(&mut self, end: TextSize) {
        let count = self.errors.iter().take_while(|it| it.range.start() < end).count();
        self.errors = &self.errors[count..];
    }

    fn hand_out(&mut self, error: SyntaxError, open: Option<&Open<'a>>, setting: Option<Setting<'a>>) {
        let section = match self.open_before {
            Some((section, spec)) if error.kind == ErrorKind::Structure(StructureError::NotClosedBeforeBegin) => {
                let names = NameSet::default();
                Some(SectionContext { file: self.file, section, spec, entries: &[], names, parts: 0, rows: &[] })
            }
            _ => open.map(|it| it.context(self.file)),
        };
        let context = ErrorContext { file: self.file, section, line: self.line, setting, error };
        self.registry.check_error(&context, &mut self.found);
    }
}

/// Whether a finding points at a backslash with blanks behind it.
fn has_finding_about_blanks(found: &[Diagnostic], errors: &[SyntaxError]) -> bool {
    let kind = ErrorKind::Structure(StructureError::BlankAfterContinuation);
    let places: FxHashSet<TextSize> = errors.iter().filter(|it| it.kind == kind).map(|it| it.range.start()).collect();
    !places.is_empty() && found.iter().any(|it| places.contains(&it.range.start()))
}

fn is_row_error(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Structure(StructureError::RowUnclosedParenthesis))
}
