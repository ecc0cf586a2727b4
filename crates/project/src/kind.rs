//! Recognizes which LSF file a file is.
//!
//! The name decides: `lsb.queues`, `lsf.cluster.west`, and the same with template endings (`lsf.conf.in`,
//! `lsb.queues.j2`). Otherwise a mode line in the first lines decides (`# lsflint: file=lsb.queues`), then the
//! sections, then a name that starts or ends with the name of an LSF file (`prod.lsb.queues`, `lsb.queues.new`). Only
//! the first two are certain. Names that other programs use, too (`ego.conf`, `server.config`), need a line of LSF in
//! files found in a directory.

use lsflint_spec::{ConnectorKind, FileKind};
use lsflint_syntax::script::Script;

use crate::error::Cause;

/// The number of lines at the start of a file in which a mode line is recognized.
const MODE_LINES: usize = 5;

/// Endings of backup copies that editors, package managers and administrators create.
const BACKUP_ENDINGS: [&str; 18] = [
    "bak",
    "backup",
    "orig",
    "original",
    "old",
    "save",
    "saved",
    "prev",
    "rpmsave",
    "rpmnew",
    "rpmorig",
    "dpkg-old",
    "dpkg-new",
    "dpkg-dist",
    "swp",
    "swo",
    "tmp",
    "rej",
];

/// Words with which administrators begin the name of a backup copy, or begin or end that of its directory.
const BACKUP_WORDS: [&str; 8] = ["bak", "backup", "orig", "original", "old", "save", "saved", "prev"];

/// The kind of a file, and how it was recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recognised {
    /// The LSF file.
    pub kind: FileKind,
    /// Whether a name or a mode line decided, not a guess.
    pub certain: bool,
    /// Whether the name has a template ending.
    pub template: bool,
}

/// The kind of a member of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberKind {
    /// An LSF file.
    File(Recognised),
    /// A job script.
    Script,
    /// A file of the resource connector.
    Connector(ConnectorKind),
}

impl MemberKind {
    /// The LSF file it is; `None` for a script or a file of the resource connector.
    pub fn file(self) -> Option<FileKind> {
        match self {
            MemberKind::File(recognised) => Some(recognised.kind),
            MemberKind::Script | MemberKind::Connector(_) => None,
        }
    }

    /// Whether only the content of the file says what it is.
    pub(crate) fn is_guessed(self) -> bool {
        matches!(self, MemberKind::File(recognised) if !recognised.certain)
    }
}

/// Recognizes a file that the user named: every hint is used. `name` is the file name without directories.
pub fn recognise(name: &str, text: &str) -> Option<Recognised> {
    recognise_named(name, text).ok().flatten()
}

/// Like [`recognise`]; an unknown LSF file name in a mode line is an error.
pub(crate) fn recognise_named(name: &str, text: &str) -> Result<Option<Recognised>, Cause> {
    if let Some(found) = by_name(name) {
        return Ok(Some(found));
    }
    let template = lsflint_spec::is_template(name);
    let found = |kind, certain| Some(Recognised { kind, certain, template });
    if let Some(kind) = mode_line(text)? {
        return Ok(found(kind, true));
    }
    let sections: Vec<&str> = section_names(text).collect();
    // A script may write text that looks like sections, and may have a name like that of an LSF file.
    if Script::is_one(text) {
        return Ok(None);
    }
    let near = near_name(name).map(|it| it.0);
    // A name that fits the sections is more specific than sections that two kinds may share.
    if let Some(kind) = near.filter(|kind| sections.is_empty() || has_sections(*kind, &sections)) {
        return Ok(found(kind, false));
    }
    Ok(FileKind::from_sections(sections).and_then(|kind| found(kind, false)))
}

/// Recognizes a file found in a directory: a guess from the name must be confirmed by the text.
pub(crate) fn recognise_met(name: &str, text: &str) -> Option<Recognised> {
    if let Some(found) = by_name(name) {
        return found.kind.spec().recognition.fits(text).then_some(found);
    }
    let template = lsflint_spec::is_template(name);
    if let Ok(Some(kind)) = mode_line(text) {
        return Some(Recognised { kind, certain: true, template });
    }
    let (kind, end) = near_name(name)?;
    let sections: Vec<&str> = section_names(text).collect();
    let fits = end == NameEnd::Last && has_sections(kind, &sections) && !Script::is_one(text);
    fits.then_some(Recognised { kind, certain: false, template })
}

/// The kind that follows from the name alone.
pub(crate) fn by_name(name: &str) -> Option<Recognised> {
    let kind = FileKind::from_name(name)?;
    Some(Recognised { kind, certain: true, template: lsflint_spec::is_template(name) })
}

/// The kind that follows from the name of a file found in a directory; `None` if the text must be read, too.
pub(crate) fn by_own_name(name: &str) -> Option<Recognised> {
    by_name(name).filter(|it| it.kind.spec().recognition.line_start.is_empty())
}

/// Whether other programs have files of this name, too, or it may be that of a manual page (`lsf.cluster.5`).
pub(crate) fn needs_text(name: &str) -> bool {
    by_own_name(name).is_some_and(|it| it.kind.spec().recognition.needs_text(name))
}

