use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_model::Resources;
use lsflint_spec::{Direction, ResourceType};
use lsflint_syntax::ast::resreq::{Comparison, Expr, List, OperatorKind};
use lsflint_syntax::{Element, ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, form_error, innermost, operand, short};

rule! {
    /// Finds the old list syntax with colons in a `select` section: `linux:bigmem` or `linux:swp=20:-cs`.
    ///
    /// # Effect
    /// The strict parser rejects the string. The older one reads the list as documented in lsfintro: all items must
    /// hold, `-name` means that a host must not have the resource, a single `-` means any host type, and `name=20`
    /// means at least 20 for resources where a lower value is scarcer (`mem`, `swp`, `tmp`, `it`) and at most 20 where
    /// a higher value is more load (`r1m`, `ut`, `pg`).
    ///
    /// # Example
    /// ```resreq
    /// select[linux:bigmem]
    /// linux:swp=20:-cs
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[linux && bigmem]
    /// linux && swp >= 20 && !cs
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: the new expression selects what the older parser read in the list, but with the strict parser it enables
    /// a string that LSF currently rejects.
    pub R204 "colon-in-select" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "colons and the syntax of lsfintro are not allowed"),
            volclava(
                "lsf/intlib/resreq.c",
                "resToClassOld",
                "a list with colons: every item must hold, `-` negates a Boolean resource, `=` compares by the \
                 direction of the resource",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let message = match form_error(context) {
        Some(ResReqError::ColonInSelect) => "invalid operator `:` in `select`",
        Some(ResReqError::RestrictedSyntax) if context.text() == "-" => return lone_minus(context, findings),
        Some(ResReqError::RestrictedSyntax) => "obsolete list syntax with `:` in `select`",
        _ => return,
    };
    let list = innermost(context, SyntaxKind::COLON_LIST);
    let items = match list.and_then(|it| Expr::cast(Element::Node(it))) {
        Some(Expr::ColonList(items)) => Some(items),
        _ => None,
    };
    let judge = Judge::of_error(context);
    let range = context.error.range;
    let new = items.and_then(|it| translation(context, it));
    let found = match items.and_then(|it| it.items().find(|it| !is_old(*it))) {
        // Both parsers reject a mixed list.
        Some(modern) => {
            let found = judge.rejects(findings, range, message);
            found.related(modern.range(), "not allowed in a list");
            found
        }
        None => {
            let meaning = new.as_deref().and_then(short).unwrap_or("... && ...");
            let today = Item::String.read_as(meaning).called("the list").possible();
            judge.rejects_strictly(findings, range, message, today)
        }
    };
    let (Some(list), Some(new)) = (list, new) else {
        found.help("join the conditions with `&&`; `lsflint explain R204` lists the meaning of each item");
        return;
    };
    match short(&new) {
        Some(new) => found.help(format!("write `{new}`")),
        None => found.help("join the conditions with `&&`"),
    };
    found.fix(Fix::replace(Applicability::Unsafe, "write the list as an expression", list.trimmed_range(), new));
}

/// A `-` that is the whole selection.
fn lone_minus(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    let today = Item::String.read_as(ANY_TYPE).called("the `-`");
    Judge::of_error(context)
        .rejects_strictly(findings, range, "obsolete `-` for any host type", today)
        .help(format!("write `{ANY_TYPE}`"))
        .fix(Fix::replace(Applicability::Unsafe, format!("write `{ANY_TYPE}`"), range, ANY_TYPE));
}

/// The selection of every host, which the old list syntax writes as `-`.
const ANY_TYPE: &str = "type==any";

/// Whether the older parser accepts an expression as an item of a list: a name, a name with a minus, a single minus,
/// `name=value`.
fn is_old(item: Expr<'_>) -> bool {
    match item {
        Expr::Name(_) => true,
        Expr::Unary(it) => it.is_minus() && it.operand().is_none_or(|it| matches!(it, Expr::Name(_))),
        Expr::Comparison(it) => it.operator().is_some_and(|it| it.kind == OperatorKind::Assign) && !it.is_chained(),
        _ => false,
    }
}

