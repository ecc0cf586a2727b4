use lsflint_lint::{Findings, FlatContext, Item, SectionContext, Setting, rule, suggest};
use lsflint_spec::{FileKind, Layout, lists};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{AstNode, Entry};

use crate::parameter::{related, wording};

rule! {
    /// Finds sections without a required parameter, and lsf.conf files without the directories that the daemons need.
    ///
    /// # Effect
    /// LSF drops the section: the queue, application profile or pool does not exist. Without LSF_SERVERDIR or
    /// LSF_CONFDIR in lsf.conf, no daemon starts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// PRIORITY = 30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// End Queue
    /// ```
    ///
    /// An lsf.conf that sets none of the directories is treated as a fragment and not checked. Neither is one with
    /// LSF_MACHDEP or LSF_TOP, from which the profile script derives the directories.
    ///
    /// # Notes
    /// The effect was observed in two open-source parsers of the format.
    pub P301 "missing-required-parameter" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("sections and columns")],
        checks: [Section(section), Flat(flat)],
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.spec.filter(|it| !it.required.is_empty() && it.layout != Layout::Tabular) else { return };
    // Sections without lines are reported by another rule, and tables have columns.
    if context.entries.is_empty() || context.section.header().is_some() {
        return;
    }
    for required in spec.required {
        if is_present(context, required) {
            continue;
        }
        let missing = wording::all_of([*required]);
        findings
            .report(context.begin_range(), format!("missing required parameter {missing} in `{}` section", spec.name))
            .consequence(Item::Section.dropped().possible_unless(context.file.file.kind_certain))
            .help(format!("add a line `{required} = ...`"));
        // LSF drops the section because of the first one already.
        return;
    }
}

/// Whether a line sets the parameter: correctly, under a misspelled name, or with an error that is reported at the
/// line.
fn is_present(context: &SectionContext<'_>, required: &'static str) -> bool {
    let means = |it: &Setting<'_>| {
        it.is_named(required)
            || it.spec.is_none() && suggest::near(&it.name.text(), [required]).is_some()
            || replaces(it, required)
    };
    // If no line is known, the names of the lines are the error.
    let all_unknown = context.entries.iter().all(|it| it.spec.is_none());
    if all_unknown || context.entries.iter().any(means) || related::includes_more(context) {
        return true;
    }
    let broken =
        |it: Entry<'_>| it.equals().is_none() && it.key().is_some_and(|it| it.text().eq_ignore_ascii_case(required));
    let templated = context.section.node().tokens().any(|it| it.kind() == SyntaxKind::TEMPLATE);
    templated || context.section.entries().any(broken)
}

/// Whether it is an old or incorrect name of the parameter.
fn replaces(setting: &Setting<'_>, required: &str) -> bool {
    setting.spec.is_some_and(|it| it.replaced_by == required)
}

fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    let kind = context.file.kind();
    let Some(spec) = kind.spec().sections.first().filter(|it| !it.required.is_empty()) else { return };
    let has = |name: &&&str| related::find(context.entries, name).is_some();
    let (present, missing): (Vec<&&str>, Vec<&&str>) = spec.required.iter().partition(has);
    let includes = kind == FileKind::LsfConf && context.file.file.text.contains("#INCLUDE");
    let (Some(first), false) = (present.first(), includes || context.file.file.template) else { return };
    let Some(anchor) = related::find(context.entries, first) else { return };
    // The LSF 10.1 installer sets the location of the binaries, from which the profile script derives the directories.
    if lists::DERIVED_DIRECTORIES.iter().any(|it| related::find(context.entries, it).is_some()) {
        return;
    }
    for name in missing {
        findings
            .report(anchor.name.range(), format!("missing required parameter `{name}`"))
            .consequence(
                // The environment may set it.
                Item::File.rejected().possible().so("the daemons and commands that read it do not start"),
            )
            .help(format!("add a line `{name}=...`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names what is missing
        //- lsb.queues
        Begin Queue
        ^^^^^^^^^^^ P301 error missing required parameter `QUEUE_NAME` in `Queue` section
        PRIORITY = 30
        End Queue
        //#
        //- lsb.applications
        Begin Application
        ^^^^^^^^^^^^^^^^^ P301 error missing required parameter `NAME` in `Application` section
        RUNLIMIT = 10
        End Application

        //# reads other sections
        //- lsb.hosts
        Begin HostPartition
        ^^^^^^^^^^^^^^^^^^^ P301 error missing required parameter `USER_SHARES` in `HostPartition` section
        HPART_NAME = p1
        HOSTS = hostA
        End HostPartition
        //#
        //- lsb.resources
        Begin GuaranteedResourcePool
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P301 error
            = missing required parameter `DISTRIBUTION` in `GuaranteedResourcePool` section
        NAME = p1
        TYPE = slots
        End GuaranteedResourcePool

        //# a damaged line is the root cause
        //- each Queue
        QUEUE_NMAE = night
          PRIORITY = 30
        NAME = night
          PRIORITY = 30
        #INCLUDE "common"
          PRIORITY = 30
        //#
        //- Queue of lsb.queues
        QUEUE_NAME night
        PRIORITY = 30
        //#
        //- Queue of lsb.queues

        //# unknown names are the root cause
        //- ClusterAdmins of lsf.cluster.c1: Admins = root

        //# a name in a branch is there
        //- Queue of lsb.queues
        #if time(8-9)
        QUEUE_NAME = a
        #else
        QUEUE_NAME = b
        #endif
        PRIORITY = 1

        //# an lsf.conf needs its directories
        //- lsf.conf
        LSF_CONFDIR=/opt/lsf/conf
        ^^^^^^^^^^^ P301 error missing required parameter `LSF_SERVERDIR`
            = effect: LSF may reject the file, so the daemons and commands that read it do not start
        LSF_LOGDIR=/var/log
        //#
        //- each lsf.conf: LSF_LOGDIR=/var/log
        //#
        //- lsf.conf
        LSF_CONFDIR=/opt/lsf/conf
        LSF_MACHDEP=/opt/lsf/10.1

        //# a table has its columns checked elsewhere
        //- UserGroup of lsb.users
        GROUP_NAME PRIORITY
        g 10
    "#]];
}
