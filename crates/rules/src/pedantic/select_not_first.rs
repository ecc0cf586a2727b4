use lsflint_lint::{Applicability, Findings, Fix, Item, RequirementContext, TextEdit, rule};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, Section};

rule! {
    /// Finds a `select` section that is not the first section of its requirement string.
    ///
    /// # Effect
    /// None: LSF accepts the section in any position. Two pages of the documentation disagree on whether it must be
    /// first, so the first position is the safe choice and is easier to read.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=100] select[linux]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[linux] rusage[mem=100]
    /// ```
    ///
    /// # Fix safety
    /// Safe: the order of sections has no meaning in LSF.
    pub W101 "select-not-first" {
        family: Pedantic, scope: OwnFile, severity: Hint, fix: Safe, status: OptIn,
        sources: [
            ibm("lsf_admin/res_req_strings_about", "the selection is first"),
            ibm("lsf_admin/select_string", "it may follow other sections"),
        ],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    for simple in requirement.simples() {
        let sections: Vec<Section<'_>> = simple.sections().collect();
        let select = sections.iter().position(|it| matches!(it, Section::Select(_)));
        let Some(at) = select.filter(|&at| at > 0 && simple.implicit_select().is_none()) else { continue };
        let (first, before, select) = (sections[0].range(), sections[at - 1].range(), sections[at]);
        let range = select.keyword().map_or(select.range(), |it| it.range());
        let mut text = select.node().text();
        text.push(' ');
        findings
            .report(range, "`select` is not the first section")
            .consequence(Item::String.no_effect().called("the order of the sections"))
            .help("move it to the front of the requirement string")
            .fix(Fix {
                applicability: Applicability::Safe,
                title: "move `select` to the front".to_owned(),
                edits: vec![
                    TextEdit { range: TextRange::empty(first.start()), text },
                    TextEdit { range: TextRange::new(before.end(), select.range().end()), text: String::new() },
                ],
            });
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the selection comes first
        //- resreq
        rusage[mem=1] select[linux]
                      ^^^^^^ W101 hint `select` is not the first section
            = fixed: select[linux] rusage[mem=1]
        linux rusage[mem=1]
        1*{select[linux] rusage[mem=1]} + 2*{order[ut]}
        rusage[mem=1] order[ut] select[linux && fs] span[hosts=1]
                                ^^^^^^ W101 hint `select` is not the first section
            = fixed: select[linux && fs] rusage[mem=1] order[ut] span[hosts=1]
    "#]];
}
