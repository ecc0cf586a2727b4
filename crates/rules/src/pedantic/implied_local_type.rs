use lsflint_lint::select::names;
use lsflint_lint::{Findings, Item, RequirementContext, rule};
use lsflint_spec::{DEFAULT_SELECT, ResourceType};

rule! {
    /// Finds selections of queues and profiles that name neither a host type nor any string or Boolean resource.
    ///
    /// # Effect
    /// To such a requirement LSF adds `type==local`: only hosts of the type of the submission host are used. In a cluster with several host
    /// types jobs wait for no visible reason; bjobs says `Not the same type as the submission host`.
    ///
    /// That is about jobs and about `lsrun` and its relatives. `lshosts`, `lsload` and `bhosts` add `type==any`, so they show hosts that the job
    /// does not get.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[mem>1000]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type==any && mem>1000]
    /// End Queue
    /// ```
    pub W107 "implied-local-type" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [ibm("lsf_admin/select_string", "the default of the host type")],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    // A condition is about a host that was chosen already; a job of the command line may get its type from its queue.
    let requirement = context.node.kind() == lsflint_syntax::SyntaxKind::RES_REQ;
    if context.broken || context.setting.is_none() || !requirement {
        return;
    }
    let resources = context.cluster.resources();
    for selection in context.selections() {
        // Names whose type is not known may be Booleans.
        let numbers = |it: &lsflint_lint::select::NameUse<'_>| it.kind() == Some(ResourceType::Numeric);
        let names = names(selection, resources);
        if names.is_empty() || !names.iter().all(numbers) {
            continue;
        }
        findings
            .report(selection.range(), "neither a host type nor a string or Boolean resource is named")
            .consequence(
                Item::String
                    .read_as(format!("{DEFAULT_SELECT} && ({})", &context.source[selection.range()]))
                    .called("the selection")
                    .so("it uses only hosts of the type of the submission host"),
            )
            .help("write `type==any && ...` if other types will do, `type==local && ...` if not");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# numbers imply the local type
        //- each Queue
        RES_REQ = mem>1000 && swp/2 > 5
                  ^^^^^^^^^^^^^^^^^^^^^ W107 info neither a host type nor a string or Boolean resource is named

        //# other resources do not
        //- each Queue
        RES_REQ = mem>1000 && type==any
        RES_REQ = mem>1000 && linux
        RES_REQ = rusage[mem=1000]
    "#]];
}
