use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_spec::{FileKind, SHIPPED_RESERVED_NAMES, builtin_resource, reserved_name};
use lsflint_syntax::Token;

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds resources in lsf.shared with the name of a built-in resource.
    ///
    /// # Effect
    /// LIM reports the row and drops it. The name keeps its built-in meaning, also in resource requirements.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// mem          Numeric 30       N          (memory of the device)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// devmem       Numeric 30       N          (memory of the device)
    /// End Resource
    /// ```
    ///
    /// To override a built-in load index, define and map a resource with another name, and let its elim report the
    /// built-in name. The three `define_ncpus_*` rows that LSF installs as `Boolean () ()` are not reported.
    pub E003 "built-in-redefined" {
        family: External, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/resource_section_configure", "names of built-in resources are reserved"),
            volclava(
                "lsf/lib/lib.conf.c",
                "do_Resources",
                "`Resource name ... reserved or previously defined`: the row is ignored",
            ),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let shared = ResourceRow::of(context);
    let Some(token) = shared.as_ref().map(|it| it.name).or_else(|| global_name(context)) else { return };
    let name = token.text();
    let shipped = shared.as_ref().is_some_and(ResourceRow::is_static_boolean);
    if !reserved_name(&name) || shipped && SHIPPED_RESERVED_NAMES.contains(&&*name) {
        return;
    }
    let builtin = builtin_resource(&name);
    let message = match builtin {
        Some(builtin) if builtin.name != name => {
            format!("`{name}` is an alias of built-in resource `{}`", builtin.name)
        }
        Some(_) => format!("`{name}` is a built-in resource"),
        None => format!("`{name}` is a reserved name"),
    };
    let found = findings
        .report(token.range(), message)
        .consequence(Item::Row.ignored().logged().so("the name keeps its built-in meaning"));
    match builtin.filter(|it| it.threshold) {
        Some(builtin) => {
            found.help(format!("define and map a resource with another name whose elim reports `{}`", builtin.name))
        }
        None => found.help("choose another name"),
    };
}

/// The name in a row of the global resources of lsb.globalpolicies, where the same names are reserved.
fn global_name<'a>(row: &RowContext<'a>) -> Option<Token<'a>> {
    let section = &row.table.section;
    let global =
        section.file.kind() == FileKind::LsbGlobalPolicies && section.spec.is_some_and(|it| it.name == "Resource");
    row.cell("RESOURCENAME").filter(|_| global && !row.broken)?.single_word()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports built in names and aliases
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        mem Numeric 30 N (x)
        ^^^ E003 error `mem` is a built-in resource
        cpu Numeric 30 Y (x)
        ^^^ E003 error `cpu` is an alias of built-in resource `r1m`
        hname String () () (x)
        ^^^^^ E003 error `hname` is a built-in resource
            = help: choose another name
        logins Numeric 30 Y (x)
        ^^^^^^ E003 error `logins` is a reserved name
        memfree Numeric 30 N (x)

        //# reports global resources
        //- each Resource of lsb.globalpolicies
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
          mem Numeric () N (x)
          ^^^ E003 error `mem` is a built-in resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
          glic Numeric () N (x)

        //# the installed rows are left alone
        //- each Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
          define_ncpus_cores Boolean () () (x)
          MEM Numeric 30 N (x)
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
          define_ncpus_cores Numeric 30 N (x)
          ^^^^^^^^^^^^^^^^^^ E003 error `define_ncpus_cores` is a reserved name
    "#]];
}
