use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{Dialect, FileKind, Switch};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{ListItem, TableRow};
use rustc_hash::FxHashSet;

use crate::parameter::related;

rule! {
    /// Finds host names in lsb.hosts that versions before 10.1 do not support: several ranges in one name, a range
    /// before the end of the name, a group of ranges or wildcards inside another group.
    ///
    /// # Effect
    /// Before 10.1, a name has at most one range, at its end, and a group that is defined by ranges or wildcards cannot
    /// be a member of another group. LSF reads the word as the name of an unknown host.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// group1     (r[1-2]n[1-8])
    /// End HostGroup
    /// //- lsf.conf
    /// LSF_VERSION=9.1
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// group1     (r1n[1-8] r2n[1-8])
    /// End HostGroup
    /// //- lsf.conf
    /// LSF_VERSION=9.1
    /// ```
    pub V111 "host-pattern-version" {
        family: Version, scope: OwnFile, severity: Warning,
        sources: [ibm("lsb.hosts", "of 9.1 and 10.1")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let target = context.file.cluster.switches().target;
    let groups = context.file.kind() == FileKind::LsbHosts && context.spec.is_some_and(|it| it.name == "HostGroup");
    if !groups || target.dialect != Dialect::Lsf || target.reads(Switch::HostPatterns) {
        return;
    }
    let since = Switch::HostPatterns.spec().since;
    let rows = rows(context);
    let is_pattern = |it: &ListItem<'_>| it.is_pattern();
    let patterns: FxHashSet<String> = rows
        .iter()
        .filter(|(_, members)| members.iter().any(is_pattern))
        .map(|(name, _)| name.text().into_owned())
        .collect();
    for item in rows.iter().flat_map(|(_, members)| members) {
        let (message, help) = if several_ranges(&item.text()) {
            let message = format!("`{}` continues after its first range", item.text());
            (message, "list the hosts so that each word has one range, at its end")
        } else if !item.is_excluded() && patterns.contains(&*item.text()) {
            let message = format!("`{}` is defined by patterns and cannot be a member of a group", item.text());
            (message, "list the members of the group here")
        } else {
            continue;
        };
        findings
            .report(item.range(), message)
            .consequence(
                Item::Value
                    .ignored()
                    .possible()
                    .called("the word")
                    .because(format!("versions before {since} read it as the name of one host")),
            )
            .help(help);
    }
}

/// The names of the groups and their members.
fn rows<'a>(context: &SectionContext<'a>) -> Vec<(Token<'a>, Vec<ListItem<'a>>)> {
    let Some(header) = context.section.header() else { return Vec::new() };
    let column = |name: &str| header.columns().position(|it| related::says(it, name));
    let (Some(name), Some(members)) = (column("GROUP_NAME"), column("GROUP_MEMBER")) else { return Vec::new() };
    let width = header.columns().count();
    let row = |row: TableRow<'a>| {
        let list = row.cells().nth(members).filter(|it| !it.is_templated())?.content()?;
        Some((row.cells().nth(name)?.single_word()?, ListItem::all_in(list).collect()))
    };
    let whole = context.section.rows().filter(|it| it.cells().count() == width);
    whole.filter_map(row).collect()
}

/// Whether a name continues after its first range.
fn several_ranges(name: &str) -> bool {
    name.split_once(']').is_some_and(|(_, rest)| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_VERSION=9.1

        //# one range at the end
        //- each HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
          g (r[1-2]n[1-8] h[1-4]b)
             ^^^^^^^^^^^^ V111 warning `r[1-2]n[1-8]` continues after its first range
                          ^^^^^^^ V111 warning `h[1-4]b` continues after its first range
        GROUP_NAME GROUP_MEMBER
          g (r1n[1-8] r2n[1-8,10])
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g (r[1-2]n[1-8])
        //- lsf.conf: LSF_VERSION=10.1

        //# groups of patterns are alone
        //- each HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
          a (host*)
          b (a)
             ^ V111 warning `a` is defined by patterns and cannot be a member of a group
             = help: list the members of the group here
        GROUP_NAME GROUP_MEMBER
          a (host1)
          b (a)
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        a (host*)
        b (a)
        //- lsf.conf: LSF_VERSION=10.1
    "#]];
}
