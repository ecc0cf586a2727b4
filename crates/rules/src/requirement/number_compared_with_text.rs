use lsflint_lint::select::{Constant, kind, text_of};
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;

rule! {
    /// Finds numeric resources that are compared with a quoted string: `mem > 'big'`.
    ///
    /// # Effect
    /// Not documented. One of the two sides is not of the type that was intended.
    ///
    /// # Example
    /// ```resreq
    /// select[mem > '100']
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem > 100]
    /// ```
    pub R116 "number-compared-with-text" {
        family: Requirement, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/select_string", "quoted strings are values of string resources")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in context.against() {
        if !matches!(against.value, Constant::Quoted(_))
            || kind(context.cluster.resources(), against.name) != Some(ResourceType::Numeric)
        {
            continue;
        }
        let Some((token, text)) = text_of(against.value) else { continue };
        let help = match text.parse::<f64>() {
            Ok(_) => format!("write `{text}` without quotes"),
            Err(_) => "write a number".to_owned(),
        };
        findings
            .report(token.range(), format!("numeric resource `{}` is compared with a string", against.name.text()))
            .consequence(Item::String.rejected().possible())
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# numbers are not strings
        //- resreq
        mem > '100' || 'big' == swp
              ^^^^^ R116 info numeric resource `mem` is compared with a string
                       ^^^^^ R116 info numeric resource `swp` is compared with a string
                       = help: write a number
        type == '100' && x == 'big' && mem > 5
    "#]];
}
