//! A file and what surrounds it, as rules see them.

use std::borrow::Cow;
use std::sync::OnceLock;

use lsflint_model::week::WeekReader;
use lsflint_model::{SourceFile, View};
use lsflint_spec::{FileKind, RequirementConsumer, SectionSpec};
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Node, SyntaxKind, TextRange, TextSize};

use crate::settings::Settings;

/// The file and its surroundings.
#[derive(Clone, Copy)]
pub struct FileContext<'a> {
    /// The file.
    pub file: &'a SourceFile,
    /// The facts of the other files of its cluster.
    pub cluster: View<'a>,
    /// The settings of the user.
    pub settings: &'a Settings,
    /// The command that reads the requirement string that is not in a file; `None` for `bsub -R`, and in files.
    pub command: Option<&'static RequirementConsumer>,
    /// See [`FileContext::has_gaps`]. Cached, because rules need it for every section.
    gaps: bool,
    /// See [`FileContext::directive_like`]. Cached if several rules are going to ask for them.
    directive_like: Option<&'a OnceLock<Vec<u32>>>,
}

impl<'a> FileContext<'a> {
    /// The context of a file.
    pub fn new(file: &'a SourceFile, cluster: View<'a>, settings: &'a Settings) -> FileContext<'a> {
        FileContext::with_gaps(file, cluster, settings, has_gaps(file))
    }

    /// The context of a file for which it is known whether it has gaps.
    pub fn with_gaps(file: &'a SourceFile, cluster: View<'a>, settings: &'a Settings, gaps: bool) -> FileContext<'a> {
        FileContext { file, cluster, settings, command: None, gaps, directive_like: None }
    }

    /// The context with a place for what several rules search the text for.
    pub(crate) fn with_cache(self, directive_like: &'a OnceLock<Vec<u32>>) -> FileContext<'a> {
        FileContext { directive_like: Some(directive_like), ..self }
    }

    /// The kind of the file.
    pub fn kind(&self) -> FileKind {
        self.file.kind
    }

    /// The word around a range: up to whitespace, a bracket, a quote, a comma or an equals sign on both sides.
    pub fn word_around(&self, range: TextRange) -> TextRange {
        let text = &*self.file.text;
        let is_edge = |it: char| it.is_whitespace() || "()[]{}\"',=".contains(it);
        let before = text[..range.start().into()].rsplit(is_edge).next().unwrap_or_default();
        let after = text[range.end().into()..].split(is_edge).next().unwrap_or_default();
        TextRange::new(range.start() - TextSize::of(before), range.end() + TextSize::of(after))
    }

    /// The innermost `[...]` around a range, with the brackets; the range if there is none on its line.
    pub fn brackets_around(&self, range: TextRange) -> TextRange {
        let text = &*self.file.text;
        let (before, after) = (&text[..range.start().into()], &text[range.end().into()..]);
        let open = before.rfind(['[', ']', '\n']).filter(|it| before[*it..].starts_with('['));
        let close = after.find(['[', ']', '\n']).filter(|it| after[*it..].starts_with(']'));
        match open.zip(close) {
            Some((open, close)) => {
                let (before, after) = (TextSize::of(&before[open..]), TextSize::of(&after[..=close]));
                TextRange::new(range.start() - before, range.end() + after)
            }
            None => range,
        }
    }

    /// A part of its text.
    pub fn text(&self, range: TextRange) -> &'a str {
        &self.file.text[range]
    }

    /// Reads windows and conditions of the file as sets of minutes.
    pub fn weeks(&self) -> WeekReader<'a> {
        WeekReader::new(&self.file.parse, self.cluster.switches().target)
    }

    /// Its sections in order, including those in `#if` branches.
    pub fn sections(&self) -> Vec<FileSection<'a>> {
        let mut found = Vec::new();
        let mut branches = 0;
        // A stack, because `#if` blocks may be nested: nodes still to be visited, with the branch that contains them.
        let mut stack: Vec<_> = self.file.parse.root().children().map(|it| (it, 0)).collect();
        stack.reverse();
        while let Some((node, branch)) = stack.pop() {
            match node.kind() {
                SyntaxKind::SECTION => {
                    let Some(section) = ast::Section::cast(node) else { continue };
                    let spec = section.name().and_then(|it| lsflint_spec::section(self.kind(), &it.text()));
                    found.push(FileSection { section, spec, branch });
                }
                SyntaxKind::CONDITIONAL => {
                    let from = stack.len();
                    stack.extend(node.children().map(|it| (it, branch)));
                    stack[from..].reverse();
                }
                SyntaxKind::BRANCH => {
                    branches += 1;
                    let from = stack.len();
                    stack.extend(node.children().map(|it| (it, branches)));
                    stack[from..].reverse();
                }
                _ => {}
            }
        }
        found
    }

