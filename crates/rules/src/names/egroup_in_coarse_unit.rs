use lsflint_lint::{Findings, Item, RowContext, Setting, rule};

use crate::policy::units::{Listed, Types};

rule! {
    /// Finds compute units of a coarse type that get their members from `egroup`.
    ///
    /// # Effect
    /// `egroup` returns hosts, and only units of the finest type contain hosts. LSF ignores the unit.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin ComputeUnit
    /// NAME  MEMBER  TYPE
    /// row1  (!)     rack
    /// End ComputeUnit
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure rack
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin ComputeUnit
    /// NAME  MEMBER  TYPE
    /// box1  (!)     enclosure
    /// row1  (box1)  rack
    /// End ComputeUnit
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure rack
    /// End Parameters
    /// ```
    pub X263 "egroup-in-coarse-unit" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/compute_unit_configure_lsf", "`!` is for the members of units of the finest type"),
            ibm("lsf_admin/compute_unit_lsf", "hosts are members of units of the finest type only"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    if context.broken || context.table.section.spec.is_none_or(|it| it.name != "ComputeUnit") {
        return;
    }
    let Some(members) = context.cell("MEMBER").and_then(|it| it.known_value()) else { return };
    if context.table.section.file.text(members.range()).trim_matches(['(', ')', ' ']) != "!" {
        return;
    }
    let Some(own) = context.cell("TYPE").filter(Setting::has_value).and_then(|it| it.single_word()) else { return };
    let Some(Listed { types, field }) = Types::of(context.table.section.file.cluster).listed() else { return };
    let own_level = types.level(&own.text());
    let Some(finest) = types.names.first().filter(|_| own_level.is_some_and(|it| it > 0)) else { return };
    findings
        .report(members.range(), format!("`egroup` returns hosts, but type `{}` contains units", own.text()))
        .consequence(Item::Row.ignored().called("the unit").possible())
        .help(format!("use `!` in a unit of type `{finest}`, and list that unit here"))
        .related_at(field.place(), "the unit types, finest first");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only the finest units are filled by the program
        //- Parameters: COMPUTE_UNIT_TYPES = encl! rack
        //- each ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
          r1 (!) rack
              ^ X263 warning `egroup` returns hosts, but type `rack` contains units
        NAME MEMBER TYPE
          e1 (!) encl
        NAME MEMBER TYPE
          r1 (e1) rack
        NAME MEMBER TYPE
          r1 (!) row
    "#]];
}