/// The list as an expression, as the older parser reads it; none when an item depends on an unknown resource.
fn translation(context: &ErrorContext<'_>, list: List<'_>) -> Option<String> {
    let resources = context.file.cluster.resources();
    let text = &*context.file.file.text;
    let items: Option<Vec<String>> = list
        .items()
        .map(|item| match item {
            Expr::Unary(it) if it.is_minus() => match it.operand() {
                None => Some(ANY_TYPE.to_owned()),
                Some(Expr::Name(name)) => Some(format!("!{}", name.text())),
                Some(_) => None,
            },
            Expr::Name(name) if name.is("it") => Some("it >= 5".to_owned()),
            Expr::Comparison(it) => comparison(&text[item.range()], it, resources),
            _ => Some(operand(&text[item.range()])),
        })
        .collect();
    Some(items?.join(" && "))
}

/// `name=value`, which does not mean equality for numbers.
fn comparison(text: &str, comparison: Comparison<'_>, resources: &Resources) -> Option<String> {
    let (Some(Expr::Name(name)), Some(value), Some(operator)) =
        (comparison.lhs(), comparison.rhs(), comparison.operator())
    else {
        return Some(operand(text));
    };
    if operator.kind != OperatorKind::Assign {
        return Some(operand(text));
    }
    let resource = resources.get(&name.text())?;
    let operator = match (resource.kind?, resource.direction) {
        (ResourceType::String, _) => return Some(text.replacen('=', "==", 1)),
        (ResourceType::Numeric, Some(Direction::Increasing)) => "<=",
        (ResourceType::Numeric, Some(Direction::Decreasing)) => ">=",
        _ => return None,
    };
    match value {
        Expr::Number(number) => {
            let unit = number.unit.map_or("", |it| it.raw());
            Some(format!("{} {operator} {}{unit}", name.text(), number.value.text()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a colon joins nothing
        //- resreq
        select[mg:bigmem]
                 ^ R204 error invalid operator `:` in `select`
            = fixed: select[mg && bigmem]
        select[linux:bigmem]
                    ^ R204 error invalid operator `:` in `select`
            = fixed: select[linux && bigmem]
        r1m=0.5:swp=20:type=ALPHA
               ^ R204 error obsolete list syntax with `:` in `select`
            = fixed: r1m <= 0.5 && swp >= 20 && type==ALPHA
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        linux:qscw
             ^ R204 warning invalid operator `:` in `select`
             = effect: LSF may read the list as `linux && qscw`, but the requirement string is rejected with
             =   LSF_STRICT_RESREQ=Y
            = fixed: linux && qscw

        //# explains the old list
        //- resreq
        linux:swp=20:-cs
             ^ R204 error obsolete list syntax with `:` in `select`
            = fixed: linux && swp >= 20 && !cs
        linux:lic=2
             ^ R204 error obsolete list syntax with `:` in `select`
             = help: join the conditions with `&&`; `lsflint explain R204` lists the meaning of each item
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        -:swp=12:r1m=0.5:it
         ^ R204 warning obsolete list syntax with `:` in `select`
            = fixed: type==any && swp >= 12 && r1m <= 0.5 && it >= 5

        //# a lone minus selects every type
        //- resreq
        select[-] rusage[mem=1]
               ^ R204 error obsolete `-` for any host type
               = fix (unsafe): write `type==any`
            = fixed: select[type==any] rusage[mem=1]
        select[linux && -]
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        - rusage[mem=1]
        ^ R204 warning obsolete `-` for any host type
            = effect: LSF reads the `-` as `type==any`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: type==any rusage[mem=1]

        //# lists and expressions do not mix
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        linux:!fs
             ^ R204 error invalid operator `:` in `select`
             = effect: LSF rejects the requirement string, so the submission fails
             = related 1:7 not allowed in a list
            = fixed: linux && !fs
        linux:mem>5
             ^ R204 error invalid operator `:` in `select`
            = fixed: linux && mem>5

        //# other sections have colons
        //- resreq: linux order[ut:mem] rusage[mem=1:duration=5]
    "#]];
}
