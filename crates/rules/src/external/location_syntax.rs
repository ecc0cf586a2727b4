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
    /// Finds invalid LOCATION values in ResourceMap, including those that assign a host to two instances of a resource.
    ///
    /// # Effect
    /// LIM reports the row and drops the row or the instance: the resource exists on no host, or on fewer hosts than
    /// intended. A host in two instances of a resource gets the first one.
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
    /// `all` and `default` must be the only entry; `~host` is allowed only after `all`; the three keywords are
    /// lowercase.
    ///
    /// # Fix safety
    /// Unsafe: enables an instance that LSF currently ignores.
    pub E101 "location-syntax" {
        family: External, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lim/lim.conf.c",
                "addResourceMap",
                "an instance without brackets, `@` or hosts is ignored with a message; unbalanced brackets make it \
                 ignore the row",
            ),
            volclava(
                "lsf/lim/lim.conf.c",
                "addHostNodeIns",
                "a host that has an instance of the resource gets no second one",
            ),
        ],
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
        .report(range, format!("{problem} in `LOCATION`"))
        .capped(broken.spec.confidence)
        .consequence(Item::Row.ignored().called("the row or this instance of the resource").logged().possible())
        .help("write `value@[hosts]` for each instance, all in one pair of parentheses");
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

/// Changes `[5@all]` to `5@[all]`.
fn amount_outside(text: &str, amount: TextRange) -> Option<Fix> {
    let open = text[..usize::from(amount.start())].rfind('[')?;
    let open = lsflint_syntax::TextSize::try_from(open).ok()?;
    let moved = text[amount].to_owned();
    let edits =
        vec![TextEdit { range: TextRange::empty(open), text: moved }, TextEdit { range: amount, text: String::new() }];
    Some(Fix { applicability: Applicability::Unsafe, title: "move the amount before the bracket".to_owned(), edits })
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
    duplicates(&sets, findings);
}

/// Checks the entries of one pair of brackets.
fn words_of(set: LocationHosts<'_>, sets: usize, findings: &mut Findings) {
    let items: Vec<ListItem<'_>> = set.items().collect();
    let is_amount = |it: &str| it.starts_with(|it: char| it.is_ascii_digit()) && it.parse::<f64>().is_ok();
    let turned = |it: &&ListItem<'_>| it.cluster().is_some_and(|it| is_amount(&it.text()));
    if let Some(item) = items.iter().find(turned) {
        let amount = item.cluster().map(|it| it.text().into_owned()).unwrap_or_default();
        findings
            .report(item.range(), format!("amount `{amount}` after the host"))
            .severity(Severity::Warning)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the host")
                    .possible()
                    .because("it reads the whole word as the name of a host"),
            )
            .help(format!("write `{amount}@[{}]`", item.text()));
    }
    let word = |it: &str| items.iter().find(|item| item.is(it) && !item.is_excluded());
    for item in &items {
        let text = item.text();
        if let Some(meant) = lists::LOCATION_WORDS.iter().find(|it| it.eq_ignore_ascii_case(&text) && **it != text) {
            findings
                .report(item.range(), format!("keyword `{text}` must be lowercase"))
                .severity(Severity::Warning)
                .consequence(
                    Item::Value.ignored().called("the keyword").possible().because("it takes the word for a host name"),
                )
                .help(format!("write `{meant}`"))
                .fix(Fix::replace(Applicability::Unsafe, format!("write `{meant}`"), item.name_range(), *meant));
        }
    }
    if let Some(default) = word("default").filter(|_| items.len() > 1 || sets > 1) {
        findings
            .report(default.range(), "`default` cannot be combined with other hosts or instances")
            .consequence(Item::Row.ignored().logged())
            .help("write only `[default]`: every host has its own resource");
        return;
    }
    if let Some(all) = word("all").filter(|_| sets > 1) {
        findings
            .report(all.range(), "`all` overlaps with the other instances")
            .severity(Severity::Warning)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the instance")
                    .possible()
                    .because("a host gets the first instance that contains it"),
            )
            .help("write `others` for the remaining hosts");
    }
    let excluded = items.iter().find(|it| it.is_excluded());
    if let Some(excluded) = excluded.filter(|_| !items.first().is_some_and(|it| it.is("all") && !it.is_excluded())) {
        findings
            .report(excluded.range(), format!("`~{}` must follow `all`", excluded.text()))
            .consequence(Item::Value.ignored().called("this instance of the resource").logged().possible())
            .help("write `[all ~host]`: a host can be excluded only from `all`");
    }
}

