use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Applicability, Findings, Fix, Item, RequirementContext, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, Referent};
use lsflint_spec::{BUILTIN_RESOURCES, Confidence, FileKind, ParamSpec};

use crate::names::undefined::{may_hold, undefined};
use crate::requirement::common::Judge;
use crate::requirement::names::used_names;

rule! {
    /// Finds names of resources that are neither built in nor defined in lsf.shared: in requirements, rows of hosts, limits and lists.
    ///
    /// # Effect
    /// LSF rejects a requirement: a queue or profile works without any, bsub refuses the job. In the row of a host, a limit or a list LSF
    /// ignores the name: the host does not have the resource that was meant, nothing is limited.
    ///
    /// LSF says: `Error near "<x>" : incorrect section name, resource name, or resource function name.`
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
    /// Nothing is said unless lsf.shared is loaded: without it every name may be one of the site. Where it is loaded with gaps, the finding
    /// is only an information.
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active, and the near name may be another resource.
    pub X001 "unknown-resource" {
        family: Names, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "a selection has names of resources"),
            ibm("lsf.shared", "defines those of the site"),
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
    for name in used_names(context.node, resources) {
        let text = name.text();
        if resources.get(&text).is_some() {
            continue;
        }
        let message = match complete {
            true => format!("no resource is named `{text}`"),
            false => format!("`{text}` is not defined in the loaded files"),
        };
        let found = Judge::of(context).rejects(findings, name.range(), message);
        if !complete {
            found.severity(Severity::Info);
            if let Some(rejected) = found.consequence.take() {
                found.consequence(rejected.possible());
            }
        }
        let known = BUILTIN_RESOURCES.iter().filter(|it| !it.numbered).map(|it| it.name).chain(resources.site_names());
        match near(&text, known) {
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

/// Names outside requirements.
fn named(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec else { return };
    let (kind, column) = (context.file.kind(), spec.name);
    // A row of the map has a finding of its own.
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
    use expect_test::expect;

    use crate::requirement::common::SHARED;
    use crate::testing::{check_cluster, check_string, check_string_with};

    // covers RR210, RR211, RR301, RR403, RR601
    #[test]
    fn names_are_defined_somewhere() {
        check_string_with(
            "X001",
            "select[bigmme && BigMem] order[memm] rusage[lics=1] same[typo]",
            &[SHARED],
            expect![[r#"
                1:8-1:14 error no resource is named `bigmme`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `bigmem`?
                1:18-1:24 error no resource is named `BigMem`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `bigmem`?
                1:32-1:36 error no resource is named `memm`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `mem`?
                1:45-1:49 error no resource is named `lics`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `lic`?
                1:58-1:62 error no resource is named `typo`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `type`?
            "#]],
        );
        check_cluster(
            "X001",
            &[
                ("lsb.queues", "Begin Queue\nRES_REQ = 2*{microcs73} + 1*{linux}\nSTOP_COND = nosuch > 5\nEnd Queue\n"),
                SHARED,
            ],
            expect![[r#"
                2:14-2:23 error no resource is named `microcs73`
                  effect: LSF rejects the requirement string, so the queue has no resource requirement
                  help: define it in the Resource section of lsf.shared, or correct the name
                3:13-3:19 error no resource is named `nosuch`
                  effect: LSF rejects the condition, so the queue works without it
                  help: define it in the Resource section of lsf.shared, or correct the name
            "#]],
        );
    }

    // covers XF004, XF021, XF024, XF036, LSB-R014, LSB-P057
    #[test]
    fn names_outside_requirements() {
        let hosts =
            "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (bigmem BigMem !bigmme lic=4)\nEnd Host\n";
        check_cluster(
            "X001",
            &[("lsf.cluster.c1", hosts), SHARED],
            expect![[r#"
                3:18-3:24 error no resource is named `BigMem`
                  effect: LSF ignores the name, so the host does not have the resource
                  help: did you mean `bigmem`?
                3:26-3:32 error no resource is named `bigmme`
                  effect: LSF ignores the name, so the host does not have the resource
                  help: did you mean `bigmem`?
            "#]],
        );
        let conf = "LSF_LOCAL_RESOURCES=\"[resource bigmme] [resourcemap 4*lic] [type NOSUCH]\"\nLSB_RC_EXTERNAL_HOST_FLAG=aws\n";
        check_cluster(
            "X001",
            &[("lsf.conf", conf), SHARED],
            expect![[r#"
                1:32-1:38 error no resource is named `bigmme`
                  effect: LSF ignores the item, so the host joins without the resource
                  help: did you mean `bigmem`?
                2:27-2:30 warning no resource is named `aws`
                  effect: LSF may ignore the name
                  help: define it in the Resource section of lsf.shared, or correct the name
            "#]],
        );
        let limits = "Begin Limit\nNAME = l\nRESOURCE = [licz,5] [lic,3]\nPER_USER = all\nEnd Limit\n\
                      Begin ReservationUsage\nRESOURCE METHOD\nlics PER_TASK\nlic PER_TASK\nEnd ReservationUsage\n";
        check_cluster(
            "X001",
            &[("lsb.resources", limits), SHARED],
            expect![[r#"
                3:13-3:17 error no resource is named `licz`
                  effect: LSF ignores the name, so nothing is limited or reserved for it
                  help: did you mean `lic`?
                8:1-8:5 error no resource is named `lics`
                  effect: LSF ignores the name, so nothing is limited or reserved for it
                  help: did you mean `lic`?
            "#]],
        );
        let params = "Begin Parameters\nMC_RESOURCE_MATCHING_CRITERIA = nosuchres lic\nPREEMPTABLE_RESOURCES = lci mem\n\
                      DEFAULT_RESREQ_ORDER = -slots:memm\nEnd Parameters\n";
        check_cluster(
            "X001",
            &[("lsb.params", params), SHARED],
            expect![[r#"
                2:33-2:42 warning no resource is named `nosuchres`
                  effect: LSF may ignore the name
                  help: define it in the Resource section of lsf.shared, or correct the name
                3:25-3:28 error no resource is named `lci`
                  effect: LSF ignores the name
                  help: did you mean `lic`?
                4:31-4:35 warning no resource is named `memm`
                  effect: LSF may ignore the name
                  help: did you mean `mem`?
            "#]],
        );
        check_cluster("X001", &[("lsb.params", params)], expect![[""]]);
    }

    #[test]
    fn built_in_and_site_names_are_known() {
        check_string_with(
            "X001",
            "linux && swap > 1 && login < 5 && gpu_mode0 == x && type == NOSUCH && os_version == abc order[-slots:nio] rusage[mem=1,lic=1:duration=5,ngpus_physical=1:gmodel=K80] same[type:os_version]",
            &[SHARED],
            expect![[""]],
        );
    }

    #[test]
    fn without_lsf_shared_every_name_may_be_one() {
        check_string("X001", "select[bigmme] rusage[lics=1]", expect![[""]]);
    }
}
