use std::borrow::Cow;
use std::collections::hash_map::Entry as MapEntry;

use lsflint_lint::{Diagnostic, FileContext, Findings, Item, Reads, SectionContext, rule};
use lsflint_model::Entity;
use lsflint_spec::{Confidence, Definition};
use lsflint_syntax::ast::{AstNode, Entry, Shape, TableRow, Value};
use lsflint_syntax::{TextRange, TextSize, Token};
use rustc_hash::{FxHashMap, FxHashSet};

rule! {
    /// Finds queues, groups, hosts and other names that are defined more than once.
    ///
    /// # Effect
    /// LSF keeps the first definition, reports the second one and drops it: its limits, members and policies never
    /// apply. A table must not list a host more than once either, although a printed manual does so in an example.
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
    /// Definitions in different branches of an `#if` are not compared, because LSF reads only one of them; in a file
    /// whose `#if` blocks cross sections, sections are not compared. Files that
    /// include each other are read as one; the later definition is reported. A host model may have several rows with
    /// different architectures.
    pub X302 "duplicate-name" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "do_Queues", "`Duplicate queue name`: the section is ignored"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Groups", "`Group ... is multiply defined`: the line is ignored"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Users", "`User name ... multiply specified`: the line is ignored"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Hosts", "`Host name ... multiply specified`: the line is ignored"),
            volclava("lsf/lim/lim.conf.c", "addHost_", "`host ... redefined, using previous definition`"),
            volclava(
                "lsf/lib/lib.conf.c",
                "do_Resources",
                "`Resource name ... previously defined`: the row is ignored",
            ),
            ibm("lsb.applications", "NAME must be unique"),
            ibm("lsb.resources", "names of limits and pools must be unique"),
        ],
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
    let repeated = rows_that_may_repeat(context, &definition);
    for row in context.rows.iter().filter(|it| !repeated.contains(&it.range)) {
        if let Some(first) = seen.before(Cow::Borrowed(row.name), row.branch, row.range) {
            let message = format!("duplicate {} `{}`", definition.what, row.name);
            let lost = Lost { item: Item::Row, sure: first.is_read_in(row.branch) };
            report(&definition, message, row.range, first, lost, findings);
        }
    }
}

/// The names of rows that do not define their name a second time, because they add a value in another column.
fn rows_that_may_repeat(context: &SectionContext<'_>, definition: &Definition) -> FxHashSet<TextRange> {
    let mut columns = context.section.header().into_iter().flat_map(|it| it.columns());
    let mut with = |name: &str| columns.position(|it| it.text().eq_ignore_ascii_case(name));
    let Some(column) = definition.repeats_with.and_then(&mut with) else { return FxHashSet::default() };
    let adds = |it: &TableRow<'_>| it.cells().nth(column).is_some_and(|it| !it.is_unset());
    let rows = context.section.rows().filter(adds);
    rows.filter_map(|it| Some(it.cells().next()?.single_word()?.range())).collect()
}

/// Sections that each define one name by a key.
fn in_keyed_sections(context: &FileContext<'_>, findings: &mut Findings) {
    // `#if`, `Begin Queue`, `#else`, `Begin Queue`, `#endif`, `End Queue`: LSF reads one of the two.
    if context.file.parse.has_crossing_blocks() {
        return;
    }
    let definitions = context.kind().spec().sections.iter().filter(|it| it.defines.is_some());
    let (view, path) = (context.cluster, &*context.file.path);
    let doubtful: FxHashSet<TextSize> =
        definitions.flat_map(|it| view.starts_of_doubtful(context.kind(), it.name, path)).collect();
    if doubtful.is_empty() {
        return;
    }
    let mut seen: FxHashMap<&str, Seen<'_>> = FxHashMap::default();
    for section in context.sections().into_iter().filter(|it| doubtful.contains(&it.section.node().start())) {
        let Some(definition) = section.spec.and_then(|it| it.defines) else { continue };
        let named = |it: &Entry<'_>| it.key().is_some_and(|it| it.text().eq_ignore_ascii_case(definition.key));
        // A key that is set more than once in a section is another finding; the last line takes effect.
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
            let seen = seen.entry(definition.what).or_default();
            if let Some(first) = seen.before(text.clone(), section.branch, range) {
                let message = format!("duplicate {} `{text}`", definition.what);
                let lost = Lost { item: Item::Section, sure: first.is_read_in(section.branch) };
                report(&definition, message, range, first, lost, findings);
            }
        }
    }
}

/// The name, or each number of a list.
fn words(value: Value<'_>) -> Vec<Token<'_>> {
    match value.single_word() {
        Some(word) => vec![word],
        None => value.content().and_then(Shape::cast).into_iter().flat_map(Shape::tokens).collect(),
    }
}

/// Names that are already defined in a file that LSF reads before this one.
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
        let message = format!("{} `{name}` is already defined in another file", definition.what);
        let found = findings
            .report(range, message)
            .help("remove or rename one of the definitions")
            .related_at(first.place(), "first defined here");
        effect(&definition, Lost { item, sure: !first.is_conditional() }, found);
    }
}

