//! Values without findings, which need no second check.
//!
//! Large files repeat themselves: the same limit in many queues, the same cell in many rows. Equal values share one
//! green node, so the address of the node identifies the text. Checks of a value whose result can differ between two
//! such places read the section, which [`SettingContext::section`] records; values with findings are always checked
//! because the findings have places. In debug builds every such value is checked again, and must have no findings.
//!
//! Not for an editor, which must know what a check has read, see [`super::memo`].
//!
//! [`SettingContext::section`]: crate::context::SettingContext::section

use std::ptr;

use lsflint_spec::{ParamSpec, SectionSpec};
use rustc_hash::FxHashMap;

use crate::context::{Origin, Setting};
use crate::select::Part;

/// What the result of the checks of a value depends on in addition to the files: the addresses of the facts about its
/// section and its parameter, and of the nodes of its name and value.
pub(super) type Key = (usize, usize, usize, usize, Origin);

/// The values that were checked without findings.
#[derive(Default)]
pub(super) struct Quiet {
    /// The parts of each, if it is a requirement string.
    values: FxHashMap<Key, Part>,
}

impl Quiet {
    /// The key of a setting; `None` if its place may matter: in an `#if` block or a flat file, and for names without
    /// documentation.
    pub(super) fn key(setting: &Setting<'_>, section: Option<&'static SectionSpec>) -> Option<Key> {
        let (spec, section, value) = (setting.spec?, section?, setting.value?);
        let address = |it: *const SectionSpec| it.addr();
        (setting.branch == 0).then(|| {
            (
                address(section),
                ptr::from_ref::<ParamSpec>(spec).addr(),
                ptr::from_ref(setting.name.green()).addr(),
                ptr::from_ref(value.node().green()).addr(),
                setting.origin,
            )
        })
    }

    /// The parts of a value without findings.
    pub(super) fn parts(&self, key: &Key) -> Option<Part> {
        self.values.get(key).copied()
    }

    /// Stores a value without findings.
    pub(super) fn insert(&mut self, key: Key, parts: Part) {
        self.values.insert(key, parts);
    }
}
