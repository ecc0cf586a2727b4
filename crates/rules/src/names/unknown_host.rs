use lsflint_lint::select::{Constant, text_of};
use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{
    Applicability, Consequence, Findings, Fix, Item, RequirementContext, SettingContext, Severity, rule,
};
use lsflint_model::{Knowledge, Referent, Resolution};
use lsflint_spec::{FileKind, Grammar, ParamSpec};
use lsflint_syntax::ast::resreq::OperatorKind;

use crate::limit::number_for_consumers;
use crate::names::list::{items, queue_dropped};
use crate::names::undefined::{Undefined, may_hold, nearest, undefined};

rule! {
    /// Finds names of hosts and host groups that are defined in neither lsf.cluster nor lsb.hosts.
    ///
    /// # Effect
    /// LSF reports the name and drops it: the row of a host, the member of a group, the entry of a list. LSF drops a
    /// queue whose HOSTS has no valid name left, and commands report that the queue does not exist.
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
    /// Nothing is reported unless all files that can define the name are loaded. If hosts can join that lsf.cluster
    /// does not list (dynamic hosts, hosts lent by other clusters), the finding has the severity info. The unknown
    /// names of a range such as `n[1-9]` whose other names are known are one warning.
    ///
    /// # Fix safety
    /// Unsafe: enables a name that LSF currently ignores, so jobs can run on a host where they did not run before.
    pub X101 "unknown-host" {
        family: Names, scope: Names, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseGroups",
                "HOSTS of a queue: a name that is neither a host of the cluster nor a group is ignored with a message",
            ),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Queues",
                "`No valid hosts or host group specified in HOSTS`: the queue is ignored",
            ),
            volclava("lsbatch/lib/lsb.conf.c", "addMember", "`Bad host/group name ... in group`: ignored"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Hosts", "`Invalid host/type/model name`: the row is ignored"),
        ],
        checks: [SettingOf(has_hosts, check), Requirement(host_name)],
    }
}

const HOSTS: [Referent; 4] = [Referent::Host, Referent::HostOrGroup, Referent::HostOrModel, Referent::BatchHost];

fn has_hosts(spec: &ParamSpec) -> bool {
    // `LSF_MASTER_LIST` has its own rule.
    may_hold(spec, &HOSTS) && spec.name != "LSF_MASTER_LIST"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let unknown = undefined(context, &HOSTS);
    if unknown.is_empty() || number_for_consumers::is_number(context) {
        return;
    }
    let left = items(&context.setting).filter(|it| !it.is_excluded()).count();
    let lost = unknown.iter().filter(|it| !it.reference.is_excluded() && it.some.is_none()).count();
    for name in &unknown {
        let consequence = consequence(context, name, left == lost);
        let found = name.report(consequence, findings);
        if name.is_sure && (name.reference.is_excluded() || context.file.kind() == FileKind::LsfConf) {
            found.severity(Severity::Warning);
        }
    }
}

