use lsflint_lint::select::names;
use lsflint_lint::{Findings, Item, RequirementContext, rule};
use lsflint_model::View;
use lsflint_spec::{DEFAULT_SELECT, FileKind, ResourceType};

rule! {
    /// Finds selection strings of queues and application profiles without a host type, string resource or Boolean
    /// resource, in a cluster with several host types.
    ///
    /// # Effect
    /// LSF adds `type==local` to such a requirement, which selects only hosts of the same type as the submission host.
    /// In a cluster with several host types, jobs pend for no apparent reason; bjobs shows
    /// `Not the same type as the submission host`.
    ///
    /// This applies to jobs, `lsrun` and related commands. `lshosts`, `lsload` and `bhosts` add `type==any`, so they
    /// show hosts that the job cannot use.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[mem>1000]
    /// End Queue
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type    server RESOURCES
    /// hostA    !     X86_64  1      ()
    /// hostB    !     LINUXPP 1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type==any && mem>1000]
    /// End Queue
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type    server RESOURCES
    /// hostA    !     X86_64  1      ()
    /// hostB    !     LINUXPP 1      ()
    /// End Host
    /// ```
    ///
    /// Nothing is reported unless the Host section of lsf.cluster names several types.
    pub W107 "implied-local-type" {
        family: Pedantic, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/select_string", "the default of the host type")],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    // A condition applies to a host that is already selected; a job on the command line may get its type from its
    // queue.
    let requirement = context.node.kind() == lsflint_syntax::SyntaxKind::RES_REQ;
    if context.broken || context.setting.is_none() || !requirement || !has_several_types(context.cluster) {
        return;
    }
    // A queue may name the type for the jobs of an application profile.
    let of_profile = context.setting.is_some_and(|it| it.file.kind() == FileKind::LsbApplications);
    if of_profile && context.cluster.mentions(FileKind::LsbQueues, "Queue", "RES_REQ") {
        return;
    }
    let resources = context.cluster.resources();
    for selection in context.selections() {
        // A name of unknown type may be a Boolean resource.
        let numbers = |it: &lsflint_lint::select::NameUse<'_>| it.kind() == Some(ResourceType::Numeric);
        let names = names(selection, resources);
        if names.is_empty() || !names.iter().all(numbers) {
            continue;
        }
        findings
            .report(selection.range(), "selection has no host type and no string or Boolean resource")
            .consequence(
                Item::String
                    .read_as(format!("{DEFAULT_SELECT} && ({})", &context.source[selection.range()]))
                    .called("the selection")
                    .so("only hosts of the same type as the submission host match"),
            )
            // Answers about hosts add it in any case.
            .as_parsed()
            .help("add `type==any &&` to allow all host types, or `type==local &&` to keep the default");
    }
}

/// Whether the hosts that run jobs are of several types, as far as lsf.cluster names them.
fn has_several_types(view: View<'_>) -> bool {
    let several = |view: View<'_>| {
        let servers = view.hosts().all_facts().iter().filter(|it| it.server != Some(false));
        let mut types = servers.filter_map(|it| it.host_type.as_deref());
        types.next().is_some_and(|first| types.any(|it| it != first))
    };
    view.once("whether the hosts are of several types", several).is_some_and(|it| *it)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type    server RESOURCES
        m1       !     X86_64  1      ()
        m2       !     LINUXPP 1      ()
        m3       !     !       1      ()

        //# numbers imply the local type
        //- each Queue
        RES_REQ = mem>1000 && swp/2 > 5
                  ^^^^^^^^^^^^^^^^^^^^^ W107 info selection has no host type and no string or Boolean resource

        //# other resources do not
        //- each Queue
        RES_REQ = mem>1000 && type==any
        RES_REQ = mem>1000 && linux
        RES_REQ = rusage[mem=1000]

        //# the type of a queue applies to application profiles
        //- Application sim: RES_REQ = mem>1000
        //- Queue night: RES_REQ = type==any
        //#
        //- Queue night
        //- Application sim
        RES_REQ = mem>1000
                  ^^^^^^^^ W107 info selection has no host type and no string or Boolean resource

        //# hosts of one type, and client hosts of another
        //- Host of lsf.cluster.c1
        HOSTNAME model type    server RESOURCES
        m1       !     X86_64  1      ()
        m2       !     LINUXPP 0      ()
        m3       !     !       1      ()
        //- each Queue
        RES_REQ = mem>1000 && swp/2 > 5
        //#
        //- without lsf.cluster.c1
        //- each Queue
        RES_REQ = mem>1000 && swp/2 > 5
    "#]];
}
