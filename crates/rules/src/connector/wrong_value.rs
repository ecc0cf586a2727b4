use lsflint_lint::{ConnectorContext, Findings, rule};
use lsflint_spec::JsonType;
use lsflint_syntax::json::{JsonData, JsonValue};

rule! {
    /// Finds values of the wrong type in files of the resource connector.
    ///
    /// # Effect
    /// The resource connector cannot use the value.
    ///
    /// # Example
    /// ```awsprov_templates.json
    /// {
    ///   "templates": [
    ///     { "templateId": "T1", "maxNumber": "many", "attributes": { "ncpus": ["Numeric", "1"] } }
    ///   ]
    /// }
    /// ```
    ///
    /// # Use instead
    /// ```awsprov_templates.json
    /// {
    ///   "templates": [
    ///     { "templateId": "T1", "maxNumber": 10, "attributes": { "ncpus": ["Numeric", "1"] } }
    ///   ]
    /// }
    /// ```
    ///
    /// Numbers and `true` may be in quotes, as the pages write both.
    pub C003 "connector-wrong-value" {
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
        for member in object.value.members() {
            let Some(key) = spec.keys_of(object.name).find(|it| it.name == member.name) else { continue };
            if fits(&member.value, key.value) {
                continue;
            }
            let what = described(key.value);
            findings
                .report(member.value.range, format!("`{}` must be {what}", member.name))
                .effect("the resource connector may not be able to use the value")
                .help(format!("write {what}"));
        }
    }
}

/// Whether a value has a type, or its text is not known yet.
fn fits(value: &JsonValue, wanted: JsonType) -> bool {
    let is_whole = |it: &str| it.strip_prefix('-').unwrap_or(it).bytes().all(|it| it.is_ascii_digit());
    match (&value.data, wanted) {
        (_, JsonType::Any) | (JsonData::Null, _) => true,
        (JsonData::String(text), _) if text.is_empty() || lsflint_syntax::is_templated(text) => true,
        (JsonData::String(_), JsonType::String) => true,
        (JsonData::String(text) | JsonData::Number(text), JsonType::Integer) => is_whole(text.trim()),
        (JsonData::String(text) | JsonData::Number(text), JsonType::Number) => text.trim().parse::<f64>().is_ok(),
        (JsonData::String(text), JsonType::Boolean) => ["true", "false"].iter().any(|it| text.eq_ignore_ascii_case(it)),
        (JsonData::Boolean(_), JsonType::Boolean) => true,
        (JsonData::List(_), JsonType::List) | (JsonData::Object(_), JsonType::Object) => true,
        _ => false,
    }
}

fn described(wanted: JsonType) -> &'static str {
    match wanted {
        JsonType::String | JsonType::Any => "a string",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::Boolean => "`true` or `false`",
        JsonType::List => "a list",
        JsonType::Object => "an object",
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# other types
        //- awsprov_templates.json
        { "templates": [
            { "templateId": 5, "maxNumber": "ten", "attributes": [], "securityGroupIds": "sg-1", "ebsOptimized": "yes" }
                            ^ C003 warning `templateId` must be a string
                            = help: write a string
                                            ^^^^^ C003 warning `maxNumber` must be an integer
                                                                 ^^ C003 warning `attributes` must be an object
                                        = help: write an object
                                                                                         ^^^^^^ C003 warning
                                        = `securityGroupIds` must be a list
                                        = help: write a list
                                                                                                                 ^^^^^
                                        = C003 warning `ebsOptimized` must be `true` or `false`
                                        = help: write `true` or `false`
        ] }
        //#
        //- hostProviders.json
        { "providers": { "name": ["aws"] } }
                       ^^^^^^^^^^^^^^^^^^^ C003 warning `providers` must be a list
                                 ^^^^^^^ C003 warning `name` must be a string

        //# quoted numbers, and values that a template fills in
        //- awsprov_templates.json
        { "templates": [
            { "templateId": "{{ id }}", "maxNumber": "10", "priority": "{{ n }}", "spotPrice": 0.3, "keyName": null },
            { "maxNumber": -1, "ebsOptimized": true, "spotPrice": "0.3" }
        ] }
    "#]];
}
