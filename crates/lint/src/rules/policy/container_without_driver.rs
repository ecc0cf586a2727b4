//! Finds Docker and Podman containers without EXEC_DRIVER, in the queue or profile and anywhere else where it could come from.
//!
//! # Effect
//! LSF has no program that starts the container: jobs fail.
//!
//! # Example
//! ```lsb.applications
//! Begin Application
//! NAME      = dockerapp
//! CONTAINER = docker[image(ubuntu) options(--rm)]
//! End Application
//! //- lsb.queues
//! Begin Queue
//! QUEUE_NAME = normal
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.applications
//! Begin Application
//! NAME        = dockerapp
//! CONTAINER   = docker[image(ubuntu) options(--rm)]
//! EXEC_DRIVER = context[user(default)] starter[/lsf/10.1/etc/docker-starter.py]
//! End Application
//! //- lsb.queues
//! Begin Queue
//! QUEUE_NAME = normal
//! End Queue
//! ```
//!
//! A queue may take EXEC_DRIVER from a profile, and a profile from a queue. Nothing is said while one that has it is in view, or the
//! other file is not.
//!
//! # Sources
//! [Docker](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_docker/lsf_docker_config.html); [containers in queues](https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=9-container-support).

use lsflint_model::{Entity, Knowledge, View};
use lsflint_spec::FileKind;

use super::cluster::in_file;
use crate::context::FileContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("Q441", "container-without-driver", Severity::Warning), checks: &[Check::File(check)] };

/// What starts the containers of these runtimes.
const DRIVER: &str = "EXEC_DRIVER";
/// The runtimes that need it.
const RUNTIMES: [&str; 3] = ["docker", "nvidia-docker", "podman"];

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    let (records, own, other, other_file): (Vec<Entity<'_>>, _, _, _) = match context.kind() {
        FileKind::LsbQueues => (view.queues().collect(), "queue", "profile", FileKind::LsbApplications),
        FileKind::LsbApplications => (view.applications().collect(), "profile", "queue", FileKind::LsbQueues),
        _ => return,
    };
    let mut elsewhere = None;
    for record in records.iter().filter(|it| !it.is_broken()) {
        let Some(container) = record.field("CONTAINER") else { continue };
        let Some(value) = container.known() else { continue };
        let value = value.trim_start_matches(['"', '\'']);
        let runtime = value.split(['[', ' ', '\t']).next().unwrap_or_default();
        if !RUNTIMES.contains(&runtime) || record.has(DRIVER) {
            continue;
        }
        let Some(range) = in_file(context, &container.place()) else { continue };
        if *elsewhere.get_or_insert_with(|| may_come_from(view, other_file)) {
            return;
        }
        findings
            .report(&RULE.meta, range, format!("`{runtime}` containers without {DRIVER}"))
            .effect("LSF has no program that starts the container: jobs fail")
            .help(format!("set {DRIVER} in this {own}, or in a {other} that is used with it"));
    }
}

/// Whether the queues or profiles of the other file have a driver, or may have.
fn may_come_from(view: View<'_>, kind: FileKind) -> bool {
    let mut records = kind.spec().sections.iter().flat_map(|it| view.all(kind, it.name));
    view.knowledge(kind) != Knowledge::Complete || records.any(|it| it.has(DRIVER))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    const QUEUES: &str = "Begin Queue\nQUEUE_NAME = q\nCONTAINER = docker[image(u) options(--rm)]\nEnd Queue\nBegin Queue\nQUEUE_NAME = p\nCONTAINER = singularity[image(u)]\nEnd Queue\n";

    // covers container-exec-driver
    #[test]
    fn docker_needs_a_driver() {
        let profiles = |lines: &str| format!("Begin Application\nNAME = a\n{lines}\nEnd Application\n");
        let driver = "EXEC_DRIVER = context[user(default)] starter[/lsf/docker-starter.py]";
        check_cluster(
            "Q441",
            &[("lsb.queues", QUEUES), ("lsb.applications", &profiles(""))],
            expect![[r#"
            3:13-3:43 warning `docker` containers without EXEC_DRIVER
              effect: LSF has no program that starts the container: jobs fail
              help: set EXEC_DRIVER in this queue, or in a profile that is used with it
        "#]],
        );
        check_cluster("Q441", &[("lsb.queues", QUEUES), ("lsb.applications", &profiles(driver))], expect![[""]]);
        check_cluster("Q441", &[("lsb.queues", QUEUES)], expect![[""]]);
        let own = QUEUES.replace("End Queue", &format!("{driver}\nEnd Queue"));
        check_cluster("Q441", &[("lsb.queues", &own), ("lsb.applications", &profiles(""))], expect![[""]]);
        let profile = profiles("CONTAINER = podman[image(u)]");
        let queue = "Begin Queue\nQUEUE_NAME = q\nEnd Queue\n";
        check_cluster(
            "Q441",
            &[("lsb.applications", &profile), ("lsb.queues", queue)],
            expect![[r#"
                3:13-3:29 warning `podman` containers without EXEC_DRIVER
                  effect: LSF has no program that starts the container: jobs fail
                  help: set EXEC_DRIVER in this profile, or in a queue that is used with it
            "#]],
        );
    }
}
