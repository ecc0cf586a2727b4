//! Sets of the parameters of a section.

use lsflint_spec::{ParamSpec, SectionSpec};

/// The number of parameters with a bit of their own.
const BITS: usize = 128;

/// A set of parameters of one section. Approximate for sections with many parameters: it may contain some that were not
/// inserted, but never misses one that was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ParamSet([u64; BITS / 64]);

impl ParamSet {
    /// The parameters of the section among some.
    pub(super) fn of(
        section: &'static SectionSpec,
        params: impl Iterator<Item = Option<&'static ParamSpec>>,
    ) -> ParamSet {
        let mut set = ParamSet::default();
        let mut last = std::ptr::null();
        for param in params.flatten() {
            // The cells of a column have the same parameter.
            if !std::ptr::eq(param, last) {
                set.insert(section, param);
                last = param;
            }
        }
        set
    }

    fn insert(&mut self, section: &'static SectionSpec, param: &'static ParamSpec) {
        // The position in the list of parameters, from the addresses.
        let first = section.params.as_ptr().addr();
        let index = std::ptr::from_ref(param).addr().wrapping_sub(first) / size_of::<ParamSpec>() % BITS;
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Whether both contain one of the same parameters.
    pub(super) fn intersects(self, other: ParamSet) -> bool {
        self.0.iter().zip(other.0).any(|(one, other)| one & other != 0)
    }
}

#[cfg(test)]
mod tests {
    use lsflint_spec::{FileKind, section};

    use super::ParamSet;

    #[test]
    fn a_parameter_is_found_in_its_set() {
        let queue = section(FileKind::LsbQueues, "Queue").expect("a section");
        let set = |names: &[&str]| ParamSet::of(queue, names.iter().map(|it| queue.param(it)));
        assert!(set(&["PRIORITY", "HOSTS"]).intersects(set(&["hosts"])));
        assert!(!set(&["PRIORITY", "HOSTS"]).intersects(set(&["USERS", "NO_SUCH_PARAMETER"])));
        assert!(!set(&[]).intersects(set(&["PRIORITY"])));
        assert!(queue.params.iter().all(|it| set(&[it.name]).intersects(set(&[it.name]))));
    }
}
