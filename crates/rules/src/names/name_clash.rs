use lsflint_lint::{FileContext, FileSection, Findings, Item, Reads, rule};
use lsflint_spec::{Definition, FileKind};
use lsflint_syntax::Token;
use rustc_hash::FxHashMap;

rule! {
    /// Finds host groups, host partitions and compute units in lsb.hosts with the same name.
    ///
    /// # Effect
    /// All three can appear in the same host lists, so it is not certain which one a queue or limit refers to.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// End HostGroup
    /// Begin HostPartition
    /// HPART_NAME  = rack1
    /// HOSTS       = hostA
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// End HostGroup
    /// Begin HostPartition
    /// HPART_NAME  = part1
    /// HOSTS       = hostA
    /// USER_SHARES = [default, 1]
    /// End HostPartition
    /// ```
    pub X305 "name-clash" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.hosts", "names of host groups and compute units must be unique"),
        ],
        checks: [PartsOfFile(Reads::SECTIONS.union(Reads::NAMES), check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsbHosts {
        return;
    }
    let mut seen: FxHashMap<String, (Definition, Token<'_>)> = FxHashMap::default();
    for section in context.sections() {
        let Some(spec) = section.spec else { continue };
        let Some(definition) = spec.defines else { continue };
        // The Host table lists hosts that are defined elsewhere, and names that are not hosts.
        if spec.name == "Host" {
            continue;
        }
        for name in names(&section, &definition) {
            let (other, first) = *seen.entry(name.text().into_owned()).or_insert((definition, name));
            // A duplicate of the same kind is another finding.
            if other == definition {
                continue;
            }
            let (text, what) = (name.text(), definition.what);
            let ignored =
                if section.section.header().is_some() { Item::Row.ignored() } else { Item::Section.ignored() };
            findings
                .report(name.range(), format!("{what} `{text}` has the same name as a {}", other.what))
                .consequence(
                    ignored
                        .called("this definition")
                        .possible()
                        .because("which of the two a host list refers to is undefined"),
                )
                .help("rename one of them")
                .related(first.range(), format!("the {}", other.what));
        }
    }
}

/// The names that a section defines.
fn names<'a>(section: &FileSection<'a>, definition: &Definition) -> Vec<Token<'a>> {
    let is_name = |it: Token<'_>| it.text().eq_ignore_ascii_case(definition.key);
    let known = |it: &Token<'_>| !lsflint_syntax::is_templated(it.raw());
    let Some(header) = section.section.header() else {
        let entries = section.section.unconditional_entries().filter(|it| it.key().is_some_and(is_name));
        return entries.filter_map(|it| it.value()?.single_word()).filter(known).collect();
    };
    let Some(column) = header.columns().position(is_name) else { return Vec::new() };
    let width = header.columns().count();
    let rows = section.section.rows().filter(|it| it.cells().count() == width);
    let name =
        |row: lsflint_syntax::ast::TableRow<'a>| row.cells().nth(column).filter(|it| !it.is_unset())?.single_word();
    rows.filter_map(name).filter(known).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one name for two things
        //- Host of lsb.hosts
        HOST_NAME MXJ
        g3 1
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g1 (h1)
        g1 (h1)
        g2 (h2)
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        g2 (h1) rack
        ^^ X305 warning compute unit `g2` has the same name as a host group
        g3 (h2) rack
        //- HostPartition of lsb.hosts
        HPART_NAME = g1
                     ^^ X305 warning host partition `g1` has the same name as a host group
        HOSTS = h1
        USER_SHARES = [default, 1]
    "#]];
}
