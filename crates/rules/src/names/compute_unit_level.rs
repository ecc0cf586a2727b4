use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_model::View;
use lsflint_spec::FileKind;
use lsflint_syntax::ast::ListItem;

use crate::names::list::items;

rule! {
    /// Finds members of compute units that are of the wrong level.
    ///
    /// # Effect
    /// COMPUTE_UNIT_TYPES says which type contains which, the finest first. Units of the finest type hold hosts and host groups, all others
    /// units of the next finer type and nothing else. LSF cannot place a unit with another member in this order.
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
        sources: [ibm("lsf_admin/compute_unit_configure_lsf", "")],
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
    let types = unit_types(view);
    let Some(level) = types.iter().position(|it| *it == own) else { return };
    let finer = level.checked_sub(1).map(|it| types[it].as_str());
    for item in items(&members).filter(|it| !it.is_excluded() && !it.is_pattern() && it.cluster().is_none()) {
        let Some(what) = wrong_member(item, finer, &types, view) else { continue };
        let holds = match finer {
            Some(finer) => format!("a unit of type `{own}` holds units of type `{finer}`"),
            None => format!("a unit of type `{own}`, the finest, holds hosts and host groups"),
        };
        findings
            .report(item.range(), format!("`{}` is {what}; {holds}", item.text()))
            .consequence(
                Item::Row
                    .rejected()
                    .called("the unit")
                    .possible()
                    .because("it does not fit the order of COMPUTE_UNIT_TYPES"),
            )
            .help("put the member into a unit of the right type, and name that unit here");
    }
}

/// The types of compute units in order, the finest first; none when lsb.params is not in view.
pub(crate) fn unit_types(view: View<'_>) -> Vec<String> {
    let Some(value) = view.parameter("COMPUTE_UNIT_TYPES").value() else { return Vec::new() };
    value.split_whitespace().map(|it| it.trim_end_matches('!').to_owned()).collect()
}

/// What a member is, if it is surely none of the next finer type, or of the hosts that the finest type holds.
fn wrong_member(item: ListItem<'_>, finer: Option<&str>, types: &[String], view: View<'_>) -> Option<String> {
    let name = item.text();
    let is_host_name =
        || view.hosts().find(&name).is_some() || view.find(FileKind::LsbHosts, "HostGroup", &name).is_some();
    let units = view.named(FileKind::LsbHosts, "ComputeUnit", &name);
    match (&units[..], finer) {
        ([], Some(_)) => is_host_name().then(|| "no compute unit".to_owned()),
        ([unit], _) if !unit.is_conditional() => {
            let its = unit.value("TYPE")?;
            // A type that is not listed is another finding.
            let wrong =
                types.iter().any(|it| *it == its) && finer != Some(&*its) && (finer.is_some() || !is_host_name());
            wrong.then(|| format!("a unit of type `{its}`"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    #[track_caller]
    fn check_units(rows: &str, expect: Expect) {
        let hosts = format!(
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nhg (hostA)\nEnd HostGroup\nBegin ComputeUnit\nNAME MEMBER TYPE\n{rows}End ComputeUnit\n"
        );
        let files = [
            ("lsb.hosts", &*hosts),
            ("lsb.params", "Begin Parameters\nCOMPUTE_UNIT_TYPES = encl rack! cab\nEnd Parameters\n"),
            (
                "lsf.cluster.c",
                "Begin Host\nHOSTNAME model type server RESOURCES\nhostA ! ! 1 ()\nhostB ! ! 1 ()\nEnd Host\n",
            ),
        ];
        check_cluster("X110", &files, expect);
    }

    // covers LSB-H033
    #[test]
    fn units_hold_units_and_the_finest_hold_hosts() {
        check_units(
            "e1 (hostA) encl\nr1 (e1 hostB hg) rack\ne2 (e1) encl\n",
            expect![[r#"
                8:8-8:13 error `hostB` is no compute unit; a unit of type `rack` holds units of type `encl`
                  effect: LSF may reject the unit because it does not fit the order of COMPUTE_UNIT_TYPES
                  help: put the member into a unit of the right type, and name that unit here
                8:14-8:16 error `hg` is no compute unit; a unit of type `rack` holds units of type `encl`
                  effect: LSF may reject the unit because it does not fit the order of COMPUTE_UNIT_TYPES
                  help: put the member into a unit of the right type, and name that unit here
                9:5-9:7 error `e1` is a unit of type `encl`; a unit of type `encl`, the finest, holds hosts and host groups
                  effect: LSF may reject the unit because it does not fit the order of COMPUTE_UNIT_TYPES
                  help: put the member into a unit of the right type, and name that unit here
            "#]],
        );
    }

    // covers LSB-H035
    #[test]
    fn no_level_is_left_out() {
        check_units(
            "e1 (hostA) encl\nc1 (e1) cab\nr1 (c1) rack\n",
            expect![[r#"
                8:5-8:7 error `e1` is a unit of type `encl`; a unit of type `cab` holds units of type `rack`
                  effect: LSF may reject the unit because it does not fit the order of COMPUTE_UNIT_TYPES
                  help: put the member into a unit of the right type, and name that unit here
                9:5-9:7 error `c1` is a unit of type `cab`; a unit of type `rack` holds units of type `encl`
                  effect: LSF may reject the unit because it does not fit the order of COMPUTE_UNIT_TYPES
                  help: put the member into a unit of the right type, and name that unit here
            "#]],
        );
    }

    #[test]
    fn accepts_one_level_after_the_other_and_what_is_not_known() {
        check_units("e1 (hostA hg) encl\nr1 (e1) rack\nc1 (r1) cab\n", expect![[""]]);
        check_units("r1 (elsewhere) rack\nx1 (e9) other\ne1 (host[1-4]) encl\n", expect![[""]]);
    }
}
