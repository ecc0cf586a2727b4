use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar, ParamSpec};
use lsflint_syntax::ast::Shape;
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds IPv4 addresses and address ranges with a number above 255.
    ///
    /// # Effect
    /// Each of the four parts of an IPv4 address is a number from 0 to 255. LSF rejects a line with a larger number,
    /// and no host can join through it.
    ///
    /// # Example
    /// ```lsf.cluster.west
    /// Begin Parameters
    /// LSF_HOST_ADDR_RANGE = 10.1-300.*.*
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.west
    /// Begin Parameters
    /// LSF_HOST_ADDR_RANGE = 10.1-30.*.*
    /// End Parameters
    /// ```
    pub P217 "address-out-of-range" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            manual(
                "Platform LSF Configuration Reference 7.3, page 376",
                "LSF_HOST_ADDR_RANGE: if an address range is wrong, no host can join dynamically",
            ),
            ibm("lsf.cluster", "LSF_HOST_ADDR_RANGE: the form of addresses and ranges"),
        ],
        checks: [SettingOf(has_addresses, check)],
    }
}

/// The largest number in a part of an IPv4 address.
const LARGEST: u64 = 255;

fn has_addresses(spec: &ParamSpec) -> bool {
    matches!(spec.grammar, Grammar::Shape(_)) && spec.name.contains("ADDR")
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(shape) = context.setting.typed::<Shape<'_>>().filter(|_| !context.broken) else { return };
    for word in shape.tokens() {
        let text = word.text();
        // IPv6 addresses have other limits.
        if text.contains(':') || !text.contains('.') {
            continue;
        }
        let mut at = 0;
        for piece in text.split(['.', '-', '*']) {
            let too_large = piece.parse::<u64>().is_ok_and(|it| it > LARGEST);
            if let (true, Ok(start)) = (too_large, TextSize::try_from(at)) {
                findings
                    .report(
                        TextRange::at(word.range().start() + start, TextSize::of(piece)),
                        format!("invalid number {piece} in IPv4 address"),
                    )
                    .capped(Confidence::High)
                    .consequence(Item::Value.rejected().called("the address").so("no host can join through it"))
                    .about(word.range())
                    .help("write numbers from 0 to 255");
            }
            at += piece.len() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# each part has eight bits
        //- each Parameters of lsf.cluster.c1
        LSF_HOST_ADDR_RANGE = 10.1-300.*.*
                                   ^^^ P217 error invalid number 300 in IPv4 address
        LSF_HOST_ADDR_RANGE = 10.1.2.3 10.1.256.3
                                            ^^^ P217 error invalid number 256 in IPv4 address
        LSF_HOST_ADDR_RANGE = 10.*-255.0.*
        LSF_HOST_ADDR_RANGE = fe80:300:1-10
    "#]];
}
