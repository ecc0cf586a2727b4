//! Answers about a cluster that more than one file needs, computed once.

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::index::{Index, Recorded, Uses};
use crate::{Cluster, View};

/// The answers of a cluster, by a key that is unique for each question.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<FxHashMap<Key, Slot>>>);

/// A question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    question: &'static str,
    /// The answer has places in files of this kind.
    kind: Option<FileKind>,
    /// Of a question about one kind of section: its name.
    section: Option<&'static str>,
}

type Slot = Arc<OnceLock<Answer>>;

#[derive(Debug)]
struct Answer {
    value: Arc<dyn Any + Send + Sync>,
    /// The facts that the value is made from.
    recorded: Recorded,
}

impl Shared {
    /// The answers that are still valid with the index `now`; `before` is that of their cluster. Places move without a
    /// change of facts.
    pub(crate) fn still_valid(&self, before: &Index, now: &Index) -> Shared {
        let slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_valid = |it: &&Slot| it.get().is_some_and(|it| it.recorded.is_same(before, now));
        let kept = slots.iter().filter(|(key, it)| key.kind.is_none() && is_valid(it));
        let valid = kept.map(|(key, it)| (*key, it.clone())).collect();
        Shared(Arc::new(Mutex::new(valid)))
    }

    fn slot(&self, key: Key) -> Slot {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone()
    }
}

impl View<'_> {
    /// The answer to a question about the whole cluster. It is computed when it is first needed, and again when a fact
    /// changes that `compute` has looked up. The answer must not contain positions in a file, which change without a
    /// change of facts. `key`: unique for the question. `None` if another question with this key has another type.
    pub fn once<T: Any + Send + Sync>(&self, key: &'static str, compute: impl FnOnce(View<'_>) -> T) -> Option<Arc<T>> {
        self.answer(Key { question: key, kind: None, section: None }, compute)
    }

    /// As [`View::once`], for an answer with places in files of a kind. It is computed again for every cluster, also
    /// for one in which only positions changed. `key`: unique for the question; each kind of file has its own answer.
    pub fn once_with_places<T: Any + Send + Sync>(
        &self,
        key: &'static str,
        kind: FileKind,
        compute: impl FnOnce(View<'_>) -> T,
    ) -> Option<Arc<T>> {
        self.answer(Key { question: key, kind: Some(kind), section: None }, compute)
    }

    /// As [`View::once_with_places`], for a question about the sections of one kind in files of one kind. `key`: unique
    /// among the questions about these sections.
    pub(crate) fn once_for_section<T: Any + Send + Sync>(
        &self,
        key: &'static str,
        (kind, section): (FileKind, &'static str),
        compute: impl FnOnce(View<'_>) -> T,
    ) -> Option<Arc<T>> {
        self.answer(Key { question: key, kind: Some(kind), section: Some(section) }, compute)
    }

    fn answer<T: Any + Send + Sync>(&self, key: Key, compute: impl FnOnce(View<'_>) -> T) -> Option<Arc<T>> {
        let cluster: &Cluster = self.cluster();
        let slot = cluster.shared.slot(key);
        let answer = slot.get_or_init(|| {
            let uses = Uses::default();
            let value = Arc::new(compute(View::tracked(cluster, &uses)));
            if let Some(outer) = self.uses() {
                outer.add_steps(uses.steps());
            }
            Answer { value, recorded: uses.recorded() }
        });
        if let Some(uses) = self.uses() {
            uses.join_recorded(&answer.recorded);
        }
        answer.value.clone().downcast().ok()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use lsflint_spec::FileKind;

    use crate::{Cluster, SourceFile, View};

    #[test]
    fn an_answer_is_computed_again_when_its_facts_change() {
        let file = |text: &str| SourceFile::new("lsb.queues", FileKind::LsbQueues, text);
        let queue = |name: &str| format!("Begin Queue\nQUEUE_NAME = {name}\nPRIORITY = 1\nEnd Queue\n");
        let computed = Cell::new(0);
        let names = |cluster: &Cluster| {
            let names = |view: View<'_>| {
                computed.set(computed.get() + 1);
                view.queues().map(|it| it.name().into_owned()).collect::<Vec<_>>()
            };
            View::new(cluster).once("names", names).expect("the key has one type").to_vec()
        };
        let first = Cluster::of(&[file(&queue("a"))], None);
        assert_eq!((names(&first), names(&first), computed.get()), (vec!["a".to_owned()], vec!["a".to_owned()], 1));
        let longer = first.with_file(&file(&queue("a").replace("PRIORITY = 1", "PRIORITY = 20")));
        assert_eq!((names(&longer), computed.get()), (vec!["a".to_owned()], 1));
        let renamed = longer.with_file(&file(&queue("b")));
        assert_eq!((names(&renamed), computed.get()), (vec!["b".to_owned()], 2));
    }
}
