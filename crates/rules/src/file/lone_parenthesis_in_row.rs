use lsflint_lint::{Applicability, Findings, Fix, Item, RowContext, rule};

rule! {
    /// Finds cells of a table that are nothing but `)`.
    ///
    /// # Effect
    /// An empty value is `()`. LSF takes a `)` without `(` for the value itself.
    ///
    /// # Example
    /// ```lsf.licensescheduler
    /// Begin ProjectGroup
    /// GROUP       SHARES OWNERSHIP LIMITS NON_SHARED
    /// (A (P1 P2)) (1 1)  )         ()     ()
    /// End ProjectGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsf.licensescheduler
    /// Begin ProjectGroup
    /// GROUP       SHARES OWNERSHIP LIMITS NON_SHARED
    /// (A (P1 P2)) (1 1)  ()        ()     ()
    /// End ProjectGroup
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: the value may be a part of one that is missing.
    ///
    /// # Notes
    /// Where the value of the column has a form that `)` does not have, the finding about that form is the only one.
    pub F210 "lone-parenthesis-in-row" {
        family: File, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextValueQ_",
                "a value is in parentheses only if its first character is `(`; another word is the value",
            ),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let file = context.table.section.file;
    for cell in context.cells {
        let range = cell.value_range();
        if usize::from(range.len()) != 1 || file.text(range) != ")" {
            continue;
        }
        if file.file.parse.errors().iter().any(|it| range.contains_range(it.range)) {
            continue;
        }
        findings
            .report(range, format!("`)` without `(` in column `{}`", cell.display_name()))
            .consequence(Item::Value.read_as(")").called("the value").silently())
            .help("write `()` for an empty value")
            .fix(Fix::replace(Applicability::Unsafe, "write `()`", range, "()"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# an empty value has both parentheses
        //- ProjectGroup of lsf.licensescheduler
        GROUP       SHARES OWNERSHIP LIMITS NON_SHARED
        (A (P1 P2)) (1 1)  )         ()     ()
                           ^ F210 warning `)` without `(` in column `OWNERSHIP`
        (B (P3 P4)) (1 1)  ()        ()     ()
        //- fixed lsf.licensescheduler
        -(A (P1 P2)) (1 1)  )         ()     ()
        +(A (P1 P2)) (1 1)  ()         ()     ()
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE DESCRIPTION
        big Boolean )
                    ^ F210 warning `)` without `(` in column `DESCRIPTION`
        fat Boolean ()
        //- fixed lsf.shared
        -big Boolean )
        +big Boolean ()

        //# the finding about the form is enough
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m
        h1        !   )
    "#]];
}
