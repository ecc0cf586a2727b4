//! Finds resources of lsf.shared with the name of a built-in resource.
//!
//! # Effect
//! LIM reports the row and drops it. The name keeps its built-in meaning, in requirement strings too.
//!
//! # Example
//! ```lsf.shared
//! Begin Resource
//! RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
//! mem          Numeric 30       N          (memory of the device)
//! End Resource
//! ```
//!
//! # Use instead
//! ```lsf.shared
//! Begin Resource
//! RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
//! devmem       Numeric 30       N          (memory of the device)
//! End Resource
//! ```
//!
//! To override a built-in load index, define and map a resource of another name, and let its elim report the built-in name. The three
//! `define_ncpus_*` rows that LSF installs as `Boolean () ()` are left alone.
//!
//! # Sources
//! The reference page of lsf.shared; the chapter on external load indices.

use lsflint_spec::{SHIPPED_RESERVED_NAMES, builtin_resource, reserved_name};

use super::resource_row::ResourceRow;
use crate::context::RowContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("E003", "built-in-redefined", Severity::Error), checks: &[Check::Row(check)] };

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    let name = row.name.text();
    if !reserved_name(&name) || SHIPPED_RESERVED_NAMES.contains(&&*name) && row.is_static_boolean() {
        return;
    }
    let builtin = builtin_resource(&name);
    let message = match builtin {
        Some(builtin) if builtin.name != name => format!("`{name}` is another name of the built-in `{}`", builtin.name),
        Some(_) => format!("`{name}` is built in"),
        None => format!("`{name}` is reserved"),
    };
    let found = findings
        .report(&RULE.meta, row.name.range(), message)
        .effect("LSF drops the row, and the name keeps its own meaning");
    match builtin.filter(|it| it.threshold) {
        Some(builtin) => found
            .help(format!("define a resource of another name and map it; its elim may then report `{}`", builtin.name)),
        None => found.help("choose another name"),
    };
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers SHR053, ELM007
    #[test]
    fn reports_built_in_names_and_aliases() {
        check(
            "E003",
            "lsf.shared",
            "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nmem Numeric 30 N (x)\ncpu Numeric 30 Y (x)\nhname String () () (x)\nlogins Numeric 30 Y (x)\nmemfree Numeric 30 N (x)\nEnd Resource\n",
            expect![[r#"
                3:1-3:4 error `mem` is built in
                  effect: LSF drops the row, and the name keeps its own meaning
                  help: define a resource of another name and map it; its elim may then report `mem`
                4:1-4:4 error `cpu` is another name of the built-in `r1m`
                  effect: LSF drops the row, and the name keeps its own meaning
                  help: define a resource of another name and map it; its elim may then report `r1m`
                5:1-5:6 error `hname` is built in
                  effect: LSF drops the row, and the name keeps its own meaning
                  help: choose another name
                6:1-6:7 error `logins` is reserved
                  effect: LSF drops the row, and the name keeps its own meaning
                  help: choose another name
            "#]],
        );
    }

    #[test]
    fn the_installed_rows_are_left_alone() {
        check(
            "E003",
            "lsf.shared",
            "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\ndefine_ncpus_cores Boolean () () (x)\nMEM Numeric 30 N (x)\nEnd Resource\n",
            expect![[""]],
        );
        check(
            "E003",
            "lsf.shared",
            "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\ndefine_ncpus_cores Numeric 30 N (x)\nEnd Resource\n",
            expect![[r#"
                3:1-3:19 error `define_ncpus_cores` is reserved
                  effect: LSF drops the row, and the name keeps its own meaning
                  help: choose another name
            "#]],
        );
    }
}
