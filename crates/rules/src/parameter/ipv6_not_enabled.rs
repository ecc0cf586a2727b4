use lsflint_lint::{Consequence, FileContext, Findings, Item, SettingContext, rule};
use lsflint_model::View;
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds IPv6 addresses in a cluster that does not enable IPv6.
    ///
    /// # Effect
    /// LSF_ENABLE_SUPPORT_IPV6=Y in lsf.conf is required for IPv6 addresses. Without it, LSF may ignore the line of the
    /// `hosts` file, and hosts may not join through the address range.
    ///
    /// # Example
    /// ```hosts
    /// 2001:db8::1 hostA
    ///
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// # Use instead
    /// ```hosts
    /// 2001:db8::1 hostA
    ///
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// LSF_ENABLE_SUPPORT_IPV6=Y
    /// ```
    pub P402 "ipv6-not-enabled" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            ibm("hosts", "IPv6 addresses can be used if LSF_ENABLE_SUPPORT_IPV6 is defined"),
            manual(
                "Platform LSF Configuration Reference 7.3, page 376",
                "LSF_HOST_ADDR_RANGE: LSF_ENABLE_SUPPORT_IPV6 must be defined to use IPv6 addresses; no host can \
                 join if the range is wrong",
            ),
        ],
        checks: [File(lines), SettingNamed(lists::ADDRESS_RANGES, ranges)],
    }
}

/// Reports only the first such line of a `hosts` file, because all have the same cause.
fn lines(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::Hosts || context.file.template {
        return;
    }
    let text = &*context.file.text;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let word = line.split_ascii_whitespace().next().filter(|it| !it.starts_with('#')).unwrap_or_default();
        if is_ipv6(word) {
            let start = offset + line.find(word).unwrap_or(0);
            let size = |it: usize| TextSize::new(u32::try_from(it).unwrap_or(0));
            let range = TextRange::at(size(start), size(word.len()));
            report(range, Item::Line.ignored().possible(), context.cluster, findings);
            return;
        }
        offset += line.len();
    }
}

fn ranges(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range());
    let words = || text.split([' ', '\t', '(', ')', '"']);
    if words().any(|it| it.contains(':') && it.bytes().all(|it| it.is_ascii_hexdigit() || b":*-.".contains(&it))) {
        let consequence = Item::Value.ignored().called("the address").possible();
        report(value.range(), consequence, context.file.cluster, findings);
    }
}

fn is_ipv6(word: &str) -> bool {
    word.matches(':').count() > 1 && word.bytes().all(|it| it.is_ascii_hexdigit() || b":.".contains(&it))
}

fn report(range: TextRange, consequence: Consequence, view: View<'_>, findings: &mut Findings) {
    let enabled = view.conf("LSF_ENABLE_SUPPORT_IPV6");
    if enabled.yes(false) != Some(false) {
        return;
    }
    let found = findings
        .report(range, "IPv6 address in a cluster without IPv6 support")
        .consequence(consequence)
        .help("set `LSF_ENABLE_SUPPORT_IPV6=Y` in lsf.conf");
    if let Some(field) = enabled.field() {
        found.related_at(field.place(), "disabled here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# addresses of hosts
        //- hosts
        # 2001:db8::5
        10.0.0.1 hostA
        2001:db8::1 hostB
        ^^^^^^^^^^^ P402 warning IPv6 address in a cluster without IPv6 support
            = related lsf.conf:1:25 disabled here
        2001:db8::2 hostC
        //- lsf.conf: LSF_ENABLE_SUPPORT_IPV6=N
        //#
        //- hosts
        # 2001:db8::5
        10.0.0.1 hostA
        2001:db8::1 hostB
        2001:db8::2 hostC
        //- lsf.conf: LSF_ENABLE_SUPPORT_IPV6=Y
        //#
        //- hosts
        # 2001:db8::5
        10.0.0.1 hostA
        2001:db8::1 hostB
        2001:db8::2 hostC

        //# ranges of addresses
        //- lsf.conf
        //- each Parameters of lsf.cluster.c
        LSF_HOST_ADDR_RANGE = 1080::8:*
                              ^^^^^^^^^ P402 warning IPv6 address in a cluster without IPv6 support
                              = effect: LSF may ignore the address
        LSF_HOST_ADDR_RANGE = 10.1.*.*
    "#]];
}
