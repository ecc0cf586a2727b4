use lsflint_lint::suggest::near;
use lsflint_lint::{Applicability, Diagnostic, ErrorContext, Findings, Fix, Part, RequirementContext, rule};
use lsflint_spec::{KeywordPlace, RequirementKeyword};
use lsflint_syntax::ast::resreq::{
    AffinityOption, AffinityOptionKind, AffinitySection, Amount, CuItem, Section, SpanItem, Tile,
};
use lsflint_syntax::{ResReqError, Token};

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::{choice, keyword, section_around, simples, written};

rule! {
    /// Finds values that a keyword of `span`, `cu` or `affinity` does not take: `span[hosts=2]`, `cu[pref=random]`,
    /// `affinity[core(0)]`.
    ///
    /// # Effect
    /// LSF refuses the string: a queue or profile then works without any requirement.
    ///
    /// # Example
    /// ```resreq
    /// span[hosts=2]
    /// span[ptile=0]
    /// cu[pref=random]
    /// cu[pref=minavial]
    /// affinity[core:membind=local]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// span[hosts=1]
    /// span[ptile=2]
    /// cu[pref=minavail]
    /// affinity[core:membind=localonly]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active.
    pub R410 "item-value" {
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
    let outside = !matches!(section_around(context), Some(Section::Span(_) | Section::Cu(_) | Section::Affinity(_)));
    if form_error(context) != Some(ResReqError::ExpectedNumber) || outside {
        return;
    }
    let (text, range) = (context.text(), context.error.range);
    let message = match text {
        "(" => "the number of units is missing".to_owned(),
        _ => format!("`{text}` in the place of a number"),
    };
    Judge::of_error(context).rejects(findings, range, message).help("write a whole number");
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if !context.parts.has(Part::SPAN | Part::CU | Part::AFFINITY) {
        return;
    }
    let judge = Judge::of(context);
    for section in simples(context).flat_map(|it| it.sections().collect::<Vec<_>>()) {
        match section {
            Section::Span(it) => it.items().for_each(|it| span(judge, it, findings)),
            Section::Cu(it) => it.items().for_each(|it| compute_unit(judge, it, findings)),
            Section::Affinity(it) => affinity(judge, it, findings),
            _ => {}
        }
    }
}

fn span(judge: Judge, item: SpanItem<'_>, findings: &mut Findings) {
    let Some(spec) = item.keyword().and_then(|it| keyword("span", KeywordPlace::Item, &it.text())) else { return };
    if let Some(amount) = item.value() {
        number(judge, spec, amount, findings);
    }
    for tile in item.tiles() {
        if let Tile::Named { count: Some(count), .. } = tile {
            number(judge, spec, count, findings);
        }
    }
}

fn compute_unit(judge: Judge, item: CuItem<'_>, findings: &mut Findings) {
    let Some(spec) = item.keyword().and_then(|it| keyword("cu", KeywordPlace::Item, &it.text())) else { return };
    match (item.value(), item.word()) {
        (Some(amount), _) => number(judge, spec, amount, findings),
        (None, Some(value)) => word(judge, spec, value, findings),
        (None, None) => {}
    }
}

fn affinity(judge: Judge, section: AffinitySection<'_>, findings: &mut Findings) {
    if let Some(unit) = section.unit() {
        let spec = unit.keyword().and_then(|it| keyword("affinity", KeywordPlace::Unit, &it.text()));
        for (spec, amount) in spec.into_iter().flat_map(|spec| {
            let amounts = unit.count().into_iter().chain(unit.multiplier());
            amounts.map(move |it| (spec, it))
        }) {
            number(judge, spec, amount, findings);
        }
        unit.options().for_each(|it| affinity_option(judge, it, KeywordPlace::UnitOption, findings));
    }
    section.options().for_each(|it| affinity_option(judge, it, KeywordPlace::Item, findings));
}

fn affinity_option(judge: Judge, option: AffinityOption<'_>, place: KeywordPlace, findings: &mut Findings) {
    let Some(spec) = option.keyword().and_then(|it| keyword("affinity", place, &it.text())) else { return };
    if option.kind() == Some(AffinityOptionKind::Exclusive) {
        // The level is judged elsewhere: no page is certain about it.
        for scope in option.arguments().skip(1) {
            exclusive_scope(judge, scope, findings);
        }
    } else if let Some(value) = option.value() {
        word(judge, spec, value, findings);
    }
}

fn exclusive_scope(judge: Judge, scope: Token<'_>, findings: &mut Findings) {
    let keywords = lsflint_spec::requirement_section("affinity").map_or(&[][..], |it| it.keywords);
    let known = || keywords.iter().filter(|it| it.place == KeywordPlace::ExclusiveScope).map(|it| it.name);
    if !known().any(|it| it == scope.text()) {
        refuse_word(judge, "exclusive", scope, &known().collect::<Vec<_>>(), findings);
    }
}

/// A number against the smallest allowed one, or the allowed ones.
fn number(judge: Judge, spec: &RequirementKeyword, amount: Amount<'_>, findings: &mut Findings) {
    let text = written(amount);
    let too_small = spec.min.is_some_and(|min| amount.as_f64().is_some_and(|it| it < min));
    let other = !spec.values.is_empty() && !spec.values.contains(&&*text);
    if !too_small && !other {
        return;
    }
    let help = match spec.min {
        Some(min) => format!("write a whole number from {min}"),
        None => format!("write {}", choice(spec.values.iter().copied())),
    };
    let message = match spec.place {
        KeywordPlace::Unit => format!("`{}` is asked for `{text}` times", spec.name),
        _ => format!("`{}` cannot be `{text}`", spec.name),
    };
    findings
        .report(amount.range(), message)
        .consequence(judge.rejected_with(spec.confidence))
        .help(help)
        .capped(spec.confidence);
}

/// A word against the allowed ones.
fn word(judge: Judge, spec: &RequirementKeyword, value: Token<'_>, findings: &mut Findings) {
    if !spec.values.is_empty() && !spec.values.contains(&&*value.text()) {
        refuse_word(judge, spec.name, value, spec.values, findings)
            .consequence(judge.rejected_with(spec.confidence))
            .capped(spec.confidence);
    }
}

fn refuse_word<'f>(
    judge: Judge,
    keyword: &str,
    value: Token<'_>,
    known: &[&str],
    findings: &'f mut Findings,
) -> &'f mut Diagnostic {
    let text = value.text();
    let near = near(&text, known.iter().copied());
    let message = format!("`{keyword}` cannot be `{text}`");
    let found = judge.rejects(findings, value.range(), message);
    match near {
        Some(right) => {
            found.help(format!("did you mean `{}`?", right.name));
            if right.unique {
                let title = format!("write `{}`", right.name);
                found.fix(Fix::replace(Applicability::Unsafe, title, value.range(), right.name));
            }
        }
        None => {
            found.help(format!("write {}", choice(known.iter().copied())));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_fix};

    // covers RR501
    #[test]
    fn hosts_is_one_or_nothing() {
        check_string(
            "R410",
            "span[hosts=2]",
            expect![[r#"
                1:12-1:13 error `hosts` cannot be `2`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `1` or `-1`
            "#]],
        );
        check_string(
            "R410",
            "span[hosts=0]",
            expect![[r#"
                1:12-1:13 error `hosts` cannot be `0`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `1` or `-1`
            "#]],
        );
    }

    // covers RR503, RR511, RR513
    #[test]
    fn numbers_of_span() {
        check_string(
            "R410",
            "span[ptile=0]",
            expect![[r#"
                1:12-1:13 error `ptile` cannot be `0`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write a whole number from 1
            "#]],
        );
        check_string(
            "R410",
            "span[ptile='!',LINUX:0] same[type]",
            expect![[r#"
                1:22-1:23 error `ptile` cannot be `0`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write a whole number from 1
            "#]],
        );
        check_string(
            "R410",
            "span[block=x]",
            expect![[r#"
                1:12-1:13 error `x` in the place of a number
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write a whole number
            "#]],
        );
        check_string(
            "R410",
            "span[stripe=0]",
            expect![[r#"
                1:13-1:14 warning `stripe` cannot be `0`
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: write a whole number from 1
            "#]],
        );
    }

    // covers RR655
    #[test]
    fn words_of_cu() {
        check_string(
            "R410",
            "cu[pref=random]",
            expect![[r#"
                1:9-1:15 error `pref` cannot be `random`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `bestfit`, `maxavail`, `minavail` or `config`
            "#]],
        );
        check_string(
            "R410",
            "cu[pref=bestfits]",
            expect![[r#"
                1:9-1:17 error `pref` cannot be `bestfits`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: did you mean `bestfit`?
            "#]],
        );
    }

    // covers RR659, RR660
    #[test]
    fn numbers_of_cu() {
        check_string(
            "R410",
            "cu[maxcus=0]",
            expect![[r#"
                1:11-1:12 error `maxcus` cannot be `0`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write a whole number from 1
            "#]],
        );
        check_string(
            "R410",
            "cu[usablecuslots=-1]",
            expect![[r#"
                1:18-1:20 warning `usablecuslots` cannot be `-1`
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: write a whole number from 0
            "#]],
        );
    }

    // covers RR702, RR714
    #[test]
    fn numbers_of_affinity() {
        check_string(
            "R410",
            "affinity[core(0)]",
            expect![[r#"
                1:15-1:16 error `core` is asked for `0` times
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write a whole number from 1
            "#]],
        );
        check_string(
            "R410",
            "affinity[core(2)*0]",
            expect![[r#"
                1:18-1:19 error `core` is asked for `0` times
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write a whole number from 1
            "#]],
        );
        check_string(
            "R410",
            "affinity[core(same=socket)]",
            expect![[r#"
                1:14-1:15 error the number of units is missing
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write a whole number
            "#]],
        );
    }

    // covers RR705, RR707, RR708, RR709
    #[test]
    fn words_of_affinity() {
        check_string(
            "R410",
            "affinity[core(2,exclusive=(core,job))]",
            expect![[r#"
                1:33-1:36 error `exclusive` cannot be `job`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `intask`, `injob` or `alljobs`
            "#]],
        );
        check_string(
            "R410",
            "affinity[core:cpubind=host]",
            expect![[r#"
                1:23-1:27 error `cpubind` cannot be `host`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `numa`, `socket`, `core` or `thread`
            "#]],
        );
        check_string(
            "R410",
            "affinity[core:membind=local]",
            expect![[r#"
                1:23-1:28 error `membind` cannot be `local`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `localonly` or `localprefer`
            "#]],
        );
        check_string(
            "R410",
            "affinity[core:distribute=spread]",
            expect![[r#"
                1:26-1:32 error `distribute` cannot be `spread`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `pack`, `balance` or `any`
            "#]],
        );
    }

    #[test]
    fn documented_values() {
        check_string("R410", "span[hosts=-1] cu[type=any_name:usablecuslots=0:pref=bestfit]", expect![[""]]);
        check_string(
            "R410",
            "affinity[thread(1,exclusive=(core,intask|injob))*18:distribute=pack(socket=1)]",
            expect![[""]],
        );
        check_string("R410", "span[ptile='!'] affinity[thread*24]", expect![[""]]);
        check_string("R410", "rusage[mem=x]", expect![[""]]);
    }

    #[test]
    fn writes_the_word() {
        check_string_fix("R410", "cu[pref=bestfits]", "cu[pref=bestfit]");
    }
}
