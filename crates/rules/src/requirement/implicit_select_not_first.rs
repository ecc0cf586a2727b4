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
    use expect_test::expect;

    use crate::testing::{check_lenient_string, check_string, check_string_fix};

    // covers RR106, ST13, SE-082, SE-088
    #[test]
    fn a_selection_without_brackets_stands_first() {
        check_string(
            "R005",
            "rusage[mem=2000] linux",
            expect![[r#"
                1:18-1:23 error `linux` follows a section, so it is no selection
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: write `select[linux]`, or put it first
            "#]],
        );
        check_lenient_string(
            "R005",
            "span[hosts=1] linux",
            expect![[r#"
                1:15-1:20 warning `linux` follows a section, so it is no selection
                  effect: LSF may ignore `linux`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: write `select[linux]`, or put it first
            "#]],
        );
    }

    // covers RR107, ST12, SE-080
    #[test]
    fn words_outside_of_sections_do_nothing() {
        check_string(
            "R005",
            "linux rusage[mem=16000] microcs73",
            expect![[r#"
                1:25-1:34 error `microcs73` stands outside of the sections
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: if it is a condition, write it into the selection: `... && microcs73`; else remove it
            "#]],
        );
        check_lenient_string(
            "R005",
            "select[linux] rusage[mem=10] gpu",
            expect![[r#"
                1:30-1:33 warning `gpu` stands outside of the sections
                  effect: LSF may ignore `gpu`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: if it is a condition, write it into the selection: `... && gpu`; else remove it
            "#]],
        );
        check_string(
            "R005",
            "select[linux] foo rusage[mem=1]",
            expect![[r#"
                1:15-1:18 error `foo` stands outside of the sections
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: if it is a condition, write it into the selection: `... && foo`; else remove it
            "#]],
        );
    }

    #[test]
    fn sections_are_not_separated_by_signs() {
        check_string(
            "R005",
            "select[mem>100],rusage[mem=50]",
            expect![[r#"
                1:16-1:17 error `,` between two sections
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: separate sections with a blank
            "#]],
        );
    }

    // covers ST15, SE-025, SE-089, SE-094
    #[test]
    fn a_selection_with_brackets_stands_anywhere() {
        check_string("R005", "rusage[mem=100] select[swp >15]", expect![[""]]);
    }

    #[test]
    fn gives_the_words_a_place() {
        check_string_fix("R005", "rusage[mem=2000] linux", "rusage[mem=2000] select[linux]");
        check_string_fix("R005", "linux || fs rusage[mem=1] fast", "(linux || fs) && fast rusage[mem=1]");
        check_string_fix("R005", "select[linux] fast rusage[mem=1]", "select[linux && fast] rusage[mem=1]");
        check_string_fix("R005", "select[linux], rusage[mem=1]", "select[linux] rusage[mem=1]");
    }
}
