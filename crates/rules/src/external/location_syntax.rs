use lsflint_lint::{
    Applicability, ErrorContext, Findings, Fix, Item, RowContext, SettingContext, Severity, TextEdit, rule,
};
use lsflint_model::Knowledge;
use lsflint_spec::{Confidence, FileKind, Grammar, Reading, ResourceType, lists};
use lsflint_syntax::ast::{AstNode, ListItem, Location, LocationHosts, TableRow};
use lsflint_syntax::{StructureError, SyntaxKind, TextRange, ValueError};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds places of resources (LOCATION in ResourceMap) that LSF cannot read, or that put a host in two places at once.
    ///
    /// # Effect
    /// LIM reports the row and drops it or the instance: the resource exists on no host, or on fewer than meant. A host in two instances of
    /// a resource has the first one.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// tok          ([5@all])
    /// lic          ([h1 h2] [h2 h3])
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// tok          (5@[all])
    /// lic          ([h1 h2] [h3])
    /// End ResourceMap
    /// ```
    ///
    /// `all` and `default` stand alone; `~host` stands after `all` only; the three words are in lower case.
    ///
    /// # Fix safety
    /// Unsafe: an instance that LSF ignores today becomes active.
    ///
    /// # Notes
    /// What two open-source readers of the file do with such rows.
    pub E101 "location-syntax" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsf.cluster", ""), manual("Administering IBM Spectrum LSF", "shared resources")],
        checks: [
            SyntaxError(syntax),
            SettingWith(is_location, meaning),
            Row(values),
            Row(exclusions),
            SyntaxError(split),
        ],
    }
}

fn is_location(grammar: &Grammar) -> bool {
    *grammar == Grammar::Location
}

fn syntax(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Location) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(range, format!("{problem} in LOCATION"))
        .capped(broken.spec.confidence)
        .consequence(Item::Row.ignored().called("the row or this instance of the resource").logged().possible())
        .help("write `value@[hosts]` for each instance, all of them in one pair of parentheses");
    let text = &context.file.file.text;
    if lists::LOCATION_WORDS.contains(&context.text()) {
        let bracketed = format!("[{}]", context.text());
        let title = format!("write `{bracketed}`");
        found.help(title.clone()).fix(Fix::replace(Applicability::Unsafe, title, range, bracketed));
    } else if broken.error == ValueError::AmountInBrackets {
        if let Some(fix) = amount_outside(text, range) {
            found.fix(fix);
        }
    } else if let Some(fix) = wording::repair(broken.error, range, &broken.setting, text) {
        found.fix(fix);
    }
}

/// `[5@all]` to `5@[all]`: the amount moves before its bracket.
fn amount_outside(text: &str, amount: TextRange) -> Option<Fix> {
    let open = text[..usize::from(amount.start())].rfind('[')?;
    let open = lsflint_syntax::TextSize::try_from(open).ok()?;
    let moved = text[amount].to_owned();
    let edits =
        vec![TextEdit { range: TextRange::empty(open), text: moved }, TextEdit { range: amount, text: String::new() }];
    Some(Fix { applicability: Applicability::Unsafe, title: "write the amount before the bracket".to_owned(), edits })
}

fn meaning(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(location) = context.setting.typed::<Location<'_>>() else { return };
    if context.broken {
        return;
    }
    let sets: Vec<LocationHosts<'_>> = location.instances().filter_map(|it| it.hosts()).collect();
    for set in &sets {
        words_of(*set, sets.len(), findings);
    }
    others(&sets, findings);
    twice(&sets, findings);
}

/// What stands in one pair of brackets.
fn words_of(set: LocationHosts<'_>, sets: usize, findings: &mut Findings) {
    let items: Vec<ListItem<'_>> = set.items().collect();
    let word = |it: &str| items.iter().find(|item| item.is(it) && !item.is_excluded());
    for item in &items {
        let text = item.text();
        if let Some(meant) = lists::LOCATION_WORDS.iter().find(|it| it.eq_ignore_ascii_case(&text) && **it != text) {
            findings
                .report(item.range(), format!("`{text}` is read as the name of a host"))
                .severity(Severity::Warning)
                .consequence(
                    Item::Value.ignored().called("the word").possible().because("it knows the word in lower case only"),
                )
                .help(format!("write `{meant}`"))
                .fix(Fix::replace(Applicability::Unsafe, format!("write `{meant}`"), item.name_range(), *meant));
        }
    }
    if let Some(default) = word("default").filter(|_| items.len() > 1 || sets > 1) {
        findings
            .report(default.range(), "`default` stands beside other hosts or instances")
            .consequence(Item::Row.ignored().logged())
            .help("write `[default]` alone: every host has the resource for itself");
        return;
    }
    if let Some(all) = word("all").filter(|_| sets > 1) {
        findings
            .report(all.range(), "`all` stands beside other instances, so hosts are in two of them")
            .severity(Severity::Warning)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the instance")
                    .possible()
                    .because("a host gets the first instance that names it"),
            )
            .help("write `others` for the hosts that are not named");
    }
    let excluded = items.iter().find(|it| it.is_excluded());
    if let Some(excluded) = excluded.filter(|_| !items.first().is_some_and(|it| it.is("all") && !it.is_excluded())) {
        findings
            .report(excluded.range(), format!("`~{}` stands without `all` before it", excluded.text()))
            .consequence(Item::Value.ignored().called("this instance of the resource").logged().possible())
            .help("a host can only be taken out of `all`, which stands first: `[all ~host]`");
    }
}

