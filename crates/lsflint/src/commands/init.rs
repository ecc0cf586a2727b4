//! `init`: looks at a tree and writes an lsflint.toml for it.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use lsflint_lint::{Baseline, BaselineEntry};
use lsflint_project::{
    BaselineFile, Checked, ClusterFacts, ConfigSource, FoundCluster, FoundTree, Paths, Plan, Request, initial_config,
    is_backup_folder, write_new_file,
};
use lsflint_report::{Summary, counted};

use crate::arguments::Init;
use crate::commands::common;
use crate::output::{Failure, Terminal};
use crate::progress::Progress;

/// The name of the baseline that is proposed.
const BASELINE: &str = "lsflint-baseline.toml";

pub(crate) fn run(arguments: &Init, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let paths = common::current_folder()?;
    let folder = paths.absolute(&arguments.folder);
    let path = folder.join("lsflint.toml");
    let shown = paths.shown(&path);
    if !arguments.stdout && path.exists() {
        return Err(Failure::new(format!("`{shown}` already exists; `lsflint init --stdout` prints a new one")));
    }
    if !folder.is_dir() {
        return Err(Failure::new(format!("`{}` is not a directory", arguments.folder.display())));
    }
    let Looked { mut tree, entries, files } = look(&folder, &arguments.folder, &paths, terminal)?;
    if !arguments.stdout && !terminal.quiet {
        tell(&tree, terminal);
    }
    if !entries.is_empty() {
        let records = !arguments.stdout && (arguments.yes || asks(entries.len())?);
        tree.baseline = Some((BASELINE.to_owned(), records));
    }
    let text = initial_config(&tree);
    if arguments.stdout {
        let mut out = terminal.plain_stdout();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some((name, true)) = &tree.baseline {
        let (file, _) = BaselineFile::read(&folder.join(name), &paths).map_err(Failure::new)?;
        if file.exists() {
            return Err(Failure::new(format!("`{}` already exists; remove it or use it as `baseline`", file.shown())));
        }
        file.write(&Baseline { entries }).map_err(Failure::new)?;
        terminal.note(&format!("wrote {}", file.shown()));
    }
    write_new_file(&path, &shown, &text).map_err(Failure::new)?;
    if !terminal.quiet {
        terminal.note(&format!("wrote {shown}"));
        if files == 0 {
            terminal.note("no LSF files were found below it");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What is in a tree.
struct Looked {
    tree: FoundTree,
    /// The findings, for a baseline.
    entries: Vec<BaselineEntry>,
    /// The number of files.
    files: usize,
}

/// Checks a tree without any lsflint.toml. Backups count for nothing. `given` is the directory as it was given.
fn look(folder: &Path, given: &Path, paths: &Paths, terminal: &Terminal) -> Result<Looked, Failure> {
    let config = ConfigSource::Nothing;
    let request = Request { config, fingerprints: true, ..Request::new(paths.clone(), vec![given.to_owned()]) };
    let mut plan = Plan::new(request).map_err(Failure::new)?;
    let below = Paths::new(folder);
    // If everything is in directories with such names, they are not backups.
    let has_live = plan.members().any(|it| backup_in(&it.path, folder).is_none());
    let backup = |path: &Path| backup_in(path, folder).filter(|_| has_live);
    let backups: BTreeSet<String> = plan.members().filter_map(|it| backup(&it.path)).collect();
    let mut summary = Summary::default();
    let mut entries = Vec::new();
    let mut sink = |checked: Checked| {
        if backup(&checked.location).is_none() {
            summary.files += 1;
            summary.totals.add(&checked.diagnostics);
            let file = below.shown(&checked.location);
            let found = checked.diagnostics.iter().zip(&checked.fingerprints);
            entries.extend(found.map(|(it, print)| BaselineEntry {
                file: file.clone(),
                code: it.rule.code.to_owned(),
                message: it.message.clone(),
                fingerprint: *print,
            }));
        }
        ControlFlow::Continue(())
    };
    let mut clusters = Vec::new();
    let mut facts = |it: ClusterFacts| {
        if backup(&it.batch_folder.join("lsb.queues")).is_none() {
            let version = it.cluster.written().view().conf("LSF_VERSION").value().map(|it| it.to_string());
            let folder = below.shown(&it.batch_folder);
            clusters.push(FoundCluster { name: it.name, folder, version });
        }
    };
    let progress = Progress::new(plan.reported(), terminal.quiet);
    let outcome = plan.check_with_facts(&|done| progress.at(done), &mut sink, Some(&mut facts));
    progress.finish();
    for problem in &outcome.problems {
        terminal.error(&problem.to_string());
    }
    let findings = summary.sentence().trim_end_matches('.').to_owned();
    let tree = FoundTree { clusters, findings, backups: backups.into_iter().collect(), baseline: None };
    Ok(Looked { tree, entries, files: summary.files })
}

/// The uppermost directory of a file, below the tree, that has the name of a backup: `conf/configdir.old/`.
fn backup_in(path: &Path, tree: &Path) -> Option<String> {
    let folder = path.strip_prefix(tree).ok()?.parent()?;
    let names: Vec<String> = folder.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let last = names.iter().position(|it| is_backup_folder(it))?;
    Some(format!("{}/", names[..=last].join("/")))
}

fn tell(tree: &FoundTree, terminal: &Terminal) {
    terminal.note(&format!("{} found", counted(tree.clusters.len(), "cluster", "clusters")));
    for it in tree.clusters.iter().take(5) {
        let version =
            it.version.as_deref().map_or_else(|| "no LSF_VERSION".to_owned(), |it| format!("LSF_VERSION {it}"));
        terminal.note(&format!("  {} in {} ({version})", it.name, it.folder));
    }
    if tree.clusters.len() > 5 {
        terminal.note(&format!("  and {} more", tree.clusters.len() - 5));
    }
    for it in &tree.backups {
        terminal.note(&format!("backup, excluded: {it}"));
    }
    terminal.note(&tree.findings);
}

/// Asks whether to record the findings. Without a terminal, they are not recorded.
fn asks(findings: usize) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(false);
    }
    let findings = counted(findings, "finding", "findings");
    eprint!("Record {findings} in {BASELINE}, so that only new ones are reported? [y/N] ");
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
