//! Kinds of growth that are made from the examples of the rules: whatever a rule looks at is repeated.

use lsflint_lint::{DocBlock, example_files};
use lsflint_spec::FileKind;

use super::kinds::{Kind, Work};
use super::site::{Site, each, joined};

/// How an example grows.
type Repeat = fn(&str, usize) -> String;

/// Ways to repeat the text of a file.
const WAYS: [(&str, Repeat); 3] = [
    ("sections", |text, n| text.repeat(n)),
    ("sections with other names", |text, n| each(n, |it| lines(text, |line| vec![renamed(line, it)]))),
    ("words and rows", |text, n| lines(text, |line| repeated(line, n))),
];

/// Each example of a rule, repeated in each way.
pub(super) fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for rule in lsflint_rules::all().iter() {
        let doc = rule.meta.doc();
        let blocks = doc.section("Example").map_or(&[][..], |it| &it.blocks);
        let code = blocks.iter().find_map(|it| match it {
            DocBlock::Code { info, text } => Some(example_files(info, text)),
            _ => None,
        });
        let Some(files) = code.filter(|it| it.iter().all(|it| FileKind::from_name(&it.0).is_some())) else { continue };
        for (way, repeat) in WAYS {
            let files = files.clone();
            let site =
                move |n| files.iter().fold(Site::new(), |site, (name, text)| site.with(placed(name), repeat(text, n)));
            kinds.push(Kind {
                name: format!("{} example, {way}", rule.meta.code).into(),
                work: Work::Check,
                files: Box::new(site),
            });
        }
    }
    kinds
}

/// The name of a file in the cluster of a site.
fn placed(name: &str) -> &str {
    if name.starts_with("lsf.cluster") { "lsf.cluster.c" } else { name }
}

/// Converts the lines between `Begin` and `End`, but not the header of a table.
fn lines(text: &str, convert: impl Fn(&str) -> Vec<String>) -> String {
    let mut found = String::new();
    let mut after_begin = false;
    for line in text.lines() {
        let is_mark = ["Begin", "End", "#"].iter().any(|it| line.trim_start().starts_with(it));
        let is_header = after_begin && !line.contains('=');
        after_begin = line.trim_start().starts_with("Begin");
        let lines = if is_mark || is_header { vec![line.to_owned()] } else { convert(line) };
        lines.iter().for_each(|it| {
            found += it;
            found.push('\n');
        });
    }
    found
}

/// A value with `n` times its words, or `n` rows.
fn repeated(line: &str, n: usize) -> Vec<String> {
    match line.split_once('=') {
        Some((key, value)) => vec![format!("{key}= {}", joined(n, " ", |it| renamed(value.trim(), it)))],
        None => (0..n).map(|it| renamed(line, it)).collect(),
    }
}

/// A row or value with other names: each has a number, but for the first time.
fn renamed(line: &str, number: usize) -> String {
    let value = line.find('=').map_or(0, |it| it + 1);
    if number == 0 {
        return line.to_owned();
    }
    let (mut found, rest) = (line[..value].to_owned(), &line[value..]);
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let mut is_name = false;
    for (at, it) in rest.char_indices() {
        let starts = !rest[..at].ends_with(is_part);
        is_name = is_part(it) && if starts { it.is_ascii_alphabetic() } else { is_name };
        found.push(it);
        if is_name && !rest[at + it.len_utf8()..].starts_with(is_part) {
            found += &format!("x{number}");
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "Begin Queue\nQUEUE_NAME = a\nUSERS = u1 ~g\nEnd Queue\nBegin Host\nHOST_NAME MXJ\nh1 4\nEnd Host\n";

    #[test]
    fn sections() {
        assert_eq!(WAYS[0].1(TEXT, 2), [TEXT, TEXT].concat());
    }

    #[test]
    fn sections_with_other_names() {
        let other = TEXT.replace("= a", "= ax1").replace("u1 ~g", "u1x1 ~gx1").replace("h1 4", "h1x1 4");
        assert_eq!(WAYS[1].1(TEXT, 2), [TEXT, &other].concat());
    }

    #[test]
    fn words_and_rows() {
        let expected =
            TEXT.replace("= a", "= a ax1").replace("u1 ~g", "u1 ~g u1x1 ~gx1").replace("h1 4", "h1 4\nh1x1 4");
        assert_eq!(WAYS[2].1(TEXT, 2), expected);
    }
}
