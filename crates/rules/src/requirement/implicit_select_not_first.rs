use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, TextEdit, rule};
use lsflint_syntax::{ResReqError, SyntaxKind, TextRange};

use crate::requirement::common::{
    Judge, content_range, form_error, innermost, operand, shown, with_all_before, with_whitespace,
};

rule! {
    /// Finds text between or after the sections: `order[ut] linux`, `linux rusage[mem=100] fast`.
    ///
    /// # Effect
    /// Only text before the first section is a selection. The strict parser rejects the entire string; the older one
    /// ignores the text, so that LSF also dispatches jobs to hosts that do not meet it.
    ///
    /// # Example
    /// ```resreq
    /// order[ut] linux
    /// linux rusage[mem=100] fast
    /// select[linux], rusage[mem=100]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// linux order[ut]
    /// linux && fast rusage[mem=100]
    /// select[linux] rusage[mem=100]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a condition that LSF currently ignores.
    pub R005 "implicit-select-not-first" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "an implicit selection comes first, nothing follows the last section"),
            volclava("lsf/intlib/resreq.c", "parseSection", "text before a section that has `select[...]` is not read"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let text = &*shown(context.text());
    let range = context.error.range;
    let (message, help, fix) = match form_error(context) {
        Some(ResReqError::ImplicitSelectNotFirst) => (
            format!("selection `{text}` after a section"),
            format!("write `select[{text}]`, or move it to the beginning"),
            Some(Fix::replace(
                Applicability::Unsafe,
                "write `select[...]`",
                range,
                format!("select[{}]", context.text()),
            )),
        ),
        Some(ResReqError::LooseText) => (
            format!("unexpected `{text}` outside the sections"),
            format!("remove it, or add it to the selection if it is a condition: `... && {text}`"),
            into_selection(context, range),
        ),
        Some(ResReqError::SeparatorBetweenSections) => (
            format!("unexpected `{text}` between two sections"),
            "separate sections with a space".to_owned(),
            Some(Fix::replace(
                Applicability::Unsafe,
                format!("remove `{text}`"),
                with_whitespace(&context.file.file.text, range),
                " ",
            )),
        ),
        _ => return,
    };
    let today = Item::String.ignored().called(format!("`{text}`")).possible();
    let found = Judge::of_error(context).rejects_strictly(findings, range, message, today).help(help);
    if let Some(fix) = fix {
        found.fix(fix);
    }
}

/// Joins text outside the sections to the selection of its string, when it looks like a condition.
fn into_selection(context: &ErrorContext<'_>, range: TextRange) -> Option<Fix> {
    let text = &*context.file.file.text;
    let simple = innermost(context, SyntaxKind::SIMPLE)?;
    let selection = simple
        .children()
        .find(|it| matches!(it.kind(), SyntaxKind::SELECT_SECTION | SyntaxKind::IMPLICIT_SELECT))
        .filter(|it| it.range().end() <= range.start())?;
    let condition = &text[range];
    let plain = |it: char| it.is_alphanumeric() || "_ <>=!&|.()'".contains(it);
    if !condition.chars().all(plain) || !condition.starts_with(|it: char| it.is_alphabetic() || it == '!') {
        return None;
    }
    let content = content_range(text, selection)?;
    let joined = format!("{} && {}", operand(&text[content]), operand(condition));
    Some(Fix {
        applicability: Applicability::Unsafe,
        title: "join it to the selection".to_owned(),
        edits: vec![
            TextEdit { range: content, text: joined },
            TextEdit { range: with_all_before(text, content.end(), range), text: String::new() },
        ],
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a selection without brackets comes first
        //- resreq
        rusage[mem=2000] linux
                         ^^^^^ R005 error selection `linux` after a section
            = fixed: rusage[mem=2000] select[linux]
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        span[hosts=1] linux
                      ^^^^^ R005 warning selection `linux` after a section
                      = effect: LSF may ignore `linux`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: span[hosts=1] select[linux]

        //# words outside of sections do nothing
        //- resreq
        linux rusage[mem=16000] microcs73
                                ^^^^^^^^^ R005 error unexpected `microcs73` outside the sections
            = fixed: linux && microcs73 rusage[mem=16000]
        select[linux] foo rusage[mem=1]
                      ^^^ R005 error unexpected `foo` outside the sections
            = fixed: select[linux && foo] rusage[mem=1]
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        select[linux] rusage[mem=10] gpu
                                     ^^^ R005 warning unexpected `gpu` outside the sections
            = fixed: select[linux && gpu] rusage[mem=10]

        //# sections are not separated by signs
        //- resreq
        select[mem>100],rusage[mem=50]
                       ^ R005 error unexpected `,` between two sections
            = fixed: select[mem>100] rusage[mem=50]

        //# a selection with brackets may be anywhere
        //- resreq: rusage[mem=100] select[swp >15]

        //# gives the words a place
        //- resreq
        linux || fs rusage[mem=1] fast
                                  ^^^^ R005 error unexpected `fast` outside the sections
            = fixed: (linux || fs) && fast rusage[mem=1]
        select[linux] fast rusage[mem=1]
                      ^^^^ R005 error unexpected `fast` outside the sections
            = fixed: select[linux && fast] rusage[mem=1]
        select[linux], rusage[mem=1]
                     ^ R005 error unexpected `,` between two sections
            = fixed: select[linux] rusage[mem=1]
    "#]];
}
