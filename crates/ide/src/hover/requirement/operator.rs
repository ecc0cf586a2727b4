//! Hovers for operators, functions and brackets of selections.

use lsflint_spec::{Direction, SELECTION_FUNCTIONS};
use lsflint_syntax::SyntaxKind::*;
use lsflint_syntax::{TextRange, Token};

use crate::hover::{Page, Scene};

/// The hover for an operator; `None` for brackets and other tokens that belong to the whole string.
pub(super) fn at(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let parent = scene.spot.path.last()?.kind();
    let (what, text) = match (token.kind(), parent) {
        (OR_OR, ALTERNATIVE | ALTERNATIVE_BRANCH | RES_REQ) => {
            ("alternatives", "LSF tries the part after `||` if the part before it cannot be satisfied.")
        }
        (OR_OR, RUSAGE_SECTION | USAGE_ALTERNATIVE) => {
            ("alternatives of a reservation", "LSF reserves the first alternative that a host can satisfy.")
        }
        (OR_OR, _) => ("or", "True if at least one side is true."),
        (AND_AND, _) => ("and", "True if both sides are true."),
        (EQ_EQ, _) => ("equal", "True if both sides are equal. Strings are case-sensitive."),
        (BANG_EQ, _) => ("not equal", "True if the sides differ."),
        (LT, COMPARISON) => ("less", "True if the left side is smaller."),
        (LT_EQ, COMPARISON) => ("less or equal", "True if the left side is smaller or equal."),
        (GT, COMPARISON) => ("greater", "True if the left side is larger."),
        (GT_EQ, COMPARISON) => ("greater or equal", "True if the left side is larger or equal."),
        (BANG, UNARY_EXPR) => ("not", "True if the operand is false."),
        (BANG, ORDER_SECTION) => ("sorted again", "Hosts are sorted again just before the job starts."),
        (BANG, _) => ("configured slots", "As many tasks as `MXJ` in lsb.hosts allows."),
        (MINUS, ORDER_KEY | ORDER_SECTION) => ("reversed", "Reverses the sort order of this resource."),
        (PLUS, COMPOUND | COMPOUND_TERM | RES_REQ) => ("and", "Adds another group of slots to the same job."),
        (PLUS | MINUS | SLASH | STAR, ARITHMETIC) => ("arithmetic", "Evaluated before the comparison."),
        (STAR, COMPOUND_TERM) => ("slots", "The number before it is the number of slots that the braces apply to."),
        (AT, ALTERNATIVE_DELAY) => ("delay", "Minutes after submission before LSF tries this part."),
        (COLON, USAGE_GROUP | RUSAGE_SECTION | USAGE_ALTERNATIVE) => {
            ("same group", "Resources between two commas share one `duration` and `decay`.")
        }
        (COMMA, USAGE_ALTERNATIVE | RUSAGE_SECTION) => {
            ("next group", "The next resources have their own `duration` and `decay`.")
        }
        (COLON, ORDER_SECTION) => ("then", "Hosts with equal values are sorted by the next key."),
        _ => return None,
    };
    let mut page = Page::new(token.raw(), what);
    page.text(text);
    page.fact(reversed(scene).unwrap_or_default());
    Some((token.range(), page))
}

/// What `-` does in the key of `order` at the cursor: the values that come first. `None` without `-`, or if the
/// resource has no direction.
///
/// Without `-`, LSF sorts from best to worst, in the direction of the resource; `-` sorts from worst to best. Source:
/// the page on order strings.
pub(in crate::hover) fn reversed(scene: &Scene<'_>) -> Option<String> {
    let key = scene.spot.node_of(ORDER_KEY)?;
    key.token(MINUS)?;
    let name = key.token(NAME)?.text();
    let first = match scene.view.resources().get(&name)?.direction? {
        Direction::Increasing => "large",
        Direction::Decreasing => "small",
    };
    Some(format!("`-{name}` sorts from worst to best: hosts with {first} values come first"))
}

/// The hover for a function such as `defined`.
pub(super) fn function(_: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let name = token.text();
    if !SELECTION_FUNCTIONS.contains(&&*name) {
        return None;
    }
    let mut page = Page::new(&format!("{name}()"), "function of `select`");
    page.text("True on hosts that have the resource, whatever its value.");
    page.fact("for site-defined resources: every host has the built-in ones");
    Some((token.range(), page))
}
