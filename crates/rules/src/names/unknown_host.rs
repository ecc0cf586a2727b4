use lsflint_lint::select::{Constant, text_of};
use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{
    Applicability, Consequence, Findings, Fix, Item, RequirementContext, SettingContext, Severity, rule,
};
use lsflint_model::{Knowledge, Referent, Resolution};
use lsflint_spec::{FileKind, Grammar, ParamSpec};
use lsflint_syntax::ast::resreq::OperatorKind;

use crate::names::list::{items, queue_dropped};
use crate::names::undefined::{Undefined, may_hold, nearest, undefined};

rule! {
    /// Finds names of hosts and host groups that neither lsf.cluster nor lsb.hosts defines.
    ///
    /// # Effect
    /// LSF reports the name and drops it: the row of a host, the member of a group, the word of a list. A queue in whose HOSTS no name is
    /// left is dropped itself, and users are told that there is no such queue.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA hsotB
    /// End Queue
    /// //- lsf.conf
    /// LSF_TOP=/opt/lsf
    /// //- lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// End HostGroup
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA hostB
    /// End Queue
    /// //- lsf.conf
    /// LSF_TOP=/opt/lsf
    /// //- lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// End HostGroup
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// Nothing is said while one of the files that may define the name is not in view. Where hosts may join that lsf.cluster does not list
    /// (dynamic hosts, hosts that other clusters lend), the finding is an information.
    ///
    /// # Fix safety
    /// Unsafe: LSF leaves the wrong name out today; with the right one jobs run on a host where they did not.
    ///
    /// # Notes
    /// What two open-source readers of the files do with unknown names.
    pub X101 "unknown-host" {
        family: Names, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.hosts", ""), ibm("lsb.queues", "")],
        checks: [SettingOf(has_hosts, check), Requirement(host_name)],
    }
}

const HOSTS: [Referent; 4] = [Referent::Host, Referent::HostOrGroup, Referent::HostOrModel, Referent::BatchHost];

fn has_hosts(spec: &ParamSpec) -> bool {
    // The list of management hosts has a rule of its own.
    may_hold(spec, &HOSTS) && spec.name != "LSF_MASTER_LIST"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let unknown = undefined(context, &HOSTS);
    if unknown.is_empty() {
        return;
    }
    let left = items(&context.setting).filter(|it| !it.is_excluded()).count();
    let lost = unknown.iter().filter(|it| !it.reference.is_excluded()).count();
    for name in &unknown {
        let consequence = consequence(context, name, left == lost);
        let found = name.report(consequence, findings);
        if name.is_sure && (name.reference.is_excluded() || context.file.kind() == FileKind::LsfConf) {
            found.severity(Severity::Warning);
        }
    }
}

/// What LSF does about the name. `alone`: no other name is left in the list.
fn consequence(context: &SettingContext<'_>, name: &Undefined<'_>, alone: bool) -> Consequence {
    let (kind, spec) = (context.file.kind(), context.setting.spec);
    if name.reference.is_excluded() {
        return Item::Value.no_effect().called("the exclusion").because("no host has that name");
    }
    match name.reference.referent {
        Referent::BatchHost => Item::Row.ignored(),
        Referent::HostOrModel if spec.is_some_and(|it| it.grammar == Grammar::RunLimit) => {
            Item::Line.ignored().called("the limit").because("it does not know the speed of the host")
        }
        Referent::HostOrModel => Item::Line.ignored(),
        _ if kind == FileKind::LsfConf => {
            Item::Value.no_effect().called("the entry").because("no daemon answers there")
        }
        _ if kind == FileKind::LsbQueues && alone => {
            queue_dropped(context, "no host is left").so("users are told that there is no such queue")
        }
        _ => Item::Value.ignored().called("the name").logged(),
    }
}