/// Whether the name starts or ends with the name of an LSF file, so that the text must be read.
pub(crate) fn is_near(name: &str) -> bool {
    near_name(name).is_some()
}

/// Whether the name is that of a backup copy: `lsb.queues.bak`, `old.lsb.hosts`, `lsb.queues~`, `lsf.conf.20240131`.
pub fn is_backup(name: &str) -> bool {
    if name.ends_with('~') || name.starts_with(".#") || name.starts_with('#') && name.ends_with('#') {
        return true;
    }
    if name.split_once(IN_NAMES).is_some_and(|(first, rest)| is_backup_word(first) && by_name(rest).is_some()) {
        return true;
    }
    let Some((_, last)) = name.rsplit_once('.') else { return false };
    let last = last.to_ascii_lowercase();
    let date = last.len() >= 6 && last.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'_');
    date || BACKUP_ENDINGS.contains(&last.as_str()) || BACKUP_ENDINGS.contains(&without_number(&last))
}

/// Whether the name is that of a directory with backup copies: `conf.old`, `configdir-bak`, `old_conf`, `backup`.
pub fn is_backup_folder(name: &str) -> bool {
    let first = name.split(IN_NAMES).next().unwrap_or_default();
    let last = name.rsplit(IN_NAMES).next().unwrap_or_default();
    is_backup(name) || is_backup_word(first) || is_backup_word(last)
}

/// What separates the words of a name.
const IN_NAMES: [char; 3] = ['.', '-', '_'];

fn is_backup_word(word: &str) -> bool {
    BACKUP_WORDS.contains(&without_number(&word.to_ascii_lowercase()))
}

fn without_number(word: &str) -> &str {
    word.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameEnd {
    First,
    Last,
}

/// The kind whose name is at the start or end of a file name, separated by `.`, `-`, `_` or `~`. The longest name wins.
fn near_name(name: &str) -> Option<(FileKind, NameEnd)> {
    let separator = |letter: char| matches!(letter, '.' | '-' | '_' | '~');
    let mut best: Option<(usize, FileKind, NameEnd)> = None;
    for kind in FileKind::ALL {
        let recognition = &kind.spec().recognition;
        // `hosts` and `server.config` are too common.
        let own = |it: &&&str| it.contains('.') && recognition.line_start.is_empty();
        for usual in recognition.names.iter().filter(own) {
            let end = if name.strip_suffix(usual).is_some_and(|rest| rest.ends_with(separator)) {
                NameEnd::Last
            } else if name.strip_prefix(usual).is_some_and(|rest| rest.starts_with(separator)) {
                NameEnd::First
            } else {
                continue;
            };
            if best.is_none_or(|it| it.0 < usual.len()) {
                best = Some((usual.len(), kind, end));
            }
        }
    }
    best.map(|it| (it.1, it.2))
}

/// The kind in a mode line, if there is one.
fn mode_line(text: &str) -> Result<Option<FileKind>, Cause> {
    for (index, line) in text.lines().take(MODE_LINES).enumerate() {
        let Some(comment) = line.trim_start().strip_prefix('#') else { continue };
        let Some((_, settings)) = comment.split_once("lsflint:") else { continue };
        let Some(given) = settings.split_whitespace().find_map(|it| it.strip_prefix("file=")) else { continue };
        return match FileKind::from_name(given) {
            Some(kind) => Ok(Some(kind)),
            None => Err(Cause::UnknownKind(index + 1, given.to_owned(), nearest_kind(given))),
        };
    }
    Ok(None)
}

fn nearest_kind(given: &str) -> Option<&'static str> {
    let names = FileKind::ALL.into_iter().map(FileKind::name);
    let scored = names.map(|name| (strsim::damerau_levenshtein(given, name), name));
    scored.filter(|(distance, _)| *distance <= 2).min().map(|(_, name)| name)
}

/// The names after `Begin`.
fn section_names(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        words.next().filter(|it| it.eq_ignore_ascii_case("begin"))?;
        words.next()
    })
}

