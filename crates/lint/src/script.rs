//! Scripts that submit jobs: the rules about jobs, and the rules about the requirement strings in them.

use std::rc::Rc;

use lsflint_model::job::{Invocation, Job, JobScript, Shared, Submission};
use lsflint_model::{Basis, Cluster, Index, Uses, View};
use lsflint_syntax::script::{Quote, Word};
use lsflint_syntax::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::context::{CommandsContext, JobContext};
use crate::diagnostic::{self, Diagnostic, Fix};
use crate::fingerprint::{Fingerprint, fingerprints_of_text};
use crate::registry::Registry;
use crate::requirement::check_requirement_in;
use crate::settings::Settings;
use crate::suppress::{self, Commented};

/// Runs the rules of the registry over a script. The findings are sorted by position, then code; suppressed ones are
/// omitted.
pub fn check_script(
    script: &JobScript,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    check_in(script, cluster.view(), settings, registry, &mut KeptJobs::default())
}

/// The findings about each job and each requirement string of a script, for the next check of the script.
#[derive(Debug, Default)]
pub struct KeptJobs {
    jobs: Vec<Option<KeptJob>>,
    /// The jobs before the last edit that changed many, such as a quote that is not closed yet.
    earlier: Vec<Option<KeptJob>>,
    strings: Strings,
    /// The number of jobs that the last check visited.
    pub visited: usize,
}

