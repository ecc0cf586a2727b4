//! What fixing and formatting make of a folder, in numbers. Nothing is written.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::{Applicability, Severity};
use lsflint_model::{Cluster, Meaning, SourceFile};
use lsflint_project::{ConfigSource, FixOptions, Paths, Plan, Request};
use lsflint_spec::FileKind;

/// The numbers. All those from `fixable_again` on must be 0.
#[derive(Debug, Default)]
pub struct Counts {
    pub files: usize,
    pub clusters: usize,
    pub findings: usize,
    /// Findings with a safe fix.
    pub fixable: usize,
    pub repaired: usize,
    pub files_fixed: usize,
    pub rounds: usize,
    pub findings_left: usize,
    pub files_formatted: usize,
    /// Findings with a safe fix after fixing.
    pub fixable_again: usize,
    /// Files that a second run would fix.
    pub fixed_again: usize,
    /// Rules that say more about a file than before it was fixed.
    pub new_findings: usize,
    /// Clusters that mean something else after fixing.
    pub meaning_changed: usize,
    /// Files that formatting changes a second time.
    pub formatted_again: usize,
    /// Files about which more, less or something else is said after formatting.
    pub verdict_changed: usize,
    /// Files of clusters that mean something else after formatting.
    pub meaning_formatted: usize,
    /// Files for which it matters whether they are fixed or formatted first.
    pub order_matters: usize,
    /// What could not be done.
    pub problems: usize,
}

impl Counts {
    /// Every number with its name, and whether it must be 0.
    pub fn rows(&self) -> [(&'static str, usize, bool); 18] {
        [
            ("files", self.files, false),
            ("clusters", self.clusters, false),
            ("findings", self.findings, false),
            ("findings with a safe fix", self.fixable, false),
            ("findings repaired", self.repaired, false),
            ("files fixed", self.files_fixed, false),
            ("rounds at most", self.rounds, false),
            ("findings left", self.findings_left, false),
            ("files formatted", self.files_formatted, false),
            ("safe fixes left", self.fixable_again, true),
            ("files fixed a second time", self.fixed_again, true),
            ("new findings", self.new_findings, true),
            ("clusters that mean something else after fixing", self.meaning_changed, true),
            ("files formatted a second time", self.formatted_again, true),
            ("files with another verdict after formatting", self.verdict_changed, true),
            ("clusters that mean something else after formatting", self.meaning_formatted, true),
            ("files where fixing and formatting disagree", self.order_matters, true),
            ("problems", self.problems, true),
        ]
    }

    /// Fixes and formats everything below a folder, in both orders.
    pub fn of(folder: &Path, config: &Path) -> Counts {
        let mut counts = Counts::default();
        let mut plan = plan(folder, config);
        let before = State::of(&mut plan);
        counts.files = before.files.len();
        counts.clusters = plan.sets.iter().map(|it| it.clusters.len()).sum();
        counts.findings = before.findings();
        counts.fixable = before.fixable();
        fix(&mut plan, &mut counts);
        let fixed = State::of(&mut plan);
        counts.findings_left = fixed.findings();
        counts.fixable_again = fixed.fixable();
        counts.new_findings = fixed.new_since(&before);
        counts.meaning_changed = differing(&before.meaning, &fixed.meaning);
        let mut again = Counts::default();
        fix(&mut plan, &mut again);
        counts.fixed_again = again.files_fixed;
        counts.problems += again.problems;
        format(&mut plan, &mut counts);
        let fixed_first = State::of(&mut plan);

        let mut plan = self::plan(folder, config);
        counts.files_formatted = format(&mut plan, &mut counts);
        let formatted = State::of(&mut plan);
        counts.verdict_changed = formatted.verdicts_since(&before) + fixed_first.verdicts_since(&fixed);
        counts.meaning_formatted =
            differing(&before.meaning, &formatted.meaning) + differing(&fixed.meaning, &fixed_first.meaning);
        fix(&mut plan, &mut again);
        format(&mut plan, &mut counts);
        counts.order_matters = differing(&fixed_first.texts(), &State::of(&mut plan).texts());
        counts
    }
}

/// A file and what is found in it.
struct Looked {
    text: Arc<str>,
    kind: FileKind,
    /// Code, severity and message, in order.
    found: Vec<(&'static str, Severity, String)>,
    fixable: usize,
}

/// The files of a plan at a moment.
struct State {
    files: BTreeMap<String, Looked>,
    /// What the clusters say: file and statements.
    meaning: Vec<Vec<String>>,
}

impl State {
    fn of(plan: &mut Plan) -> State {
        let mut files = BTreeMap::new();
        plan.check(&|_| {}, &mut |it| {
            let Some(kind) = it.kind else { return ControlFlow::Continue(()) };
            let safe = |it: &lsflint_lint::Diagnostic| {
                it.fix.as_ref().is_some_and(|it| it.applicability == Applicability::Safe)
            };
            let fixable = it.diagnostics.iter().filter(|it| it.severity > Severity::Hint && safe(it)).count();
            let mut found: Vec<_> =
                it.diagnostics.iter().map(|it| (it.rule.code, it.severity, it.message.clone())).collect();
            found.sort();
            files.insert(it.path.to_string(), Looked { text: it.text, kind, found, fixable });
            ControlFlow::Continue(())
        });
        let mut meaning = Vec::new();
        for set in &plan.sets {
            for cluster in &set.clusters {
                let shown = cluster.files.iter().map(|it| &*set.members[*it].shown);
                let sources: Vec<SourceFile> = shown
                    .filter_map(|it| files.get(it).map(|file| SourceFile::new(it, file.kind, file.text.clone())))
                    .collect();
                let facts = Cluster::of(&sources, None);
                meaning.push(sources.iter().flat_map(|it| Meaning::statements(&facts, it)).collect());
            }
        }
        State { files, meaning }
    }

