use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::form_error;

rule! {
    /// Finds a requirement that is a pair of quotes with nothing between.
    ///
    /// # Effect
    /// It asks for nothing, as if the line were not there. Either the line is of no use, or its content was lost.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = ""
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    pub R015 "empty-requirement" {
        family: Requirement, scope: OwnFile, severity: Warning,
        sources: [ibm("lsf_admin/select_string", "an empty requirement is valid")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::EmptyQuotes) {
        return;
    }
    // On a command line an empty string is what a script writes when it has nothing to ask for.
    let Some(setting) = context.setting else { return };
    findings
        .report(context.error.range, format!("`{}` asks for nothing", setting.display_name()))
        .consequence(Item::Line.no_effect())
        .help("remove the line, or write the requirement that was lost");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# quotes hold something
        //- each Queue
        RES_REQ = ""
                  ^^ R015 warning `RES_REQ` asks for nothing
        //- each Application
        RES_REQ = ' '
                  ^^^ R015 warning `RES_REQ` asks for nothing

        //# a command may ask for nothing
        //- resreq
        ␄
        ''
    "#]];
}
