//! Prints requirements in the order select, order, rusage, span, same, cu, affinity.
//!
//! Printed requirements can be parsed again. Parentheses are printed where the structure requires them, and around `&&`
//! in `||` for readability.

use std::fmt::{self, Display, Formatter};

use super::{
    Affinity, Arithmetic, ComputeUnits, Expr, Method, Order, OrderKey, ProcessorUnit, Requirement, Reservation, Simple,
    SpanItem, Tile, Timing,
};

impl Display for Requirement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.print(f)
    }
}

impl Display for Simple {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.print(f)
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Or(operands) => joined(f, operands.iter().map(|it| Operand(it, it.is_logic())), " || "),
            Expr::And(operands) => joined(f, operands.iter().map(|it| Operand(it, it.is_logic())), " && "),
            Expr::Not(operand) => write!(f, "!{}", Operand(operand, !operand.is_primary())),
            Expr::Negative(operand) => write!(f, "-{}", Operand(operand, !operand.is_primary())),
            Expr::Comparison(first, rest) => {
                let operand = |it| Operand(it, !(it.is_primary() || matches!(it, Expr::Arithmetic(..))));
                operand(first).fmt(f)?;
                rest.iter().try_for_each(|(operator, it)| write!(f, "{}{}", operator.text(), operand(it)))
            }
            Expr::Arithmetic(first, rest) => {
                let sum = !rest.iter().any(|it| it.0.is_product());
                let operand = |it| Operand(it, !(it.is_primary() || sum && it.is_product()));
                operand(first).fmt(f)?;
                rest.iter().try_for_each(|(operator, it)| {
                    let sign = match operator {
                        Arithmetic::Add => " + ",
                        Arithmetic::Subtract => " - ",
                        Arithmetic::Multiply => "*",
                        Arithmetic::Divide => "/",
                    };
                    write!(f, "{sign}{}", operand(it))
                })
            }
            Expr::Name(name) => f.write_str(name),
            Expr::Number(amount) => amount.fmt(f),
            Expr::Text { text, quoted: true } => write!(f, "'{text}'"),
            Expr::Text { text, quoted: false } => f.write_str(text),
            Expr::Defined(name) => write!(f, "defined({name})"),
        }
    }
}

impl Expr {
    fn is_primary(&self) -> bool {
        matches!(self, Expr::Name(_) | Expr::Number(_) | Expr::Text { .. } | Expr::Defined(_))
    }

    fn is_logic(&self) -> bool {
        matches!(self, Expr::Or(_) | Expr::And(_))
    }

    fn is_product(&self) -> bool {
        matches!(self, Expr::Arithmetic(_, rest) if rest.iter().all(|it| it.0.is_product()))
    }
}

/// An operand, with or without parentheses.
struct Operand<'e>(&'e Expr, bool);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.1 { write!(f, "({})", self.0) } else { self.0.fmt(f) }
    }
}

impl Display for Order {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "order[{}{}]", if self.again { "!" } else { "" }, List(&self.keys, ":"))
    }
}

impl Display for OrderKey {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.reversed { "-" } else { "" }, self.key)
    }
}

impl Display for Reservation {
    /// Resource, amount and method, without timing.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, Phases(&self.amounts, self.is_phased()))?;
        f.write_str(match self.method {
            None => "",
            Some(Method::Job) => "/job",
            Some(Method::Task) => "/task",
            Some(Method::Host) => "/host",
        })
    }
}

impl Timing {
    /// `duration=...`, if there is one.
    pub(super) fn duration_text(&self, phased: bool) -> Option<String> {
        (!self.durations.is_empty()).then(|| format!("duration={}", Phases(&self.durations, phased)))
    }

    /// `decay=...`, if there is one.
    pub(super) fn decay_text(&self, phased: bool) -> Option<String> {
        let bits: Vec<u8> = self.decays.iter().map(|it| u8::from(*it)).collect();
        (!bits.is_empty()).then(|| format!("decay={}", Phases(&bits, phased)))
    }
}

/// A value, or the values of several phases in parentheses.
struct Phases<'v, T>(&'v [T], bool);

impl<T: Display> Display for Phases<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Phases([one], false) => one.fmt(f),
            Phases(several, _) => write!(f, "({})", List(several, " ")),
        }
    }
}

impl Display for SpanItem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SpanItem::Hosts(number) => write!(f, "hosts={number}"),
            SpanItem::Ptile(tiles) => write!(f, "ptile={}", List(tiles, ",")),
            SpanItem::Block(size) => write!(f, "block={size}"),
            SpanItem::Stripe(None) => f.write_str("stripe"),
            SpanItem::Stripe(Some(most)) => write!(f, "stripe={most}"),
            SpanItem::Gtile(tiles) => write!(f, "gtile={}", List(tiles, ",")),
        }
    }
}

impl Display for Tile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Tile::Configured => f.write_str("'!'"),
            Tile::Number(number) => number.fmt(f),
            Tile::Named(name, number) => write!(f, "{name}:{number}"),
        }
    }
}

impl Display for ComputeUnits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut items: Vec<String> = Vec::new();
        items.extend(self.kind.as_ref().map(|it| format!("type={it}")));
        items.extend(self.preference.as_ref().map(|it| format!("pref={it}")));
        items.extend(self.most.map(|it| format!("maxcus={it}")));
        items.extend(self.usable_slots.map(|it| format!("usablecuslots={it}")));
        items.extend(self.balance.then(|| "balance".to_owned()));
        items.extend(self.exclusive.then(|| "excl".to_owned()));
        write!(f, "cu[{}]", items.join(":"))
    }
}

impl Display for Affinity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "affinity[{}", word(self.unit))?;
        if self.count != 1 || self.same.is_some() || self.exclusive.is_some() {
            write!(f, "({}", self.count)?;
            if let Some(level) = self.same {
                write!(f, ",same={}", word(level))?;
            }
            if let Some((level, scopes)) = &self.exclusive {
                write!(f, ",exclusive=({}", word(*level))?;
                if !scopes.is_empty() {
                    write!(f, ",{}", scopes.join("|"))?;
                }
                f.write_str(")")?;
            }
            f.write_str(")")?;
        }
        if self.times != 1 {
            write!(f, "*{}", self.times)?;
        }
        if let Some(level) = self.cpubind {
            write!(f, ":cpubind={}", word(level))?;
        }
        if let Some(policy) = &self.membind {
            write!(f, ":membind={policy}")?;
        }
        if let Some(distribute) = &self.distribute {
            write!(f, ":distribute={}", distribute.policy)?;
            if let Some((level, number)) = distribute.limit {
                write!(f, "({}={number})", word(level))?;
            }
        }
        f.write_str("]")
    }
}

fn word(unit: ProcessorUnit) -> &'static str {
    match unit {
        ProcessorUnit::Numa => "numa",
        ProcessorUnit::Socket => "socket",
        ProcessorUnit::Core => "core",
        ProcessorUnit::Thread => "thread",
    }
}

/// Items with a separator.
pub(super) struct List<'v, T>(pub(super) &'v [T], pub(super) &'static str);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        joined(f, self.0, self.1)
    }
}

fn joined<T: Display>(f: &mut Formatter<'_>, items: impl IntoIterator<Item = T>, separator: &str) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
