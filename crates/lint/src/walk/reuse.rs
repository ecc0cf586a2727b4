//! Reuses the findings of unchanged children of the root, and of the rules about whole files.

use lsflint_spec::FileKind;
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Difference, Element, Forward, Node, Parent, SyntaxKind, TextRange, TextSize};

use super::memo::{CachedRule, Unit};
use super::rows::Rows;
use super::walker::Walker;
use crate::context::FileContext;
use crate::diagnostic::Diagnostic;
use crate::reading;
use crate::reads::Reads;
use crate::registry::{FactsCheck, FileCheck, Registry, of_site};
use crate::site::SiteCheck;

impl<'a> Walker<'a> {
    /// Visits the children of the root, and reuses the findings of unchanged ones.
    pub(super) fn units(&mut self, root: Parent<'a>) {
        let Some(memo) = &mut self.memo else { return self.top_level(root) };
        let whitespace_reported = self.whitespace_reported;
        let before = memo.before.as_mut().filter(|it| it.whitespace_reported == whitespace_reported);
        // Unchanged units stay where they are in memory.
        let before = before.map(|it| (it.difference.clone(), std::mem::take(&mut it.units)));
        let units = match before {
            Some((difference, mut units)) => {
                self.units_again(root, &difference, &mut units);
                units
            }
            None => root.elements().map(|it| self.unit(it, None)).collect(),
        };
        if let Some(memo) = &mut self.memo {
            memo.units = units;
        }
    }

    fn units_again(&mut self, root: Parent<'a>, difference: &Difference, units: &mut Vec<Unit>) {
        let (mut offset, mut children) = (root.start(), root.forward());
        for (child, unit) in units[..difference.before.start].iter_mut().enumerate() {
            offset = self.unit_again(&mut children, child, offset, unit);
        }
        // A section that replaces another one may have the same rows.
        let paired = difference.before.len() == 1 && difference.after.len() == 1;
        let mut rows = if paired { units[difference.before.start].rows.take() } else { None };
        let mut visited = Vec::with_capacity(difference.after.len());
        for element in root.elements_at(difference.after.clone(), offset) {
            visited.push(self.unit(element, rows.take()));
            offset = element.range().end();
        }
        units.splice(difference.before.clone(), visited);
        for (child, unit) in units.iter_mut().enumerate().skip(difference.after.end) {
            offset = self.unit_again(&mut children, child, offset, unit);
        }
    }

    /// Reuses an unchanged child of the root if possible; returns its end.
    fn unit_again(&mut self, children: &mut Forward<'a>, child: usize, start: TextSize, unit: &mut Unit) -> TextSize {
        let end = start + unit.length;
        if !unit.is_node {
            return end;
        }
        let Some(memo) = &mut self.memo else { return end };
        let alone = !self.cut_before && self.open_before.is_none() && unit.after_section == self.after_section;
        let mut basis = unit.basis.filter(|_| alone);
        if let Some(id) = basis.filter(|it| !memo.bases.holds(*it)) {
            let text = self.file.text(TextRange::new(start, end));
            let may_hold = unit.names_its_resources(&self.file);
            basis = if may_hold { memo.bases.renewed(id, text, self.file.cluster.index()) } else { None };
            unit.basis = basis.or(unit.basis);
        }
        if basis.is_none() || memo.points_to_changed(&unit.found) {
            if let Some(element) = children.at(child, start) {
                *unit = self.unit(element, unit.rows.take());
            }
            return end;
        }
        self.errors_until(start, None, None);
        self.found.extend(unit.found.iter().cloned().map(|it| it.moved(start)));
        self.branches += unit.branches;
        self.after_section = true;
        self.skip_errors_until(end);
        end
    }

    /// Visits a child of the root. `rows` are the cached rows of a table that it may share with this one.
    fn unit(&mut self, element: Element<'a>, rows: Option<Box<Rows>>) -> Unit {
        let mut unit = Unit::new(element);
        if let Element::Node(node) = element {
            self.errors_until(node.start(), None, None);
            if node.kind() == SyntaxKind::SECTION {
                self.section_to_cache(node, rows, &mut unit);
            } else {
                self.top_level_node(node);
            }
            self.errors_until(node.range().end(), None, None);
        }
        unit
    }

