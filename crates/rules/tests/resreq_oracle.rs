//! Requirement strings with a known answer.
//!
//! testdata/oracle/resreq.tsv holds strings of our own and what two open-source descendants of LSF make of them.
//! resreq.expected says what we make of them, and gives a reason for every difference. The strings in the collection
//! next to the repository are other people's; of them only line numbers and our verdicts are kept.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use lsflint_lint::{Applicability, Diagnostic, Registry, Settings, Severity, check_requirement};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// The resources that the strings were tried with.
const SHARED: &str = "\
Begin HostType
TYPENAME
X86_64
SPARC
End HostType
Begin HostModel
MODELNAME CPUFACTOR ARCHITECTURE
PC        1.0       ()
ULTRA     1.0       ()
End HostModel
Begin Resource
RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
cs           Boolean ()       ()         (compute server)
fs           Boolean ()       ()         (file server)
linux        Boolean ()       ()         (Linux)
bigmem       Boolean ()       ()         (much memory)
osname       String  ()       ()         (operating system)
rack         String  ()       ()         (where it stands)
scratch      Numeric 30       N          (free MB)
usr_tmp      Numeric 60       N          (free MB)
netio        Numeric 15       Y          (network load)
verilog      Numeric 60       N          (licences)
lic_a        Numeric ()       N          (licences)
ngpus        Numeric ()       N          (GPUs)
End Resource
";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder with material that is not part of the repository.
fn material() -> PathBuf {
    std::env::var_os("LSFLINT_SHARED").map_or_else(|| repository().join("../shared"), PathBuf::from)
}

/// A cluster with the strict or the older parser; with the resources of the oracle or without any in view.
fn cluster(strict: bool, resources: bool) -> Cluster {
    let conf = if strict { "LSF_STRICT_RESREQ=Y\n" } else { "LSF_STRICT_RESREQ=N\n" };
    let mut files = vec![SourceFile::new("lsf.conf", FileKind::LsfConf, conf)];
    if resources {
        files.push(SourceFile::new("lsf.shared", FileKind::LsfShared, SHARED));
    }
    Cluster::of(&files, None)
}

/// The findings of a string, at most one per code: `R004 R110?`. Errors stand bare, `!` is a warning, `?` less.
fn verdict(text: &str, cluster: &Cluster, registry: &Registry, settings: &Settings) -> String {
    let found = check_requirement(text, cluster, settings, registry);
    let mark = |it: &Diagnostic| match it.severity {
        Severity::Error => "",
        Severity::Warning => "!",
        Severity::Info | Severity::Hint => "?",
    };
    let mut words: Vec<String> = found.iter().map(|it| format!("{}{}", it.rule.code, mark(it))).collect();
    words.sort();
    words.dedup();
    if words.is_empty() { "ok".to_owned() } else { words.join(" ") }
}

fn is_valid(verdict: &str) -> bool {
    verdict == "ok" || verdict.split(' ').all(|it| it.ends_with(['!', '?']))
}

fn updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// A line of resreq.expected.
struct Expected {
    documented: String,
    strict: String,
    lenient: String,
    reason: String,
}

fn expected(text: &str) -> HashMap<&str, Expected> {
    let lines = text.lines().filter(|it| !it.starts_with("# "));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let &[string, documented, strict, lenient, reason] = &cells[..] else { panic!("five columns: {line}") };
            let [documented, strict, lenient, reason] = [documented, strict, lenient, reason].map(str::to_owned);
            (string, Expected { documented, strict, lenient, reason })
        })
        .collect()
}

/// Whether LSF 10.1 takes a string, as far as that is known.
fn taken(documented: &str, volclava: bool, strict: bool) -> Option<bool> {
    match documented {
        "same" => Some(volclava),
        "yes" => Some(true),
        "no" => Some(false),
        "strict" => Some(!strict),
        "open" => None,
        other => panic!("`{other}` is none of the words of column 2"),
    }
}