/// `hname==x` in a selection.
fn host_name(context: &RequirementContext<'_>, findings: &mut Findings) {
    for against in context.against().filter(|it| it.name.is("hname")) {
        let view = context.cluster;
        let equality = matches!(against.operator, OperatorKind::Equal | OperatorKind::Assign | OperatorKind::NotEqual);
        let Some((token, name)) = text_of(against.value).filter(|_| equality && !context.broken) else { continue };
        let Resolution::Missing(knowledge) = view.resolve(Referent::HostOrGroup, name) else { continue };
        let (severity, message) = match knowledge {
            Knowledge::Unknown => continue,
            Knowledge::Partial => (Severity::Info, format!("`{name}` is not defined in the files in view")),
            Knowledge::Complete => (Severity::Warning, format!("no host is named `{name}`")),
        };
        let consequence = match against.operator {
            OperatorKind::NotEqual => Item::String.no_effect().called("the condition").because("every host meets it"),
            _ => Item::Job.pending().called("jobs with the condition").because("no host meets it"),
        };
        let found = findings.report(token.range(), message).severity(severity).consequence(consequence.possible());
        match nearest(name, view.similar_names(Referent::Host, name)) {
            Some(near) => {
                found.help(did_you_mean(&near));
                if severity == Severity::Warning {
                    let title = format!("write `{near}`");
                    let new = match against.value {
                        Constant::Quoted(_) => format!("'{near}'"),
                        _ => near,
                    };
                    found.fix(Fix::replace(Applicability::Unsafe, title, token.range(), new));
                }
            }
            None => {
                found.help("name a host of lsf.cluster");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::{check_cluster, check_string_with};

    const CONF: (&str, &str) = ("lsf.conf", "LSF_TOP=/opt/lsf\n");
    const CLUSTER: (&str, &str) = (
        "lsf.cluster.c1",
        "Begin Host\nHOSTNAME model type server RESOURCES\nhostA ! ! 1 ()\nhostB ! ! 1 ()\nhostC.site.com ! ! 1 ()\nEnd Host\n",
    );
    const GROUPS: (&str, &str) = (
        "lsb.hosts",
        "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ngpuhosts (hostA)\nEnd HostGroup\n\
         Begin HostPartition\nHPART_NAME = part\nHOSTS = hostA\nUSER_SHARES = [default, 1]\nEnd HostPartition\n",
    );
    const SHARED: (&str, &str) = (
        "lsf.shared",
        "Begin HostType\nTYPENAME\nX86_64\nEnd HostType\n\
         Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nEpycA 60 ()\nEnd HostModel\n",
    );

    #[track_caller]
    fn beside(file: &str, text: &str, expected: Expect) {
        check_cluster("X101", &[(file, text), CONF, CLUSTER, GROUPS, SHARED], expected);
    }

    fn queue(lines: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = q1\n{lines}\nEnd Queue\n")
    }

    // covers hosts-unknown, LSB-H028
    #[test]
    fn queues() {
        beside(
            "lsb.queues",
            &queue("HOSTS = hostA+2 hotsB gpu_hosts nohost[1-3] others"),
            expect![[r#"
                3:17-3:22 error no host or host group is named `hotsB`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `hostB`?
                3:23-3:32 error no host or host group is named `gpu_hosts`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `gpuhosts`?
                3:33-3:44 error `nohost[1-3]` stands for no host
                  effect: LSF logs an error and ignores the name
                  help: define it in lsf.cluster or lsb.hosts, or correct the name
            "#]],
        );
        beside(
            "lsb.queues",
            &queue("HOSTS = hostX_typo"),
            expect![[r#"
                3:9-3:19 error no host or host group is named `hostX_typo`
                  effect: LSF drops the queue because no host is left, so users are told that there is no such queue
                  help: define it in lsf.cluster or lsb.hosts, or correct the name
            "#]],
        );
        beside(
            "lsb.queues",
            &queue("HOSTS = all ~hostZZ"),
            expect![[r#"
                3:14-3:20 warning no host or host group is named `hostZZ`
                  effect: the exclusion has no effect because no host has that name
                  help: define it in lsf.cluster or lsb.hosts, or correct the name
            "#]],
        );
    }

    #[test]
    fn other_forms_and_reserved_words() {
        for list in ["HOSTA hostc hostb.site.com", "hostA@west! all@west allremote", "part gpuhosts host[A-C] host*"] {
            beside("lsb.queues", &queue(&format!("HOSTS = {list}")), expect![[""]]);
        }
        beside("lsb.queues", &queue("HOSTS = {{ hosts }} ${HOST}"), expect![[""]]);
    }

    // covers LSB-H027, LSB-H001, XF034
    #[test]
    fn tables_of_lsb_hosts() {
        let text = "Begin Host\nHOST_NAME MXJ\nhostA 1\nhostZZ 4\nEpycZ 1\nEpycA 1\nX86_64 2\ndefault !\nEnd Host\n\
                    Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (hostA hotsB ~hostQ)\nEnd HostGroup\n";
        check_cluster(
            "X101",
            &[("lsb.hosts", text), CONF, CLUSTER, SHARED],
            expect![[r#"
                4:1-4:7 error no host, host model or host type is named `hostZZ`
                  effect: LSF ignores the row
                  help: define it in lsf.cluster or lsf.shared, or correct the name
                5:1-5:6 error no host, host model or host type is named `EpycZ`
                  effect: LSF ignores the row
                  help: did you mean `EpycA`?
                12:10-12:15 error no host or host group is named `hotsB`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `hostB`?
                12:17-12:22 warning no host or host group is named `hostQ`
                  effect: the exclusion has no effect because no host has that name
                  help: define it in lsf.cluster or lsb.hosts, or correct the name
            "#]],
        );
    }

    // covers LSB-R018, LSB-R053
    #[test]
    fn lsb_resources() {
        let text = "Begin Limit\nNAME = l\nSLOTS = 5\nPER_HOST = all ~gpu_hosts\nEnd Limit\n\
                    Begin Limit\nNAME = m\nSLOTS = 5\nHOSTS = gpu_hsts\nEnd Limit\n\
                    Begin ResourceReservation\nNAME = day\nHOSTS = nogroup\nEnd ResourceReservation\n";
        beside(
            "lsb.resources",
            text,
            expect![[r#"
                4:17-4:26 warning no host or host group is named `gpu_hosts`
                  effect: the exclusion has no effect because no host has that name
                  help: did you mean `gpuhosts`?
                9:9-9:17 error no host or host group is named `gpu_hsts`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `gpuhosts`?
                13:9-13:16 error no host or host group is named `nogroup`
                  effect: LSF logs an error and ignores the name
                  help: define it in lsf.cluster or lsb.hosts, or correct the name
            "#]],
        );
    }

    // covers XF033, LSB-P005, default-host-spec-unknown, limit-host-spec-unknown
    #[test]
    fn hosts_or_models() {
        beside(
            "lsb.params",
            "Begin Parameters\nDEFAULT_HOST_SPEC = fasthost9\nEnd Parameters\n",
            expect![[r#"
            2:21-2:30 error no host or host model is named `fasthost9`
              effect: LSF ignores the line
              help: define it in lsf.cluster or the section HostModel of lsf.shared, or correct the name
        "#]],
        );
        let lines = "RUNLIMIT = 60/EpycZ\nCPULIMIT = 30/hostA 60/EpycA\nDEFAULT_HOST_SPEC = EpycB";
        beside(
            "lsb.queues",
            &queue(lines),
            expect![[r#"
                3:15-3:20 error no host or host model is named `EpycZ`
                  effect: LSF ignores the limit because it does not know the speed of the host
                  help: did you mean `EpycA`?
                5:21-5:26 error no host or host model is named `EpycB`
                  effect: LSF ignores the line
                  help: did you mean `EpycA`?
            "#]],
        );
    }

    // covers XF018
    #[test]
    fn lsf_conf() {
        let text = "LSF_SERVER_HOSTS=\"gone hostA\"\nLSF_MASTER_LIST=gone\nLSF_LIC_SCHED_HOSTS=elsewhere\n";
        check_cluster(
            "X101",
            &[("lsf.conf", text), CLUSTER, GROUPS],
            expect![[r#"
                1:19-1:23 warning no host is named `gone`
                  effect: the entry has no effect because no daemon answers there
                  help: define it in the Host section of lsf.cluster, or correct the name
            "#]],
        );
    }

    // covers RR222
    #[test]
    fn selections() {
        check_string_with(
            "X101",
            "hname==hostZ || hname!='hotsA' && hname==hostA && hname==gpuhosts",
            &[CONF, CLUSTER, GROUPS],
            expect![[r#"
                1:8-1:13 warning no host is named `hostZ`
                  effect: LSF may never dispatch jobs with the condition because no host meets it
                  help: name a host of lsf.cluster
                1:24-1:31 warning no host is named `hotsA`
                  effect: the condition may have no effect because every host meets it
                  help: did you mean `hostA`?
            "#]],
        );
    }

    #[test]
    fn what_may_be_elsewhere_is_an_information() {
        let hosts = queue("HOSTS = hostX");
        let dynamic = ("lsf.conf", "LSF_DYNAMIC_HOST_WAIT_TIME=60\n");
        check_cluster(
            "X101",
            &[("lsb.queues", &hosts), dynamic, CLUSTER, GROUPS],
            expect![[r#"
                3:9-3:14 info `hostX` is not defined in the files in view
                  effect: LSF may drop the queue because no host is left, so users are told that there is no such queue
                  help: define it in lsf.cluster or lsb.hosts, or correct the name
            "#]],
        );
        check_cluster(
            "X101",
            &[("lsb.queues", &hosts), CLUSTER, GROUPS],
            expect![[r#"
                3:9-3:14 info `hostX` is not defined in the files in view
                  effect: LSF may drop the queue because no host is left, so users are told that there is no such queue
                  help: define it in lsf.cluster or lsb.hosts, or correct the name
            "#]],
        );
        check_cluster(
            "X101",
            &[("lsb.queues", &queue("HOSTS = hostX all@west")), CONF, CLUSTER, GROUPS],
            expect![[r#"
                3:9-3:14 info `hostX` is not defined in the files in view
                  effect: LSF may log an error and ignore the name
                  help: define it in lsf.cluster or lsb.hosts, or correct the name
            "#]],
        );
        check_cluster("X101", &[("lsb.queues", &hosts), CONF, CLUSTER], expect![[""]]);
        check_cluster("X101", &[("lsb.queues", &hosts), CONF, GROUPS], expect![[""]]);
    }

    // covers XF012, EL-026
    #[test]
    fn places_of_resources_are_hosts() {
        let text = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 ()\nEnd Host\nBegin ResourceMap\nRESOURCENAME LOCATION\ntok (5@[m1] 2@[h9])\nlic ([all ~h9])\nEnd ResourceMap\n";
        let conf = ("lsf.conf", "LSF_STRICT_RESREQ=Y\n");
        check_cluster(
            "X101",
            &[("lsf.cluster.c1", text), conf],
            expect![[r#"
                7:16-7:18 error no host is named `h9`
                  effect: LSF logs an error and ignores the name
                  help: define it in the Host section of lsf.cluster, or correct the name
                8:12-8:14 warning no host is named `h9`
                  effect: the exclusion has no effect because no host has that name
                  help: define it in the Host section of lsf.cluster, or correct the name
            "#]],
        );
    }
}
