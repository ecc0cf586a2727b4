use lsflint_lint::{Findings, Item, RequirementContext, Severity, rule};
use lsflint_spec::{FileKind, REQUIREMENT_CONSUMERS, REQUIREMENT_SECTIONS, RequirementConsumer};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::{Element, Node, SyntaxKind};

rule! {
    /// Finds unused sections: sections other than `select` in STOP_COND and RESUME_COND, placement in lsf.task, and
    /// sections that the command of `lsflint resreq check --command` does not use.
    ///
    /// # Effect
    /// LSF evaluates a condition for one host at a time, so only `select` applies; a task of lsf.task runs on one host,
    /// so nothing about several hosts applies. LSF ignores all other sections, and compound and alternative forms.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// RESUME_COND = select[ut<0.5] order[ut]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// RESUME_COND = select[ut<0.5]
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// For lsf.task, see the page about task lists in the administration guide of LSF 9.1.
    pub R013 "section-without-effect" {
        family: Requirement, scope: OwnFile, severity: Warning, tags: [Unnecessary],
        sources: [
            manual("Platform LSF reference 6.2", "lsb.queues, STOP_COND and RESUME_COND"),
            ibm("lsf_admin/res_req_strings_about", "which sections apply for a command"),
        ],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if let Some(command) = context.command {
        return of_command(context, command, findings);
    }
    let Some(setting) = context.setting else { return };
    let name = setting.setting.display_name();
    let condition = context.node.kind() == SyntaxKind::CONDITION;
    let Some(used) = used_sections(setting.file.kind(), &name, condition) else { return };
    for node in context.node.children() {
        match node.kind() {
            SyntaxKind::COMPOUND | SyntaxKind::ALTERNATIVE => {
                findings
                    .report(node.trimmed_range(), format!("compound or alternative requirement in `{name}`"))
                    .consequence(
                        Item::String
                            .no_effect()
                            .called("a count or an alternative")
                            .because("LSF evaluates one host at a time here"),
                    )
                    .help("write one requirement without braces");
            }
            SyntaxKind::SIMPLE => {
                for section in node.children() {
                    let Some(keyword) = keyword(section).filter(|it| !used.contains(it)) else { continue };
                    findings
                        .report(section.trimmed_range(), format!("`{name}` does not use `{keyword}`"))
                        .consequence(Item::String.ignored().called("the section"))
                        .help("remove the section");
                }
            }
            _ => {}
        }
    }
}

/// The sections that a command ignores, also in the terms of a compound requirement.
fn of_command(context: &RequirementContext<'_>, command: &RequirementConsumer, findings: &mut Findings) {
    for node in context.parts.simples.iter().flat_map(|it| AstNode::node(*it).children()) {
        let keyword = if node.kind() == SyntaxKind::IMPLICIT_SELECT { Some("select") } else { keyword(node) };
        let Some(keyword) = keyword.filter(|it| !command.sections.contains(it)) else { continue };
        findings
            .report(node.trimmed_range(), format!("`{}` does not use `{keyword}`", command.name))
            .severity(Severity::Info)
            .consequence(Item::String.ignored().called("the section"))
            .help("remove the section");
    }
}

/// The keyword of a section that has one.
fn keyword(section: Node<'_>) -> Option<&'static str> {
    let keyword = section.first_significant().and_then(Element::into_token)?;
    lsflint_spec::requirement_section(&keyword.text()).map(|it| it.name)
}

/// The sections that a parameter uses, when it does not use all of them. A condition that is not in the data uses those
/// of the conditions of a queue.
fn used_sections(kind: FileKind, name: &str, condition: bool) -> Option<&'static [&'static str]> {
    let of = |file: &str, name: &str| {
        let is_read_by = |it: &str| it.strip_prefix(file).and_then(|it| it.strip_prefix(':')) == Some(name);
        let consumer = REQUIREMENT_CONSUMERS.iter().find(|it| is_read_by(it.name));
        consumer.map(|it| it.sections)
    };
    let used = of(kind.spec().name, name);
    let used = if condition { used.or_else(|| of("lsb.queues", "STOP_COND")) } else { used };
    used.filter(|it| it.len() < REQUIREMENT_SECTIONS.len())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# conditions use the selection only
        //- each Queue
        RESUME_COND = select[ut<0.5] order[ut] rusage[mem=1]
                                     ^^^^^^^^^ R013 warning `RESUME_COND` does not use `order`
                                               ^^^^^^^^^^^^^ R013 warning `RESUME_COND` does not use `rusage`
          STOP_COND = ut>0.9 span[hosts=1]
                             ^^^^^^^^^^^^^ R013 warning `STOP_COND` does not use `span`

        //# conditions have no terms
        //- each Queue
        STOP_COND = 1*{ut>0.9} + 1*{pg>20}
                    ^^^^^^^^^^^^^^^^^^^^^^ R013 warning compound or alternative requirement in `STOP_COND`
                    = effect: a count or an alternative has no effect because LSF evaluates one host at a time here
                    = help: write one requirement without braces

        //# commands use some sections
        //- resreq lsload
        select[ut<0.5] order[ut] rusage[mem=1]
                                 ^^^^^^^^^^^^^ R013 info `lsload -R` does not use `rusage`
        //- resreq lsloadadj
        ut<0.5 rusage[mem=1]
        ^^^^^^ R013 info `lsloadadj -R` does not use `select`
        //- resreq brsvadd
        select[ut<0.5] order[ut] same[type]
                       ^^^^^^^^^ R013 info `brsvadd -R` does not use `order`
        //- resreq lsrun
        ut<0.5 order[ut] rusage[mem=1] span[hosts=1]
                                       ^^^^^^^^^^^^^ R013 info `lsrun -R` does not use `span`
        //- resreq bmod -R of a started job
        select[ut<0.5] rusage[mem=1]
        ^^^^^^^^^^^^^^ R013 info `bmod -R of a started job` does not use `select`
        //- resreq bmod
        select[ut<0.5] rusage[mem=1] span[hosts=1]
        //- resreq lsload
        select[ut<]

        //# requirements use everything
        //- each Queue: RES_REQ = ut<0.5 order[ut] rusage[mem=1]
    "#]];
}
