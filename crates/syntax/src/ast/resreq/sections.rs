//! Typed nodes of the sections `order`, `span`, `same`, `cu` and `affinity`.

use rowan::TextRange;

use super::usage::Amount;
use super::{Expr, significant, token_in};
use crate::SyntaxKind::*;
use crate::ast::{child, children, node};
use crate::{Element, Node, Token};

node!(/// `order[...]`.
    OrderSection, ORDER_SECTION);
node!(/// `span[...]`.
    SpanSection, SPAN_SECTION);
node!(/// `keyword=value` in `span`.
    SpanItem, SPAN_ITEM);
node!(/// `same[...]`.
    SameSection, SAME_SECTION);
node!(/// `cu[...]`.
    CuSection, CU_SECTION);
node!(/// `keyword=value`, or a keyword alone, in `cu`.
    CuItem, CU_ITEM);
node!(/// `affinity[...]`.
    AffinitySection, AFFINITY_SECTION);
node!(/// `core(2,same=socket)*4`.
    AffinityUnit, AFFINITY_UNIT);
node!(/// `keyword=value` in `affinity`, in the parentheses of a unit or behind it.
    AffinityOption, AFFINITY_OPTION);

impl<'t> OrderSection<'t> {
    /// The `!` at the start of the section.
    pub fn bang(self) -> Option<Token<'t>> {
        self.0.token(BANG)
    }

    /// The keys, most significant first.
    pub fn keys(self) -> impl Iterator<Item = OrderKey<'t>> {
        self.0.elements().filter(|it| matches!(it.kind(), NAME | ORDER_KEY)).map(OrderKey)
    }
}

/// A key of `order`.
#[derive(Debug, Clone, Copy)]
pub struct OrderKey<'t>(Element<'t>);

impl<'t> OrderKey<'t> {
    /// The name, unless the key is an expression or has no name.
    pub fn name(self) -> Option<Token<'t>> {
        match self.0 {
            Element::Token(token) => Some(token),
            Element::Node(node) => node.token(NAME),
        }
    }

    /// The `-` that reverses the key.
    pub fn minus(self) -> Option<Token<'t>> {
        self.0.into_node()?.token(MINUS)
    }

    /// A misplaced `!`.
    pub fn bang(self) -> Option<Token<'t>> {
        self.0.into_node()?.token(BANG)
    }

    /// The expression, if the key is more than a name.
    pub fn expression(self) -> Option<Expr<'t>> {
        let node = self.0.into_node()?;
        Expr::below(node).filter(|it| !matches!(it, Expr::Name(_)))
    }

    /// The range of sign and name.
    pub fn range(self) -> TextRange {
        self.0.range()
    }
}

impl<'t> SpanSection<'t> {
    /// The items; more than one is undocumented.
    pub fn items(self) -> impl Iterator<Item = SpanItem<'t>> {
        children(self.0)
    }

    /// The first item of a kind.
    pub fn find(self, kind: SpanKind) -> Option<SpanItem<'t>> {
        self.items().find(|it| it.kind() == Some(kind))
    }
}

/// The keywords of `span`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named after the keyword")]
pub enum SpanKind {
    Hosts,
    Ptile,
    Block,
    Stripe,
    Gtile,
}

impl<'t> SpanItem<'t> {
    /// The word before `=`.
    pub fn keyword(self) -> Option<Token<'t>> {
        token_in(self.0, &[KEYWORD, NAME])
    }

    /// The keyword, if it is known.
    pub fn kind(self) -> Option<SpanKind> {
        Some(match &*self.keyword()?.text() {
            "hosts" => SpanKind::Hosts,
            "ptile" => SpanKind::Ptile,
            "block" => SpanKind::Block,
            "stripe" => SpanKind::Stripe,
            "gtile" => SpanKind::Gtile,
            _ => return None,
        })
    }

    /// The first plain number after `=`.
    pub fn value(self) -> Option<Amount<'t>> {
        Amount::below(self.0)
    }

    /// Every value of `ptile` and `gtile`, in order.
    pub fn tiles(self) -> impl Iterator<Item = Tile<'t>> {
        self.0.elements().filter_map(|it| match it {
            Element::Token(token) if token.kind() == BANG => Some(Tile::Bang(token)),
            Element::Token(token) if token.kind() == INTEGER => Some(Tile::Number(token)),
            Element::Node(node) if node.kind() == SPAN_TILE => {
                Some(Tile::Named { name: node.token(NAME)?, count: Amount::below(node) })
            }
            _ => None,
        })
    }
}

/// A value of `ptile` or `gtile`.
#[derive(Debug, Clone, Copy)]
pub enum Tile<'t> {
    /// `'!'`, or `!` without quotes, as the text of the token shows.
    Bang(Token<'t>),
    /// `4`
    Number(Token<'t>),
    /// `LINUX:4`
    Named {
        /// A host type or model.
        name: Token<'t>,
        /// The number after the colon.
        count: Option<Amount<'t>>,
    },
}

impl<'t> SameSection<'t> {
    /// The names.
    pub fn names(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| it.kind() == NAME)
    }
}

