use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::ast::resreq::Section;
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, short, with_whitespace_before};
use crate::requirement::content::{section_around, section_name};

rule! {
    /// Finds items of `order`, `span`, `same`, `cu` and `affinity` that are not separated by colons.
    ///
    /// # Effect
    /// LSF rejects the string, and the queue or application profile has no resource requirement.
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
    /// Unsafe: enables a requirement that LSF currently rejects.
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
            (format!("invalid separator `{text}` between items of `{section}`"), "write `:`", Some((range, ":")))
        }
        ResReqError::MissingSeparator => {
            let gap = TextRange::new(with_whitespace_before(whole, range).start(), range.start());
            (format!("missing separator before `{text}`"), "separate items with `:`", Some((gap, ":")))
        }
        ResReqError::EmptyItem => (format!("missing item next to `{text}`"), "remove the separator", Some((range, ""))),
        ResReqError::UnexpectedText => {
            let what = short(text).map_or_else(|| "text".to_owned(), |it| format!("`{it}`"));
            (format!("unexpected {what} in `{section}`"), "remove it", None)
        }
        ResReqError::InvalidName => {
            (format!("invalid resource name `{text}`"), "use letters, digits and `_`, and begin with a letter", None)
        }
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
    crate::testing::fixture![[r#"
        //# keys of order
        //- resreq
        order[ut, mem]
                ^ R401 error invalid separator `,` between items of `order`
            = fixed: order[ut: mem]
        order[ut mem]
                 ^^^ R401 error missing separator before `mem`
                 = help: separate items with `:`
            = fixed: order[ut:mem]
        order[:ut]
              ^ R401 error missing item next to `:`
            = fixed: order[ut]

        //# names of same
        //- resreq
        same[type,model]
                 ^ R401 error invalid separator `,` between items of `same`
            = fixed: same[type:model]

        //# items of cu
        //- resreq
        cu[type=rack,maxcus=2]
                    ^ R401 error invalid separator `,` between items of `cu`
            = fixed: cu[type=rack:maxcus=2]

        //# options of affinity
        //- resreq
        affinity[core(2),cpubind=core]
                        ^ R401 error invalid separator `,` between items of `affinity`
            = fixed: affinity[core(2):cpubind=core]
        affinity[core(2,)]
                       ^ R401 error missing item next to `,`
            = fixed: affinity[core(2)]

        //# text of another language
        //- resreq
        order[mem;ut]
                 ^^^ R401 error unexpected `;ut` in `order`
                 = help: remove it
        same[app.lic]
             ^^^^^^^ R401 error invalid resource name `app.lic`
             = help: use letters, digits and `_`, and begin with a letter

        //# other sections have commas
        //- resreq
        span[ptile='!',A:2] rusage[mem=1,swp=2] affinity[core(2,same=socket)] order[ut:mem]
        rusage[mem=1 swp=2] select[a, b]

        //# writes colons
        //- resreq
        order[ut,mem , tmp]
                ^ R401 error invalid separator `,` between items of `order`
                     ^ R401 error invalid separator `,` between items of `order`
            = fixed: order[ut:mem : tmp]
        same[type model]
                  ^^^^^ R401 error missing separator before `model`
            = fixed: same[type:model]
        cu[maxcus=2::balance]
                   ^ R401 error missing item next to `:`
            = fixed: cu[maxcus=2:balance]
    "#]];
}
