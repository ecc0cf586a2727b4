//! Hovers for special values of resources: `any`, `local`, host status values.

use lsflint_spec::{SELECTION_ANY, SELECTION_WORDS, STATUS_VALUES};
use lsflint_syntax::ast::resreq::Expr;
use lsflint_syntax::{SyntaxKind, TextRange, Token};

use crate::hover::{Page, Scene};
use crate::words;

/// The hover for the word at the cursor, if it is a special value of the compared resource.
pub(super) fn at(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let node = scene.spot.node_of(SyntaxKind::COMPARISON)?;
    let operands: Vec<Expr<'_>> = node.elements().filter_map(Expr::cast).collect();
    let first = operands.first().filter(|it| !it.range().contains_range(token.range()))?;
    let resource = first.as_name()?.text();
    let text = token.text();
    let word = text.trim_matches(['\'', '"']);
    match &*resource {
        "type" | "model" if SELECTION_WORDS.contains(&word) => {
            let mut page = Page::new(word, &format!("compared with `{resource}`"));
            page.text(if word == SELECTION_ANY {
                format!("Every host matches, whatever its {resource} is.")
            } else {
                format!("Hosts of the same {resource} as the submission host match.")
            });
            Some((token.range(), page))
        }
        "status" => {
            let status = STATUS_VALUES.iter().find(|it| it.name == word)?;
            let mut page = Page::new(word, "status of a host");
            page.text(words::full_sentence(status.summary));
            if !status.batch {
                page.fact("a status of lsload: `status` is compared with the statuses of bhosts");
            }
            Some((token.range(), page))
        }
        _ => None,
    }
}
