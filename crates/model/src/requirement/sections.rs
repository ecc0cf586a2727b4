//! The sections `order`, `span`, `cu` and `affinity`.

use lsflint_syntax::ast::resreq::{self, AffinityOptionKind, CuKind, SpanKind};

pub use lsflint_syntax::ast::resreq::ProcessorUnit;

use super::Expr;

/// The section `order`: how matching hosts are sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Order {
    /// Whether it has `!`: sorted again just before the job starts.
    pub again: bool,
    /// The keys, most significant first.
    pub keys: Vec<OrderKey>,
}

/// A key of `order`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OrderKey {
    /// Whether it has `-`: reversed order.
    pub reversed: bool,
    /// A resource, or an expression, which is undocumented.
    pub key: Expr,
}

impl Order {
    /// Converts a tree; `None` if a part is not understood.
    pub fn of(section: resreq::OrderSection<'_>) -> Option<Order> {
        let keys: Vec<OrderKey> = section.keys().map(order_key).collect::<Option<_>>()?;
        (!keys.is_empty()).then(|| Order { again: section.bang().is_some(), keys })
    }
}

fn order_key(key: resreq::OrderKey<'_>) -> Option<OrderKey> {
    if key.bang().is_some() {
        return None;
    }
    let reversed = key.minus().is_some();
    let key = match key.expression() {
        Some(expression) => Expr::of(expression)?,
        None => Expr::Name(key.name()?.text().into_owned()),
    };
    Some(OrderKey { reversed, key })
}

/// An item of `span`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpanItem {
    /// `hosts=1`, or `hosts=-1`, which cancels the span of lower levels.
    Hosts(i64),
    /// `ptile=4`, `ptile='!',LINUX:4`: the number of tasks per host.
    Ptile(Vec<Tile>),
    /// `block=4`: tasks are placed in blocks of this size.
    Block(u64),
    /// `stripe`, `stripe=4`: tasks are spread over hosts, with a maximum per host.
    Stripe(Option<u64>),
    /// `gtile=2`: the number of GPUs per socket.
    Gtile(Vec<Tile>),
}

/// A value of `ptile` and `gtile`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// `'!'`: the number in lsb.hosts.
    Configured,
    /// `4`
    Number(u64),
    /// `LINUX:4`: the number for hosts of this type or model.
    Named(String, u64),
}

impl SpanItem {
    /// Converts a tree; `None` if a part is not understood.
    pub fn all_of(section: resreq::SpanSection<'_>) -> Option<Vec<SpanItem>> {
        let items: Vec<SpanItem> = section.items().map(span_item).collect::<Option<_>>()?;
        (!items.is_empty()).then_some(items)
    }
}

fn span_item(item: resreq::SpanItem<'_>) -> Option<SpanItem> {
    let whole = || item.value()?.as_i64();
    let count = || whole()?.try_into().ok();
    Some(match item.kind()? {
        SpanKind::Hosts => SpanItem::Hosts(whole()?),
        SpanKind::Block => SpanItem::Block(count()?),
        SpanKind::Stripe if item.value().is_none() => SpanItem::Stripe(None),
        SpanKind::Stripe => SpanItem::Stripe(Some(count()?)),
        SpanKind::Ptile => SpanItem::Ptile(tiles(item)?),
        SpanKind::Gtile => SpanItem::Gtile(tiles(item)?),
    })
}

fn tiles(item: resreq::SpanItem<'_>) -> Option<Vec<Tile>> {
    let tile = |it| {
        Some(match it {
            resreq::Tile::Bang(_) => Tile::Configured,
            resreq::Tile::Number(it) => Tile::Number(it.text().parse().ok()?),
            resreq::Tile::Named { name, count } => {
                Tile::Named(name.text().into_owned(), count?.as_i64()?.try_into().ok()?)
            }
        })
    };
    let tiles: Vec<Tile> = item.tiles().map(tile).collect::<Option<_>>()?;
    (!tiles.is_empty()).then_some(tiles)
}

