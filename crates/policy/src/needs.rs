//! What a condition or message needs for its evaluation.

use std::collections::HashMap;
use std::sync::Arc;

use cel::common::ast::IdedExpr;
use regex::Regex;

use crate::join;
use crate::types::Kind;

/// What a condition or message needs for its evaluation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs {
    /// The patterns of `matches`, compiled.
    pub(crate) patterns: Arc<HashMap<String, Regex>>,
    /// The attributes of objects of each kind.
    pub(crate) attributes: Vec<(Kind, String)>,
    /// The attributes whose values are looked up in an index.
    pub(crate) indices: Vec<(Kind, String)>,
}

impl Needs {
    /// Adds an attribute.
    pub(crate) fn attribute(&mut self, kind: Kind, path: &str) {
        if !self.attributes.iter().any(|it| it.0 == kind && it.1 == path) {
            self.attributes.push((kind, path.to_owned()));
        }
    }

    /// Adds the indices of a rewritten condition.
    pub(crate) fn indices(&mut self, rewritten: &IdedExpr) {
        join::keys(rewritten, &mut self.indices);
    }

    /// Adds a compiled pattern.
    pub(crate) fn pattern(&mut self, text: &str, pattern: Regex) {
        Arc::make_mut(&mut self.patterns).insert(text.to_owned(), pattern);
    }
}
