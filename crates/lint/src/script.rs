//! Scripts that submit jobs: the rules about jobs, and those about the requirement strings in them.

use lsflint_model::job::{Job, JobScript, Submission};
use lsflint_model::{Cluster, View};
use lsflint_syntax::script::{Quote, Word};
use lsflint_syntax::{TextRange, TextSize};

use crate::diagnostic::{Diagnostic, Findings, Fix};
use crate::fingerprint::{Fingerprint, fingerprints_of_text};
use crate::registry::Registry;
use crate::requirement::check_requirement;
use crate::rule::Severity;
use crate::settings::Settings;
use crate::suppress::{self, Commented};
use crate::walk::sort;

/// One job that a script submits.
#[derive(Clone, Copy)]
pub struct JobContext<'a> {
    /// The script.
    pub script: &'a JobScript,
    /// The job in its cluster.
    pub job: &'a Job<'a>,
}

impl<'a> JobContext<'a> {
    /// What the files of the cluster say.
    pub fn cluster(&self) -> View<'a> {
        self.job.view
    }

    /// The job as it is written.
    pub fn submission(&self) -> &'a Submission {
        self.job.submission
    }

    /// How bad it is that LSF refuses the job as it is written. Programs of the site may rewrite it before.
    pub fn refused(&self) -> Severity {
        if self.job.may_be_rewritten() { Severity::Warning } else { Severity::Error }
    }
}

/// Runs the rules of the registry over a script. The findings are ordered by position, then code; suppressed ones are left out.
pub fn check_script(
    script: &JobScript,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let mut strings = Vec::new();
    for submission in script.submissions() {
        let job = Job::of(cluster.view(), &submission);
        for check in &registry.job {
            check(&JobContext { script, job: &job }, &mut findings);
        }
        for given in submission.given().iter().filter(|it| it.option.name == "R") {
            let Some((word, text)) = given.argument.as_ref().and_then(|it| Some((it, it.text()?))) else { continue };
            let found = check_requirement(text, cluster, settings, registry);
            strings.extend(found.into_iter().map(|it| in_script(it, word)));
        }
    }
    let mut found = findings.found;
    settings.apply_severities(&mut found);
    found.extend(strings);
    suppress::apply(&ScriptContext { script, cluster: cluster.view(), settings }, &mut found);
    sort(&mut found);
    found
}

/// The fingerprints of the findings of a script, in the same order.
pub fn script_fingerprints(script: &JobScript, found: &[Diagnostic]) -> Vec<Fingerprint> {
    fingerprints_of_text(&script.text, found)
}

/// A finding in the text of a word, as one in the script. A fix that would have to mind the quotes is left out.
fn in_script(mut found: Diagnostic, word: &Word) -> Diagnostic {
    found.fix = found.fix.filter(|it| keeps_quotes(it, word));
    found.range = word.place(found.range);
    for related in found.related.iter_mut().filter(|it| it.file.is_none()) {
        related.range = word.place(related.range);
    }
    for edit in found.fix.iter_mut().flat_map(|it| &mut it.edits) {
        edit.range = word.place(edit.range);
    }
    found
}

/// Whether every edit stays inside of one kind of quotes, where the new text means itself.
fn keeps_quotes(fix: &Fix, word: &Word) -> bool {
    fix.edits.iter().all(|edit| match word.quote(edit.range) {
        Some(Quote::Single) => !edit.text.contains(['\'', '\n']),
        Some(Quote::Double) => !edit.text.contains(['"', '$', '`', '\\', '\n']),
        Some(Quote::None | Quote::Escaped) | None => false,
    })
}

/// A script and everything around it.
struct ScriptContext<'a> {
    script: &'a JobScript,
    cluster: View<'a>,
    settings: &'a Settings,
}

impl Commented for ScriptContext<'_> {
    fn text(&self) -> &str {
        &self.script.text
    }

    fn cluster(&self) -> View<'_> {
        self.cluster
    }

    fn settings(&self) -> &Settings {
        self.settings
    }

    fn comment_at(&self, offset: usize) -> Option<TextRange> {
        let offset = TextSize::new(u32::try_from(offset).ok()?);
        self.script.script.comments.iter().copied().find(|it| it.contains(offset))
    }

    fn section_around(&self, _: TextRange) -> Option<TextRange> {
        None
    }

    fn is_value(&self, _: usize) -> bool {
        false
    }

    fn is_continued(&self, line_end: usize) -> bool {
        u32::try_from(line_end).is_ok_and(|it| self.script.script.is_continued(TextSize::new(it)))
    }
}