/// The definition of the name in another file before this place.
fn defined_before<'a>(context: &SectionContext<'a>, name: &str, range: TextRange) -> Option<Entity<'a>> {
    let (view, path) = (context.file.cluster, &context.file.file.path);
    let first = view.find(context.file.kind(), context.spec?.name, name)?;
    // Checked last: nearly every name is defined once. Duplicates within this file are compared above.
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
        .help("remove or rename one of the definitions")
        .related(first.range, "first defined here");
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
        let dropped = lost.item.dropped().called("this definition").so("the first one takes effect");
        found.consequence(if lost.sure { dropped } else { dropped.possible() });
    } else {
        let ignored = lost.item.ignored().called("this definition").possible();
        found.capped(Confidence::Medium).consequence(ignored.because("only one of the two takes effect"));
    }
}

/// The first definition of a name.
#[derive(Clone, Copy)]
struct First {
    range: TextRange,
    branch: u32,
}

impl First {
    /// Whether LSF reads it whenever it reads a branch.
    fn is_read_in(self, branch: u32) -> bool {
        self.branch == 0 || self.branch == branch
    }
}

/// The names seen so far, by branch of `#if`.
#[derive(Default)]
struct Seen<'a> {
    first: FxHashMap<Cow<'a, str>, First>,
    /// The first one in each branch, unless it is the first of all.
    in_branches: FxHashMap<(Cow<'a, str>, u32), First>,
}

impl<'a> Seen<'a> {
    /// The earlier definition of the name, if LSF can read it together with this one.
    fn before(&mut self, name: Cow<'a, str>, branch: u32, range: TextRange) -> Option<First> {
        let here = First { range, branch };
        let first = match self.first.entry(name.clone()) {
            MapEntry::Vacant(entry) => {
                entry.insert(here);
                return None;
            }
            MapEntry::Occupied(entry) => *entry.get(),
        };
        if first.branch == branch {
            return Some(first);
        }
        let in_branch = |branch: u32| self.in_branches.get(&(name.clone(), branch)).copied();
        let found = match branch {
            0 => Some(first),
            _ => in_branch(branch).or_else(|| if first.branch == 0 { Some(first) } else { in_branch(0) }),
        };
        self.in_branches.entry((name, branch)).or_insert(here);
        found
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# sections
        //- Queue a
        //- Queue of lsb.queues
        QUEUE_NAME = a
                     ^ X302 error duplicate queue `a`
        //#
        //- Application a
        //- Application of lsb.applications
        NAME = a
               ^ X302 error duplicate application profile `a`
        //#
        //- Limit a
        //- Limit of lsb.resources
        NAME = a
               ^ X302 warning duplicate limit `a`
               = effect: LSF may ignore this definition because only one of the two takes effect
        //#
        //- ServiceClass a
        //- ServiceClass of lsb.serviceclasses
        NAME = a
               ^ X302 warning duplicate service class `a`

        //# rows
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        a (u)
        b (u)
        a (u)
        ^ X302 error duplicate user group `a`
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS
        a 1
        b 1
        a 1
        ^ X302 error duplicate user or group `a`
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        a 1
        b 1
        a 1
        ^ X302 error duplicate host `a`
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        a (h)
        b (h)
        a (h)
        ^ X302 error duplicate host group `a`
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        a Boolean () () (d)
        b Boolean () () (d)
        a Boolean () () (d)
        ^ X302 error duplicate resource `a`
        //#
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        a 1 ()
        b 1 ()
        a 1 ()
        ^ X302 warning duplicate host model `a`
        //#
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        a 1 (x1)
        a 1 (x2)
        a 1 (x3 x4)
        //#
        //- HostType of lsf.shared
        TYPENAME
        a
        b
        a
        ^ X302 error duplicate host type `a`
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        a ! ! 1 ()
        b ! ! 1 ()
        a ! ! 1 ()
        ^ X302 error duplicate host `a`

        //# a group and each of its members are two
        //- User of lsb.users
        USER_NAME MAX_JOBS
        g1 10
        g1@ 2
        default 3
        g1@ 3
        ^^^ X302 error duplicate user or group `g1@`

        //# branches are not compared
        //- lsb.queues
        #if time(8-9)
        Begin Queue
        QUEUE_NAME = a
        End Queue
        #else
        Begin Queue
        QUEUE_NAME = a
        End Queue
        #endif
        //#
        //- lsb.queues
        #if time(8-9)
        Begin Queue
        QUEUE_NAME = a
        #else
        Begin Queue
        QUEUE_NAME = a
        PRIORITY = 30
        #endif
        End Queue
        //#
        //- lsb.queues
        #if time(8-9)
        Begin Queue
        QUEUE_NAME = a
        End Queue
        #endif
        Begin Queue
        QUEUE_NAME = a
                     ^ X302 error duplicate queue `a`
                     = effect: LSF may drop this definition, so the first one takes effect
        End Queue
        #if time(9-10)
        Begin Queue
        QUEUE_NAME = a
                     ^ X302 error duplicate queue `a`
        End Queue
        #endif
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        #if time(8-9)
        a 1
        #else
        a 2
        #endif

        //# templates are left alone
        //- Queue of lsb.queues: QUEUE_NAME = {{ name }}
        //- Queue of lsb.queues: QUEUE_NAME = {{ name }}

        //# definitions of several files
        //- Queue a
        //- Queue of more/lsb.queues: QUEUE_NAME = b
        //- Queue of more/lsb.queues
        QUEUE_NAME = a
                     ^ X302 error queue `a` is already defined in another file
                     = related Queue a first defined here
    "#]];
}
