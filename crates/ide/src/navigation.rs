//! Navigation from a name to its definitions and references.

use std::sync::Arc;

use lsflint_model::SourceFile;
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Node, SyntaxKind, TextSize, Token};

use crate::spot::Spot;
use crate::symbol::{self, Definition, Form, Role, Symbol, SymbolAt, SymbolKind};
use crate::{FileRange, HoverOptions, Range, Snapshot, hover, script};

/// The place of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Navigation {
    /// The file.
    pub path: Arc<str>,
    /// The range of the section or row.
    pub range: Range,
    /// The range of the name.
    pub focus: Range,
}

/// The definitions of the name at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definitions {
    /// The range of the name at the cursor.
    pub origin: Range,
    /// The definitions: several if the name is a duplicate, is defined in several branches of `#if`, or is `h[1-10]`.
    pub targets: Vec<Navigation>,
}

/// A reference to the name at the cursor in the same file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// The range of the name.
    pub range: Range,
    /// Whether the name is defined there.
    pub write: bool,
}

/// The definitions of the name at a byte offset, or the file of an `#INCLUDE` line.
pub fn definition(snapshot: &Snapshot, path: &str, offset: u32) -> Option<Definitions> {
    if let Some(found) = snapshot.script(path) {
        return script::definition(snapshot, found, offset);
    }
    let file = &snapshot.file(path)?.source;
    let offset = TextSize::new(offset);
    if let Some(at) = symbol::symbol_at(snapshot, file, offset) {
        let targets: Vec<Navigation> = symbol::definitions(snapshot, &at).into_iter().map(Navigation::from).collect();
        return (!targets.is_empty()).then_some(Definitions { origin: at.range.into(), targets });
    }
    let (origin, written) = include_at(snapshot, path, offset.into())?;
    let included = snapshot.included(path, &written)?;
    let start = Range { start: 0, end: 0 };
    let targets = vec![Navigation { path: included.source.path.clone(), range: start, focus: start }];
    Some(Definitions { origin, targets })
}

/// The parameter, column, directive, section or built-in resource at a byte offset: its range and its name. No file
/// defines it, but a hover documents it.
pub fn documented(snapshot: &Snapshot, path: &str, offset: u32) -> Option<(Range, String)> {
    use SyntaxKind::{COLUMN_NAME, DIRECTIVE_KW, KEY, SECTION_NAME};
    let file = &snapshot.file(path)?.source;
    let token = Spot::at(file, TextSize::new(offset)).token?;
    let is_word_of_lsf = match token.kind() {
        KEY | COLUMN_NAME | SECTION_NAME | DIRECTIVE_KW => true,
        _ => symbol::symbol_at(snapshot, file, TextSize::new(offset)).is_some_and(|it| {
            it.symbol.kind == SymbolKind::Resource && lsflint_spec::builtin_resource(&it.symbol.name).is_some()
        }),
    };
    let found = hover(snapshot, path, offset, &HoverOptions::default()).filter(|_| is_word_of_lsf)?;
    Some((found.range, token.text().into_owned()))
}

/// The definitions of the type of the name at a byte offset: of a host those of its type and model, of a resource its
/// row in lsf.shared, wherever the cluster changes it.
pub fn type_definition(snapshot: &Snapshot, path: &str, offset: u32) -> Option<Definitions> {
    let at = at(snapshot, path, offset)?;
    let symbols: Vec<Symbol> = match at.symbol.kind {
        SymbolKind::Resource => vec![at.symbol.clone()],
        SymbolKind::Host => {
            let hosts = snapshot.view().hosts();
            let facts = hosts.facts(hosts.find(&at.symbol.name)?);
            let of = |kind, name: &Option<Box<str>>| name.as_deref().map(|it| Symbol { kind, name: it.to_owned() });
            let symbols = [of(SymbolKind::HostType, &facts.host_type), of(SymbolKind::HostModel, &facts.model)];
            symbols.into_iter().flatten().collect()
        }
        _ => return None,
    };
    let found = symbols.iter().flat_map(|it| symbol::definitions_of(snapshot, it));
    let targets: Vec<Navigation> = found.map(Navigation::from).collect();
    (!targets.is_empty()).then_some(Definitions { origin: at.range.into(), targets })
}

/// The path of an `#INCLUDE` line at an offset: its range and its text.
pub fn include_at(snapshot: &Snapshot, path: &str, offset: u32) -> Option<(Range, String)> {
    let spot = Spot::at(&snapshot.file(path)?.source, TextSize::new(offset));
    let written = spot.node::<ast::Directive<'_>>()?.path()?;
    Some((written.range().into(), written.text().into_owned()))
}

