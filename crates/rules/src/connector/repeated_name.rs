use lsflint_lint::{ConnectorContext, Findings, rule};
use lsflint_spec::ConnectorKind;
use lsflint_syntax::TextRange;
use rustc_hash::FxHashMap;

rule! {
    /// Finds two providers, templates or policies with the same name.
    ///
    /// # Effect
    /// Each name must be unique. Of two providers with the same name, LSF logs a warning and ignores one.
    ///
    /// # Example
    /// ```hostProviders.json
    /// {
    ///   "providers": [
    ///     { "name": "aws", "type": "awsProv", "confPath": "resource_connector/aws" },
    ///     { "name": "aws", "type": "awsProv", "confPath": "resource_connector/aws2" }
    ///   ]
    /// }
    /// ```
    ///
    /// # Use instead
    /// ```hostProviders.json
    /// {
    ///   "providers": [
    ///     { "name": "aws", "type": "awsProv", "confPath": "resource_connector/aws" },
    ///     { "name": "aws2", "type": "awsProv", "confPath": "resource_connector/aws2" }
    ///   ]
    /// }
    /// ```
    pub C004 "connector-duplicate-name" {
        family: Connector, scope: OwnFile, severity: Warning,
        sources: [
            ibm(
                "lsf_resource_connector/lsf_rc_hostproviders",
                "if two different host providers use the same name, LSF logs a warning and ignores one of the entries",
            ),
            ibm("topic=reference-awsprov-templatesjson", "templateId: the unique template name"),
            ibm("topic=reference-policy-configjson", "each policy must have a unique name"),
        ],
        checks: [Connector(check)],
    }
}

fn check(context: &ConnectorContext<'_>, findings: &mut Findings) {
    let Some(list) = context.file.spec().list else { return };
    let mut seen: FxHashMap<&str, TextRange> = FxHashMap::default();
    for named in context.file.named() {
        let Some(name) = named.name.filter(|it| !lsflint_syntax::is_templated(it)) else { continue };
        if let Some(first) = seen.get(name) {
            let effect = match context.file.kind {
                ConnectorKind::HostProviders => "LSF logs a warning and ignores one of the two",
                _ => "it is uncertain which of the two is used",
            };
            findings
                .report(named.range, format!("duplicate {} `{name}`", list.what))
                .effect(effect)
                .help(format!("give each {} its own `{}`", list.what, list.id))
                .related(*first, format!("`{name}` is defined here"));
        } else {
            seen.insert(name, named.range);
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the second one
        //- awsprov_templates.json
        { "templates": [
            { "templateId": "T1", "maxNumber": 1, "attributes": {} },
            { "templateId": "T1", "maxNumber": 2, "attributes": {} }
                            ^^^^ C004 warning duplicate template `T1`
                            = effect: it is uncertain which of the two is used
                            = help: give each template its own `templateId`
        ] }
        //#
        //- policy_config.json
        { "Policies": [ { "Name": "p" }, { "Name": "p" } ] }
                                                   ^^^ C004 warning duplicate policy `p`
                                        = help: give each policy its own `Name`

        //# different names
        //- awsprov_templates.json
        { "templates": [ { "templateId": "T1" }, { "templateId": "t1" }, { "templateId": "{{ a }}" }, { "templateId": "{{ a }}" } ] }
    "#]];
}
