use lsflint_lint::{ConnectorContext, Findings, Severity, rule};
use lsflint_syntax::json::Json;

rule! {
    /// Finds files of the resource connector that are not JSON.
    ///
    /// # Effect
    /// The resource connector cannot read the file: it does not borrow hosts from the provider.
    ///
    /// # Example
    /// ```policy_config.json
    /// {
    ///   "Policies": [
    ///     { "Name": "all" "MaxNumber": "100" }
    ///   ]
    /// }
    /// ```
    ///
    /// # Use instead
    /// ```policy_config.json
    /// {
    ///   "Policies": [
    ///     { "Name": "all", "MaxNumber": "100" }
    ///   ]
    /// }
    /// ```
    ///
    /// Only the first error is reported. A comment, or a comma after the last element, is a warning, because some
    /// readers accept it. A file with the markers of a template is not checked.
    pub C001 "connector-json-syntax" {
        family: Connector, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf_resource_connector/lsf_rc_hostproviders", "the file contains a JSON list of named providers"),
        ],
        checks: [Connector(check)],
    }
}

fn check(context: &ConnectorContext<'_>, findings: &mut Findings) {
    let Json::Broken(error) = &*context.file.json else { return };
    if lsflint_syntax::is_templated(&context.file.text) {
        return;
    }
    let severity = if error.lenient { Severity::Warning } else { Severity::Error };
    findings
        .report(error.range, format!("invalid JSON: {}", error.words))
        .severity(severity)
        .effect(match error.lenient {
            true => "some readers of JSON reject the file",
            false => "the resource connector cannot read the file",
        })
        .help("correct the file so that it is valid JSON");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the first error
        //- policy_config.json
        { "Policies": [ { "Name": “all” } ] }
                                  ^ C001 error invalid JSON: unexpected token
        //#
        //- hostProviders.json
        { "providers": [
            { "name": "aws", "type": "awsProv", },
                                              ^ C001 warning invalid JSON: trailing commas are not allowed
                                        = effect: some readers of JSON reject the file
        ] }

        //# valid files, and templates of files
        //- hostProviders.json
        { "providers": [] }
        //#
        //- awsprov_templates.json
        { "templates": [ {% for t in templates %} {% endfor %} ] }
    "#]];
}
