use lsflint_lint::{DirectiveContext, Findings, Item, rule};
use lsflint_spec::IncludePlace;

rule! {
    /// Finds `#INCLUDE` in a place where LSF does not read it.
    ///
    /// # Effect
    /// lsf.shared takes `#INCLUDE` only before its first section; behind it LSF reports an error. In lsb files and lsf.cluster it may
    /// stand on any line.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// #INCLUDE "/shared/lsf/resources"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// #INCLUDE "/shared/lsf/resources"
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// ```
    pub F304 "include-position" {
        family: File, scope: OwnFile, severity: Error,
        sources: [ibm("lsf.shared", "and the page on cluster groups")],
        checks: [Directive(check)],
    }
}

fn check(context: &DirectiveContext<'_>, findings: &mut Findings) {
    let top = context.file.kind().spec().directives.include == IncludePlace::Top;
    if !top || !context.directive.is("#INCLUDE") || !context.after_section && context.section.is_none() {
        return;
    }
    let Some(keyword) = context.directive.keyword() else { return };
    let name = context.file.kind().name();
    findings
        .report(keyword.range(), format!("{name} takes `#INCLUDE` only before its first section"))
        .consequence(Item::Line.rejected().so("the file is not included"))
        .help("move the line to the top of the file");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers SHR003
    #[test]
    fn inside_and_behind_a_section() {
        let text = "#INCLUDE \"a\"\nBegin HostType\nTYPENAME\n#INCLUDE \"b\"\nX\nEnd HostType\n#include \"c\"\n";
        check(
            "F304",
            "lsf.shared",
            text,
            expect![[r#"
            4:1-4:9 error lsf.shared takes `#INCLUDE` only before its first section
              effect: LSF rejects the line, so the file is not included
              help: move the line to the top of the file
            7:1-7:9 error lsf.shared takes `#INCLUDE` only before its first section
              effect: LSF rejects the line, so the file is not included
              help: move the line to the top of the file
        "#]],
        );
    }

    #[test]
    fn other_files_take_it_anywhere() {
        check("F304", "lsb.queues", "Begin Queue\nQUEUE_NAME = a\n#INCLUDE \"b\"\nEnd Queue\n", expect![[""]]);
    }
}
