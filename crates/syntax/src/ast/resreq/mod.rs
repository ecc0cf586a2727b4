//! Typed nodes of requirement strings.
//!
//! All types are `Copy` views. They answer the questions of rules without a walk over tokens: form, sections, operands,
//! operators, amounts and units. Tokens provide text and range; only integer counts are evaluated here, because units
//! and fractions depend on the configuration.
//!
//! For an invalid string, getters may return `None` and iterators fewer items; a rule that needs them all returns
//! early.

mod expr;
mod sections;
mod usage;

pub use expr::{Arithmetic, Call, Comparison, Expr, List, Logic, Number, Operator, OperatorKind, Paren, Unary};
pub use sections::{
    AffinityOption, AffinityOptionKind, AffinitySection, AffinityUnit, CuItem, CuKind, CuSection, OrderKey,
    OrderSection, ProcessorUnit, SameSection, SpanItem, SpanKind, SpanSection, Tile,
};
pub use usage::{Amount, Method, RusageSection, UsageAlternative, UsageGroup, UsageItem, UsageKind};

use rowan::TextRange;

use super::{AstNode, child, children, node};
use crate::SyntaxKind::{self, *};
use crate::{Element, Node, Token};

/// A requirement string: a `RES_REQ`, or a `CONDITION` (STOP_COND, RESUME_COND).
#[derive(Debug, Clone, Copy)]
pub struct ResReq<'t>(Node<'t>);

impl<'t> AstNode<'t> for ResReq<'t> {
    fn cast(node: Node<'t>) -> Option<Self> {
        matches!(node.kind(), RES_REQ | CONDITION).then_some(ResReq(node))
    }

    fn node(self) -> Node<'t> {
        self.0
    }
}

impl<'t> ResReq<'t> {
    /// Whether it is a STOP_COND or RESUME_COND, of which only the select section is used.
    pub fn is_condition(self) -> bool {
        self.0.kind() == CONDITION
    }

    /// The form of the requirement; `None` for an empty string.
    pub fn shape(self) -> Option<Shape<'t>> {
        Shape::below(self.0)
    }

    /// All names of any kind, in text order.
    pub fn all_names(self) -> impl Iterator<Item = Token<'t>> {
        self.0.all_tokens().filter(|it| it.kind() == NAME)
    }

    /// All simple requirements, in text order: itself, the terms, the branches, the terms of branches.
    pub fn simples(self) -> impl Iterator<Item = Simple<'t>> {
        let mut stack: Vec<Node<'t>> = Vec::new();
        stack.extend(self.0.children());
        stack.reverse();
        std::iter::from_fn(move || {
            loop {
                let node = stack.pop()?;
                match node.kind() {
                    SIMPLE => return Some(Simple(node)),
                    COMPOUND | COMPOUND_TERM | ALTERNATIVE | ALTERNATIVE_BRANCH => {
                        let from = stack.len();
                        stack.extend(node.children());
                        stack[from..].reverse();
                    }
                    _ => {}
                }
            }
        })
    }

    /// The branches of an alternative requirement, in the order in which they are tried; empty for other forms.
    pub fn branches(self) -> impl Iterator<Item = AlternativeBranch<'t>> {
        let alternative = match self.shape() {
            Some(Shape::Alternative(it)) => Some(it),
            _ => None,
        };
        alternative.into_iter().flat_map(Alternative::branches)
    }

    /// All compound requirements, in text order: itself, or branches.
    pub fn compounds(self) -> impl Iterator<Item = Compound<'t>> {
        let shapes = self.shape().into_iter().chain(self.branches().filter_map(AlternativeBranch::body));
        shapes.filter_map(|it| if let Shape::Compound(it) = it { Some(it) } else { None })
    }

    /// The sections of a type in all simple requirements, in text order.
    pub fn sections<S: AstNode<'t>>(self) -> impl Iterator<Item = S> {
        self.simples().flat_map(Simple::sections).filter_map(|it| S::cast(it.node()))
    }

    /// The quotes around the whole value.
    pub fn quotes(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| it.kind() == QUOTE)
    }
}

