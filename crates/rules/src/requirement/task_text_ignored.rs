use lsflint_lint::{Applicability, FileContext, Findings, Fix, Item, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;

use crate::names::task_lists::tasks;

rule! {
    /// Finds text behind a task of lsf.task that LSF does not read: a requirement with spaces that is not in quotes.
    ///
    /// # Effect
    /// LSF reads one word of each line, or the text between two double quotes. It ignores the rest of the line, so a
    /// requirement ends at its first space.
    ///
    /// # Example
    /// ```lsf.task
    /// Begin RemoteTasks
    /// cc/mem>100 && swp>10
    /// End RemoteTasks
    /// ```
    ///
    /// # Use instead
    /// ```lsf.task
    /// Begin RemoteTasks
    /// "cc/mem>100 && swp>10"
    /// ld/mem>100&&swp>10
    /// End RemoteTasks
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a part of a requirement that LSF currently ignores.
    pub R020 "task-text-ignored" {
        family: Requirement, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.eligible.c",
                "readtaskfile_",
                "takes the first word of a line, or the text between two `\"`; the rest is not read",
            ),
        ],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsfTask {
        return;
    }
    let sections = context.sections();
    for list in ["RemoteTasks", "LocalTasks"] {
        for task in tasks(context, &sections, list) {
            let Some(rest) = task.rest else { continue };
            let found = findings.report(rest, format!("text after the entry of task `{}`", task.name));
            found.consequence(Item::Value.ignored().called("it"));
            let whole = TextRange::new(task.entry.start(), rest.end());
            if task.quoted || task.requirement.is_none() || context.text(whole).contains('"') {
                found.help("write one task in each line");
                continue;
            }
            let quoted = format!("\"{}\"", context.text(whole));
            found.help("put the task and its requirement in double quotes").fix(Fix::replace(
                Applicability::Unsafe,
                "quote the entry",
                whole,
                quoted,
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a requirement with blanks is in quotes
        //- each RemoteTasks of lsf.task
        cc/mem>100 && swp>10
                   ^^^^^^^^^ R020 warning text after the entry of task `cc`
            = fixed: "cc/mem>100 && swp>10"
        cc/select[type==any] order[ut]
                             ^^^^^^^^^ R020 warning text after the entry of task `cc`
            = fixed: "cc/select[type==any] order[ut]"
        cc ld
           ^^ R020 warning text after the entry of task `cc`
            = help: write one task in each line
        "cc/mem>100" && swp>10
                     ^^^^^^^^^ R020 warning text after the entry of task `cc`
        + cc/mem>100 && swp>10
                     ^^^^^^^^^ R020 warning text after the entry of task `cc`
            = fixed: + "cc/mem>100 && swp>10"
        "cc/mem>100 && swp>10"
        cc/mem>100&&swp>10
        + cc/mem>100
        - cc
        "cc"
        //- each LocalTasks of lsf.task
        less more
             ^^^^ R020 warning text after the entry of task `less`
        less
    "#]];
}
