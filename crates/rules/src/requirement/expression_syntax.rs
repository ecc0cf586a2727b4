use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::SELECTION_FUNCTIONS;
use lsflint_syntax::ast::resreq::{Expr, Section};
use lsflint_syntax::{Element, ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, form_error, innermost};
use crate::requirement::content::section_around;

rule! {
    /// Finds text in a selection that is no part of its language: operators that do not exist, characters it has no use
    /// for, words.
    ///
    /// # Effect
    /// LSF refuses the string: a queue or profile then works without any requirement. What looks like an operator of
    /// another language may also pass with a meaning nobody thinks of: to the older parser `**` is a power, which is
    /// not zero, which is true.
    ///
    /// # Example
    /// ```resreq
    /// select[mem => 100]
    /// select[linux and fs]
    /// select[mem <> 100]
    /// select[ut < 50%]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem >= 100]
    /// select[linux && fs]
    /// select[mem != 100]
    /// select[ut < 0.5]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active.
    ///
    /// # Notes
    /// Observed in two open-source readers, which refuse nearly all of these.
    pub R009 "expression-syntax" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "the table of operators")],
        checks: [SyntaxError(check)],
    }
}

/// What is said about one error: the message, the help, and the text to write in its place.
struct Advice {
    message: String,
    help: String,
    instead: Option<String>,
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(advice) = advice(context) else { return };
    let range = context.error.range;
    let judge = Judge::of_error(context);
    let found = judge.rejects(findings, range, advice.message).help(advice.help);
    // The older parser may take what looks like an operator of another language.
    if !judge.is_strict() {
        found.consequence(judge.may_reject());
    }
    if let Some(instead) = advice.instead {
        found.fix(Fix::replace(Applicability::Unsafe, format!("write `{instead}`"), range, instead));
    }
}

fn advice(context: &ErrorContext<'_>) -> Option<Advice> {
    let text = context.text();
    let plain = |message: String, help: &str| Some(Advice { message, help: help.to_owned(), instead: None });
    let error = form_error(context)?;
    // The items of other sections have rules of their own.
    if section_around(context).is_some_and(|it| !matches!(it, Section::Select(_))) {
        return None;
    }
    match error {
        ResReqError::ReversedOperator => Some(operator(text, text.chars().rev().collect())),
        ResReqError::NotAnOperator => match meant(text) {
            Some(instead) => Some(operator(text, instead.to_owned())),
            None => plain(
                format!("`{text}` is no operator of selections"),
                "the operators are `&&`, `||`, `!`, `==`, `!=`, `<`, `<=`, `>`, `>=`, `+`, `-`, `*`, `/`",
            ),
        },
        ResReqError::WordOperator => {
            let instead = match text.to_ascii_lowercase().as_str() {
                "and" => "&&",
                "or" => "||",
                _ => "!",
            };
            Some(operator(text, instead.to_owned()))
        }
        ResReqError::DoubledSign => plain(
            format!("`{text}` are two signs in a row"),
            "keep one of them, or put parentheses around the inner part",
        ),
        ResReqError::UnknownFunction => {
            let known: Vec<String> = SELECTION_FUNCTIONS.iter().map(|it| format!("`{it}(name)`")).collect();
            plain(format!("`{text}` is no function"), &format!("the only function is {}", known.join(", ")))
        }
        ResReqError::InvalidName => plain(
            format!("`{text}` cannot be the name of a resource"),
            "names have letters, digits and `_`; a text to compare with stands in single quotes",
        ),
        ResReqError::InvalidNumber => plain(format!("`{text}` is no number"), "write digits with at most one dot"),
        ResReqError::PercentSign => percent(context),
        ResReqError::UnexpectedCharacter => plain(
            format!("`{text}` has no meaning in a selection"),
            "remove it; a text to compare with stands in single quotes",
        ),
        _ => None,
    }
}

/// `ut` is the only percentage there is, and LSF wants it as a fraction.
fn percent(context: &ErrorContext<'_>) -> Option<Advice> {
    let literal = innermost(context, SyntaxKind::LITERAL_EXPR).and_then(|it| Expr::cast(Element::Node(it)));
    let number = match literal {
        Some(Expr::Number(number)) => number.as_f64(),
        _ => None,
    };
    let help = match number {
        Some(number) => format!("write the fraction `{}`: `ut` goes from 0.0 to 1.0", number / 100.0),
        None => "write a fraction: `ut` goes from 0.0 to 1.0".to_owned(),
    };
    Some(Advice { message: "`%` after a number".to_owned(), help, instead: None })
}

fn operator(written: &str, instead: String) -> Advice {
    Advice {
        message: format!("`{written}` is no operator of selections"),
        help: format!("write `{instead}`"),
        instead: Some(instead),
    }
}

/// The operator that was meant, where there is no doubt.
fn meant(written: &str) -> Option<&'static str> {
    Some(match written {
        "<>" => "!=",
        "!==" => "!=",
        _ if written.len() > 2 && written.bytes().all(|it| it == b'=') => "==",
        _ if written.len() > 2 && written.bytes().all(|it| it == b'&') => "&&",
        _ if written.len() > 2 && written.bytes().all(|it| it == b'|') => "||",
        "**" => "&&",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# knows what was meant
        //- resreq
        mem=>100
           ^^ R009 error `=>` is no operator of selections
            = fixed: mem>=100
        mem<>100
           ^^ R009 error `<>` is no operator of selections
            = fixed: mem!=100
        linux and fs
              ^^^ R009 error `and` is no operator of selections
            = fixed: linux && fs
        not linux
        ^^^ R009 error `not` is no operator of selections
            = fixed: ! linux
        linux ** fs
              ^^ R009 error `**` is no operator of selections
            = fixed: linux && fs
        mem === 5
            ^^^ R009 error `===` is no operator of selections
            = fixed: mem == 5

        //# lists the operators otherwise
        //- resreq
        mem%2>0
           ^ R009 error `%` is no operator of selections
            = help: the operators are `&&`, `||`, `!`, `==`, `!=`, `<`, `<=`, `>`, `>=`, `+`, `-`, `*`, `/`
        mem>5;swp>5
             ^ R009 error `;` is no operator of selections

        //# a fraction is not a percentage
        //- resreq
        ut<50%
             ^ R009 error `%` after a number

        //# names the only function
        //- resreq
        def(osname)
        ^^^ R009 error `def` is no function
            = help: the only function is `defined(name)`

        //# text of no language
        //- resreq
        mem>100 # note
                ^ R009 error `#` has no meaning in a selection
                = help: remove it; a text to compare with stands in single quotes
        app.lic > 1
        ^^^^^^^ R009 error `app.lic` cannot be the name of a resource
            = help: names have letters, digits and `_`; a text to compare with stands in single quotes
        mem > 1.2.3
        mem > --5
              ^^ R009 error `--` are two signs in a row
              = help: keep one of them, or put parentheses around the inner part

        //# expressions have many forms
        //- resreq
        ((2*r15s + 3*r1m + r15m) / 6 < 1.0) && !fs && (cpuf > 4.0)
        android && orange || notebook

        //# writes the operator
        //- resreq
        linux and not fs or (cs)
              ^^^ R009 error `and` is no operator of selections
                  ^^^ R009 error `not` is no operator of selections
                         ^^ R009 error `or` is no operator of selections
            = fixed: linux && ! fs || (cs)
        mem <> 5 && ut =< 0.5
            ^^ R009 error `<>` is no operator of selections
                       ^^ R009 error `=<` is no operator of selections
            = fixed: mem != 5 && ut <= 0.5
    "#]];
}