/// `others` may appear once, and only together with named hosts.
fn others(sets: &[LocationHosts<'_>], findings: &mut Findings) {
    let mut found = sets.iter().flat_map(|it| it.items()).filter(|it| it.is("others"));
    let Some(first) = found.next() else { return };
    if let Some(second) = found.next() {
        findings
            .report(second.range(), "duplicate `others`")
            .capped(Confidence::Medium)
            .consequence(
                Item::Value.no_effect().called("the second instance").possible().because("no hosts are left for it"),
            )
            .help("remove one of them")
            .related(first.range(), "first used here");
    } else if sets.len() == 1 {
        findings
            .report(first.range(), "`others` is the only instance")
            .capped(Confidence::Low)
            .consequence(Item::Value.read_as("all").possible())
            .help("write `all`");
    }
}

/// Compares values with the definition of the resource: a static one needs a value everywhere, a dynamic one has its
/// elim.
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
                    .report(value.range(), format!("dynamic resource `{name}` has a fixed value"))
                    .severity(Severity::Warning)
                    .consequence(Item::Value.ignored().because("an elim reports it"))
                    .help("remove the value before the brackets");
            }
            (Some(Reading::Static), None) if instance.at().is_none() && instance.hosts().is_some() => {
                let boolean = resource.kind.is_none_or(|it| it == ResourceType::Boolean);
                if !boolean {
                    findings
                        .report(range, format!("static resource `{name}` has no value"))
                        .consequence(
                            Item::Value
                                .ignored()
                                .called("this instance")
                                .because("there is no value to reserve or compare"),
                        )
                        .help(
                            "write `value@[hosts]`, or set `INTERVAL` for the resource in lsf.shared and add an elim",
                        );
                }
            }
            (_, Some(value)) if resource.kind == Some(ResourceType::Numeric) && value.kind() == SyntaxKind::WORD => {
                findings
                    .report(
                        value.range(),
                        format!("`{}` is not a number, but resource `{name}` is numeric", value.text()),
                    )
                    .severity(Severity::Warning)
                    .consequence(Item::Value.read_as("0").possible())
                    .help("write a whole number");
            }
            _ => {}
        }
    }
}

/// `[all ~a ~b]` that excludes every server host.
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
                .report(AstNode::node(set).trimmed_range(), "set excludes every server host")
                .consequence(Item::Value.ignored().called("this instance of the resource").logged())
                .help("remove some of the exclusions");
        }
    }
}

/// A set of several hosts without parentheses around it, which tables split at the spaces.
fn split(context: &ErrorContext<'_>, findings: &mut Findings) {
    if !is_split_set(context) {
        return;
    }
    let Some(row) = context.line.and_then(TableRow::cast) else { return };
    let Some(location) = row.cells().skip(1).map(|it| it.range()).reduce(TextRange::cover) else { return };
    let text = &context.file.file.text[location];
    let fixed = format!("({text})");
    findings
        .report(location, "missing parentheses around a set of several hosts")
        .severity(Severity::Warning)
        .consequence(Item::Row.ignored().possible().because("some versions split the set at the spaces"))
        .help(format!("write `{fixed}`"))
        .fix(Fix::replace(Applicability::Unsafe, "add parentheses", location, fixed));
}

/// Whether a row with too many values is `name [h1 h2]`: this rule is more specific than the one about the number of
/// values.
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

