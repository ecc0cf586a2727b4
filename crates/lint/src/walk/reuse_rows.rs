//! Reuses the findings of unchanged rows of a large table.

use lsflint_model::Uses;
use lsflint_spec::FileKind;
use lsflint_syntax::{Element, Node, SyntaxKind, TextRange, TextSize};

use super::bases::BasisId;
use super::rows::{Line, Rows, What, touch};
use super::walker::{Open, Walker};
use crate::context::RowName;
use crate::diagnostic::Diagnostic;
use crate::select::Part;

impl<'a> Walker<'a> {
    /// Visits the lines of a section, and reuses the findings of unchanged rows.
    pub(super) fn lines_or_cached(&mut self, node: Node<'a>, open: &mut Open<'a>) {
        let rows = self.memo.as_mut().and_then(|it| it.rows.take());
        match rows {
            Some(rows) => self.rows(node, open, *rows),
            None => self.lines(node, open),
        }
    }

    fn rows(&mut self, node: Node<'a>, open: &mut Open<'a>, rows: Rows) {
        let Some(uses) = self.file.cluster.uses() else { return self.lines(node, open) };
        let index = self.file.cluster.index();
        let Rows { tree, lines, basis } = rows;
        let before = tree.as_deref().map(Node::detached);
        let named = basis.and_then(|it| self.rows_with_changed_names(node, open, it));
        let holds = |it: &BasisId| self.memo.as_ref().is_some_and(|memo| memo.bases.holds(*it));
        let basis = basis.filter(|it| named.is_some() || holds(it));
        let difference = before.filter(|_| basis.is_some()).map(|it| node.difference_from(it));
        // The header determines the meaning of the cells.
        let is_plain = |node: Node<'_>, run: &std::ops::Range<usize>| {
            let mut nodes = node.elements_at(run.clone(), node.start()).filter_map(Element::into_node);
            nodes.all(|it| it.kind() == SyntaxKind::TABLE_ROW)
        };
        let difference =
            difference.filter(|it| before.is_some_and(|old| is_plain(old, &it.before)) && is_plain(node, &it.after));
        let outer = uses.start();
        let mut now = Vec::with_capacity(node.count());
        match difference {
            None => {
                for element in node.elements() {
                    now.push(self.row_to_cache(element, open));
                }
            }
            Some(difference) => {
                if let Some(basis) = basis.and_then(|it| self.memo.as_ref()?.bases.get(it)) {
                    uses.join(basis);
                }
                let mut lines = lines;
                let mut behind = lines.split_off(difference.before.end);
                lines.truncate(difference.before.start);
                let mut offset = node.start();
                if let Some(named) = named {
                    lines.iter_mut().chain(&mut behind).for_each(|it| it.forget_searched());
                    touch(&mut lines, node.start(), &named);
                    touch(&mut behind, difference.after_range.end(), &named);
                }
                for (child, line) in lines.into_iter().enumerate() {
                    offset = self.row_again(node, child, offset, line, open, &mut now);
                }
                for element in node.elements_at(difference.after.clone(), offset) {
                    now.push(self.row_to_cache(element, open));
                    offset = element.range().end();
                }
                for (child, line) in (difference.after.end..).zip(behind) {
                    offset = self.row_again(node, child, offset, line, open, &mut now);
                }
            }
        }
        let basis = uses.end(outer, index);
        if let Some(memo) = self.memo.as_mut().filter(|_| !open.skipped) {
            let basis = Some(memo.bases.add(basis));
            memo.rows = Some(Box::new(Rows { tree: Some(node.green().to_owned()), lines: now, basis }));
        }
    }

    /// If only some resources changed among the facts on which the rows of the hosts depend, the positions where they
    /// are named, in order. Findings about the resources of a host refer to those that it names.
    fn rows_with_changed_names(&self, node: Node<'a>, open: &Open<'a>, basis: BasisId) -> Option<Vec<TextSize>> {
        let memo = self.memo.as_ref().filter(|it| !it.bases.holds(basis))?;
        if self.file.kind() != FileKind::LsfCluster || open.spec?.name != "Host" {
            return None;
        }
        let names = memo.bases.get(basis)?.changed_resources(self.file.cluster.index())?;
        let text = self.file.text(node.range()).to_ascii_lowercase();
        let places = names.iter().map(|it| it.to_ascii_lowercase()).flat_map(|name| {
            let found: Vec<usize> = text.match_indices(&*name).map(|it| it.0).collect();
            found
        });
        let mut places: Vec<TextSize> =
            places.map(|it| node.start() + TextSize::new(u32::try_from(it).unwrap_or(u32::MAX))).collect();
        places.sort_unstable();
        Some(places)
    }

    /// Reuses an unchanged child of the section if possible; returns its end.
    fn row_again(
        &mut self,
        node: Node<'a>,
        child: usize,
        start: TextSize,
        line: Line,
        open: &mut Open<'a>,
        now: &mut Vec<Line>,
    ) -> TextSize {
        let end = start + line.length;
        let moved = |it: &[Diagnostic]| self.memo.as_ref().is_some_and(|memo| memo.points_to_changed(it));
        let again = match line.what {
            What::Token => false,
            What::Row | What::Searched => self.cut_before || line.found.as_ref().is_some_and(|it| moved(it)),
            What::Visited => true,
        };
        if again {
            if let Some(element) = node.elements_at(child..child + 1, start).next() {
                now.push(self.row_to_cache(element, open));
            }
            return end;
        }
        if line.what != What::Token {
            self.errors_until(start, Some(open), None);
            self.skip_errors_until(end);
            if let Some(found) = &line.found {
                self.found.extend(found.iter().cloned().map(|it| it.moved(start)));
            }
            self.section_parts |= line.parts;
            if line.name.1 > 0 {
                let range = TextRange::at(start + TextSize::new(line.name.0), line.name.1.into());
                open.rows.push(RowName { name: self.file.text(range), range, branch: self.branch });
            }
        }
        now.push(line);
        end
    }

    fn row_to_cache(&mut self, element: Element<'a>, open: &mut Open<'a>) -> Line {
        let range = element.range();
        let mut line = Line { length: range.len(), name: (0, 0), parts: Part::empty(), what: What::Token, found: None };
        let Element::Node(node) = element else { return line };
        self.errors_until(node.start(), Some(open), None);
        let alone = !self.cut_before;
        let (from, names) = (self.found.len(), open.rows.len());
        let parts = std::mem::take(&mut self.section_parts);
        let before = self.file.cluster.uses().map_or(0, Uses::searches);
        self.line(node, open);
        line.what = What::Visited;
        line.parts = self.section_parts;
        self.section_parts |= parts;
        let found = &self.found[from..];
        let own = &*self.file.file.path;
        let lies = found.iter().all(|it| it.lies_within(own, range));
        if node.kind() == SyntaxKind::TABLE_ROW && alone && !self.cut_before && lies {
            let searched = self.file.cluster.uses().map_or(0, Uses::searches) != before;
            line.what = if searched { What::Searched } else { What::Row };
            if let Some(name) = open.rows.get(names) {
                line.name = ((name.range.start() - range.start()).into(), name.range.len().into());
            }
            line.found =
                (!found.is_empty()).then(|| found.iter().cloned().map(|it| it.relative_to(range.start())).collect());
        }
        line
    }
}
