use std::borrow::Cow;

use lsflint_lint::{Diagnostic, FileContext, Findings, Item, Reads, SectionContext, rule};
use lsflint_model::Entity;
use lsflint_spec::{Confidence, Definition};
use lsflint_syntax::ast::{AstNode, Entry, Shape, Value};
use lsflint_syntax::{TextRange, Token};
use rustc_hash::FxHashMap;

rule! {
    /// Finds queues, groups, hosts and other things that are defined twice.
    ///
    /// # Effect
    /// LSF keeps the first definition, reports the second one and drops it: its limits, members and policies never apply. A table may not
    /// name a host twice either, although even a printed manual does it in an example.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// hostA     8
    /// hostA     16
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// hostA     16
    /// End Host
    /// ```
    ///
    /// Definitions in different branches of an `#if` are not compared: only one of them is read at a time. Files that include each other are
    /// read as one: the definition that comes later is reported.
    ///
    /// # Notes
    /// What two open-source readers of the files do with a second definition.
    pub X302 "duplicate-name" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.applications", ""), ibm("lsb.resources", "")],
        checks: [
            Section(in_table),
            PartsOfFile(Reads::SECTIONS.union(Reads::NAMES), in_keyed_sections),
            Section(in_other_files),
        ],
    }
}

fn in_table(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(definition) = context.spec.and_then(|it| it.defines) else { return };
    let first_column = context.section.header().and_then(|it| it.columns().next());
    if !first_column.is_some_and(|it| it.text().eq_ignore_ascii_case(definition.key)) {
        return;
    }
    let mut seen = Seen::default();
    for row in context.rows {
        if let Some(first) = seen.before(row.name, row.branch, row.range) {
            let message = format!("the {} `{}` stands in the table twice", definition.what, row.name);
            let lost = Lost { item: Item::Row, sure: first.counts_in(row.branch) };
            report(&definition, message, row.range, first, lost, findings);
        }
    }
}

/// Sections that each define one name by a key.
fn in_keyed_sections(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind().spec().sections.iter().all(|it| it.defines.is_none()) {
        return;
    }
    let mut seen: FxHashMap<&str, Seen> = FxHashMap::default();
    for section in context.sections() {
        let Some(definition) = section.spec.and_then(|it| it.defines) else { continue };
        let named = |it: &Entry<'_>| it.key().is_some_and(|it| it.text().eq_ignore_ascii_case(definition.key));
        // A name that is set twice in one section has its own finding; the last line counts.
        for name in section
            .section
            .unconditional_entries()
            .filter(named)
            .last()
            .and_then(Entry::value)
            .map(words)
            .unwrap_or_default()
        {
            let (text, range) = (name.text(), name.range());
            if lsflint_syntax::is_templated(&text) {
                continue;
            }
            if let Some(first) = seen.entry(definition.what).or_default().before(&text, section.branch, range) {
                let message = format!("the {} `{text}` is defined twice", definition.what);
                let lost = Lost { item: Item::Section, sure: first.counts_in(section.branch) };
                report(&definition, message, range, first, lost, findings);
            }
        }
    }
}

/// The name, or the numbers of a list of them.
fn words(value: Value<'_>) -> Vec<Token<'_>> {
    match value.single_word() {
        Some(word) => vec![word],
        None => value.content().and_then(Shape::cast).into_iter().flat_map(Shape::tokens).collect(),
    }
}

/// Names that a file which LSF reads before this one defines.
fn in_other_files(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(definition) = context.spec.and_then(|it| it.defines) else { return };
    if !context.file.cluster.has_several_files(context.file.kind()) {
        return;
    }
    let key = context.entries_named(definition.key).last();
    let key = key.and_then(|it| Some((it.single_word()?.text(), it.value_range(), Item::Section)));
    let rows = context.rows.iter().map(|it| (Cow::Borrowed(it.name), it.range, Item::Row));
    for (name, range, item) in key.into_iter().chain(rows) {
        let Some(first) = defined_before(context, &name, range) else { continue };
        let message = format!("the {} `{name}` is defined in another file, too", definition.what);
        let found = findings
            .report(range, message)
            .help("keep one of the two, or give one of them another name")
            .related_at(first.place(), "the first one");
        effect(&definition, Lost { item, sure: !first.is_conditional() }, found);
    }
}

/// The definition of the name in another file before this place.
fn defined_before<'a>(context: &SectionContext<'a>, name: &str, range: TextRange) -> Option<Entity<'a>> {
    let (view, path) = (context.file.cluster, &context.file.file.path);
    let first = view.find(context.file.kind(), context.spec?.name, name)?;
    // Asked for last: nearly every name is defined once. Two definitions in this file are compared above.
    if first.place().file == *path {
        return None;
    }
    let all = view.named(context.file.kind(), context.spec?.name, name);
    let own = all.iter().find(|it| it.is_at(path, range))?;
    first.is_read_with(own).then_some(first)
}

