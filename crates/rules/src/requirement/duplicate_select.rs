use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, TextEdit, rule};
use lsflint_syntax::{Node, ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, content_range, form_error, innermost, operand, short, with_all_before};

rule! {
    /// Finds duplicate `select` sections in one string, with or without the keyword.
    ///
    /// # Effect
    /// The strict parser rejects the entire string. The older one uses one of the two, and which one is not documented,
    /// so half of the conditions are ignored. Several `-R` options of `bsub` are different: LSF combines their
    /// selections.
    /// LSF reports: `Error near "select": duplicate section.`
    ///
    /// # Example
    /// ```resreq
    /// select[mem>100] select[maxmem>1000]
    /// mem>100 rusage[mem=100] select[maxmem>1000]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem>100 && maxmem>1000]
    /// mem>100 && maxmem>1000 rusage[mem=100]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables conditions that LSF currently ignores.
    pub R006 "duplicate-select" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "one selection in a string, and the error message")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::DuplicateSelect) {
        return;
    }
    let range = context.error.range;
    let found = Judge::of_error(context).rejects_strictly(
        findings,
        range,
        "duplicate `select` section",
        Item::String.ignored().called("one of the two selections").possible(),
    );
    let selections = selections(context);
    let [first, ..] = selections[..] else { return };
    found.related(first.trimmed_range(), "the first selection");
    let merged = merged(context, &selections);
    match merged.as_deref().and_then(short) {
        Some(merged) => found.help(format!("write one selection: `{merged}`")),
        None => found.help("join the conditions with `&&` in one selection"),
    };
    // The fix of the finding about the second selection joins all of them.
    let second = selections.get(1).is_some_and(|it| it.range().contains_range(range));
    if let (Some(merged), true) = (merged, second)
        && let Some(fix) = join(context, &selections, merged)
    {
        found.fix(fix);
    }
}

fn selections<'a>(context: &ErrorContext<'a>) -> Vec<Node<'a>> {
    let Some(simple) = innermost(context, SyntaxKind::SIMPLE) else { return Vec::new() };
    let selection = |it: &Node<'_>| matches!(it.kind(), SyntaxKind::SELECT_SECTION | SyntaxKind::IMPLICIT_SELECT);
    simple.children().filter(selection).collect()
}

/// All conditions in one string.
fn merged(context: &ErrorContext<'_>, selections: &[Node<'_>]) -> Option<String> {
    let text = &*context.file.file.text;
    let parts: Option<Vec<&str>> = selections.iter().map(|it| content_range(text, *it).map(|it| &text[it])).collect();
    let parts = parts?;
    if parts.iter().any(|it| it.is_empty() || it.contains([':', ','])) {
        return None;
    }
    let parts: Vec<String> = parts.into_iter().map(operand).collect();
    Some(parts.join(" && "))
}

fn join(context: &ErrorContext<'_>, selections: &[Node<'_>], merged: String) -> Option<Fix> {
    let text = &*context.file.file.text;
    let (first, others) = selections.split_first()?;
    let content = content_range(text, *first)?;
    let mut edits = vec![TextEdit { range: content, text: merged }];
    for other in others {
        let floor = edits.last().map_or(content.end(), |it| it.range.end());
        edits.push(TextEdit { range: with_all_before(text, floor, other.trimmed_range()), text: String::new() });
    }
    Some(Fix { applicability: Applicability::Unsafe, title: "join the selections with `&&`".to_owned(), edits })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one string has one selection
        //- resreq
        select[type==local] select[hname=abc]
                            ^^^^^^ R006 error duplicate `select` section
            = fixed: select[type==local && hname=abc]
        swp>1 select[mem>1]
              ^^^^^^ R006 error duplicate `select` section
            = fixed: swp>1 && mem>1
        select[mem>0] select[maxmem>0]
                      ^^^^^^ R006 error duplicate `select` section
            = fixed: select[mem>0 && maxmem>0]
        linux || fs order[ut] select[mem>1] select[fs]
                              ^^^^^^ R006 error duplicate `select` section
                                            ^^^^^^ R006 error duplicate `select` section
            = fixed: (linux || fs) && mem>1 && fs order[ut]
        select[mem>0] select[fs] rusage[mem=1]
                      ^^^^^^ R006 error duplicate `select` section
            = fixed: select[mem>0 && fs] rusage[mem=1]
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        select[linux] order[ut] select[fs]
                                ^^^^^^ R006 warning duplicate `select` section
                                = effect: LSF may ignore one of the two selections, but the requirement string is
                                =   rejected with LSF_STRICT_RESREQ=Y
            = fixed: select[linux && fs] order[ut]

        //# terms have one each
        //- resreq: 1*{select[linux]} + 2*{select[fs]}
    "#]];
}
