//! Prints requirements piece by piece, so that each piece can get a label.

use std::fmt::{self, Display, Formatter};

use super::print::List;
use super::{Body, Branch, Requirement, Rusage, Simple, Term, Usage};

/// A part of a simple requirement that comes from one level of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartId {
    /// An operand of `select`.
    Select(usize),
    /// The section `order`.
    Order,
    /// A resource with its amount: the numbers of the alternative and of the reservation.
    Amount(usize, usize),
    /// The duration of a reservation.
    Duration(usize, usize),
    /// The decay of a reservation.
    Decay(usize, usize),
    /// The threshold of a reservation.
    Threshold(usize, usize),
    /// The section `span`.
    Span,
    /// A name in `same`.
    Same(usize),
    /// The section `cu`.
    ComputeUnits,
    /// The section `affinity`.
    Affinity,
}

/// Receives the text of a requirement, piece by piece.
pub(super) trait Pieces {
    /// The next simple requirement begins or ends.
    fn leaf(&mut self, begins: bool);
    /// A part.
    fn part(&mut self, part: PartId, text: impl Display) -> fmt::Result;
    /// What is between parts: brackets, counts, names of sections.
    fn between(&mut self, text: impl Display) -> fmt::Result;
}

impl Pieces for Formatter<'_> {
    fn leaf(&mut self, _begins: bool) {}

    fn part(&mut self, _part: PartId, text: impl Display) -> fmt::Result {
        write!(self, "{text}")
    }

    fn between(&mut self, text: impl Display) -> fmt::Result {
        write!(self, "{text}")
    }
}

impl Requirement {
    /// Prints it piece by piece.
    pub(super) fn print(&self, out: &mut impl Pieces) -> fmt::Result {
        match self {
            Requirement::Simple(it) => it.print(out),
            Requirement::Compound(terms) => print_terms(terms, out),
            Requirement::Alternative(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    if index > 0 {
                        out.between(" || ")?;
                    }
                    branch.print(out)?;
                }
                Ok(())
            }
        }
    }
}

fn print_terms(terms: &[Term], out: &mut impl Pieces) -> fmt::Result {
    for (index, term) in terms.iter().enumerate() {
        if index > 0 {
            out.between(" + ")?;
        }
        if let Some(count) = term.count {
            out.between(format_args!("{count}*"))?;
        }
        out.between("{")?;
        term.body.print(out)?;
        out.between("}")?;
    }
    Ok(())
}

impl Branch {
    fn print(&self, out: &mut impl Pieces) -> fmt::Result {
        out.between("{")?;
        match &self.body {
            Body::Simple(it) => it.print(out)?,
            Body::Compound(terms) => print_terms(terms, out)?,
        }
        out.between("}")?;
        self.delay.map_or(Ok(()), |it| out.between(format_args!("@{it}")))
    }
}

impl Simple {
    pub(super) fn print(&self, out: &mut impl Pieces) -> fmt::Result {
        out.leaf(true);
        let mut first = true;
        // The space before each section but the first.
        let mut gap = |out: &mut _| if std::mem::take(&mut first) { Ok(()) } else { Pieces::between(out, " ") };
        if let [one] = self.select.as_slice() {
            gap(out)?;
            out.between("select[")?;
            out.part(PartId::Select(0), one)?;
            out.between("]")?;
        } else if !self.select.is_empty() {
            gap(out)?;
            for (index, operand) in self.select.iter().enumerate() {
                out.between(if index == 0 { "select[(" } else { ") && (" })?;
                out.part(PartId::Select(index), operand)?;
            }
            out.between(")]")?;
        }
        if let Some(order) = &self.order {
            gap(out)?;
            out.part(PartId::Order, order)?;
        }
        if let Some(rusage) = &self.rusage {
            gap(out)?;
            rusage.print(out)?;
        }
        if !self.span.is_empty() {
            gap(out)?;
            out.part(PartId::Span, format_args!("span[{}]", List(&self.span, ":")))?;
        }
        if !self.same.is_empty() {
            gap(out)?;
            for (index, name) in self.same.iter().enumerate() {
                out.between(if index == 0 { "same[" } else { ":" })?;
                out.part(PartId::Same(index), name)?;
            }
            out.between("]")?;
        }
        if let Some(units) = &self.cu {
            gap(out)?;
            out.part(PartId::ComputeUnits, units)?;
        }
        if let Some(affinity) = &self.affinity {
            gap(out)?;
            out.part(PartId::Affinity, affinity)?;
        }
        out.leaf(false);
        Ok(())
    }
}

impl Rusage {
    fn print(&self, out: &mut impl Pieces) -> fmt::Result {
        out.between("rusage[")?;
        for (number, usage) in self.alternatives.iter().enumerate() {
            if number > 0 {
                out.between(" || ")?;
            }
            usage.print(number, out)?;
        }
        out.between("]")
    }
}

impl Usage {
    /// Adjacent resources with equal timing form a group.
    fn print(&self, number: usize, out: &mut impl Pieces) -> fmt::Result {
        let groups = self.reservations.chunk_by(|a, b| a.timing == b.timing && a.is_phased() == b.is_phased());
        let mut start = 0;
        for group in groups {
            if start > 0 {
                out.between(", ")?;
            }
            for (index, reservation) in (start..).zip(group) {
                if index > start {
                    out.between(":")?;
                }
                out.part(PartId::Amount(number, index), reservation)?;
            }
            for (index, reservation) in (start..).zip(group) {
                for (keyword, value) in &reservation.gpu {
                    out.between(":")?;
                    out.part(PartId::Amount(number, index), format_args!("{keyword}={value}"))?;
                }
            }
            if let Some(first) = group.first() {
                let (timing, phased) = (&first.timing, first.is_phased());
                let threshold = timing.threshold.map(|it| format!("threshold={it}"));
                let texts = [
                    (PartId::Duration(number, start), timing.duration_text(phased)),
                    (PartId::Decay(number, start), timing.decay_text(phased)),
                    (PartId::Threshold(number, start), threshold),
                ];
                for (part, text) in texts.into_iter().filter_map(|(part, text)| Some((part, text?))) {
                    out.between(":")?;
                    out.part(part, text)?;
                }
            }
            start += group.len();
        }
        Ok(())
    }
}
