//! The grammars of values other than requirement strings: every documented form, every recovery, near misses.

mod aps;
mod ast;
mod elim;
mod lists;
mod numbers;
mod oracle;
mod policies;
mod properties;
mod resources;
mod shapes;
mod time;

use expect_test::Expect;
use lsflint_spec::Grammar;
use lsflint_syntax::{Parse, parse_value};

/// The tree and the errors of a value.
fn check(grammar: Grammar, text: &str, expected: Expect) {
    let parse = parse_value(text, grammar);
    assert_lossless(&parse, text);
    expected.assert_eq(&parse.dump());
}

/// Values without an error.
fn accepts(grammar: Grammar, values: &[&str]) {
    for text in values {
        let parse = parse_value(text, grammar);
        assert_lossless(&parse, text);
        assert!(parse.errors().is_empty(), "`{text}`: {}", errors(&parse, text));
        assert!(!parse.dump().contains("ERROR_TEXT"), "`{text}` has error text and no error");
    }
}

/// The errors of several values: kind and text of each.
fn check_errors(grammar: Grammar, values: &[&str], expected: Expect) {
    let mut found = String::new();
    for text in values {
        let parse = parse_value(text, grammar);
        assert_lossless(&parse, text);
        found.push_str(&format!("{text}\n{}", errors(&parse, text)));
    }
    expected.assert_eq(&found);
}

fn errors(parse: &Parse, text: &str) -> String {
    let mut out = String::new();
    for error in parse.errors() {
        let at = match &text[error.range] {
            "" => format!("the end, {:?}", error.range.start()),
            part => format!("`{part}`"),
        };
        out.push_str(&format!("    {:?} at {at}\n", error.kind));
    }
    out
}

fn assert_lossless(parse: &Parse, text: &str) {
    assert_eq!(parse.root().text(), text);
    for error in parse.errors() {
        assert!(usize::from(error.range.end()) <= text.len());
        assert!(
            !error.range.is_empty() || usize::from(error.range.start()) >= text.trim_end().len(),
            "{error:?} in `{text}`"
        );
    }
}
