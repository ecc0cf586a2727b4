use lsflint_lint::{DirectiveContext, Findings, Item, rule};
use lsflint_spec::IncludePlace;

rule! {
    /// Finds `#INCLUDE` lines in a place where LSF does not read them.
    ///
    /// # Effect
    /// In lsf.shared, `#INCLUDE` is allowed only before the first section; LSF reports an error for a later one. In lsb
    /// files and lsf.cluster, it is allowed on any line.
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
        .report(keyword.range(), format!("`#INCLUDE` after the first section of {name}"))
        .consequence(Item::Line.rejected().so("the file is not included"))
        .help("move the line to the top of the file");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# inside and behind a section
        //- lsf.shared
        #INCLUDE "a"
        Begin HostType
        TYPENAME
        #INCLUDE "b"
        ^^^^^^^^ F304 error `#INCLUDE` after the first section of lsf.shared
        X
        End HostType
        #include "c"
        ^^^^^^^^ F304 error `#INCLUDE` after the first section of lsf.shared

        //# other files take it anywhere
        //- each Queue
        #INCLUDE "b"
    "#]];
}
