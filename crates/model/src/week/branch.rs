//! Determines when the branches of an `#if` can be active.

use lsflint_syntax::ast::{self, AstNode, TimeExpression};
use lsflint_syntax::{Parent, SyntaxKind};

use super::{Week, WeekReader, Zoned};

/// A branch of an `#if` block, and when it can be active.
#[derive(Debug, Clone)]
pub struct BranchTimes<'t> {
    /// The block it is a branch of.
    pub block: ast::Conditional<'t>,
    /// The branch: a directive and the lines it governs.
    pub branch: ast::Branch<'t>,
    /// When its condition is true; `None` for `#else`, and if unknown.
    pub condition: Option<Zoned>,
    /// The maximum times at which the enclosing branch is active.
    pub outer: Week,
    /// Whether it is certainly active or inactive.
    pub activity: Activity,
}

/// Whether a branch can ever be active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Activity {
    /// Never, for this reason.
    Never(Reason),
    /// Whenever it is evaluated, for this reason.
    Always(Reason),
    /// At some times, or unknown.
    Sometimes,
}

/// The cause of a certain activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The condition of the branch.
    Condition,
    /// The preceding branches of the block.
    Earlier,
    /// The branch that contains the block.
    Outer,
}

/// The branches of a block and of all nested blocks, in order. Blocks in a branch that is never active are left out.
pub fn branch_times<'t>(block: ast::Conditional<'t>, reader: WeekReader<'t>) -> Vec<BranchTimes<'t>> {
    let mut found = Vec::new();
    // Times are compared in the time zone of the first known condition.
    visit(block, &Week::always(), &mut None, reader, &mut found);
    found
}

/// Adds the branches of a block. `outer`: the maximum times at which the block is active.
fn visit<'t>(
    block: ast::Conditional<'t>,
    outer: &Week,
    zone: &mut Option<Option<String>>,
    reader: WeekReader<'t>,
    found: &mut Vec<BranchTimes<'t>>,
) {
    // The maximum times at which no branch so far is active.
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

/// The activity of a branch. `own`: when its condition is true; `holds`: the same if it can be compared; `active`: the
/// maximum times at which the branch is active.
fn activity(own: Option<&Week>, holds: Option<&Week>, active: &Week, outer: &Week) -> Activity {
    if own.is_some_and(Week::is_never) {
        return Activity::Never(Reason::Condition);
    }
    if own.is_some_and(Week::is_always) {
        // A branch after one that is always active is never active; the more important fact is reported.
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

/// The outermost blocks below a node, including those in its sections.
pub(crate) fn blocks_in<'t>(node: impl Into<Parent<'t>>) -> Vec<ast::Conditional<'t>> {
    let mut found = Vec::new();
    for child in node.into().children() {
        match child.kind() {
            SyntaxKind::CONDITIONAL => found.extend(ast::Conditional::cast(child)),
            SyntaxKind::SECTION => found.extend(blocks_in(child)),
            _ => {}
        }
    }
    found
}
