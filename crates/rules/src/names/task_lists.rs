use lsflint_lint::{FileContext, FileSection, Findings, Item, rule};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::{AstNode, LooseLine};
use lsflint_syntax::{TextRange, TextSize};
use rustc_hash::FxHashMap;

rule! {
    /// Finds tasks of lsf.task that are in both lists, and local tasks with a requirement.
    ///
    /// # Effect
    /// A task either may run on another host (RemoteTasks) or runs where the user is (LocalTasks). Of two lists that both have it, it is
    /// not certain which one counts. The requirement of a task chooses a host; a local task has none to choose.
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
    ///
    /// # Notes
    /// The manual page of lsrtasks.
    pub X420 "task-lists" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsf.task", "")],
        checks: [File(check)],
    }
}

/// One line of a list: `+cc/select[mem>100]`.
pub(crate) struct Task<'a> {
    /// The name, without sign and requirement.
    pub(crate) name: &'a str,
    /// Where the name stands.
    pub(crate) range: TextRange,
    /// `-`: the line takes the task out of a list.
    pub(crate) removed: bool,
    /// The requirement after the first slash, and where it stands.
    pub(crate) requirement: Option<(&'a str, TextRange)>,
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsfTask {
        return;
    }
    let sections = context.sections();
    let mut remote: FxHashMap<&str, TextRange> = FxHashMap::default();
    for task in tasks(context, &sections, "RemoteTasks").into_iter().filter(|it| !it.removed) {
        remote.entry(task.name).or_insert(task.range);
    }
    for task in tasks(context, &sections, "LocalTasks") {
        if let Some((_, range)) = task.requirement {
            findings
                .report(range, format!("the local task `{}` has a requirement", task.name))
                .consequence(Item::Line.rejected().because("a local task runs on the host where the user is"))
                .help(format!("write `{}` alone, or move the line to `RemoteTasks`", task.name));
        }
        if let Some(first) = remote.get(task.name).filter(|_| !task.removed) {
            findings
                .report(task.range, format!("`{}` is in both lists", task.name))
                .capped(Confidence::Medium)
                .consequence(
                    Item::Line
                        .ignored()
                        .possible()
                        .because("it is not documented which of the two lists takes precedence"),
                )
                .help("keep it in one of the lists")
                .related(*first, "among the remote tasks");
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

fn task((line, start): (&str, TextSize)) -> Option<Task<'_>> {
    let open = line.trim_start_matches('"');
    let signed = open.trim_end_matches('"');
    let text = signed.strip_prefix(['+', '-']).unwrap_or(signed);
    let at = TextSize::of(&line[..line.len() - open.len()]) + TextSize::of(&signed[..signed.len() - text.len()]);
    let (name, requirement) = match text.split_once('/') {
        Some((name, requirement)) => (name.trim_end(), Some(requirement)),
        None => (text, None),
    };
    let place = |part: &str| {
        let before = text.len() - part.len();
        TextRange::at(start + at + TextSize::of(&text[..before]), TextSize::of(part))
    };
    let requirement = requirement.filter(|it| !it.trim().is_empty());
    (!name.is_empty()).then(|| Task {
        name,
        range: TextRange::at(start + at, TextSize::of(name)),
        removed: signed.starts_with('-'),
        requirement: requirement.map(|it| (it, place(it))),
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one list for each task
        //- lsf.task
        Begin RemoteTasks
        cc/mem>1
        "+vi"
        End RemoteTasks
        Begin LocalTasks
        less
        vi
        ^^ X420 warning `vi` is in both lists
        End LocalTasks
        //#
        //- lsf.task
        Begin RemoteTasks
        cc
        -vi
        End RemoteTasks
        Begin LocalTasks
        vi
        End LocalTasks
        //#
        //- lsf.task
        Begin RemoteTasks
        cc
        End RemoteTasks
        Begin LocalTasks
        -cc
        End LocalTasks

        //# local tasks choose no host
        //- lsf.task
        Begin RemoteTasks
        cc/mem>1
        End RemoteTasks
        Begin LocalTasks
        ps/mem>1
           ^^^^^ X420 error the local task `ps` has a requirement
        End LocalTasks
        //#
        //- lsf.task
        Begin RemoteTasks
        cc/mem>1
        End RemoteTasks
        Begin LocalTasks
        "+ps/select[mem>1] order[ut]"
             ^^^^^^^^^^^^^^^^^^^^^^^ X420 error the local task `ps` has a requirement
        End LocalTasks
        //#
        //- lsf.task
        Begin RemoteTasks
        cc/mem>1
        End RemoteTasks
        Begin LocalTasks
        ps
        ls/
        End LocalTasks
    "#]];
}
