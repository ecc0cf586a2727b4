use lsflint_lint::{ElimContext, ElimReport, Findings, Item, Severity, rule};
use lsflint_spec::{BuiltinResource, INFINITE_LOAD, ResourceType, builtin_resource};
use lsflint_syntax::Token;

rule! {
    /// Finds invalid values in the output of an elim: text for a number, numbers that LSF cannot store, or values
    /// outside the range of a built-in index.
    ///
    /// # Effect
    /// LSF does not store text for a numeric resource; the previous value remains. The load 2147483647 means infinite,
    /// that is, an unknown value.
    ///
    /// # Example
    /// ```elim
    /// 1 scratch 120GB
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```elim
    /// 1 scratch 122880
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// ```
    ///
    /// String resources accept any word. The type of a resource is known only if lsf.shared is loaded; a number that
    /// LSF cannot store is reported even without it.
    pub E204 "elim-value" {
        family: External, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/load_indices_external", "values lie between -INFINIT_LOAD and INFINIT_LOAD"),
            volclava(
                "lsf/lim/lim.rload.c",
                "saveSBValue",
                "a value that is not a number is not stored for a numeric resource",
            ),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    for pair in context.pairs() {
        let kind = pair.resource.and_then(|it| it.kind);
        // The type of an undefined resource is unknown; most values are numbers.
        let Some(value) = pair.value.filter(|_| !matches!(kind, Some(ResourceType::String | ResourceType::Boolean)))
        else {
            continue;
        };
        let text = value.text();
        match number(&text) {
            // `inf` and `infinity` can be words.
            Some(_) if kind.is_none() && text.trim_start_matches(['+', '-']).starts_with(char::is_alphabetic) => {}
            Some(number) => judge(&pair, value, number, findings),
            None if kind == Some(ResourceType::Numeric) => no_number(&pair, value, findings),
            None => {}
        }
    }
}

/// Parses like the C library. Hexadecimal numbers are not checked.
fn number(text: &str) -> Option<f64> {
    if text.to_ascii_lowercase().trim_start_matches(['+', '-']).starts_with("0x") {
        return Some(0.0);
    }
    text.parse().ok().filter(|it: &f64| !it.is_nan())
}

fn no_number(pair: &ElimReport<'_>, value: Token<'_>, findings: &mut Findings) {
    let (name, text) = (pair.name.text(), value.text());
    let digits = text.trim_start_matches(['+', '-']).starts_with(|it: char| it.is_ascii_digit());
    findings
        .report(value.range(), format!("`{text}` is not a number, but resource `{name}` is numeric"))
        .consequence(Item::Value.ignored().so("the resource keeps its previous value"))
        .help(match digits {
            true => "write only the number, without a unit, percent sign or comma",
            false => "write a number, or define the resource as String in lsf.shared",
        });
}

fn judge(pair: &ElimReport<'_>, value: Token<'_>, number: f64, findings: &mut Findings) {
    let (name, text) = (pair.name.text(), value.text());
    if number.abs() > INFINITE_LOAD {
        let infinite = INFINITE_LOAD.copysign(number);
        findings
            .report(value.range(), format!("`{text}` is out of range for a load index"))
            .consequence(Item::Value.read_as(infinite.to_string()).so("the value is unknown"))
            .help(format!(
                "report a number between -{INFINITE_LOAD} and {INFINITE_LOAD}, in a larger unit if necessary"
            ));
    } else if number.abs() == INFINITE_LOAD {
        findings
            .report(value.range(), format!("`{text}` means that the value is unknown"))
            .severity(Severity::Info)
            .effect("`lsload` shows `-`, and requirements that use the resource do not match");
    } else if let Some(index) = builtin_resource(&name).filter(|it| it.threshold && outside(it, number)) {
        let range = match index.range {
            (Some(low), Some(high)) => format!("between {low} and {high}"),
            (Some(low), None) => format!("at least {low}"),
            (None, Some(high)) => format!("at most {high}"),
            (None, None) => return,
        };
        findings
            .report(value.range(), format!("`{text}` is out of range for `{}`", index.name))
            .severity(Severity::Warning)
            .effect("the host appears more or less loaded than is possible")
            .help(format!("report a value for `{}` that is {range}{}", index.name, unit(index)));
    }
}

fn outside(index: &BuiltinResource, number: f64) -> bool {
    index.range.0.is_some_and(|it| number < it) || index.range.1.is_some_and(|it| number > it)
}

fn unit(index: &BuiltinResource) -> String {
    if index.unit.is_empty() { String::new() } else { format!(" ({})", index.unit) }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lic Numeric 30 N (x)
        os String 600 () (x)

        //# numbers are numbers
        //- elim
        3 scratch many lic 5% os rhel9
                  ^^^^ E204 error `many` is not a number, but resource `scratch` is numeric
                  = help: write a number, or define the resource as String in lsf.shared
                           ^^ E204 error `5%` is not a number, but resource `lic` is numeric
        3 scratch 3e9 lic -2147483648 tmp 2147483647
                  ^^^ E204 error `3e9` is out of range for a load index
                  = effect: LSF reads the value as `2147483647`, so the value is unknown
                  = help: report a number between -2147483647 and 2147483647, in a larger unit if necessary
                          ^^^^^^^^^^^ E204 error `-2147483648` is out of range for a load index
                                          ^^^^^^^^^^ E204 info `2147483647` means that the value is unknown
                                        = effect: `lsload` shows `-`, and requirements that use the resource do not
                                        =   match
        2 scratch inf lic nan
                  ^^^ E204 error `inf` is out of range for a load index
                          ^^^ E204 error `nan` is not a number, but resource `lic` is numeric
        //#
        //- elim
        1 nio 3e9
              ^^^ E204 error `3e9` is out of range for a load index

        //# built in indices keep their range
        //- elim
        3 ut 50 tmp -1 mem 100
             ^^ E204 warning `50` is out of range for `ut`
             = effect: the host appears more or less loaded than is possible
             = help: report a value for `ut` that is between 0 and 1 (fraction)
                    ^^ E204 warning `-1` is out of range for `tmp`
                    = help: report a value for `tmp` that is at least 0 (MB)

        //# is silent about good values
        //- elim: 6 scratch -1.5 lic 0 os 3000000000 ut 0.5 r1m 1e2 it 0x1f
        //#
        //- without lsf.shared
        //- elim
        2 nio 344.0 what rhel9
        1 what inf
    "#]];
}
