//! The correct clusters whose lines are changed: a generated one, the clean one of `testdata`, the examples of the
//! manuals, and for every documented parameter a small cluster that sets it.

use std::path::Path;

use lsflint_lint::{Diagnostic, Registry, Settings, Severity, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::{FileKind, Grammar, Layout, Maturity, ParamKind, ParamSpec, SectionSpec};
use lsflint_test_support::generate::{self, Counts, Random};
use lsflint_test_support::{MINI_CLUSTER, files_below, manual};

use super::change::comment_start;

/// Files that neither the generated nor the clean cluster has.
const OTHERS: [(&str, &str); 8] = [
    ("hosts", "# addresses\n10.1.0.5 h1 h1-eth0\n10.1.0.4 m1 m1.example.com\n"),
    (
        "lsb.reasons",
        "Begin CustomPendingReason\nREASON_ID = 1301 1302\nMESSAGE = all license tokens are in use\nPRIORITY = 10\n\
         RESOURCE = lic\nEnd CustomPendingReason\n",
    ),
    (
        "lsb.threshold",
        "Begin Min_Energy\nTHRESHOLD_RUNTIME_VAR = 10\nEnd Min_Energy\n\n\
         Begin Min_Time\nCPU_FREQ      RUNTIME_VAR\n2300000KHz    10\n2400000KHz    20\nEnd Min_Time\n",
    ),
    (
        "lsf.task",
        "Begin RemoteTasks\ncompile\ncc/order[ut]\n\"sim/select[type==any] rusage[mem=100]\"\nEnd RemoteTasks\n\n\
         Begin LocalTasks\nvi\nless\nEnd LocalTasks\n",
    ),
    (
        "lsf.sudoers",
        "LSF_STARTUP_USERS=\"user1 user2\"\nLSF_STARTUP_PATH=/opt/lsf/etc\nLSB_PRE_POST_EXEC_USER=lsfadmin\n",
    ),
    (
        "lsb.globalpolicies",
        "Begin GlobalFairshare\nNAME = all_sites\nPARTICIPANTS = normal@mini\nSYNC_INTERVAL = 30\n\
         End GlobalFairshare\n",
    ),
    (
        "lsf.datamanager.mini",
        "Begin Parameters\nADMINS = lsfadmin admin1\nCACHE_INPUT_GRACE_PERIOD = 1440\nCACHE_PERMISSIONS = group\n\
         FILE_TRANSFER_CMD = /usr/bin/scp\nCACHE_ACCESS_CONTROL = Y\nQUERY_NTHREADS = 4\n\
         STAGING_AREA = h1:/mnt/vol/LSF\nEnd Parameters\n",
    ),
    (
        "lsf.licensescheduler",
        "Begin Parameters\nADMIN=lsadmin\nHOSTS=h1 m1\nLMSTAT_PATH=/etc/flexlm/bin\nLM_STAT_INTERVAL=30\nPORT=9581\n\
         End Parameters\n\nBegin Clusters\nCLUSTERS\nmini\nEnd Clusters\n\n\
         Begin ServiceDomain\nNAME=LanServer1\nLIC_SERVERS=((1700@h1))\nEnd ServiceDomain\n\n\
         Begin Feature\nNAME=AppZ\nDISTRIBUTION=LanServer1(Lp1 1 Lp2 1)\nEnd Feature\n\n\
         Begin Projects\nPROJECTS\nLp1\nLp2\nEnd Projects\n",
    ),
];

/// Values to try: names of the mini cluster, numbers, words that many parameters take.
const VALUES: [&str; 14] = [
    "example",
    "Y",
    "1",
    "10",
    "60",
    "600",
    "8:00",
    "/opt/site/tools",
    "normal",
    "h1",
    "lic",
    "lsfadmin",
    "all",
    "0.5",
];

/// A correct cluster with its findings.
pub(super) struct Base {
    pub(super) files: Vec<SourceFile>,
    pub(super) cluster: Cluster,
    /// For each file, its findings.
    pub(super) found: Vec<Vec<Diagnostic>>,
}

/// A line of a file of a base.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) base: usize,
    pub(super) file: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The rules that judge, and the correct clusters.
pub(super) struct Bases {
    pub(super) settings: Settings,
    pub(super) registry: Registry,
    pub(super) all: Vec<Base>,
    /// For each kind of file, in the order of [`FileKind::ALL`], the lines without findings.
    lines: Vec<Vec<Line>>,
}

impl Bases {
    /// Reads and checks the clusters.
    pub(super) fn new(root: &Path, seed: u64) -> Bases {
        let generated = generate::cluster(seed, "site", Counts::for_hosts(24)).into_iter();
        let mut bases = Bases::of(generated.map(|it| (it.path, it.text)).collect());
        let clean = files_below(&root.join("testdata/clusters/clean/conf")).into_iter();
        bases.add(clean.map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into_owned())).collect(), None);
        let others = MINI_CLUSTER.iter().chain(&OTHERS);
        bases.add(others.map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect(), None);
        for example in manual::examples() {
            let kind =
                FileKind::from_name(&example.file).or_else(|| FileKind::from_name(&format!("{}.c", example.file)));
            if kind.is_some() && example.expect.is_empty() && example.target.is_none() {
                bases.add(example.files(), Some(0));
            }
        }
        bases
    }

    /// A single cluster.
    pub(super) fn of(files: Vec<(String, String)>) -> Bases {
        let settings = Settings::default();
        let registry = Registry::new(lsflint_rules::all(), &settings);
        let lines = vec![Vec::new(); FileKind::ALL.len()];
        let mut bases = Bases { settings, registry, all: Vec::new(), lines };
        bases.add(files, None);
        bases
    }

    /// Adds a cluster, and the lines of one file or of all of them. Files of unknown names are left out.
    fn add(&mut self, files: Vec<(String, String)>, only: Option<usize>) {
        let Some(base) = self.base(files) else { return };
        let number = self.all.len();
        for (index, file) in base.files.iter().enumerate().filter(|it| only.is_none_or(|only| only == it.0)) {
            let mut start = 0;
            for text in file.text.split_inclusive('\n') {
                let line = Line { base: number, file: index, start, end: start + text.trim_end().len() };
                start += text.len();
                let clean = base.found[index].iter().all(|it| !touches(it, line));
                if clean && is_worth_a_change(text) {
                    self.lines[file.kind as usize].push(line);
                }
            }
        }
        self.all.push(base);
    }

    fn base(&self, files: Vec<(String, String)>) -> Option<Base> {
        let source =
            |(name, text): (String, String)| FileKind::from_name(&name).map(|kind| SourceFile::new(&name, kind, text));
        let files: Vec<SourceFile> = files.into_iter().filter_map(source).collect();
        let cluster = Cluster::of(&files, None);
        let check = |file: &SourceFile| check_file(file, &cluster, &self.settings, &self.registry);
        let found: Vec<Vec<Diagnostic>> = files.iter().map(check).collect();
        (!files.is_empty()).then_some(Base { files, cluster, found })
    }

    /// A line of this kind of file, if there are any: of the clusters, or that of a documented parameter.
    pub(super) fn pick(&mut self, random: &mut Random, kind: FileKind) -> Option<Line> {
        if random.percent(50) {
            let keyed = |it: &&SectionSpec| it.name.is_empty() || it.layout != Layout::Tabular;
            let params: Vec<(&SectionSpec, &ParamSpec)> = kind
                .spec()
                .sections
                .iter()
                .filter(keyed)
                .flat_map(|section| section.params.iter().map(move |param| (section, param)))
                .filter(|(_, it)| it.kind == ParamKind::Keyword && it.maturity == Maturity::Current)
                .filter(|(_, it)| it.requires.is_empty() && it.only_in.is_empty())
                .collect();
            if !params.is_empty() {
                let (section, param) = params[random.between(0, params.len())];
                if let Some(line) = self.parameter(kind, section, param) {
                    return Some(line);
                }
            }
        }
        let lines = &self.lines[kind as usize];
        (!lines.is_empty()).then(|| lines[random.between(0, lines.len())])
    }

    /// A cluster that sets a parameter to the first value that has no finding.
    fn parameter(&mut self, kind: FileKind, section: &SectionSpec, param: &ParamSpec) -> Option<Line> {
        let is_list =
            |it: &SectionSpec| it.layout == Layout::Flat && !matches!(kind, FileKind::LsfConf | FileKind::LsfSudoers);
        if section.required.contains(&param.name) || is_list(section) {
            return None;
        }
        let name = if kind.spec().recognition.names.is_empty() {
            format!("{}.mini", kind.name())
        } else {
            kind.name().to_owned()
        };
        let required: String = section
            .required
            .iter()
            .filter_map(|it| section.param(it))
            .map(|it| {
                let value = values(it).into_iter().next().unwrap_or_default();
                format!("{} = {value}\n", it.name)
            })
            .collect();
        for value in values(param) {
            let (before, line, after) = match section.name {
                "" => (String::new(), format!("{}={value}", param.name), "\n".to_owned()),
                section => (
                    format!("Begin {section}\n{required}"),
                    format!("{} = {value}", param.name),
                    format!("\nEnd {section}\n"),
                ),
            };
            let others = MINI_CLUSTER.iter().filter(|it| it.0 != name);
            let mut files = vec![(name.clone(), format!("{before}{line}{after}"))];
            files.extend(others.map(|(path, text)| ((*path).to_owned(), (*text).to_owned())));
            let base = self.base(files)?;
            let place = Line { base: self.all.len(), file: 0, start: before.len(), end: before.len() + line.len() };
            let wrong = |it: &Diagnostic| it.severity >= Severity::Warning || touches(it, place);
            if !base.found[0].iter().any(wrong) {
                self.all.push(base);
                return Some(place);
            }
        }
        None
    }
}

/// Values to try for a parameter, the most likely first. One without a grammar gets only its default.
fn values(param: &ParamSpec) -> Vec<String> {
    let word = |it: &&str| it.bytes().all(|it| it.is_ascii_alphanumeric() || b"_./:-".contains(&it));
    let default = Some(param.default).filter(word).filter(|it| !matches!(*it, "" | "none" | "undefined"));
    let mut values: Vec<String> = param.values.first().into_iter().chain(&default).map(|it| (*it).to_owned()).collect();
    if param.grammar != Grammar::Any {
        values.extend(VALUES.map(str::to_owned));
    }
    values
}

/// Whether a finding is on a line, or names it as a related place of the same file.
pub(super) fn touches(found: &Diagnostic, line: Line) -> bool {
    let on = |range: lsflint_syntax::TextRange| {
        usize::from(range.start()) <= line.end && usize::from(range.end()) >= line.start
    };
    on(found.range) || found.related.iter().any(|it| it.file.is_none() && on(it.range))
}

/// Whether a line has more than a comment.
fn is_worth_a_change(text: &str) -> bool {
    !text[..comment_start(text)].trim().is_empty()
}
