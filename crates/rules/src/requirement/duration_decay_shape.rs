use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Part, RequirementContext, Severity, rule};
use lsflint_spec::{KeywordPlace, TIME_UNITS};
use lsflint_syntax::SyntaxKind::COMMA;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Amount, RusageSection, UsageAlternative, UsageGroup, UsageItem, UsageKind};
use lsflint_syntax::{ResReqError, Token};

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::{choice, keyword, sections, usage_item, written};

rule! {
    /// Finds an invalid or unused `duration` or `decay` in `rusage`.
    ///
    /// # Effect
    /// LSF rejects the string, except for a `decay` without `duration`, which it ignores: the full amount then stays
    /// reserved.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=50:duration=1d]
    /// rusage[mem=50:duration=1h30m]
    /// rusage[mem=50:duration=10:decay=2]
    /// rusage[mem=50, duration=10]
    /// rusage[mem=50:decay=1]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=50:duration=24h]
    /// rusage[mem=50:duration=90m]
    /// rusage[mem=50:duration=10:decay=1]
    /// rusage[mem=50:duration=10]
    /// ```
    ///
    /// A duration is a whole number of minutes, or a whole number with the unit `s`, `m` or `h`. Duration and decay
    /// apply to all resources that are joined with them by colons; a comma starts a new group.
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects.
    ///
    /// # Notes
    /// The support note about colons and commas in `rusage`.
    pub R303 "duration-decay-shape" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/usage_string", "Usage string"),
            volclava("lsf/intlib/resreq.c", "getTimeVal", "a duration is a number, alone or with the unit `s`, `m` or `h`"),
        ],
        checks: [SyntaxError(check_form), RequirementPart(Part::USAGE_TIME, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    let (text, range) = (context.text(), context.error.range);
    let judge = Judge::of_error(context);
    match form_error(context) {
        Some(ResReqError::BadDuration) => {
            let found = judge.rejects(findings, range, format!("invalid duration `{text}`"));
            match respelled(text) {
                Some(right) => found.help(format!("write `{right}`")).fix(Fix::replace(
                    Applicability::Unsafe,
                    format!("write `{right}`"),
                    range,
                    right,
                )),
                None => found.help(format!(
                    "write a whole number of minutes, or a whole number with the unit {}",
                    choice(TIME_UNITS.iter().copied())
                )),
            };
        }
        Some(ResReqError::ExpectedNumber)
            if usage_item(context).is_some_and(|it| it.kind() == Some(UsageKind::Decay)) =>
        {
            judge.rejects(findings, range, format!("invalid decay `{text}`")).help(decay_help());
        }
        _ => {}
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let judge = Judge::of(context);
    for alternative in sections::<RusageSection<'_>>(context).flat_map(RusageSection::alternatives) {
        let mut before: Option<UsageGroup<'_>> = None;
        for group in alternative.groups() {
            let duration = unique(judge, group, UsageKind::Duration, findings);
            let decay = unique(judge, group, UsageKind::Decay, findings);
            for amount in duration.into_iter().flat_map(UsageItem::amounts) {
                if amount.as_i64() == Some(0) {
                    judge
                        .rejects(findings, amount.range(), "invalid duration of 0")
                        .help("write a positive duration, or remove `duration` to reserve for the whole run");
                }
            }
            let wrong = decay.into_iter().flat_map(UsageItem::amounts).find(|it| !is_decay(*it));
            if let Some(amount) = wrong {
                let message = format!("invalid decay `{}`", written(amount));
                judge.rejects(findings, amount.range(), message).help(decay_help());
            }
            let other = duration.or(decay).or_else(|| group.find(UsageKind::Threshold));
            match (group.resources().next(), other) {
                (None, Some(item)) => lonely(judge, alternative, before, group, item, findings),
                (Some(_), _) if duration.is_none() && wrong.is_none() => {
                    decay.into_iter().for_each(|it| ignored_decay(it, findings));
                }
                _ => {}
            }
            before = Some(group);
        }
    }
}

/// The first item of a kind, after reporting duplicates.
fn unique<'a>(judge: Judge, group: UsageGroup<'a>, kind: UsageKind, findings: &mut Findings) -> Option<UsageItem<'a>> {
    let mut items = group.items().filter(|it| it.kind() == Some(kind));
    let first = items.next()?;
    for (again, name) in items.filter_map(|it| Some((it, it.name()?))) {
        judge
            .rejects(findings, again.node().trimmed_range(), format!("duplicate `{}` in one group", name.text()))
            .help("remove one, or separate their resources with a comma")
            .related(first.node().trimmed_range(), "first defined here");
    }
    Some(first)
}

/// A duration that is not joined with a resource; after a comma it was meant for the resource before it.
fn lonely(
    judge: Judge,
    alternative: UsageAlternative<'_>,
    before: Option<UsageGroup<'_>>,
    group: UsageGroup<'_>,
    item: UsageItem<'_>,
    findings: &mut Findings,
) {
    let Some(name) = item.name() else { return };
    let found = judge.rejects(findings, name.range(), format!("`{}` does not belong to a resource", name.text()));
    let start = group.node().range().start();
    let comma = alternative.node().tokens().take_while(|it| it.range().start() < start).filter(|it| it.kind() == COMMA);
    match (before.and_then(resource_of), comma.last()) {
        (Some(resource), Some(comma)) => {
            found
                .help(format!("join it to `{}` with a colon; a comma starts a new group", resource.text()))
                .fix(Fix::replace(Applicability::Unsafe, "write `:` instead of the comma", comma.range(), ":"));
        }
        _ => {
            found.help("add the resource that it applies to, and join the two with a colon");
        }
    }
}

