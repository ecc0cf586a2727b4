use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::{Confidence, FileKind, container_runtime};
use lsflint_syntax::ast::Shape;

use crate::parameter::related;

rule! {
    /// Finds Docker and Podman containers without EXEC_DRIVER, or with one that has no starter.
    ///
    /// # Effect
    /// LSF starts these containers with the scripts in EXEC_DRIVER, which is set in the queue or in the application
    /// profile. Without them, the jobs fail when the container starts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = docker
    /// CONTAINER  = docker[image(centos) options(--rm)]
    /// End Queue
    /// //- lsb.applications
    /// Begin Application
    /// NAME = plain
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = docker
    /// CONTAINER   = docker[image(centos) options(--rm)]
    /// EXEC_DRIVER = context[user(default)] starter[/lsf/etc/docker-starter.py] controller[/lsf/etc/docker-control.py]
    /// End Queue
    /// //- lsb.applications
    /// Begin Application
    /// NAME = plain
    /// End Application
    /// ```
    pub Q444 "exec-driver-missing" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_docker/lsf_docker_config", "CONTAINER and EXEC_DRIVER are defined together"),
            ibm(
                "lsf_command_ref/bsub.zz1argument.lsb_docker_place_holder.1",
                "the application profile of a Docker job must define the execution driver",
            ),
            ibm("lsb.queues", "EXEC_DRIVER: the starter script is required for Docker"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(container) = context.entry("CONTAINER").filter(|it| it.known_value().is_some()) else { return };
    let text = context.file.text(container.value_range());
    let runtime = text.trim_start_matches('"').split('[').next().unwrap_or_default().trim();
    let is_set = context.entries_named("EXEC_DRIVER").next().is_some() || related::includes_more(context);
    let needed = container_runtime(runtime).is_some_and(|it| it.driver);
    if needed && !context.file.file.template {
        starter(context, runtime, findings);
    }
    if !needed || is_set || context.file.file.template {
        return;
    }
    let (other, section) = match context.file.kind() {
        FileKind::LsbQueues => (FileKind::LsbApplications, "Application"),
        _ => (FileKind::LsbQueues, "Queue"),
    };
    let view = context.file.cluster;
    if view.knowledge(other) != Knowledge::Complete || sets_driver(view, other, section) {
        return;
    }
    findings
        .report(related::place(&container), format!("container runtime `{runtime}` requires `EXEC_DRIVER`"))
        .capped(Confidence::Medium)
        .effect("LSF has no script to start the container, so the jobs fail")
        .help("set `EXEC_DRIVER` here to the scripts that LSF installs in `LSF_SERVERDIR`");
}

/// Whether a section of a file sets EXEC_DRIVER. Each of many queues may ask.
fn sets_driver(view: View<'_>, kind: FileKind, section: &str) -> bool {
    let any = |view: View<'_>| view.all(kind, section).any(|it| it.has("EXEC_DRIVER"));
    view.once_with_places("whether a section sets EXEC_DRIVER", kind, any).is_none_or(|it| *it)
}

/// EXEC_DRIVER of the same section without the script that starts the container.
fn starter(context: &SectionContext<'_>, runtime: &str, findings: &mut Findings) {
    let Some(driver) = context.entry("EXEC_DRIVER") else { return };
    let Some(shape) = driver.typed::<Shape<'_>>() else { return };
    // A line that should go on, but does not, is another finding.
    let is_cut = context.file.text(driver.value_range()).trim_end().ends_with('\\');
    if is_cut || shape.keywords().any(|it| related::says(it, "starter")) {
        return;
    }
    findings
        .report(driver.value_range(), format!("`EXEC_DRIVER` has no `starter`, which runtime `{runtime}` requires"))
        .capped(Confidence::Medium)
        .effect("LSF has no script to start the container, so the jobs fail")
        .help("add `starter[...]` with the script that LSF installs in `LSF_SERVERDIR`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# something starts the container
        //- Application a: PRIORITY = 5
        //- each Queue
        CONTAINER = docker[image(u) options(--rm)]
        ^^^^^^^^^ Q444 warning container runtime `docker` requires `EXEC_DRIVER`
        CONTAINER = docker[image(u)]
          EXEC_DRIVER = starter[/lsf/etc/s.py]
        CONTAINER = docker[image(u)]
          EXEC_DRIVER = context[user(default)] controller[/lsf/etc/c.py]
                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Q444 warning
                        = `EXEC_DRIVER` has no `starter`, which runtime `docker` requires
                        = help: add `starter[...]` with the script that LSF installs in `LSF_SERVERDIR`
        CONTAINER = singularity[image(u)]
          EXEC_DRIVER = controller[/lsf/etc/c.py]
        CONTAINER = singularity[image(u)]
        //#
        //- Application a: EXEC_DRIVER = starter[/lsf/etc/s.py]
        //- each Queue: CONTAINER = docker[image(u)]
        //#
        //- each Queue: CONTAINER = docker[image(u)]
    "#]];
}
