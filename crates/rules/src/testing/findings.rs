//! What the rules report about texts of all kinds.

use std::sync::LazyLock;

use lsflint_lint::{Applicability, Diagnostic, Expected, Registry, Settings};
use lsflint_model::connector::ConnectorFile;
use lsflint_model::elim::ElimFile;
use lsflint_model::job::{Esub, JobScript};
use lsflint_model::{Cluster, Meaning, Peer, SourceFile, Surroundings};
use lsflint_spec::{ConnectorKind, FileKind};
use lsflint_syntax::TextRange;

/// Every rule, with settings that turn all of them on.
pub(super) static EVERYTHING: LazyLock<(Settings, Registry)> = LazyLock::new(|| {
    let settings = everything();
    let registry = Registry::new(crate::all(), &settings);
    (settings, registry)
});

/// The settings of the site in an example.
pub(crate) const SETTINGS: &str = "lsflint.toml";

/// What `user` and `[[esub]]` of lsflint.toml say. Every value is on one line.
pub(crate) fn surroundings_of(settings: &str) -> Surroundings {
    let mut surroundings = Surroundings::default();
    let submitter = &mut surroundings.submitter;
    for line in settings.lines() {
        let (key, value) = line.split_once(" = ").unwrap_or((line, ""));
        let mut texts = value.split('"').skip(1).step_by(2).map(str::to_owned);
        match (key, submitter.esubs.last_mut()) {
            ("[[esub]]", _) => submitter.esubs.push(Esub::default()),
            ("user", _) => submitter.user = texts.next(),
            ("name", Some(esub)) => esub.name = texts.next().unwrap_or_default(),
            ("adds", Some(esub)) => esub.adds = texts.next().unwrap_or_default(),
            ("refuses", Some(esub)) => esub.refuses = texts.collect(),
            ("requires", Some(esub)) => esub.requires = texts.collect(),
            _ => panic!("`{line}` is not a setting of scripts"),
        }
    }
    surroundings
}

/// All findings of a line that an elim wrote.
pub(crate) fn elim_findings(line: &str, cluster: &Cluster, expected: Option<Expected<'_>>) -> Vec<Diagnostic> {
    lsflint_lint::check_elim_line(line, cluster, expected, &EVERYTHING.0, &EVERYTHING.1)
}

/// All findings of the files of LSF_SERVERDIR, and the text they point into.
pub(crate) fn server_findings(names: &[&str], cluster: &Cluster) -> (String, Vec<Diagnostic>) {
    let file = |name: &&str| ElimFile {
        name: name.trim_start_matches('-').to_owned(),
        executable: Some(!name.starts_with('-')),
    };
    let files: Vec<ElimFile> = names.iter().map(file).collect();
    let found = lsflint_lint::check_server_files(&files, cluster, &EVERYTHING.0, &EVERYTHING.1);
    (lsflint_lint::server_files_text(&files), found)
}

/// All findings of a script.
pub(crate) fn script_findings(text: &str, cluster: &Cluster) -> Vec<Diagnostic> {
    lsflint_lint::check_script(&JobScript::new("job.sh", text), cluster, &EVERYTHING.0, &EVERYTHING.1)
}

/// All findings of the first of some files of the resource connector.
pub(crate) fn connector_findings(files: &[(&str, &str)], cluster: &Cluster) -> Vec<Diagnostic> {
    let file = |(name, text): &(&str, &str)| {
        let kind = ConnectorKind::from_name(name).unwrap_or_else(|| panic!("`{name}` is not of the connector"));
        ConnectorFile::new(name, kind, *text)
    };
    let files: Vec<ConnectorFile> = files.iter().map(file).collect();
    lsflint_lint::check_connector(&files[0], &files, cluster, &EVERYTHING.0, &EVERYTHING.1)
}

