use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Severity, TextEdit, rule};
use lsflint_syntax::{StructureError, SyntaxKind, TextRange, TextSize, plain_text};

use crate::requirement::common::Judge;

rule! {
    /// Finds characters that look like a space, quote, dash or bracket but are not: no-break spaces, curly quotes, long
    /// dashes. They are often copied from a document or a chat.
    ///
    /// # Effect
    /// LSF reads them as letters: a no-break space joins two words, a curly quote becomes part of the value, and a long
    /// dash is not a minus. The finding is an error if LSF drops the line or rejects a requirement string because of
    /// it. Free text (`DESCRIPTION`, commands) and comments can contain any characters.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = “select[mem>500]”
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = "select[mem>500]"
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: LSF reads a different value, which is probably the intended one.
    pub F007 "lookalike-character" {
        family: File, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextWord_",
                "words end only at whitespace; all other bytes are part of the word",
            ),
            volclava(
                "lsf/intlib/resreq.c",
                "resToClassNew",
                "a requirement string with a character that no token begins with is rejected",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::Lookalike) {
        return;
    }
    let range = context.error.range;
    let Some(plain) = context.text().chars().next().and_then(plain_text) else { return };
    let point = context.text().chars().next().map_or(0, u32::from);
    let what = match plain {
        " " => "nonstandard space character".to_owned(),
        "" => "invisible character".to_owned(),
        plain => format!("character that only looks like `{plain}`"),
    };
    let edits = lookalikes(&context.file.file.text, range.start());
    let fix = Fix { applicability: Applicability::Unsafe, title: "write plain characters".into(), edits };
    let found = findings
        .report(range, format!("{what} (U+{point:04X})"))
        .consequence(Item::Value.rejected().possible().because("it reads the character as part of a word"))
        .help("type the plain character; the text was probably copied from a document")
        .fix(fix);
    if in_requirement(context) {
        found.severity(Severity::Error).consequence(Judge::of_error(context).rejected());
    }
}

/// Whether the character is in a requirement string, and not in a text in single quotes.
fn in_requirement(context: &ErrorContext<'_>) -> bool {
    let path = context.around();
    let Some(string) = path.iter().find(|it| matches!(it.kind(), SyntaxKind::RES_REQ | SyntaxKind::CONDITION)) else {
        return false;
    };
    let before = TextRange::new(string.range().start(), context.error.range.start());
    let start = usize::from(before.start());
    // A pair of single quotes around the whole string is none around a text.
    let whole = usize::from(context.file.file.text[start..].starts_with('\''));
    context.file.text(before).matches('\'').count().saturating_sub(whole) % 2 == 0
}

/// The replacements from an offset to the end of its line, except in its comment.
fn lookalikes(text: &str, from: TextSize) -> Vec<TextEdit> {
    let start = usize::from(from);
    let line = text[start..].split(['\n', '#']).next().unwrap_or_default();
    let edit = |(at, found): (usize, char)| {
        let at = from + TextSize::new(u32::try_from(at).ok()?);
        Some(TextEdit { range: TextRange::at(at, TextSize::of(found)), text: plain_text(found)?.to_owned() })
    };
    line.char_indices().filter_map(edit).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    crate::testing::fixture![[r#"
        //# no other finding in the line
        //- also P001
        //- each Queue
        PRIORITY⍽= 5
                ^ F007 error nonstandard space character (U+00A0)
            = fixed: PRIORITY = 5

        //# names what it looks like
        //- each Queue
        RUN_WINDOW = 8:00–9:00
                         ^ F007 error character that only looks like `-` (U+2013)
            = fixed: RUN_WINDOW = 8:00-9:00
        RES_REQ = “select[a]”
                  ^ F007 error character that only looks like `"` (U+201C)
            = fixed: RES_REQ = "select[a]"
        RES_REQ = type=='a–b'
                          ^ F007 warning character that only looks like `-` (U+2013)
            = fixed: RES_REQ = type=='a-b'

        //# before the value
        //- also P001
        //- each Queue
        RES_REQ ⍽ = select[mem>1]
                ^ F007 error nonstandard space character (U+00A0)
            = fixed: RES_REQ   = select[mem>1]

        //# free text and comments may hold anything
        //- each Queue
        DESCRIPTION = “x”
        PRIORITY = 5 # – high
    "#]];

    #[test]
    fn names_the_code_of_what_is_invisible() {
        check(
            "F007",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nUSERS = a\u{200b} b\nEnd Queue\n",
            expect![[r#"
                3:10-3:11 warning invisible character (U+200B)
                  effect: LSF may reject the value because it reads the character as part of a word
                  help: type the plain character; the text was probably copied from a document
            "#]],
        );
    }
}
