use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{ConnectorContext, Findings, rule};
use lsflint_model::connector::names_of;
use lsflint_spec::ConnectorKind;

use crate::names::undefined::nearest;

rule! {
    /// Finds policies for providers or templates that do not exist.
    ///
    /// # Effect
    /// The policy limits no request.
    ///
    /// # Example
    /// ```policy_config.json
    /// {
    ///   "Policies": [
    ///     { "Name": "p", "Consumer": { "provider": ["asw"] }, "MaxNumber": "100" }
    ///   ]
    /// }
    /// //- hostProviders.json
    /// { "providers": [ { "name": "aws", "type": "awsProv" } ] }
    /// ```
    ///
    /// # Use instead
    /// ```policy_config.json
    /// {
    ///   "Policies": [
    ///     { "Name": "p", "Consumer": { "provider": ["aws"] }, "MaxNumber": "100" }
    ///   ]
    /// }
    /// //- hostProviders.json
    /// { "providers": [ { "name": "aws", "type": "awsProv" } ] }
    /// ```
    ///
    /// Nothing is reported if the other file is missing or has names that a template fills in.
    pub C103 "connector-unknown-name" {
        family: Connector, scope: Names, severity: Warning,
        sources: [
            ibm("topic=reference-policy-configjson", "supported values are all or any valid name"),
        ],
        checks: [Connector(check)],
    }
}

/// The word for every provider or template.
const ALL: &str = "all";

fn check(context: &ConnectorContext<'_>, findings: &mut Findings) {
    if context.file.kind != ConnectorKind::Policy {
        return;
    }
    let lists = [("provider", ConnectorKind::HostProviders), ("templateName", ConnectorKind::Templates)];
    for (key, kind) in lists {
        let (Some(names), Some(list)) = (names_of(context.files, kind), kind.spec().list) else { continue };
        for policy in context.file.named() {
            let given = policy.value.get("Consumer").and_then(|it| it.get(key)).map_or(&[][..], |it| it.elements());
            for value in given {
                let Some(name) = value.text().filter(|it| *it != ALL && !names.contains(it)) else { continue };
                if lsflint_syntax::is_templated(name) {
                    continue;
                }
                let near = nearest(name, names.clone());
                findings
                    .report(value.range, format!("unknown {} `{name}`", list.what))
                    .effect("the policy limits no request for it")
                    .help(match near {
                        Some(near) => did_you_mean(&near),
                        None => format!("correct the name, or define the {}", list.what),
                    });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a file that is missing
        //- policy_config.json
        { "Policies": [ { "Name": "p", "Consumer": { "provider": ["azure"] } } ] }
    "#]];
}