/// All references in the cluster to the name at a byte offset, ordered by file and line. `h[1-10]` refers to each of
/// its hosts.
pub fn references(snapshot: &Snapshot, path: &str, offset: u32, include_definition: bool) -> Vec<FileRange> {
    let in_script = || Some(script::symbol_at(snapshot, snapshot.script(path)?, offset)?.0.symbol);
    let Some(symbol) = at(snapshot, path, offset).map(|it| it.symbol).or_else(in_script) else { return Vec::new() };
    let found = symbol::uses(snapshot, &symbol).into_iter();
    let found = found.filter(|it| it.form != Form::Templated && (include_definition || it.role == Role::Use));
    found.map(|it| FileRange { path: it.path, range: it.range.into() }).collect()
}

/// All references in the cluster to a name of a kind, without its definitions.
pub fn references_of(snapshot: &Snapshot, kind: SymbolKind, name: &str) -> Vec<FileRange> {
    let symbol = Symbol { kind, name: name.to_owned() };
    let found = symbol::uses(snapshot, &symbol).into_iter();
    let found = found.filter(|it| it.form != Form::Templated && it.role == Role::Use);
    found.map(|it| FileRange { path: it.path, range: it.range.into() }).collect()
}

/// The maximum number of references that are highlighted. No editor shows more, and a long requirement may have any
/// number.
const MOST_HIGHLIGHTS: usize = 10_000;

/// The references in the same file to the name at a byte offset, at most 10,000 around it. On the keywords of a section
/// or an `#if` block, all its keywords.
pub fn highlight(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Highlight> {
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let Some(at) = at(snapshot, path, offset) else { return words_around(&file.source, offset) };
    let mut found = Vec::new();
    symbol::uses_in(snapshot.view(), &file.source, &at.symbol, &mut found);
    found.retain(|it| it.form != Form::Templated);
    let before = found.partition_point(|it| it.range.start() < at.range.start());
    let from = before.saturating_sub(MOST_HIGHLIGHTS / 2).min(found.len().saturating_sub(MOST_HIGHLIGHTS));
    let found = found.into_iter().skip(from).take(MOST_HIGHLIGHTS);
    found.map(|it| Highlight { range: it.range.into(), write: it.role == Role::Definition }).collect()
}

/// The keywords around the cursor: `Begin` and `End` of a section, the directives of an `#if`.
fn words_around(file: &SourceFile, offset: u32) -> Vec<Highlight> {
    let spot = Spot::at(file, TextSize::new(offset));
    let tokens: Vec<Token<'_>> = match spot.token.map(Token::kind) {
        Some(SyntaxKind::BEGIN_KW | SyntaxKind::END_KW | SyntaxKind::SECTION_NAME) => {
            let lines = spot.section().into_iter().flat_map(|it| [it.begin(), it.end()]).flatten();
            let words = lines.flat_map(Node::tokens);
            let round = [SyntaxKind::BEGIN_KW, SyntaxKind::END_KW, SyntaxKind::SECTION_NAME];
            words.filter(|it| round.contains(&it.kind())).collect()
        }
        Some(SyntaxKind::DIRECTIVE_KW) => {
            let block = spot.node::<ast::Conditional<'_>>().map(AstNode::node);
            let branches = block.into_iter().flat_map(|it| it.children().filter(|it| it.kind() == SyntaxKind::BRANCH));
            let directives =
                block.into_iter().chain(branches).flat_map(Node::children).filter_map(ast::Directive::cast);
            let mut words: Vec<_> = directives.filter_map(ast::Directive::keyword).collect();
            words.sort_by_key(|it| it.range().start());
            words
        }
        _ => Vec::new(),
    };
    tokens.into_iter().map(|it| Highlight { range: it.range().into(), write: false }).collect()
}

fn at(snapshot: &Snapshot, path: &str, offset: u32) -> Option<SymbolAt> {
    symbol::symbol_at(snapshot, &snapshot.file(path)?.source, TextSize::new(offset))
}

