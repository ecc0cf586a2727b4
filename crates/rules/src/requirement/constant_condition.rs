use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_model::satisfy::Selection;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::resreq::{Comparison, Expr};

use crate::requirement::common::{Judge, short};
use crate::requirement::facts::{Fact, covers, excludes, fact};

rule! {
    /// Finds conditions that are always true or never: contradictions, tautologies, chained comparisons, a lone 0.
    ///
    /// # Effect
    /// A condition that never holds keeps every job pending; one that always holds selects nothing. `1 < mem < 9` is of
    /// the second kind: LSF compares from left to right, and the result of `1 < mem`, which is 0 or 1, is always less
    /// than 9. `!mem > 100` is of the first kind: `!` binds more strongly than `>`.
    ///
    /// # Example
    /// ```resreq
    /// select[mem > 10000 && mem < 5000]
    /// select[hname != a || hname != b]
    /// select[1 < mem < 9]
    /// select[!mem > 100]
    /// select[linux && 0]
    /// select[(mem > 100 || swp > 100) && mem < 50 && swp < 50]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem > 5000 && mem < 10000]
    /// select[hname != a && hname != b]
    /// select[mem > 1 && mem < 9]
    /// select[!(mem > 100)]
    /// select[linux]
    /// select[(mem > 100 || swp > 100) && tmp < 50]
    /// ```
    pub R109 "constant-condition" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/select_string", "the operators, their precedence, and that a comparison has the value 0 or 1"),
        ],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

/// Chains longer than this are made by programs; comparing each condition with each other would take long.
const LONGEST_CHAIN: usize = 200;

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let judge = Judge::of(context);
    for selection in context.selections() {
        lone_zero(judge, selection, findings);
    }
    let comparable = repeats_a_name(context);
    let before = findings.count();
    for expr in context.expressions() {
        match expr {
            Expr::And(it) => {
                it.operands().for_each(|it| lone_zero(judge, it, findings));
                if comparable {
                    pairs(context, expr, findings);
                }
            }
            Expr::Or(_) if comparable => pairs(context, expr, findings),
            Expr::Comparison(it) => {
                chained(context, it, findings);
                negated(context, it, findings);
            }
            _ => {}
        }
    }
    // What does not show between two conditions may show between all of them.
    if comparable && findings.count() == before {
        for selection in context.selections() {
            together(context, selection, findings);
        }
    }
}

/// Conditions that can never hold together, over `||` too.
fn together(context: &RequirementContext<'_>, selection: Expr<'_>, findings: &mut Findings) {
    let Some(typed) = lsflint_model::requirement::Expr::of(selection) else { return };
    let conditions = Selection::new(context.cluster, [(&typed, None)]);
    let Some(numbers) = conditions.contradiction() else { return };
    let ranges = conjuncts(selection);
    // A single comparison that no value meets has a finding of its own.
    let compares = |it: &usize| conditions.parts()[*it].written.as_comparison().is_some();
    if ranges.len() != conditions.parts().len() || matches!(&*numbers, [one] if compares(one)) {
        return;
    }
    let (range, earlier, message) = match *numbers {
        [one] => (ranges[one], None, "this condition can never hold"),
        [one, two] => (ranges[two], Some(ranges[one]), "this and the earlier condition can never hold together"),
        _ => (selection.range(), None, "the conditions can never hold together"),
    };
    let found = findings
        .report(range, message)
        .consequence(Judge::of(context).unmet("no host can meet all conditions, whichever side of each `||` applies"))
        .help("correct one of them, or take one out");
    if let Some(earlier) = earlier {
        found.related(earlier, "the earlier condition");
    }
}

/// Where the operands of `&&` stand, those of nested ones too, in the order of the text.
fn conjuncts(selection: Expr<'_>) -> Vec<TextRange> {
    let mut found = Vec::new();
    let mut stack = vec![selection];
    while let Some(expr) = stack.pop() {
        match expr.without_parentheses() {
            Expr::And(it) => {
                let from = stack.len();
                stack.extend(it.operands());
                stack[from..].reverse();
            }
            _ => found.push(expr.range()),
        }
    }
    found
}