/// All findings of a requirement string that a command reads: `lsload`, or `bmod -R of a started job`; `bsub` if empty.
pub(crate) fn command_findings(command: &str, text: &str, cluster: &Cluster) -> Vec<Diagnostic> {
    if command.is_empty() {
        return string_findings(text, cluster);
    }
    let reader = lsflint_spec::requirement_command(command);
    assert!(reader.is_some(), "`{command}` does not read requirement strings");
    lsflint_lint::check_requirement_of(reader, text, cluster, &EVERYTHING.0, &EVERYTHING.1)
}

/// All findings of a requirement string, for tests of all rules together.
pub(crate) fn string_findings(text: &str, cluster: &Cluster) -> Vec<Diagnostic> {
    let found = lsflint_lint::check_requirement(text, cluster, &EVERYTHING.0, &EVERYTHING.1);
    let queue = |text: &str| format!("Begin Queue\nQUEUE_NAME = q\nRES_REQ = {text}\nEnd Queue\n");
    for it in found.iter().filter(|it| is_safe(it) && !text.contains('\n')) {
        let fixed = apply_fixes(text, std::slice::from_ref(it));
        assert_same_meaning(&[("lsb.queues", &queue(text))], &[("lsb.queues", &queue(&fixed))], it);
    }
    found
}

fn is_safe(it: &Diagnostic) -> bool {
    it.fix.as_ref().is_some_and(|it| it.applicability == Applicability::Safe)
}

/// A fix that is safe leaves what the files say to LSF.
#[track_caller]
fn assert_same_meaning(before: &[(&str, &str)], after: &[(&str, &str)], it: &Diagnostic) {
    let statements = |files: &[(&str, &str)]| {
        let files = sources(files);
        let cluster = Cluster::of(&files, None);
        files.iter().flat_map(|it| Meaning::statements(&cluster, it)).collect::<Vec<_>>()
    };
    assert_eq!(statements(before), statements(after), "the fix of {} is called safe: {}", it.rule.code, it.message);
}

pub(super) fn sources(files: &[(&str, &str)]) -> Vec<SourceFile> {
    let source = |&(name, text): &(&str, &str)| {
        let kind = FileKind::from_name(name).unwrap_or_else(|| panic!("`{name}` is not a file of LSF"));
        SourceFile::new(name, kind, text)
    };
    files.iter().map(source).collect()
}

/// The folder of a file if it is that of another cluster: one with an lsf.cluster file.
pub(crate) fn cluster_of<'n>(name: &'n str, files: &[SourceFile]) -> &'n str {
    let folder = name.rsplit_once('/').map_or("", |it| it.0);
    let is_there =
        |it: &SourceFile| it.kind == FileKind::LsfCluster && it.path.rsplit_once('/').is_some_and(|it| it.0 == folder);
    if files.iter().any(is_there) { folder } else { "" }
}

/// The clusters in other folders that exchange jobs with the one in `home`.
pub(crate) fn peers_of(files: &[SourceFile], home: &str) -> Vec<Peer> {
    let in_folder = |folder: &str| -> Vec<SourceFile> {
        files.iter().filter(|it| cluster_of(&it.path, files) == folder).cloned().collect()
    };
    let mut folders: Vec<&str> = files.iter().map(|it| cluster_of(&it.path, files)).filter(|it| *it != home).collect();
    folders.dedup();
    let Some(own) = Peer::of(&in_folder(home)).filter(|_| !folders.is_empty()) else { return Vec::new() };
    let others = folders.into_iter().filter_map(|it| Peer::of(&in_folder(it)));
    others.filter(|it| it.exchanges_jobs_with(&own)).collect()
}

/// All findings of the first of several files that belong to one cluster.
pub(crate) fn check_files(files: &[(&str, &str)], settings: &Settings, registry: &Registry) -> Vec<Diagnostic> {
    check_file_of(files, 0, settings, registry)
}