/// The section `cu`: how the job is placed in compute units.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ComputeUnits {
    /// `type=`: a compute unit type of COMPUTE_UNIT_TYPES.
    pub kind: Option<String>,
    /// `pref=`
    pub preference: Option<String>,
    /// `maxcus=`
    pub most: Option<u64>,
    /// `usablecuslots=`
    pub usable_slots: Option<u64>,
    /// `balance`
    pub balance: bool,
    /// `excl`
    pub exclusive: bool,
}

impl ComputeUnits {
    /// Converts a tree; `None` if a part is not understood.
    pub fn of(section: resreq::CuSection<'_>) -> Option<ComputeUnits> {
        let mut units = ComputeUnits::default();
        for item in section.items() {
            let word = || Some(item.word()?.text().into_owned());
            let number = || item.value()?.as_i64()?.try_into().ok();
            let new = match item.kind()? {
                CuKind::Type => units.kind.replace(word()?).is_none(),
                CuKind::Pref => units.preference.replace(word()?).is_none(),
                CuKind::MaxCus => units.most.replace(number()?).is_none(),
                CuKind::UsableCuSlots => units.usable_slots.replace(number()?).is_none(),
                CuKind::Balance => !std::mem::replace(&mut units.balance, true),
                CuKind::Excl => !std::mem::replace(&mut units.exclusive, true),
            };
            if !new {
                return None;
            }
        }
        (units != ComputeUnits::default()).then_some(units)
    }
}

/// The section `affinity`: the processor units that each task is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Affinity {
    /// The processor unit that a task gets.
    pub unit: ProcessorUnit,
    /// The number of units per task; default 1.
    pub count: u64,
    /// `same=`: all units are from one unit of this level.
    pub same: Option<ProcessorUnit>,
    /// `exclusive=(level,scope|scope)`
    pub exclusive: Option<(ProcessorUnit, Vec<String>)>,
    /// `*4`: the multiplier of the count; default 1.
    pub times: u64,
    /// `cpubind=`
    pub cpubind: Option<ProcessorUnit>,
    /// `membind=`
    pub membind: Option<String>,
    /// `distribute=`
    pub distribute: Option<Distribute>,
}

/// `distribute=pack(socket=1)`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Distribute {
    /// `pack`, `balance`, `any`.
    pub policy: String,
    /// `(socket=1)`
    pub limit: Option<(ProcessorUnit, u64)>,
}

impl Affinity {
    /// Converts a tree; `None` if a part is not understood.
    pub fn of(section: resreq::AffinitySection<'_>) -> Option<Affinity> {
        let written = section.unit()?;
        let number = |it: Option<resreq::Amount<'_>>| match it {
            Some(it) => u64::try_from(it.as_i64()?).ok(),
            None => Some(1),
        };
        let mut affinity = Affinity {
            unit: written.unit()?,
            count: number(written.count())?,
            same: None,
            exclusive: None,
            times: number(written.multiplier())?,
            cpubind: None,
            membind: None,
            distribute: None,
        };
        for option in written.options().chain(section.options()) {
            let level = || ProcessorUnit::of(&option.value()?.text());
            let word = || Some(option.value()?.text().into_owned());
            let new = match option.kind()? {
                AffinityOptionKind::Same => affinity.same.replace(level()?).is_none(),
                AffinityOptionKind::CpuBind => affinity.cpubind.replace(level()?).is_none(),
                AffinityOptionKind::MemBind => affinity.membind.replace(word()?).is_none(),
                AffinityOptionKind::Exclusive => affinity.exclusive.replace(exclusive(option)?).is_none(),
                AffinityOptionKind::Distribute => {
                    let level = option.arguments().next();
                    let limit = match level {
                        Some(level) => {
                            Some((ProcessorUnit::of(&level.text())?, option.number()?.as_i64()?.try_into().ok()?))
                        }
                        None => None,
                    };
                    affinity.distribute.replace(Distribute { policy: word()?, limit }).is_none()
                }
            };
            if !new {
                return None;
            }
        }
        Some(affinity)
    }
}

fn exclusive(option: resreq::AffinityOption<'_>) -> Option<(ProcessorUnit, Vec<String>)> {
    let mut words = option.arguments().map(|it| it.text().into_owned());
    let level = ProcessorUnit::of(&words.next()?)?;
    Some((level, words.collect()))
}