fn report(
    definition: &Definition,
    message: String,
    range: TextRange,
    first: First,
    lost: Lost,
    findings: &mut Findings,
) {
    let found = findings
        .report(range, message)
        .help("keep one of the two, or give one of them another name")
        .related(first.range, "the first one");
    effect(definition, lost, found);
}

/// The second definition.
#[derive(Clone, Copy)]
struct Lost {
    /// What defines the name.
    item: Item,
    /// LSF reads the first definition whenever it reads this one.
    sure: bool,
}

fn effect(definition: &Definition, lost: Lost, found: &mut Diagnostic) {
    if definition.second_dropped {
        let dropped = lost.item.dropped().called("this definition").so("the first one counts");
        found.consequence(if lost.sure { dropped } else { dropped.possible() });
    } else {
        let ignored = lost.item.ignored().called("this definition").possible();
        found.capped(Confidence::Medium).consequence(ignored.because("only one of the two counts"));
    }
}

/// Where a name is defined first.
#[derive(Clone, Copy)]
struct First {
    range: TextRange,
    branch: u32,
}

impl First {
    /// Whether LSF reads it whenever it reads a branch.
    fn counts_in(self, branch: u32) -> bool {
        self.branch == 0 || self.branch == branch
    }
}

/// The names seen so far, by branch of `#if`.
#[derive(Default)]
struct Seen {
    by_branch: FxHashMap<(String, u32), First>,
    first: FxHashMap<String, First>,
}

