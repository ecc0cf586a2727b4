use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::form_error;

rule! {
    /// Finds empty requirements: a pair of quotes with nothing between them.
    ///
    /// # Effect
    /// An empty requirement requires nothing, as if the line were not set. Either the line is not needed, or its
    /// content was lost.
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
    // On a command line, scripts write an empty string when they require nothing.
    let Some(setting) = context.setting else { return };
    findings
        .report(context.error.range, format!("`{}` is empty", setting.display_name()))
        .consequence(Item::Line.no_effect())
        .help("remove the line, or write a requirement");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# quotes hold something
        //- each Queue
        RES_REQ = ""
                  ^^ R015 warning `RES_REQ` is empty
        //- each Application
        RES_REQ = ' '
                  ^^^ R015 warning `RES_REQ` is empty

        //# a command may ask for nothing
        //- resreq
        ␄
        ''
    "#]];
}
