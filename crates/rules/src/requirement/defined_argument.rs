use lsflint_lint::select::Use;
use lsflint_lint::{ErrorContext, Findings, Part, RequirementContext, Severity, rule};
use lsflint_model::{Knowledge, Resource};
use lsflint_spec::{ResourceType, UNDEFINABLE_NAMES};
use lsflint_syntax::{ResReqError, Token};

use crate::requirement::common::{Judge, form_error, shown};

rule! {
    /// Finds arguments that `defined()` does not take: none, more than one name, built-in resources, dynamic numbers,
    /// undefined names.
    ///
    /// # Effect
    /// `defined(name)` asks whether a host has a resource of lsf.shared that does not change while it runs. With
    /// anything else LSF refuses the string.
    ///
    /// # Example
    /// ```resreq
    /// select[defined()]
    /// select[defined(mem)]
    /// ```
    /// ```resreq
    /// select[defined(load)]
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// load         Numeric 30       Y          (from an elim)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[defined(scratch)]
    /// select[mem > 0]
    /// ```
    /// ```resreq
    /// select[load >= 0]
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// load         Numeric 30       Y          (from an elim)
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers.
    pub R108 "defined-argument" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/select_string", "the resources that `defined` takes")],
        checks: [SyntaxError(check_form), RequirementPart(Part::SELECT, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    let message = match form_error(context) {
        Some(ResReqError::MissingArgument) => "`defined` without a name".to_owned(),
        Some(ResReqError::ExtraArgument) => format!("`{}` is too much for `defined`", shown(context.text())),
        _ => return,
    };
    Judge::of_error(context).rejects(findings, context.error.range, message).help("write one name: `defined(name)`");
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let resources = context.cluster.resources();
    for used in context.names() {
        if !matches!(used.usage, Use::Defined) {
            continue;
        }
        match resources.get(&used.name.text()) {
            Some(resource) => known(context, used.name, &resource, findings),
            None => unknown(context, used.name, findings),
        }
    }
}

fn known(context: &RequirementContext<'_>, name: Token<'_>, resource: &Resource, findings: &mut Findings) {
    if resource.defined != Some(false) {
        return;
    }
    let text = name.text();
    // For some built-in names no page says what `defined` makes of them.
    if resource.builtin && !UNDEFINABLE_NAMES.contains(&&*text) {
        return;
    }
    let (message, help) = if resource.builtin {
        let help = match resource.kind {
            Some(ResourceType::Numeric) => format!("every host has it; write a condition: `{text} > 0`"),
            _ => "every host has it: remove the condition".to_owned(),
        };
        (format!("`{text}` is built in, `defined` takes resources of lsf.shared"), help)
    } else {
        let message = format!("`{text}` changes while a host runs (it has an INTERVAL), `defined` does not take it");
        (message, format!("compare it: `{text} >= 0` holds where it is reported"))
    };
    Judge::of(context).rejects(findings, name.range(), message).help(help);
}

fn unknown(context: &RequirementContext<'_>, name: Token<'_>, findings: &mut Findings) {
    let severity = match context.cluster.resources().knowledge {
        Knowledge::Unknown => return,
        Knowledge::Partial => Severity::Info,
        Knowledge::Complete => Severity::Error,
    };
    let text = name.text();
    let message = match severity {
        Severity::Error => format!("`{text}` is not in lsf.shared, `defined` takes nothing else"),
        _ => format!("`{text}` is not defined in the loaded files"),
    };
    let judge = Judge::of(context);
    findings
        .report(name.range(), message)
        .severity(severity)
        .consequence(if severity == Severity::Error { judge.rejected() } else { judge.may_reject() })
        .help("define it in the Resource section of lsf.shared, or remove the condition");
}

#[cfg(test)]
mod tests {
    use lsflint_model::Cluster;

    use crate::testing::string_findings;

    crate::testing::fixture![[r#"
        //- lsf.shared
        Begin Resource
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        fs            Boolean ()       ()         ()         (file server)
        bigmem        Boolean ()       ()         ()         (much memory)
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        nio           Numeric 15       Y          ()         (network load)
        nano_lic      Numeric ()       N          Y          (licences)
        End Resource

        //# takes one name
        //- resreq
        defined()
               ^^ R108 error `defined` without a name
        select[defined(a, b)]
                        ^^^ R108 error `, b` is too much for `defined`
        select[defined(a && b)]
                         ^^^^ R108 error `&& b` is too much for `defined`

        //# takes no dynamic number
        //- resreq
        defined(nio)
                ^^^ R108 error `nio` changes while a host runs (it has an INTERVAL), `defined` does not take it

        //# takes what lsf.shared defines
        //- resreq
        defined(no_such)
                ^^^^^^^ R108 error `no_such` is not in lsf.shared, `defined` takes nothing else
                = help: define it in the Resource section of lsf.shared, or remove the condition
        defined(lic) && defined(os_version) && defined(fs)
        //#
        //- without lsf.shared
        //- resreq
        defined(no_such) && defined(ngpus)

        //# takes nothing built in
        //- without lsf.shared
        //- resreq
        defined(type)
                ^^^^ R108 error `type` is built in, `defined` takes resources of lsf.shared
                = help: every host has it: remove the condition
    "#]];

    // covers RR207, SE-045
    #[test]
    fn takes_nothing_built_in() {
        let load = ["r15s", "r1m", "r15m", "ut", "pg", "io", "ls", "it", "tmp", "swp", "mem"];
        let size = ["ncpus", "ndisks", "maxmem", "maxswp", "maxtmp", "cpuf"];
        let host = ["type", "model", "status", "rexpri", "server", "hname"];
        for name in load.iter().chain(&size).chain(&host) {
            let found = string_findings(&format!("select[!defined({name})]"), &Cluster::default());
            assert_eq!(found.iter().filter(|it| it.rule.code == "R108").count(), 1, "{name}");
        }
    }
}