/// Whether there are sections and all of them belong to the kind.
fn has_sections(kind: FileKind, names: &[&str]) -> bool {
    !names.is_empty() && names.iter().all(|name| lsflint_spec::section(kind, name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, text: &str, expected: &str) {
        let show = |it: Recognised| {
            let certain = if it.certain { "" } else { " guessed" };
            let template = if it.template { " template" } else { "" };
            format!("{}{certain}{template}", it.kind.name())
        };
        let found = match recognise_named(name, text) {
            Ok(found) => found.map_or_else(|| "-".to_owned(), show),
            Err(Cause::UnknownKind(line, given, nearest)) => format!("line {line}: {given} ({nearest:?})"),
            Err(cause) => format!("{cause:?}"),
        };
        assert_eq!(found, expected, "{name}");
    }

    #[test]
    fn the_name_decides() {
        check("lsb.queues", "# lsflint: file=lsb.hosts\n", "lsb.queues");
        check("lsf.cluster.west", "", "lsf.cluster");
        check("lsf.conf.in", "", "lsf.conf template");
        check("lsf.cluster.west.j2", "", "lsf.cluster template");
    }

    #[test]
    fn then_a_mode_line() {
        check("queues", "#!x\n#  lsflint: file=lsb.queues\n", "lsb.queues");
        check("queues", "# lsflint: file=lsb.queus\n", "line 1: lsb.queus (Some(\"lsb.queues\"))");
        check("queues", "\n\n\n\n\n# lsflint: file=lsb.queues\n", "-");
    }

    #[test]
    fn then_the_sections() {
        check("queues.conf", "Begin Queue\nEnd Queue\n", "lsb.queues guessed");
        check("notes", "Begin Host\nEnd Host\n", "-");
        check("notes", "", "-");
    }

    #[test]
    fn then_a_name_at_one_end() {
        check("prod.lsb.hosts", "Begin Host\nEnd Host\n", "lsb.hosts guessed");
        check("site.lsf.conf", "LSF_LIM_PORT=1\n", "lsf.conf guessed");
        check("lsb.queues.new", "Begin Queue\n", "lsb.queues guessed");
        check("lsb.queues.new", "Begin HostType\n", "lsf.shared guessed");
        check("mylsb.queues", "", "-");
    }

    #[test]
    fn folders_need_evidence() {
        let met = |name, text| recognise_met(name, text).map(|it| (it.kind, it.certain));
        assert_eq!(met("lsb.queues", ""), Some((FileKind::LsbQueues, true)));
        assert_eq!(met("x.lsb.queues", "Begin Queue\n"), Some((FileKind::LsbQueues, false)));
        assert_eq!(met("x.lsb.queues", "Begin Host\n"), None);
        // A job script may write a file of LSF.
        assert_eq!(met("x.lsb.queues", "#BSUB -q day\nBegin Queue\n"), None);
        check("x.lsb.queues", "#BSUB -q day\nBegin Queue\n", "-");
        check("lsb.queues", "#BSUB -q day\nBegin Queue\n", "lsb.queues");
        // A file of a workflow system, a manual page.
        let nextflow = "process {\n  executor = 'lsf'\n}\n";
        assert_eq!(met("lsf.conf", nextflow), None);
        assert_eq!(met("lsf.conf", "#LSF_LIM_PORT=1\n"), Some((FileKind::LsfConf, true)));
        assert_eq!(met("lsf.conf", "# none\n"), Some((FileKind::LsfConf, true)));
        assert_eq!(met("lsf.cluster.5", ".TH lsf.cluster 5\n"), None);
        assert_eq!(met("lsf.cluster.5", "Begin Host\n"), Some((FileKind::LsfCluster, true)));
        assert!(needs_text("lsf.conf") && needs_text("lsf.cluster.5"));
        assert!(!needs_text("lsf.cluster.west") && !needs_text("lsb.queues"));
        assert_eq!(met("lsb.queues.md", "Begin Queue\n"), None);
        assert_eq!(met("lsb.queues.md", "# lsflint: file=lsb.queues\n"), Some((FileKind::LsbQueues, true)));
    }

    #[test]
    fn common_names_need_a_line_of_lsf() {
        let met = |name, text| recognise_met(name, text).map(|it| it.kind);
        assert_eq!(met("ego.conf", "# x\nEGO_LIM_PORT=7869\n"), Some(FileKind::EgoConf));
        assert_eq!(met("ego.conf", "[global]\nrelease = 1.4\n"), None);
        assert_eq!(met("install.config", "# LSF_TOP=\"/usr/share/lsf\"\n"), Some(FileKind::InstallConfig));
        assert_eq!(met("slave.config", "LSF_TOP=/lsf\n"), Some(FileKind::ServerConfig));
        assert_eq!(met("server.config", "<configuration/>\n"), None);
        assert_eq!(met("old.server.config", "LSF_TOP=/lsf\n"), None);
        check("server.config", "<configuration/>\n", "server.config");
    }

    #[test]
    fn backups() {
        for name in [
            "lsb.queues~",
            "lsb.queues.bak",
            "lsb.queues.bak2",
            "lsf.cluster.x.orig",
            "lsf.conf.20240131",
            ".#lsb.queues",
            "#lsb.queues#",
            "lsf.conf.rpmsave",
            "lsf.conf.2024-01-31",
            "old.lsb.hosts",
            "Backup2-lsf.cluster.x",
        ] {
            assert!(is_backup(name), "{name}");
        }
        for name in
            ["lsb.queues", "lsf.cluster.x1", "lsf.cluster.2024", "lsb.queues.j2", "hosts", "save.sh", "gold.lsb.hosts"]
        {
            assert!(!is_backup(name), "{name}");
        }
        for name in ["configdir.old", "conf.bak2", "conf-old", "old_conf", "backup", "Save", "conf.20240131", "conf~"] {
            assert!(is_backup_folder(name), "{name}");
        }
        for name in ["conf", "configdir2", "gold", "site.d", "holdings-lsf", ""] {
            assert!(!is_backup_folder(name), "{name}");
        }
    }
}