    fn section_to_cache(&mut self, node: Node<'a>, rows: Option<Box<Rows>>, unit: &mut Unit) {
        // What follows an unclosed section, or a line that ended early, depends on more than itself.
        let alone = self.branch == 0 && !self.cut_before && self.open_before.is_none();
        let closed = ast::Section::cast(node).is_some_and(|it| it.end().is_some());
        let Some(memo) = &mut self.memo else { return };
        memo.visited += 1;
        let (Some(uses), true) = (self.file.cluster.uses(), alone && closed) else { return self.section(node) };
        memo.rows = rows.or_else(|| Rows::of(node));
        unit.after_section = self.after_section;
        let (from, branches) = (self.found.len(), self.branches);
        let (outer, searches) = (uses.start(), uses.searches());
        self.section(node);
        unit.searched = uses.searches() != searches;
        let basis = uses.end(outer, self.file.cluster.index());
        reading::determine_in(node, &self.file.file.text, &mut self.found[from..]);
        let found = &self.found[from..];
        let Some(memo) = &mut self.memo else { return };
        unit.rows = memo.rows.take().filter(|it| it.is_whole());
        // A finding that refers to another section of the file would not be updated if that section moves.
        if found.iter().all(|it| it.lies_within(&self.file.file.path, node.range())) {
            unit.basis = Some(memo.bases.add(basis));
            unit.branches = self.branches - branches;
            unit.found = found.iter().cloned().map(|it| it.relative_to(node.start())).collect();
        }
    }
}

impl Unit {
    /// Whether its findings depend only on resources that its text names: it has none that suggests another name, and
    /// is a section of a queue or application profile, which names resources nowhere but in its values.
    fn names_its_resources(&self, file: &FileContext<'_>) -> bool {
        let kinds = [FileKind::LsbQueues, FileKind::LsbApplications];
        !self.searched && self.found.is_empty() && self.rows.is_none() && kinds.contains(&file.kind())
    }
}

impl<'a> Walker<'a> {
    /// Runs the rules about whole files.
    pub(super) fn file_rules(&mut self) {
        self.whole_rules(self.registry.file.iter().map(|(reads, check)| (*reads, Whole::File(*check))));
    }

    /// Runs the rules about facts, after [`Walker::file_rules`]. Each is run once for a cluster, so a thread that
    /// checks another file may have to wait for it; it should have visited its sections before.
    pub(super) fn facts_rules(&mut self) {
        let Registry { facts, site, .. } = self.registry;
        let checks = facts.iter().map(|it| Whole::Facts(*it)).chain(site.iter().map(|it| Whole::Site(&**it)));
        self.whole_rules(checks.map(|it| (Reads::NOTHING, it)));
    }

    fn whole_rules<'r>(&mut self, checks: impl Iterator<Item = (Reads, Whole<'r>)>) {
        let Some(uses) = self.file.cluster.uses().filter(|_| self.memo.is_some()) else {
            checks.for_each(|(_, check)| self.found.append(&mut check.findings(&self.file)));
            return;
        };
        for (reads, check) in checks {
            let Some(memo) = &mut self.memo else { return };
            let number = memo.rules.len();
            let kept = memo.cached_rule(number, reads, &self.file.file.path);
            let kept = kept.unwrap_or_else(|| {
                let outer = uses.start();
                let found = check.findings(&self.file);
                CachedRule { basis: memo.bases.add(uses.end(outer, self.file.cluster.index())), found }
            });
            self.found.extend(kept.found.iter().cloned());
            memo.rules.push(kept);
        }
    }
}

/// A check that runs once per file, or once for several.
#[derive(Clone, Copy)]
enum Whole<'r> {
    File(FileCheck),
    Facts(FactsCheck),
    Site(&'r dyn SiteCheck),
}

impl Whole<'_> {
    fn findings(self, context: &FileContext<'_>) -> Vec<Diagnostic> {
        match self {
            Whole::Facts(check) => check.of_file(context),
            Whole::Site(check) => of_site(check, context),
            Whole::File(check) => {
                let mut found = Vec::new();
                check.run(context, &mut found);
                found
            }
        }
    }
}
