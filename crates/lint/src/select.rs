//! Selections in the form that rules need: every name and its use, every comparison of a name with a constant.
//!
//! A word on the right of `type ==` is a string; on the right of `mem >`, it is the name of another resource. The type
//! of the left side determines which. If that type is unknown, the word is not checked.

use bitflags::bitflags;
use lsflint_model::{Resource, Resources};
use lsflint_spec::ResourceType;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{
    Comparison, Expr, Number, OperatorKind, OrderSection, ResReq, RusageSection, SameSection, Section, Shape, Simple,
    UsageItem, UsageKind,
};
use lsflint_syntax::{Node, SyntaxKind, TextRange, Token};

bitflags! {
    /// Parts of a requirement string.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Part: u16 {
        /// A selection, explicit or implicit.
        const SELECT = 1;
        /// `order[...]`.
        const ORDER = 2;
        /// `rusage[...]`.
        const RUSAGE = 4;
        /// `span[...]`.
        const SPAN = 8;
        /// `same[...]`.
        const SAME = 16;
        /// `cu[...]`.
        const CU = 32;
        /// `affinity[...]`.
        const AFFINITY = 64;
        /// Terms or alternatives: the string is not simple.
        const TERMS = 128;
        /// A duration, decay or threshold in `rusage`.
        const USAGE_TIME = 256;
        /// A keyword for GPUs in `rusage`.
        const USAGE_GPU = 512;
        /// A list of amounts or times in `rusage`.
        const USAGE_LIST = 1024;
        /// A unit of an amount in `rusage`.
        const USAGE_UNIT = 2048;
    }
}

/// The use of a name.
#[derive(Debug, Clone, Copy)]
pub enum Use<'t> {
    /// As a condition: the whole selection, or an operand of `&&`, `||` or `!`.
    Condition,
    /// As an operand of a comparison.
    Compared(Comparison<'t>),
    /// As an operand of `+`, `-`, `*`, `/`.
    Calculated,
    /// After a minus sign.
    Minus,
    /// As an operand of `!`.
    Negated,
    /// As the argument of `defined()`.
    Defined,
    /// As an item of the old list syntax `a:b`.
    Listed,
}

/// A resource name in a selection.
#[derive(Debug, Clone, Copy)]
pub struct NameUse<'t> {
    /// The name.
    pub name: Token<'t>,
    /// Its use.
    pub usage: Use<'t>,
    /// What is known about it.
    pub resource: Option<Resource>,
}

impl NameUse<'_> {
    /// The type of the resource, if it is known.
    pub fn kind(self) -> Option<ResourceType> {
        self.resource?.kind
    }
}

/// The parts of a requirement string that rules about selections read, collected once per string.
#[derive(Debug, Default)]
pub struct Parts<'t> {
    /// The parts of the string.
    present: Part,
    /// The simple strings, in order.
    pub simples: Vec<Simple<'t>>,
    /// The explicit sections of all simple strings, in order.
    pub sections: Vec<Section<'t>>,
    /// The items of all `rusage` sections, in order.
    pub usages: Vec<UsageItem<'t>>,
    /// The selections, in order: one per simple string, unless it is invalid.
    pub selections: Vec<Expr<'t>>,
    /// Every expression of the selections, outer ones first.
    pub expressions: Vec<Expr<'t>>,
    /// The resource names, see [`names`].
    pub names: Vec<NameUse<'t>>,
    /// The names of resources in all sections, in order, without the argument of `defined()`, which has its own rules.
    pub used: Vec<Token<'t>>,
    /// The comparisons of a name with a constant, see [`against`].
    pub against: Vec<Against<'t>>,
}

