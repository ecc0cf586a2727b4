//! Searches all places of the cluster that refer to a symbol.
//!
//! The texts are searched for the name first. Only nodes that contain a hit, and only parameters that may contain such
//! a name, are examined; there the grammar and the cluster decide whether the word refers to the symbol.

use std::sync::Arc;

use lsflint_model::{SourceFile, View};
use lsflint_spec::{ParamSpec, SectionSpec, builtin_resource};
use lsflint_syntax::ast::{self, AstNode, Value};
use lsflint_syntax::{Node, Parent, SyntaxKind, TextRange, TextSize};
use memchr::memmem;
use rustc_hash::FxHashMap;

use super::names::{self, Name, Place, Role};
use super::{Symbol, SymbolKind, resolve};
use crate::spot::Spot;
use crate::{Snapshot, script};

/// A place that refers to a symbol.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The file.
    pub(crate) path: Arc<str>,
    /// The range of the name, without operators and quotes.
    pub(crate) range: TextRange,
    /// The name as written.
    pub(crate) text: String,
    pub(crate) role: Role,
    /// How the name is written there.
    pub(crate) form: Form,
    /// Whether it is excluded from a list: `~name`.
    pub(crate) excluded: bool,
    /// The section; that of a flat file has no name.
    pub(crate) section: Option<&'static SectionSpec>,
    /// The range of the `key = value` section or row.
    pub(crate) record: Option<TextRange>,
    /// The parameter whose value contains it.
    pub(crate) param: Option<&'static ParamSpec>,
}

/// How a name is written at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A word of a value.
    Word,
    /// The key of a line or the name of a column.
    Key,
    /// One of the hosts of `h[1-10]`.
    Pattern,
    /// Possibly: a template fills in a part of the value.
    Templated,
}

/// All places that refer to a symbol, ordered by file and line.
pub(crate) fn uses(snapshot: &Snapshot, symbol: &Symbol) -> Vec<Found> {
    let mut all = Vec::new();
    for file in snapshot.files.iter() {
        uses_in(snapshot.view(), &file.source, symbol, &mut all);
    }
    for script in
        snapshot.scripts.iter().filter(|it| memmem::find(it.text.as_bytes(), symbol.name.as_bytes()).is_some())
    {
        all.extend(script::uses(snapshot, script, symbol));
    }
    all
}

/// Adds the places in one file.
pub(crate) fn uses_in(view: View<'_>, file: &SourceFile, symbol: &Symbol, found: &mut Vec<Found>) {
    search(view, file, symbol, Meaning::Symbol, found);
}

/// All places with a name that would refer to this symbol if it existed.
pub(crate) fn written(snapshot: &Snapshot, symbol: &Symbol) -> Vec<Found> {
    let mut all = Vec::new();
    for file in snapshot.files.iter() {
        search(snapshot.view(), &file.source, symbol, Meaning::Spelling, &mut all);
    }
    all
}

/// The criterion for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// It refers to the symbol.
    Symbol,
    /// It would refer to the symbol if it existed.
    Spelling,
}

fn search(view: View<'_>, file: &SourceFile, symbol: &Symbol, meaning: Meaning, found: &mut Vec<Found>) {
    let hits = hits(&file.text, symbol);
    if hits.is_empty() {
        return;
    }
    let mut search =
        Search { view, file, symbol, meaning, hits, may_hold: FxHashMap::default(), names: Vec::new(), found };
    if symbol.kind == SymbolKind::Rule { search.comments() } else { search.walk() }
}

struct Search<'s, 'v, 'f> {
    view: View<'v>,
    file: &'s SourceFile,
    symbol: &'s Symbol,
    meaning: Meaning,
    /// The offsets at which the name may occur, in order.
    hits: Vec<u32>,
    /// Whether parameters, by their address, may contain such a name.
    may_hold: FxHashMap<usize, bool>,
    /// A reused buffer for the names of one value.
    names: Vec<Name<'s>>,
    found: &'f mut Vec<Found>,
}

/// The section that contains the current node.
#[derive(Clone, Copy)]
struct Around<'s> {
    section: Option<&'static SectionSpec>,
    header: Option<ast::TableHeader<'s>>,
    /// The range of the `key = value` section or row.
    record: Option<TextRange>,
}