    fn findings(&self) -> usize {
        self.files.values().map(|it| it.found.len()).sum()
    }

    fn fixable(&self) -> usize {
        self.files.values().map(|it| it.fixable).sum()
    }

    fn texts(&self) -> Vec<Arc<str>> {
        self.files.values().map(|it| it.text.clone()).collect()
    }

    /// How many rules say more about a file than before.
    fn new_since(&self, before: &State) -> usize {
        let count = |found: &[(&str, Severity, String)], code: &str| found.iter().filter(|it| it.0 == code).count();
        let mut new = 0;
        for (path, after) in &self.files {
            let before = before.files.get(path).map_or(&[][..], |it| &it.found);
            let mut codes: Vec<&str> = after.found.iter().map(|it| it.0).collect();
            codes.dedup();
            new += codes.iter().filter(|it| count(&after.found, it) > count(before, it)).count();
        }
        new
    }

    /// About how many files something else is said, wherever in the file.
    fn verdicts_since(&self, before: &State) -> usize {
        let same = |it: &(&String, &Looked)| before.files.get(it.0).is_some_and(|before| before.found == it.1.found);
        self.files.iter().filter(|it| !same(it)).count()
    }
}

fn differing<T: PartialEq>(one: &[T], other: &[T]) -> usize {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).filter(|it| it.0 != it.1).count()
}

fn plan(folder: &Path, config: &Path) -> Plan {
    let request = Request {
        config: ConfigSource::File(config.to_owned()),
        ..Request::new(Paths::new(folder), vec![PathBuf::from(".")])
    };
    Plan::new(request).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Applies safe fixes.
fn fix(plan: &mut Plan, counts: &mut Counts) {
    let fixes = plan.fix(FixOptions::default(), &mut |_| {}, &|_| {});
    for file in &fixes.files {
        plan.adopt(&file.file);
    }
    counts.files_fixed += fixes.files.len();
    counts.repaired += fixes.files.iter().map(|it| it.repaired.len()).sum::<usize>();
    counts.rounds = counts.rounds.max(fixes.rounds);
    counts.problems += fixes.problems.len();
}

/// Formats, twice; says how many files changed.
fn format(plan: &mut Plan, counts: &mut Counts) -> usize {
    let mut changed = [0; 2];
    for changed in &mut changed {
        let formatted: Vec<_> = plan.format(None).flatten().collect();
        for file in formatted {
            if file.differs() {
                *changed += 1;
                plan.adopt(&file);
            }
        }
    }
    counts.formatted_again += changed[1];
    changed[0]
}
