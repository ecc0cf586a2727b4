use lsflint_lint::{Findings, FlatContext, Item, SectionContext, Setting, rule, suggest};
use lsflint_spec::{FileKind, Layout, lists};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{AstNode, Entry};

use crate::parameter::{related, wording};

rule! {
    /// Finds sections without a parameter they must have, and an lsf.conf without the directories the daemons start from.
    ///
    /// # Effect
    /// LSF drops the section: the queue, the profile, the pool does not exist. Without LSF_SERVERDIR or LSF_CONFDIR in lsf.conf no daemon
    /// starts.
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
    /// An lsf.conf that sets none of the directories is taken for a fragment and not judged; nor is one with LSF_MACHDEP or LSF_TOP, from
    /// which the profile script makes the directories.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such a section.
    pub P301 "missing-required-parameter" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("sections and columns")],
        checks: [Section(section), Flat(flat)],
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.spec.filter(|it| !it.required.is_empty() && it.layout != Layout::Tabular) else { return };
    // A section without a line is another finding; a table has its columns.
    if context.entries.is_empty() || context.section.header().is_some() {
        return;
    }
    for required in spec.required {
        if is_there(context, required) {
            continue;
        }
        let missing = wording::all_of([*required]);
        findings
            .report(context.begin_range(), format!("this `{}` section has no {missing}", spec.name))
            .consequence(Item::Section.dropped().possible_unless(context.file.file.kind_certain))
            .help(format!("add a line `{required} = ...`"));
        // One finding is enough to lose the section.
        return;
    }
}

/// Whether a line means the parameter: rightly, with a slip in the name, or broken in a way that is reported at the line.
fn is_there(context: &SectionContext<'_>, required: &'static str) -> bool {
    let means = |it: &Setting<'_>| {
        it.is_named(required)
            || it.spec.is_none() && suggest::near(&it.name.text(), [required]).is_some()
            || replaces(it, required)
    };
    // Where no line is known, the names of the lines are what is wrong.
    let all_unknown = context.entries.iter().all(|it| it.spec.is_none());
    if all_unknown || context.entries.iter().any(means) || related::includes_more(context) {
        return true;
    }
    let broken =
        |it: Entry<'_>| it.equals().is_none() && it.key().is_some_and(|it| it.text().eq_ignore_ascii_case(required));
    let templated = context.section.node().tokens().any(|it| it.kind() == SyntaxKind::TEMPLATE);
    templated || context.section.entries().any(broken)
}

/// Whether it is an old or mistaken name of the parameter.
fn replaces(setting: &Setting<'_>, required: &str) -> bool {
    setting.spec.is_some_and(|it| it.replaced_by == required)
}

fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    let kind = context.file.kind();
    let Some(spec) = kind.spec().sections.first().filter(|it| !it.required.is_empty()) else { return };
    let has = |name: &&&str| related::find(context.entries, name).is_some();
    let (there, missing): (Vec<&&str>, Vec<&&str>) = spec.required.iter().partition(has);
    let includes = kind == FileKind::LsfConf && context.file.file.text.contains("#INCLUDE");
    let (Some(first), false) = (there.first(), includes || context.file.file.template) else { return };
    let Some(anchor) = related::find(context.entries, first) else { return };
    // The installer of LSF 10.1 writes where the binaries are, and the profile script makes the directories from it.
    if lists::DERIVED_DIRECTORIES.iter().any(|it| related::find(context.entries, it).is_some()) {
        return;
    }
    for name in missing {
        findings
            .report(anchor.name.range(), format!("`{name}` is missing in this file"))
            .consequence(
                // The environment may say it.
                Item::File.rejected().possible().so("the daemons and commands that read it do not start"),
            )
            .help(format!("add a line `{name}=...`"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers queue-name-missing, app-name-missing
    #[test]
    fn names_what_is_missing() {
        check(
            "P301",
            "lsb.queues",
            "Begin Queue\nPRIORITY = 30\nEnd Queue\n",
            expect![[r#"
            1:1-1:12 error this `Queue` section has no `QUEUE_NAME`
              effect: LSF drops the section
              help: add a line `QUEUE_NAME = ...`
        "#]],
        );
        check(
            "P301",
            "lsb.applications",
            "Begin Application\nRUNLIMIT = 10\nEnd Application\n",
            expect![[r#"
            1:1-1:18 error this `Application` section has no `NAME`
              effect: LSF drops the section
              help: add a line `NAME = ...`
        "#]],
        );
    }

    // covers LSB-H031, LSB-R032, LSB-S001, LSB-T004
    #[test]
    fn reads_other_sections() {
        check(
            "P301",
            "lsb.hosts",
            "Begin HostPartition\nHPART_NAME = p1\nHOSTS = hostA\nEnd HostPartition\n",
            expect![[r#"
                1:1-1:20 error this `HostPartition` section has no `USER_SHARES`
                  effect: LSF drops the section
                  help: add a line `USER_SHARES = ...`
            "#]],
        );
        check(
            "P301",
            "lsb.resources",
            "Begin GuaranteedResourcePool\nNAME = p1\nTYPE = slots\nEnd GuaranteedResourcePool\n",
            expect![[r#"
                1:1-1:29 error this `GuaranteedResourcePool` section has no `DISTRIBUTION`
                  effect: LSF drops the section
                  help: add a line `DISTRIBUTION = ...`
            "#]],
        );
    }

    #[test]
    fn a_damaged_line_is_the_root_cause() {
        check("P301", "lsb.queues", "Begin Queue\nQUEUE_NMAE = night\nPRIORITY = 30\nEnd Queue\n", expect![[""]]);
        check("P301", "lsb.queues", "Begin Queue\nQUEUE_NAME night\nPRIORITY = 30\nEnd Queue\n", expect![[""]]);
        check("P301", "lsb.queues", "Begin Queue\nNAME = night\nPRIORITY = 30\nEnd Queue\n", expect![[""]]);
        check("P301", "lsb.queues", "Begin Queue\n#INCLUDE \"common\"\nPRIORITY = 30\nEnd Queue\n", expect![[""]]);
        check("P301", "lsb.queues", "Begin Queue\nEnd Queue\n", expect![[""]]);
    }

    #[test]
    fn unknown_names_are_the_root_cause() {
        check("P301", "lsf.cluster.c1", "Begin ClusterAdmins\nAdmins = root\nEnd ClusterAdmins\n", expect![[""]]);
    }

    #[test]
    fn a_name_in_a_branch_is_there() {
        check(
            "P301",
            "lsb.queues",
            "Begin Queue\n#if time(8-9)\nQUEUE_NAME = a\n#else\nQUEUE_NAME = b\n#endif\nPRIORITY = 1\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn an_lsf_conf_needs_its_directories() {
        check(
            "P301",
            "lsf.conf",
            "LSF_CONFDIR=/opt/lsf/conf\nLSF_LOGDIR=/var/log\n",
            expect![[r#"
            1:1-1:12 error `LSF_SERVERDIR` is missing in this file
              effect: LSF may reject the file, so the daemons and commands that read it do not start
              help: add a line `LSF_SERVERDIR=...`
        "#]],
        );
        check("P301", "lsf.conf", "LSF_LOGDIR=/var/log\n", expect![[""]]);
        check("P301", "lsf.conf", "LSF_CONFDIR=/opt/lsf/conf\nLSF_MACHDEP=/opt/lsf/10.1\n", expect![[""]]);
    }

    #[test]
    fn a_table_has_its_columns_checked_elsewhere() {
        check("P301", "lsb.users", "Begin UserGroup\nGROUP_NAME PRIORITY\ng 10\nEnd UserGroup\n", expect![[""]]);
    }
}