/// A host in two sets, or more than once in one.
fn duplicates(sets: &[LocationHosts<'_>], findings: &mut Findings) {
    let mut seen: FxHashMap<String, TextRange> = FxHashMap::default();
    for item in sets.iter().flat_map(|it| it.items()) {
        let name = item.text();
        if item.is_excluded() || lists::LOCATION_WORDS.contains(&&*name) {
            continue;
        }
        if let Some(first) = seen.insert(name.clone().into_owned(), item.range()) {
            findings
                .report(item.range(), format!("duplicate host `{name}`"))
                .consequence(
                    Item::Value
                        .ignored()
                        .called("the duplicate")
                        .because("a host can have only one instance of a resource"),
                )
                .help("remove one of them")
                .related(first, "first listed here");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the amount after the host
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lic1 [hostA@5]
              ^^^^^^^ E101 warning amount `5` after the host
              = effect: LSF may ignore the host because it reads the whole word as the name of a host
              = help: write `5@[hostA]`
        lic2 (5@[hostA hostB])

        //# reports what cannot be read
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        a (10@h1)
              ^^ E101 error expected `[` and a list of hosts, found `h1` in `LOCATION`
        b ([h1 h2)
           ^ E101 error unclosed `[` in `LOCATION`
        c (5@[])
             ^^ E101 error empty brackets in `LOCATION`
        d ([5@all])
            ^^ E101 error amount `5@` inside the brackets in `LOCATION`
        e default
          ^^^^^^^ E101 error expected `[` and a list of hosts, found `default` in `LOCATION`
            = fix (unsafe): write `[default]`
        //- fixed lsf.cluster.c1
        -d ([5@all])
        -e default
        +d (5@[all])
        +e [default]

        //# reports hosts and words out of place
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        a ([h1 h2] [h2 h3])
                    ^^ E101 error duplicate host `h2`
        b ([h1 ~h2])
               ^^^ E101 error `~h2` must follow `all`
               = effect: LSF may log an error and ignore this instance of the resource
               = help: write `[all ~host]`: a host can be excluded only from `all`
        c ([default ~h2])
            ^^^^^^^ E101 error `default` cannot be combined with other hosts or instances
            = effect: LSF logs an error and ignores the row
            = help: write only `[default]`: every host has its own resource
        d ([default] [h1])
            ^^^^^^^ E101 error `default` cannot be combined with other hosts or instances

        //# reports overlaps and spelling
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        a (5@[all] 2@[h1])
              ^^^ E101 warning `all` overlaps with the other instances
              = effect: LSF may ignore the instance because a host gets the first instance that contains it
              = help: write `others` for the remaining hosts
        b (1@[h1] 2@[others] 3@[others])
                                ^^^^^^ E101 warning duplicate `others`
                                = effect: the second instance may have no effect because no hosts are left for it
                                = related 3:14 first used here
        c (4@[others])
              ^^^^^^ E101 info `others` is the only instance
              = effect: LSF may read the value as `all`
        d (5@[ALL])
              ^^^ E101 warning keyword `ALL` must be lowercase
              = effect: LSF may ignore the keyword because it takes the word for a host name
        //- fixed lsf.cluster.c1
        -d (5@[ALL])
        +d (5@[all])

        //# compares with the definition
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        tok 5@[all]
            ^ E101 warning dynamic resource `tok` has a fixed value
            = effect: LSF ignores the value because an elim reports it
            = help: remove the value before the brackets
        lanes ([h1] 16@[h2] many@[h3])
               ^^^^ E101 error static resource `lanes` has no value
               = effect: LSF ignores this instance because there is no value to reserve or compare
               = help: write `value@[hosts]`, or set `INTERVAL` for the resource in lsf.shared and add an elim
                            ^^^^ E101 warning `many` is not a number, but resource `lanes` is numeric
                            = help: write a whole number
        unknown [all]
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        tok Numeric 30 N (x)
        lanes Numeric () N (x)

        //# reports sets that fall apart
        //- also F204
        //- each ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
          a [h1 h2]
            ^^^^^^^ E101 warning missing parentheses around a set of several hosts
            = effect: LSF may ignore the row because some versions split the set at the spaces
            = fix (unsafe): add parentheses
          b 5@[h1 h2 h3]
            ^^^^^^^^^^^^ E101 warning missing parentheses around a set of several hosts
          c [h1] [h2]
                 ^^^^ F204 error row has 3 values, but the header has 2 columns
          d [all ~h1]
                 ^^^^ F204 error row has 3 values, but the header has 2 columns
          e [h1 h2
                ^^ F204 error row has 3 values, but the header has 2 columns
            = fixed: a ([h1 h2])
            = fixed: b (5@[h1 h2 h3])
        RESOURCENAME LOCATION
          a [h1 h2]
            ^^^^^^^ E101 warning missing parentheses around a set of several hosts
          c [h1] [h2]
                 ^^^^ F204 error row has 3 values, but the header has 2 columns
            = fixed: a ([h1 h2])
        RESOURCENAME LOCATION
          a 5@[h1 h2]
            ^^^^^^^^^ E101 warning missing parentheses around a set of several hosts
            = fixed: a (5@[h1 h2])

        //# reports sets without hosts
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        c1 ! ! 1 ()
        l1 ! ! 0 ()
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        a ([all ~m1 ~c1])
           ^^^^^^^^^^^^^ E101 error set excludes every server host
            = effect: LSF logs an error and ignores this instance of the resource
            = help: remove some of the exclusions
        b ([all ~m1])
        //- lsf.conf: A=B
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        c1 ! ! 1 ()
        l1 ! ! 0 ()
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        a ([all ~m1 ~c1])
        b ([all ~m1])

        //# is silent about documented forms
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        a [all]
        b [default]
        c ([h1] [h2])
        d (2@[h1 h2] 5@[others])
        e ([all ~h1 ~h2])
        f (4.2@[pc36] 4.0@[pc34])
    "#]];
}
