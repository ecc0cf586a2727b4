//! What job scripts ask for that means something else after a change, although the script is the same: sizes in the
//! unit of LSF_UNIT_FOR_LIMITS, and the queue and application profile of jobs that name none.

use lsflint_model::effective::{in_rounded_words, unit_of};
use lsflint_model::job::{Asked, JobScript, Submission};
use lsflint_model::requirement::{Requirement, Units};
use lsflint_model::{AsRead, Lookup, View};
use lsflint_spec::{FileKind, find_param};

/// A value of a job that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobValue {
    /// The line of the command or of the first `#BSUB`, from 1.
    pub line: usize,
    /// What changes: `queue`, `-M`, `-R`.
    pub what: String,
    /// The value before, in words.
    pub old_words: String,
    /// The value after the change, in words.
    pub new_words: String,
    /// The setting that changes it: `DEFAULT_QUEUE`.
    pub because: &'static str,
}

const UNIT: &str = "LSF_UNIT_FOR_LIMITS";
const TMP_UNIT: &str = "LSF_ENABLE_TMP_UNIT";
/// What jobs without the option have: the option, what it is, the parameter of lsb.params.
const DEFAULTS: [(&str, &str, &str); 2] =
    [("q", "queue", "DEFAULT_QUEUE"), ("app", "application profile", "DEFAULT_APPLICATION")];

/// The values of a script that change from one cluster to another one. What is unknown on a side is left out.
pub fn values_of_script(old: &AsRead, new: &AsRead, script: &JobScript) -> Vec<JobValue> {
    let views = [old.view(), new.view()];
    let units = views.map(|it| Units::of(it.switches()));
    let because = match views.map(|it| it.switches().unit_for_limits.clone()) {
        [old, new] if old != new => UNIT,
        _ => TMP_UNIT,
    };
    let mut found = Vec::new();
    for submission in script.submissions() {
        let start = usize::from(submission.anchor.start());
        let line = script.text.get(..start).map_or(1, |it| it.matches('\n').count() + 1);
        let mut add = |what: String, words: [String; 2], because| {
            let [old_words, new_words] = words;
            if old_words != new_words {
                found.push(JobValue { line, what, old_words, new_words, because });
            }
        };
        for (option, what, parameter) in DEFAULTS {
            if let Some(words) = default_of(&submission, option, parameter, views) {
                add(what.to_owned(), words, parameter);
            }
        }
        for given in submission.given().iter().filter(|_| units[0] != units[1]) {
            let (Some(text), option) = (given.text(), given.option) else { continue };
            let param = find_param(FileKind::LsbQueues, "Queue", option.parameter);
            let words = match (option.name, param) {
                ("R", _) => {
                    let Some(requirement) = Requirement::parse(text) else { continue };
                    [0, 1].map(|it| requirement.normal(&units[it]).to_string())
                }
                (_, Some(param)) => views.map(|view| {
                    let words = in_rounded_words(text, &unit_of(param, view.switches()));
                    words.map_or(text.to_owned(), |it| it.split_once(" = ").map_or(it.clone(), |it| it.1.to_owned()))
                }),
                (_, None) => continue,
            };
            add(format!("-{}", option.name), words, because);
        }
    }
    found
}

/// The default of jobs that do not have an option; `None` if the job has it, or that is unknown.
fn default_of(submission: &Submission, option: &str, parameter: &str, views: [View<'_>; 2]) -> Option<[String; 2]> {
    if !matches!(submission.asked(option), Asked::No) {
        return None;
    }
    let value = |view: View<'_>| match view.parameter(parameter) {
        Lookup::Unknown => None,
        Lookup::Absent => Some("none".to_owned()),
        set @ Lookup::Set(_) => set.value().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")),
    };
    Some([value(views[0])?, value(views[1])?])
}
