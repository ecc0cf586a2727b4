//! Expressions in selections, which own their text.

use lsflint_syntax::ast::resreq::{self, OperatorKind};

use super::{Amount, Decimal, SizeUnit};

/// An expression, without redundant parentheses.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// `a || b || ...`, two operands or more.
    Or(Vec<Expr>),
    /// `a && b && ...`, two operands or more.
    And(Vec<Expr>),
    /// `!a`
    Not(Box<Expr>),
    /// `-a`
    Negative(Box<Expr>),
    /// `a < b`; a chain of comparisons is read from left to right.
    Comparison(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `a + b - c`, or `a * b / c`.
    Arithmetic(Box<Expr>, Vec<(Arithmetic, Expr)>),
    /// A resource; when compared with a string resource, possibly an unquoted text.
    Name(String),
    /// `100`, `0.5`, `4GB`
    Number(Amount),
    /// `'text'`; unquoted on the right of `type==` and similar comparisons.
    Text {
        /// The text without quotes.
        text: String,
        /// Whether it has quotes, or needs them.
        quoted: bool,
    },
    /// `defined(a)`
    Defined(String),
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "named after what it asks")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// The operator as written.
    pub fn text(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }

    /// The operator for exchanged operands.
    pub fn flipped(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            same => same,
        }
    }

    fn of(kind: OperatorKind) -> Option<Comparison> {
        Some(match kind {
            // Only texts may be compared with `=`, which has the same meaning.
            OperatorKind::Equal | OperatorKind::Assign => Comparison::Equal,
            OperatorKind::NotEqual => Comparison::NotEqual,
            OperatorKind::Less => Comparison::Less,
            OperatorKind::LessOrEqual => Comparison::LessOrEqual,
            OperatorKind::Greater => Comparison::Greater,
            OperatorKind::GreaterOrEqual => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }
}

/// An arithmetic operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "named after what it does")]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl Arithmetic {
    /// Whether it has the precedence of `*`.
    pub fn is_product(self) -> bool {
        matches!(self, Arithmetic::Multiply | Arithmetic::Divide)
    }

    fn of(kind: OperatorKind) -> Option<Arithmetic> {
        Some(match kind {
            OperatorKind::Add => Arithmetic::Add,
            OperatorKind::Subtract => Arithmetic::Subtract,
            OperatorKind::Multiply => Arithmetic::Multiply,
            OperatorKind::Divide => Arithmetic::Divide,
            _ => return None,
        })
    }
}

/// The number of additional `!` before an operand that is understood. Each is a level of the expression, and what reads
/// expressions follows the levels.
const MOST_REPEATED: usize = 64;

impl Expr {
    /// Converts a tree; `None` if it is not in strict syntax.
    pub fn of(expr: resreq::Expr<'_>) -> Option<Expr> {
        Some(match expr {
            resreq::Expr::Or(it) => Expr::Or(chain(it, OperatorKind::Or)?),
            resreq::Expr::And(it) => Expr::And(chain(it, OperatorKind::And)?),
            resreq::Expr::Comparison(it) => {
                let (first, rest) = operation(it.operands(), it.operators(), Comparison::of)?;
                Expr::Comparison(first, rest)
            }
            resreq::Expr::Arithmetic(it) => {
                let (first, rest) = operation(it.operands(), it.operators(), Arithmetic::of)?;
                Expr::Arithmetic(first, rest)
            }
            resreq::Expr::Unary(it) if it.signs().all(|sign| matches!(sign.raw(), "!" | "-")) => {
                let operand = Box::new(Expr::of(it.operand()?)?);
                let repeated = it.signs().count() - 1;
                if it.is_minus() {
                    Expr::Negative(operand)
                } else if repeated <= MOST_REPEATED && it.signs().all(|sign| sign.raw() == "!") {
                    // Only the older parser accepts several.
                    (0..repeated).fold(Expr::Not(operand), |inner, _| Expr::Not(Box::new(inner)))
                } else {
                    return None;
                }
            }
            resreq::Expr::Paren(it) => Expr::of(it.inner()?)?,
            resreq::Expr::Call(it) if it.is_defined() => Expr::Defined(it.argument()?.as_name()?.text().into_owned()),
            resreq::Expr::Name(it) => Expr::Name(it.text().into_owned()),
            resreq::Expr::Number(it) => {
                let number = Decimal::parse(&it.value.text())?;
                let unit = match it.unit {
                    Some(unit) => Some(SizeUnit::of(&unit.text())?),
                    None => None,
                };
                Expr::Number(Amount { number, unit })
            }
            resreq::Expr::Text(_) | resreq::Expr::Bare(_) => {
                let text = expr.as_text()?.into_owned();
                // Quotes inside quotes cannot be written.
                if text.contains(['\'', '\\', '\n']) {
                    return None;
                }
                let quoted = matches!(expr, resreq::Expr::Text(_)) || !is_word(&text);
                Expr::Text { text, quoted }
            }
            _ => return None,
        })
    }

    /// Both sides and the operator of a comparison that is not a chain.
    pub fn as_comparison(&self) -> Option<(&Expr, Comparison, &Expr)> {
        match self {
            Expr::Comparison(left, rest) => match rest.as_slice() {
                [(operator, right)] => Some((left, *operator, right)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operands of `&&`, including nested ones; the expression itself if it has another form.
    pub fn conjuncts(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        self.collect_conjuncts(&mut found);
        found
    }

    fn collect_conjuncts<'e>(&'e self, found: &mut Vec<&'e Expr>) {
        match self {
            Expr::And(operands) => operands.iter().for_each(|it| it.collect_conjuncts(found)),
            other => found.push(other),
        }
    }

    /// The direct operands.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Expr::Or(operands) | Expr::And(operands) => operands.iter().collect(),
            Expr::Not(operand) | Expr::Negative(operand) => vec![operand],
            Expr::Comparison(first, rest) => std::iter::once(&**first).chain(rest.iter().map(|it| &it.1)).collect(),
            Expr::Arithmetic(first, rest) => std::iter::once(&**first).chain(rest.iter().map(|it| &it.1)).collect(),
            Expr::Name(_) | Expr::Number(_) | Expr::Text { .. } | Expr::Defined(_) => Vec::new(),
        }
    }
}

/// Whether a text needs no quotes.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// The operands of a chain whose operators are all valid.
fn chain(logic: resreq::Logic<'_>, kind: OperatorKind) -> Option<Vec<Expr>> {
    let written = match kind {
        OperatorKind::Or => "||",
        _ => "&&",
    };
    let operands: Vec<Expr> = logic.operands().map(Expr::of).collect::<Option<_>>()?;
    let operators = logic.operators().filter(|it| it.token.raw() == written).count();
    (operands.len() >= 2 && operators + 1 == operands.len() && logic.operators().count() == operators)
        .then_some(operands)
}

type Operation<O> = (Box<Expr>, Vec<(O, Expr)>);

/// The first operand, and each further operand with the preceding operator.
fn operation<'t, O>(
    operands: impl Iterator<Item = resreq::Expr<'t>>,
    operators: impl Iterator<Item = resreq::Operator<'t>>,
    of: fn(OperatorKind) -> Option<O>,
) -> Option<Operation<O>> {
    let mut operands: Vec<Expr> = operands.map(Expr::of).collect::<Option<_>>()?;
    let operators: Vec<O> = operators.map(|it| of(it.kind)).collect::<Option<_>>()?;
    if operators.is_empty() || operators.len() + 1 != operands.len() {
        return None;
    }
    let rest = operators.into_iter().zip(operands.drain(1..)).collect();
    Some((Box::new(operands.pop()?), rest))
}
