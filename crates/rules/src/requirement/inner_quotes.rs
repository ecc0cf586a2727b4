use lsflint_lint::{
    Applicability, ErrorContext, Findings, Fix, Item, Part, RequirementContext, Severity, TextEdit, rule,
};
use lsflint_spec::REQUIREMENT_SECTIONS;
use lsflint_syntax::ast::resreq::Expr;
use lsflint_syntax::{ResReqError, TextRange, TextSize};

use crate::requirement::common::{Judge, form_error, respelling};

rule! {
    /// Finds misplaced quotes in a requirement: quotes around the content of a section, around a part of the string, or
    /// two pairs around the entire string.
    ///
    /// # Effect
    /// One pair of quotes can enclose the entire string. The strict parser rejects quotes inside brackets; the older
    /// one skips them. Both reject quotes around a part of the string.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select["swp>10"]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = "select[swp>10]"
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Removing quotes inside brackets is safe: the older parser skips them, and the strict one rejects strings with
    /// them. Removing the second of two pairs is unsafe, because what LSF does with it is not documented; removing the
    /// quotes around a part enables a requirement that LSF currently rejects.
    pub R007 "inner-quotes" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Mixed,
        sources: [
            ibm("lsf_admin/select_string", "quotes only around the entire string"),
            volclava("lsf/intlib/resreq.c", "resToClassNew", "a quote that begins an operand is refused"),
        ],
        checks: [SyntaxError(check), RequirementPart(Part::SELECT, check_parts)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    match form_error(context) {
        Some(ResReqError::QuotesInsideBrackets) => {
            let today = Item::String.no_effect().called("the pair of quotes");
            Judge::of_error(context)
                .rejects_strictly(findings, range, "quotes around the content of a section", today)
                .help("remove the quotes, or enclose the entire string in them")
                .fix(unquote(range, respelling(context)));
        }
        Some(ResReqError::DoubleQuotedString) if quotes_section(context.text()) => {
            part(Judge::of_error(context), range, findings);
        }
        Some(ResReqError::DoubledOuterQuotes) => {
            findings
                .report(range, "two pairs of quotes around the requirement string")
                .severity(Severity::Warning)
                .consequence(Item::String.rejected().because("it removes only one pair of quotes").possible())
                .help("remove one pair")
                .fix(unquote(range, Applicability::Unsafe));
        }
        _ => {}
    }
}

/// Sections in single quotes, which a selection reads as a text.
fn check_parts(context: &RequirementContext<'_>, findings: &mut Findings) {
    for expr in context.expressions() {
        if let Expr::Text(text) = expr
            && text.raw().starts_with('\'')
            && quotes_section(text.raw())
        {
            part(Judge::of(context), text.range(), findings);
        }
    }
}

fn part(judge: Judge, range: TextRange, findings: &mut Findings) {
    judge
        .rejects(findings, range, "quotes around a part of the requirement string")
        .help("remove the quotes, or enclose the entire string in them")
        .fix(unquote(range, Applicability::Unsafe));
}

/// Whether a text in quotes is a section, such as `'select[mem>1]'`.
pub(crate) fn quotes_section(text: &str) -> bool {
    let inner = text.trim_matches(['\'', '"']).trim();
    REQUIREMENT_SECTIONS.iter().any(|it| inner.strip_prefix(it.name).is_some_and(|it| it.trim_start().starts_with('[')))
}

fn unquote(range: TextRange, applicability: Applicability) -> Fix {
    let quote = TextSize::new(1);
    let at = |start: TextSize| TextEdit { range: TextRange::at(start, quote), text: String::new() };
    Fix {
        applicability,
        title: "remove the quotes".to_owned(),
        edits: vec![at(range.start()), at(range.end() - quote)],
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# brackets are not quoted inside
        //- resreq
        select['swp>100']
               ^^^^^^^^^ R007 error quotes around the content of a section
               = effect: LSF may reject the requirement string, so the submission may fail
            = fixed: select[swp>100]
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        select["swp>100"]
               ^^^^^^^^^ R007 warning quotes around the content of a section
               = effect: the pair of quotes has no effect, but the requirement string is rejected with
               =   LSF_STRICT_RESREQ=Y
            = fixed: select[swp>100]

        //# one pair around everything is fine
        //- each Queue
        RES_REQ='swp>100'
          RES_REQ="swp>100"
        //- resreq
        'swp>100'
        "select[swp>100]"

        //# two pairs are one too many
        //- resreq
        "'mem>10'"
         ^^^^^^^^ R007 warning two pairs of quotes around the requirement string
            = effect: LSF may reject the requirement string because it removes only one pair of quotes
            = help: remove one pair
            = fix (unsafe): remove the quotes
            = fixed: "mem>10"

        //# a part has none
        //- also R209
        //- resreq
        'select[mem>1]' rusage[mem=1]
        ^^^^^^^^^^^^^^^ R007 error quotes around a part of the requirement string
            = effect: LSF rejects the requirement string, so the submission fails
            = fixed: select[mem>1] rusage[mem=1]
        "select[mem>1]" rusage[mem=1]
        ^^^^^^^^^^^^^^^ R007 error quotes around a part of the requirement string
            = fixed: select[mem>1] rusage[mem=1]

        //# texts have their quotes
        //- resreq: select[hname != 'node-07' || type == 'X86_64']
    "#]];
}
