use lsflint_lint::suggest::{did_you_mean, near_defined};
use lsflint_lint::{Applicability, Findings, Fix, Item, RequirementContext, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, Referent};
use lsflint_spec::{BUILTIN_RESOURCES, Confidence, FileKind, ParamSpec};

use crate::names::undefined::{may_hold, undefined};
use crate::requirement::common::Judge;

rule! {
    /// Finds resource names that are neither built in nor defined in lsf.shared: in resource requirements, the Host
    /// section, limits and lists.
    ///
    /// # Effect
    /// LSF rejects a resource requirement with an unknown name: the queue or application profile works without a
    /// requirement, and bsub rejects the job. In the Host section, a limit or a list, LSF ignores the name: the host
    /// does not have the intended resource, and nothing is limited.
    ///
    /// LSF reports `Error near "<x>" : incorrect section name, resource name, or resource function name.`
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[bigmme] rusage[lics=1]
    /// End Queue
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// bigmem       Boolean ()       ()         (much memory)
    /// lic          Numeric ()       N          (licences)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[bigmem] rusage[lic=1]
    /// End Queue
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// bigmem       Boolean ()       ()         (much memory)
    /// lic          Numeric ()       N          (licences)
    /// End Resource
    /// ```
    ///
    /// Nothing is reported unless lsf.shared is loaded, because any name may be defined there. If parts of lsf.shared
    /// are unknown, the finding has the severity info.
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects, and the similar name may be a different resource.
    pub X001 "unknown-resource" {
        family: Names, scope: Names, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "a selection string contains resource names"),
            ibm("lsf.shared", "defines site resources"),
        ],
        checks: [Requirement(check), SettingOf(has_resources, named)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let resources = context.cluster.resources();
    let complete = match resources.knowledge {
        Knowledge::Unknown => return,
        Knowledge::Partial => false,
        Knowledge::Complete => true,
    };
    if context.broken {
        return;
    }
    for name in &context.parts.used {
        let text = name.text();
        if resources.get(&text).is_some() {
            continue;
        }
        let message = match complete {
            true => format!("unknown resource `{text}`"),
            false => format!("`{text}` is not defined in the loaded files"),
        };
        let found = Judge::of(context).rejects(findings, name.range(), message);
        if !complete {
            found.severity(Severity::Info);
            if let Some(rejected) = found.consequence.take() {
                found.consequence(rejected.possible());
            }
        }
        let builtin = || BUILTIN_RESOURCES.iter().filter(|it| !it.numbered).map(|it| it.name);
        let known = || builtin().chain(resources.site_names());
        match near_defined(context.cluster, Referent::Resource, &text, known) {
            Some(near) => {
                found.help(did_you_mean(near.name));
                if near.unique && complete {
                    let title = format!("write `{}`", near.name);
                    found.fix(Fix::replace(Applicability::Unsafe, title, name.range(), near.name));
                }
            }
            None => {
                found.help("define it in the Resource section of lsf.shared, or correct the name");
            }
        }
    }
}

fn has_resources(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::Resource])
}

