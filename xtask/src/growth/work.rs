//! The work whose growth is measured, and what it costs.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Context;
use lsflint_lint::{Comparison, Seen};
use lsflint_project::{BaselineFile, Checked, FixOptions, Paths, Plan, Request, Session, SessionOptions};
use lsflint_report::{
    Checkstyle, Concise, FileFindings, Full, FullOptions, Gitlab, Html, Json, Junit, Limit, PathBase, Reporter, Sarif,
    Source, Summary,
};
use lsflint_syntax::{Edit, TextRange, TextSize};

use super::kinds::Work;
use super::site::Site;

/// What some work costs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    /// CPU seconds, or elapsed seconds on systems that do not tell.
    pub(super) seconds: f64,
    /// Allocated or resized pieces of memory; 0 if they are not counted.
    pub(super) allocations: u64,
    /// Allocated bytes; 0 if they are not counted.
    pub(super) bytes: u64,
}

impl Cost {
    pub(super) fn least(self, other: Cost) -> Cost {
        Cost {
            seconds: self.seconds.min(other.seconds),
            allocations: self.allocations.min(other.allocations),
            bytes: self.bytes.min(other.bytes),
        }
    }
}

/// A folder with the files of a cluster.
pub(super) struct Opened {
    /// Deletes the folder in the end.
    _scratch: tempfile::TempDir,
    /// The largest file.
    largest: PathBuf,
}

impl Opened {
    pub(super) fn new(site: &Site) -> anyhow::Result<Opened> {
        let scratch = tempfile::tempdir()?;
        let root = scratch.path().canonicalize()?.join("site");
        let mut folders: Vec<PathBuf> = Vec::new();
        for (name, text) in site.files() {
            let path = root.join(name);
            let folder = path.parent().context("a file lies in a folder")?.to_owned();
            if folders.last() != Some(&folder) {
                std::fs::create_dir_all(&folder)?;
                folders.push(folder);
            }
            std::fs::write(&path, text)?;
        }
        let largest = site.files().iter().max_by_key(|it| it.1.len()).context("a file")?;
        Ok(Opened { largest: root.join(&largest.0), _scratch: scratch })
    }

    fn root(&self) -> PathBuf {
        self.largest.ancestors().find(|it| it.ends_with("site")).unwrap_or(&self.largest).to_owned()
    }

    /// Adds the arguments of `lsflint` and the place to work on.
    pub(super) fn program(&self, mut command: Command, arguments: &[&str]) -> Command {
        let of_largest = ["parse", "compare"].contains(&arguments[0]);
        command.args(arguments).arg(if of_largest { self.largest.clone() } else { self.root() });
        // `compare` takes the cluster of the current folder.
        command.current_dir(self.root());
        command
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let root = self.root();
        let mut arguments = vec![root.clone()];
        // Files of the resource connector are checked only if they are named.
        arguments.extend(self.largest.extension().is_some_and(|it| it == "json").then(|| self.largest.clone()));
        let mut request = Request::new(Paths::new(root), arguments);
        // One thread, so that all its work is counted.
        request.jobs = std::num::NonZeroUsize::new(1);
        request.fingerprints = true;
        request.overrides.select = Some(lsflint_rules::all().selection_with_unknown(["ALL".to_owned()]).0);
        Plan::new(request).map_err(|error| anyhow::anyhow!("{error}"))
    }
}

/// Does the work some times after what is prepared for it; 0 prepares only.
pub(super) fn repeat(work: Work, opened: &Opened, times: usize) -> anyhow::Result<()> {
    if !matches!(work, Work::Edit | Work::Reload) {
        return (0..times).try_for_each(|_| cost_of(work, opened, Path::new("")).map(|_| ()));
    }
    let (mut session, edit) = edited(opened)?;
    for _ in 0..times {
        change(work, opened, &mut session, edit.clone());
        std::hint::black_box(session.refresh());
    }
    Ok(())
}

/// The stack of the thread that works, in bytes: that of a main thread.
const STACK: usize = 8 << 20;

