use lsflint_lint::{FileContext, FileSection, Findings, Item, rule};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::{AstNode, LooseLine};
use lsflint_syntax::{TextRange, TextSize};
use rustc_hash::FxHashMap;

rule! {
    /// Finds tasks in lsf.task that are in both lists, and local tasks with a resource requirement.
    ///
    /// # Effect
    /// A task can either run on another host (RemoteTasks) or runs on the host of the user (LocalTasks). If both lists
    /// contain a task, it is not certain which one takes effect. A resource requirement selects a host; a local task
    /// has no host to select.
    ///
    /// # Example
    /// ```lsf.task
    /// Begin RemoteTasks
    /// vi
    /// End RemoteTasks
    /// Begin LocalTasks
    /// vi
    /// ps/mem>100
    /// End LocalTasks
    /// ```
    ///
    /// # Use instead
    /// ```lsf.task
    /// Begin RemoteTasks
    /// cc/mem>100
    /// End RemoteTasks
    /// Begin LocalTasks
    /// vi
    /// ps
    /// End LocalTasks
    /// ```
    pub X420 "task-lists" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.task", "RemoteTasks and LocalTasks: two lists; a resource requirement is part of a remote task"),
        ],
        checks: [File(check)],
    }
}

/// One line of a list: `+cc/select[mem>100]`.
pub(crate) struct Task<'a> {
    /// The name, without sign and requirement.
    pub(crate) name: &'a str,
    /// The range of the name.
    pub(crate) range: TextRange,
    /// `-`: the line removes the task from a list.
    pub(crate) removed: bool,
    /// The requirement after the first slash, with its range.
    pub(crate) requirement: Option<(&'a str, TextRange)>,
    /// The sign, the name and the requirement.
    pub(crate) entry: TextRange,
    /// Text that LSF does not read: it follows the first word or the closing quote.
    pub(crate) rest: Option<TextRange>,
    /// Whether the entry is in double quotes.
    pub(crate) quoted: bool,
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsfTask {
        return;
    }
    let sections = context.sections();
    for line in sections.iter().filter(|it| it.spec.is_some()).flat_map(|it| it.section.loose_lines()) {
        let range = line.node().trimmed_range();
        let text = context.text(range);
        if text.starts_with('"') != text.ends_with('"') && text.matches('"').count() == 1 {
            findings
                .report(range, "one quotation mark without the other")
                .consequence(Item::Line.ignored().possible().or("the mark is part of the entry"))
                .help("write one quotation mark before and one after the entry");
        }
    }
    let mut remote: FxHashMap<&str, TextRange> = FxHashMap::default();
    for task in tasks(context, &sections, "RemoteTasks").into_iter().filter(|it| !it.removed) {
        remote.entry(task.name).or_insert(task.range);
    }
    for task in tasks(context, &sections, "LocalTasks") {
        if let Some((_, range)) = task.requirement {
            findings
                .report(range, format!("local task `{}` has a resource requirement", task.name))
                .consequence(Item::Line.rejected().because("a local task runs on the host of the user").possible())
                .help(format!("write `{}` alone, or move the line to `RemoteTasks`", task.name));
        }
        if let Some(first) = remote.get(task.name).filter(|_| !task.removed) {
            findings
                .report(task.range, format!("task `{}` is in both lists", task.name))
                .capped(Confidence::Medium)
                .consequence(
                    Item::Line
                        .ignored()
                        .possible()
                        .because("which of the two lists takes precedence is not documented"),
                )
                .help("remove it from one of the lists")
                .related(*first, "in the remote tasks");
        }
    }
}

/// The tasks of a section of lsf.task.
pub(crate) fn tasks<'a>(context: &FileContext<'a>, sections: &[FileSection<'a>], name: &'static str) -> Vec<Task<'a>> {
    let named = sections.iter().filter(|it| it.spec.is_some_and(|it| it.name == name));
    let lines = named.flat_map(|it| it.section.loose_lines());
    let text = |it: LooseLine<'a>| (context.text(it.node().trimmed_range()), it.node().trimmed_range().start());
    lines.map(text).filter(|(text, _)| !lsflint_syntax::is_templated(text)).filter_map(task).collect()
}

/// LSF reads one word of a line, or the text between two double quotes; a sign may be a word of its own.
fn task((line, start): (&str, TextSize)) -> Option<Task<'_>> {
    let lone_sign = line.strip_prefix(['+', '-']).filter(|it| it.starts_with(char::is_whitespace));
    let body = lone_sign.map_or(line, str::trim_start);
    let open = body.strip_prefix('"');
    let ends = |it: char| if open.is_some() { it == '"' } else { it.is_whitespace() };
    let tail = open.unwrap_or(body);
    let (entry, rest) = tail.split_once(ends).unwrap_or((tail, ""));
    let entry = if open.is_some() { entry } else { entry.trim_end_matches('"') };
    let text = if lone_sign.is_some() { entry } else { entry.strip_prefix(['+', '-']).unwrap_or(entry) };
    let (name, requirement) = match text.split_once('/') {
        Some((name, requirement)) => (name.trim_end(), Some(requirement)),
        None => (text, None),
    };
    let place = |before: usize, part: &str| TextRange::at(start + TextSize::of(&line[..before]), TextSize::of(part));
    let at = line.len() - tail.len();
    let text_at = at + entry.len() - text.len();
    let rest = rest.trim_start();
    (!name.is_empty()).then(|| Task {
        name,
        range: place(text_at, name),
        removed: if lone_sign.is_some() { line.starts_with('-') } else { entry.starts_with('-') },
        requirement: requirement
            .filter(|it| !it.trim().is_empty())
            .map(|it| (it, place(text_at + text.len() - it.len(), it))),
        entry: place(at, entry),
        rest: (!rest.is_empty()).then(|| place(line.len() - rest.len(), rest)),
        quoted: open.is_some(),
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one list for each task
        //- RemoteTasks of lsf.task
        cc/mem>1
        "+vi"
        //- LocalTasks of lsf.task
        less
        vi
        ^^ X420 warning task `vi` is in both lists
        //#
        //- RemoteTasks of lsf.task
        cc
        -vi
        //- LocalTasks of lsf.task: vi
        //#
        //- RemoteTasks of lsf.task: cc
        //- LocalTasks of lsf.task: -cc

        //# local tasks choose no host
        //- RemoteTasks of lsf.task: cc/mem>1
        //- LocalTasks of lsf.task
        ps/mem>1
           ^^^^^ X420 warning local task `ps` has a resource requirement
        //#
        //- RemoteTasks of lsf.task: cc/mem>1
        //- LocalTasks of lsf.task
        "+ps/select[mem>1] order[ut]"
             ^^^^^^^^^^^^^^^^^^^^^^^ X420 warning local task `ps` has a resource requirement
        //#
        //- RemoteTasks of lsf.task: cc/mem>1
        //- LocalTasks of lsf.task
        ps
        ls/

        //# entries with spaces are in quotation marks
        //- RemoteTasks of lsf.task
        "cc/type==any order[cpu:mem]
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ X420 warning one quotation mark without the other
            = effect: LSF may ignore the line or the mark is part of the entry
            = help: write one quotation mark before and one after the entry
        f77/order[cpu]"
        ^^^^^^^^^^^^^^^ X420 warning one quotation mark without the other
        "ld/order[cpu]"
        latex
    "#]];
}
