use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{container_runtime, lists};

use crate::parameter::related;

rule! {
    /// Finds pre- and post-execution commands of queues and application profiles whose jobs run in containers.
    ///
    /// # Effect
    /// LSF does not run these commands for jobs in Docker containers unless CONTAINER has `job_pre_post()`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = docker
    /// CONTAINER  = docker[image(ubuntu) options(--rm)]
    /// PRE_EXEC   = /opt/site/prepare
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = docker
    /// CONTAINER  = docker[image(ubuntu) options(--rm) job_pre_post()]
    /// PRE_EXEC   = /opt/site/prepare
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// `job_pre_post()` requires Fix Pack 15.
    pub Q405 "container-pre-exec" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_docker/lsf_docker_config", "Docker jobs")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    for name in lists::PRE_POST_COMMANDS {
        let Some(command) = context.entry(name).filter(related::is_on) else { continue };
        let Some(container) = context.entry("CONTAINER").filter(|it| related::are_read_together(it, &command)) else {
            continue;
        };
        let Some(value) = container.known_value() else { continue };
        let text = context.file.text(value.range());
        let runtime = text.split(|it: char| it == '[' || it.is_whitespace()).next().unwrap_or_default();
        let skips = container_runtime(runtime).is_some_and(|it| it.skips_pre_post);
        if !skips || text.contains("job_pre_post") {
            continue;
        }
        findings
            .report(related::place(&command), format!("`{name}` requires `job_pre_post()` in `CONTAINER`"))
            .consequence(
                Item::Line
                    .no_effect()
                    .called(format!("`{name}`"))
                    .because("LSF does not run it for jobs in the container"),
            )
            .help("add `job_pre_post()` to `CONTAINER` (Fix Pack 15), or run the command in the starter script")
            .related(value.range(), "the container is set here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports commands that do not run
        //- each Queue
        CONTAINER = docker[image(u)]
          PRE_EXEC = /opt/prep
          ^^^^^^^^ Q405 warning `PRE_EXEC` requires `job_pre_post()` in `CONTAINER`
          POST_EXEC = /opt/clean
          ^^^^^^^^^ Q405 warning `POST_EXEC` requires `job_pre_post()` in `CONTAINER`

        //# accepts the keyword and other containers
        //- each Queue
        CONTAINER = docker[image(u) job_pre_post()]
          PRE_EXEC = /opt/prep
        CONTAINER = singularity[image(u)]
          PRE_EXEC = /opt/prep
        CONTAINER = docker[image(u)]
    "#]];
}