#[test]
fn strings_with_a_known_answer() {
    let oracle = repository().join("testdata/oracle");
    let strings = std::fs::read_to_string(oracle.join("resreq.tsv")).expect("part of the repository");
    let path = oracle.join("resreq.expected");
    let text = std::fs::read_to_string(&path).expect("part of the repository");
    let expected = expected(&text);
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let (strict_cluster, lenient_cluster) = (cluster(true, true), cluster(false, true));
    let mut written: String = text.lines().filter(|it| it.starts_with("# ")).map(|it| format!("{it}\n")).collect();
    let mut wrong = Vec::new();
    for line in strings.lines().filter(|it| !it.starts_with("# ")) {
        let mut cells = line.split('\t');
        let spelled = cells.next().expect("a line has a first cell");
        let volclava = cells.next() == Some("ACCEPT");
        let string = spelled.replace("\\t", "\t").replace("\\n", "\n");
        let strict = verdict(&string, &strict_cluster, &registry, &settings);
        let lenient = verdict(&string, &lenient_cluster, &registry, &settings);
        let same = if strict == lenient { "=" } else { &lenient };
        let Some(known) = expected.get(spelled) else {
            wrong.push(format!("`{spelled}` is not in resreq.expected"));
            continue;
        };
        written.push_str(&format!("{spelled}\t{}\t{strict}\t{same}\t{}\n", known.documented, known.reason));
        if !updating() && (known.strict != strict || known.lenient != same) {
            wrong.push(format!("`{spelled}`: {} / {} before, {strict} / {same} now", known.strict, known.lenient));
        }
        let differs = |ours: &str, strict: bool| {
            taken(&known.documented, volclava, strict).is_some_and(|it| it != is_valid(ours))
        };
        let differs = differs(&strict, true) || differs(&lenient, false);
        if differs == known.reason.is_empty() {
            let what = if differs { "differs, and no reason is given" } else { "has a reason, and does not differ" };
            let documented = &known.documented;
            wrong.push(format!("`{spelled}` {what}: {strict} / {same}, volclava {volclava}, documented {documented}"));
        }
    }
    if updating() {
        std::fs::write(&path, written).expect("the repository can be written");
    }
    assert!(wrong.is_empty(), "{} strings:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is kept of a string that is not ours: its line number, our verdicts, and why.
#[test]
fn strings_of_other_people() {
    let path = material().join("corpus/resreq-in-the-wild.txt");
    let Ok(strings) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return;
    };
    let kept = repository().join("testdata/oracle/resreq-in-the-wild.verdicts");
    let text = std::fs::read_to_string(&kept).expect("part of the repository");
    let verdicts: HashMap<&str, Vec<&str>> = text
        .lines()
        .filter(|it| !it.starts_with('#'))
        .map(|it| (it.split('\t').next().unwrap_or_default(), it.split('\t').collect()))
        .collect();
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let (strict_cluster, lenient_cluster) = (cluster(true, false), cluster(false, false));
    let mut written: String = text.lines().filter(|it| it.starts_with('#')).map(|it| format!("{it}\n")).collect();
    let mut wrong = Vec::new();
    for (index, line) in strings.lines().enumerate().filter(|(_, it)| !it.starts_with('#')) {
        let number = (index + 1).to_string();
        let string = line.split('\t').next().expect("a line has a first cell");
        let strict = verdict(string, &strict_cluster, &registry, &settings);
        let lenient = verdict(string, &lenient_cluster, &registry, &settings);
        let same = if strict == lenient { "=" } else { &lenient };
        let known = verdicts.get(&*number).map_or(&[][..], Vec::as_slice);
        let why = known.get(3).copied().unwrap_or_default();
        written.push_str(&format!("{number}\t{strict}\t{same}\t{why}\n"));
        if !updating() && (known.get(1) != Some(&&*strict) || known.get(2) != Some(&same)) {
            wrong.push(format!("line {number}: {strict} / {same}"));
        }
        if why.is_empty() {
            wrong.push(format!("line {number} has no reason: {strict} / {same}"));
        }
    }
    if updating() {
        std::fs::write(&kept, written).expect("the repository can be written");
    }
    assert!(wrong.is_empty(), "{} lines of {}:\n{}", wrong.len(), path.display(), wrong.join("\n"));
}

/// The text after a fix.
fn fixed(text: &str, found: &Diagnostic) -> Option<String> {
    let fix = found.fix.as_ref()?;
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|it| it.range.start());
    let apart = edits.windows(2).all(|it| it[0].range.end() <= it[1].range.start());
    let inside = edits.iter().all(|it| text.get(std::ops::Range::<usize>::from(it.range)).is_some());
    assert!(apart && inside, "`{text}`: the edits of {} overlap or are not in the text: {edits:?}", found.rule.code);
    let mut fixed = text.to_owned();
    for edit in edits.into_iter().rev() {
        fixed.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
    }
    Some(fixed)
}

/// Every string, and every string with one character lost or two swapped: nothing panics, ranges are in the text, and a
/// fix that is safe takes its finding away without bringing an error.
#[test]
fn broken_strings_survive() {
    let oracle = repository().join("testdata/oracle");
    let strings = std::fs::read_to_string(oracle.join("resreq.tsv")).expect("part of the repository");
    let settings = Settings {
        select: lsflint_rules::all().selection(["ALL".to_owned()]).expect("ALL is a selection"),
        ..Settings::default()
    };
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let clusters = [cluster(true, true), cluster(false, false)];
    let mut wrong = Vec::new();
    for line in strings.lines().filter(|it| !it.starts_with("# ")) {
        let string = line.split('\t').next().expect("a line has a first cell");
        let characters: Vec<char> = string.chars().collect();
        let deleted = (0..characters.len()).map(|at| {
            let mut characters = characters.clone();
            characters.remove(at);
            characters
        });
        let swapped = (1..characters.len()).map(|at| {
            let mut characters = characters.clone();
            characters.swap(at - 1, at);
            characters
        });
        for characters in std::iter::once(characters.clone()).chain(deleted).chain(swapped) {
            let text = String::from_iter(characters);
            for cluster in &clusters {
                check_all(&text, cluster, &registry, &settings, &mut wrong);
            }
        }
    }
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

fn check_all(text: &str, cluster: &Cluster, registry: &Registry, settings: &Settings, wrong: &mut Vec<String>) {
    let found = check_requirement(text, cluster, settings, registry);
    let errors = |found: &[Diagnostic]| found.iter().filter(|it| it.severity == Severity::Error).count();
    for it in &found {
        let ranges = it.related.iter().map(|it| it.range).chain([it.range]);
        if ranges.into_iter().any(|it| text.get(std::ops::Range::<usize>::from(it)).is_none()) {
            wrong.push(format!("`{text}`: {} points outside", it.rule.code));
        }
        let Some(after) = fixed(text, it) else { continue };
        let left = check_requirement(&after, cluster, settings, registry);
        let same = |other: &Diagnostic| {
            (other.rule.code, other.range.start(), &other.message) == (it.rule.code, it.range.start(), &it.message)
        };
        if left.iter().any(same) {
            wrong.push(format!("`{text}`: the fix of {} leaves it: `{after}`", it.rule.code));
        }
        let safe = it.fix.as_ref().is_some_and(|it| it.applicability == Applicability::Safe);
        if safe && errors(&left) > errors(&found) {
            wrong.push(format!("`{text}`: the safe fix of {} brings an error: `{after}`", it.rule.code));
        }
    }
}