impl<'t> CuSection<'t> {
    /// The items.
    pub fn items(self) -> impl Iterator<Item = CuItem<'t>> {
        children(self.0)
    }

    /// The first item of a kind.
    pub fn find(self, kind: CuKind) -> Option<CuItem<'t>> {
        self.items().find(|it| it.kind() == Some(kind))
    }
}

/// The keywords of `cu`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named after the keyword")]
pub enum CuKind {
    Type,
    Pref,
    MaxCus,
    UsableCuSlots,
    Balance,
    Excl,
}

impl<'t> CuItem<'t> {
    /// The word before `=`, or alone.
    pub fn keyword(self) -> Option<Token<'t>> {
        token_in(self.0, &[KEYWORD, NAME])
    }

    /// The keyword, if it is known.
    pub fn kind(self) -> Option<CuKind> {
        Some(match &*self.keyword()?.text() {
            "type" => CuKind::Type,
            "pref" => CuKind::Pref,
            "maxcus" => CuKind::MaxCus,
            "usablecuslots" => CuKind::UsableCuSlots,
            "balance" => CuKind::Balance,
            "excl" => CuKind::Excl,
            _ => return None,
        })
    }

    /// The value if it is a number.
    pub fn value(self) -> Option<Amount<'t>> {
        Amount::below(self.0)
    }

    /// The value if it is a word.
    pub fn word(self) -> Option<Token<'t>> {
        self.0.token(WORD)
    }
}

impl<'t> AffinitySection<'t> {
    /// The processor unit.
    pub fn unit(self) -> Option<AffinityUnit<'t>> {
        child(self.0)
    }

    /// The options after the unit.
    pub fn options(self) -> impl Iterator<Item = AffinityOption<'t>> {
        children(self.0)
    }
}

/// Processor units, and the levels of options. Ordered from smallest to largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "named after the keyword")]
pub enum ProcessorUnit {
    Thread,
    Core,
    Socket,
    Numa,
}

impl ProcessorUnit {
    /// The unit with a name, including the old names `mcm` and `cpu`.
    pub fn of(word: &str) -> Option<ProcessorUnit> {
        Some(match word {
            "numa" | "mcm" => ProcessorUnit::Numa,
            "socket" => ProcessorUnit::Socket,
            "core" => ProcessorUnit::Core,
            "thread" | "cpu" => ProcessorUnit::Thread,
            _ => return None,
        })
    }
}

impl<'t> AffinityUnit<'t> {
    /// The name of the unit.
    pub fn keyword(self) -> Option<Token<'t>> {
        token_in(self.0, &[KEYWORD, NAME])
    }

    /// The unit, if it is known.
    pub fn unit(self) -> Option<ProcessorUnit> {
        ProcessorUnit::of(&self.keyword()?.text())
    }

    /// The number in the parentheses.
    pub fn count(self) -> Option<Amount<'t>> {
        Amount::all(self.0.elements().skip_while(|it| it.kind() != L_PAREN).take_while(|it| it.kind() != STAR)).next()
    }

    /// The number after `*`.
    pub fn multiplier(self) -> Option<Amount<'t>> {
        Amount::all(self.0.elements().skip_while(|it| it.kind() != STAR)).next()
    }

    /// The options in the parentheses.
    pub fn options(self) -> impl Iterator<Item = AffinityOption<'t>> {
        children(self.0)
    }
}

/// The options of `affinity`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named after the keyword")]
pub enum AffinityOptionKind {
    Same,
    Exclusive,
    CpuBind,
    MemBind,
    Distribute,
}

impl<'t> AffinityOption<'t> {
    /// The word before `=`.
    pub fn keyword(self) -> Option<Token<'t>> {
        token_in(self.0, &[KEYWORD, NAME])
    }

    /// The keyword, if it is known.
    pub fn kind(self) -> Option<AffinityOptionKind> {
        Some(match &*self.keyword()?.text() {
            "same" => AffinityOptionKind::Same,
            "exclusive" => AffinityOptionKind::Exclusive,
            "cpubind" => AffinityOptionKind::CpuBind,
            "membind" => AffinityOptionKind::MemBind,
            "distribute" => AffinityOptionKind::Distribute,
            _ => return None,
        })
    }

    /// The value before any parenthesis: `pack` of `pack(socket=1)`, `socket` of `same=socket`.
    pub fn value(self) -> Option<Token<'t>> {
        behind_equals(self.0).next().and_then(Element::into_token).filter(|it| it.kind() == WORD)
    }

    /// The words in parentheses: level and scopes of `exclusive=(core,injob|alljobs)`, the level of `pack(socket=1)`.
    pub fn arguments(self) -> impl Iterator<Item = Token<'t>> {
        self.0
            .elements()
            .skip_while(|it| it.kind() != L_PAREN)
            .filter_map(Element::into_token)
            .filter(|it| it.kind() == WORD)
    }

    /// The number in parentheses: the `1` of `pack(socket=1)`.
    pub fn number(self) -> Option<Amount<'t>> {
        Amount::below(self.0)
    }
}

fn behind_equals<'t>(node: Node<'t>) -> impl Iterator<Item = Element<'t>> {
    significant(node).skip_while(|it| it.kind() != EQ).skip(1)
}
