use lsflint_lint::{Applicability, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::OrderSection;

use crate::requirement::common::{with_whitespace, with_whitespace_before};
use crate::requirement::content::{sections_in, simples};

rule! {
    /// Finds `order` sections that are the same as the default order.
    ///
    /// # Effect
    /// None: `r15s:pg` is the order of jobs without another one.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type==any] order[r15s:pg]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// MBD_SLEEP_TIME = 10
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[type==any]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// MBD_SLEEP_TIME = 10
    /// End Parameters
    /// ```
    ///
    /// Only queues are reported, because they are the lowest level, and only if lsflint can read lsb.params, where
    /// DEFAULT_RESREQ_ORDER can set another default.
    ///
    /// # Fix safety
    /// Safe: the order stays the same.
    pub R407 "order-is-default" {
        family: Requirement, scope: Cluster, severity: Info, fix: Safe, tags: [Unnecessary],
        sources: [ibm("lsf_admin/order_string", "default"), ibm("lsb.params", "DEFAULT_RESREQ_ORDER")],
        checks: [RequirementPart(Part::ORDER, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(setting) = context.setting.filter(|it| it.file.kind() == FileKind::LsbQueues) else { return };
    let Some(default) = &context.cluster.switches().default_order else { return };
    for simple in simples(context) {
        for section in sections_in::<OrderSection<'_>>(simple) {
            if section.bang().is_some() || keys(section).as_deref() != Some(default) {
                continue;
            }
            let range = section.node().trimmed_range();
            let found = findings
                .report(range, format!("`{default}` is the default order"))
                .consequence(
                    Item::String.no_effect().called("the section").because("LSF sorts hosts in this order by default"),
                )
                .help("remove the section");
            // An empty requirement would be another finding.
            let alone = simple.implicit_select().is_none() && simple.sections().count() == 1;
            if !alone {
                found.fix(Fix::replace(
                    Applicability::Safe,
                    "remove the section",
                    gap(&setting.file.file.text, range),
                    "",
                ));
            }
        }
    }
}

/// The section and the whitespace before it, or after it when the section is the first.
fn gap(text: &str, range: TextRange) -> TextRange {
    let before = with_whitespace_before(text, range);
    let first = text[..usize::from(before.start())].ends_with(['=', '"', '\'', '{', '\n']);
    if first { TextRange::new(range.start(), with_whitespace(text, range).end()) } else { before }
}

/// The keys as written, without whitespace; none when one of them is not a plain name.
fn keys(section: OrderSection<'_>) -> Option<String> {
    let mut text = String::new();
    for key in section.keys() {
        if !text.is_empty() {
            text.push(':');
        }
        if key.expression().is_some() {
            return None;
        }
        if key.minus().is_some() {
            text.push('-');
        }
        text.push_str(&key.name()?.text());
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters: MBD_SLEEP_TIME = 10

        //# the default order can go
        //- each Queue
        RES_REQ = type==any order[r15s : pg] span[hosts=1]
                            ^^^^^^^^^^^^^^^^ R407 info `r15s:pg` is the default order
            = fixed: RES_REQ = type==any span[hosts=1]

        //# lsb.params may set another default
        //- Parameters: DEFAULT_RESREQ_ORDER = "-slots:maxslots"
        //- each Queue: RES_REQ = type==any order[r15s : pg] span[hosts=1]
        //#
        //- without lsb.params
        //- each Queue: RES_REQ = type==any order[r15s : pg] span[hosts=1]

        //# profiles replace the order of their queue
        //- each Application: RES_REQ = order[r15s:pg]
    "#]];
}
