use lsflint_lint::select::{Parts, Use};
use lsflint_lint::{Consequence, FileContext, Findings, Item, breaks_tree, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{Confidence, FileKind, Grammar, ResourceType};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{OperatorKind, ResReq};
use lsflint_syntax::{ErrorKind, ResReqError, TextRange, TextSize};

use crate::names::task_lists::{Task, tasks};

rule! {
    /// Finds invalid requirements of remote tasks in lsf.task, and requirements with unknown resources.
    ///
    /// # Effect
    /// LSF finds no host for the task: it runs on the local host of the user, or not at all.
    ///
    /// # Example
    /// ```lsf.task
    /// Begin RemoteTasks
    /// cc/mem>
    /// End RemoteTasks
    /// ```
    ///
    /// # Use instead
    /// ```lsf.task
    /// Begin RemoteTasks
    /// cc/mem>100
    /// End RemoteTasks
    /// ```
    pub R017 "task-requirement" {
        family: Requirement, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf.task", "each line is a task name, or a task name and a requirement"),
            ibm("lsf_command_ref/lsrtasks.1", "a task of the remote list can have a requirement behind `/`"),
        ],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsfTask {
        return;
    }
    for task in tasks(context, &context.sections(), "RemoteTasks").into_iter().filter(|it| !it.removed) {
        requirement(context, &task, findings);
    }
}

/// What LSF does with such a task: it runs on the local host of the user, or not at all.
fn no_host() -> Consequence {
    Item::Job.pending().called("the task").because("it finds no host for it").possible()
}

fn requirement(context: &FileContext<'_>, task: &Task<'_>, findings: &mut Findings) {
    // The shipped file has colon lists of an older syntax, `cpu:mem` and a single `-`. Only their names are checked.
    let is_old = |it: &str| it.chars().all(|it| it.is_ascii_alphanumeric() || "_-:=".contains(it));
    let Some((text, range)) = task.requirement else { return };
    if is_old(text) {
        return colon_list(context, text, range, findings);
    }
    let parse = lsflint_syntax::parse_value(text, Grammar::ResReq);
    let place = |it: TextRange| TextRange::at(range.start() + it.start(), it.len());
    if let Some(error) = parse.errors().iter().find(|it| breaks_tree(it.kind)) {
        findings
            .report(place(error.range), format!("invalid requirement string of task `{}`", task.name))
            .consequence(no_host())
            .help(format!("run `lsflint resreq check '{text}'` for details"));
        return;
    }
    for error in parse.errors() {
        let word = context.text(place(error.range));
        let (message, help) = match error.kind {
            ErrorKind::ResReq(ResReqError::SingleAmp | ResReqError::SinglePipe) => {
                (format!("unknown operator `{word}`"), format!("write `{word}{word}`"))
            }
            ErrorKind::ResReq(ResReqError::KeywordCase) => {
                (format!("section keyword `{word}` is not in lowercase"), format!("write `{}`", word.to_lowercase()))
            }
            _ => continue,
        };
        findings.report(place(error.range), message).capped(Confidence::Medium).consequence(no_host()).help(help);
    }
    let resources = context.cluster.resources();
    if resources.knowledge != Knowledge::Complete {
        return;
    }
    let Some(requirement) = parse.typed::<ResReq<'_>>() else { return };
    let parts = Parts::of(requirement.node(), resources);
    for used in &parts.names {
        let Use::Compared(comparison) = used.usage else { continue };
        let Some(operator) = comparison.operator().filter(|it| it.kind == OperatorKind::Assign) else { continue };
        if used.resource.as_ref().and_then(|it| it.kind) == Some(ResourceType::Numeric) {
            findings
                .report(
                    place(operator.token.range()),
                    format!("`=` does not compare `{}` with a number", used.name.text()),
                )
                .capped(Confidence::Medium)
                .consequence(no_host())
                .help("write `==`");
        }
    }
    for name in parts.used {
        let text = name.text();
        if resources.get(&text).is_none() {
            findings
                .report(place(name.range()), format!("unknown resource `{text}`"))
                .consequence(no_host())
                .help("define the resource in `lsf.shared`, or use another one");
        }
    }
}

/// The names of `-:cpu:mem`.
fn colon_list(context: &FileContext<'_>, text: &str, range: TextRange, findings: &mut Findings) {
    let resources = context.cluster.resources();
    if resources.knowledge != Knowledge::Complete {
        return;
    }
    let mut start = 0;
    for part in text.split(':') {
        let name = part.split('=').next().unwrap_or_default();
        let bare = name.trim_start_matches('-');
        let at = start + name.len() - bare.len();
        start += part.len() + 1;
        let is_name = bare.starts_with(|it: char| it.is_ascii_alphabetic());
        if is_name && resources.get(bare).is_none() {
            let place = TextRange::at(range.start() + size(at), size(bare.len()));
            findings
                .report(place, format!("unknown resource `{bare}`"))
                .capped(Confidence::Medium)
                .consequence(no_host())
                .help("define the resource in `lsf.shared`, or use another one");
        }
    }
}

fn size(length: usize) -> TextSize {
    TextSize::new(u32::try_from(length).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# requirements choose a host
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        tok Numeric 30 N (a)
        //- each RemoteTasks of lsf.task
        cc/mem>
              ^ R017 error invalid requirement string of task `cc`
        "+ld/select[tok>1 order[ut]"
                   ^ R017 error invalid requirement string of task `ld`
        cc/nosuchres>1
           ^^^^^^^^^ R017 error unknown resource `nosuchres`
            = help: define the resource in `lsf.shared`, or use another one
        "cc/mem>100&tok>1"
                   ^ R017 warning unknown operator `&`
                   = help: write `&&`
        "cc/mem>100|tok>1"
                   ^ R017 warning unknown operator `|`
        f77/ORDER[cpu]
            ^^^^^ R017 warning section keyword `ORDER` is not in lowercase
        "cc/select[mem=100]"
                      ^ R017 warning `=` does not compare `mem` with a number
        "cc/select[type=any]"
        "cc/mem==100 && tok>1"
        cc/mem=100
        "cc/select[type==any] order[ut]"
        -cc/mem>
        cc
        compress/-:cpu:mem
        compress/-:cpu:memm
                       ^^^^ R017 warning unknown resource `memm`
        c89/cpuu
            ^^^^ R017 warning unknown resource `cpuu`
        c89/-swp:tok
        grep/-
    "#]];
}
