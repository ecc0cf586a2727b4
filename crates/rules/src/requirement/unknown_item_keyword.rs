use lsflint_lint::suggest::near;
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, RequirementContext, rule};
use lsflint_spec::{KeywordPlace, requirement_section};
use lsflint_syntax::ResReqError;
use lsflint_syntax::SyntaxKind::AFFINITY_UNIT;
use lsflint_syntax::ast::resreq::{AffinityOption, AffinitySection, AffinityUnit};

use crate::requirement::common::{Judge, form_error, innermost};
use crate::requirement::content::{choice, keyword, section_name, sections};

rule! {
    /// Finds words in `span`, `cu` and `affinity` that are no keywords of the section: `span[host=1]`,
    /// `affinity[cores(2)]`.
    ///
    /// # Effect
    /// LSF refuses the string: a queue or profile then works without any requirement.
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
    /// Unsafe: a requirement that LSF refuses today becomes active.
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
        Judge::of_error(context).rejects(findings, range, format!("`{text}` is no {what} of `{}`", section.name));
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

/// Options of affinity that stand on the wrong side of the parenthesis.
fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for section in sections::<AffinitySection<'_>>(context) {
        for option in section.unit().into_iter().flat_map(AffinityUnit::options) {
            misplaced(context, option, KeywordPlace::Item, "behind the parentheses, after a colon", findings);
        }
        for option in section.options() {
            misplaced(context, option, KeywordPlace::UnitOption, "in the parentheses of the processor unit", findings);
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
            .rejects(findings, word.range(), format!("`{name}` in the wrong place"))
            .help(format!("write it {there}"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_fix};

    // covers RR514
    #[test]
    fn keywords_of_span() {
        check_string(
            "R408",
            "span[host=1]",
            expect![[r#"
                1:6-1:10 error `host` is no keyword of `span`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `hosts`?
            "#]],
        );
        check_string(
            "R408",
            "span[nodes=1]",
            expect![[r#"
                1:6-1:11 error `nodes` is no keyword of `span`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `hosts`, `ptile`, `block`, `stripe` or `gtile`
            "#]],
        );
    }

    // covers RR651
    #[test]
    fn keywords_of_cu() {
        check_string(
            "R408",
            "cu[prefer=config]",
            expect![[r#"
                1:4-1:10 error `prefer` is no keyword of `cu`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `pref`?
            "#]],
        );
    }

    // covers RR701
    #[test]
    fn processor_units() {
        check_string(
            "R408",
            "affinity[cores(2)]",
            expect![[r#"
                1:10-1:15 error `cores` is no processor unit of `affinity`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `core`?
            "#]],
        );
        check_string(
            "R408",
            "affinity[gpu]",
            expect![[r#"
                1:10-1:13 error `gpu` is no processor unit of `affinity`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `numa`, `socket`, `core` or `thread`
            "#]],
        );
    }

    #[test]
    fn options_of_affinity_have_their_places() {
        check_string(
            "R408",
            "affinity[core(2):bind=core]",
            expect![[r#"
                1:18-1:22 error `bind` is no option of `affinity`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `cpubind`, `membind` or `distribute`
            "#]],
        );
        check_string(
            "R408",
            "affinity[core(2,exclusiv=(core,injob))]",
            expect![[r#"
                1:17-1:25 error `exclusiv` is no option of `affinity`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `exclusive`?
            "#]],
        );
    }

    #[test]
    fn options_stand_on_their_side_of_the_parenthesis() {
        check_string(
            "R408",
            "affinity[core(1):same=socket]",
            expect![[r#"
                1:18-1:22 error `same` in the wrong place
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write it in the parentheses of the processor unit
            "#]],
        );
        check_string(
            "R408",
            "affinity[core(1,cpubind=core)]",
            expect![[r#"
                1:17-1:24 error `cpubind` in the wrong place
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write it behind the parentheses, after a colon
            "#]],
        );
    }

    #[test]
    fn every_documented_word_is_known() {
        check_string("R408", "span[stripe] cu[type=rack:pref=config:maxcus=2:usablecuslots=4]", expect![[""]]);
        check_string(
            "R408",
            "affinity[mcm(2,same=numa,exclusive=(numa,intask|injob|alljobs))*2:cpubind=core:membind=localonly:distribute=any]",
            expect![[""]],
        );
    }

    #[test]
    fn writes_the_keyword() {
        check_string_fix("R408", "span[host=1] affinity[cores(2)]", "span[hosts=1] affinity[core(2)]");
    }
}
