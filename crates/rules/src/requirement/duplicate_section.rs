use lsflint_lint::{Findings, Item, RequirementContext, rule};
use lsflint_spec::requirement_section;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::{Element, Node, SyntaxKind, Token};

rule! {
    /// Finds duplicate sections in one requirement: `span[ptile=2] span[hosts=1]`.
    ///
    /// # Effect
    /// Only `bsub` and `bmod` merge repeated sections, only when each has its own `-R` option, and only `select`,
    /// `order`, `rusage` and `same`. In one string the behavior differs: one parser rejects the string, another ignores
    /// the second section without a message.
    ///
    /// # Example
    /// ```resreq
    /// span[ptile=2] span[hosts=1]
    /// rusage[mem=100] rusage[swp=200]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// span[ptile=2]
    /// rusage[mem=100:swp=200]
    /// ```
    pub R012 "duplicate-section" {
        family: Requirement, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_admin/res_req_strings_about", "repeated sections require separate options of bsub and bmod"),
            volclava("lsf/intlib/resreq.c", "parseSection", "a repeated section is refused"),
        ],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for simple in context.parts.simples.iter().map(|it| it.node()) {
        let mut seen: Vec<Token<'_>> = Vec::new();
        for section in simple.children() {
            // A duplicate selection has its own rule.
            let Some(keyword) = keyword(section).filter(|_| section.kind() != SyntaxKind::SELECT_SECTION) else {
                continue;
            };
            let name = keyword.text();
            match seen.iter().find(|it| it.text() == name) {
                Some(first) => {
                    let help = match &*name {
                        "order" | "same" => format!("write one `{name}` section with names separated by `:`"),
                        "rusage" => "write one `rusage` section with resources separated by `,`".to_owned(),
                        _ => format!("remove one of the `{name}` sections"),
                    };
                    findings
                        .report(keyword.range(), format!("duplicate section `{name}`"))
                        .consequence(
                            Item::String
                                .ignored()
                                .called("one of the two sections")
                                .or("reject the requirement string"),
                        )
                        .help(help)
                        .related(first.range(), "first `{name}` section");
                }
                None => seen.push(keyword),
            }
        }
    }
}

/// The keyword of a known section.
fn keyword(section: Node<'_>) -> Option<Token<'_>> {
    let keyword = section.first_significant().and_then(Element::into_token)?;
    requirement_section(&keyword.text()).map(|_| keyword)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a section occurs once
        //- resreq
        span[ptile=2] span[hosts=1]
                      ^^^^ R012 warning duplicate section `span`
        order[mem] rusage[mem=50] order[ut] rusage[swp=20]
                                  ^^^^^ R012 warning duplicate section `order`
                                  = help: write one `order` section with names separated by `:`
                                            ^^^^^^ R012 warning duplicate section `rusage`

        //# each term has its own
        //- resreq: 1*{rusage[mem=1] span[hosts=1]} + 2*{rusage[mem=2] span[hosts=1]}
    "#]];
}
