//! The values that the evaluation of a condition may ask for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use lsflint_model::View;

use crate::columns::{Column, Found, column};
use crate::types::Kind;

/// The columns that a condition reads, and the steps that it may take.
pub(crate) struct Scene {
    columns: Vec<(Kind, String, Arc<Column>)>,
    steps: Arc<Steps>,
}

/// The elements of lists that a condition has looked at.
pub(crate) struct Steps {
    taken: AtomicU32,
    most: u32,
}

impl Steps {
    /// No steps so far, and at most as many.
    pub(crate) fn new(most: u32) -> Steps {
        Steps { taken: AtomicU32::new(0), most }
    }

    /// Takes some steps; false if they are too many.
    pub(crate) fn take(&self, count: usize) -> bool {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let taken = self.taken.load(Ordering::Relaxed).saturating_add(count);
        self.taken.store(taken, Ordering::Relaxed);
        taken <= self.most
    }

    /// What is wrong if too many steps were taken.
    pub(crate) fn fault(&self) -> String {
        format!("it looks at more than {} elements of lists", self.most)
    }

    /// Whether too many steps were taken.
    pub(crate) fn are_too_many(&self) -> bool {
        self.taken.load(Ordering::Relaxed) > self.most
    }
}

impl Scene {
    /// Reads the columns of these attributes.
    pub(crate) fn new(view: View<'_>, attributes: &[(Kind, String)], steps: Arc<Steps>) -> Scene {
        let columns = attributes.iter().map(|(kind, path)| (*kind, path.clone(), column(view, *kind, path)));
        Scene { columns: columns.collect(), steps }
    }

    /// What an object has under a name.
    pub(crate) fn find(&self, kind: Kind, object: u32, path: &str) -> &Found {
        let column = self.columns.iter().find(|it| it.0 == kind && it.1 == path);
        column.and_then(|it| it.2.get(object as usize)).unwrap_or(&Found::Unknown)
    }

    /// Takes a step for each element of a list; false if they are too many.
    pub(crate) fn visit(&self, elements: usize) -> bool {
        self.steps.take(elements)
    }
}
