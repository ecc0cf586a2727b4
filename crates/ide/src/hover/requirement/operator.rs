//! Operators, functions and brackets of selections.

use lsflint_spec::SELECTION_FUNCTIONS;
use lsflint_syntax::SyntaxKind::*;
use lsflint_syntax::{TextRange, Token};

use crate::hover::{Page, Scene};

/// An operator. `None` for brackets and what else belongs to the whole string.
pub(super) fn at(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let parent = scene.spot.path.last()?.kind();
    let (what, text) = match (token.kind(), parent) {
        (OR_OR, ALTERNATIVE | ALTERNATIVE_BRANCH | RES_REQ) => {
            ("alternatives", "The part behind it is tried where the one before it finds no hosts.")
        }
        (OR_OR, RUSAGE_SECTION | USAGE_ALTERNATIVE) => {
            ("alternatives of a reservation", "LSF reserves the first side that a host can give.")
        }
        (OR_OR, _) => ("or", "Holds where one of the two sides does."),
        (AND_AND, _) => ("and", "Holds where both sides do."),
        (EQ_EQ, _) => ("equal", "Holds where both sides are equal. Texts are compared with case."),
        (BANG_EQ, _) => ("not equal", "Holds where the two sides differ."),
        (LT, COMPARISON) => ("less", "Holds where the left side is smaller."),
        (LT_EQ, COMPARISON) => ("less or equal", "Holds where the left side is not larger."),
        (GT, COMPARISON) => ("greater", "Holds where the left side is larger."),
        (GT_EQ, COMPARISON) => ("greater or equal", "Holds where the left side is not smaller."),
        (BANG, UNARY_EXPR) => ("not", "Holds where what follows does not."),
        (BANG, ORDER_SECTION) => ("sorted again", "Hosts are sorted again just before the job starts."),
        (BANG, _) => ("configured slots", "As many tasks as `MXJ` of lsb.hosts allows."),
        (MINUS, ORDER_KEY | ORDER_SECTION) => ("reversed", "Turns the order of this resource round."),
        (PLUS, COMPOUND | COMPOUND_TERM | RES_REQ) => ("and", "The next group of slots of the same job."),
        (PLUS | MINUS | SLASH | STAR, ARITHMETIC) => ("arithmetic", "Computed before it is compared."),
        (STAR, COMPOUND_TERM) => ("slots", "The number before it is how many slots the braces are for."),
        (AT, ALTERNATIVE_DELAY) => ("delay", "Minutes after submission from which on this part is tried."),
        (COLON, USAGE_GROUP | RUSAGE_SECTION | USAGE_ALTERNATIVE) => {
            ("same group", "What stands between commas shares one `duration` and `decay`.")
        }
        (COMMA, USAGE_ALTERNATIVE | RUSAGE_SECTION) => {
            ("next group", "What follows has a `duration` and `decay` of its own.")
        }
        (COLON, ORDER_SECTION) => ("then", "Hosts that are equal so far are sorted by what follows."),
        _ => return None,
    };
    let mut page = Page::new(token.raw(), what);
    page.text(text);
    Some((token.range(), page))
}

/// `defined` and its like.
pub(super) fn function(_: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let name = token.text();
    if !SELECTION_FUNCTIONS.contains(&&*name) {
        return None;
    }
    let mut page = Page::new(&format!("{name}()"), "function of `select`");
    page.text("Holds on hosts that have the resource, whatever its value is.");
    page.fact("for resources of the site: built-in ones are there on every host");
    Some((token.range(), page))
}
