//! The queues of lsb.queues side by side.

use lsflint_spec::FileKind;
use lsflint_syntax::Token;
use lsflint_syntax::ast::{AstNode, Entry, Value};

use crate::context::FileContext;

/// One queue: its lines outside of `#if`, in a section that is in view as a whole.
pub(super) struct Queue<'a> {
    /// Its name.
    pub(super) name: Token<'a>,
    /// The `#if` branch its section stands in.
    pub(super) branch: u32,
    entries: Vec<Entry<'a>>,
}

impl<'a> Queue<'a> {
    /// The queues of a file, in order.
    pub(super) fn all_in(context: &FileContext<'a>) -> Vec<Queue<'a>> {
        if context.kind() != FileKind::LsbQueues {
            return Vec::new();
        }
        let sections = context.sections().into_iter().filter(|it| it.spec.is_some_and(|it| it.name == "Queue"));
        let queue = |it: crate::context::FileSection<'a>| {
            let entries: Vec<Entry<'a>> = it.section.node().children().filter_map(Entry::cast).collect();
            let name = value_of(&entries, "QUEUE_NAME")?.single_word()?;
            let known = !lsflint_syntax::is_templated(name.raw());
            known.then_some(Queue { name, branch: it.branch, entries })
        };
        sections.filter_map(queue).collect()
    }

    /// The value of a parameter that is set and known.
    pub(super) fn value(&self, name: &str) -> Option<Value<'a>> {
        value_of(&self.entries, name).filter(|it| !it.is_unset() && !it.is_templated())
    }

    /// The key of a parameter that is set and known.
    pub(super) fn key(&self, name: &str) -> Option<Token<'a>> {
        self.value(name)?;
        find(&self.entries, name)?.key()
    }

    /// Whether two queues can be read together.
    pub(super) fn is_read_with(&self, other: &Queue<'_>) -> bool {
        self.branch == other.branch || self.branch == 0 || other.branch == 0
    }
}

/// The line of a parameter that counts: the last one.
fn find<'a>(entries: &[Entry<'a>], name: &str) -> Option<Entry<'a>> {
    entries.iter().rev().find(|it| it.key().is_some_and(|it| it.text().eq_ignore_ascii_case(name))).copied()
}

fn value_of<'a>(entries: &[Entry<'a>], name: &str) -> Option<Value<'a>> {
    find(entries, name)?.value()
}
