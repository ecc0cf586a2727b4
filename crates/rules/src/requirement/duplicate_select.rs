use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, TextEdit, rule};
use lsflint_syntax::{Node, ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, content_range, form_error, innermost, operand, short, with_all_before};

rule! {
    /// Finds a second selection in one string, with or without its keyword.
    ///
    /// # Effect
    /// The strict parser refuses the whole string. The older one keeps one of the two, and which one is not documented:
    /// half of the conditions do not count. Several `-R` options of bsub are another thing, LSF joins their selections.
    ///
    /// LSF says: `Error near "select": duplicate section.`
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
    /// Unsafe: conditions that LSF drops today begin to count.
    pub R006 "duplicate-select" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "one selection in a string, which also prints the message")],
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
        "duplicate section: this string has a selection already",
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
    // All selections are joined at once; the finding about the second one does it.
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

/// All conditions in one.
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
    use expect_test::expect;

    use crate::testing::{check_lenient_string, check_string, check_string_fix};

    // covers RR105, ST07, SE-022, SE-070, SE-090, SE-104
    #[test]
    fn one_string_has_one_selection() {
        check_string(
            "R006",
            "select[type==local] select[hname=abc]",
            expect![[r#"
                1:21-1:27 error duplicate section: this string has a selection already
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: write one selection: `type==local && hname=abc`
                  1:1-1:20 the first selection
            "#]],
        );
        check_string(
            "R006",
            "swp>1 select[mem>1]",
            expect![[r#"
                1:7-1:13 error duplicate section: this string has a selection already
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: write one selection: `swp>1 && mem>1`
                  1:1-1:6 the first selection
            "#]],
        );
        check_lenient_string(
            "R006",
            "select[linux] order[ut] select[fs]",
            expect![[r#"
                1:25-1:31 warning duplicate section: this string has a selection already
                  effect: LSF may ignore one of the two selections, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: write one selection: `linux && fs`
                  1:1-1:14 the first selection
            "#]],
        );
    }

    #[test]
    fn terms_have_one_each() {
        check_string("R006", "1*{select[linux]} + 2*{select[fs]}", expect![[""]]);
    }

    // covers SE-023
    #[test]
    fn joins_them() {
        check_string_fix("R006", "select[mem>0] select[maxmem>0]", "select[mem>0 && maxmem>0]");
        check_string_fix(
            "R006",
            "linux || fs order[ut] select[mem>1] select[fs]",
            "(linux || fs) && mem>1 && fs order[ut]",
        );
        check_string_fix("R006", "select[mem>0] select[fs] rusage[mem=1]", "select[mem>0 && fs] rusage[mem=1]");
    }
}
