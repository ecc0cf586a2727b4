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
    /// Finds invalid values for keywords of `span`, `cu` and `affinity`: `span[hosts=2]`, `cu[pref=random]`,
    /// `affinity[core(0)]`.
    ///
    /// # Effect
    /// LSF rejects the string, and the queue or application profile has no resource requirement.
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
    /// Unsafe: enables a requirement that LSF currently rejects.
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
        "(" => "missing number of processor units".to_owned(),
        _ => format!("expected a number, found `{text}`"),
    };
    Judge::of_error(context).rejects(findings, range, message).help("write an integer");
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
        (None, Some(value)) if spec.name == "type" => unit_type(judge, value, findings),
        (None, Some(value)) => word(judge, spec, value, findings),
        (None, None) => {}
    }
}

/// The name of a level of compute units. An operator is not part of a name.
fn unit_type(judge: Judge, value: Token<'_>, findings: &mut Findings) {
    let text = value.text();
    if text.contains(['+', '<', '>', '=', '!', '*', '&', '/']) {
        judge
            .rejects(findings, value.range(), format!("invalid value `{text}` for `type`"))
            .help("write one of the names of COMPUTE_UNIT_TYPES");
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
        // Another rule checks the level, which the documentation leaves open.
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

/// Checks a number against the minimum or the allowed values.
fn number(judge: Judge, spec: &RequirementKeyword, amount: Amount<'_>, findings: &mut Findings) {
    let text = written(amount);
    let too_small = spec.min.is_some_and(|min| amount.as_f64().is_some_and(|it| it < min));
    let other = !spec.values.is_empty() && !spec.values.contains(&&*text);
    if !too_small && !other {
        return;
    }
    let help = match spec.min {
        Some(min) => format!("write an integer of at least {min}"),
        None => format!("write {}", choice(spec.values.iter().copied())),
    };
    let message = match spec.place {
        KeywordPlace::Unit => format!("invalid number of units `{text}` for `{}`", spec.name),
        _ => format!("invalid value `{text}` for `{}`", spec.name),
    };
    findings
        .report(amount.range(), message)
        .consequence(judge.rejected_with(spec.confidence))
        .help(help)
        .capped(spec.confidence);
}

/// Checks a word against the allowed values.
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
    let message = format!("invalid value `{text}` for `{keyword}`");
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
    crate::testing::fixture![[r#"
        //# hosts is one or nothing
        //- resreq
        span[hosts=2]
                   ^ R410 error invalid value `2` for `hosts`
        span[hosts=0]
                   ^ R410 error invalid value `0` for `hosts`

        //# numbers of span
        //- resreq
        span[ptile=0]
                   ^ R410 error invalid value `0` for `ptile`
        span[ptile='!',LINUX:0] same[type]
                             ^ R410 error invalid value `0` for `ptile`
        span[block=x]
                   ^ R410 error expected a number, found `x`
                   = help: write an integer
        span[stripe=0]
                    ^ R410 warning invalid value `0` for `stripe`
                    = effect: LSF may reject the requirement string, so the submission may fail

        //# words of cu
        //- resreq
        cu[pref=random]
                ^^^^^^ R410 error invalid value `random` for `pref`
        cu[pref=bestfits]
                ^^^^^^^^ R410 error invalid value `bestfits` for `pref`
            = fixed: cu[pref=bestfit]

        //# a level of cu is a name
        //- resreq
        cu[type=+rack]
                ^^^^^ R410 error invalid value `+rack` for `type`
                = help: write one of the names of COMPUTE_UNIT_TYPES
        cu[type=floor>=:maxcus=2]
                ^^^^^^^ R410 error invalid value `floor>=` for `type`
        cu[type=rack-1:pref=config]

        //# numbers of cu
        //- resreq
        cu[maxcus=0]
                  ^ R410 error invalid value `0` for `maxcus`
        cu[usablecuslots=-1]
                         ^^ R410 warning invalid value `-1` for `usablecuslots`

        //# numbers of affinity
        //- resreq
        affinity[core(0)]
                      ^ R410 error invalid number of units `0` for `core`
        affinity[core(2)*0]
                         ^ R410 error invalid number of units `0` for `core`
        affinity[core(same=socket)]
                     ^ R410 error missing number of processor units

        //# words of affinity
        //- resreq
        affinity[core(2,exclusive=(core,job))]
                                        ^^^ R410 error invalid value `job` for `exclusive`
                                        = help: write `intask`, `injob` or `alljobs`
        affinity[core:cpubind=host]
                              ^^^^ R410 error invalid value `host` for `cpubind`
        affinity[core:membind=local]
                              ^^^^^ R410 error invalid value `local` for `membind`
        affinity[core:distribute=spread]
                                 ^^^^^^ R410 error invalid value `spread` for `distribute`

        //# documented values
        //- resreq
        span[hosts=-1] cu[type=any_name:usablecuslots=0:pref=bestfit]
        affinity[thread(1,exclusive=(core,intask|injob))*18:distribute=pack(socket=1)]
        span[ptile='!'] affinity[thread*24]
        rusage[mem=x]
    "#]];
}
