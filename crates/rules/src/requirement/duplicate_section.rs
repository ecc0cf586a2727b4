use lsflint_lint::{Findings, Item, RequirementContext, rule};
use lsflint_spec::requirement_section;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::{Element, Node, SyntaxKind, Token};

rule! {
    /// Finds a section that stands twice in one requirement: `span[ptile=2] span[hosts=1]`.
    ///
    /// # Effect
    /// Only bsub and bmod join repeated sections, and only when each comes with its own `-R` option, and only `select`,
    /// `order`, `rusage` and `same`. In one string the readers disagree: one refuses it, one drops the second section
    /// without a message.
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
    ///
    /// # Notes
    /// Observed in two open-source readers.
    pub R012 "duplicate-section" {
        family: Requirement, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_admin/res_req_strings_about", "several sections of a kind belong to several options of bsub and bmod"),
        ],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for simple in context.parts.simples.iter().map(|it| it.node()) {
        let mut seen: Vec<Token<'_>> = Vec::new();
        for section in simple.children() {
            // A second selection has a rule of its own.
            let Some(keyword) = keyword(section).filter(|_| section.kind() != SyntaxKind::SELECT_SECTION) else {
                continue;
            };
            let name = keyword.text();
            match seen.iter().find(|it| it.text() == name) {
                Some(first) => {
                    let help = match &*name {
                        "order" | "same" => format!("write one `{name}`, its names separated by `:`"),
                        "rusage" => "write one `rusage`, its resources separated by `,`".to_owned(),
                        _ => format!("keep one `{name}`"),
                    };
                    findings
                        .report(keyword.range(), format!("a second section `{name}`"))
                        .consequence(
                            Item::String
                                .ignored()
                                .called("one of the two sections")
                                .or("reject the requirement string"),
                        )
                        .help(help)
                        .related(first.range(), "the first one");
                }
                None => seen.push(keyword),
            }
        }
    }
}

/// The keyword of a section that is known.
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
                      ^^^^ R012 warning a second section `span`
        order[mem] rusage[mem=50] order[ut] rusage[swp=20]
                                  ^^^^^ R012 warning a second section `order`
                                  = help: write one `order`, its names separated by `:`
                                            ^^^^^^ R012 warning a second section `rusage`

        //# each term has its own
        //- resreq
        1*{rusage[mem=1] span[hosts=1]} + 2*{rusage[mem=2] span[hosts=1]}
    "#]];
}