/// A 0 where a condition is wanted. Any other number is a way to write "yes", which scripts do.
fn lone_zero(judge: Judge, expr: Expr<'_>, findings: &mut Findings) {
    if let Expr::Number(number) = expr.without_parentheses()
        && number.as_f64() == Some(0.0)
    {
        findings
            .report(number.range(), "0 as a condition never holds")
            .consequence(judge.unmet("no host meets a condition of 0"))
            .help("remove it, or complete the comparison it belongs to");
    }
}

/// Whether two conditions of the string can be about one name at all.
fn repeats_a_name(context: &RequirementContext<'_>) -> bool {
    repeats(&context.parts.names, |it| it.name.raw()) || repeats(&context.parts.against, |it| it.name.raw())
}

fn repeats<T>(items: &[T], name: impl Fn(&T) -> &str) -> bool {
    let stood_before = |(index, it): (usize, &T)| items[..index].iter().any(|earlier| name(earlier) == name(it));
    items.len() > LONGEST_CHAIN || items.iter().enumerate().any(stood_before)
}

/// Two conditions of one chain that exclude each other, or of which one always holds.
fn pairs(context: &RequirementContext<'_>, chain: Expr<'_>, findings: &mut Findings) {
    let resources = context.cluster.resources();
    let facts: Vec<Fact<'_>> = chain.operands().filter_map(|it| fact(it, resources)).take(LONGEST_CHAIN).collect();
    let and = matches!(chain, Expr::And(_));
    for (index, later) in facts.iter().enumerate() {
        let clash = |earlier: &&Fact<'_>| if and { excludes(earlier, later) } else { covers(earlier, later) };
        let Some(earlier) = facts[..index].iter().find(clash) else { continue };
        let name = later.name;
        let (message, consequence, help) = if and {
            (
                format!("this and the earlier condition on `{name}` exclude each other"),
                Judge::of(context).unmet("no host can meet both conditions"),
                "write `||` if one of them is enough, else correct one of the two",
            )
        } else {
            (
                format!("this or the earlier condition on `{name}` always holds"),
                Item::String.no_effect().called("the pair of conditions").because("every host meets one of the two"),
                "write `&&` if both must hold, else correct one of the two",
            )
        };
        findings
            .report(later.range, message)
            .consequence(consequence)
            .help(help)
            .related(earlier.range, "the earlier condition");
        // One is enough: the rest of the chain follows from it.
        return;
    }
}

/// `!mem > 100`: the sign belongs to the name alone.
fn negated(context: &RequirementContext<'_>, comparison: Comparison<'_>, findings: &mut Findings) {
    let Some(left @ Expr::Unary(not)) = comparison.lhs() else { return };
    if !matches!(comparison.rhs(), Some(Expr::Number(_))) || !not.is_not() || comparison.is_chained() {
        return;
    }
    let text = source(context, left).and_then(short).unwrap_or("!...");
    findings
        .report(left.range(), "the result of `!` is compared with a number")
        .consequence(
            Item::String
                .read_as(format!("({text})"))
                .called(format!("`{text}`"))
                .because("`!` binds more strongly than comparisons")
                .so("its result, 0 or 1, is compared"),
        )
        .help("put the comparison in parentheses: `!(... > ...)`");
}

/// `1 < mem < 9`: the result of the first comparison is compared.
fn chained(context: &RequirementContext<'_>, comparison: Comparison<'_>, findings: &mut Findings) {
    let inner = |it: Expr<'_>| matches!(it, Expr::Comparison(_));
    if !comparison.is_chained() && !comparison.operands().any(inner) {
        return;
    }
    let whole = Expr::cast(lsflint_syntax::Element::Node(lsflint_syntax::ast::AstNode::node(comparison)));
    let Some(whole) = whole else { return };
    let found = findings.report(whole.range(), "the result of a comparison is compared again").consequence(
        Item::String
            .read_as(in_parentheses(context, comparison).as_deref().and_then(short).unwrap_or("(... < ...) < ..."))
            .called("the comparison")
            .so("the result of the first comparison, 0 or 1, is compared"),
    );
    match unchained(comparison).as_deref().and_then(short) {
        Some(text) => found.help(format!("write `{text}`")),
        None => found.help("write each comparison on its own and join them with `&&`"),
    };
}

