//! Values that are not read, because their whitespace is as it should be, are those that formatting would leave anyway.

use lsflint_fmt::{Options, apply, format, formatted};
use lsflint_spec::{FileKind, Layout};
use lsflint_syntax::parse;
use proptest::prelude::*;

/// Words and signs of all grammars, with the whitespace that matters between them.
const PIECES: [&str; 40] = [
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "a",
    "or",
    "and",
    "4",
    "mem",
    "rusage[",
    "select[",
    "order[",
    "USER_SHARES[",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    ", ",
    "&&",
    "||",
    "&",
    "|",
    "==",
    ">",
    "!",
    "'",
    "\"",
    "~",
    "@",
    ":",
    "-",
    "/",
    "time(",
    "EXCLUDE(",
    "1:00-2:00",
    "all",
];

fn kind() -> impl Strategy<Value = FileKind> {
    prop::sample::select(FileKind::ALL.to_vec())
}

fn value() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..12).prop_map(|it| it.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn formatting_without_a_tree_equals_formatting_with_one(
        kind in kind(),
        lines in prop::collection::vec((any::<prop::sample::Index>(), value(), 0usize..8), 1..8),
        first in any::<prop::sample::Index>(),
        known in any::<bool>(),
    ) {
        let keyed: Vec<_> = kind.spec().sections.iter().filter(|it| it.layout != Layout::Tabular).collect();
        prop_assume!(!keyed.is_empty());
        let section = first.get(&keyed);
        let lines = lines.iter().map(|(param, value, end)| {
            let name = if section.params.is_empty() { "NAME" } else { param.get(section.params).name };
            let end = ["\n", "\n", "\n", "  # why\n", "\n\n", "\n\n\n", " \n", "\n#else\n"][*end];
            format!("{name} = {value}{end}")
        });
        let lines: String = lines.collect();
        // LSF knows no section of the name that is not known.
        let name = if known { section.name } else { "Nothing" };
        let text = match section.name {
            "" => lines,
            _ => format!("Begin {name}\n{lines}End {name}\n"),
        };
        let with_tree = apply(&text, &format(&parse(&text, kind), &text, kind, Options::default()));
        let without = formatted(&text, kind, None, Options::default());
        prop_assert_eq!(without.unwrap_or(text), with_tree);
    }
}
