//! When the branches of an `#if` can be active.

use lsflint_syntax::ast::{self, AstNode, TimeExpression};
use lsflint_syntax::{Node, SyntaxKind};

use super::{Week, WeekReader, Zoned};

/// A branch of an `#if` block, and when it can be active.
#[derive(Debug, Clone)]
pub struct BranchTimes<'t> {
    /// The block it is a branch of.
    pub block: ast::Conditional<'t>,
    /// The branch: a directive and the lines it governs.
    pub branch: ast::Branch<'t>,
    /// When its own condition holds: `None` for `#else`, and where that is not known.
    pub condition: Option<Zoned>,
    /// When the branch around the block is active, at most.
    pub outer: Week,
    /// What is sure about it.
    pub activity: Activity,
}

/// Whether a branch can ever be active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Activity {
    /// Never.
    Never(Reason),
    /// Whenever it is asked for.
    Always(Reason),
    /// At some times, or that is not known.
    Sometimes,
}

/// Where it is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The condition itself.
    Condition,
    /// The branches of the block before it.
    Earlier,
    /// The branch around the block.
    Outer,
}

/// The branches of a block and of all blocks in them, in order. Those in a branch that is never active are left out.
pub fn branch_times<'t>(block: ast::Conditional<'t>, reader: WeekReader<'t>) -> Vec<BranchTimes<'t>> {
    let mut found = Vec::new();
    // Everything is compared in the zone of the first condition that can be read.
    visit(block, &Week::always(), &mut None, reader, &mut found);
    found
}

/// `outer`: no line of the block is active at another time.
fn visit<'t>(
    block: ast::Conditional<'t>,
    outer: &Week,
    zone: &mut Option<Option<String>>,
    reader: WeekReader<'t>,
    found: &mut Vec<BranchTimes<'t>>,
) {
    // When no branch so far is active, at most.
    let mut left = outer.clone();
    for branch in block.branches() {
        let condition = condition(branch).and_then(|it| reader.expression(it));
        let comparable = condition.as_ref().filter(|it| *zone.get_or_insert_with(|| it.zone.clone()) == it.zone);
        let holds = comparable.map(|it| &it.week);
        let active = holds.map_or_else(|| left.clone(), |it| left.intersection(it));
        let activity = activity(condition.as_ref().map(|it| &it.week), holds, &active, outer);
        if let Some(holds) = holds {
            left = left.minus(holds);
        }
        found.push(BranchTimes { block, branch, condition, outer: outer.clone(), activity });
        if !active.is_never() && !matches!(activity, Activity::Never(_)) {
            for inner in blocks_in(branch.node()) {
                visit(inner, &active, zone, reader, found);
            }
        }
    }
}

/// `own`: when the condition holds; `holds`: the same, when it can be compared; `active`: when the branch is, at most.
fn activity(own: Option<&Week>, holds: Option<&Week>, active: &Week, outer: &Week) -> Activity {
    if own.is_some_and(Week::is_never) {
        return Activity::Never(Reason::Condition);
    }
    if own.is_some_and(Week::is_always) {
        // A branch after one like that is never active; say the more important thing.
        return if active.is_never() { Activity::Never(Reason::Earlier) } else { Activity::Always(Reason::Condition) };
    }
    if active.is_never() {
        let beside_outer = holds.is_some_and(|it| !it.meets(outer));
        return Activity::Never(if beside_outer { Reason::Outer } else { Reason::Earlier });
    }
    match holds {
        Some(holds) if outer.is_within(holds) => Activity::Always(Reason::Outer),
        _ => Activity::Sometimes,
    }
}

/// The condition of the directive of a branch.
fn condition(branch: ast::Branch<'_>) -> Option<TimeExpression<'_>> {
    TimeExpression::of_condition(branch.directive()?.condition()?)
}

/// The blocks below a node that are in no other block, those in its sections included.
fn blocks_in<'t>(node: Node<'t>) -> Vec<ast::Conditional<'t>> {
    let mut found = Vec::new();
    for child in node.children() {
        match child.kind() {
            SyntaxKind::CONDITIONAL => found.extend(ast::Conditional::cast(child)),
            SyntaxKind::SECTION => found.extend(blocks_in(child)),
            _ => {}
        }
    }
    found
}
