use lsflint_lint::{Consequence, Findings, Item, RowContext, Severity, rule};
use lsflint_spec::ResourceType;

use crate::external::resource_row::{ResourceRow, type_name};

rule! {
    /// Finds resource definitions in lsf.shared with conflicting columns: INTERVAL, INCREASING, RELEASE and CONSUMABLE
    /// depend on TYPE.
    ///
    /// # Effect
    /// LIM reports the row and drops it: the resource does not exist, and jobs that request it are rejected. LIM
    /// accepts an INTERVAL on a Boolean resource, but no elim value can ever be reported for it.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       ()         (free scratch space)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// ```
    pub E004 "resource-definition" {
        family: External, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "lsf_admin/resource_section_configure",
                "INTERVAL is for dynamic resources, INCREASING and RELEASE for numeric ones",
            ),
            volclava(
                "lsf/lib/lib.conf.c",
                "do_Resources",
                "the row is ignored for an INTERVAL below 1, a numeric resource without INCREASING, or RELEASE on \
                 another type; INCREASING on another type is ignored",
            ),
        ],
        checks: [Row(check)],
    }
}

/// The consequence for a definition with conflicting columns.
fn dropped() -> Consequence {
    Item::Row.dropped().logged().so("the resource does not exist")
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    match row.kind {
        Some(ResourceType::Numeric) => numeric(&row, findings),
        Some(kind @ (ResourceType::Boolean | ResourceType::String)) => other(&row, kind, findings),
        None => {}
    }
}

fn numeric(row: &ResourceRow<'_, '_>, findings: &mut Findings) {
    let name = row.name.text();
    if row.is_unset("INCREASING") || !row.has_column("INCREASING") {
        let found = findings
            .report(row.name.range(), format!("numeric resource `{name}` has no `INCREASING` value"))
            .consequence(dropped())
            .help("write `N` if a higher value is better (free space, licenses), `Y` if it means more load");
        if !row.has_column("INCREASING") {
            // According to the manual the column is optional, but the open-source parsers drop the row.
            found.severity(Severity::Warning).consequence(dropped().possible());
        }
    }
    if row.yes("CONSUMABLE") == Some(false)
        && row.yes("RELEASE") == Some(true)
        && let Some(release) = row.cell("RELEASE")
    {
        findings
            .report(release.value_range(), format!("resource `{name}` is not consumable and cannot be released"))
            .consequence(Item::Value.read_as("N"))
            .help("write `N` or `()` for RELEASE, or `Y` for CONSUMABLE");
    }
}

fn other(row: &ResourceRow<'_, '_>, kind: ResourceType, findings: &mut Findings) {
    let (name, kind_name) = (row.name.text(), type_name(kind));
    if let Some(interval) = row.cell("INTERVAL").filter(|_| kind == ResourceType::Boolean) {
        findings
            .report(interval.value_range(), format!("Boolean resource `{name}` has an `INTERVAL`"))
            .consequence(Item::Value.no_effect().because("a Boolean resource is static and no elim can change it"))
            .help("write `()`, or set `TYPE` to `Numeric` and report 0 and 1");
    }
    if let Some(release) = row.cell("RELEASE") {
        findings
            .report(release.value_range(), format!("{kind_name} resource `{name}` has a `RELEASE` value"))
            .consequence(dropped())
            .help("write `()`: only numeric resources can be released");
    }
    if let Some(consumable) = row.cell("CONSUMABLE").filter(|_| row.yes("CONSUMABLE") == Some(true)) {
        findings
            .report(consumable.value_range(), format!("{kind_name} resource `{name}` cannot be consumable"))
            .consequence(Item::String.rejected().called("`rusage` strings that use the resource").possible())
            .help("write `()`: only numeric resources can be reserved");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports columns that do not go together
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE RELEASE DESCRIPTION
        tok Numeric 30 () () () (x)
        ^^^ E004 error numeric resource `tok` has no `INCREASING` value
        flag Boolean 60 () () () (x)
                     ^^ E004 error Boolean resource `flag` has an `INTERVAL`
                     = effect: the value has no effect because a Boolean resource is static and no elim can change it
                     = help: write `()`, or set `TYPE` to `Numeric` and report 0 and 1
        ssd () () () () Y (x)
                        ^ E004 error Boolean resource `ssd` has a `RELEASE` value
                        = help: write `()`: only numeric resources can be released
        rack String () () Y () (x)
                          ^ E004 error String resource `rack` cannot be consumable
                          = effect: LSF may reject `rusage` strings that use the resource
                          = help: write `()`: only numeric resources can be reserved
        sw Numeric () Y N Y (x)
                          ^ E004 error resource `sw` is not consumable and cannot be released
                          = effect: LSF reads the value as `N`
                          = help: write `N` or `()` for RELEASE, or `Y` for CONSUMABLE

        //# a missing column is a warning
        //- Resource of lsf.shared
        RESOURCENAME TYPE DESCRIPTION
        tok Numeric (x)
        ^^^ E004 warning numeric resource `tok` has no `INCREASING` value
            = effect: LSF may log an error and drop the row, so the resource does not exist
        ssd Boolean (x)

        //# is silent about documented rows
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE RELEASE DESCRIPTION
        tok Numeric 30 N Y Y (x)
        console String 60 () () () (x)
        ssd () () () N () (x)
        bad Bool 60 () () Y (x)
        few Numeric
    "#]];
}
