//! What holds for every requirement.

use std::path::Path;

use proptest::prelude::*;

use super::generate::{condition, requirement};
use crate::requirement::*;

/// The normal form of what the text reads as.
#[track_caller]
fn read(text: &str, units: &Units) -> Requirement {
    let requirement = Requirement::parse(text).unwrap_or_else(|| panic!("`{text}` is a requirement"));
    requirement.normal(units)
}

/// Pieces of requirements; many rows of them are wrong.
const TOKENS: &[&str] = &[
    "select[",
    "order[",
    "rusage[",
    "span[",
    "same[",
    "cu[",
    "affinity[",
    "]",
    "] ",
    " ",
    "{",
    "}",
    "(",
    ")",
    "2*{",
    " + ",
    "||",
    "&&",
    "mem",
    "lic",
    "linux",
    "type",
    "model",
    "==",
    "=",
    "!=",
    ">",
    "<=",
    "!",
    "-",
    "+",
    "*",
    "/",
    ":",
    ",",
    "@5",
    "4GB",
    "0.5",
    "7",
    "1",
    "-1",
    "'a b'",
    "'!'",
    "any",
    "a-b",
    "defined(lic)",
    "mem=1",
    "lic=2/job",
    "duration=2h",
    "decay=1",
    "mem=(9 5)",
    "duration=(3)",
    "threshold=2",
    "hosts=1",
    "ptile=",
    "block=4",
    "stripe",
    "type=rack",
    "maxcus=2",
    "excl",
    "core",
    "core(2)",
    "(2,same=socket)",
    "*3",
    ":cpubind=core",
    ":distribute=pack(socket=1)",
    "select[mem>1] ",
    "rusage[mem=1:",
    "{linux}",
    "2*{linux}",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(requirement in requirement()) {
        for units in [Units::MB, Units::UNKNOWN] {
            let normal = requirement.normal(&units);
            prop_assert_eq!(&read(&requirement.to_string(), &units), &normal);
            prop_assert_eq!(&read(&normal.to_string(), &units), &normal);
            prop_assert_eq!(&normal.normal(&units), &normal, "a normal form is its own");
        }
    }

    #[test]
    fn whatever_is_understood_reads_back(tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..14)) {
        let text = tokens.concat();
        if let Some(requirement) = Requirement::parse(&text) {
            let printed = requirement.to_string();
            prop_assert_eq!(read(&printed, &Units::MB), requirement.normal(&Units::MB), "`{}` as `{}`", text, printed);
        }
    }

    #[test]
    fn operands_have_no_order(mut operands in prop::collection::vec(condition(), 2..5)) {
        let normal = |operands: &[Expr]| {
            let simple = Simple { select: operands.to_vec(), ..Simple::default() };
            (simple.normal(&Units::MB), Expr::Or(operands.to_vec()).normal(&Units::MB))
        };
        let before = normal(&operands);
        operands.reverse();
        prop_assert_eq!(&normal(&operands), &before);
        operands.rotate_left(1);
        prop_assert_eq!(&normal(&operands), &before);
    }
}

/// Strings that people wrote. Many are wrong, and no requirement; the others print and read back.
#[test]
fn strings_found_in_public_files() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("LSFLINT_SHARED").map_or_else(|| repository.join("../shared"), Into::into);
    let Ok(text) = std::fs::read_to_string(shared.join("corpus/resreq-in-the-wild.txt")) else {
        eprintln!("skipped: the shared folder has no strings");
        return;
    };
    let mut understood = 0;
    for line in text.lines().filter(|it| !it.starts_with('#')) {
        let (string, _) = line.split_once('\t').unwrap_or((line, ""));
        if let Some(requirement) = Requirement::parse(string) {
            understood += 1;
            let printed = requirement.to_string();
            assert_eq!(read(&printed, &Units::MB), requirement.normal(&Units::MB), "{string} as {printed}");
        }
    }
    assert!(understood > 90, "{understood}");
}
