//! Directives, the times at which their branches are active, and time windows.

use lsflint_model::week::branch_times;
use lsflint_syntax::ast::{self, AstNode, TimePoint, TimeWindow};
use lsflint_syntax::{Node, SyntaxKind};

use super::walker::{Open, Walker};
use crate::context::{BlockContext, BranchContext, DirectiveContext, WindowContext};
use crate::diagnostic::limit_line;

/// Where a time window is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Value,
    Condition,
}

impl<'a> Walker<'a> {
    /// Runs the rules about blocks.
    pub(super) fn block(&mut self, node: Node<'a>) {
        let Some(block) = ast::Conditional::cast(node) else { return };
        let context = BlockContext { file: self.file, block };
        for check in &self.registry.block {
            check.run(&context, &mut self.found);
        }
    }

    /// Runs the rules about branches for a block and the blocks in it.
    pub(super) fn branch_times(&mut self, block: Node<'a>) {
        let Some(block) = ast::Conditional::cast(block).filter(|_| !self.registry.branch.is_empty()) else { return };
        for times in branch_times(block, self.file.weeks()) {
            let context = BranchContext { file: self.file, times: &times };
            for check in &self.registry.branch {
                check.run(&context, &mut self.found);
            }
        }
    }

    /// Visits the time windows below a node.
    pub(super) fn windows(&mut self, node: Node<'_>, place: Place) {
        let list: Vec<TimeWindow<'_>> = match node.kind() {
            SyntaxKind::TIME_WINDOWS => node.children().filter_map(TimeWindow::cast).collect(),
            _ => node.descendants().filter_map(TimeWindow::cast).collect(),
        };
        for &window in &list {
            let clocks = window.opens().and_then(TimePoint::clock).zip(window.closes().and_then(TimePoint::clock));
            let in_condition = place == Place::Condition;
            let context = WindowContext { file: self.file, in_condition, window, clocks, list: &list };
            for check in &self.registry.window {
                check.run(&context, &mut self.found);
            }
        }
    }

    pub(super) fn directive(&mut self, node: Node<'a>, open: Option<&Open<'a>>) {
        let Some(directive) = ast::Directive::cast(node) else { return };
        let before = self.found.len();
        let section = open.map(|it| it.context(self.file));
        let context = DirectiveContext { file: self.file, section, directive, after_section: self.after_section };
        for check in &self.registry.directive {
            check.run(&context, &mut self.found);
        }
        if let Some(condition) = directive.condition() {
            self.windows(condition, Place::Condition);
        }
        limit_line(&mut self.found, before);
    }
}