/// `others` at most once, and only where some are named.
fn others(sets: &[LocationHosts<'_>], findings: &mut Findings) {
    let mut found = sets.iter().flat_map(|it| it.items()).filter(|it| it.is("others"));
    let Some(first) = found.next() else { return };
    if let Some(second) = found.next() {
        findings
            .report(second.range(), "`others` stands here twice")
            .capped(Confidence::Medium)
            .consequence(
                Item::Value.no_effect().called("the second instance").possible().because("no host is left for it"),
            )
            .help("keep one of them")
            .related(first.range(), "the first one");
    } else if sets.len() == 1 {
        findings
            .report(first.range(), "`others` without any other instance is the same as `all`")
            .capped(Confidence::Low)
            .consequence(Item::Value.read_as("all").possible())
            .help("write `all`");
    }
}

/// What the definition of the resource says about values: a static one has one everywhere, a dynamic one has its elim.
fn values(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    if context.broken || section.file.kind() != FileKind::LsfCluster {
        return;
    }
    let (Some(name), Some(cell)) =
        (context.cell("RESOURCENAME").and_then(|it| it.single_word()), context.cell("LOCATION"))
    else {
        return;
    };
    let Some(location) = cell.typed::<Location<'_>>() else { return };
    if !section.file.file.parse.errors_in(cell.value_range()).is_empty() {
        return;
    }
    let name = name.text();
    let Some(resource) = section.file.cluster.resources().get(&name).filter(|it| !it.builtin) else { return };
    for instance in location.instances() {
        let range = AstNode::node(instance).trimmed_range();
        match (resource.reading, instance.value()) {
            (Some(Reading::Dynamic), Some(value)) => {
                findings
                    .report(value.range(), format!("the dynamic resource `{name}` has a value here"))
                    .severity(Severity::Warning)
                    .consequence(Item::Value.ignored().because("an elim reports it"))
                    .help("write the brackets alone");
            }
            (Some(Reading::Static), None) if instance.at().is_none() && instance.hosts().is_some() => {
                let boolean = resource.kind.is_none_or(|it| it == ResourceType::Boolean);
                if !boolean {
                    findings
                        .report(range, format!("the static resource `{name}` has no value here"))
                        .consequence(
                            Item::Value
                                .ignored()
                                .called("this instance")
                                .because("it has no value to reserve or to compare with"),
                        )
                        .help("write `value@[hosts]`, or give the resource an INTERVAL in lsf.shared and an elim");
                }
            }
            (_, Some(value)) if resource.kind == Some(ResourceType::Numeric) && value.kind() == SyntaxKind::WORD => {
                findings
                    .report(value.range(), format!("the numeric resource `{name}` has the value `{}`", value.text()))
                    .severity(Severity::Warning)
                    .consequence(Item::Value.read_as("0").possible())
                    .help("write a whole number");
            }
            _ => {}
        }
    }
}

/// `[all ~a ~b]` without any server that is left.
fn exclusions(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    let map = section.file.kind() == FileKind::LsfCluster && section.spec.is_some_and(|it| it.name == "ResourceMap");
    let Some(location) = context.cell("LOCATION").filter(|_| map && !context.broken) else { return };
    let Some(location) = location.typed::<Location<'_>>() else { return };
    for set in location.instances().filter_map(|it| it.hosts()) {
        let mut excluded = set.items().filter(|it| it.is_excluded());
        let (Some(first), true) = (excluded.next(), set.items().any(|it| it.is("all") && !it.is_excluded())) else {
            continue;
        };
        let hosts = section.file.cluster.hosts();
        let gone: FxHashSet<_> = [first].into_iter().chain(excluded).filter_map(|it| hosts.find(&it.text())).collect();
        let is_left = |id| hosts.facts(id).server != Some(false) && !gone.contains(&id);
        if hosts.knowledge == Knowledge::Complete && !hosts.iter().any(|it| is_left(it.0)) {
            findings
                .report(AstNode::node(set).trimmed_range(), "no server host is left in the set")
                .consequence(Item::Value.ignored().called("this instance of the resource").logged())
                .help("leave some hosts in");
        }
    }
}

/// A set of several hosts without parentheses round it, which tables take apart at the blanks.
fn split(context: &ErrorContext<'_>, findings: &mut Findings) {
    if !is_split_set(context) {
        return;
    }
    let Some(row) = context.line.and_then(TableRow::cast) else { return };
    let Some(location) = row.cells().skip(1).map(|it| it.range()).reduce(TextRange::cover) else { return };
    let text = &context.file.file.text[location];
    let fixed = format!("({text})");
    findings
        .report(location, "a set of several hosts needs parentheses round it")
        .severity(Severity::Warning)
        .consequence(Item::Row.ignored().possible().because("some versions split the set at the spaces"))
        .help(format!("write `{fixed}`"))
        .fix(Fix::replace(Applicability::Unsafe, "put parentheses round it", location, fixed));
}

/// Whether a row with too many values is `name [h1 h2]`: this rule knows better what is wrong than the one about the number of values.
pub(crate) fn is_split_set(context: &ErrorContext<'_>) -> bool {
    let map = context.file.kind() == FileKind::LsfCluster
        && context.section.and_then(|it| it.spec).is_some_and(|it| it.name == "ResourceMap");
    if !map || !matches!(context.structure(), Some(StructureError::RowTooLong { .. })) {
        return false;
    }
    let Some(row) = context.line.and_then(TableRow::cast) else { return false };
    let cells: Vec<&str> = row.cells().skip(1).map(|it| context.file.text(it.range())).collect();
    let [first, inner @ .., last] = cells.as_slice() else { return false };
    let opens = first.split_once('[').is_some_and(|(value, host)| {
        (value.is_empty() || value.len() > 1 && value.ends_with('@')) && !host.is_empty() && !host.contains([']', '~'])
    });
    let plain = |it: &&str| it.contains(['[', ']', '~', '(', ')', '@']);
    let word = !first.rsplit('[').next().is_some_and(|it| lists::LOCATION_WORDS.contains(&it));
    opens && word && last.strip_suffix(']').is_some_and(|it| !it.is_empty() && !plain(&it)) && !inner.iter().any(plain)
}

/// A host in two sets, or twice in one.
fn twice(sets: &[LocationHosts<'_>], findings: &mut Findings) {
    let mut seen: FxHashMap<String, TextRange> = FxHashMap::default();
    for item in sets.iter().flat_map(|it| it.items()) {
        let name = item.text();
        if item.is_excluded() || lists::LOCATION_WORDS.contains(&&*name) {
            continue;
        }
        if let Some(first) = seen.insert(name.clone().into_owned(), item.range()) {
            findings
                .report(item.range(), format!("the host `{name}` stands here twice"))
                .consequence(
                    Item::Value
                        .ignored()
                        .called("the second one")
                        .because("a host can have only one instance of a resource"),
                )
                .help("keep it in one pair of brackets")
                .related(first, "the first one");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports what cannot be read
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        a (10@h1)
              ^^ E101 error `[` and a list of hosts is expected instead of `h1` in LOCATION
        b ([h1 h2)
           ^ E101 error `[` is never closed in LOCATION
        c (5@[])
             ^^ E101 error nothing stands between the brackets in LOCATION
        d ([5@all])
            ^^ E101 error `5@` stands inside the brackets in LOCATION
        e default
          ^^^^^^^ E101 error `[` and a list of hosts is expected instead of `default` in LOCATION
            = help: write `[default]`
            = fix (unsafe): write `[default]`
        End ResourceMap
        //- fixed lsf.cluster.c1
        -d ([5@all])
        -e default
        +d (5@[all])
        +e [default]

        //# reports hosts and words out of place
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        a ([h1 h2] [h2 h3])
                    ^^ E101 error the host `h2` stands here twice
        b ([h1 ~h2])
               ^^^ E101 error `~h2` stands without `all` before it
               = effect: LSF may log an error and ignore this instance of the resource
               = help: a host can only be taken out of `all`, which stands first: `[all ~host]`
        c ([default ~h2])
            ^^^^^^^ E101 error `default` stands beside other hosts or instances
            = effect: LSF logs an error and ignores the row
            = help: write `[default]` alone: every host has the resource for itself
        d ([default] [h1])
            ^^^^^^^ E101 error `default` stands beside other hosts or instances
        End ResourceMap

        //# reports overlaps and spelling
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        a (5@[all] 2@[h1])
              ^^^ E101 warning `all` stands beside other instances, so hosts are in two of them
              = effect: LSF may ignore the instance because a host gets the first instance that names it
              = help: write `others` for the hosts that are not named
        b (1@[h1] 2@[others] 3@[others])
                                ^^^^^^ E101 warning `others` stands here twice
                                = effect: the second instance may have no effect because no host is left for it
                                = help: keep one of them
        c (4@[others])
              ^^^^^^ E101 info `others` without any other instance is the same as `all`
              = effect: LSF may read the value as `all`
        d (5@[ALL])
              ^^^ E101 warning `ALL` is read as the name of a host
              = effect: LSF may ignore the word because it knows the word in lower case only
        End ResourceMap
        //- fixed lsf.cluster.c1
        -d (5@[ALL])
        +d (5@[all])

        //# compares with the definition
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        tok 5@[all]
            ^ E101 warning the dynamic resource `tok` has a value here
            = effect: LSF ignores the value because an elim reports it
            = help: write the brackets alone
        lanes ([h1] 16@[h2] many@[h3])
               ^^^^ E101 error the static resource `lanes` has no value here
               = effect: LSF ignores this instance because it has no value to reserve or to compare with
               = help: write `value@[hosts]`, or give the resource an INTERVAL in lsf.shared and an elim
                            ^^^^ E101 warning the numeric resource `lanes` has the value `many`
                            = help: write a whole number
        unknown [all]
        End ResourceMap
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        tok Numeric 30 N (x)
        lanes Numeric () N (x)
        End Resource

        //# reports sets that fall apart
        //- also F204
        //- each ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
          a [h1 h2]
            ^^^^^^^ E101 warning a set of several hosts needs parentheses round it
            = effect: LSF may ignore the row because some versions split the set at the spaces
            = fix (unsafe): put parentheses round it
          b 5@[h1 h2 h3]
            ^^^^^^^^^^^^ E101 warning a set of several hosts needs parentheses round it
          c [h1] [h2]
                 ^^^^ F204 error 3 values for 2 columns
          d [all ~h1]
                 ^^^^ F204 error 3 values for 2 columns
          e [h1 h2
                ^^ F204 error 3 values for 2 columns
            = fixed: a ([h1 h2])
            = fixed: b (5@[h1 h2 h3])
        RESOURCENAME LOCATION
          a [h1 h2]
            ^^^^^^^ E101 warning a set of several hosts needs parentheses round it
          c [h1] [h2]
                 ^^^^ F204 error 3 values for 2 columns
            = fixed: a ([h1 h2])
        RESOURCENAME LOCATION
          a 5@[h1 h2]
            ^^^^^^^^^ E101 warning a set of several hosts needs parentheses round it
            = fixed: a (5@[h1 h2])

        //# reports sets without hosts
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        c1 ! ! 1 ()
        l1 ! ! 0 ()
        End Host
        Begin ResourceMap
        RESOURCENAME LOCATION
        a ([all ~m1 ~c1])
           ^^^^^^^^^^^^^ E101 error no server host is left in the set
            = effect: LSF logs an error and ignores this instance of the resource
            = help: leave some hosts in
        b ([all ~m1])
        End ResourceMap
        //- lsf.conf
        A=B
        //#
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        c1 ! ! 1 ()
        l1 ! ! 0 ()
        End Host
        Begin ResourceMap
        RESOURCENAME LOCATION
        a ([all ~m1 ~c1])
        b ([all ~m1])
        End ResourceMap

        //# is silent about documented forms
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        a [all]
        b [default]
        c ([h1] [h2])
        d (2@[h1 h2] 5@[others])
        e ([all ~h1 ~h2])
        f (4.2@[pc36] 4.0@[pc34])
        End ResourceMap

        //# moves the amount and writes the word
        //- lsf.cluster.c1
        Begin ResourceMap
        RESOURCENAME LOCATION
        a ([5@all])
            ^^ E101 error `5@` stands inside the brackets in LOCATION
        b (5@[ALL])
              ^^^ E101 warning `ALL` is read as the name of a host
        End ResourceMap
        //- fixed lsf.cluster.c1
        -a ([5@all])
        -b (5@[ALL])
        +a (5@[all])
        +b (5@[all])
    "#]];
}