impl<'t> Parts<'t> {
    /// Collects the parts of a `RES_REQ` or `CONDITION`.
    pub fn of(node: Node<'t>, resources: &Resources) -> Parts<'t> {
        let mut parts = Parts::default();
        parts.fill(node, resources);
        parts
    }

    /// Collects the parts of another string and reuses the memory of the lists.
    pub fn refill(&mut self, node: Node<'t>, resources: &Resources) {
        let Parts { present, simples, sections, usages, selections, expressions, names, used, against } = self;
        *present = Part::empty();
        simples.clear();
        sections.clear();
        usages.clear();
        selections.clear();
        expressions.clear();
        names.clear();
        used.clear();
        against.clear();
        self.fill(node, resources);
    }

    /// The parts of the string.
    pub fn present(&self) -> Part {
        self.present
    }

    /// Whether the string has one of the parts.
    pub fn has(&self, parts: Part) -> bool {
        self.present.intersects(parts)
    }

    fn fill(&mut self, node: Node<'t>, resources: &Resources) {
        let parts = self;
        let Some(requirement) = ResReq::cast(node) else { return };
        if !matches!(requirement.shape(), Some(Shape::Simple(_)) | None) {
            parts.add(Part::TERMS);
        }
        for simple in requirement.simples() {
            parts.simples.push(simple);
            for section in simple.sections() {
                part_of(section).into_iter().for_each(|it| parts.add(it));
                parts.sections.push(section);
                if let Section::Rusage(it) = section {
                    it.items().for_each(|it| parts.add_usage(it));
                }
            }
            let from = parts.names.len();
            for selection in simple.selections() {
                parts.add(Part::SELECT);
                parts.selections.push(selection);
                parts.expressions.extend(selection.walk());
                collect_names(selection, resources, &mut parts.names);
                collect_against(selection, &mut parts.against);
            }
            let names = parts.names[from..].iter().filter(|it| !matches!(it.usage, Use::Defined));
            parts.used.extend(names.map(|it| it.name));
            parts.used.extend(outside_selection(simple));
        }
    }

    fn add(&mut self, part: Part) {
        self.present |= part;
    }

    fn add_usage(&mut self, item: UsageItem<'t>) {
        match item.kind() {
            Some(UsageKind::Duration | UsageKind::Decay | UsageKind::Threshold) => self.add(Part::USAGE_TIME),
            Some(UsageKind::Gpu) => self.add(Part::USAGE_GPU),
            Some(UsageKind::Resource) | None => {}
        }
        for token in item.node().tokens() {
            match token.kind() {
                SyntaxKind::L_PAREN => self.add(Part::USAGE_LIST),
                SyntaxKind::UNIT => self.add(Part::USAGE_UNIT),
                _ => {}
            }
        }
        self.usages.push(item);
    }
}

/// The names of resources in `order`, `rusage` and `same`.
fn outside_selection<'t>(simple: Simple<'t>) -> impl Iterator<Item = Token<'t>> {
    let order = simple.section::<OrderSection<'t>>().into_iter().flat_map(|it| it.keys());
    // `license@site` belongs to License Scheduler, which has its own names.
    let usages = simple.section::<RusageSection<'t>>().into_iter().flat_map(|it| it.items());
    let usages = usages.filter(|it| it.kind() == Some(UsageKind::Resource) && it.locality().is_none());
    let same = simple.section::<SameSection<'t>>().into_iter().flat_map(|it| it.names());
    order.filter_map(|it| it.name()).chain(usages.filter_map(|it| it.name())).chain(same)
}

/// The capacity for the operands of typical selections, so that the stack of a walk does not have to grow.
const CAPACITY: usize = 8;

fn part_of(section: Section<'_>) -> Option<Part> {
    Some(match section {
        Section::Select(_) => Part::SELECT,
        Section::Order(_) => Part::ORDER,
        Section::Rusage(_) => Part::RUSAGE,
        Section::Span(_) => Part::SPAN,
        Section::Same(_) => Part::SAME,
        Section::Cu(_) => Part::CU,
        Section::Affinity(_) => Part::AFFINITY,
        Section::Unknown(_) => return None,
    })
}

/// The resource names of a selection, without words that are or may be strings.
pub fn names<'t>(selection: Expr<'t>, resources: &Resources) -> Vec<NameUse<'t>> {
    let mut found = Vec::new();
    collect_names(selection, resources, &mut found);
    found
}

