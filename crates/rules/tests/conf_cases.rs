//! What we say about small files whose reading by two open-source readers of the format is recorded.
//!
//! `testdata/oracle/conf-cases` holds one file per case, the `base.*` files of the cluster they were read with, and
//! `expected.tsv`, whose last column is our reading: what a linter has to say. `conf-cases.expected` is what we say,
//! one line per case:
//!
//! `case` TAB `LINE CODE SEVERITY, ...` or `clean` TAB what is wanted TAB why we differ, or nothing when we do not
//!
//! `UPDATE_EXPECT=1` writes the second column anew and takes out reasons that are no longer needed; one that begins
//! with `!` stays, because there the finding on the wanted line is about something else. A case that differs needs a
//! reason, by hand.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use lsflint_lint::{Registry, Settings, Severity, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// One case and what is wanted of it.
struct Case {
    name: String,
    kind: FileKind,
    wanted: String,
}

/// A finding as the table shows it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    line: usize,
    code: &'static str,
    severity: Severity,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/oracle/conf-cases")
}

fn table_path() -> PathBuf {
    folder().with_extension("expected")
}

fn cases() -> Vec<Case> {
    let table = read("expected.tsv");
    let rows = table.lines().filter(|it| !it.starts_with('#') && !it.is_empty());
    let case = |row: &str| {
        let columns: Vec<&str> = row.split('\t').collect();
        let kind = FileKind::from_name(columns[1]).expect("the second column is a file of LSF");
        Case { name: columns[0].to_owned(), kind, wanted: columns[6].to_owned() }
    };
    rows.map(case).collect()
}

fn read(name: &str) -> String {
    let path = folder().join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8(bytes).expect("the cases are UTF-8")
}

fn source(kind: FileKind, text: String) -> SourceFile {
    let path = if kind == FileKind::LsfCluster { "lsf.cluster.c1" } else { kind.name() };
    SourceFile::new(path, kind, text)
}

/// The findings of a case, read together with the base files of the other kinds. Cases of lsf.conf are about its lines
/// alone.
fn findings(case: &Case, registry: &Registry, settings: &Settings) -> Vec<Found> {
    let mut files = vec![source(case.kind, read(&case.name))];
    let base = [FileKind::LsfShared, FileKind::LsfCluster, FileKind::LsbHosts, FileKind::LsbUsers];
    for kind in base.into_iter().filter(|it| *it != case.kind && case.kind != FileKind::LsfConf) {
        files.push(source(kind, read(&format!("base.{}", kind.name()))));
    }
    let cluster = Cluster::of(&files, None);
    let text = &files[0].text;
    let found = |it: &lsflint_lint::Diagnostic| Found {
        line: text[..usize::from(it.range.start())].matches('\n').count() + 1,
        code: it.rule.code,
        severity: it.severity,
    };
    let mut all: Vec<Found> = check_file(&files[0], &cluster, settings, registry).iter().map(found).collect();
    all.sort();
    all
}

fn shown(found: &[Found]) -> String {
    let words: Vec<String> = found.iter().map(|it| format!("{} {} {}", it.line, it.code, it.severity)).collect();
    if words.is_empty() { "clean".to_owned() } else { words.join(", ") }
}

/// Whether the findings are what the last column asks for: nothing above an information for `nothing`; else more than a
/// hint on every line it names (anywhere, if it names none), and no error or warning on other lines. A hint does where
/// an information is wanted.
fn agrees(wanted: &str, found: &[Found]) -> bool {
    let loud = |it: &&Found| it.severity >= Severity::Warning;
    if wanted.starts_with("nothing") {
        return !found.iter().any(|it| loud(&it));
    }
    let lines = lines_of(wanted);
    let heard = |it: &Found| it.severity > Severity::Hint || wanted.contains("information");
    if lines.is_empty() {
        return found.iter().any(heard);
    }
    let all_said = lines.iter().all(|line| found.iter().any(|it| it.line == *line && heard(it)));
    all_said && found.iter().filter(loud).all(|it| lines.contains(&it.line))
}

/// The lines of `line 3: ...` and `lines 3, 5: ...`.
fn lines_of(wanted: &str) -> Vec<usize> {
    let Some(rest) = wanted.strip_prefix("lines ").or_else(|| wanted.strip_prefix("line ")) else { return Vec::new() };
    let numbers = rest.split(':').next().unwrap_or_default();
    numbers.split(',').filter_map(|it| it.trim().parse().ok()).collect()
}

/// The hand-written reasons of the table, by case.
fn reasons(table: &str) -> BTreeMap<String, String> {
    let row = |line: &str| {
        let mut columns = line.split('\t');
        let name = columns.next()?.to_owned();
        let reason = columns.nth(2)?.to_owned();
        (!reason.is_empty()).then_some((name, reason))
    };
    table.lines().filter_map(row).collect()
}

#[test]
fn every_case_is_judged_as_recorded() {
    let old = std::fs::read_to_string(table_path()).unwrap_or_default();
    let reasons = reasons(&old);
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let mut table = String::new();
    let mut unexplained = String::new();
    for case in cases() {
        let found = findings(&case, &registry, &settings);
        let agrees = agrees(&case.wanted, &found);
        let reason = reasons.get(&case.name).map(String::as_str).filter(|it| !agrees || it.starts_with('!'));
        let reason = reason.unwrap_or_default();
        let row = format!("{}\t{}\t{}\t{reason}", case.name, shown(&found), case.wanted);
        if !agrees && reason.is_empty() {
            let _ = writeln!(unexplained, "{row}");
        }
        let _ = writeln!(table, "{}", row.trim_end());
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(table_path(), &table).expect("the table can be written");
    } else {
        let first = table.lines().zip(old.lines()).find(|(new, old)| new != old);
        assert!(
            table == old,
            "{} is out of date (UPDATE_EXPECT=1 writes it; read what it writes). The first difference, new and old:\n{first:#?}",
            table_path().display()
        );
    }
    assert!(unexplained.is_empty(), "these cases differ from what is wanted, and no reason is given:\n{unexplained}");
}

#[test]
fn every_case_has_its_file_and_every_file_its_case() {
    let mut names: Vec<String> = cases().into_iter().map(|it| it.name).collect();
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder can be listed")
        .map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|it| it != "expected.tsv" && !it.starts_with("base."))
        .collect();
    names.sort();
    files.sort();
    assert_eq!(names, files);
}