/// The forms of a requirement.
#[derive(Debug, Clone, Copy)]
pub enum Shape<'t> {
    /// One requirement for the whole job.
    Simple(Simple<'t>),
    /// One requirement per group of slots.
    Compound(Compound<'t>),
    /// Requirements that are tried one after another.
    Alternative(Alternative<'t>),
}

impl<'t> Shape<'t> {
    fn below(node: Node<'t>) -> Option<Shape<'t>> {
        node.children().find_map(|it| match it.kind() {
            SIMPLE => Some(Shape::Simple(Simple(it))),
            COMPOUND => Some(Shape::Compound(Compound(it))),
            ALTERNATIVE => Some(Shape::Alternative(Alternative(it))),
            _ => None,
        })
    }

    /// The untyped node.
    pub fn node(self) -> Node<'t> {
        match self {
            Shape::Simple(it) => it.node(),
            Shape::Compound(it) => it.node(),
            Shape::Alternative(it) => it.node(),
        }
    }
}

node!(/// `{..} || {..}@5 || ...`; also a single `{..}`.
    Alternative, ALTERNATIVE);
node!(/// One branch of an alternative.
    AlternativeBranch, ALTERNATIVE_BRANCH);
node!(/// `@5`: minutes until the branch is tried.
    Delay, ALTERNATIVE_DELAY);
node!(/// `2*{..} + 4*{..} + ...`.
    Compound, COMPOUND);
node!(/// One term of a compound.
    CompoundTerm, COMPOUND_TERM);
node!(/// A list of sections.
    Simple, SIMPLE);
node!(/// Selection text without `select[...]`.
    ImplicitSelect, IMPLICIT_SELECT);
node!(/// `select[...]`.
    SelectSection, SELECT_SECTION);
node!(/// Brackets after a word that names no section, or after none.
    UnknownSection, UNKNOWN_REQ_SECTION);

impl<'t> Alternative<'t> {
    /// The branches in the order in which they are tried.
    pub fn branches(self) -> impl Iterator<Item = AlternativeBranch<'t>> {
        children(self.0)
    }
}

impl<'t> AlternativeBranch<'t> {
    /// The content of the braces: simple or compound; an alternative in an invalid string.
    pub fn body(self) -> Option<Shape<'t>> {
        Shape::below(self.0)
    }

    /// The delay after the brace.
    pub fn delay(self) -> Option<Delay<'t>> {
        child(self.0)
    }
}

impl<'t> Delay<'t> {
    /// The number as written; `None` if it is not an integer.
    pub fn number(self) -> Option<Token<'t>> {
        self.0.token(INTEGER)
    }

    /// The number of minutes; `None` if it is not an integer or too large.
    pub fn minutes(self) -> Option<u64> {
        whole(self.number())
    }
}

impl<'t> Compound<'t> {
    /// The terms in the order of placement.
    pub fn terms(self) -> impl Iterator<Item = CompoundTerm<'t>> {
        children(self.0)
    }
}

impl<'t> CompoundTerm<'t> {
    /// The number before `*` as written; `None` if it is missing or not an integer.
    pub fn count(self) -> Option<Token<'t>> {
        self.0.token(INTEGER)
    }

    /// The number of slots; `None` if it is omitted, not an integer, or too large.
    pub fn slots(self) -> Option<u64> {
        whole(self.count())
    }

    /// Whether the term has a count, valid or not.
    pub fn is_counted(self) -> bool {
        self.0.token(STAR).is_some() || self.0.tokens().any(|it| matches!(it.kind(), INTEGER | WORD))
    }

    /// The content of the braces; `None` if it is empty or more than a simple requirement.
    pub fn simple(self) -> Option<Simple<'t>> {
        child(self.0)
    }
}

impl<'t> Simple<'t> {
    /// The sections with brackets, in text order, without those nested in expressions.
    pub fn sections(self) -> impl Iterator<Item = Section<'t>> {
        self.0.children().filter_map(Section::cast)
    }

    /// The selection at the start without `select[...]` around it.
    pub fn implicit_select(self) -> Option<ImplicitSelect<'t>> {
        child(self.0)
    }

    /// The expression that selects hosts: that of the implicit select, else of the first explicit one.
    pub fn selection(self) -> Option<Expr<'t>> {
        match self.implicit_select() {
            Some(it) => it.expr(),
            None => child::<SelectSection<'t>>(self.0)?.expr(),
        }
    }

    /// All selection expressions; more than one only in an invalid string.
    pub fn selections(self) -> impl Iterator<Item = Expr<'t>> {
        self.0.children().filter(|it| matches!(it.kind(), IMPLICIT_SELECT | SELECT_SECTION)).filter_map(Expr::below)
    }

    /// The first section of a type.
    pub fn section<S: AstNode<'t>>(self) -> Option<S> {
        child(self.0)
    }
}

