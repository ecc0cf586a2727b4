//! Typed nodes of expressions in selections.

use std::borrow::Cow;

use rowan::TextRange;

use super::{Section, significant};
use crate::SyntaxKind::*;
use crate::ast::node;
use crate::{Element, Node, Token};

/// An expression, or an operand of one.
///
/// Chains of equal operators are flat: `a && b && c` is one [`Logic`] with three operands, `a + b - c` one
/// [`Arithmetic`].
#[derive(Debug, Clone, Copy)]
pub enum Expr<'t> {
    /// `a || b || ...`
    Or(Logic<'t>),
    /// `a && b && ...`
    And(Logic<'t>),
    /// `a == b`, `a < b`, `a = b`; chained in `1 < a < 5`.
    Comparison(Comparison<'t>),
    /// `a + b`, `a * b`.
    Arithmetic(Arithmetic<'t>),
    /// `!a`, `-a`.
    Unary(Unary<'t>),
    /// `(a)`
    Paren(Paren<'t>),
    /// `defined(a)`
    Call(Call<'t>),
    /// A resource name, or on the right of a comparison possibly a text.
    Name(Token<'t>),
    /// `100`, `0.5`, `4GB`
    Number(Number<'t>),
    /// `'text'`; the token includes the quotes.
    Text(Token<'t>),
    /// An unquoted text: `host-a`, `LINUX64` after `type ==`. Also invalid names such as `a.b`.
    Bare(Token<'t>),
    /// The old `a:b:c`.
    ColonList(List<'t>),
    /// The undocumented `a, b`.
    CommaList(List<'t>),
    /// Operands without operators between them.
    Juxtaposed(List<'t>),
    /// A section instead of an operand.
    Section(Section<'t>),
}

impl<'t> Expr<'t> {
    /// Converts an element; `None` if it is not an expression.
    pub fn cast(element: Element<'t>) -> Option<Expr<'t>> {
        match element {
            Element::Token(token) => Some(match token.kind() {
                NAME => Expr::Name(token),
                INTEGER | NUMBER => Expr::Number(Number { value: token, unit: None }),
                STRING => Expr::Text(token),
                WORD => Expr::Bare(token),
                _ => return None,
            }),
            Element::Node(node) => Some(match node.kind() {
                OR_EXPR => Expr::Or(Logic(node)),
                AND_EXPR => Expr::And(Logic(node)),
                COMPARISON => Expr::Comparison(Comparison(node)),
                ARITHMETIC => Expr::Arithmetic(Arithmetic(node)),
                UNARY_EXPR => Expr::Unary(Unary(node)),
                PAREN_EXPR => Expr::Paren(Paren(node)),
                CALL_EXPR => Expr::Call(Call(node)),
                LITERAL_EXPR => Expr::Number(Number {
                    value: node.tokens().find(|it| matches!(it.kind(), INTEGER | NUMBER))?,
                    unit: node.token(UNIT),
                }),
                COLON_LIST => Expr::ColonList(List(node)),
                COMMA_LIST => Expr::CommaList(List(node)),
                JUXTAPOSED => Expr::Juxtaposed(List(node)),
                _ => Expr::Section(Section::cast(node)?),
            }),
        }
    }

    /// The first expression among the children of a node.
    pub fn below(node: Node<'t>) -> Option<Expr<'t>> {
        node.elements().find_map(Expr::cast)
    }

    /// The byte range.
    pub fn range(self) -> TextRange {
        match self {
            Expr::Or(it) | Expr::And(it) => it.0.range(),
            Expr::Comparison(it) => it.0.range(),
            Expr::Arithmetic(it) => it.0.range(),
            Expr::Unary(it) => it.0.range(),
            Expr::Paren(it) => it.0.range(),
            Expr::Call(it) => it.0.range(),
            Expr::Name(it) | Expr::Text(it) | Expr::Bare(it) => it.range(),
            Expr::Number(it) => it.range(),
            Expr::ColonList(it) | Expr::CommaList(it) | Expr::Juxtaposed(it) => it.0.range(),
            Expr::Section(it) => it.range(),
        }
    }

    /// The expression without any enclosing parentheses. An empty pair of parentheses is returned unchanged.
    pub fn without_parentheses(self) -> Expr<'t> {
        let mut expr = self;
        while let Expr::Paren(paren) = expr {
            match paren.inner() {
                Some(inner) => expr = inner,
                None => break,
            }
        }
        expr
    }

    /// The direct operands of chains, comparisons, signs and parentheses; the argument of a call is not one.
    pub fn operands(self) -> impl Iterator<Item = Expr<'t>> {
        let node = match self {
            Expr::Or(it) | Expr::And(it) => Some(it.0),
            Expr::Comparison(it) => Some(it.0),
            Expr::Arithmetic(it) => Some(it.0),
            Expr::Unary(it) => Some(it.0),
            Expr::Paren(it) => Some(it.0),
            Expr::ColonList(it) | Expr::CommaList(it) | Expr::Juxtaposed(it) => Some(it.0),
            _ => None,
        };
        node.into_iter().flat_map(|it| it.elements().filter_map(Expr::cast))
    }

    /// This expression and all its descendants, parents first, including parentheses and arguments of calls.
    pub fn walk(self) -> impl Iterator<Item = Expr<'t>> {
        // Sufficient for most selections.
        let mut stack = Vec::with_capacity(8);
        stack.push(self);
        std::iter::from_fn(move || {
            let expr = stack.pop()?;
            let from = stack.len();
            stack.extend(expr.operands());
            if let Expr::Call(call) = expr {
                stack.extend(call.argument());
            }
            stack[from..].reverse();
            Some(expr)
        })
    }

    /// The name, if the expression is a single name.
    pub fn as_name(self) -> Option<Token<'t>> {
        match self {
            Expr::Name(token) => Some(token),
            _ => None,
        }
    }

    /// The content of a quoted or unquoted text; the range of the token includes the quotes.
    pub fn as_text(self) -> Option<Cow<'t, str>> {
        match self {
            Expr::Text(token) => Some(match token.text() {
                Cow::Borrowed(text) => Cow::Borrowed(without_quotes(text)),
                Cow::Owned(text) => Cow::Owned(without_quotes(&text).to_owned()),
            }),
            Expr::Bare(token) => Some(token.text()),
            _ => None,
        }
    }
}

fn without_quotes(text: &str) -> &str {
    text.get(1..text.len().max(2) - 1).unwrap_or("")
}

/// A chain of `&&` or of `||`, or of other operators used instead (`&`, `and`, `**`).
#[derive(Debug, Clone, Copy)]
pub struct Logic<'t>(Node<'t>);

/// Operands in a list that is not part of the strict syntax.
#[derive(Debug, Clone, Copy)]
pub struct List<'t>(Node<'t>);

node!(/// A comparison.
    Comparison, COMPARISON);
node!(/// A chain of `+` and `-`, or of `*` and `/`.
    Arithmetic, ARITHMETIC);
node!(/// Signs and an operand.
    Unary, UNARY_EXPR);
node!(/// An expression in parentheses.
    Paren, PAREN_EXPR);
node!(/// A function call.
    Call, CALL_EXPR);

impl<'t> Logic<'t> {
    /// The untyped node, an `AND_EXPR` or `OR_EXPR`.
    pub fn node(self) -> Node<'t> {
        self.0
    }

    /// The operands from left to right. Missing ones are left out.
    pub fn operands(self) -> impl Iterator<Item = Expr<'t>> {
        self.0.elements().filter_map(Expr::cast)
    }

    /// The operators from left to right.
    pub fn operators(self) -> impl Iterator<Item = Operator<'t>> {
        self.0.tokens().filter_map(Operator::cast)
    }
}

impl<'t> Comparison<'t> {
    /// The operand before the first operator.
    pub fn lhs(self) -> Option<Expr<'t>> {
        significant(self.0).next().and_then(Expr::cast)
    }

    /// The first operator.
    pub fn operator(self) -> Option<Operator<'t>> {
        self.operators().next()
    }

    /// The operand after the first operator.
    pub fn rhs(self) -> Option<Expr<'t>> {
        let mut elements = significant(self.0).skip_while(|it| !is_operator(*it));
        elements.next();
        elements.next().and_then(Expr::cast)
    }

    /// Whether there is more than one operator, so that the left side of the later ones is a truth value.
    pub fn is_chained(self) -> bool {
        self.operators().nth(1).is_some()
    }

    /// All operators from left to right.
    pub fn operators(self) -> impl Iterator<Item = Operator<'t>> {
        self.0.tokens().filter_map(Operator::cast)
    }

    /// All operands from left to right. Missing ones are left out.
    pub fn operands(self) -> impl Iterator<Item = Expr<'t>> {
        self.0.elements().filter_map(Expr::cast)
    }
}

impl<'t> Arithmetic<'t> {
    /// The operands from left to right. Missing ones are left out.
    pub fn operands(self) -> impl Iterator<Item = Expr<'t>> {
        self.0.elements().filter_map(Expr::cast)
    }

    /// The operators from left to right; all have the same precedence.
    pub fn operators(self) -> impl Iterator<Item = Operator<'t>> {
        self.0.tokens().filter_map(Operator::cast)
    }
}

