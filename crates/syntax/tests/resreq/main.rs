//! Requirement strings: trees, errors, and what the typed tree says about them.

mod catalogue;
mod claims;
mod corpus;
mod properties;
mod recovery;
mod render;
mod trees;
mod typed;

use expect_test::Expect;
use lsflint_spec::Grammar;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::ResReq;
use lsflint_syntax::{Parse, parse_value};

/// Parses a requirement and makes sure that no byte is lost and every error points at something.
fn parse(input: &str) -> Parse {
    let parse = parse_value(input, Grammar::ResReq);
    assert_eq!(parse.root().text(), input);
    for error in parse.errors() {
        let text = input.get(std::ops::Range::<usize>::from(error.range));
        assert!(text.is_some_and(|it| !it.is_empty()), "{input:?}: {error:?}");
    }
    parse
}

/// The typed requirement of a parse.
fn requirement(parse: &Parse) -> Option<ResReq<'_>> {
    parse.root().children().find_map(ResReq::cast)
}

/// The errors of a requirement, one line each: kind and text.
fn errors(input: &str) -> String {
    let parse = parse(input);
    let line = |it: &lsflint_syntax::SyntaxError| {
        let kind = format!("{:?}", it.kind);
        let name = kind.strip_prefix("ResReq(").and_then(|it| it.strip_suffix(')')).unwrap_or(&kind);
        format!("{name} `{}`\n", &input[it.range])
    };
    parse.errors().iter().map(line).collect()
}

/// Compares the whole tree.
#[track_caller]
fn check(input: &str, expected: Expect) {
    expected.assert_eq(&parse(input).dump());
}

/// Expects a requirement without a form error.
#[track_caller]
fn clean(input: &str) {
    assert_eq!(errors(input), "", "{input}");
}

/// Expects exactly one error of a kind at a text.
#[track_caller]
fn one(input: &str, kind: &str, text: &str) {
    assert_eq!(errors(input), format!("{kind} `{text}`\n"), "{input}");
}
