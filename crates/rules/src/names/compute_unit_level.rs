use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_model::View;
use lsflint_spec::FileKind;
use lsflint_syntax::ast::ListItem;

use crate::names::list::items;
use crate::policy::units::{Listed, Types, UnitTypes};

rule! {
    /// Finds compute units with members of the wrong type.
    ///
    /// # Effect
    /// COMPUTE_UNIT_TYPES lists the types from finest to coarsest. Units of the finest type contain hosts and host
    /// groups; all other units contain only units of the next finer type. LSF cannot place a unit with any other member
    /// in this hierarchy.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin ComputeUnit
    /// NAME   MEMBER       TYPE
    /// encl1  (hostA)      enclosure
    /// rack1  (encl1)      rack
    /// cab1   (encl1)      cabinet
    /// End ComputeUnit
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure rack cabinet
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin ComputeUnit
    /// NAME   MEMBER       TYPE
    /// encl1  (hostA)      enclosure
    /// rack1  (encl1)      rack
    /// cab1   (rack1)      cabinet
    /// End ComputeUnit
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure rack cabinet
    /// End Parameters
    /// ```
    pub X110 "compute-unit-level" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "lsf_admin/compute_unit_lsf",
                "hosts and host groups are members of units of the finest type only; all units of a type have \
                 members of the same type",
            ),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    if context.broken || context.table.section.spec.is_none_or(|it| it.name != "ComputeUnit") {
        return;
    }
    let (Some(members), Some(own)) = (context.cell("MEMBER"), context.cell("TYPE")) else { return };
    let Some(own) = own.single_word().map(|it| it.text()) else { return };
    let view = context.table.section.file.cluster;
    let Some(Listed { types, .. }) = Types::of(view).listed() else { return };
    let Some(level) = types.level(&own) else { return };
    let finer = level.checked_sub(1).map(|it| types.names[it].as_str());
    for item in items(&members).filter(|it| !it.is_excluded() && !it.is_pattern() && it.cluster().is_none()) {
        let Some(what) = wrong_member(item, finer, &types, view) else { continue };
        let contents = match finer {
            Some(finer) => format!("`{own}` units contain `{finer}` units"),
            None => format!("`{own}` units contain hosts and host groups"),
        };
        findings
            .report(item.range(), format!("`{}` {what}, but {contents}", item.text()))
            .consequence(
                Item::Row
                    .rejected()
                    .called("the unit")
                    .possible()
                    .because("the member does not match the order in COMPUTE_UNIT_TYPES"),
            )
            .help("add the member to a unit of the right type, and list that unit here");
    }
}

/// Describes a member that cannot be a unit of the next finer type, or a host if the type is the finest.
fn wrong_member(item: ListItem<'_>, finer: Option<&str>, types: &UnitTypes, view: View<'_>) -> Option<String> {
    let name = item.text();
    let is_host_name =
        || view.hosts().find(&name).is_some() || view.find(FileKind::LsbHosts, "HostGroup", &name).is_some();
    if view.find(FileKind::LsbHosts, "ComputeUnit", &name).is_none() {
        return (finer.is_some() && is_host_name()).then(|| "is not a compute unit".to_owned());
    }
    let unit = view.only_named(FileKind::LsbHosts, "ComputeUnit", &name).filter(|it| !it.is_conditional())?;
    let its = unit.value("TYPE")?;
    // A type that is not listed is another finding.
    let wrong = types.level(&its).is_some() && finer != Some(&*its) && (finer.is_some() || !is_host_name());
    wrong.then(|| format!("has type `{its}`"))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters: COMPUTE_UNIT_TYPES = encl rack! cab
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        hostB ! ! 1 ()
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        hg (hostA)

        //# units hold units and the finest hold hosts
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (hostA) encl
        r1 (e1 hostB hg) rack
               ^^^^^ X110 error `hostB` is not a compute unit, but `rack` units contain `encl` units
                     ^^ X110 error `hg` is not a compute unit, but `rack` units contain `encl` units
        e2 (e1) encl
            ^^ X110 error `e1` has type `encl`, but `encl` units contain hosts and host groups

        //# no level is left out
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (hostA) encl
        c1 (e1) cab
            ^^ X110 error `e1` has type `encl`, but `cab` units contain `rack` units
        r1 (c1) rack
            ^^ X110 error `c1` has type `cab`, but `rack` units contain `encl` units

        //# accepts one level after the other and what is not known
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (hostA hg) encl
        r1 (e1) rack
        c1 (r1) cab
        //#
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        r1 (elsewhere) rack
        x1 (e9) other
        e1 (host[1-4]) encl
    "#]];
}
