use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_spec::LexerFamily;
use lsflint_syntax::StructureError;

rule! {
    /// Finds lines that start with `=`, so that the name of the parameter is missing.
    ///
    /// # Effect
    /// In a section, LSF logs an error and ignores the line. In lsf.conf, LSF silently ignores the line; if whitespace
    /// follows the `=`, it is a syntax error: LSF rejects the whole file, and no daemon or command starts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    ///            = 40
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    pub P014 "missing-name" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "readHvalues_conf",
                "the name is what comes before `=`, here nothing: `bad keyword`, the line is ignored",
            ),
            volclava(
                "lsf/lib/lib.initenv.c",
                "readconfenv_",
                "lsf.conf: names that the program does not ask for are skipped",
            ),
            volclava("lsf/lib/lib.initenv.c", "parseLine", "lsf.conf: whitespace after `=` is a syntax error"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::MissingName) {
        return;
    }
    let rejected = context.text()[1..].starts_with([' ', '\t']);
    let consequence = match context.file.kind().spec().lexer == LexerFamily::Conf {
        true if rejected => Item::File.rejected().so("no daemon or command starts"),
        true => Item::Line.ignored().silently(),
        false => Item::Line.ignored().logged(),
    };
    findings
        .report(context.error.range, "missing name before `=`")
        .consequence(consequence)
        .help("write the name of the parameter before `=`, or comment the line out with `#`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# in a section
        //- each Queue
        ␠ = 30
          ^^^^ P014 error missing name before `=`
        =30
        ^^^ P014 error missing name before `=`
        =
        ^ P014 error missing name before `=`
        PRIORITY = = 30
        //#
        //- Parameters of lsb.params
        = 30
        ^^^^ P014 error missing name before `=`

        //# in lsf.conf
        //- lsf.conf
        LSF_TOP=/a
        =30
        ^^^ P014 error missing name before `=`
            = effect: LSF silently ignores the line
        = 30
        ^^^^ P014 error missing name before `=`
            = effect: LSF rejects the file, so no daemon or command starts
        LSF_LOGDIR==30
    "#]];
}