/// `(1 < mem) < 9`: LSF compares from left to right.
fn in_parentheses(context: &RequirementContext<'_>, comparison: Comparison<'_>) -> Option<String> {
    let operand = |it: Expr<'_>| {
        let text = source(context, it)?.trim();
        Some(if matches!(it, Expr::Comparison(_)) { format!("({text})") } else { text.to_owned() })
    };
    let mut operands = comparison.operands();
    let mut text = operand(operands.next()?)?;
    for (index, (operator, right)) in comparison.operators().zip(operands).enumerate() {
        let left = if index > 0 { format!("({text})") } else { text };
        text = format!("{left} {} {}", operator.token.raw(), operand(right)?);
    }
    Some(text)
}

/// An expression as written.
fn source<'a>(context: &RequirementContext<'a>, expr: Expr<'_>) -> Option<&'a str> {
    context.source.get(std::ops::Range::<usize>::from(expr.range()))
}

/// `1 < mem && mem < 9`
fn unchained(comparison: Comparison<'_>) -> Option<String> {
    let operands: Vec<Expr<'_>> = comparison.operands().collect();
    let operators: Vec<&str> = comparison.operators().map(|it| it.token.raw()).collect();
    let [Expr::Number(low), Expr::Name(name), Expr::Number(high)] = operands[..] else { return None };
    let [first, second] = operators[..] else { return None };
    if low.unit.is_some() || high.unit.is_some() {
        return None;
    }
    let name = name.text();
    Some(format!("{} {first} {name} && {name} {second} {}", low.value.text(), high.value.text()))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# conditions that exclude each other
        //- resreq
        select[mem > 10 && linux && mem < 5]
                                    ^^^^^^^ R109 warning this and the earlier condition on `mem` exclude each other
        linux && !linux
                 ^^^^^^ R109 warning this and the earlier condition on `linux` exclude each other
        type == A && type == B
                     ^^^^^^^^^ R109 warning this and the earlier condition on `type` exclude each other
        select[0]
               ^ R109 warning 0 as a condition never holds

        //# conditions of which one holds
        //- resreq
        hname != a || hname != b
                      ^^^^^^^^^^ R109 warning this or the earlier condition on `hname` always holds
        mem > 5 || mem <= 10
                   ^^^^^^^^^ R109 warning this or the earlier condition on `mem` always holds
        fs || !fs
              ^^^ R109 warning this or the earlier condition on `fs` always holds

        //# comparisons of comparisons
        //- resreq
        1 < mem < 9
        ^^^^^^^^^^^ R109 warning the result of a comparison is compared again
        mem > 5 == linux
        ^^^^^^^^^^^^^^^^ R109 warning the result of a comparison is compared again
            = help: write each comparison on its own and join them with `&&`
        1 < mem + swp < 9
        ^^^^^^^^^^^^^^^^^ R109 warning the result of a comparison is compared again

        //# comparisons of a negation
        //- resreq
        !mem > 100
        ^^^^ R109 warning the result of `!` is compared with a number
        !(mem > 100) && !linux

        //# ranges and alternatives are fine
        //- resreq
        mem > 5 && mem < 10 && mem != 7 || mem > 20
        (mem >= 5 && mem <= 5) || (mem > 10) == (swp > 10)
        type == A || type == B || hname != a && hname != b
        mem > 1GB && mem < 500
        1 && linux || 5 > 1
        x == a && x == b
        //#
        //- lsf.shared
        Begin Resource
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        fs            Boolean ()       ()         ()         (file server)
        bigmem        Boolean ()       ()         ()         (much memory)
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        nio           Numeric 15       Y          ()         (network load)
        nano_lic      Numeric ()       N          Y          (licences)
        End Resource
        //- resreq
        lic == nano_lic && lic == scratch

        //# conditions that exclude each other over choices
        //- resreq
        (mem>100 || swp>100) && mem<50 && swp<50
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ R109 warning the conditions can never hold together
        type==any && (mem>100 || mem>200) && mem<50
                                             ^^^^^^ R109 warning this and the earlier condition can never hold together
        (mem>100 && swp<5 || mem>200 && swp<5) && swp>10
                                                  ^^^^^^ R109 warning
                                        = this and the earlier condition can never hold together
        (mem>100 || swp>100) && mem<50
        mem>100 && mem<50 && (swp>1 || swp>2)
                   ^^^^^^ R109 warning this and the earlier condition on `mem` exclude each other
        (linux || fs) && !linux && !fs
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ R109 warning the conditions can never hold together
    "#]];
}