impl<'t> Unary<'t> {
    /// The signs, `!` (or `not`) and `-`, outermost first; more than one, or `+`, only in an invalid string.
    pub fn signs(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| matches!(it.kind(), BANG | MINUS | PLUS))
    }

    /// Whether the only sign is `!`.
    pub fn is_not(self) -> bool {
        self.signs().map(Token::kind).eq([BANG])
    }

    /// Whether the only sign is `-`.
    pub fn is_minus(self) -> bool {
        self.signs().map(Token::kind).eq([MINUS])
    }

    /// The operand; `None` for the lone `-` of a colon list.
    pub fn operand(self) -> Option<Expr<'t>> {
        Expr::below(self.0)
    }
}

impl<'t> Paren<'t> {
    /// The expression in the parentheses.
    pub fn inner(self) -> Option<Expr<'t>> {
        Expr::below(self.0)
    }
}

impl<'t> Call<'t> {
    /// The word before the parenthesis.
    pub fn function(self) -> Option<Token<'t>> {
        significant(self.0).next().and_then(Element::into_token)
    }

    /// Whether it is `defined(...)`.
    pub fn is_defined(self) -> bool {
        self.function().is_some_and(|it| it.kind() == KEYWORD)
    }

    /// The argument in the parentheses: a name, unless the string is invalid.
    pub fn argument(self) -> Option<Expr<'t>> {
        self.0.elements().skip_while(|it| it.kind() != L_PAREN).find_map(Expr::cast)
    }
}

