use lsflint_lint::select::Use;
use lsflint_lint::{ErrorContext, Findings, Part, RequirementContext, Severity, rule};
use lsflint_model::{Knowledge, Resource};
use lsflint_spec::{ResourceType, UNDEFINABLE_NAMES};
use lsflint_syntax::{ResReqError, Token};

use crate::requirement::common::{Judge, form_error, shown};

rule! {
    /// Finds invalid arguments of `defined()`: no name, more than one name, built-in resources, dynamic resources,
    /// undefined names.
    ///
    /// # Effect
    /// `defined(name)` tests whether a host has a resource of lsf.shared that does not change while the host runs. LSF
    /// rejects a string with any other argument. The page of IBM excludes dynamic resources, but has an example with a
    /// shared one; the finding is a warning unless ResourceMap maps the resource to `[default]` only.
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
    pub R108 "defined-argument" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/select_string", "the resources that `defined` takes"),
            volclava("lsf/intlib/resreq.c", "resToClassNew", "`defined` takes the name of a resource in parentheses"),
        ],
        checks: [SyntaxError(check_form), RequirementPart(Part::SELECT, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    let message = match form_error(context) {
        Some(ResReqError::MissingArgument) => "missing argument of `defined`".to_owned(),
        Some(ResReqError::ExtraArgument) => format!("unexpected argument `{}` of `defined`", shown(context.text())),
        _ => return,
    };
    Judge::of_error(context)
        .rejects(findings, context.error.range, message)
        .help("write a single name: `defined(name)`");
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
    // For some built-in names, no page documents the result of `defined`.
    if resource.builtin && !UNDEFINABLE_NAMES.contains(&&*text) {
        return;
    }
    let (message, help) = if resource.builtin {
        let help = match resource.kind {
            Some(ResourceType::Numeric) => {
                format!("write a condition, such as `{text} > 0`; every host has the resource")
            }
            _ => "remove the condition; every host has the resource".to_owned(),
        };
        (format!("built-in resource `{text}` is not a valid argument of `defined`"), help)
    } else {
        let message = format!("dynamic resource `{text}` is not a valid argument of `defined`");
        (message, format!("write `{text} >= 0`, which holds on hosts that report it"))
    };
    let judge = Judge::of(context);
    let found = judge.rejects(findings, name.range(), message).help(help);
    // The page excludes dynamic resources, but its example has a shared resource that an elim measures.
    if !resource.builtin && resource.shared != Some(false) {
        found.severity(Severity::Warning).consequence(judge.may_reject());
    }
}

fn unknown(context: &RequirementContext<'_>, name: Token<'_>, findings: &mut Findings) {
    let severity = match context.cluster.resources().knowledge {
        Knowledge::Unknown => return,
        Knowledge::Partial => Severity::Info,
        Knowledge::Complete => Severity::Error,
    };
    let text = name.text();
    let message = match severity {
        Severity::Error => format!("unknown resource `{text}`"),
        _ => format!("`{text}` is not defined in these files"),
    };
    let judge = Judge::of(context);
    findings
        .report(name.range(), message)
        .severity(severity)
        .consequence(if severity == Severity::Error { judge.rejected() } else { judge.may_reject() })
        .help("define the resource in the Resource section of `lsf.shared`, or remove the condition");
}

#[cfg(test)]
mod tests {
    use lsflint_model::Cluster;

    use crate::testing::string_findings;

    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        fs            Boolean ()       ()         ()         (file server)
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        nio           Numeric 15       Y          ()         (network load)

        //# takes one name
        //- resreq
        defined()
               ^^ R108 error missing argument of `defined`
        select[defined(a, b)]
                        ^^^ R108 error unexpected argument `, b` of `defined`
        select[defined(a && b)]
                         ^^^^ R108 error unexpected argument `&& b` of `defined`

        //# takes no dynamic number of one host
        //- resreq
        defined(nio)
                ^^^ R108 warning dynamic resource `nio` is not a valid argument of `defined`
        //#
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        nio          [default]
        End ResourceMap
        //- resreq
        defined(nio)
                ^^^ R108 error dynamic resource `nio` is not a valid argument of `defined`
        //#
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        nio          [all]
        End ResourceMap
        //- resreq
        defined(nio) && nio > 100
                ^^^ R108 warning dynamic resource `nio` is not a valid argument of `defined`

        //# takes what lsf.shared defines
        //- resreq
        defined(no_such)
                ^^^^^^^ R108 error unknown resource `no_such`
                = help: define the resource in the Resource section of `lsf.shared`, or remove the condition
        defined(lic) && defined(os_version) && defined(fs)
        //#
        //- without lsf.shared
        //- resreq: defined(no_such) && defined(ngpus)

        //# takes nothing built in
        //- without lsf.shared
        //- resreq
        defined(type)
                ^^^^ R108 error built-in resource `type` is not a valid argument of `defined`
                = help: remove the condition; every host has the resource
    "#]];

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
