use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, TextEdit, rule};
use lsflint_syntax::{ResReqError, SyntaxKind, TextRange};

use crate::requirement::common::{
    Judge, content_range, form_error, innermost, operand, shown, with_all_before, with_blanks,
};

rule! {
    /// Finds text between or behind the sections: `order[ut] linux`, `linux rusage[mem=100] fast`.
    ///
    /// # Effect
    /// Only text before the first section is a selection. The strict parser refuses the whole string; the older one
    /// reads over the words, so that jobs also go to hosts that do not have what the words ask for.
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
    /// Unsafe: a condition that counts for nothing today begins to select hosts.
    ///
    /// # Notes
    /// Observed in two open-source readers: the words are dropped without a message.
    pub R005 "implicit-select-not-first" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "an implicit selection stands first, nothing follows the last section"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let text = &*shown(context.text());
    let range = context.error.range;
    let (message, help, fix) = match form_error(context) {
        Some(ResReqError::ImplicitSelectNotFirst) => (
            format!("`{text}` follows a section, so it is no selection"),
            format!("write `select[{text}]`, or put it first"),
            Some(Fix::replace(
                Applicability::Unsafe,
                "write `select[...]`",
                range,
                format!("select[{}]", context.text()),
            )),
        ),
        Some(ResReqError::LooseText) => (
            format!("`{text}` stands outside of the sections"),
            format!("if it is a condition, write it into the selection: `... && {text}`; else remove it"),
            into_selection(context, range),
        ),
        Some(ResReqError::SeparatorBetweenSections) => (
            format!("`{text}` between two sections"),
            "separate sections with a blank".to_owned(),
            Some(Fix::replace(
                Applicability::Unsafe,
                format!("remove `{text}`"),
                with_blanks(&context.file.file.text, range),
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

/// Joins loose text to the selection of its string, when it looks like a condition.
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
                         ^^^^^ R005 error `linux` follows a section, so it is no selection
            = fixed: rusage[mem=2000] select[linux]
        //#
        //- lsf.conf
        LSF_STRICT_RESREQ=N
        //- resreq
        span[hosts=1] linux
                      ^^^^^ R005 warning `linux` follows a section, so it is no selection
                      = effect: LSF may ignore `linux`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: span[hosts=1] select[linux]

        //# words outside of sections do nothing
        //- resreq
        linux rusage[mem=16000] microcs73
                                ^^^^^^^^^ R005 error `microcs73` stands outside of the sections
            = fixed: linux && microcs73 rusage[mem=16000]
        select[linux] foo rusage[mem=1]
                      ^^^ R005 error `foo` stands outside of the sections
            = fixed: select[linux && foo] rusage[mem=1]
        //#
        //- lsf.conf
        LSF_STRICT_RESREQ=N
        //- resreq
        select[linux] rusage[mem=10] gpu
                                     ^^^ R005 warning `gpu` stands outside of the sections
            = fixed: select[linux && gpu] rusage[mem=10]

        //# sections are not separated by signs
        //- resreq
        select[mem>100],rusage[mem=50]
                       ^ R005 error `,` between two sections
            = fixed: select[mem>100] rusage[mem=50]

        //# a selection with brackets may be anywhere
        //- resreq
        rusage[mem=100] select[swp >15]

        //# gives the words a place
        //- resreq
        linux || fs rusage[mem=1] fast
                                  ^^^^ R005 error `fast` stands outside of the sections
            = fixed: (linux || fs) && fast rusage[mem=1]
        select[linux] fast rusage[mem=1]
                      ^^^^ R005 error `fast` stands outside of the sections
            = fixed: select[linux && fast] rusage[mem=1]
        select[linux], rusage[mem=1]
                     ^ R005 error `,` between two sections
            = fixed: select[linux] rusage[mem=1]
    "#]];
}
