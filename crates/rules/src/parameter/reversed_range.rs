use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar, ParamSpec, lists};
use lsflint_syntax::ast::{AstNode, HostRange, ReservationLimits, number};
use lsflint_syntax::{Node, SyntaxKind, TextRange, Token};

use crate::parameter::wording;

rule! {
    /// Finds ranges whose first number is larger than the last: host names, ports, CPUs, addresses, reservation limits.
    ///
    /// # Effect
    /// The range is empty. LSF logs an error and ignores the range.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = node[20-10]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = node[10-20]
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// Based on the reference pages of the port and address parameters and of RESRSV_LIMIT.
    pub P203 "reversed-range" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            manual("Platform LSF Reference 6.2, page 359", "the first number of a range must be less than the second"),
        ],
        checks: [SettingOf(has_ranges, check)],
    }
}

fn has_ranges(spec: &ParamSpec) -> bool {
    let ranges = matches!(
        spec.grammar,
        Grammar::HostList | Grammar::Names(_) | Grammar::Location | Grammar::ReservationLimits | Grammar::Shape(_)
    );
    ranges && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(node) = context.setting.known_value().and_then(|it| it.content()) else { return };
    if context.broken {
        return;
    }
    let mut report = |range: TextRange, first: &str, last: &str| {
        let Some(spec) = context.setting.spec else { return };
        let name = context.setting.display_name();
        findings
            .report(range, format!("reversed range from {first} to {last} in `{name}`"))
            .capped(spec.confidence)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the range")
                    .logged()
                    .because("it is empty")
                    .possible_unless(wording::is_sure(spec)),
            )
            .help("write the smaller number first");
    };
    if let Some(limits) = ReservationLimits::cast(node) {
        for limit in limits.items() {
            if let (Some(min), Some(max)) = (limit.minimum(), limit.maximum())
                && min.unit().map(Token::text) == max.unit().map(Token::text)
                && min.value() > max.value()
            {
                report(min.range().cover(max.range()), &min.number().text(), &max.number().text());
            }
        }
    } else if node.kind() == SyntaxKind::SHAPE {
        let pair = context.setting.spec.is_some_and(|it| lists::MINIMUM_AND_MAXIMUM.contains(&it.name));
        shape(node, pair, &mut report);
    } else {
        hosts(node, &mut report);
    }
}

/// Checks ranges such as `[20-10]` in host names, at any depth.
fn hosts(node: Node<'_>, report: &mut impl FnMut(TextRange, &str, &str)) {
    for child in node.children() {
        let Some(range) = HostRange::cast(child) else {
            hosts(child, report);
            continue;
        };
        for bound in range.bounds() {
            if let Some(last) = bound.last
                && number(bound.first) > number(last)
            {
                report(bound.first.range().cover(last.range()), &bound.first.text(), &last.text());
            }
        }
    }
}

/// Checks `6000-5000` as three tokens or within one word: CPU lists, IPv4 addresses.
///
/// `pair`: two numbers with a space between them are a minimum and a maximum.
fn shape(node: Node<'_>, pair: bool, report: &mut impl FnMut(TextRange, &str, &str)) {
    let mut before: [Option<Token<'_>>; 2] = [None, None];
    for token in node.tokens().filter(|it| !it.kind().is_trivia()) {
        if let [Some(first), Some(minus)] = before
            && minus.kind() == SyntaxKind::MINUS
            && first.kind() == SyntaxKind::INTEGER
            && token.kind() == SyntaxKind::INTEGER
            && number(first) > number(token)
        {
            report(first.range().cover(token.range()), &first.text(), &token.text());
        }
        if let [_, Some(first)] = before
            && pair
            && first.kind() == SyntaxKind::INTEGER
            && token.kind() == SyntaxKind::INTEGER
            && number(first) > number(token)
        {
            report(first.range().cover(token.range()), &first.text(), &token.text());
        }
        if token.kind() == SyntaxKind::WORD {
            let text = token.text();
            for piece in text.split([',', '.']) {
                let parsed = piece
                    .split_once('-')
                    .and_then(|(a, b)| Some((a, b, a.parse::<u64>().ok()?, b.parse::<u64>().ok()?)));
                if let Some((first, last, a, b)) = parsed
                    && a > b
                {
                    report(token.range(), first, last);
                }
            }
        }
        before = [before[1], Some(token)];
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads host names
        //- each Queue
        HOSTS = node[20-10] r[1-2]n[1-4,9-7]
                     ^^^^^ P203 error reversed range from 20 to 10 in `HOSTS`
                                        ^^^ P203 error reversed range from 9 to 7 in `HOSTS`
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g (host[20-10])
                ^^^^^ P203 error reversed range from 20 to 10 in `GROUP_MEMBER`

        //# reads limits ports and addresses
        //- each Queue
        RESRSV_LIMIT = [mem=800,400] [swp=5]
                            ^^^^^^^ P203 warning reversed range from 800 to 400 in `RESRSV_LIMIT`
                            = effect: LSF may log an error and ignore the range because it is empty
        //#
        //- lsf.conf
        LSF_NIOS_PORT_RANGE=6000-5000
                            ^^^^^^^^^ P203 error reversed range from 6000 to 5000 in `LSF_NIOS_PORT_RANGE`
        LSF_UDP_PORT_RANGE=5000-6000
        //#
        //- Parameters of lsf.cluster.c1
        LSF_HOST_ADDR_RANGE = 10.30-1.*
                              ^^^^^^^^^ P203 error reversed range from 30 to 1 in `LSF_HOST_ADDR_RANGE`

        //# reads a minimum and a maximum
        //- each Parameters
        RELAX_JOB_DISPATCH_ORDER = ALLOC_REUSE_DURATION[30 10]
                                                        ^^^^^ P203 warning
                                        = reversed range from 30 to 10 in `RELAX_JOB_DISPATCH_ORDER`
        RELAX_JOB_DISPATCH_ORDER = ALLOC_REUSE_DURATION[10 30]
        //- each Queue: JOB_SIZE_LIST = 4 2

        //# is silent about growing ranges
        //- each Queue
        HOSTS = node[09-10] node[5-5]
          RESRSV_LIMIT = [mem=400,800]
    "#]];
}