fn resource_of(group: UsageGroup<'_>) -> Option<Token<'_>> {
    group.resources().last()?.name()
}

fn ignored_decay(item: UsageItem<'_>, findings: &mut Findings) {
    // A decay of 0 changes nothing.
    let Some(name) = item.name().filter(|_| item.amounts().any(|it| it.as_i64() != Some(0))) else { return };
    findings
        .report(item.node().trimmed_range(), format!("`{}` without `duration`", name.text()))
        .severity(Severity::Warning)
        .consequence(
            Item::String.ignored().called("the decay").so("the full amount stays reserved for as long as the job runs"),
        )
        .help("add `duration=...`, the time over which the amount decreases");
}

/// The values of `decay`.
fn decays() -> &'static [&'static str] {
    keyword("rusage", KeywordPlace::Item, "decay").map_or(&[], |it| it.values)
}

fn is_decay(amount: Amount<'_>) -> bool {
    amount.minus.is_none() && decays().contains(&&*amount.number.text())
}

fn decay_help() -> String {
    format!("write {}", choice(decays().iter().copied()))
}

/// A duration in another notation (`1d`, `1h30m`, `1:30`, `1.5h`) as LSF writes it.
fn respelled(text: &str) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let seconds = match text.split_once(':') {
        Some((hours, minutes)) => {
            hours.parse::<u64>().ok()?.checked_mul(3600)? + minutes.parse::<u32>().ok()? as u64 * 60
        }
        None => seconds(&text)?,
    };
    Some(match seconds {
        0 => return None,
        _ if seconds % 3600 == 0 => format!("{}h", seconds / 3600),
        _ if seconds % 60 == 0 => format!("{}m", seconds / 60),
        _ => format!("{seconds}s"),
    })
}

/// The seconds of `1d`, `1h30m`, `90min`, `1.5h`.
fn seconds(text: &str) -> Option<u64> {
    let mut total = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|it: char| !it.is_ascii_digit() && it != '.')?;
        let letters = rest[digits..].find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(rest.len() - digits);
        let unit = match &rest[digits..digits + letters] {
            "s" | "sec" | "secs" => 1.0,
            "m" | "min" | "mins" => 60.0,
            "h" | "hr" | "hrs" => 3600.0,
            "d" | "day" | "days" => 86400.0,
            "w" => 604_800.0,
            _ => return None,
        };
        total += rest[..digits].parse::<f64>().ok()? * unit;
        rest = &rest[digits + letters..];
    }
    // Larger numbers are not durations and could not be written exactly.
    (total.fract() == 0.0 && total < 1e9).then_some(total as u64)
}

#[cfg(test)]
mod tests {
    use super::respelled;

    crate::testing::fixture![[r#"
        //# a duration is a whole number with a letter
        //- resreq
        rusage[mem=5:duration=1d]
                              ^^ R303 error invalid duration `1d`
            = fixed: rusage[mem=5:duration=24h]
        rusage[mem=5:duration=long]
                              ^^^^ R303 error invalid duration `long`
                              = help: write a whole number of minutes, or a whole number with the unit `s`, `m` or `h`
        rusage[mem=5:duration=0]
                              ^ R303 error invalid duration of 0
                              = help: write a positive duration, or remove `duration` to reserve for the whole run
        rusage[mem=5:duration=24h, swp=1:duration=90, tmp=1:duration=30s]

        //# decay is on or off
        //- resreq
        rusage[mem=5:duration=9:decay=2]
                                      ^ R303 error invalid decay `2`
        rusage[mem=5:duration=9:decay=y]
                                      ^ R303 error invalid decay `y`
        rusage[mem=5:duration=9:decay=1, swp=1:duration=9:decay=0]

        //# decay needs a duration
        //- resreq
        rusage[mem=5:decay=1]
                     ^^^^^^^ R303 warning `decay` without `duration`

        //# a group has one duration
        //- resreq
        rusage[mem=5:duration=9:duration=8]
                                ^^^^^^^^^^ R303 error duplicate `duration` in one group
                                = help: remove one, or separate their resources with a comma
                                = related 1:14 first defined here

        //# a duration belongs to a resource
        //- resreq
        rusage[threshold=5]
               ^^^^^^^^^ R303 error `threshold` does not belong to a resource
               = help: add the resource that it applies to, and join the two with a colon
        rusage[mem=5:threshold=10]
        rusage[duration=10]
               ^^^^^^^^ R303 error `duration` does not belong to a resource
        rusage[mem=5, duration=10]
                      ^^^^^^^^ R303 error `duration` does not belong to a resource
            = fixed: rusage[mem=5: duration=10]

        //# respells what it understands
        //- resreq
        rusage[mem=5:duration=1h30m]
                              ^^^^^ R303 error invalid duration `1h30m`
            = fixed: rusage[mem=5:duration=90m]
        rusage[mem=5:duration=1:30]
                              ^^^^ R303 error invalid duration `1:30`
            = fixed: rusage[mem=5:duration=90m]
    "#]];

    #[test]
    fn respells_what_it_understands() {
        assert_eq!(respelled("90min").as_deref(), Some("90m"));
        assert_eq!(respelled("1.5H").as_deref(), Some("90m"));
        assert_eq!(respelled("45S").as_deref(), Some("45s"));
        assert_eq!(respelled("2w").as_deref(), Some("336h"));
        assert_eq!(respelled("soon"), None);
        assert_eq!(respelled("9999999999999999d"), None);
    }
}