impl<'t> ImplicitSelect<'t> {
    /// The expression.
    pub fn expr(self) -> Option<Expr<'t>> {
        Expr::below(self.0)
    }
}

impl<'t> SelectSection<'t> {
    /// The expression; `None` for empty brackets.
    pub fn expr(self) -> Option<Expr<'t>> {
        Expr::below(self.0)
    }
}

/// A section with a keyword and brackets.
#[derive(Debug, Clone, Copy)]
pub enum Section<'t> {
    /// `select[...]`
    Select(SelectSection<'t>),
    /// `order[...]`
    Order(OrderSection<'t>),
    /// `rusage[...]`
    Rusage(RusageSection<'t>),
    /// `span[...]`
    Span(SpanSection<'t>),
    /// `same[...]`
    Same(SameSection<'t>),
    /// `cu[...]`
    Cu(CuSection<'t>),
    /// `affinity[...]`
    Affinity(AffinitySection<'t>),
    /// Anything else before `[`.
    Unknown(UnknownSection<'t>),
}

impl<'t> Section<'t> {
    /// Converts a node; `None` if it is not a section.
    pub fn cast(node: Node<'t>) -> Option<Section<'t>> {
        Some(match node.kind() {
            SELECT_SECTION => Section::Select(SelectSection(node)),
            ORDER_SECTION => Section::Order(AstNode::cast(node)?),
            RUSAGE_SECTION => Section::Rusage(AstNode::cast(node)?),
            SPAN_SECTION => Section::Span(AstNode::cast(node)?),
            SAME_SECTION => Section::Same(AstNode::cast(node)?),
            CU_SECTION => Section::Cu(AstNode::cast(node)?),
            AFFINITY_SECTION => Section::Affinity(AstNode::cast(node)?),
            UNKNOWN_REQ_SECTION => Section::Unknown(UnknownSection(node)),
            _ => return None,
        })
    }

    /// The untyped node.
    pub fn node(self) -> Node<'t> {
        match self {
            Section::Select(it) => it.node(),
            Section::Order(it) => it.node(),
            Section::Rusage(it) => it.node(),
            Section::Span(it) => it.node(),
            Section::Same(it) => it.node(),
            Section::Cu(it) => it.node(),
            Section::Affinity(it) => it.node(),
            Section::Unknown(it) => it.node(),
        }
    }

    /// The word before the bracket; `None` if there is only a bracket.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.node().tokens().find(|it| matches!(it.kind(), KEYWORD | NAME))
    }

    /// The range from the keyword to the closing bracket.
    pub fn range(self) -> TextRange {
        self.node().range()
    }

    /// The range between the brackets; if one is missing, what remains of it.
    pub fn content_range(self) -> TextRange {
        let mut range = TextRange::empty(self.node().range().end());
        let mut open = false;
        for element in self.node().elements() {
            match element.kind() {
                L_BRACKET | L_PAREN | L_BRACE if !open => {
                    open = true;
                    range = TextRange::empty(element.range().end());
                }
                R_BRACKET | R_PAREN | R_BRACE => break,
                _ if open => range = range.cover(element.range()),
                _ => {}
            }
        }
        range
    }
}

/// The first child token of one of the kinds.
fn token_in<'t>(node: Node<'t>, kinds: &[SyntaxKind]) -> Option<Token<'t>> {
    node.tokens().find(|it| kinds.contains(&it.kind()))
}

/// The children without whitespace and comments.
fn significant<'t>(node: Node<'t>) -> impl Iterator<Item = Element<'t>> {
    node.elements().filter(|it| !it.kind().is_trivia())
}

/// The value of an integer.
fn whole(token: Option<Token<'_>>) -> Option<u64> {
    token?.text().parse().ok()
}
