use lsflint_lint::{ElimContext, Findings, Item, rule};
use lsflint_spec::{MAX_ELIM_NAME, MAX_ELIM_VALUE};
use lsflint_syntax::Token;

rule! {
    /// Finds names and values in the output of an elim that exceed the maximum length.
    ///
    /// # Effect
    /// LSF cannot store the word and ignores the value.
    ///
    /// # Example
    /// ```elim
    /// 1 free_scratch_space_of_the_local_solid_state_disks 120
    /// ```
    ///
    /// # Use instead
    /// ```elim
    /// 1 scratch_ssd 120
    /// ```
    pub E208 "elim-word-too-long" {
        family: External, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/resource_section_configure", "names have at most 39 characters"),
            volclava(
                "lsf/lim/lim.rload.c",
                "getusr",
                "a name is read with `%40s`, a value with `%4096s`: what is longer becomes the next word",
            ),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    for pair in context.pairs() {
        judge("name", pair.name, MAX_ELIM_NAME, findings);
        if let Some(value) = pair.value {
            judge("value", value, MAX_ELIM_VALUE, findings);
        }
    }
}

fn judge(what: &str, word: Token<'_>, most: usize, findings: &mut Findings) {
    let length = word.text().chars().count();
    if length > most {
        findings
            .report(word.range(), format!("{what} has {length} characters, but the maximum is {most}"))
            .consequence(Item::Value.ignored().because("it cannot store a word this long"))
            .help(format!("use a shorter {what}"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_elim;

    #[test]
    fn words_have_an_end() {
        let (name, value) = ("n".repeat(40), "v".repeat(4096));
        check_elim(
            "E208",
            &format!("2 {name} 1 os {value}"),
            expect![[r#"
                1:3-1:43 error name has 40 characters, but the maximum is 39
                  effect: LSF ignores the value because it cannot store a word this long
                  help: use a shorter name
                1:49-1:4145 error value has 4096 characters, but the maximum is 4095
                  effect: LSF ignores the value because it cannot store a word this long
                  help: use a shorter value
            "#]],
        );
        check_elim("E208", &format!("2 {} 1 os {}", &name[1..], &value[1..]), expect![[""]]);
    }
}
