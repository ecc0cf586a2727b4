use lsflint_lint::select::{Against, Constant, against};
use lsflint_lint::size::{Unit, megabytes};
use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_syntax::ast::resreq::{Amount, Expr, OperatorKind, RusageSection, UsageKind};

use crate::requirement::content::{canonical, simples, written};

rule! {
    /// Finds a `select` that requires more free memory than the job reserves.
    ///
    /// # Effect
    /// `select[mem>X]` tests the memory that is currently free; `rusage[mem=Y]` reserves Y for the job. If X is greater
    /// than Y, the job pends until a host has more free memory than the job uses, and the difference is available to
    /// the next job.
    ///
    /// # Example
    /// ```resreq
    /// select[mem > 20000] rusage[mem=16000]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=20000]
    /// select[mem > 16000] rusage[mem=16000]
    /// ```
    ///
    /// LSF tests a reservation against the free amount, so an additional condition is needed only if the two should
    /// differ. Some sites want the extra memory, so the rule is off unless selected.
    ///
    /// # Notes
    /// Based on reports of jobs that pend although their reservation fits.
    pub W109 "select-above-reservation" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [ibm("lsf_admin/usage_string", "Usage string")],
        checks: [RequirementPart(Part::RUSAGE, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for simple in simples(context) {
        let Some(selection) = simple.selection() else { continue };
        let Some(usage) = simple.section::<RusageSection<'_>>().filter(|it| !it.has_alternatives()) else { continue };
        for wanted in conjuncts(selection).into_iter().flat_map(against) {
            compare(context, wanted, usage, findings);
        }
    }
}

fn compare(context: &RequirementContext<'_>, wanted: Against<'_>, usage: RusageSection<'_>, findings: &mut Findings) {
    let name = wanted.name.text();
    if !context.cluster.resources().get(&name).is_some_and(|it| it.size_units)
        || !matches!(wanted.operator, OperatorKind::Greater | OperatorKind::GreaterOrEqual)
    {
        return;
    }
    let Constant::Number { number, value, range } = wanted.value else { return };
    let Some((reserved, amount)) = reserved(usage, &name) else { return };
    // Numbers without a unit can be compared with each other in any unit.
    let bare = number.unit.is_none() && amount.unit.is_none();
    let default = if bare { Some(Unit::MB) } else { Unit::of_requirements(&name, context.cluster.switches()) };
    let unit = number.unit.map_or(default, |it| Unit::of(&it.text()));
    let (Some(unit), Some(kept)) = (unit, megabytes(amount, default)) else { return };
    if value * unit.megabytes() <= kept {
        return;
    }
    findings
        .report(range, format!("`select` requires more `{name}` than `rusage` reserves (`{}`)", written(amount)))
        .effect("the job pends until more is free than it uses, and the next job gets the difference")
        .help(format!("reserve what the job needs, and remove `{name}` from `select`"))
        .related(reserved, "reserved here");
}

/// The only reservation of a resource: its range and its first amount.
fn reserved<'a>(usage: RusageSection<'a>, name: &str) -> Option<(lsflint_syntax::TextRange, Amount<'a>)> {
    let mut items = usage.items().filter(|it| {
        it.kind() == Some(UsageKind::Resource) && it.name().is_some_and(|it| canonical(&it.text()) == canonical(name))
    });
    let amount = items.next()?.amounts().next()?;
    if items.next().is_some() { None } else { Some((amount.range(), amount)) }
}

/// The conditions that must always hold: the operands of `&&`.
fn conjuncts(selection: Expr<'_>) -> Vec<Expr<'_>> {
    let mut found = Vec::new();
    let mut stack = vec![selection];
    while let Some(expr) = stack.pop() {
        match expr.without_parentheses() {
            Expr::And(it) => stack.extend(it.operands()),
            it @ Expr::Comparison(_) => found.push(it),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# free memory next to a smaller reservation
        //- resreq
        select[mem>20000] rusage[mem=16000]
                   ^^^^^ W109 info `select` requires more `mem` than `rusage` reserves (`16000`)
        linux && (swap >= 2GB) rusage[mem=1:swp=512MB]
                          ^^^ W109 info `select` requires more `swap` than `rusage` reserves (`512MB`)

        //# enough is reserved
        //- resreq
        select[mem>4096] rusage[mem=4096]
        select[mem>20000 || linux] rusage[mem=16000]
        select[mem<20000] rusage[mem=16000]
        select[mem>2GB] rusage[mem=1000]
        select[mem>20000] rusage[mem=16000 || mem=20000]
    "#]];
}
