use lsflint_lint::suggest::{KnownNames, did_you_mean};
use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::{FileKind, Grammar, Namespace, ParamSpec};

use crate::names::list::items;

rule! {
    /// Finds license projects in limits that lsf.licensescheduler does not define.
    ///
    /// # Effect
    /// Jobs name a project of License Scheduler with `bsub -Lp`. A limit for another name applies to no job.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME         = chips
    /// LIC_PROJECTS = chipz
    /// SLOTS        = 20
    /// End Limit
    /// //- lsf.licensescheduler
    /// Begin Projects
    /// PROJECTS PRIORITY
    /// chips    10
    /// boards   5
    /// End Projects
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME         = chips
    /// LIC_PROJECTS = chips
    /// SLOTS        = 20
    /// End Limit
    /// //- lsf.licensescheduler
    /// Begin Projects
    /// PROJECTS PRIORITY
    /// chips    10
    /// boards   5
    /// End Projects
    /// ```
    pub X474 "unknown-license-project" {
        family: Names, scope: Names, severity: Info,
        sources: [
            ibm("lsf_command_ref/bsub.__lp.1", "the project of a job is a project of License Scheduler"),
            facts("references of parameters"),
        ],
        checks: [SettingOf(has_projects, check)],
    }
}

fn has_projects(spec: &ParamSpec) -> bool {
    spec.grammar == Grammar::Names(Some(Namespace::License))
        && spec.references.iter().any(|it| it.ends_with(":PROJECTS"))
}

/// The names of the projects; `None` if one of them is not known.
fn projects(view: View<'_>) -> Option<KnownNames> {
    let rows = view.all(FileKind::LsfLicenseScheduler, "Projects");
    rows.map(|row| Some(row.value("PROJECTS").filter(|_| !row.is_broken())?.trim().to_owned())).collect()
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let (kind, section) = (FileKind::LsfLicenseScheduler, "Projects");
    if context.broken || view.knowledge(kind) != Knowledge::Complete || !view.has_section(kind, section) {
        return;
    }
    let Some(projects) = view.once("projects of License Scheduler", projects) else { return };
    let Some(projects) = projects.as_ref().as_ref().filter(|it| !it.is_empty()) else { return };
    let is_word = |name: &str| name == "all" || name == "default" || name == "-";
    for item in items(&context.setting) {
        let name = item.text();
        if projects.contains(&name) || is_word(&name) || lsflint_syntax::is_templated(&name) {
            continue;
        }
        let found = findings
            .report(item.range(), format!("`lsf.licensescheduler` has no project `{name}`"))
            .consequence(Item::Value.no_effect().called("the name").possible());
        match projects.near(&name) {
            Some(near) => found.help(did_you_mean(near.name)),
            None => found.help("use a name of the section `Projects`"),
        };
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names of projects
        //- lsf.licensescheduler
        Begin Projects
        PROJECTS PRIORITY
        chips    10
        boards   5
        End Projects
        //- each Limit
        LIC_PROJECTS = chipz
                       ^^^^^ X474 info `lsf.licensescheduler` has no project `chipz`
        PER_LIC_PROJECT = all ~chips ~other
                                     ^^^^^^ X474 info `lsf.licensescheduler` has no project `other`
                                     = help: use a name of the section `Projects`
        LIC_PROJECTS = chips boards
        //#
        //- each Limit
        LIC_PROJECTS = chipz
    "#]];
}