/// All findings of one of several files that belong to one cluster.
fn check_file_of(files: &[(&str, &str)], index: usize, settings: &Settings, registry: &Registry) -> Vec<Diagnostic> {
    let all = sources(files);
    let (home, name) = (cluster_of(files[index].0, &all), files[index].0);
    let own: Vec<(&str, &str)> = files.iter().filter(|it| cluster_of(it.0, &all) == home).copied().collect();
    let surroundings = Surroundings { peers: peers_of(&all, home), ..Surroundings::default() };
    let index = own.iter().position(|it| it.0 == name).expect("the file is in its own folder");
    let (files, parsed) = (own.as_slice(), sources(&own));
    let cluster = Cluster::surrounded(&parsed, None, &surroundings);
    let found = lsflint_lint::check_file(&parsed[index], &cluster, settings, registry);
    for it in found.iter().filter(|it| is_safe(it)) {
        let (name, text) = files[index];
        let fixed = apply_fixes(text, std::slice::from_ref(it));
        let mut after = files.to_vec();
        after[index] = (name, &fixed);
        assert_same_meaning(files, &after, it);
    }
    found
}

/// All findings of one of several files that belong to one cluster, with every rule on.
pub(super) fn file_findings(files: &[(&str, &str)], index: usize) -> Vec<Diagnostic> {
    check_file_of(files, index, &EVERYTHING.0, &EVERYTHING.1)
}

pub(super) fn findings(code: &str, files: &[(&str, &str)]) -> Vec<Diagnostic> {
    let mut found = file_findings(files, 0);
    found.retain(|it| it.rule.code == code);
    found
}

/// Settings that turn every rule on.
pub(crate) fn everything() -> Settings {
    let all = crate::all().selection(["ALL".to_owned()]).expect("ALL is a selection");
    Settings { select: all, ..Settings::default() }
}

pub(super) fn apply_fixes(text: &str, found: &[Diagnostic]) -> String {
    let mut edits: Vec<_> = found.iter().filter_map(|it| it.fix.as_ref()).flat_map(|it| &it.edits).collect();
    edits.sort_by_key(|it| it.range.start());
    let mut fixed = text.to_owned();
    for edit in edits.iter().rev() {
        fixed.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.text);
    }
    fixed
}

/// The findings as lines: position, severity, message, then what belongs to it.
pub(crate) fn render(text: &str, found: &[Diagnostic]) -> String {
    render_in(&[("", text)], found)
}

/// The findings of the first file as lines. Places in other files have the name of the file before them.
pub(super) fn render_in(files: &[(&str, &str)], found: &[Diagnostic]) -> String {
    let text = files[0].1;
    let mut out = String::new();
    for it in found {
        out.push_str(&format!("{} {} {}\n", position(text, it.range), it.severity, it.message));
        if let Some(effect) = &it.effect {
            out.push_str(&format!("  effect: {effect}\n"));
        }
        if let Some(help) = &it.help {
            out.push_str(&format!("  help: {help}\n"));
        }
        for related in &it.related {
            let other = files[1..].iter().find(|it| related.file.as_deref() == Some(it.0));
            if let (Some(file), None) = (related.file.as_deref().filter(|it| *it != files[0].0), other) {
                out.push_str(&format!("  {file} {}\n", related.message));
                continue;
            }
            let (name, text) = other.map_or((String::new(), text), |it| (format!("{}:", it.0), it.1));
            // The text of another file may not be at hand.
            let place = match text.get(std::ops::Range::<usize>::from(related.range)) {
                Some(_) => format!("{name}{}", position(text, related.range)),
                None => related.file.clone().unwrap_or_default(),
            };
            out.push_str(&format!("  {place} {}\n", related.message));
        }
    }
    out
}

fn position(text: &str, range: TextRange) -> String {
    let place = |offset: usize| {
        // A place in a file that is not shown.
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count() + 1;
        format!("{line}:{column}")
    };
    format!("{}-{}", place(range.start().into()), place(range.end().into()))
}