    /// Whether directives can be among the descendants of a node. Few sections have any, and finding that out by their
    /// texts is faster than visiting their lines.
    fn may_contain_directives(&self, node: Node<'_>) -> bool {
        match node.kind() {
            SyntaxKind::SECTION => memchr::memchr(b'#', self.file.text[node.range()].as_bytes()).is_some(),
            it => matches!(it, SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH),
        }
    }

    /// Its lines outside sections that are neither settings nor directives, in order, without those in `#if` blocks.
    pub fn loose_lines(&self) -> impl Iterator<Item = ast::LooseLine<'a>> + use<'a> {
        self.file.parse.root().children().filter_map(ast::LooseLine::cast)
    }

    /// The offsets of each `#` after which a word begins like a directive, with or without whitespace between: with `i`
    /// or `e` in any case. These are few of the `#` in a text.
    pub fn directive_like(&self) -> Cow<'a, [u32]> {
        let text = &*self.file.text;
        match self.directive_like {
            Some(cache) => Cow::Borrowed(cache.get_or_init(|| find_directive_like(text))),
            None => Cow::Owned(find_directive_like(text)),
        }
    }

    /// Whether part of the text is generated or included from elsewhere, so that something may be set that is not
    /// available.
    pub fn has_gaps(&self) -> bool {
        self.gaps
    }

    /// Its directive lines in order, including those in sections and in `#if` blocks.
    pub fn directives(&self) -> impl Iterator<Item = ast::Directive<'a>> {
        let context = *self;
        // No directive is nested deeper than the lines of a section.
        let mut stack: Vec<_> = self.file.parse.root().children().collect();
        stack.reverse();
        std::iter::from_fn(move || {
            while let Some(node) = stack.pop() {
                if node.kind() == SyntaxKind::DIRECTIVE {
                    return ast::Directive::cast(node);
                }
                if context.may_contain_directives(node) {
                    let from = stack.len();
                    stack.extend(node.children());
                    stack[from..].reverse();
                }
            }
            None
        })
    }
}

/// Whether a text is completed by a template language or by `#INCLUDE` lines.
pub fn has_gaps(file: &SourceFile) -> bool {
    file.template || gaps(&file.text).next().is_some()
}

/// The number of places of a text that are completed by a template language or by `#INCLUDE` lines.
pub fn marks(text: &str) -> usize {
    gaps(text).count()
}

fn gaps(text: &str) -> impl Iterator<Item = ()> {
    let bytes = text.as_bytes();
    // The second character of `{%` and `<%` is the rarer one.
    let template = move |at: usize| matches!(bytes[..at].last(), Some(b'{' | b'<'));
    let templates = memchr::memchr_iter(b'%', bytes).filter(move |it| template(*it));
    templates.chain(lsflint_syntax::include_words(text)).map(|_| ())
}

fn find_directive_like(text: &str) -> Vec<u32> {
    let is_word = |at: &usize| match text.as_bytes().get(at + 1) {
        Some(b'i' | b'I' | b'e' | b'E') => true,
        Some(next) if next.is_ascii_graphic() => false,
        // Whitespace of any kind.
        _ => text[at + 1..].trim_start().starts_with(['i', 'I', 'e', 'E']),
    };
    memchr::memchr_iter(b'#', text.as_bytes()).filter(is_word).map(|at| at as u32).collect()
}

/// One section of a file, as part of the file.
#[derive(Debug, Clone, Copy)]
pub struct FileSection<'a> {
    /// The section.
    pub section: ast::Section<'a>,
    /// Its documentation; `None` for unknown sections.
    pub spec: Option<&'static SectionSpec>,
    /// The `#if` branch that contains it: sections with the same number are read together; 0 is outside every `#if`.
    pub branch: u32,
}

impl FileSection<'_> {
    /// The range to report for the section as a whole: the content of its `Begin` line.
    pub fn begin_range(&self) -> TextRange {
        self.section.begin().map_or(self.section.node().range(), |it| it.trimmed_range())
    }
}