impl<'s> Search<'s, '_, '_> {
    fn walk(&mut self) {
        let file = self.file;
        let section = file.kind.spec().sections.first().filter(|it| it.name.is_empty());
        let around = Around { section, header: None, record: None };
        let mut stack: Vec<_> = self.children(file.parse.root()).map(|it| (it, around)).collect();
        stack.reverse();
        while let Some((node, around)) = stack.pop() {
            match node.kind() {
                SyntaxKind::ENTRY => self.entry(node, around),
                SyntaxKind::TABLE_HEADER => self.header(node, around),
                SyntaxKind::TABLE_ROW => self.row(node, around),
                SyntaxKind::DIRECTIVE => {
                    let directive = ast::Directive::cast(node);
                    directive.into_iter().for_each(|it| names::in_directive(it, &mut self.names));
                    self.keep(around, None, Form::Word);
                }
                SyntaxKind::LOOSE_LINE => {
                    let line = ast::LooseLine::cast(node);
                    line.into_iter().for_each(|it| names::in_loose_line(file.kind, it, self.view, &mut self.names));
                    self.keep(around, None, Form::Word);
                }
                SyntaxKind::SECTION | SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => {
                    let around = match ast::Section::cast(node) {
                        Some(section) => Around {
                            section: section.name().and_then(|it| lsflint_spec::section(file.kind, &it.text())),
                            header: section.header(),
                            record: section.header().is_none().then_some(node.range()),
                        },
                        None => around,
                    };
                    let from = stack.len();
                    stack.extend(self.children(node.into()).map(|it| (it, around)));
                    stack[from..].reverse();
                }
                _ => {}
            }
        }
    }

    /// The child nodes that contain a hit.
    fn children<'c>(&'c self, node: Parent<'s>) -> impl Iterator<Item = Node<'s>> + use<'c, 's> {
        let first = self.hits.partition_point(|it| *it < u32::from(node.start()));
        let mut hits = self.hits[first..].iter().peekable();
        node.elements().filter_map(move |element| {
            let range = element.range();
            let mut hit = false;
            while hits.next_if(|it| **it < u32::from(range.end())).is_some() {
                hit = true;
            }
            element.into_node().filter(|_| hit)
        })
    }

    fn has_hit(&self, range: TextRange) -> bool {
        let first = self.hits.partition_point(|it| *it < u32::from(range.start()));
        self.hits.get(first).is_some_and(|it| *it < u32::from(range.end()))
    }

    fn entry(&mut self, node: Node<'s>, around: Around<'s>) {
        let (Some(entry), Some(section)) = (ast::Entry::cast(node), around.section) else { return };
        let (Some(key), _, value) = entry.parts() else { return };
        let place = Place { kind: self.file.kind, section };
        if self.has_hit(key.range()) && self.symbol.kind == SymbolKind::Resource {
            names::in_key(place, key, self.view, &mut self.names);
            self.keep(around, None, Form::Key);
        }
        if let (Some(param), Some(value)) = (section.param(&key.text()), value) {
            self.value(around, place, param, value);
        }
    }

    fn header(&mut self, node: Node<'s>, around: Around<'s>) {
        let (Some(header), Some(section)) = (ast::TableHeader::cast(node), around.section) else { return };
        if self.symbol.kind != SymbolKind::Resource {
            return;
        }
        let place = Place { kind: self.file.kind, section };
        for column in header.columns() {
            names::in_key(place, column, self.view, &mut self.names);
        }
        self.keep(around, None, Form::Key);
    }

    fn row(&mut self, node: Node<'s>, around: Around<'s>) {
        let (Some(row), Some(section), Some(header)) = (ast::TableRow::cast(node), around.section, around.header)
        else {
            return;
        };
        let place = Place { kind: self.file.kind, section };
        let around = Around { record: Some(node.range()), ..around };
        let mut columns = header.columns();
        for cell in row.cells() {
            let Some(column) = columns.next() else { return };
            if !self.has_hit(cell.node().range()) {
                continue;
            }
            if let Some(param) = section.param(&column.text()) {
                self.value(around, place, param, cell);
            }
        }
    }

    fn value(&mut self, around: Around<'s>, place: Place, param: &'static ParamSpec, value: Value<'s>) {
        if !self.has_hit(value.node().range()) {
            return;
        }
        let (kind, address) = (self.symbol.kind, std::ptr::from_ref(param).addr());
        if !*self.may_hold.entry(address).or_insert_with(|| names::may_hold(place, param, kind)) {
            return;
        }
        if value.is_templated() {
            self.templated(place, param, value);
            return;
        }
        names::in_value(place, param, value, self.view, &mut self.names);
        self.keep(around, Some(param), Form::Word);
    }