impl From<Definition> for Navigation {
    fn from(definition: Definition) -> Navigation {
        Navigation { path: definition.path, range: definition.whole.into(), focus: definition.name.into() }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::Fixture;

    const CLUSTER: &str = "\
//- lsf.shared
Begin HostType
TYPENAME
X86_64
End HostType
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
lic Numeric 30 N (lic)
End Resource
//- lsf.cluster.west
Begin Host
HOSTNAME model type server lic RESOURCES
sim1 ! X86_64 1 - (lic=4)
sim2 ! X86_64 1 - ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
lic (2@[sim1] 1@[others])
End ResourceMap
//- lsb.hosts
Begin Host
HOST_NAME MXJ lic
sim1 2 1/2
default 2 1/2
End Host
Begin HostGroup
GROUP_NAME GROUP_MEMBER
sim_hosts (sim[1-2])
more (sim_hosts ~sim1)
End HostGroup
//- lsb.users
#INCLUDE \"more/lsb.users\"
Begin User
USER_NAME MAX_JOBS
chip@ 3
End User
//- more/lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER USER_SHARES
chip (anna) ([anna, 2])
all_of (chip) ()
End UserGroup
//- lsb.queues
Begin Queue
QUEUE_NAME = night
HOSTS = sim_hosts+1 sim1
USERS = chip
FAIRSHARE = USER_SHARES[[chip@, 1]]
RES_REQ = select[lic>1 && hname!='sim1' && type==X86_64] rusage[lic=1]
lic = 1/2
DESCRIPTION = night sim1 lic chip
End Queue
Begin Queue
QUEUE_NAME = day
PREEMPTION = PREEMPTIVE[night+1]
HOSTS = {{ sim_hosts }}
End Queue
//- lsb.params
Begin Parameters
DEFAULT_QUEUE = day night
End Parameters
";

    fn fixture(name: &str, mark: &str) -> (Fixture, u32) {
        let fixture = Fixture::new(CLUSTER);
        let text = &fixture.snapshot.file(name).expect("a file").source.text;
        let offset =
            text.find(&mark.replace("$0", "")).expect("the mark is in the text") + mark.find("$0").expect("a cursor");
        (fixture, offset as u32)
    }

    /// Each line that has a place with the place in brackets.
    fn shown(snapshot: &Snapshot, places: &[FileRange]) -> String {
        let mut shown = String::new();
        for FileRange { path, range } in places {
            let text = &snapshot.file(path).expect("a file").source.text;
            let (start, end) = (range.start as usize, range.end as usize);
            let line_start = text[..start].rfind('\n').map_or(0, |it| it + 1);
            let line_end = text[end..].find('\n').map_or(text.len(), |it| end + it);
            let (before, after) = (&text[line_start..start], &text[end..line_end]);
            shown += &format!("{path}: {before}<{}>{after}\n", &text[start..end]);
        }
        shown
    }

    /// `$0` marks the cursor in part of a file.
    #[track_caller]
    fn check(name: &str, mark: &str, expect: Expect) {
        let (fixture, offset) = fixture(name, mark);
        let snapshot = &fixture.snapshot;
        let targets = definition(snapshot, name, offset).map_or(Vec::new(), |it| it.targets);
        let focus: Vec<FileRange> =
            targets.into_iter().map(|it| FileRange { path: it.path, range: it.focus }).collect();
        let references = references(snapshot, name, offset, false);
        expect.assert_eq(&format!("defined\n{}used\n{}", shown(snapshot, &focus), shown(snapshot, &references)));
    }

    #[test]
    fn queues() {
        check(
            "lsb.params",
            "day ni$0ght",
            expect![[r#"
            defined
            lsb.queues: QUEUE_NAME = <night>
            used
            lsb.queues: PREEMPTION = PREEMPTIVE[<night>+1]
            lsb.params: DEFAULT_QUEUE = day <night>
        "#]],
        );
    }

    #[track_caller]
    fn check_type(name: &str, mark: &str, expect: Expect) {
        let (fixture, offset) = fixture(name, mark);
        let targets = type_definition(&fixture.snapshot, name, offset).map_or(Vec::new(), |it| it.targets);
        let focus: Vec<FileRange> =
            targets.into_iter().map(|it| FileRange { path: it.path, range: it.focus }).collect();
        expect.assert_eq(&shown(&fixture.snapshot, &focus));
    }

    #[test]
    fn types_of_hosts_and_resources() {
        check_type(
            "lsb.queues",
            "select[li$0c>1",
            expect![[r#"
            lsf.shared: <lic> Numeric 30 N (lic)
        "#]],
        );
        check_type(
            "lsb.hosts",
            "sim$01 2 1/2",
            expect![[r#"
            lsf.shared: <X86_64>
        "#]],
        );
        check_type("lsb.queues", "USERS = ch$0ip", expect![[""]]);
        check_type("lsb.queues", "PREEMP$0TION", expect![[""]]);
    }

    #[test]
    fn resources_are_found_everywhere() {
        check(
            "lsf.shared",
            "li$0c Numeric",
            expect![[r#"
            defined
            lsf.shared: <lic> Numeric 30 N (lic)
            used
            lsf.cluster.west: HOSTNAME model type server <lic> RESOURCES
            lsf.cluster.west: sim1 ! X86_64 1 - (<lic>=4)
            lsf.cluster.west: <lic> (2@[sim1] 1@[others])
            lsb.hosts: HOST_NAME MXJ <lic>
            lsb.queues: RES_REQ = select[<lic>>1 && hname!='sim1' && type==X86_64] rusage[lic=1]
            lsb.queues: RES_REQ = select[lic>1 && hname!='sim1' && type==X86_64] rusage[<lic>=1]
            lsb.queues: <lic> = 1/2
        "#]],
        );
    }

    #[test]
    fn groups_and_their_members() {
        check(
            "lsb.queues",
            "sim_$0hosts+1",
            expect![[r#"
            defined
            lsb.hosts: <sim_hosts> (sim[1-2])
            used
            lsb.hosts: more (<sim_hosts> ~sim1)
            lsb.queues: HOSTS = <sim_hosts>+1 sim1
        "#]],
        );
        check(
            "lsb.queues",
            "sim_hosts+1 s$0im1",
            expect![[r#"
            defined
            lsf.cluster.west: <sim1> ! X86_64 1 - (lic=4)
            used
            lsf.cluster.west: lic (2@[<sim1>] 1@[others])
            lsb.hosts: <sim1> 2 1/2
            lsb.hosts: sim_hosts (<sim[1-2]>)
            lsb.hosts: more (sim_hosts ~<sim1>)
            lsb.queues: HOSTS = sim_hosts+1 <sim1>
            lsb.queues: RES_REQ = select[lic>1 && hname!='<sim1>' && type==X86_64] rusage[lic=1]
        "#]],
        );
        check(
            "lsb.hosts",
            "sim[$01-2]",
            expect![[r#"
            defined
            lsf.cluster.west: <sim1> ! X86_64 1 - (lic=4)
            lsf.cluster.west: <sim2> ! X86_64 1 - ()
            used
            lsb.hosts: sim_hosts (<sim[1-2]>)
        "#]],
        );
        check(
            "lsb.queues",
            "[[ch$0ip@",
            expect![[r#"
            defined
            more/lsb.users: <chip> (anna) ([anna, 2])
            used
            lsb.users: <chip>@ 3
            more/lsb.users: all_of (<chip>) ()
            lsb.queues: USERS = <chip>
            lsb.queues: FAIRSHARE = USER_SHARES[[<chip>@, 1]]
        "#]],
        );
        check(
            "lsb.queues",
            "X86$0_64",
            expect![[r#"
            defined
            lsf.shared: <X86_64>
            used
            lsf.cluster.west: sim1 ! <X86_64> 1 - (lic=4)
            lsf.cluster.west: sim2 ! <X86_64> 1 - ()
            lsb.queues: RES_REQ = select[lic>1 && hname!='sim1' && type==<X86_64>] rusage[lic=1]
        "#]],
        );
    }

    #[test]
    fn words_that_go_on_in_the_next_line() {
        for end in ["\n", "\r\n"] {
            let text = "Begin Queue\nQUEUE_NAME = ni$0ght\nEnd Queue\nBegin Queue\nPREEMPTION = PREEMPTIVE[ni\\\nght]\nEnd Queue\n";
            let fixture = Fixture::new(&format!("//- lsb.queues\n{}", text.replace('\n', end)));
            let found = references(&fixture.snapshot, "lsb.queues", fixture.offset().into(), false);
            let expected = "lsb.queues: PREEMPTION = PREEMPTIVE[<ni\\\nght>]\n".replace("\\\n", &format!("\\{end}"));
            assert_eq!(shown(&fixture.snapshot, &found).replace("]\r\n", "]\n"), expected);
        }
    }

    #[test]
    fn included_files() {
        check(
            "lsb.users",
            "mo$0re/lsb",
            expect![[r#"
            defined
            more/lsb.users: <>Begin UserGroup
            used
        "#]],
        );
    }

    /// The words that are lit with the one at the cursor; those that define it with `!`.
    #[track_caller]
    fn check_highlights(text: &str, expected: &[&str]) {
        let fixture = Fixture::new(&format!("//- lsb.queues\n{text}"));
        let text = &fixture.file().text;
        let found = highlight(&fixture.snapshot, &fixture.path, fixture.offset().into());
        let word = |it: &Highlight| {
            let line = text[..it.range.start as usize].matches('\n').count() + 1;
            let sign = if it.write { "!" } else { "" };
            format!("{line}:{}{sign}", &text[it.range.start as usize..it.range.end as usize])
        };
        assert_eq!(found.iter().map(word).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn highlights_say_where_a_name_is_defined() {
        let text =
            "Begin Queue\nQUEUE_NAME = ni$0ght\nEnd Queue\nBegin Queue\nPREEMPTION = PREEMPTIVE[night]\nEnd Queue\n";
        check_highlights(text, &["2:night!", "5:night"]);
    }

    #[test]
    fn highlights_of_a_long_requirement_are_those_around_the_cursor() {
        let operands: Vec<String> = (0..30_000).map(|it| format!("mem>{it}")).collect();
        let text = format!("Begin Queue\nRES_REQ = select[{}]\nEnd Queue\n", operands.join("||"));
        let fixture = Fixture::new(&format!("//- lsb.queues\n{text}"));
        for (operand, expected) in [(0, 0..10_000), (15_000, 10_000..20_000), (29_999, 20_000..30_000)] {
            let at = |operand: usize| text.find(&format!("mem>{operand}")).expect("an operand") as u32;
            let found = highlight(&fixture.snapshot, &fixture.path, at(operand) + 1);
            let starts = |it: Option<&Highlight>| it.map(|it| it.range.start);
            assert_eq!(found.len(), MOST_HIGHLIGHTS);
            assert_eq!(starts(found.first()), Some(at(expected.start)));
            assert_eq!(starts(found.last()), Some(at(expected.end - 1)));
        }
    }

    #[test]
    fn words_that_belong_together_are_lit_together() {
        let text = "Begin$0 Queue\n#if time(1-2)\nNICE = 1\n#else\nNICE = 2\n#endif\nEnd Queue\n";
        check_highlights(text, &["1:Begin", "1:Queue", "7:End", "7:Queue"]);
        let text = text.replace("$0", "");
        check_highlights(&text.replace("#if", "#$0if"), &["2:#if", "4:#else", "6:#endif"]);
        check_highlights(&text.replace("#endif", "#end$0if"), &["2:#if", "4:#else", "6:#endif"]);
        check_highlights(&text.replace("NICE = 1", "NI$0CE = 1"), &[]);
    }

    /// Every offset of a file answers, whatever the token, and what is found is the same text.
    fn walk(text: &str, step: usize) {
        let fixture = Fixture::new(text);
        let snapshot = &fixture.snapshot;
        for file in snapshot.files.iter().map(|it| &it.source) {
            for link in crate::document_links(snapshot, &file.path) {
                assert!(!file.text[lsflint_syntax::TextRange::from(link.range)].contains('\n'));
            }
            for offset in (0..=file.text.len() as u32 + 1).step_by(step) {
                let linked = crate::linked_ranges(snapshot, &file.path, offset);
                assert!(linked.is_empty() || linked.len() == 2);
                let Some(at) = at(snapshot, &file.path, offset) else {
                    definition(snapshot, &file.path, offset);
                    continue;
                };
                assert!(at.range.contains_inclusive(TextSize::new(offset)));
                let own = FileRange { path: file.path.clone(), range: at.range.into() };
                let highlights = highlight(snapshot, &file.path, offset);
                assert!(highlights.iter().any(|it| it.range == own.range), "{at:?} in {}", file.path);
                for target in definition(snapshot, &file.path, offset).map_or(Vec::new(), |it| it.targets) {
                    let there = at_path(snapshot, &target.path, target.focus);
                    assert!(at.pattern.is_some() || there.is_some_and(|it| it.symbol == at.symbol), "{at:?}");
                }
                let _ = crate::prepare_rename(snapshot, &file.path, offset);
                for item in crate::hierarchy_items(snapshot, &file.path, offset) {
                    crate::members(snapshot, item.kind, &item.name, &item.path);
                }
            }
        }
    }

    fn at_path(snapshot: &Snapshot, path: &str, range: Range) -> Option<SymbolAt> {
        at(snapshot, path, range.start)
    }

    #[test]
    fn every_place_of_every_cluster_answers() {
        for cluster in crate::properties::clusters() {
            walk(&cluster, 3);
        }
    }

    #[test]
    fn broken_files_answer() {
        for cluster in crate::properties::clusters().iter().filter(|it| it.contains("lsf.cluster.demo")) {
            for part in [3, 5] {
                let cut = format!("\n{cluster}").split("\n//- ").skip(1).fold(String::new(), |all, file| {
                    let end = (0..=file.len() * part / 7).rev().find(|it| file.is_char_boundary(*it)).unwrap_or(0);
                    format!("{all}//- {}\n", &file[..end.max(file.find('\n').unwrap_or(0))])
                });
                walk(&cut, 5);
            }
        }
    }
}