/// The findings in requirement strings, by the name of the command that reads them and the text.
type Strings = FxHashMap<(&'static str, Box<str>), KeptString>;

/// The findings in a requirement string. They depend on nothing but the string and the cluster.
#[derive(Debug)]
struct KeptString {
    basis: Basis,
    found: Vec<Diagnostic>,
}

/// A job, and the findings of the rules about jobs. They depend on nothing but the job and the cluster.
#[derive(Debug)]
struct KeptJob {
    submission: Submission,
    basis: Basis,
    found: Vec<Diagnostic>,
}

impl KeptJobs {
    /// The findings about a job of `count`, if it is the same as one of the last check, up to its place.
    fn take(&mut self, number: usize, count: usize, job: &Submission, index: &Index) -> Option<KeptJob> {
        [&mut self.jobs, &mut self.earlier].into_iter().find_map(|jobs| {
            // Jobs before an edit have the same number from the start, jobs after it the same number from the end.
            let from_end = (number + jobs.len()).checked_sub(count);
            let numbers = [Some(number), from_end].into_iter().flatten();
            numbers.into_iter().find_map(|number| KeptJob::take(jobs.get_mut(number)?, job, index))
        })
    }

    /// Keeps the jobs of the last check, or those kept by it, for the check after the next one.
    fn keep_earlier(&mut self, before: KeptJobs) {
        let left = |jobs: &[Option<KeptJob>]| jobs.iter().flatten().count();
        let many = left(&before.jobs) > left(&before.earlier);
        self.earlier = if many { before.jobs } else { before.earlier };
    }
}

impl KeptJob {
    /// The findings about a job, if it is this one up to its place.
    fn take(slot: &mut Option<KeptJob>, job: &Submission, index: &Index) -> Option<KeptJob> {
        let by = |kept: &KeptJob| i64::from(u32::from(job.anchor.start())) - i64::from(u32::from(kept.anchor()));
        let is_same = |kept: &KeptJob| match by(kept) {
            0 => kept.submission == *job,
            by => kept.submission.moved(by).is_some_and(|it| it == *job),
        };
        let kept = slot.take_if(|kept| kept.basis.holds(index) && is_same(kept))?;
        let by = by(&kept);
        if by == 0 {
            return Some(kept);
        }
        let size = TextSize::new(u32::try_from(by.unsigned_abs()).ok()?);
        let place = |it: Diagnostic| if by < 0 { it.relative_to(size) } else { it.moved(size) };
        Some(KeptJob { submission: job.clone(), found: kept.found.into_iter().map(place).collect(), ..kept })
    }

    fn anchor(&self) -> TextSize {
        self.submission.anchor.start()
    }
}

/// As [`check_script`], using the findings about jobs that are the same as in the last check. Also returns the facts of
/// the cluster on which the findings depend.
pub fn check_script_again(
    script: &JobScript,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
    kept: &mut KeptJobs,
) -> (Vec<Diagnostic>, Basis) {
    let uses = Uses::default();
    let found = check_in(script, View::tracked(cluster, &uses), settings, registry, kept);
    (found, uses.basis(cluster.index()))
}

fn check_in(
    script: &JobScript,
    cluster: View<'_>,
    settings: &Settings,
    registry: &Registry,
    kept: &mut KeptJobs,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let commands = script.invocations();
    let context = CommandsContext { script, commands: &commands, cluster };
    for check in &registry.commands {
        check.run(&context, &mut found);
    }
    let mut before = std::mem::take(kept);
    let mut strings = Vec::new();
    for command in &commands {
        for word in &command.requirements {
            let check = |it: &str| {
                check_string(command, it, cluster, settings, registry, &mut before.strings, &mut kept.strings)
            };
            strings.extend(requirement(word, check));
        }
    }
    let submissions: Vec<Submission> = commands.into_iter().filter_map(Submission::of).collect();
    let (count, shared) = (submissions.len(), Rc::new(Shared::new(cluster)));
    for (number, submission) in submissions.into_iter().enumerate() {
        let known = cluster.uses().and_then(|uses| {
            let job = before.take(number, count, &submission, cluster.index())?;
            uses.join(&job.basis);
            Some(job)
        });
        kept.visited += usize::from(known.is_none());
        let job = known.unwrap_or_else(|| check_job(submission, &shared, cluster, registry));
        found.extend(job.found.iter().cloned());
        kept.jobs.push(Some(job));
    }
    kept.keep_earlier(before);
    settings.apply_severities(&mut found);
    found.extend(strings);
    for it in &mut found {
        note_constant(it, script);
    }
    suppress::apply(&ScriptContext { script, cluster, settings }, registry, &mut found);
    diagnostic::sort(&mut found);
    // An array of options may be used several times.
    found.dedup_by(|one, other| {
        one.rule.code == other.rule.code && one.range == other.range && one.message == other.message
    });
    found
}

/// Runs the rules about requirement strings, unless the string was checked before. A script often repeats a string.
fn check_string(
    command: &Invocation,
    text: &str,
    cluster: View<'_>,
    settings: &Settings,
    registry: &Registry,
    before: &mut Strings,
    kept: &mut Strings,
) -> Vec<Diagnostic> {
    let key = (command.program.name, Box::from(text));
    if let Some(known) = kept.get(&key) {
        return known.found.clone();
    }
    let known = before.remove(&key).filter(|it| it.basis.holds(cluster.index()));
    let string = match (known, cluster.uses()) {
        (Some(known), Some(uses)) => {
            uses.join(&known.basis);
            known
        }
        (_, uses) => {
            let outside = uses.map(Uses::start);
            let reader = command.program.requirement_reader();
            let found = check_requirement_in(reader, text, cluster, settings, registry);
            let basis = uses.zip(outside).map(|(uses, outside)| uses.end(outside, cluster.index()));
            KeptString { basis: basis.unwrap_or_default(), found }
        }
    };
    kept.entry(key).or_insert(string).found.clone()
}

/// Runs the rules about jobs.
fn check_job<'a>(submission: Submission, shared: &Rc<Shared<'a>>, cluster: View<'a>, registry: &Registry) -> KeptJob {
    let outside = cluster.uses().map(Uses::start);
    let mut found = Vec::new();
    let with_esubs = submission.clone().with_esubs(cluster);
    let job = Job::with(shared, &with_esubs);
    for check in &registry.job {
        check.run(&JobContext { job: &job }, &mut found);
    }
    let basis = cluster.uses().zip(outside).map(|(uses, outside)| uses.end(outside, cluster.index()));
    KeptJob { submission, basis: basis.unwrap_or_default(), found }
}

/// The texts that are tried for a part of a requirement that is known only when the script runs.
const FILLERS: [&str; 2] = ["1", "7919"];

