//! The conflicts between application profiles and queues that rules report. They are listed here because one search
//! finds all of them.

use lsflint_model::requirement::merge::Refused;
use lsflint_model::requirement::{Requirement, RequirementGroup, Simple};

/// The conflicts that a rule reports.
pub(crate) struct Wanted {
    /// The code of the rule.
    pub(crate) code: &'static str,
    /// Whether the rule reports this conflict.
    pub(crate) why: fn(&Why) -> bool,
    /// Whether the requirement of an application profile can cause such a conflict.
    pub(crate) profile: fn(&Requirement) -> bool,
    /// Whether a queue can cause such a conflict.
    pub(crate) queue: fn(&RequirementGroup) -> bool,
    /// Whether conflicts with some of the queues are reported as informational.
    pub(crate) with_some: bool,
    /// The parameter of the queue that causes the conflict.
    pub(crate) decided_by: &'static str,
}

/// Why an application profile and a queue are incompatible.
#[derive(Debug, Clone)]
pub(crate) enum Why {
    /// LSF rejects the jobs, for this reason.
    Refused(Refused, String),
    /// The selections of both never hold together; the reason in words.
    Never(String),
}

impl Why {
    /// Whether LSF rejects the jobs; otherwise they pend forever.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Why::Refused(..))
    }

    /// The reason.
    pub(crate) fn text(&self) -> &str {
        match self {
            Why::Refused(_, it) | Why::Never(it) => it,
        }
    }
}

/// The conflicts of all rules. Those that need most of a comparison are first, so that the others use its result.
pub(crate) static ALL: [&Wanted; 5] =
    [&CONTRADICTORY_SELECTS, &EXCEEDED_RESERVATION, &OUTSIDE_OF_LIMITS, &UNFIT_SLOTS, &UNMERGEABLE];

/// Selections that never hold together.
pub(crate) static CONTRADICTORY_SELECTS: Wanted = Wanted {
    code: "M005",
    why: |it| matches!(it, Why::Never(_)),
    profile: |it| any(it, |it| !it.select.is_empty()),
    queue: |it| it.required.known().is_some_and(|it| any(it, |it| !it.select.is_empty())),
    with_some: false,
    decided_by: "RES_REQ",
};

/// Reservations above those of the queue.
pub(crate) static EXCEEDED_RESERVATION: Wanted = Wanted {
    code: "M002",
    why: |it| matches!(it, Why::Refused(Refused::Ceiling(_), _)),
    profile: |it| any(it, |it| it.rusage.is_some()),
    queue: |it| it.required.known().is_some_and(|it| any(it, |it| it.rusage.is_some())),
    with_some: true,
    decided_by: "RES_REQ",
};

/// Reservations outside of RESRSV_LIMIT.
pub(crate) static OUTSIDE_OF_LIMITS: Wanted = Wanted {
    code: "M003",
    why: |it| matches!(it, Why::Refused(Refused::Range(_), _)),
    profile: |it| any(it, |it| it.rusage.is_some()),
    queue: |it| !it.ranges.is_empty(),
    with_some: true,
    decided_by: "RESRSV_LIMIT",
};

/// Slots that TASKLIMIT does not allow.
pub(crate) static UNFIT_SLOTS: Wanted = Wanted {
    code: "M006",
    why: |it| matches!(it, Why::Refused(Refused::Slots, _)),
    profile: has_braces,
    queue: |it| it.tasks.is_some(),
    with_some: true,
    decided_by: "TASKLIMIT",
};

/// Requirements with braces where the queue has `||`.
pub(crate) static UNMERGEABLE: Wanted = Wanted {
    code: "M007",
    why: |it| matches!(it, Why::Refused(Refused::Sides, _)),
    profile: has_braces,
    queue: |it| {
        it.required
            .known()
            .is_some_and(|it| any(it, |it| it.rusage.as_ref().is_some_and(|it| it.alternatives.len() > 1)))
    },
    with_some: true,
    decided_by: "RES_REQ",
};

/// Whether any simple part of a requirement has a property.
fn any(requirement: &Requirement, has: impl Fn(&Simple) -> bool) -> bool {
    requirement.simples().into_iter().any(has)
}

/// Whether a requirement has braces.
pub(crate) fn has_braces(requirement: &Requirement) -> bool {
    matches!(requirement, Requirement::Compound(_) | Requirement::Alternative(_))
}
