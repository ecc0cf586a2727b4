use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_spec::SELECTION_FUNCTIONS;
use lsflint_syntax::ast::resreq::{Expr, Section};
use lsflint_syntax::{Element, ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, form_error, innermost};
use crate::requirement::content::section_around;

rule! {
    /// Finds invalid syntax in a `select` section: unknown operators, unexpected characters, words.
    ///
    /// # Effect
    /// LSF rejects the string, and the queue or application profile has no resource requirement. An operator of another
    /// language may also be accepted with an unexpected meaning: the older parser reads `**` as a power, which is not
    /// zero and therefore true.
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
    /// Unsafe: enables a requirement that LSF currently rejects.
    ///
    /// # Notes
    /// The parser without strict syntax accepts a `+` before an operand.
    pub R009 "expression-syntax" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "the table of operators"),
            volclava(
                "lsf/intlib/resreq.c",
                "resToClassNew",
                "a character that is neither part of a name nor a known operator is refused",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

/// The text of a finding about one error: the message, the help, and the replacement.
struct Advice {
    message: String,
    help: String,
    instead: Option<String>,
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) == Some(ResReqError::UnaryPlus) {
        return unary_plus(context, findings);
    }
    let Some(advice) = advice(context) else { return };
    let range = context.error.range;
    let judge = Judge::of_error(context);
    let found = judge.rejects(findings, range, advice.message).help(advice.help);
    // The older parser may accept operators of other languages.
    if !judge.is_strict() {
        found.consequence(judge.may_reject());
    }
    if let Some(instead) = advice.instead {
        found.fix(Fix::replace(Applicability::Unsafe, format!("write `{instead}`"), range, instead));
    }
}

/// The older parser accepts a `+` before an operand, which has no effect.
fn unary_plus(context: &ErrorContext<'_>, findings: &mut Findings) {
    if section_around(context).is_some_and(|it| !matches!(it, Section::Select(_))) {
        return;
    }
    let range = context.error.range;
    let today = Item::String.no_effect().called("the sign");
    Judge::of_error(context)
        .rejects_strictly(findings, range, "sign `+` before an operand", today)
        .help("remove it")
        .fix(Fix::replace(Applicability::Unsafe, "remove the `+`", range, ""));
}

