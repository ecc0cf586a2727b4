use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{FileKind, Grammar, Namespace, ParamSpec};
use rustc_hash::FxHashSet;

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

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let (kind, section) = (FileKind::LsfLicenseScheduler, "Projects");
    if context.broken || view.knowledge(kind) != Knowledge::Complete || !view.has_section(kind, section) {
        return;
    }
    let mut projects: FxHashSet<String> = FxHashSet::default();
    for row in view.all(kind, section) {
        let Some(name) = row.value("PROJECTS").filter(|_| !row.is_broken()) else { return };
        projects.insert(name.trim().to_owned());
    }
    let is_word = |name: &str| name == "all" || name == "default" || name == "-";
    for item in items(&context.setting) {
        let name = item.text();
        if projects.is_empty() || projects.contains(&*name) || is_word(&name) || lsflint_syntax::is_templated(&name) {
            continue;
        }
        let found = findings
            .report(item.range(), format!("`lsf.licensescheduler` has no project `{name}`"))
            .consequence(Item::Value.no_effect().called("the name").possible());
        match near(&name, projects.iter().map(String::as_str)) {
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
