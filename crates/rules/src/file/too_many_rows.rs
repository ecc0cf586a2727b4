use lsflint_lint::{FileContext, Findings, Item, Reads, rule};
use lsflint_spec::SectionSpec;
use lsflint_syntax::ast::AstNode;

rule! {
    /// Finds tables with more rows than LSF reads.
    ///
    /// # Effect
    /// LSF reads the rows up to the limit and ignores the rest, so what they define does not exist.
    ///
    /// # Example
    /// ```lsb.users many
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER
    /// groupMANY   (userMANY)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER
    /// everyone    (!)
    /// End UserGroup
    /// ```
    ///
    /// In the example, the row represents 1,100 rows, each with a different number. Use `egroup` to define many groups.
    pub F209 "too-many-rows" {
        family: File, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsb.users", "at most 1024 user groups"),
            ibm("lsf.shared", "at most 1024 host types and host models"),
        ],
        checks: [PartsOfFile(Reads::SECTIONS.union(Reads::NAMES), check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    for spec in context.kind().spec().sections.iter().filter(|it| it.max_rows > 0) {
        check_section(spec, context, findings);
    }
}

/// Checks all sections of a name together.
fn check_section(spec: &'static SectionSpec, context: &FileContext<'_>, findings: &mut Findings) {
    let max = spec.max_rows;
    // A row is a line, so most files need no further check.
    if context.file.text.lines().nth(max).is_none() {
        return;
    }
    let sections = context.sections().into_iter().filter(|it| it.spec.is_some_and(|it| it.name == spec.name));
    // Not all branches are active at the same time.
    let rows = sections.filter(|it| it.branch == 0).flat_map(|it| it.section.rows());
    let mut beyond = rows.skip(max);
    let Some(first) = beyond.next() else { return };
    let more = 1 + beyond.count();
    findings
        .report(
            first.node().trimmed_range(),
            format!("`{}` has {} rows, but LSF reads only {max}", spec.name, max + more),
        )
        .consequence(Item::Row.ignored().called("this row and all rows after it"))
        .help("merge rows, or remove rows that nothing refers to");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_groups(count: usize, expect: Expect) {
        let rows: String = (0..count).map(|it| format!("g{it} (u{it})\n")).collect();
        check("F209", "lsb.users", &format!("Begin UserGroup\nGROUP_NAME GROUP_MEMBER\n{rows}End UserGroup\n"), expect);
    }

    #[test]
    fn counts_user_groups() {
        check_groups(1024, expect![[""]]);
        check_groups(
            1030,
            expect![[r#"
                1027:1-1027:14 warning `UserGroup` has 1030 rows, but LSF reads only 1024
                  effect: LSF ignores this row and all rows after it
                  help: merge rows, or remove rows that nothing refers to
            "#]],
        );
    }

    #[test]
    fn counts_host_types_of_all_sections() {
        let rows = |from: usize| (from..from + 600).map(|it| format!("T{it}\n")).collect::<String>();
        let section = |from| format!("Begin HostType\nTYPENAME\n{}End HostType\n", rows(from));
        check(
            "F209",
            "lsf.shared",
            &(section(0) + &section(600)),
            expect![[r#"
                1030:1-1030:6 warning `HostType` has 1200 rows, but LSF reads only 1024
                  effect: LSF ignores this row and all rows after it
                  help: merge rows, or remove rows that nothing refers to
            "#]],
        );
    }
}