/// Does the work once, on a thread of its own: what a thread parsed before, it shares with the next files.
pub(super) fn cost_of(work: Work, opened: &Opened, program: &Path) -> anyhow::Result<Cost> {
    std::thread::scope(|scope| {
        let run = || cost_here(work, opened, program);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread.context("cannot start a thread")?.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn cost_here(work: Work, opened: &Opened, program: &Path) -> anyhow::Result<Cost> {
    match work {
        Work::Check => measured(|| check(opened)),
        Work::Format => measured(|| Ok(opened.plan()?.format(None).map(|it| it.map_or(0, |it| it.after.len())).sum())),
        Work::Fix => measured(|| {
            let fixes = opened.plan()?.fix(FixOptions { unsafe_fixes: true }, &mut |_| {}, &|_| {});
            Ok(fixes.files.len())
        }),
        Work::Baseline => measured(|| baseline(opened)),
        Work::Edit | Work::Reload => {
            let (mut session, edit) = edited(opened)?;
            measured(|| {
                change(work, opened, &mut session, edit);
                Ok(session.refresh().work.files_checked)
            })
        }
        Work::Program(arguments) => {
            let before = seconds_of_children();
            let start = Instant::now();
            let status = opened
                .program(Command::new(program), arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .with_context(|| format!("cannot start {}", program.display()))?;
            anyhow::ensure!(matches!(status.code(), Some(0 | 1)), "lsflint {arguments:?} ended with {status}");
            let elapsed = start.elapsed().as_secs_f64();
            let seconds = seconds_of_children().zip(before).map_or(elapsed, |(after, before)| after - before);
            Ok(Cost { seconds, allocations: 0, bytes: 0 })
        }
    }
}

fn measured(work: impl FnOnce() -> anyhow::Result<usize>) -> anyhow::Result<Cost> {
    let allocated = allocated();
    let (cpu, start) = (seconds_of_threads(), Instant::now());
    std::hint::black_box(work()?);
    let elapsed = start.elapsed().as_secs_f64();
    let seconds = seconds_of_threads().zip(cpu).map_or(elapsed, |(after, before)| after - before);
    let now = self::allocated();
    Ok(Cost { seconds, allocations: now.0 - allocated.0, bytes: now.1 - allocated.1 })
}

/// Checks the folder and writes the reports of all formats.
fn check(opened: &Opened) -> anyhow::Result<usize> {
    let mut plan = opened.plan()?;
    let limit = Limit::default();
    let mut reporters: Vec<Box<dyn Reporter>> = vec![
        Box::new(Full::new(FullOptions { limit, unicode: true, summary: true })),
        Box::new(Concise::new(limit)),
        Box::new(Json::new("0")),
        Box::new(Sarif::new("0", PathBase::here())),
        Box::new(Gitlab::default()),
        Box::new(Junit::default()),
        Box::new(Checkstyle::default()),
        Box::new(Html::default()),
    ];
    let mut out = std::io::sink();
    let mut summary = Summary::default();
    let mut failure = None;
    let mut sink = |checked: Checked| {
        summary.totals.add(&checked.diagnostics);
        let file = findings(checked);
        match reporters.iter_mut().try_for_each(|it| it.file(&file, &mut out)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let outcome = plan.check(&|_| {}, &mut sink);
    failure.map_or(Ok(()), Err)?;
    summary.files = outcome.files;
    reporters.iter_mut().try_for_each(|it| it.finish(&summary, &mut std::io::sink()))?;
    Ok(summary.totals.errors)
}

fn findings(checked: Checked) -> FileFindings {
    let source = |path, text| Source { path, text, latin1: false };
    let related = checked.related.into_iter().map(|it| source(it.path, it.text));
    FileFindings {
        related: related.collect(),
        source: source(checked.path, checked.text),
        diagnostics: checked.diagnostics,
        fingerprints: checked.fingerprints,
    }
}

/// Writes a baseline, reads it, and compares the findings with it.
fn baseline(opened: &Opened) -> anyhow::Result<usize> {
    let mut all = Vec::new();
    let mut plan = opened.plan()?;
    plan.check(&|_| {}, &mut |checked| {
        all.push(checked);
        ControlFlow::Continue(())
    });
    let paths = Paths::new(opened.root());
    let (file, known) =
        BaselineFile::read(Path::new("baseline.json"), &paths).map_err(|error| anyhow::anyhow!("{error}"))?;
    let mut comparison = Comparison::new(known, |_| false);
    compare(&all, &mut comparison);
    let renewed = comparison.renewed();
    file.write(&renewed).map_err(|error| anyhow::anyhow!("{error}"))?;
    let (_, known) =
        BaselineFile::read(Path::new("baseline.json"), &paths).map_err(|error| anyhow::anyhow!("{error}"))?;
    std::fs::remove_file(opened.root().join("baseline.json"))?;
    let mut comparison = Comparison::new(known, |_| false);
    compare(&all, &mut comparison);
    Ok(comparison.hidden())
}

fn compare(all: &[Checked], comparison: &mut Comparison) {
    for checked in all {
        let findings = checked.diagnostics.iter().zip(&checked.fingerprints);
        let seen: Vec<Seen<'_>> = findings
            .map(|(it, fingerprint)| Seen { code: it.rule.code, message: &it.message, fingerprint: *fingerprint })
            .collect();
        let known = comparison.file(&checked.path, &seen, |_| true);
        for (it, _) in seen.iter().zip(known).filter(|it| !it.1) {
            comparison.record(&checked.path, it);
        }
    }
}

/// The folder open in an editor, and an edit of one character in the middle of its largest file.
fn edited(opened: &Opened) -> anyhow::Result<(Session, Edit)> {
    let root = opened.root();
    let mut session = Session::new(&root, SessionOptions::default());
    session.set_roots(vec![root]);
    session.refresh();
    let text = std::fs::read_to_string(&opened.largest)?;
    session.open(&opened.largest, text.as_str());
    session.refresh();
    let at = TextSize::try_from(text.len() / 2)?;
    Ok((session, Edit { range: TextRange::empty(at), insert: "1".to_owned() }))
}

/// Tells a session what changed.
fn change(work: Work, opened: &Opened, session: &mut Session, edit: Edit) {
    match work {
        Work::Reload => session.files_changed([&*opened.root().join("lsflint.toml")]),
        _ => session.edit(&opened.largest, vec![edit]),
    }
}

/// The CPU seconds of all threads of this process so far.
fn seconds_of_threads() -> Option<f64> {
    let mut nanoseconds = 0;
    for thread in std::fs::read_dir("/proc/self/task").ok()? {
        let times = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        nanoseconds += times.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(nanoseconds as f64 / 1e9)
}

/// The CPU seconds of the programs that ended; hundredths.
fn seconds_of_children() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let ticks = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(ticks as f64 / 100.0)
}

/// The numbers of allocations and of allocated bytes so far.
#[cfg(feature = "count-allocations")]
fn allocated() -> (u64, u64) {
    let stats = crate::ALLOCATOR.stats();
    ((stats.allocations + stats.reallocations) as u64, stats.bytes_allocated as u64)
}

#[cfg(not(feature = "count-allocations"))]
fn allocated() -> (u64, u64) {
    (0, 0)
}
