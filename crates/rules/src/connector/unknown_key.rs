use lsflint_lint::suggest::{did_you_mean, distance, near};
use lsflint_lint::{ConnectorContext, Findings, rule};
use lsflint_spec::ConnectorKind;

rule! {
    /// Finds misspelled keys in files of the resource connector.
    ///
    /// # Effect
    /// The resource connector does not find the key: the default applies, or the request fails.
    ///
    /// # Example
    /// ```awsprov_templates.json
    /// {
    ///   "templates": [
    ///     { "templateId": "T1", "maxNumbr": 2, "attributes": { "ncpus": ["Numeric", "1"] } }
    ///   ]
    /// }
    /// ```
    ///
    /// # Use instead
    /// ```awsprov_templates.json
    /// {
    ///   "templates": [
    ///     { "templateId": "T1", "maxNumber": 2, "attributes": { "ncpus": ["Numeric", "1"] } }
    ///   ]
    /// }
    /// ```
    ///
    /// The lists of keys are not complete, and providers of a site have keys of their own: only a key that resembles a
    /// known one is reported.
    pub C002 "connector-unknown-key" {
        family: Connector, scope: OwnFile, severity: Warning,
        sources: [
            ibm("topic=reference-awsprov-templatesjson", "awsprov_templates.json"),
            ibm("topic=reference-policy-configjson", "policy_config.json"),
            facts("keys of the files of the resource connector"),
        ],
        checks: [Connector(check)],
    }
}

fn check(context: &ConnectorContext<'_>, findings: &mut Findings) {
    let spec = context.file.spec();
    for object in context.file.objects() {
        let known = || spec.keys_of(object.name).map(|it| it.name);
        for member in object.value.members() {
            let is_set = |name: &str| object.value.get(name).is_some();
            if known().any(|it| it == member.name) || member.name.starts_with(['_', '#', '$']) {
                continue;
            }
            let Some(near) = near(&member.name, known()).filter(|it| !is_set(it.name)) else { continue };
            if !is_slip(context, &member.name, near.name) {
                continue;
            }
            findings
                .report(member.range, format!("unknown key `{}`", member.name))
                .effect("the resource connector may ignore the key")
                .help(did_you_mean(near.name));
        }
    }
}

/// Whether a key is a misspelling. Providers have keys of their own, and some write those of the templates in another
/// case: there, one other letter is a slip, another case is not.
fn is_slip(context: &ConnectorContext<'_>, given: &str, known: &str) -> bool {
    match context.file.kind {
        ConnectorKind::HostProviders | ConnectorKind::Policy => true,
        ConnectorKind::Templates | ConnectorKind::Provider => {
            distance(given, known) == 1 && !given.eq_ignore_ascii_case(known)
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# misspelled keys
        //- hostProviders.json
        { "providers": [
            { "name": "aws", "type": "awsProv", "confpath": "resource_connector/aws" }
                                                ^^^^^^^^^^ C002 warning unknown key `confpath`
        ] }
        //#
        //- policy_config.json
        { "Policies": [ { "Name": "p", "Consumer": { "rcAcount": ["all"] } } ] }
                                                     ^^^^^^^^^^ C002 warning unknown key `rcAcount`

        //# keys of providers of the site, and comments
        //- awsprov_templates.json
        { "templates": [ { "templateId": "T1", "MaxNumber": 2, "color": "red", "_imageIdd": "x", "sshkey_id": "k" } ] }
        //#
        //- awsprov_config.json
        { "log_level": "INFO", "OCI_REGION": "eu", "AZURE_CC_REGION": "x" }
    "#]];
}