/// The consequence for the name. `alone`: no other name is left in the list.
fn consequence(context: &SettingContext<'_>, name: &Undefined<'_>, alone: bool) -> Consequence {
    let (kind, spec) = (context.file.kind(), context.setting.spec);
    if name.reference.is_excluded() {
        return Item::Value.no_effect().called("the exclusion").because("no host has that name");
    }
    match name.reference.referent {
        Referent::BatchHost => Item::Row.ignored(),
        Referent::HostOrModel if spec.is_some_and(|it| it.grammar == Grammar::RunLimit) => {
            Item::Line.ignored().called("the limit").because("the speed of the host is unknown")
        }
        Referent::HostOrModel => Item::Line.ignored(),
        _ if kind == FileKind::LsfConf => {
            Item::Value.no_effect().called("the entry").because("no daemon answers on the host")
        }
        _ if kind == FileKind::LsbQueues && alone => {
            queue_dropped(context, "no host is left").so("commands report that the queue does not exist")
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
            Knowledge::Partial => (Severity::Info, format!("`{name}` is not defined in the loaded files")),
            // Every host meets the condition, which does no harm.
            Knowledge::Complete if against.operator == OperatorKind::NotEqual => {
                (Severity::Info, format!("unknown host `{name}`"))
            }
            Knowledge::Complete => (Severity::Warning, format!("unknown host `{name}`")),
        };
        let consequence = match against.operator {
            OperatorKind::NotEqual => Item::String.no_effect().called("the condition").because("every host meets it"),
            _ => Item::Job.pending().called("jobs with the condition").because("no host meets it"),
        };
        let found = findings.report(token.range(), message).severity(severity).consequence(consequence.possible());
        match nearest(name, view.similar_names(Referent::Host, name)) {
            Some(near) => {
                found.help(did_you_mean(&near));
                if matches!(knowledge, Knowledge::Complete) {
                    let title = format!("write `{near}`");
                    let new = match against.value {
                        Constant::Quoted(_) => format!("'{near}'"),
                        _ => near,
                    };
                    found.fix(Fix::replace(Applicability::Unsafe, title, token.range(), new));
                }
            }
            None => {
                found.help("use a host that is defined in lsf.cluster");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_TOP=/opt/lsf
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        hostB ! ! 1 ()
        hostC.site.com ! ! 1 ()
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        gpuhosts (hostA)
        //- HostPartition of lsb.hosts
        HPART_NAME = part
        HOSTS = hostA
        USER_SHARES = [default, 1]
        //- HostType of lsf.shared
        TYPENAME
        X86_64
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        EpycA 60 ()

        //# queues
        //- each Queue
        HOSTS = hostA+2 hotsB gpu_hosts nohost[1-3] others
                        ^^^^^ X101 error unknown host or host group `hotsB`
                              ^^^^^^^^^ X101 error unknown host or host group `gpu_hosts`
                                        ^^^^^^^^^^^ X101 error `nohost[1-3]` matches no host
                                        = help: define it in lsf.cluster or lsb.hosts, or correct the name
            = fixed: HOSTS = hostA+2 hostB gpuhosts nohost[1-3] others
        HOSTS = hostX_typo
                ^^^^^^^^^^ X101 error unknown host or host group `hostX_typo`
                = effect: LSF drops the queue because no host is left, so commands report that the queue does not exist
        HOSTS = all ~hostZZ
                     ^^^^^^ X101 warning unknown host or host group `hostZZ`
                     = effect: the exclusion has no effect because no host has that name

        //# other forms and reserved words
        //- each Queue
        HOSTS = HOSTA hostc hostb.site.com
        HOSTS = hostA@west! all@west allremote
        HOSTS = part gpuhosts host[A-C] host*
        HOSTS = {{ hosts }} ${HOST}

        //# ranges with some unknown names
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        n1 ! ! 1 ()
        n2 ! ! 1 ()
        n05 ! ! 1 ()
        //- each Queue
        HOSTS = n[1-9]
                ^^^^^^ X101 warning 7 of 9 names of `n[1-9]` are unknown: n3, n4, n5 and 4 more
                = effect: LSF may ignore the unknown names
                = help: define them in lsf.cluster or lsb.hosts, or shorten the range
        HOSTS = n[1-3]+2
                ^^^^^^ X101 warning 1 of 3 names of `n[1-3]` is unknown: n3
        HOSTS = n[1-2] n[01-02,05]
                       ^^^^^^^^^^^ X101 warning 2 of 3 names of `n[01-02,05]` are unknown: n01, n02
        HOSTS = all ~n[1-9]
        HOSTS = n[1-999999] n*
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        n1 ! ! 1 ()
        n2 ! ! 1 ()
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        gpuhosts (hostA)
        g (n[1-9])
           ^^^^^^ X101 warning 7 of 9 names of `n[1-9]` are unknown: n3, n4, n5 and 4 more
        h (n[1-2] ~n[2-3])
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        n1 ! ! 1 ()
        n[3-4] ! ! 1 ()
        //- each Queue: HOSTS = n[1-9]
                                ^^^^^^ X101 warning 6 of 9 names of `n[1-9]` are unknown: n2, n5, n6 and 3 more
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        n1 ! ! 1 ()
        //- lsf.conf: LSF_DYNAMIC_HOST_WAIT_TIME=60
        //- each Queue: HOSTS = n[1-9]

        //# tables of lsb.hosts
        //- without lsb.hosts
        //- Host of lsb.hosts
        HOST_NAME MXJ
        hostA 1
        hostZZ 4
        ^^^^^^ X101 error unknown host, host model or host type `hostZZ`
            = effect: LSF ignores the row
        EpycZ 1
        ^^^^^ X101 error unknown host, host model or host type `EpycZ`
        EpycA 1
        X86_64 2
        default !
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g (hostA hotsB ~hostQ)
                 ^^^^^ X101 error unknown host or host group `hotsB`
                        ^^^^^ X101 warning unknown host or host group `hostQ`
        //- fixed lsb.hosts
        -EpycZ 1
        +EpycA 1
        -g (hostA hotsB ~hostQ)
        +g (hostA hostB ~hostQ)

        //# lsb.resources
        //- Limit l
        SLOTS = 5
        PER_HOST = all ~gpu_hosts
                        ^^^^^^^^^ X101 warning unknown host or host group `gpu_hosts`
        //- Limit m
        SLOTS = 5
        HOSTS = gpu_hsts
                ^^^^^^^^ X101 error unknown host or host group `gpu_hsts`
        //- ResourceReservation of lsb.resources
        NAME = day
        HOSTS = nogroup
                ^^^^^^^ X101 error unknown host or host group `nogroup`
        //- fixed lsb.resources
        -PER_HOST = all ~gpu_hosts
        +PER_HOST = all ~gpuhosts
        -HOSTS = gpu_hsts
        +HOSTS = gpuhosts

        //# hosts or models
        //- each Parameters
        DEFAULT_HOST_SPEC = fasthost9
                            ^^^^^^^^^ X101 error unknown host or host model `fasthost9`
                            = effect: LSF ignores the line
                            = help: define it in lsf.cluster or the HostModel section of lsf.shared, or correct the name
        //- each Queue
        RUNLIMIT = 60/EpycZ
                      ^^^^^ X101 error unknown host or host model `EpycZ`
                      = effect: LSF ignores the limit because the speed of the host is unknown
          CPULIMIT = 30/hostA 60/EpycA
          DEFAULT_HOST_SPEC = EpycB
                              ^^^^^ X101 error unknown host or host model `EpycB`
            = fixed: RUNLIMIT = 60/EpycA
            = fixed: DEFAULT_HOST_SPEC = EpycA

        //# lsf.conf
        //- lsf.conf
        LSF_SERVER_HOSTS="gone hostA"
                          ^^^^ X101 warning unknown host `gone`
                          = effect: the entry has no effect because no daemon answers on the host
                          = help: define it in the Host section of lsf.cluster, or correct the name
        LSF_MASTER_LIST=gone
        LSF_LIC_SCHED_HOSTS=elsewhere

        //# selections
        //- resreq
        hname==hostZ || hname!='hotsA' && hname==hostA && hname==gpuhosts
               ^^^^^ X101 warning unknown host `hostZ`
               = effect: LSF may never dispatch jobs with the condition because no host meets it
               = help: use a host that is defined in lsf.cluster
                               ^^^^^^^ X101 info unknown host `hotsA`
                               = effect: the condition may have no effect because every host meets it
            = fixed: hname==hostZ || hname!='hostA' && hname==hostA && hname==gpuhosts

        //# what may be elsewhere is an information
        //- lsf.conf: LSF_DYNAMIC_HOST_WAIT_TIME=60
        //- each Queue
        HOSTS = hostX
                ^^^^^ X101 info `hostX` is not defined in the loaded files
                = effect: LSF may drop the queue because no host is left, so commands report that the queue does not
                =   exist
        //#
        //- without lsf.conf lsf.shared
        //- each Queue
        HOSTS = hostX
                ^^^^^ X101 info `hostX` is not defined in the loaded files
        //#
        //- each Queue
        HOSTS = hostX all@west
                ^^^^^ X101 info `hostX` is not defined in the loaded files
                = effect: LSF may log an error and ignore the name
        //#
        //- without lsb.hosts lsf.shared
        //- each Queue: HOSTS = hostX
        //#
        //- without lsf.cluster.c1 lsf.shared
        //- each Queue: HOSTS = hostX

        //# places of resources are hosts
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        tok (5@[m1] 2@[h9])
                       ^^ X101 error unknown host `h9`
        lic ([all ~h9])
                   ^^ X101 warning unknown host `h9`
        //- lsf.conf: LSF_STRICT_RESREQ=Y

        //# rows of lsf.cluster for several hosts
        //- lsf.cluster.c
        Begin Host
        HOSTNAME      model  type  server  RESOURCES
        node[1-3,7]   !      !     1       ()
        edge[01-02]   !      !     0       ()
        End Host
        //- each Queue
        HOSTS = node1 node7
        HOSTS = node1 node4
                      ^^^^^ X101 error unknown host or host group `node4`
        HOSTS = node[1-9]
                ^^^^^^^^^ X101 warning 5 of 9 names of `node[1-9]` are unknown: node4, node5, node6 and 2 more
    "#]];
}