fn collect_names<'t>(selection: Expr<'t>, resources: &Resources, found: &mut Vec<NameUse<'t>>) {
    // The expressions to visit, and the use of a name in their place.
    let mut stack = Vec::with_capacity(CAPACITY);
    stack.push((selection, Use::Condition));
    while let Some((expr, usage)) = stack.pop() {
        let from = stack.len();
        match expr {
            Expr::Name(name) => found.push(NameUse { name, usage, resource: resource(resources, name) }),
            Expr::Paren(it) => stack.extend(it.inner().map(|it| (it, usage))),
            Expr::Or(it) | Expr::And(it) => stack.extend(it.operands().map(|it| (it, Use::Condition))),
            Expr::Unary(it) => {
                let negated = it.signs().all(|it| it.kind() == SyntaxKind::BANG);
                let inner = match (negated, usage) {
                    (true, _) => Use::Negated,
                    (false, Use::Listed) => Use::Listed,
                    (false, _) => Use::Minus,
                };
                stack.extend(it.operand().map(|it| (it, inner)));
            }
            Expr::Arithmetic(it) => stack.extend(it.operands().map(|it| (it, Use::Calculated))),
            Expr::Call(it) => stack.extend(it.argument().map(|it| (it, Use::Defined))),
            Expr::Comparison(it) => {
                let inner = if matches!(usage, Use::Listed) { Use::Listed } else { Use::Compared(it) };
                let texts = it.lhs().is_some_and(|it| may_be_text(it, resources));
                let operands = it.operands().take(if texts { 1 } else { usize::MAX });
                stack.extend(operands.map(|it| (it, inner)));
            }
            Expr::ColonList(it) => stack.extend(it.items().map(|it| (it, Use::Listed))),
            Expr::CommaList(it) | Expr::Juxtaposed(it) => stack.extend(it.items().map(|it| (it, usage))),
            Expr::Number(_) | Expr::Text(_) | Expr::Bare(_) | Expr::Section(_) => {}
        }
        stack[from..].reverse();
    }
}

/// Whether the value that an expression is compared with is or may be a string.
fn may_be_text(expr: Expr<'_>, resources: &Resources) -> bool {
    match expr.without_parentheses() {
        Expr::Name(name) => kind(resources, name).is_none_or(|it| it == ResourceType::String),
        Expr::Text(_) | Expr::Bare(_) => true,
        _ => false,
    }
}

/// The type of a resource, if it is known.
pub fn kind(resources: &Resources, name: Token<'_>) -> Option<ResourceType> {
    resource(resources, name)?.kind
}

/// What is known about a resource.
pub fn resource(resources: &Resources, name: Token<'_>) -> Option<Resource> {
    resources.get(&name.text())
}

/// A name compared with a constant: `mem > 100`, or `100 < mem` with its sides swapped.
#[derive(Debug, Clone, Copy)]
pub struct Against<'t> {
    /// The name.
    pub name: Token<'t>,
    /// The operator with the name on its left.
    pub operator: OperatorKind,
    /// The constant.
    pub value: Constant<'t>,
    /// The comparison.
    pub range: TextRange,
}