#[cfg(test)]
mod tests {
    use lsflint_model::Cluster;
    use lsflint_spec::FileKind;
    use proptest::prelude::*;

    use super::*;
    use crate::fix::apply_edits;
    use crate::testing::{everything, script_findings};

    /// A cluster in which every rule about jobs has something to look at.
    fn cluster() -> Cluster {
        let files = [
            ("lsf.conf", "LSF_STRICT_RESREQ=Y\nLSF_UNIT_FOR_LIMITS=MB\n"),
            ("lsf.shared", "Begin HostType\nTYPENAME\nX86\nEnd HostType\n"),
            ("lsf.cluster.c", "Begin Host\nHOSTNAME model type server RESOURCES\na ! X86 1 ()\nEnd Host\n"),
            ("lsb.params", "Begin Parameters\nMAX_JOBS = 5\nEnd Parameters\n"),
            (
                "lsb.queues",
                "Begin Queue\nQUEUE_NAME = q\nRUNLIMIT = 60\nTASKLIMIT = 2 4\nRES_REQ = select[mem<5] rusage[mem=3]\nEnd Queue\n",
            ),
        ];
        let files = files.map(|(name, text)| {
            lsflint_model::SourceFile::new(name, FileKind::from_name(name).expect("a file of LSF"), text)
        });
        Cluster::of(&files, None)
    }

    #[track_caller]
    fn check_fix(before: &str, after: &str) {
        let found = script_findings(before, &Cluster::default());
        let edits: Vec<_> = found.into_iter().filter_map(|it| it.fix).flat_map(|it| it.edits).collect();
        assert_eq!(apply_edits(before, &edits), after);
    }

    #[test]
    fn fixes_stay_inside_of_one_pair_of_quotes() {
        check_fix("bsub -R 'mem>5 rusage[mem=5]order[mem]' x\n", "bsub -R 'mem>5 rusage[mem=5] order[mem]' x\n");
        check_fix("bsub -R \"span[hosts=1]order[mem]\" x\n", "bsub -R \"span[hosts=1] order[mem]\" x\n");
        for bare in ["#BSUB -R span[hosts=1]order[mem]\n", "bsub -R span\\[hosts=1\\]order\\[mem\\] x\n"] {
            check_fix(bare, bare);
        }
    }

    /// Text that is likely to mean something.
    fn script_text() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "\n#BSUB ",
            "\nbsub ",
            "-q q ",
            "-q ",
            "-n ",
            "-W ",
            "-M ",
            "-R ",
            "-x ",
            "-I ",
            "-m ",
            "-app ",
            "\"",
            "'",
            "\\",
            "\r\n",
            "select[mem>9]",
            "rusage[mem=9]",
            "2*{mem>1}",
            "||",
            "{mem>1}",
            "span[hosts=1]",
            "order[",
            "]",
            "61:00",
            "5",
            "3,1",
            "$X",
            "`",
            "$(",
            ")",
            " ",
            "a+1 ",
            "ä",
            "# lsflint: ignore[J",
            "] ",
            "<<E\n",
            "E\n",
            "!",
            "4GB ",
        ]);
        prop::collection::vec(piece, 0..30).prop_map(|it| it.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn any_script_is_judged(text in script_text()) {
            let cluster = cluster();
            let settings = everything();
            let script = JobScript::new("job.sh", text.as_str());
            let found = check_script(&script, &cluster, &settings, &Registry::new(&settings));
            for it in &found {
                prop_assert!(text.get(std::ops::Range::<usize>::from(it.range)).is_some(), "{:?}", it);
                for edit in it.fix.iter().flat_map(|it| &it.edits) {
                    prop_assert!(text.get(std::ops::Range::<usize>::from(edit.range)).is_some(), "{:?}", it);
                }
            }
            prop_assert_eq!(script_fingerprints(&script, &found).len(), found.len());
        }
    }
}
