use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_spec::{FileKind, SHIPPED_RESERVED_NAMES, builtin_resource, reserved_name};
use lsflint_syntax::Token;

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds resources of lsf.shared with the name of a built-in resource.
    ///
    /// # Effect
    /// LIM reports the row and drops it. The name keeps its built-in meaning, in requirement strings too.
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
    /// To override a built-in load index, define and map a resource of another name, and let its elim report the built-in name. The three
    /// `define_ncpus_*` rows that LSF installs as `Boolean () ()` are left alone.
    pub E003 "built-in-redefined" {
        family: External, scope: Cluster, severity: Error,
        sources: [ibm("lsf.shared", ""), manual("Administering IBM Spectrum LSF", "external load indices")],
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
        Some(builtin) if builtin.name != name => format!("`{name}` is another name of the built-in `{}`", builtin.name),
        Some(_) => format!("`{name}` is built in"),
        None => format!("`{name}` is reserved"),
    };
    let found = findings
        .report(token.range(), message)
        .consequence(Item::Row.ignored().logged().so("the name keeps its own meaning"));
    match builtin.filter(|it| it.threshold) {
        Some(builtin) => found
            .help(format!("define a resource of another name and map it; its elim may then report `{}`", builtin.name)),
        None => found.help("choose another name"),
    };
}

/// The name in a row of the global resources of lsb.globalpolicies, for which the same names are taken.
fn global_name<'a>(row: &RowContext<'a>) -> Option<Token<'a>> {
    let section = &row.table.section;
    let global =
        section.file.kind() == FileKind::LsbGlobalPolicies && section.spec.is_some_and(|it| it.name == "Resource");
    row.cell("RESOURCENAME").filter(|_| global && !row.broken)?.single_word()
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
                  effect: LSF logs an error and ignores the row, so the name keeps its own meaning
                  help: define a resource of another name and map it; its elim may then report `mem`
                4:1-4:4 error `cpu` is another name of the built-in `r1m`
                  effect: LSF logs an error and ignores the row, so the name keeps its own meaning
                  help: define a resource of another name and map it; its elim may then report `r1m`
                5:1-5:6 error `hname` is built in
                  effect: LSF logs an error and ignores the row, so the name keeps its own meaning
                  help: choose another name
                6:1-6:7 error `logins` is reserved
                  effect: LSF logs an error and ignores the row, so the name keeps its own meaning
                  help: choose another name
            "#]],
        );
    }

    // covers LSB-G005
    #[test]
    fn reports_global_resources() {
        let global = |name: &str| {
            format!(
                "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n{name} Numeric () N (x)\nEnd Resource\n"
            )
        };
        check(
            "E003",
            "lsb.globalpolicies",
            &global("mem"),
            expect![[r#"
                3:1-3:4 error `mem` is built in
                  effect: LSF logs an error and ignores the row, so the name keeps its own meaning
                  help: define a resource of another name and map it; its elim may then report `mem`
            "#]],
        );
        check("E003", "lsb.globalpolicies", &global("glic"), expect![[""]]);
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
                  effect: LSF logs an error and ignores the row, so the name keeps its own meaning
                  help: choose another name
            "#]],
        );
    }
}