/// A constant in a comparison.
#[derive(Debug, Clone, Copy)]
pub enum Constant<'t> {
    /// A number with its sign.
    Number {
        /// The number as written.
        number: Number<'t>,
        /// Its value without unit, with sign.
        value: f64,
        /// Sign and number.
        range: TextRange,
    },
    /// A text in quotes.
    Quoted(Token<'t>),
    /// A word that is not in quotes.
    Word(Token<'t>),
}

/// The comparisons of a selection between one name and one constant, except in the old list syntax.
pub fn against(selection: Expr<'_>) -> Vec<Against<'_>> {
    let mut found = Vec::new();
    collect_against(selection, &mut found);
    found
}

fn collect_against<'t>(selection: Expr<'t>, found: &mut Vec<Against<'t>>) {
    let mut stack = Vec::with_capacity(CAPACITY);
    stack.push(selection);
    while let Some(expr) = stack.pop() {
        match expr {
            Expr::ColonList(_) | Expr::Call(_) => {}
            Expr::Comparison(it) if !it.is_chained() => found.extend(compared(it, expr.range())),
            _ => {
                let from = stack.len();
                stack.extend(expr.operands());
                stack[from..].reverse();
            }
        }
    }
}

fn compared(comparison: Comparison<'_>, range: TextRange) -> Option<Against<'_>> {
    let operator = comparison.operator()?.kind;
    let (left, right) = (comparison.lhs()?.without_parentheses(), comparison.rhs()?.without_parentheses());
    if let (Expr::Name(name), Some(value)) = (left, constant(right)) {
        return Some(Against { name, operator, value, range });
    }
    match (constant(left)?, right) {
        // A word on the left is a name, not a constant.
        (Constant::Word(_), _) => None,
        (value, Expr::Name(name)) => Some(Against { name, operator: swapped(operator), value, range }),
        _ => None,
    }
}

fn constant(expr: Expr<'_>) -> Option<Constant<'_>> {
    match expr {
        Expr::Number(number) => Some(Constant::Number { number, value: number.as_f64()?, range: number.range() }),
        Expr::Text(token) => Some(Constant::Quoted(token)),
        Expr::Bare(token) | Expr::Name(token) => Some(Constant::Word(token)),
        Expr::Unary(it) if it.is_minus() => match it.operand()?.without_parentheses() {
            Expr::Number(number) => Some(Constant::Number { number, value: -number.as_f64()?, range: expr.range() }),
            _ => None,
        },
        _ => None,
    }
}

/// The operator with its sides swapped.
fn swapped(operator: OperatorKind) -> OperatorKind {
    match operator {
        OperatorKind::Less => OperatorKind::Greater,
        OperatorKind::LessOrEqual => OperatorKind::GreaterOrEqual,
        OperatorKind::Greater => OperatorKind::Less,
        OperatorKind::GreaterOrEqual => OperatorKind::LessOrEqual,
        same => same,
    }
}

/// The text of a constant that is a word or a quoted string.
pub fn text_of<'t>(constant: Constant<'t>) -> Option<(Token<'t>, &'t str)> {
    match constant {
        Constant::Quoted(token) => {
            let raw = token.raw();
            Some((token, raw.get(1..raw.len().max(2) - 1).unwrap_or("")))
        }
        Constant::Word(token) => Some((token, token.raw())),
        Constant::Number { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use lsflint_spec::Grammar;

    use super::*;

    #[track_caller]
    fn check_names(text: &str, expected: &[&str]) {
        let parse = lsflint_syntax::parse_value(text, Grammar::ResReq);
        let node = parse.root().child(SyntaxKind::RES_REQ).expect("a requirement");
        let found: Vec<String> = Parts::of(node, &Resources::default())
            .names
            .into_iter()
            .map(|it| {
                let usage = format!("{:?}", it.usage);
                format!("{} {}", it.name.text(), usage.split('(').next().unwrap_or_default())
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn names_know_how_they_are_used() {
        check_names(
            "linux && !fs || (mem - swp) * 2 > maxmem && defined(lic)",
            &["linux Condition", "fs Negated", "mem Calculated", "swp Calculated", "maxmem Compared", "lic Defined"],
        );
        check_names("linux:swp=5:-cs", &["linux Listed", "swp Listed", "cs Listed"]);
    }

    #[test]
    fn texts_are_no_names() {
        check_names(
            "type == LINUX && os == rhel && mem > swp",
            &["type Compared", "os Compared", "mem Compared", "swp Compared"],
        );
    }

    #[test]
    fn comparisons_are_read_from_both_sides() {
        let parse =
            lsflint_syntax::parse_value("100 < mem && it >= -5 && (ut) == (0.5) && type == any", Grammar::ResReq);
        let node = parse.root().child(SyntaxKind::RES_REQ).expect("a requirement");
        let found: Vec<(String, OperatorKind)> = Parts::of(node, &Resources::default())
            .against
            .into_iter()
            .map(|it| (it.name.text().into_owned(), it.operator))
            .collect();
        let expected = [
            ("mem", OperatorKind::Greater),
            ("it", OperatorKind::GreaterOrEqual),
            ("ut", OperatorKind::Equal),
            ("type", OperatorKind::Equal),
        ];
        assert_eq!(found, expected.map(|(name, kind)| (name.to_owned(), kind)));
    }
}
