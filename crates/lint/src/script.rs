//! Scripts that submit jobs: the rules about jobs, and the rules about the requirement strings in them.

use lsflint_model::job::{Job, JobScript};
use lsflint_model::{Cluster, View};
use lsflint_syntax::script::{Quote, Word};
use lsflint_syntax::{TextRange, TextSize};

use crate::context::JobContext;
use crate::diagnostic::{self, Diagnostic, Fix};
use crate::fingerprint::{Fingerprint, fingerprints_of_text};
use crate::registry::Registry;
use crate::requirement::check_requirement;
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
    let mut found = Vec::new();
    let mut strings = Vec::new();
    for submission in script.submissions() {
        let job = Job::of(cluster.view(), &submission);
        for check in &registry.job {
            check.run(&JobContext { script, job: &job }, &mut found);
        }
        for given in submission.given().iter().filter(|it| it.option.name == "R") {
            let Some((word, text)) = given.argument.as_ref().and_then(|it| Some((it, it.text()?))) else { continue };
            let found = check_requirement(text, cluster, settings, registry);
            strings.extend(found.into_iter().map(|it| in_script(it, word)));
        }
    }
    settings.apply_severities(&mut found);
    found.extend(strings);
    suppress::apply(&ScriptContext { script, cluster: cluster.view(), settings }, registry, &mut found);
    diagnostic::sort(&mut found);
    found
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
