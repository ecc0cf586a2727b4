use lsflint_lint::{FileContext, Findings, Item, Severity, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::{TextRange, Token};
use rustc_hash::FxHashMap;

rule! {
    /// Finds hosts whose addresses are not on consecutive lines of the LSF hosts file, and host names of one character.
    ///
    /// # Effect
    /// LSF reads consecutive lines of a host as one block and does not assign later addresses to the same host. A host
    /// name must have more than one character.
    ///
    /// # Example
    /// ```hosts
    /// 10.0.0.1  host1
    /// 10.0.0.2  host2
    /// 10.1.0.1  host1
    /// ```
    ///
    /// # Use instead
    /// ```hosts
    /// 10.0.0.1  host1
    /// 10.1.0.1  host1
    /// 10.0.0.2  host2
    /// ```
    pub X421 "addresses-apart" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm("hosts", "consecutive lines for the addresses of a host; names of one character are not allowed"),
        ],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::Hosts || context.file.template {
        return;
    }
    let mut last: FxHashMap<String, (usize, TextRange)> = FxHashMap::default();
    for (number, line) in context.loose_lines().enumerate() {
        let words: Vec<Token<'_>> = line.words().collect();
        for name in words.iter().skip(1).filter(|it| it.text().chars().count() == 1) {
            findings
                .report(name.range(), format!("host name `{}` is too short", name.text()))
                .severity(Severity::Error)
                .consequence(Item::Value.rejected().called("the name"))
                .help("use a name of at least two characters");
        }
        let Some(host) = words.get(1) else { continue };
        if let Some((before, place)) = last.insert(host.text().into_owned(), (number, host.range()))
            && before + 1 != number
        {
            findings
                .report(host.range(), format!("addresses of `{}` are not on consecutive lines", host.text()))
                .consequence(
                    Item::Line
                        .ignored()
                        .called("the address")
                        .possible()
                        .because("it reads consecutive lines of a host as one block"),
                )
                .help("move the lines of the host together")
                .related(place, "the previous address");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# lines of a host are together
        //- hosts
        10.0.0.1 hostA
        10.0.0.2 hostB
        10.1.0.1 hostA
                 ^^^^^ X421 warning addresses of `hostA` are not on consecutive lines
        //#
        //- hosts
        10.0.0.1 hostA

        # second card
        10.1.0.1 hostA
        10.0.0.2 hostB

        //# names have two characters
        //- hosts
        10.0.0.1 h
                 ^ X421 error host name `h` is too short
                 = effect: LSF rejects the name
                 = help: use a name of at least two characters
        //#
        //- hosts: 10.0.0.1 h1 h1.site.org
    "#]];
}
