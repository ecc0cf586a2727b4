use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::ast::resreq::Section;
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, short, with_blanks_before};
use crate::requirement::content::{section_around, section_name};

rule! {
    /// Finds items of `order`, `span`, `same`, `cu` and `affinity` that are not separated by colons.
    ///
    /// # Effect
    /// LSF refuses the string: a queue or profile then works without any requirement.
    ///
    /// # Example
    /// ```resreq
    /// order[ut, mem]
    /// same[type,model]
    /// cu[type=rack,maxcus=2]
    /// affinity[core(2),cpubind=core]
    /// order[ut:]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// order[ut:mem]
    /// same[type:model]
    /// cu[type=rack:maxcus=2]
    /// affinity[core(2):cpubind=core]
    /// affinity[core(2,same=socket)]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active.
    pub R401 "item-separator" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/order_string", "order"),
            ibm("lsf_admin/same_string", "same"),
            ibm("lsf_admin/compute_unit_string", "cu"),
            ibm("lsf_admin/affinity_res_req_string", "affinity"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(error) = form_error(context) else { return };
    let other = matches!(section_around(context), Some(Section::Select(_) | Section::Rusage(_) | Section::Unknown(_)));
    let Some(section) = section_name(context).filter(|_| !other) else { return };
    let (text, range, whole) = (context.text(), context.error.range, &*context.file.file.text);
    let (message, help, edit) = match error {
        ResReqError::CommaInOrder
        | ResReqError::CommaInSame
        | ResReqError::CommaInCu
        | ResReqError::CommaInAffinity => {
            (format!("`{text}` between items of `{section}`"), "write `:`", Some((range, ":")))
        }
        ResReqError::MissingSeparator => {
            let gap = TextRange::new(with_blanks_before(whole, range).start(), range.start());
            (format!("no separator before `{text}`"), "separate items by `:`", Some((gap, ":")))
        }
        ResReqError::EmptyItem => (format!("nothing on one side of `{text}`"), "remove it", Some((range, ""))),
        ResReqError::UnexpectedText => {
            let what = short(text).map_or_else(|| "this text".to_owned(), |it| format!("`{it}`"));
            (format!("{what} is no part of `{section}`"), "remove it", None)
        }
        ResReqError::InvalidName => (
            format!("`{text}` cannot be the name of a resource"),
            "names have letters, digits and `_`, and begin with a letter",
            None,
        ),
        _ => return,
    };
    let found = Judge::of_error(context).rejects(findings, range, message).help(help);
    if let Some((range, new)) = edit {
        let title = if new.is_empty() { format!("remove `{text}`") } else { format!("write `{new}`") };
        found.fix(Fix::replace(Applicability::Unsafe, title, range, new));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_fix};

    // covers RR302
    #[test]
    fn keys_of_order() {
        check_string(
            "R401",
            "order[ut, mem]",
            expect![[r#"
                1:9-1:10 error `,` between items of `order`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `:`
            "#]],
        );
        check_string(
            "R401",
            "order[ut mem]",
            expect![[r#"
                1:10-1:13 error no separator before `mem`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: separate items by `:`
            "#]],
        );
        check_string(
            "R401",
            "order[:ut]",
            expect![[r#"
                1:7-1:8 error nothing on one side of `:`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove it
            "#]],
        );
    }

    // covers RR603
    #[test]
    fn names_of_same() {
        check_string(
            "R401",
            "same[type,model]",
            expect![[r#"
                1:10-1:11 error `,` between items of `same`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `:`
            "#]],
        );
    }

    // covers RR664
    #[test]
    fn items_of_cu() {
        check_string(
            "R401",
            "cu[type=rack,maxcus=2]",
            expect![[r#"
                1:13-1:14 error `,` between items of `cu`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `:`
            "#]],
        );
    }

    // covers RR710
    #[test]
    fn options_of_affinity() {
        check_string(
            "R401",
            "affinity[core(2),cpubind=core]",
            expect![[r#"
                1:17-1:18 error `,` between items of `affinity`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `:`
            "#]],
        );
        check_string(
            "R401",
            "affinity[core(2,)]",
            expect![[r#"
                1:16-1:17 error nothing on one side of `,`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove it
            "#]],
        );
    }

    #[test]
    fn text_of_another_language() {
        check_string(
            "R401",
            "order[mem;ut]",
            expect![[r#"
                1:10-1:13 error `;ut` is no part of `order`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove it
            "#]],
        );
        check_string(
            "R401",
            "same[app.lic]",
            expect![[r#"
                1:6-1:13 error `app.lic` cannot be the name of a resource
                  effect: LSF rejects the requirement string, so the submission fails
                  help: names have letters, digits and `_`, and begin with a letter
            "#]],
        );
    }

    #[test]
    fn other_sections_have_commas() {
        check_string(
            "R401",
            "span[ptile='!',A:2] rusage[mem=1,swp=2] affinity[core(2,same=socket)] order[ut:mem]",
            expect![[""]],
        );
        check_string("R401", "rusage[mem=1 swp=2] select[a, b]", expect![[""]]);
    }

    #[test]
    fn writes_colons() {
        check_string_fix("R401", "order[ut,mem , tmp]", "order[ut:mem : tmp]");
        check_string_fix("R401", "same[type model]", "same[type:model]");
        check_string_fix("R401", "cu[maxcus=2::balance]", "cu[maxcus=2:balance]");
    }
}