    /// Adds the names just read that refer to the symbol.
    fn keep(&mut self, around: Around<'_>, param: Option<&'static ParamSpec>, form: Form) {
        let mut names = std::mem::take(&mut self.names);
        for name in names.drain(..) {
            let pattern = name.pattern().filter(|_| self.symbol.kind == SymbolKind::Host);
            let form = match pattern {
                Some(_) if *name.text == *self.symbol.name => Some(form),
                Some(pattern) => pattern.matches(&self.symbol.name).then_some(Form::Pattern),
                None => self.means(&name).then_some(form),
            };
            if let Some(form) = form {
                let (path, text) = (self.file.path.clone(), name.text.into_owned());
                let (range, role, excluded) = (name.range, name.role, name.item.is_some_and(|it| it.is_excluded()));
                let Around { section, record, .. } = around;
                self.found.push(Found { path, range, text, role, form, excluded, section, record, param });
            }
        }
        self.names = names;
    }

    fn means(&self, name: &Name<'_>) -> bool {
        if !name.kinds.contains(&self.symbol.kind) {
            return false;
        }
        if self.meaning == Meaning::Spelling {
            return name.text.eq_ignore_ascii_case(&self.symbol.name)
                && (self.symbol.kind == SymbolKind::Host || *name.text == *self.symbol.name);
        }
        // Resources have aliases, hosts several spellings.
        let spelled = matches!(self.symbol.kind, SymbolKind::Resource | SymbolKind::Host);
        if !spelled && *name.text != *self.symbol.name {
            return false;
        }
        resolve::symbol(self.view, name) == *self.symbol
    }

    /// A value with a template: the name may be referred to where it is a separate word.
    fn templated(&mut self, place: Place, param: &'static ParamSpec, value: Value<'s>) {
        let range = value.node().range();
        let text = &self.file.text[range];
        for (at, name) in text.match_indices(&*self.symbol.name) {
            let end = at + name.len();
            if is_word(text[..at].chars().next_back()) || is_word(text[end..].chars().next()) {
                continue;
            }
            let range = TextRange::at(range.start() + TextSize::new(at as u32), TextSize::of(name));
            let (path, text) = (self.file.path.clone(), name.to_owned());
            let (section, record) = (Some(place.section), None);
            let (role, form, excluded) = (Role::Use, Form::Templated, false);
            let param = Some(param);
            self.found.push(Found { path, range, text, role, form, excluded, section, record, param });
        }
    }

    /// Adds the places in comments. They are searched as text, because few contain lsflint directives.
    fn comments(&mut self) {
        let mut last = None;
        for hit in self.hits.clone() {
            let spot = Spot::at(self.file, TextSize::new(hit + 1));
            let Some(token) = spot.token.filter(|it| it.kind() == SyntaxKind::COMMENT) else { continue };
            if last.replace(token.range()) != Some(token.range()) {
                names::in_comment(token, &mut self.names);
                self.keep(Around { section: None, header: None, record: None }, None, Form::Word);
            }
        }
    }
}

fn is_word(character: Option<char>) -> bool {
    character.is_some_and(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.'))
}

/// The offsets at which the name may occur in a text, in order.
fn hits(text: &str, symbol: &Symbol) -> Vec<u32> {
    let name = &*symbol.name;
    let mut hits: Vec<u32> = Vec::new();
    let mut add = |text: &str, word: &str| {
        // An empty word would match everywhere.
        if !word.is_empty() {
            hits.extend(memmem::find_iter(text.as_bytes(), word).map(|it| it as u32));
        }
    };
    if symbol.kind == SymbolKind::Host {
        // Hosts are compared without regard to letter case and domain.
        let label = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
        add(&text.to_ascii_lowercase(), &label);
    } else {
        add(text, name);
        add(text, builtin_resource(name).map_or("", |it| it.alias));
    }
    if symbol.kind == SymbolKind::Host {
        patterns(text, name, &mut hits);
    }
    // A word may be continued on the next line.
    for at in memchr::memchr_iter(b'\\', text.as_bytes()) {
        let next_line = text[at + 1..].strip_prefix("\r\n").or_else(|| text[at + 1..].strip_prefix('\n'));
        let joined = is_word(text[..at].chars().next_back()) && next_line.is_some_and(|it| is_word(it.chars().next()));
        hits.extend(joined.then_some(at as u32));
    }
    hits.sort_unstable();
    hits.dedup();
    hits
}

/// Adds the places where `h[1-10]` or `web*` start like the name of a host.
fn patterns(text: &str, host: &str, hits: &mut Vec<u32>) {
    for at in memchr::memchr2_iter(b'[', b'*', text.as_bytes()) {
        let start = text[..at].rfind(|it: char| !is_word(Some(it))).map_or(0, |it| it + 1);
        // The character before the word may have several bytes.
        let before = text.get(start..at).unwrap_or_default();
        let same = host.get(..before.len()).is_some_and(|it| it.eq_ignore_ascii_case(before));
        hits.extend(same.then_some(at as u32));
    }
}