/// Names outside resource requirements.
fn named(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec else { return };
    let (kind, column) = (context.file.kind(), spec.name);
    // A row of ResourceMap is another finding.
    if kind == FileKind::LsfCluster && column != "RESOURCES" {
        return;
    }
    let ignored = match (kind, column) {
        (FileKind::LsfCluster, _) => Item::Value.ignored().called("the name").so("the host does not have the resource"),
        (FileKind::LsbResources, "RESOURCE") => {
            Item::Value.ignored().called("the name").so("nothing is limited or reserved for it")
        }
        (FileKind::LsfConf, "LSF_LOCAL_RESOURCES") => {
            Item::Value.ignored().called("the item").so("the host joins without the resource")
        }
        _ => Item::Value.ignored().called("the name"),
    };
    let ignored = if spec.confidence == Confidence::High { ignored } else { ignored.possible() };
    for name in undefined(context, &[Referent::Resource]) {
        name.report(ignored.clone(), findings).capped(spec.confidence);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        fs            Boolean ()       ()         ()         (file server)
        bigmem        Boolean ()       ()         ()         (much memory)
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        nio           Numeric 15       Y          ()         (network load)
        nano_lic      Numeric ()       N          Y          (licences)

        //# names are defined somewhere
        //- resreq
        select[bigmme && BigMem] order[memm] rusage[lics=1] same[typo]
               ^^^^^^ X001 error unknown resource `bigmme`
               = effect: LSF rejects the requirement string, so the submission fails
                         ^^^^^^ X001 error unknown resource `BigMem`
                                       ^^^^ X001 error unknown resource `memm`
                                                    ^^^^ X001 error unknown resource `lics`
                                                                 ^^^^ X001 error unknown resource `typo`
            = fixed: select[bigmem && bigmem] order[mem] rusage[lic=1] same[type]
        //- each Queue
        RES_REQ = 2*{microcs73} + 1*{linux}
                     ^^^^^^^^^ X001 error unknown resource `microcs73`
                     = help: define it in the Resource section of lsf.shared, or correct the name
          STOP_COND = nosuch > 5
                      ^^^^^^ X001 error unknown resource `nosuch`
                      = effect: LSF rejects the condition, so the queue has no such condition

        //# names outside requirements
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (bigmem BigMem !bigmme lic=4)
                         ^^^^^^ X001 error unknown resource `BigMem`
                         = effect: LSF ignores the name, so the host does not have the resource
                                 ^^^^^^ X001 error unknown resource `bigmme`
        //- fixed lsf.cluster.c1
        -m1 ! ! 1 (bigmem BigMem !bigmme lic=4)
        +m1 ! ! 1 (bigmem bigmem !bigmem lic=4)
        //#
        //- lsf.conf
        LSF_LOCAL_RESOURCES="[resource bigmme] [resourcemap 4*lic] [type NOSUCH]"
                                       ^^^^^^ X001 error unknown resource `bigmme`
                                       = effect: LSF ignores the item, so the host joins without the resource
        LSB_RC_EXTERNAL_HOST_FLAG=aws
                                  ^^^ X001 warning unknown resource `aws`
                                  = effect: LSF may ignore the name
        //- fixed lsf.conf
        -LSF_LOCAL_RESOURCES="[resource bigmme] [resourcemap 4*lic] [type NOSUCH]"
        +LSF_LOCAL_RESOURCES="[resource bigmem] [resourcemap 4*lic] [type NOSUCH]"
        //#
        //- Limit l
        RESOURCE = [licz,5] [lic,3]
                    ^^^^ X001 error unknown resource `licz`
                    = effect: LSF ignores the name, so nothing is limited or reserved for it
        PER_USER = all
        //- ReservationUsage of lsb.resources
        RESOURCE METHOD
        lics PER_TASK
        ^^^^ X001 error unknown resource `lics`
        lic PER_TASK
        //- fixed lsb.resources
        -RESOURCE = [licz,5] [lic,3]
        +RESOURCE = [lic,5] [lic,3]
        -lics PER_TASK
        +lic PER_TASK
        //#
        //- each Parameters
        MC_RESOURCE_MATCHING_CRITERIA = nosuchres lic
                                        ^^^^^^^^^ X001 warning unknown resource `nosuchres`
          PREEMPTABLE_RESOURCES = lci mem
                                  ^^^ X001 error unknown resource `lci`
                                  = effect: LSF ignores the name
          DEFAULT_RESREQ_ORDER = -slots:memm
                                        ^^^^ X001 warning unknown resource `memm`
            = fixed: PREEMPTABLE_RESOURCES = lic mem
            = fixed: DEFAULT_RESREQ_ORDER = -slots:mem
        //#
        //- without lsf.shared
        //- each Parameters
        MC_RESOURCE_MATCHING_CRITERIA = nosuchres lic
          PREEMPTABLE_RESOURCES = lci mem
          DEFAULT_RESREQ_ORDER = -slots:memm

        //# built in and site names are known
        //- resreq
        linux && swap > 1 && login < 5 && gpu_mode0 == x && type == NOSUCH && os_version == abc
        order[-slots:nio] same[type:os_version]
        rusage[mem=1,lic=1:duration=5,ngpus_physical=1:gmodel=K80]

        //# without lsf.shared every name may be one
        //- without lsf.shared
        //- resreq: select[bigmme] rusage[lics=1]
    "#]];
}
