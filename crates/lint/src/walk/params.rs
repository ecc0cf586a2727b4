//! A cache for the parameters of keys.

use std::ptr;

use lsflint_spec::{ParamSpec, SectionSpec};
use lsflint_syntax::Token;
use rustc_hash::FxHashMap;

/// The parameter of a key. Equal keys share one green token, so the address of the token identifies the name.
#[derive(Default)]
pub(super) struct ParamCache(FxHashMap<(usize, usize), Option<&'static ParamSpec>>);

impl ParamCache {
    /// The parameter of a key.
    pub(super) fn find(&mut self, section: &'static SectionSpec, name: Token<'_>) -> Option<&'static ParamSpec> {
        let key = (ptr::from_ref(section).addr(), ptr::from_ref(name.green()).addr());
        *self.0.entry(key).or_insert_with(|| section.param(&name.text()))
    }
}
