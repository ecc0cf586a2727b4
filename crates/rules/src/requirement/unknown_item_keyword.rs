use lsflint_lint::suggest::near;
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, RequirementContext, rule};
use lsflint_spec::{KeywordPlace, requirement_section};
use lsflint_syntax::ResReqError;
use lsflint_syntax::SyntaxKind::AFFINITY_UNIT;
use lsflint_syntax::ast::resreq::{AffinityOption, AffinitySection, AffinityUnit};

use crate::requirement::common::{Judge, form_error, innermost};
use crate::requirement::content::{choice, keyword, section_name, sections};

rule! {
    /// Finds unknown keywords in `span`, `cu` and `affinity`: `span[host=1]`, `affinity[cores(2)]`.
    ///
    /// # Effect
    /// LSF rejects the string, and the queue or application profile has no resource requirement.
    ///
    /// # Example
    /// ```resreq
    /// span[host=1]
    /// cu[prefer=config]
    /// affinity[cores(2)]
    /// affinity[core(2):bind=core]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// span[hosts=1]
    /// cu[pref=config]
    /// affinity[core(2)]
    /// affinity[core(2):cpubind=core]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects.
    pub R408 "unknown-item-keyword" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/span_string", "span"),
            ibm("lsf_admin/compute_unit_string", "cu"),
            ibm("lsf_admin/affinity_res_req_string", "affinity"),
        ],
        checks: [SyntaxError(check_form), Requirement(check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    let (what, place) = match form_error(context) {
        Some(ResReqError::UnknownSpanKeyword | ResReqError::UnknownCuKeyword) => ("keyword", KeywordPlace::Item),
        Some(ResReqError::UnknownProcessorUnit) => ("processor unit", KeywordPlace::Unit),
        Some(ResReqError::UnknownAffinityOption) => match innermost(context, AFFINITY_UNIT) {
            Some(_) => ("option", KeywordPlace::UnitOption),
            None => ("option", KeywordPlace::Item),
        },
        _ => return,
    };
    let Some(section) = section_name(context).and_then(requirement_section) else { return };
    let (text, range) = (context.text(), context.error.range);
    let keywords = || section.keywords.iter().filter(|it| it.place == place);
    let known = || keywords().filter(|it| it.alias_of.is_empty()).map(|it| it.name);
    let found =
        Judge::of_error(context).rejects(findings, range, format!("unknown {what} `{text}` in `{}`", section.name));
    match near(text, known()) {
        Some(right) => {
            found.help(format!("did you mean `{}`?", right.name));
            if right.unique {
                let title = format!("write `{}`", right.name);
                found.fix(Fix::replace(Applicability::Unsafe, title, range, right.name));
            }
        }
        None => {
            found.help(format!("write {}", choice(known())));
        }
    }
}

/// Affinity options on the wrong side of the parenthesis.
fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for section in sections::<AffinitySection<'_>>(context) {
        for option in section.unit().into_iter().flat_map(AffinityUnit::options) {
            misplaced(context, option, KeywordPlace::Item, "after the parentheses and a colon", findings);
        }
        for option in section.options() {
            misplaced(
                context,
                option,
                KeywordPlace::UnitOption,
                "into the parentheses of the processor unit",
                findings,
            );
        }
    }
}

fn misplaced(
    context: &RequirementContext<'_>,
    option: AffinityOption<'_>,
    place: KeywordPlace,
    there: &str,
    findings: &mut Findings,
) {
    let Some(word) = option.keyword() else { return };
    let name = word.text();
    if keyword("affinity", place, &name).is_some() {
        Judge::of(context)
            .rejects(findings, word.range(), format!("misplaced option `{name}`"))
            .help(format!("move it {there}"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# keywords of span
        //- resreq
        span[host=1]
             ^^^^ R408 error unknown keyword `host` in `span`
            = fixed: span[hosts=1]
        span[nodes=1]
             ^^^^^ R408 error unknown keyword `nodes` in `span`
             = help: write `hosts`, `ptile`, `block`, `stripe` or `gtile`

        //# keywords of cu
        //- resreq
        cu[prefer=config]
           ^^^^^^ R408 error unknown keyword `prefer` in `cu`
            = fixed: cu[pref=config]

        //# processor units
        //- resreq
        affinity[cores(2)]
                 ^^^^^ R408 error unknown processor unit `cores` in `affinity`
            = fixed: affinity[core(2)]
        affinity[gpu]
                 ^^^ R408 error unknown processor unit `gpu` in `affinity`
                 = help: write `numa`, `socket`, `core` or `thread`

        //# options of affinity have their places
        //- resreq
        affinity[core(2):bind=core]
                         ^^^^ R408 error unknown option `bind` in `affinity`
        affinity[core(2,exclusiv=(core,injob))]
                        ^^^^^^^^ R408 error unknown option `exclusiv` in `affinity`
            = fixed: affinity[core(2,exclusive=(core,injob))]

        //# options are on their side of the parenthesis
        //- resreq
        affinity[core(1):same=socket]
                         ^^^^ R408 error misplaced option `same`
                         = help: move it into the parentheses of the processor unit
        affinity[core(1,cpubind=core)]
                        ^^^^^^^ R408 error misplaced option `cpubind`
                        = help: move it after the parentheses and a colon

        //# every documented word is known
        //- resreq
        span[stripe] cu[type=rack:pref=config:maxcus=2:usablecuslots=4]
        affinity[mcm(2,same=numa,exclusive=(numa,intask|injob|alljobs))*2:cpubind=core:membind=localonly:distribute=any]
    "#]];
}
