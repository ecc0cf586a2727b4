use core::net::{Ipv4Addr, Ipv6Addr};

use lsflint_lint::{FileContext, Findings, Item, Severity, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::Token;
use rustc_hash::FxHashMap;

rule! {
    /// Finds invalid addresses and names in the LSF hosts file, and aliases that are the name of another host.
    ///
    /// # Effect
    /// The library function that reads the address returns 255.255.255.255 for a text that is not one, and completes an
    /// address with fewer than four numbers with zeros: LSF connects to another machine or to none.
    ///
    /// # Example
    /// ```hosts
    /// 10.0.O.1  host1
    /// 10.0.2    host2  host3
    /// 10.0.0.3  host3
    /// ```
    ///
    /// # Use instead
    /// ```hosts
    /// 10.0.0.1  host1
    /// 10.0.0.2  host2  login
    /// 10.0.0.3  host3
    /// ```
    pub X424 "host-address" {
        family: Names, scope: OwnFile, severity: Error,
        sources: [
            ibm("hosts", "addresses have four numbers or IPv6 groups; a name does not end with a minus sign or period"),
            reader(
                "bytedance/volclava",
                "lsf/lib/lib.host.c",
                "mkHostTab",
                "the first word is read with `inet_addr`, and its result is not checked",
            ),
        ],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::Hosts || context.file.template {
        return;
    }
    let lines: Vec<Vec<Token<'_>>> = context.loose_lines().map(|it| it.words().collect()).collect();
    let lines = || lines.iter().filter(|it| !it.iter().any(|it| lsflint_syntax::is_templated(&it.text())));
    let official: FxHashMap<String, Token<'_>> =
        lines().filter_map(|it| it.get(1)).map(|it| (it.text().to_ascii_lowercase(), *it)).collect();
    for line in lines() {
        if let Some(word) = line.first() {
            address(*word, findings);
        }
        for word in line.iter().skip(1) {
            name(*word, findings);
        }
        let Some(host) = line.get(1) else { continue };
        for alias in line.iter().skip(2).filter(|it| !it.text().eq_ignore_ascii_case(&host.text())) {
            let Some(other) = official.get(&alias.text().to_ascii_lowercase()) else { continue };
            findings
                .report(alias.range(), format!("alias `{}` is the name of another host", alias.text()))
                .severity(Severity::Warning)
                .consequence(Item::Value.ignored().called("the alias").possible())
                .help("use another alias")
                .related(other.range(), "the other host");
        }
    }
}

fn address(word: Token<'_>, findings: &mut Findings) {
    let text = word.text();
    if text.parse::<Ipv4Addr>().is_ok() || text.parse::<Ipv6Addr>().is_ok() {
        return;
    }
    let (message, read) = match completed(&text) {
        Some(read) => (format!("address `{text}` is not four decimal numbers"), read),
        None => (format!("`{text}` is not an address"), Ipv4Addr::BROADCAST),
    };
    let found = findings.report(word.range(), message).help("write an address such as `10.1.2.3`");
    found.consequence(Item::Value.read_as(read.to_string()).called("the address"));
}

/// The address that `inet_addr` makes of a text with fewer than four numbers, or with octal (`010`) or hexadecimal
/// ones: the last number fills the remaining bytes.
fn completed(text: &str) -> Option<Ipv4Addr> {
    let number = |it: &str| {
        if let Some(digits) = it.strip_prefix("0x").or_else(|| it.strip_prefix("0X")) {
            return u32::from_str_radix(digits, 16).ok();
        }
        let digits = !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        let radix = if it.len() > 1 && it.starts_with('0') { 8 } else { 10 };
        digits.then(|| u32::from_str_radix(it, radix).ok()).flatten()
    };
    let numbers: Vec<u32> = text.split('.').map(number).collect::<Option<_>>()?;
    let (last, first) = numbers.split_last().filter(|it| it.1.len() < 4)?;
    let rest = 8 * (4 - first.len());
    let fits = first.iter().all(|it| *it < 256) && u64::from(*last) < 1 << rest;
    let high = first.iter().enumerate().map(|(place, it)| it << (24 - 8 * place)).sum::<u32>();
    fits.then(|| Ipv4Addr::from(high | *last))
}

fn name(word: Token<'_>, findings: &mut Findings) {
    let text = word.text();
    // A name range ends with a bracket.
    let labels = || text.split('.');
    let wrong = text.ends_with('-')
        || labels().any(str::is_empty)
        || text.chars().any(|it| !it.is_ascii_alphanumeric() && !"-_.[],:*".contains(it));
    if wrong {
        findings
            .report(word.range(), format!("`{text}` is not a host name"))
            .consequence(Item::Value.rejected().called("the name").possible())
            .severity(Severity::Warning)
            .help("use letters, digits and `-`, and one period between the parts");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# addresses
        //- hosts
        10.1.o.4 m1
        ^^^^^^^^ X424 error `10.1.o.4` is not an address
        10.1.4 m2
        ^^^^^^ X424 error address `10.1.4` is not four decimal numbers
        10.1.0.010 m3
        ^^^^^^^^^^ X424 error address `10.1.0.010` is not four decimal numbers
        10.1.0.256 m4
        ^^^^^^^^^^ X424 error `10.1.0.256` is not an address
        10..1.0 m5
        ^^^^^^^ X424 error `10..1.0` is not an address
        //#
        //- hosts
        10.1.0.4 m1
        fe80::1 m2
        ::ffff:10.0.0.1 m3

        //# names
        //- hosts
        10.1.0.4 m1 m1..example.com login-
                    ^^^^^^^^^^^^^^^ X424 warning `m1..example.com` is not a host name
                    = effect: LSF may reject the name
                    = help: use letters, digits and `-`, and one period between the parts
                                    ^^^^^^ X424 warning `login-` is not a host name
        //#
        //- hosts: 10.1.0.4 m1 node[1-4] m_1.example.com

        //# aliases
        //- hosts
        10.1.0.4 m1 M2
                    ^^ X424 warning alias `M2` is the name of another host
        10.1.0.5 m2 m2
    "#]];
}
