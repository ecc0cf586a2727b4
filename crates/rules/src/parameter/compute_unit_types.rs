use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_syntax::ast::ListItem;

use crate::repeated::repeated;

rule! {
    /// Finds lists of compute unit types with more than one default or with a duplicate type.
    ///
    /// # Effect
    /// The order of the list defines which type contains which, and the type with `!` is the default for `cu[]`. A list
    /// with two defaults or a duplicate type is invalid.
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
        sources: [
            ibm("lsb.params", "COMPUTE_UNIT_TYPES"),
            ibm("lsf_admin/compute_unit_configure_lsf", "types are listed from fine to coarse"),
        ],
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
            .report(second.range(), format!("both `{}` and `{}` are set as the default", first.text(), second.text()))
            .consequence(Item::Line.rejected().possible().because("only one type can have `!`"))
            .help("keep `!` only on the type that `cu[]` uses if it names no type")
            .related(first.range(), "first default");
    }
    for (first, item) in repeated(items(), ListItem::text) {
        findings
            .report(item.name_range(), format!("duplicate compute unit type `{}`", item.text()))
            .severity(Severity::Warning)
            .consequence(
                Item::Line
                    .rejected()
                    .possible()
                    .because("the order defines which type contains which, and a type cannot contain itself"),
            )
            .help("list each type once, the smallest unit first")
            .related(first.name_range(), "first occurrence");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports defaults and repeats
        //- each Parameters
        COMPUTE_UNIT_TYPES = enclosure! rack!
                                        ^^^^^ P118 error both `enclosure` and `rack` are set as the default
        COMPUTE_UNIT_TYPES = rack cabinet rack
                                          ^^^^ P118 warning duplicate compute unit type `rack`
                                        = effect: LSF may reject the line because the order defines which type contains
                                        =   which, and a type cannot contain itself
                                        = help: list each type once, the smallest unit first
                                        = related 1:22 first occurrence

        //# is silent about one default
        //- each Parameters
        COMPUTE_UNIT_TYPES = enclosure rack! cabinet
        COMPUTE_UNIT_TYPES = enclosure rack
    "#]];
}