fn advice(context: &ErrorContext<'_>) -> Option<Advice> {
    let text = context.text();
    let plain = |message: String, help: &str| Some(Advice { message, help: help.to_owned(), instead: None });
    let error = form_error(context)?;
    // The items of other sections have their own rules.
    if section_around(context).is_some_and(|it| !matches!(it, Section::Select(_))) {
        return None;
    }
    match error {
        ResReqError::ReversedOperator => Some(operator(text, text.chars().rev().collect())),
        ResReqError::NotAnOperator => match meant(text) {
            Some(instead) => Some(operator(text, instead.to_owned())),
            None => plain(
                format!("unknown operator `{text}` in `select`"),
                "use one of `&&`, `||`, `!`, `==`, `!=`, `<`, `<=`, `>`, `>=`, `+`, `-`, `*`, `/`",
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
        ResReqError::DoubledSign => {
            plain(format!("doubled sign `{text}`"), "remove one of the signs, or enclose the inner part in parentheses")
        }
        ResReqError::UnknownFunction => {
            let known: Vec<String> = SELECTION_FUNCTIONS.iter().map(|it| format!("`{it}(name)`")).collect();
            plain(format!("unknown function `{text}`"), &format!("use {}, the only function", known.join(", ")))
        }
        ResReqError::InvalidName => plain(
            format!("invalid resource name `{text}`"),
            "use letters, digits and `_` in a name; enclose a string in single quotes",
        ),
        ResReqError::InvalidNumber => {
            plain(format!("invalid number `{text}`"), "write digits with at most one decimal point")
        }
        ResReqError::PercentSign => percent(context),
        ResReqError::UnexpectedCharacter => {
            plain(format!("unexpected `{text}` in `select`"), "remove it, or enclose the string in single quotes")
        }
        _ => None,
    }
}

/// `ut` is the only percentage, and LSF expects it as a fraction.
fn percent(context: &ErrorContext<'_>) -> Option<Advice> {
    let literal = innermost(context, SyntaxKind::LITERAL_EXPR).and_then(|it| Expr::cast(Element::Node(it)));
    let number = match literal {
        Some(Expr::Number(number)) => number.as_f64(),
        _ => None,
    };
    let help = match number {
        Some(number) => format!("write the fraction `{}`; `ut` ranges from 0.0 to 1.0", number / 100.0),
        None => "write a fraction; `ut` ranges from 0.0 to 1.0".to_owned(),
    };
    Some(Advice { message: "unexpected `%` after a number".to_owned(), help, instead: None })
}

fn operator(written: &str, instead: String) -> Advice {
    Advice {
        message: format!("unknown operator `{written}` in `select`"),
        help: format!("write `{instead}`"),
        instead: Some(instead),
    }
}

/// The operator that was meant, where it is unambiguous.
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
           ^^ R009 error unknown operator `=>` in `select`
            = fixed: mem>=100
        mem<>100
           ^^ R009 error unknown operator `<>` in `select`
            = fixed: mem!=100
        linux and fs
              ^^^ R009 error unknown operator `and` in `select`
            = fixed: linux && fs
        not linux
        ^^^ R009 error unknown operator `not` in `select`
            = fixed: ! linux
        linux ** fs
              ^^ R009 error unknown operator `**` in `select`
            = fixed: linux && fs
        mem === 5
            ^^^ R009 error unknown operator `===` in `select`
            = fixed: mem == 5
        linux and not fs or (cs)
              ^^^ R009 error unknown operator `and` in `select`
                  ^^^ R009 error unknown operator `not` in `select`
                         ^^ R009 error unknown operator `or` in `select`
            = fixed: linux && ! fs || (cs)
        mem <> 5 && ut =< 0.5
            ^^ R009 error unknown operator `<>` in `select`
                       ^^ R009 error unknown operator `=<` in `select`
            = fixed: mem != 5 && ut <= 0.5

        //# lists the operators otherwise
        //- resreq
        mem%2>0
           ^ R009 error unknown operator `%` in `select`
            = help: use one of `&&`, `||`, `!`, `==`, `!=`, `<`, `<=`, `>`, `>=`, `+`, `-`, `*`, `/`
        mem>5;swp>5
             ^ R009 error unknown operator `;` in `select`

        //# a fraction is not a percentage
        //- resreq
        ut<50%
             ^ R009 error unexpected `%` after a number

        //# names the only function
        //- resreq
        def(osname)
        ^^^ R009 error unknown function `def`
            = help: use `defined(name)`, the only function

        //# text of no language
        //- resreq
        mem>100 # note
                ^ R009 error unexpected `#` in `select`
                = help: remove it, or enclose the string in single quotes
        app.lic > 1
        ^^^^^^^ R009 error invalid resource name `app.lic`
            = help: use letters, digits and `_` in a name; enclose a string in single quotes
        mem > 1.2.3
        mem > --5
              ^^ R009 error doubled sign `--`
              = help: remove one of the signs, or enclose the inner part in parentheses

        //# a plus is between operands
        //- resreq
        +mem>100 && swp > + 5
        ^ R009 error sign `+` before an operand
            = effect: LSF may reject the requirement string, so the submission may fail
            = help: remove it
            = fix (unsafe): remove the `+`
                          ^ R009 error sign `+` before an operand
            = fixed: mem>100 && swp >  5
        mem + -swp > 1 || mem + swp > 1
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        +mem>100
        ^ R009 warning sign `+` before an operand
            = effect: the sign has no effect, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: mem>100

        //# expressions have many forms
        //- resreq
        ((2*r15s + 3*r1m + r15m) / 6 < 1.0) && !fs && (cpuf > 4.0)
        android && orange || notebook
    "#]];
}
