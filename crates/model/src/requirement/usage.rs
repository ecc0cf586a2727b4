//! The section `rusage`: reservations, one record per resource.
//!
//! In the string, resources with the same duration are joined by `:`, and such groups are separated by `,`. Here every
//! resource has its own duration, decay and threshold, because levels are merged by resource.

use lsflint_spec::{GPU_RESOURCE, builtin_resource};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{self, UsageKind};

pub use lsflint_syntax::ast::resreq::Method;

use super::{Amount, Decimal, SizeUnit, Time, TimeUnit};

/// The section `rusage`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rusage {
    /// The alternatives of `||`, preferred one first. Never empty.
    pub alternatives: Vec<Usage>,
}

/// One alternative of `||`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Usage {
    /// The reservations, one per resource.
    pub reservations: Vec<Reservation>,
}

/// The reservation of a resource.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reservation {
    /// The resource as written; for a license token with a site, `license@site`.
    pub name: String,
    /// The amount of each phase; usually one.
    pub amounts: Vec<Amount>,
    /// Whether the amount is per job, task or host.
    pub method: Option<Method>,
    /// Duration, decay and threshold.
    pub timing: Timing,
    /// GPU attributes as keyword and value, in the order of the text.
    pub gpu: Vec<(String, String)>,
}

/// The attributes that a group of resources shares.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Timing {
    /// The duration of each phase; empty if not written.
    pub durations: Vec<Time>,
    /// Whether each phase decays; empty if not written.
    pub decays: Vec<bool>,
    /// The value that the resource must have before the job starts.
    pub threshold: Option<Decimal>,
}

impl Reservation {
    /// The name of the resource, aliases resolved: `swp` for `swap`.
    pub fn resource(&self) -> &str {
        canonical(&self.name)
    }

    /// Whether the reservation has several phases.
    pub fn is_phased(&self) -> bool {
        self.amounts.len() > 1
    }

    /// The amount of the first phase, which is the largest.
    pub fn first_amount(&self) -> Option<Amount> {
        self.amounts.first().copied()
    }
}

/// The canonical name of a built-in resource; other names are returned unchanged.
pub(crate) fn canonical(name: &str) -> &str {
    builtin_resource(name).filter(|it| !it.numbered).map_or(name, |it| it.name)
}

impl Usage {
    /// The reservation of a resource, by canonical name.
    pub fn get(&self, resource: &str) -> Option<&Reservation> {
        self.reservations.iter().find(|it| it.resource() == resource)
    }
}

impl Rusage {
    /// Converts a tree; `None` if a part is not understood.
    pub fn of(section: resreq::RusageSection<'_>) -> Option<Rusage> {
        let alternatives: Vec<Usage> = section.alternatives().map(usage).collect::<Option<_>>()?;
        Some(Rusage { alternatives })
    }

    /// The reservations of all alternatives.
    pub fn reservations(&self) -> impl Iterator<Item = &Reservation> {
        self.alternatives.iter().flat_map(|it| &it.reservations)
    }
}

fn usage(alternative: resreq::UsageAlternative<'_>) -> Option<Usage> {
    let mut usage = Usage::default();
    for group in alternative.groups() {
        add_group(group, &mut usage)?;
    }
    (!usage.reservations.is_empty()).then_some(usage)
}

fn add_group(group: resreq::UsageGroup<'_>, usage: &mut Usage) -> Option<()> {
    let mut timing = Timing::default();
    let mut gpu = Vec::new();
    let from = usage.reservations.len();
    for item in group.items() {
        match item.kind()? {
            UsageKind::Resource => {
                let reservation = reservation(item)?;
                if usage.get(reservation.resource()).is_some() {
                    return None;
                }
                usage.reservations.push(reservation);
            }
            UsageKind::Duration if timing.durations.is_empty() => {
                timing.durations = item.amounts().map(time).collect::<Option<_>>()?;
                some(&timing.durations)?;
            }
            UsageKind::Decay if timing.decays.is_empty() => {
                timing.decays = item.amounts().map(bit).collect::<Option<_>>()?;
                some(&timing.decays)?;
            }
            UsageKind::Threshold if timing.threshold.is_none() => {
                let amount = item.amount()?;
                timing.threshold = Some(number(amount).filter(|_| amount.unit.is_none())?);
            }
            UsageKind::Gpu => gpu.push(attribute(item)?),
            _ => return None,
        }
    }
    let group = &mut usage.reservations[from..];
    some(group)?;
    if !gpu.is_empty() {
        // They are attributes of the GPUs in the group, so there must be a GPU resource.
        group.iter_mut().find(|it| it.name == GPU_RESOURCE)?.gpu = gpu;
    }
    group.iter_mut().for_each(|it| it.timing = timing.clone());
    Some(())
}

fn some<T>(items: &[T]) -> Option<()> {
    (!items.is_empty()).then_some(())
}

fn reservation(item: resreq::UsageItem<'_>) -> Option<Reservation> {
    let mut name = item.name()?.text().into_owned();
    if let Some(site) = item.locality() {
        name = format!("{name}@{}", site.text());
    }
    let amounts: Vec<Amount> = item.amounts().map(amount).collect::<Option<_>>()?;
    some(&amounts)?;
    let method = match item.method_token() {
        Some(_) => Some(item.method()?),
        None => None,
    };
    (item.word().is_none()).then_some(())?;
    Some(Reservation { name, amounts, method, timing: Timing::default(), gpu: Vec::new() })
}

/// A GPU attribute with its value as written.
fn attribute(item: resreq::UsageItem<'_>) -> Option<(String, String)> {
    let text = item.node().text();
    let (keyword, value) = text.split_once('=')?;
    let value = value.trim();
    let plain = !value.is_empty() && !value.contains(|it: char| it.is_whitespace() || it == '\\');
    plain.then(|| (keyword.trim().to_owned(), value.to_owned()))
}

fn number(amount: resreq::Amount<'_>) -> Option<Decimal> {
    let number = Decimal::parse(&amount.number.text())?;
    Some(if amount.minus.is_some() { number.negated() } else { number })
}

fn amount(amount: resreq::Amount<'_>) -> Option<Amount> {
    let unit = match amount.unit {
        Some(_) => Some(SizeUnit::of(&amount.unit_text())?),
        None => None,
    };
    Some(Amount { number: number(amount)?, unit })
}

fn time(amount: resreq::Amount<'_>) -> Option<Time> {
    let unit = match amount.unit {
        Some(_) => Some(TimeUnit::of(&amount.unit_text())?),
        None => None,
    };
    Some(Time { number: amount.as_i64()?.try_into().ok()?, unit })
}

fn bit(amount: resreq::Amount<'_>) -> Option<bool> {
    match amount.as_i64()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}
