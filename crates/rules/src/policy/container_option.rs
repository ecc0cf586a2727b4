use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_spec::{CONTAINER_RUNTIMES, container_runtime, lists};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds container options that LSF sets itself, and misspelled container runtimes.
    ///
    /// # Effect
    /// LSF sets the name, the user and the control group of the container, and reserves these options. If such an
    /// option is set, the container may not start, or LSF cannot track it. `-w` and `--ulimit` override what LSF sets:
    /// a warning. Jobs with an unknown container runtime do not start.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = docker
    /// CONTAINER  = docker[image(centos) options(--rm --name job1)]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = docker
    /// CONTAINER  = docker[image(centos) options(--rm)]
    /// End Queue
    /// ```
    pub Q404 "container-option" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "lsf_docker/lsf_docker_config",
                "`--cgroup-parent`, `--user`, `-u` and `--name` are reserved for LSF; `-w` and `--ulimit` override \
                 what LSF sets",
            ),
        ],
        checks: [SettingNamed(&["CONTAINER"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range());
    let unquoted = text.trim_start_matches('"');
    let runtime = unquoted.split('[').next().unwrap_or_default();
    // Later fix packs add more runtimes.
    let known = CONTAINER_RUNTIMES.iter().map(|it| it.name);
    if let Some(near) = near(runtime.trim(), known).filter(|it| it.name != runtime.trim()) {
        let start = value.range().start() + TextSize::of(&text[..text.len() - unquoted.len()]);
        findings
            .report(
                TextRange::at(start, TextSize::of(runtime.trim_end())),
                format!("unknown container runtime `{}`", runtime.trim()),
            )
            .severity(Severity::Warning)
            .consequence(Item::Value.rejected().called("the container runtime").possible().so("the jobs fail"))
            .help(did_you_mean(near.name));
        return;
    }
    let driven = container_runtime(runtime.trim()).is_some_and(|it| it.driver);
    let Some(open) = text.find("options(").filter(|_| driven) else { return };
    let from = open + "options(".len();
    let inside = text[from..].split(')').next().unwrap_or_default();
    let mut at = from;
    for word in inside.split(|it: char| it.is_ascii_whitespace()) {
        let option = word.split('=').next().unwrap_or_default();
        let reserved = lists::CONTAINER_OPTIONS_RESERVED.contains(&option);
        if reserved || lists::CONTAINER_OPTIONS_SET_BY_LSF.contains(&option) {
            let Ok(start) = TextSize::try_from(at) else { return };
            let range = TextRange::at(value.range().start() + start, TextSize::of(option));
            let found = findings.report(range, format!("LSF sets `{option}` itself")).help("remove the option");
            match reserved {
                true => found.effect("the container may not start, or LSF cannot track it"),
                false => found.severity(Severity::Warning).effect("the option overrides the setting of LSF"),
            };
        }
        at += word.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# runtimes with a slip
        //- each Queue
        CONTAINER = dockr[image(ubuntu)]
                    ^^^^^ Q404 warning unknown container runtime `dockr`
                    = effect: LSF may reject the container runtime, so the jobs fail
                    = help: did you mean `docker`?
        CONTAINER = "podmann[image(ubuntu)]"
                     ^^^^^^^ Q404 warning unknown container runtime `podmann`
        CONTAINER = enroot[image(ubuntu)]
        CONTAINER = kata[image(ubuntu)]

        //# reads options
        //- each Queue
        CONTAINER = docker[image(u) options(--rm --name job1)]
                                                 ^^^^^^ Q404 error LSF sets `--name` itself
        CONTAINER = "podman[image(u) options(-u 5 --ulimit=9)]"
                                             ^^ Q404 error LSF sets `-u` itself
                                                  ^^^^^^^^ Q404 warning LSF sets `--ulimit` itself
                                        = effect: the option overrides the setting of LSF

        //# is silent about others
        //- each Queue
        CONTAINER = docker[image(u) options(--rm -v /name:/user --net=host)]
        CONTAINER = singularity[image(/x.sif) options(-u)]
    "#]];
}
