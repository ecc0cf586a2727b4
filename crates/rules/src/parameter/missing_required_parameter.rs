use lsflint_lint::{Findings, FlatContext, Item, SectionContext, Setting, Severity, rule, suggest};
use lsflint_spec::{FileKind, Layout, lists};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{AstNode, Entry};

use crate::parameter::{related, wording};

rule! {
    /// Finds sections without a required parameter, files of the installer without a required option, and lsf.conf
    /// files that need directories which they do not set.
    ///
    /// # Effect
    /// LSF drops the section: the queue or application profile does not exist. With LSF_ENV_OVERRIDE=N, LSF takes
    /// directories only from lsf.conf, and no daemon starts without them. lsfinstall requires the options that its page
    /// lists.
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
    /// Without LSF_ENV_OVERRIDE=N, the environment may set the directories, as the profile script does, and lsf.conf
    /// need not have them.
    pub P301 "missing-required-parameter" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            facts("sections and columns"),
            ibm("lsf_command_ref/lsfinstall", "Required install.config variables"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Queues", "`Queue name is not given; ignoring section`"),
            volclava("lsf/lib/lib.initenv.c", "initenv_", "fails if neither lsf.conf nor the environment sets LSF_CONFDIR and LSF_SERVERDIR"),
        ],
        checks: [Section(section), Flat(flat)],
    }
}

/// The switch that keeps the environment out.
const OVERRIDE: &str = "LSF_ENV_OVERRIDE";

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

/// LSF lays the environment over lsf.conf, so the file need not have the directories, unless it says that LSF shall
/// not.
fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    let options_of_installer = context.file.kind().spec().installer_only;
    if !options_of_installer && context.file.kind() != FileKind::LsfConf || context.file.file.template {
        return;
    }
    // Last, because the whole text is searched.
    if context.file.file.text.contains("#INCLUDE") {
        return;
    }
    if options_of_installer {
        return options(context, findings);
    }
    let switch = related::find(context.entries, OVERRIDE).filter(|it| related::is_no(it));
    let Some(switch) = switch else { return };
    let is_missing = |it: &&&str| related::find(context.entries, it).is_none();
    for name in lists::DIRECTORIES_WITHOUT_ENVIRONMENT.iter().filter(is_missing) {
        findings
            .report(switch.name.range(), format!("`{OVERRIDE}=N` requires `{name}`"))
            .severity(Severity::Warning)
            .consequence(
                Item::File
                    .rejected()
                    .possible()
                    .because("the environment cannot set the directory")
                    .so("the daemons and commands that read it do not start"),
            )
            .help(format!("add a line `{name}=...`, or remove `{OVERRIDE}`"));
    }
}

/// The options without which the installer does not install. The shipped file has none, as comments only.
fn options(context: &FlatContext<'_>, findings: &mut Findings) {
    let (Some(section), Some(first)) = (context.file.kind().spec().sections.first(), context.entries.first()) else {
        return;
    };
    let unset = |it: &Setting<'_>| it.value.is_none_or(|it| it.elements().next().is_none());
    let is_empty = |it: &&Setting<'_>| unset(it) && section.required.iter().any(|name| it.is_named(name));
    for setting in context.entries.iter().filter(is_empty) {
        let name = setting.display_name();
        findings
            .report(setting.name.range(), format!("no value for the required `{name}`"))
            .consequence(Item::File.rejected().possible().because(section.required_because.text))
            .help(format!("write `{name}=\"...\"`"));
    }
    let means = |it: &Setting<'_>, name| it.is_named(name) || suggest::near(&it.name.text(), [name]).is_some();
    let missing = section.required.iter().filter(|name| !context.entries.iter().any(|it| means(it, name)));
    let missing: Vec<&str> = missing.copied().collect();
    if missing.is_empty() {
        return;
    }
    findings
        .report(first.name.range(), format!("missing required {}", wording::all_of(missing.iter().copied())))
        .consequence(Item::File.rejected().possible().because(section.required_because.text))
        .help(format!("add a line `{}=\"...\"`", missing[0]));
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

        //# an lsf.conf needs its directories if the environment does not count
        //- lsf.conf
        LSF_SERVERDIR=/opt/lsf/etc
        LSF_ENV_OVERRIDE=N
        ^^^^^^^^^^^^^^^^ P301 warning `LSF_ENV_OVERRIDE=N` requires `LSF_BINDIR`
            = effect: LSF may reject the file because the environment cannot set the directory, so the daemons and
            =   commands that read it do not start
            = help: add a line `LSF_BINDIR=...`, or remove `LSF_ENV_OVERRIDE`
        ^^^^^^^^^^^^^^^^ P301 warning `LSF_ENV_OVERRIDE=N` requires `LSF_LIBDIR`
        //#
        //- lsf.conf
        LSF_SERVERDIR=/opt/lsf/etc
        LSF_BINDIR=/opt/lsf/bin
        LSF_LIBDIR=/opt/lsf/lib
        LSF_ENV_OVERRIDE=N
        //#
        //- each lsf.conf
        LSF_CONFDIR=/opt/lsf/conf
        LSF_LOGDIR=/var/log
        LSF_ENV_OVERRIDE=Y

        //# options of the installer
        //- install.config
        LSF_ADMINS="lsfadmin"
        ^^^^^^^^^^ P301 error missing required `LSF_TOP` and `LSF_CLUSTER_NAME`
            = effect: LSF may reject the file because lsfinstall requires it
        LSF_MASTER_LIST="hostm hosta"
        //#
        //- server.config
        LSF_TOP="/usr/local/lsf"
        LSF_SERVER_HOSTS="hosta"
        LSF_TARDIRS="/usr/local/lsf_distrib"

        //# options of the installer without a value
        //- install.config
        LSF_TOP=
        ^^^^^^^ P301 error no value for the required `LSF_TOP`
            = help: write `LSF_TOP="..."`
        LSF_ADMINS="lsfadmin"
        LSF_CLUSTER_NAME="cluster1"
        LSF_ADD_CLIENTS=

        //# a complete file of the installer, and the shipped one
        //- install.config
        LSF_TOP="/usr/share/lsf"
        LSF_ADMINS="lsfadmin user1 user2"
        LSF_CLUSTER_NAME="cluster1"
        LSF_ADD_SERVERS=":lsf_server_hosts"
        LSF_ADD_CLIENTS=
        //- server.config
        # LSF_TOP="/usr/local/lsf"
        //- ego.conf
        EGO_LIM_PORT=7869

        //# a table has its columns checked elsewhere
        //- UserGroup of lsb.users
        GROUP_NAME PRIORITY
        g 10
    "#]];
}