impl<'t> List<'t> {
    /// The untyped node.
    pub fn node(self) -> Node<'t> {
        self.0
    }

    /// The items from left to right.
    pub fn items(self) -> impl Iterator<Item = Expr<'t>> {
        self.0.elements().filter_map(Expr::cast)
    }

    /// The colons or commas between them.
    pub fn separators(self) -> impl Iterator<Item = Token<'t>> {
        self.0.tokens().filter(|it| matches!(it.kind(), COLON | COMMA))
    }
}

/// A number with an optional unit.
#[derive(Debug, Clone, Copy)]
pub struct Number<'t> {
    /// Digits, possibly with a dot: `INTEGER` or `NUMBER`.
    pub value: Token<'t>,
    /// Letters directly after the number, or `%`.
    pub unit: Option<Token<'t>>,
}

impl Number<'_> {
    /// The range of value and unit.
    pub fn range(self) -> TextRange {
        self.unit.map_or(self.value.range(), |it| self.value.range().cover(it.range()))
    }

    /// The value without its unit.
    pub fn as_f64(self) -> Option<f64> {
        crate::ast::number(self.value)
    }
}

/// An operator between operands.
#[derive(Debug, Clone, Copy)]
pub struct Operator<'t> {
    /// The meaning, possibly a presumed one.
    pub kind: OperatorKind,
    /// Its token.
    pub token: Token<'t>,
}

/// The meaning of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "operators are named after what they do")]
pub enum OperatorKind {
    Or,
    And,
    /// `==`
    Equal,
    /// `=`
    Assign,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    /// Not an operator.
    Unknown,
}

impl<'t> Operator<'t> {
    /// Converts a token. Misspelled operators (`=>`, `&`, `and`) have the presumed meaning.
    pub fn cast(token: Token<'t>) -> Option<Operator<'t>> {
        let kind = match token.kind() {
            OR_OR | PIPE => OperatorKind::Or,
            AND_AND | AMP => OperatorKind::And,
            EQ_EQ => OperatorKind::Equal,
            EQ => OperatorKind::Assign,
            BANG_EQ => OperatorKind::NotEqual,
            LT => OperatorKind::Less,
            LT_EQ => OperatorKind::LessOrEqual,
            GT => OperatorKind::Greater,
            GT_EQ => OperatorKind::GreaterOrEqual,
            PLUS => OperatorKind::Add,
            MINUS => OperatorKind::Subtract,
            STAR => OperatorKind::Multiply,
            SLASH => OperatorKind::Divide,
            BAD_OPERATOR => OperatorKind::Unknown,
            _ => return None,
        };
        Some(Operator { kind, token })
    }
}

fn is_operator(element: Element<'_>) -> bool {
    element.into_token().and_then(Operator::cast).is_some()
}
