//! The in-process part of `bench`: measures parsing and checking, on one thread and on all. It runs as a process
//! (release build) so that `bench` can measure its memory. It prints one `name value` pair per line.
#![allow(clippy::print_stdout, reason = "the answer goes to the parent process")]

mod floor;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Context;
use clap::ValueEnum;
use lsflint_lint::{Diagnostic, Registry, Settings, Severity};
use lsflint_model::{Cluster, SourceFile};
use lsflint_project::{ConfigSource, FileSnapshot, Session, SessionOptions};
use lsflint_spec::FileKind;
use lsflint_syntax::{Edit, TextRange, TextSize};
use walkdir::WalkDir;

use crate::process::median;

/// Arguments of `cargo xtask measure`.
#[derive(clap::Args)]
pub struct MeasureArguments {
    /// A file, or a folder with configuration files.
    path: PathBuf,
    /// The kinds of work, in order.
    #[arg(long, required = true, value_delimiter = ',')]
    what: Vec<What>,
    #[arg(long, default_value_t = 1)]
    runs: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A kind of work to measure.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// One node per line, one token per lexeme: the minimum work of a tool based on rowan.
    Floor,
    /// Syntax trees of `lsflint-syntax`.
    Tree,
    /// Syntax tree and all default rules, each file as a separate cluster.
    Check,
    /// Syntax tree and all default rules, all files as one cluster.
    Cluster,
    /// Outline, edits and text of the formatter.
    Format,
    /// One changed value of a queue in that cluster, with all updates.
    Edit,
}

/// Reads the input, does `runs` rounds of all kinds of work in turn, and prints the medians. Rounds ensure that a slow
/// phase of the machine affects all kinds of work.
pub fn run(arguments: &MeasureArguments) -> anyhow::Result<ExitCode> {
    let inputs = read(&arguments.path)?;
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let findings = AtomicUsize::new(0);
    let work = |what: What, input: &Input| match what {
        What::Floor => drop(black_box(floor::tree(&input.text))),
        What::Tree => drop(black_box(lsflint_syntax::parse(&input.text, input.kind))),
        What::Check => {
            let file = SourceFile::new(&input.name, input.kind, input.text.as_str());
            let cluster = Cluster::of(std::slice::from_ref(&file), None);
            let found = lsflint_lint::check_file(&file, &cluster, &settings, &registry);
            findings.fetch_add(complaints(&found), Ordering::Relaxed);
        }
        What::Format => {
            drop(black_box(lsflint_fmt::formatted(&input.text, input.kind, None, lsflint_fmt::Options::default())));
        }
        What::Edit => {}
        What::Cluster => {
            let parse = |input: &Input| SourceFile::new(&input.name, input.kind, input.text.as_str());
            let files: Vec<SourceFile> = inputs.iter().map(parse).collect();
            let cluster = Cluster::of(&files, None);
            for file in &files {
                let found = lsflint_lint::check_file(file, &cluster, &settings, &registry);
                findings.fetch_add(complaints(&found), Ordering::Relaxed);
            }
        }
    };
    let mut session = None;
    if arguments.what.contains(&What::Edit) {
        session = Some(opened(&arguments.path)?);
    }
    let mut seconds = vec![Vec::new(); arguments.what.len()];
    for _ in 0..arguments.runs {
        for (seconds, &what) in seconds.iter_mut().zip(&arguments.what) {
            let start = Instant::now();
            if let Some(session) = session.as_mut().filter(|_| what == What::Edit) {
                edit(session)?;
            }
            // Work on a whole cluster runs once, for the first input.
            let pieces = if what == What::Cluster { &inputs[..1] } else { &inputs[..] };
            each(pieces, arguments.threads, |input| work(what, input));
            seconds.push(start.elapsed().as_secs_f64());
        }
    }
    for (seconds, what) in seconds.iter_mut().zip(&arguments.what) {
        println!("{} {}", what.to_possible_value().expect("no value is skipped").get_name(), median(seconds));
    }
    println!("findings {}", findings.into_inner() / arguments.runs);
    Ok(ExitCode::SUCCESS)
}

fn is_queues(file: &&FileSnapshot) -> bool {
    file.source.file().is_some_and(|it| it.kind == FileKind::LsbQueues)
}

/// A folder that is open in an editor.
fn opened(folder: &Path) -> anyhow::Result<Session> {
    let folder = folder.canonicalize()?;
    let options = SessionOptions { config: ConfigSource::Nothing, ..SessionOptions::default() };
    let mut session = Session::new(&folder, options);
    session.set_roots(vec![folder]);
    session.refresh();
    for file in session.snapshot().files().filter(is_queues) {
        session.open(&file.path, file.source.text().clone());
    }
    Ok(session)
}

/// Adds a digit to the command of a queue in the middle of the file, or removes it.
fn edit(session: &mut Session) -> anyhow::Result<()> {
    let snapshot = session.snapshot();
    let file = snapshot.files().find(is_queues).context("the cluster has queues")?;
    let text = file.source.text();
    let middle = |at: &usize| *at > text.len() / 2;
    let at = text.match_indices("PRE_EXEC").map(|it| it.0).find(middle).context("a queue with a command")?;
    let end = at + text[at..].find('\n').context("a line")?;
    let longer = text[..end].ends_with('0');
    let range = TextRange::new(TextSize::try_from(end - usize::from(longer))?, TextSize::try_from(end)?);
    let insert = if longer { String::new() } else { "0".to_owned() };
    session.edit(&file.path, vec![Edit { range, insert }]);
    let work = session.refresh().work;
    anyhow::ensure!(work.files_checked > 0, "the edit changed no file");
    anyhow::ensure!(
        work.sections_visited < 10,
        "one changed value caused visits of {} sections",
        work.sections_visited
    );
    Ok(())
}

/// Errors and warnings.
fn complaints(found: &[Diagnostic]) -> usize {
    found.iter().filter(|it| it.severity >= Severity::Warning).count()
}

struct Input {
    name: String,
    kind: FileKind,
    text: String,
}

fn read(path: &Path) -> anyhow::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy();
        if let Some(kind) = kind_of(&name).filter(|_| entry.file_type().is_file()) {
            let text = std::fs::read_to_string(entry.path())
                .with_context(|| format!("cannot read {}", entry.path().display()))?;
            inputs.push(Input { name: name.into_owned(), kind, text });
        }
    }
    Ok(inputs)
}

/// The kind of a generated file, from its name.
fn kind_of(name: &str) -> Option<FileKind> {
    FileKind::ALL
        .into_iter()
        .find(|kind| name == kind.name() || (name.starts_with("lsf.cluster.") && *kind == FileKind::LsfCluster))
}

fn each(inputs: &[Input], threads: usize, work: impl Fn(&Input) + Sync) {
    if threads <= 1 {
        inputs.iter().for_each(work);
        return;
    }
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(input) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(input);
                }
            });
        }
    });
}
