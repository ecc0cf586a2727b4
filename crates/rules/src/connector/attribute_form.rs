use lsflint_lint::{ConnectorContext, Findings, rule};
use lsflint_model::connector::ConnectorFile;
use lsflint_spec::{CONNECTOR_ATTRIBUTES, ConnectorKind};
use lsflint_syntax::json::JsonData;

use crate::parameter::wording::all_of;

rule! {
    /// Finds attributes of templates that do not have the form `["Type", "value"]`.
    ///
    /// # Effect
    /// LSF may not be able to use the template.
    ///
    /// # Example
    /// ```awsprov_templates.json
    /// {
    ///   "templates": [
    ///     { "templateId": "T1", "maxNumber": 2, "attributes": { "ncpus": ["Integer", "1"] } }
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
    pub C102 "connector-attribute-form" {
        family: Connector, scope: OwnFile, severity: Warning,
        sources: [
            ibm("topic=reference-awsprov-templatesjson", "attributes: a list of attributes that represent the hosts"),
        ],
        checks: [Connector(check)],
    }
}

fn check(context: &ConnectorContext<'_>, findings: &mut Findings) {
    if context.file.kind != ConnectorKind::Templates {
        return;
    }
    for template in context.file.named() {
        for attribute in ConnectorFile::attributes(&template) {
            let name = &attribute.member.name;
            let words = || all_of(CONNECTOR_ATTRIBUTES.iter().map(|it| it.word));
            let known = |word: &str| CONNECTOR_ATTRIBUTES.iter().any(|it| it.word.eq_ignore_ascii_case(word));
            let (range, message) = match attribute.kind {
                Some((word, _)) if known(word) || lsflint_syntax::is_templated(word) => continue,
                Some((word, range)) => (range, format!("unknown type `{word}` of attribute `{name}`")),
                // The value of a template engine, as one string.
                None if matches!(&attribute.member.value.data, JsonData::String(it) if lsflint_syntax::is_templated(it)) =>
                {
                    continue;
                }
                None => (attribute.member.value.range, format!("attribute `{name}` must be a type and a value")),
            };
            findings
                .report(range, message)
                .effect("LSF may not be able to use the template")
                .help(format!("write `[\"Type\", \"value\"]`; the types are {}", words()));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# other forms
        //- awsprov_templates.json
        { "templates": [ { "templateId": "T1", "attributes": {
            "ncpus": ["Number", "1"],
                      ^^^^^^^^ C102 warning unknown type `Number` of attribute `ncpus`
            "mem": "512",
                   ^^^^^ C102 warning attribute `mem` must be a type and a value
            "swp": ["Numeric"]
                   ^^^^^^^^^^^ C102 warning attribute `swp` must be a type and a value
        } } ] }

        //# a type and a value
        //- awsprov_templates.json
        { "templates": [ { "templateId": "T1", "attributes": {
            "ncpus": ["Numeric", "1"], "mem": ["numeric", 512], "type": ["{{ t }}", "x"], "swp": "{{ swp }}"
        } } ] }
    "#]];
}
