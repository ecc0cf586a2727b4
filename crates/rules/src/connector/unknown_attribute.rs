use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{ConnectorContext, Findings, rule};
use lsflint_model::connector::ConnectorFile;
use lsflint_model::{Knowledge, Referent, Resolution};
use lsflint_spec::{CONNECTOR_ATTRIBUTES, ConnectorKind};

use crate::names::undefined::nearest;

rule! {
    /// Finds attributes of templates that are not resources, or that have another type than the resource.
    ///
    /// # Effect
    /// LSF places pending jobs on hosts that match the attributes. A name that lsf.shared does not define matches no
    /// requirement.
    ///
    /// # Example
    /// ```awsprov_templates.json
    /// {
    ///   "templates": [
    ///     { "templateId": "T1", "maxNumber": 2, "attributes": { "awshosts": ["Boolean", "1"] } }
    ///   ]
    /// }
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// awshost      Boolean ()       ()         (instances from AWS)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```awsprov_templates.json
    /// {
    ///   "templates": [
    ///     { "templateId": "T1", "maxNumber": 2, "attributes": { "awshost": ["Boolean", "1"] } }
    ///   ]
    /// }
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// awshost      Boolean ()       ()         (instances from AWS)
    /// End Resource
    /// ```
    ///
    /// Nothing is reported about a name if lsflint cannot read all of lsf.shared.
    pub C101 "connector-unknown-attribute" {
        family: Connector, scope: Names, severity: Warning,
        sources: [
            ibm(
                "topic=reference-awsprov-templatesjson",
                "a resource defined in lsf.shared can be used as an attribute",
            ),
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
            let name = attribute.member.name.as_str();
            if lsflint_syntax::is_templated(name) {
                continue;
            }
            match context.cluster.resolve(Referent::Resource, name) {
                Resolution::Missing(Knowledge::Complete) => {
                    let near = nearest(name, context.cluster.similar_names(Referent::Resource, name));
                    findings
                        .report(attribute.member.range, format!("unknown resource `{name}`"))
                        .effect("no requirement of a job can match the attribute")
                        .help(match near {
                            Some(near) => did_you_mean(&near),
                            None => "define the resource in lsf.shared".to_owned(),
                        });
                }
                Resolution::Missing(_) => {}
                Resolution::Defined => {
                    let Some((word, range)) = attribute.kind else { continue };
                    let Some(wanted) = CONNECTOR_ATTRIBUTES.iter().find(|it| it.word == word) else { continue };
                    let kind = context.cluster.resources().get(name).and_then(|it| it.kind);
                    let Some(kind) = kind.filter(|it| !wanted.resources.contains(it)) else { continue };
                    let right = CONNECTOR_ATTRIBUTES.iter().find(|it| it.resources.contains(&kind));
                    let Some(right) = right else { continue };
                    findings
                        .report(range, format!("resource `{name}` is {}, not {word}", right.word))
                        .effect("requirements of jobs may not match the attribute")
                        .help(format!("write `\"{}\"`", right.word));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        awshost Boolean () () (x)
        zone String () () (x)

        //# unknown names and other types
        //- awsprov_templates.json
        { "templates": [ { "templateId": "T1", "attributes": {
            "awshots": ["Boolean", "1"],
            ^^^^^^^^^ C101 warning unknown resource `awshots`
            "template": ["String", "T1"],
            ^^^^^^^^^^ C101 warning unknown resource `template`
            = help: define the resource in lsf.shared
            "zone": ["Numeric", "1"],
                     ^^^^^^^^^ C101 warning resource `zone` is String, not Numeric
                     = effect: requirements of jobs may not match the attribute
                     = help: write `"String"`
            "mem": ["String", "512"]
                    ^^^^^^^^ C101 warning resource `mem` is Numeric, not String
        } } ] }

        //# resources
        //- awsprov_templates.json
        { "templates": [ { "templateId": "T1", "attributes": {
            "type": ["String", "X86_64"], "ncpus": ["Numeric", "4"], "mem": ["Numeric", "512"],
            "awshost": ["Boolean", "1"], "zone": ["String", "a"], "{{ x }}": ["String", "a"]
        } } ] }
    "#]];
}