impl Seen {
    /// Where the name stands before, if it can be read together with this place.
    fn before(&mut self, name: &str, branch: u32, range: TextRange) -> Option<First> {
        let here = First { range, branch };
        let found = match branch {
            0 => self.first.get(name),
            _ => self.by_branch.get(&(name.to_owned(), branch)).or_else(|| self.by_branch.get(&(name.to_owned(), 0))),
        };
        let found = found.copied();
        self.first.entry(name.to_owned()).or_insert(here);
        self.by_branch.entry((name.to_owned(), branch)).or_insert(here);
        found
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use lsflint_model::{Cluster, SourceFile};
    use lsflint_spec::FileKind;

    use crate::testing::{check, check_in};

    // covers queue-name-duplicate, app-name-duplicate, LSB-R026, LSB-S013
    #[test]
    fn sections() {
        let twice = |section: &str, key: &str| {
            format!("Begin {section}\n{key} = a\nEnd {section}\nBegin {section}\n{key} = a\nEnd {section}\n")
        };
        check(
            "X302",
            "lsb.queues",
            &twice("Queue", "QUEUE_NAME"),
            expect![[r#"
                5:14-5:15 error the queue `a` is defined twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  2:14-2:15 the first one
            "#]],
        );
        check(
            "X302",
            "lsb.applications",
            &twice("Application", "NAME"),
            expect![[r#"
                5:8-5:9 error the application profile `a` is defined twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  2:8-2:9 the first one
            "#]],
        );
        check(
            "X302",
            "lsb.resources",
            &twice("Limit", "NAME"),
            expect![[r#"
                5:8-5:9 warning the limit `a` is defined twice
                  effect: LSF may ignore this definition because only one of the two counts
                  help: keep one of the two, or give one of them another name
                  2:8-2:9 the first one
            "#]],
        );
        check(
            "X302",
            "lsb.serviceclasses",
            &twice("ServiceClass", "NAME"),
            expect![[r#"
                5:8-5:9 warning the service class `a` is defined twice
                  effect: LSF may ignore this definition because only one of the two counts
                  help: keep one of the two, or give one of them another name
                  2:8-2:9 the first one
            "#]],
        );
    }

    // covers LSB-U006, LSB-U022, LSB-H003, LSB-R051, LSB-M007, users-pain 94
    #[test]
    fn rows() {
        let twice = |section: &str, header: &str, rest: &str| {
            format!("Begin {section}\n{header}\na {rest}\nb {rest}\na {rest}\nEnd {section}\n")
        };
        check(
            "X302",
            "lsb.users",
            &twice("UserGroup", "GROUP_NAME GROUP_MEMBER", "(u)"),
            expect![[r#"
                5:1-5:2 error the user group `a` stands in the table twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  3:1-3:2 the first one
            "#]],
        );
        check(
            "X302",
            "lsb.users",
            &twice("User", "USER_NAME MAX_JOBS", "1"),
            expect![[r#"
                5:1-5:2 error the user or group `a` stands in the table twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  3:1-3:2 the first one
            "#]],
        );
        check(
            "X302",
            "lsb.hosts",
            &twice("Host", "HOST_NAME MXJ", "1"),
            expect![[r#"
                5:1-5:2 error the host `a` stands in the table twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  3:1-3:2 the first one
            "#]],
        );
        check(
            "X302",
            "lsb.hosts",
            &twice("HostGroup", "GROUP_NAME GROUP_MEMBER", "(h)"),
            expect![[r#"
                5:1-5:2 error the host group `a` stands in the table twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  3:1-3:2 the first one
            "#]],
        );
        let resources = twice("Resource", "RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION", "Boolean () () (d)");
        check(
            "X302",
            "lsf.shared",
            &resources,
            expect![[r#"
                5:1-5:2 error the resource `a` stands in the table twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  3:1-3:2 the first one
            "#]],
        );
        check(
            "X302",
            "lsf.shared",
            &twice("HostModel", "MODELNAME CPUFACTOR ARCHITECTURE", "1 ()"),
            expect![[r#"
                5:1-5:2 warning the host model `a` stands in the table twice
                  effect: LSF may ignore this definition because only one of the two counts
                  help: keep one of the two, or give one of them another name
                  3:1-3:2 the first one
            "#]],
        );
        check(
            "X302",
            "lsf.shared",
            &twice("HostType", "TYPENAME", ""),
            expect![[r#"
                5:1-5:2 error the host type `a` stands in the table twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  3:1-3:2 the first one
            "#]],
        );
        let hosts = twice("Host", "HOSTNAME model type server RESOURCES", "! ! 1 ()");
        check(
            "X302",
            "lsf.cluster.c1",
            &hosts,
            expect![[r#"
                5:1-5:2 error the host `a` stands in the table twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  3:1-3:2 the first one
            "#]],
        );
    }

    #[test]
    fn a_group_and_each_of_its_members_are_two() {
        let text = "Begin User\nUSER_NAME MAX_JOBS\ng1 10\ng1@ 2\ndefault 3\ng1@ 3\nEnd User\n";
        check(
            "X302",
            "lsb.users",
            text,
            expect![[r#"
                6:1-6:4 error the user or group `g1@` stands in the table twice
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  4:1-4:4 the first one
            "#]],
        );
    }

    #[test]
    fn branches_are_not_compared() {
        let queue = "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n";
        check("X302", "lsb.queues", &format!("#if time(8-9)\n{queue}#else\n{queue}#endif\n"), expect![[""]]);
        check(
            "X302",
            "lsb.queues",
            &format!("#if time(8-9)\n{queue}#endif\n{queue}"),
            expect![[r#"
                7:14-7:15 error the queue `a` is defined twice
                  effect: LSF may drop this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  3:14-3:15 the first one
            "#]],
        );
        let rows = "Begin Host\nHOST_NAME MXJ\n#if time(8-9)\na 1\n#else\na 2\n#endif\nEnd Host\n";
        check("X302", "lsb.hosts", rows, expect![[""]]);
    }

    #[test]
    fn definitions_of_several_files() {
        let queue = |name: &str| format!("Begin Queue\nQUEUE_NAME = {name}\nEnd Queue\n");
        let file = |path: &str, text: String| SourceFile::new(path, FileKind::LsbQueues, text);
        let files = [file("lsb.queues", queue("a")), file("more/lsb.queues", queue("b") + &queue("a"))];
        let cluster = Cluster::of(&files, None);
        check_in("X302", &files[0], &cluster, expect![[""]]);
        check_in(
            "X302",
            &files[1],
            &cluster,
            expect![[r#"
                5:14-5:15 error the queue `a` is defined in another file, too
                  effect: LSF drops this definition, so the first one counts
                  help: keep one of the two, or give one of them another name
                  lsb.queues the first one
            "#]],
        );
    }

    #[test]
    fn templates_are_left_alone() {
        let queue = "Begin Queue\nQUEUE_NAME = {{ name }}\nEnd Queue\n";
        check("X302", "lsb.queues", &format!("{queue}{queue}"), expect![[""]]);
    }
}
