use lsflint_lint::select::{Constant, resource};
use lsflint_lint::{Applicability, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;

rule! {
    /// Finds unquoted values of shared string resources: `os_version == rhel8`.
    ///
    /// # Effect
    /// LSF documents single quotes for these values. Without quotes, LSF reads a value only as far as it looks like a
    /// name: it ends at a dot, a hyphen or a space, and the comparison uses a different value.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[os_version == rhel8]
    /// End Queue
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE   INTERVAL INCREASING DESCRIPTION
    /// os_version   String ()       ()         (release)
    /// End Resource
    /// //- lsf.cluster.c
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// os_version   ('rhel8'@[a b] 'rhel9'@[c])
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[os_version == 'rhel8']
    /// End Queue
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE   INTERVAL INCREASING DESCRIPTION
    /// os_version   String ()       ()         (release)
    /// End Resource
    /// //- lsf.cluster.c
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// os_version   ('rhel8'@[a b] 'rhel9'@[c])
    /// End ResourceMap
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: LSF compares the entire value instead of the part that it currently reads.
    pub R105 "unquoted-shared-string" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "values of shared string resources are in single quotes")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in context.against() {
        // The parser has already reported a word with a dot or a hyphen.
        let Constant::Word(value) = against.value else { continue };
        if value.text().contains(|it: char| it.is_ascii_punctuation() && it != '_') {
            continue;
        }
        let Some(resource) = resource(context.cluster.resources(), against.name) else { continue };
        if resource.kind != Some(ResourceType::String) || resource.shared != Some(true) {
            continue;
        }
        let quoted = format!("'{}'", value.text());
        findings
            .report(value.range(), format!("unquoted value for shared string resource `{}`", against.name.text()))
            .consequence(
                Item::String
                    .ignored()
                    .called("part of the value")
                    .because("values of shared string resources must be in single quotes")
                    .possible(),
            )
            .help(format!("write `{quoted}`"))
            .fix(Fix::replace(Applicability::Unsafe, "write the value in single quotes", value.range(), quoted));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        nano_lic      Numeric ()       N          Y          (licences)
        //- ResourceMap of lsf.cluster.c
        RESOURCENAME LOCATION
        os_version   ('4.2'@[a b] '4.0'@[c])
        lic          (5@[all])

        //# values are quoted
        //- resreq
        os_version == rhel8 || os_version=rhel9
                      ^^^^^ R105 warning unquoted value for shared string resource `os_version`
                                          ^^^^^ R105 warning unquoted value for shared string resource `os_version`
            = fixed: os_version == 'rhel8' || os_version='rhel9'

        //# only shared resources need it
        //- without lsf.cluster.c
        //- resreq: os_version == rhel8
        //#
        //- resreq
        type == LINUX && hname == a && lic > nano_lic
        os_version == 'rhel8'
    "#]];
}
