use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, TextEdit, rule};
use lsflint_spec::REQUIREMENT_SECTIONS;
use lsflint_syntax::TextSize;

rule! {
    /// Finds EGO requirements in LSF syntax: `select[linux]` instead of `select(linux)`.
    ///
    /// # Effect
    /// EGO has its own syntax, with parentheses. It does not read square brackets, and the service class gets hosts
    /// regardless of the requirement.
    ///
    /// # Example
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME        = gold
    /// PRIORITY    = 10
    /// GOALS       = [THROUGHPUT 6 timeWindow ()]
    /// EGO_RES_REQ = select[linux]
    /// End ServiceClass
    /// ```
    ///
    /// # Use instead
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME        = gold
    /// PRIORITY    = 10
    /// GOALS       = [THROUGHPUT 6 timeWindow ()]
    /// EGO_RES_REQ = select(linux)
    /// End ServiceClass
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that currently has no effect.
    pub R016 "ego-requirement" {
        family: Requirement, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            manual("Platform LSF 7.3 Configuration Reference, page 353", "EGO_RES_REQ: its syntax, `select(...)`"),
        ],
        checks: [SettingNamed(&["EGO_RES_REQ"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value() else { return };
    let range = value.range();
    let text = context.file.text(range);
    let inner = text.trim_start_matches(['"', '\'']);
    let Some((keyword, rest)) = inner.split_once('[') else { return };
    let keyword = keyword.trim_end();
    if !REQUIREMENT_SECTIONS.iter().any(|it| it.name == keyword) {
        return;
    }
    let found = findings
        .report(range, format!("LSF syntax `{keyword}[...]` in an EGO requirement"))
        .consequence(
            Item::Line
                .no_effect()
                .called("the requirement")
                .possible()
                .because("the EGO syntax has no square brackets"),
        )
        .help(format!("write `{keyword}(...)`"));
    let offset = |at: usize| range.start() + TextSize::try_from(at).unwrap_or_default();
    let open = offset(text.len() - rest.len() - 1);
    // Only one section with one pair of brackets has an unambiguous spelling.
    if let Some(close) = rest.find(']').filter(|at| !rest[at + 1..].contains(['[', ']'])) {
        let close = offset(text.len() - rest.len() + close);
        let edit = |at, text: &str| TextEdit {
            range: lsflint_syntax::TextRange::at(at, TextSize::new(1)),
            text: text.to_owned(),
        };
        found.fix(Fix {
            applicability: Applicability::Unsafe,
            title: format!("write `{keyword}(...)`"),
            edits: vec![edit(open, "("), edit(close, ")")],
        });
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# ego has parentheses
        //- each ServiceClass
        EGO_RES_REQ = select[linux && big]
                      ^^^^^^^^^^^^^^^^^^^^ R016 warning LSF syntax `select[...]` in an EGO requirement
            = fixed: EGO_RES_REQ = select(linux && big)
        EGO_RES_REQ = select(linux && big)
    "#]];
}