/// The findings in a requirement string. Around values that depend on the run (`rusage[mem=$MEM]`), those are reported
/// that do not depend on them: they are found whatever number is written there, and do not touch it.
fn requirement(word: &Word, mut check: impl FnMut(&str) -> Vec<Diagnostic>) -> Vec<Diagnostic> {
    if word.text_unless_matched().is_some_and(has_placeholder) {
        return Vec::new();
    }
    if let Some(text) = word.text() {
        return check(text).into_iter().map(|it| in_script(it, word)).collect();
    }
    let mut common: Option<Vec<Diagnostic>> = None;
    for filler in FILLERS {
        let Some((filled, places)) = word.filled(filler) else { return Vec::new() };
        let Some(text) = filled.text().filter(|it| are_values(it, &places)) else { return Vec::new() };
        let touches = |range: TextRange| {
            let next = places.partition_point(|it| it.end() < range.start());
            places.get(next).is_some_and(|it| it.start() <= range.end())
        };
        let apart = check(text).into_iter().filter(|it| {
            let edits = it.fix.iter().flat_map(|it| &it.edits).map(|it| it.range);
            let related = it.related.iter().filter(|it| it.file.is_none()).map(|it| it.range);
            !std::iter::once(it.range).chain(edits).chain(related).any(touches)
        });
        let found: Vec<Diagnostic> = apart.map(|it| in_script(it, &filled)).collect();
        common = Some(match common {
            None => found,
            Some(before) => common_findings(before, &found),
        });
    }
    common.unwrap_or_default()
}

/// The findings of one list that are also in another one.
fn common_findings(mut one: Vec<Diagnostic>, other: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut by_range: FxHashMap<TextRange, Vec<&Diagnostic>> = FxHashMap::default();
    for it in other {
        by_range.entry(it.range).or_default().push(it);
    }
    one.retain(|it| by_range.get(&it.range).is_some_and(|same| same.contains(&it)));
    one
}

/// Whether a template of a script has a word in the place of a number: `span[ptile=<NODES>]`.
fn has_placeholder(text: &str) -> bool {
    text.match_indices(['=', '(']).any(|(at, _)| {
        let name = text[at + 1..].strip_prefix('<').and_then(|it| it.split_once('>'));
        name.is_some_and(|(it, _)| it.starts_with(char::is_alphabetic) && !it.contains(['[', ']', '&', '|']))
    })
}

/// Whether each of some parts of a requirement, in text order, can only be a value in a section: `[mem=$MEM]`.
fn are_values(text: &str, places: &[TextRange]) -> bool {
    let (mut depth, mut read) = (0_isize, 0);
    places.iter().all(|place| {
        let (before, after) = (&text[read..place.start().into()], &text[place.end().into()..]);
        depth += before.matches('[').count() as isize - before.matches(']').count() as isize;
        read = place.start().into();
        let unit = after.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        depth > 0 && before.ends_with(['=', '<', '>']) && unit.starts_with([']', ',', ':', '/', ')', ' ', '&', '|'])
    })
}

/// Names the assignment of a constant in which a finding is.
fn note_constant(found: &mut Diagnostic, script: &JobScript) {
    if let Some(used) = script.script.use_at(found.range) {
        let message = format!("`{}` is assigned here", used.name);
        found.related(used.assigned, message);
    }
}

/// The fingerprints of the findings of a script, in the same order.
pub fn script_fingerprints(script: &JobScript, found: &[Diagnostic]) -> Vec<Fingerprint> {
    fingerprints_of_text(&script.text, found)
}

/// Converts a finding in the text of a word to one in the script. A fix that would interfere with quotes is omitted.
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

/// Whether every edit is within one kind of quotes that does not change the meaning of the new text.
fn keeps_quotes(fix: &Fix, word: &Word) -> bool {
    fix.edits.iter().all(|edit| match word.quote(edit.range) {
        Some(Quote::Single) => !edit.text.contains(['\'', '\n']),
        Some(Quote::Double) => !edit.text.contains(['"', '$', '`', '\\', '\n']),
        Some(Quote::None | Quote::Escaped) | None => false,
    })
}

/// A script and its surroundings.
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
        let comments = &self.script.script.comments;
        let number = comments.partition_point(|it| it.end() <= offset);
        comments.get(number).copied().filter(|it| it.contains(offset))
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
