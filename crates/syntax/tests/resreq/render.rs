//! Requirements printed from the typed tree alone, without blanks: what cannot be printed back is not in the typed
//! tree.

use lsflint_syntax::Token;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{
    AffinityOption, AffinitySection, Amount, CuSection, Expr, OrderSection, ResReq, RusageSection, SameSection,
    Section, Shape, Simple, SpanSection, Tile, UsageItem,
};

/// The whole requirement. Expressions are fully parenthesised, left to right.
pub fn render(requirement: ResReq<'_>) -> String {
    requirement.shape().map(shape).unwrap_or_default()
}

fn text(token: Option<Token<'_>>) -> String {
    token.map(|it| it.text().into_owned()).unwrap_or_default()
}

fn join(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}

fn shape(it: Shape<'_>) -> String {
    match it {
        Shape::Simple(it) => simple(it),
        Shape::Compound(it) => join(
            it.terms().map(|term| {
                let count = term.count().map(|it| format!("{}*", it.text())).unwrap_or_default();
                format!("{count}{{{}}}", term.simple().map(simple).unwrap_or_default())
            }),
            " + ",
        ),
        Shape::Alternative(it) => join(
            it.branches().map(|branch| {
                let delay = branch.delay().map(|it| format!("@{}", text(it.number()))).unwrap_or_default();
                format!("{{{}}}{delay}", branch.body().map(shape).unwrap_or_default())
            }),
            " || ",
        ),
    }
}

fn simple(it: Simple<'_>) -> String {
    let implicit = it.implicit_select().and_then(|it| it.expr()).map(expression);
    join(implicit.into_iter().chain(it.sections().map(section)), " ")
}

fn section(it: Section<'_>) -> String {
    let content = match it {
        Section::Select(it) => it.expr().map(expression).unwrap_or_default(),
        Section::Order(it) => order(it),
        Section::Rusage(it) => usage(it),
        Section::Span(it) => span(it),
        Section::Same(it) => same(it),
        Section::Cu(it) => compute_units(it),
        Section::Affinity(it) => affinity(it),
        Section::Unknown(it) => it.node().text(),
    };
    format!("{}[{content}]", text(it.keyword()))
}

/// An expression in which parentheses say what binds to what.
pub fn expression(it: Expr<'_>) -> String {
    match it {
        Expr::Or(it) | Expr::And(it) => fold(it.operands(), it.operators().map(|it| it.token)),
        Expr::Comparison(it) => fold(it.operands(), it.operators().map(|it| it.token)),
        Expr::Arithmetic(it) => fold(it.operands(), it.operators().map(|it| it.token)),
        Expr::Unary(it) => format!(
            "{}{}",
            join(it.signs().map(|it| text(Some(it))), ""),
            it.operand().map(expression).unwrap_or_default()
        ),
        Expr::Paren(it) => it.inner().map(expression).unwrap_or_default(),
        Expr::Call(it) => format!("{}({})", text(it.function()), it.argument().map(expression).unwrap_or_default()),
        Expr::Name(it) | Expr::Text(it) | Expr::Bare(it) => text(Some(it)),
        Expr::Number(it) => text(Some(it.value)) + &text(it.unit),
        Expr::ColonList(it) => join(it.items().map(expression), ":"),
        Expr::CommaList(it) => join(it.items().map(expression), ","),
        Expr::Juxtaposed(it) => join(it.items().map(expression), " "),
        Expr::Section(it) => section(it),
    }
}

fn fold<'t>(mut operands: impl Iterator<Item = Expr<'t>>, operators: impl Iterator<Item = Token<'t>>) -> String {
    let first = operands.next().map(expression).unwrap_or_default();
    operators.fold(first, |left, operator| {
        format!("({left}{}{})", operator.text(), operands.next().map(expression).unwrap_or_default())
    })
}

fn amount(it: Amount<'_>) -> String {
    text(it.minus) + &it.number.text() + &it.unit_text()
}

fn order(it: OrderSection<'_>) -> String {
    text(it.bang()) + &join(it.keys().map(|it| text(it.minus()) + &text(it.name())), ":")
}

fn usage(it: RusageSection<'_>) -> String {
    let group = |items: Vec<UsageItem<'_>>| join(items.into_iter().map(item), ":");
    join(it.alternatives().map(|it| join(it.groups().map(|it| group(it.items().collect())), ",")), "||")
}

fn item(it: UsageItem<'_>) -> String {
    let site = it.locality().map(|it| format!("@{}", it.text())).unwrap_or_default();
    let value = match it.word() {
        Some(word) => text(Some(word)),
        None if it.is_list() => format!("({})", join(it.amounts().map(amount), " ")),
        None => it.amount().map(amount).unwrap_or_default(),
    };
    let method = it.method_token().map(|it| format!("/{}", it.text())).unwrap_or_default();
    format!("{}{site}={value}{method}", text(it.name()))
}

fn span(it: SpanSection<'_>) -> String {
    let tile = |it: Tile<'_>| match it {
        Tile::Bang(it) | Tile::Number(it) => text(Some(it)),
        Tile::Named { name, count } => format!("{}:{}", name.text(), count.map(amount).unwrap_or_default()),
    };
    join(
        it.items().map(|it| {
            let value = match it.value().filter(|it| it.minus.is_some()) {
                Some(value) => amount(value),
                None => join(it.tiles().map(tile), ","),
            };
            if value.is_empty() { text(it.keyword()) } else { format!("{}={value}", text(it.keyword())) }
        }),
        ":",
    )
}

fn same(it: SameSection<'_>) -> String {
    join(it.names().map(|it| text(Some(it))), ":")
}

fn compute_units(it: CuSection<'_>) -> String {
    join(
        it.items().map(|it| {
            let value = it.value().map(amount).or_else(|| it.word().map(|it| it.text().into_owned()));
            text(it.keyword()) + &value.map(|it| format!("={it}")).unwrap_or_default()
        }),
        ":",
    )
}

fn affinity(it: AffinitySection<'_>) -> String {
    let Some(unit) = it.unit() else { return String::new() };
    let mut out = text(unit.keyword());
    let inner = unit.count().map(amount).into_iter().chain(unit.options().map(affinity_option));
    let inner = join(inner, ",");
    if !inner.is_empty() {
        out += &format!("({inner})");
    }
    out += &unit.multiplier().map(|it| format!("*{}", amount(it))).unwrap_or_default();
    join(std::iter::once(out).chain(it.options().map(affinity_option)), ":")
}

fn affinity_option(it: AffinityOption<'_>) -> String {
    let keyword = text(it.keyword());
    let arguments: Vec<String> = it.arguments().map(|it| text(Some(it))).collect();
    match (it.value(), arguments.as_slice()) {
        (Some(value), []) => format!("{keyword}={}", value.text()),
        (Some(value), [level]) => {
            format!("{keyword}={}({level}={})", value.text(), it.number().map(amount).unwrap_or_default())
        }
        (_, [level, scopes @ ..]) => {
            let scopes = if scopes.is_empty() { String::new() } else { format!(",{}", scopes.join("|")) };
            format!("{keyword}=({level}{scopes})")
        }
        _ => format!("{keyword}="),
    }
}
