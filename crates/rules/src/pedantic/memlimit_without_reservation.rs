use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_spec::PHASED_RESOURCES;
use lsflint_syntax::ast::resreq::{ResReq, RusageSection, UsageItem};

use crate::requirement::content::{requirement, sections_in};

rule! {
    /// Finds a memory limit of a queue or application profile that reserves no memory.
    ///
    /// # Effect
    /// MEMLIMIT kills jobs that use more; it keeps nothing free for them. LSF may place more jobs on a host than its memory can hold.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 8000000
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 8000000
    /// RES_REQ    = rusage[mem=8000]
    /// End Queue
    /// ```
    ///
    /// Jobs may bring their own reservation, so the rule is off unless selected.
    ///
    /// # Notes
    /// Reports of hosts that ran out of memory although all jobs had limits.
    pub W108 "memlimit-without-reservation" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [ibm("lsf_admin/usage_string", "Usage string")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(limit) = context.entry("MEMLIMIT").filter(|it| it.has_value()) else { return };
    let judged = match (context.entry("RES_REQ"), requirement(context)) {
        (None, _) => !context.file.has_gaps(),
        (Some(_), Some((_, requirement))) => !reserves_memory(requirement),
        (Some(_), None) => false,
    };
    if judged {
        findings
            .report(limit.name.range(), "memory is limited, but not reserved")
            .effect("LSF may place more jobs on a host than its memory can hold")
            .help("add `rusage[mem=...]` to RES_REQ");
    }
}

fn reserves_memory(requirement: ResReq<'_>) -> bool {
    let items = requirement.simples().flat_map(sections_in::<RusageSection<'_>>).flat_map(RusageSection::items);
    items.filter_map(UsageItem::name).any(|it| PHASED_RESOURCES.contains(&&*it.text()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    #[track_caller]
    fn check_queue(lines: &str, expect: expect_test::Expect) {
        check("W108", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = a\n{lines}\nEnd Queue\n"), expect);
    }

    // covers users-pain 4, users-pain 28
    #[test]
    fn a_limit_keeps_nothing_free() {
        check_queue(
            "MEMLIMIT = 8000000",
            expect![[r#"
            3:1-3:9 info memory is limited, but not reserved
              effect: LSF may place more jobs on a host than its memory can hold
              help: add `rusage[mem=...]` to RES_REQ
        "#]],
        );
        check_queue(
            "MEMLIMIT = 8000000\nRES_REQ = select[mem>5] rusage[lic=1]",
            expect![[r#"
            3:1-3:9 info memory is limited, but not reserved
              effect: LSF may place more jobs on a host than its memory can hold
              help: add `rusage[mem=...]` to RES_REQ
        "#]],
        );
    }

    #[test]
    fn a_reservation_does() {
        check_queue("MEMLIMIT = 8000000\nRES_REQ = rusage[mem=8000]", expect![[""]]);
        check_queue("MEMLIMIT = 8000000\nRES_REQ = {{ requirement }}", expect![[""]]);
    }
}
