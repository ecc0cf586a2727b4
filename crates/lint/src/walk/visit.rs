//! The visits of a walk: sections, lines, settings, rows, requirement strings and syntax errors, each passed to the
//! rules that check it.

use std::cell::Cell;
use std::ptr;

use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{ErrorKind, Node, Parent, StructureError, SyntaxError, SyntaxKind, TextSize};

use super::quiet::Quiet;
use super::time::Place;
use super::walker::{Open, Walker};
use crate::context::{
    ErrorContext, MOST_ERRORS_OF_VALUE, NameSet, Origin, RequirementContext, RowContext, RowName, SectionContext,
    Setting, SettingContext, TableContext,
};
use crate::select::Part;

impl<'a> Walker<'a> {
    pub(super) fn top_level(&mut self, parent: Parent<'a>) {
        for node in parent.children() {
            self.errors_until(node.start(), None, None);
            self.top_level_node(node);
            self.errors_until(node.range().end(), None, None);
        }
    }

    pub(super) fn top_level_node(&mut self, node: Node<'a>) {
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
            SyntaxKind::CONDITIONAL => self.conditional(node, |walker, branch| walker.top_level(branch.into())),
            _ => {}
        }
    }

    /// Visits the branches of an `#if` block, each with a separate number.
    pub(super) fn conditional(&mut self, node: Node<'a>, mut visit: impl FnMut(&mut Self, Node<'a>)) {
        self.block(node);
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

    pub(super) fn section(&mut self, node: Node<'a>) {
        let Some(section) = ast::Section::cast(node) else { return };
        let kind = self.file.kind();
        let spec = section.name().and_then(|it| lsflint_spec::section(kind, &it.text()));
        let mut open = Open {
            section,
            spec,
            entries: Vec::new(),
            names: NameSet::default(),
            parts: Part::empty(),
            rows: Vec::new(),
            header: None,
            skipped: false,
            columns: Vec::new(),
            cells: Vec::new(),
        };
        self.section_parts = Part::empty();
        self.lines_or_cached(node, &mut open);
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

    pub(super) fn lines(&mut self, parent: Node<'a>, open: &mut Open<'a>) {
        for node in parent.children() {
            self.errors_until(node.start(), Some(open), None);
            self.line(node, open);
        }
    }

    /// Visits a child of a section or of a branch in it.
    pub(super) fn line(&mut self, node: Node<'a>, open: &mut Open<'a>) {
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

    pub(super) fn flat_entry(&mut self, node: Node<'a>) {
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

    pub(super) fn keyed_entry(&mut self, node: Node<'a>, open: &mut Open<'a>) {
        let Some(entry) = ast::Entry::cast(node) else { return };
        let (Some(name), equals, value) = entry.parts() else { return };
        let spec = open.spec.and_then(|it| self.params.find(it, name));
        let setting = Setting { name, spec, value, origin: Origin::Keyed, branch: self.branch };
        // A line without `=` sets nothing; its syntax error is reported instead.
        if equals.is_some() {
            open.entries.push(setting);
            open.names.insert(&setting.display_name());
            self.setting(setting, Some(open));
        }
        self.errors_until(node.range().end(), Some(open), Some(setting));
    }

    pub(super) fn header(&mut self, node: Node<'a>, open: &mut Open<'a>) {
        let Some(header) = ast::TableHeader::cast(node) else { return };
        open.columns = header.columns().map(|it| (it, open.spec.and_then(|spec| spec.param(&it.text())))).collect();
        open.header = Some(header);
        let context = TableContext { section: open.context(self.file), header, columns: &open.columns };
        for check in &self.registry.table {
            check.run(&context, &mut self.found);
        }
        open.skipped = crate::header::is_broken(&context);
    }

    pub(super) fn row(&mut self, node: Node<'a>, open: &mut Open<'a>) {
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

    pub(super) fn setting(&mut self, setting: Setting<'a>, open: Option<&Open<'a>>) {
        let broken = setting.value.is_some_and(|it| self.error_before(it.node().range().end(), |_| true));
        let reusable = self.memo.is_none() && !broken;
        let key = open.filter(|_| reusable).and_then(|it| Quiet::key(&setting, it.spec));
        let known = key.and_then(|it| self.quiet.parts(&it));
        if let Some(parts) = known {
            self.section_parts |= parts;
            if !cfg!(debug_assertions) {
                return;
            }
        }
        let (before, outer) = (self.found.len(), std::mem::take(&mut self.section_parts));
        let looked = Cell::new(false);
        self.check_setting(setting, open, broken, &looked);
        let quiet = self.found.len() == before && !looked.get();
        debug_assert!(known.is_none() || quiet, "two findings for one value: {:?}", self.found.last());
        if let Some(key) = key.filter(|_| quiet) {
            self.quiet.insert(key, self.section_parts);
        }
        self.section_parts |= outer;
    }

    fn check_setting(&mut self, setting: Setting<'a>, open: Option<&Open<'a>>, broken: bool, looked: &Cell<bool>) {
        let section = open.map(|it| it.context(self.file));
        let checks = setting.spec.map(|spec| {
            let section = open.and_then(|it| it.spec);
            let (kind, registry) = (self.file.kind(), self.registry);
            let new = || registry.checks_of(kind, section, spec);
            &*self.checks.entry(ptr::from_ref(spec).addr()).or_insert_with(new)
        });
        let names = match (checks, setting.value) {
            (Some(checks), Some(value)) if !broken => checks.names_in(value),
            _ => Vec::new(),
        };
        let context = SettingContext::new(self.file, section, setting, looked).with(broken, &names);
        for check in &self.registry.setting {
            check.run(&context, &mut self.found);
        }
        for check in checks.into_iter().flat_map(|it| &it.checks) {
            check.run(&context, &mut self.found);
        }
        let Some(node) = setting.value.and_then(Value::content) else { return };
        match node.kind() {
            SyntaxKind::RES_REQ | SyntaxKind::CONDITION => self.requirement(context, node),
            SyntaxKind::TIME_WINDOWS | SyntaxKind::SHAPE => self.windows(node, Place::Value),
            _ => {}
        }
    }

    pub(super) fn requirement(&mut self, setting: SettingContext<'_>, node: Node<'a>) {
        let broken = self.error_before(node.range().end(), crate::requirement::breaks_tree);
        let cluster = self.file.cluster;
        let mut parts = std::mem::take(&mut self.parts);
        parts.refill(node, cluster.resources());
        self.section_parts |= parts.present();
        let source = &*self.file.file.text;
        let setting = Some(setting);
        let context = RequirementContext { cluster, setting, command: None, node, broken, source, parts: &parts };
        self.registry.check_requirement(&context, &mut self.found);
        self.parts = parts;
    }

    /// Whether a pending error of a kind starts before an offset.
    pub(super) fn error_before(&self, end: TextSize, matches: impl Fn(ErrorKind) -> bool) -> bool {
        self.errors.iter().take_while(|it| it.range.start() < end).any(|it| matches(it.kind))
    }

    /// Passes on the errors that start before an offset.
    pub(super) fn errors_until(&mut self, end: TextSize, open: Option<&Open<'a>>, setting: Option<Setting<'a>>) {
        let mut of_value = 0;
        while let Some((&error, rest)) = self.errors.split_first() {
            if error.range.start() >= end {
                break;
            }
            self.errors = rest;
            of_value += usize::from(setting.is_some());
            if of_value <= MOST_ERRORS_OF_VALUE {
                self.hand_out(error, open, setting);
            }
        }
    }

    /// Drops the errors that start before an offset.
    pub(super) fn skip_errors_until(&mut self, end: TextSize) {
        let count = self.errors.iter().take_while(|it| it.range.start() < end).count();
        self.errors = &self.errors[count..];
    }

    pub(super) fn hand_out(&mut self, error: SyntaxError, open: Option<&Open<'a>>, setting: Option<Setting<'a>>) {
        let section = match self.open_before {
            Some((section, spec)) if error.kind == ErrorKind::Structure(StructureError::NotClosedBeforeBegin) => {
                let names = NameSet::default();
                Some(SectionContext {
                    file: self.file,
                    section,
                    spec,
                    entries: &[],
                    names,
                    parts: Part::empty(),
                    rows: &[],
                })
            }
            _ => open.map(|it| it.context(self.file)),
        };
        let context = ErrorContext { file: self.file, section, line: self.line, setting, error };
        self.registry.check_error(&context, &mut self.found);
    }
}

fn is_row_error(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Structure(StructureError::RowUnclosedParenthesis))
}
