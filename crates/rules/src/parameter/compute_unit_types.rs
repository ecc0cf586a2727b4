use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_syntax::ast::ListItem;

rule! {
    /// Finds lists of compute unit types with two defaults, or a type that stands twice.
    ///
    /// # Effect
    /// The order of the list says what contains what, and the type with `!` is the default of `cu[]`. With two of either the list has no
    /// meaning.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure! rack! cabinet
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure rack! cabinet
    /// End Parameters
    /// ```
    pub P118 "compute-unit-types" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [ibm("lsb.params", "COMPUTE_UNIT_TYPES"), manual("Administering IBM Spectrum LSF", "compute units")],
        checks: [SettingNamed(&["COMPUTE_UNIT_TYPES"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.known_value().and_then(|it| it.content()).filter(|_| !context.broken) else {
        return;
    };
    let items = || ListItem::all_in(list).filter(|it| it.name().is_some());
    let mut defaults = items().filter(|it| it.bang().is_some());
    if let (Some(first), Some(second)) = (defaults.next(), defaults.next()) {
        findings
            .report(second.range(), format!("`{}` and `{}` are both the default", first.text(), second.text()))
            .consequence(Item::Line.rejected().possible().because("only one type may have `!`"))
            .help("keep the `!` of the type that `cu[]` without a type stands for")
            .related(first.range(), "the other one");
    }
    for (index, item) in items().enumerate() {
        let same = |it: &ListItem<'_>| it.text() == item.text();
        if let Some(first) = items().take(index).find(same) {
            findings
                .report(item.name_range(), format!("the type `{}` is listed twice", item.text()))
                .severity(Severity::Warning)
                .consequence(
                    Item::Line
                        .rejected()
                        .possible()
                        .because("the order defines which type contains which, and no type contains itself"),
                )
                .help("name each type once, the finest first")
                .related(first.name_range(), "the first one");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports defaults and repeats
        //- each Parameters
        COMPUTE_UNIT_TYPES = enclosure! rack!
                                        ^^^^^ P118 error `enclosure` and `rack` are both the default
        COMPUTE_UNIT_TYPES = rack cabinet rack
                                          ^^^^ P118 warning the type `rack` is listed twice
                                        = effect: LSF may reject the line because the order defines which type contains
                                        =   which, and no type contains itself
                                        = help: name each type once, the finest first
                                        = related 1:22 the first one

        //# is silent about one default
        //- each Parameters
        COMPUTE_UNIT_TYPES = enclosure rack! cabinet
        COMPUTE_UNIT_TYPES = enclosure rack
    "#]];
}
