//! Values that depend on the time: one for each time of the week at which `#if` decides differently.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use lsflint_model::at::Slices;
use lsflint_model::week::Week;
use lsflint_model::{Cluster, Uses, View};
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

/// A value over the week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OverTime<T> {
    /// It is the same at all times: no `#if` matters, or all branches agree.
    Always(T),
    /// It depends on the time: at least two different values, in the order of the week from Monday, the one for all
    /// other times last.
    Varies(Vec<ValueAt<T>>),
}

impl<T> OverTime<Option<T>> {
    /// The values, if all of them are known.
    pub fn known(self) -> Option<OverTime<T>> {
        Some(match self {
            OverTime::Always(value) => OverTime::Always(value?),
            OverTime::Varies(values) => OverTime::Varies(
                values
                    .into_iter()
                    .map(|it| Some(ValueAt { when: it.when, value: it.value? }))
                    .collect::<Option<Vec<ValueAt<T>>>>()?,
            ),
        })
    }
}

/// A value and the times at which it applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueAt<T> {
    /// The times: `Mon-Fri 08:00-18:00`, in the local time of the cluster unless it ends with a time zone. `else` for
    /// all other times.
    pub when: String,
    /// The value.
    pub value: T,
}

/// The times of the week at which values of a cluster may differ.
///
/// One of these serves many values: the cluster at each time is made once, when the first value needs it. Only files
/// whose branches change something that a value is computed from are divided by time.
pub struct Times<'c> {
    cluster: &'c Cluster,
    /// The kinds of files with branches, and the cluster without their branches.
    without: Vec<(FileKind, OnceCell<Cluster>)>,
    slices: RefCell<FxHashMap<Vec<FileKind>, Rc<Slices>>>,
}

impl<'c> Times<'c> {
    /// The times of a cluster. It should be the written cluster, not one at an instant, where nothing depends on the
    /// time any more.
    pub fn new(cluster: &'c Cluster) -> Times<'c> {
        let without = Slices::kinds(cluster).into_iter().map(|it| (it, OnceCell::new())).collect();
        Times { cluster, without, slices: RefCell::default() }
    }

    /// A value at all times. `value` computes it from a view of the cluster at one time, and so must look up by name
    /// what it needs: a record of another view may not exist there. It is called once if no `#if` matters, else once
    /// more for each part of the week.
    ///
    /// Where a branch is not decided by the time, such as the name of a `#define`, `value` sees a conditional value.
    pub fn of<T: PartialEq>(&self, value: impl Fn(View<'_>) -> T) -> OverTime<T> {
        self.of_value(value, false)
    }

    /// As [`Times::of`], for a value that an `#if` certainly decides: whether one does is not determined first, which
    /// needs one more cluster.
    pub(crate) fn of_conditional<T: PartialEq>(&self, value: impl Fn(View<'_>) -> T) -> OverTime<T> {
        self.of_value(value, true)
    }

    fn of_value<T: PartialEq>(&self, value: impl Fn(View<'_>) -> T, is_conditional: bool) -> OverTime<T> {
        let uses = Uses::default();
        let written = value(View::tracked(self.cluster, &uses));
        if self.without.is_empty() {
            return OverTime::Always(written);
        }
        if let [(only, _)] = self.without.as_slice()
            && (is_conditional || self.slices.borrow().contains_key(&vec![*only]))
        {
            return self.in_slices(vec![*only], written, value);
        }
        let basis = uses.basis(self.cluster.index());
        let matters = |(kind, without): &&(FileKind, OnceCell<Cluster>)| {
            !basis.holds(without.get_or_init(|| self.cluster.without_branches(*kind)).index())
        };
        let kinds: Vec<FileKind> = self.without.iter().filter(matters).map(|it| it.0).collect();
        if kinds.is_empty() {
            return OverTime::Always(written);
        }
        self.in_slices(kinds, written, value)
    }

    /// The value in each part of the week. `written`: the value in the files as written.
    fn in_slices<T: PartialEq>(&self, kinds: Vec<FileKind>, written: T, value: impl Fn(View<'_>) -> T) -> OverTime<T> {
        let slices = self.slices(kinds);
        let mut groups: Vec<Group<T>> = Vec::new();
        for slice in &slices.slices {
            let value = value(slice.cluster.view());
            match groups.iter_mut().find(|it| it.value == value) {
                Some(group) => {
                    group.week = group.week.union(&slice.week);
                    group.is_else |= slice.is_else;
                }
                None => groups.push(Group { value, week: slice.week.clone(), is_else: slice.is_else }),
            }
        }
        over_time(groups, slices.zone.as_deref(), written)
    }

    fn slices(&self, kinds: Vec<FileKind>) -> Rc<Slices> {
        let mut known = self.slices.borrow_mut();
        let slices = known.entry(kinds).or_insert_with_key(|kinds| Rc::new(Slices::of(self.cluster, kinds)));
        slices.clone()
    }
}

/// Equal values of several parts of the week.
struct Group<T> {
    value: T,
    week: Week,
    /// Whether they include the times at which no condition is true.
    is_else: bool,
}

fn over_time<T>(mut groups: Vec<Group<T>>, zone: Option<&str>, written: T) -> OverTime<T> {
    if groups.len() <= 1 {
        return OverTime::Always(groups.pop().map_or(written, |it| it.value));
    }
    // The value of the `#else` branches; if some condition is always true, the most frequent one.
    let other = groups.iter().enumerate().max_by_key(|(_, it)| (it.is_else, it.week.minutes()));
    let other = groups.remove(other.map_or(0, |it| it.0)).value;
    groups.sort_by_key(|it| it.week.first_from_monday());
    let zone = zone.map_or(String::new(), |it| format!(" {it}"));
    let named = groups.into_iter().map(|it| ValueAt { when: format!("{}{zone}", it.week), value: it.value });
    OverTime::Varies(named.chain([ValueAt { when: "else".to_owned(), value: other }]).collect())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lsflint_model::SourceFile;
    use lsflint_model::effective::{setting_in, value_in};

    use super::*;

    const PARAMS: &str = "Begin Parameters\n#if time(1:8:00-5:18:00)\nMBD_SLEEP_TIME = 10\n#else\nMBD_SLEEP_TIME = 10\n\
                          #endif\n#if time(8:00-18:00)\nSBD_SLEEP_TIME = 1\n#endif\n#if NIGHT\nMAX_JOB_NUM = 5\n\
                          #endif\nEnd Parameters\n";
    const QUEUES: &str = "\
Begin Queue
QUEUE_NAME = regress
#if time(1:8:00-1:18:00 2:8:00-2:18:00 3:8:00-3:18:00 4:8:00-4:18:00 5:8:00-5:18:00)
UJOB_LIMIT = 150
#else
UJOB_LIMIT = 400
#endif
#if time(22:00-6:00)
PRIORITY = 10
#elif time(5:18:00-1:8:00)
PRIORITY = 20
#endif
End Queue
#if time(6:0:00-1:0:00)
Begin Queue
QUEUE_NAME = weekend
PRIORITY = 5
End Queue
#endif
";
    const HOSTS: &str =
        "Begin Host\nHOST_NAME MXJ\nh1 4\n#if time(8:00-18:00 EDT)\nh2 8\n#else\nh2 16\n#endif\nEnd Host\n";

    fn cluster() -> Cluster {
        let files = [
            SourceFile::new("lsb.params", FileKind::LsbParams, PARAMS),
            SourceFile::new("lsb.queues", FileKind::LsbQueues, QUEUES),
            SourceFile::new("lsb.hosts", FileKind::LsbHosts, HOSTS),
        ];
        Cluster::of(&files, None)
    }

    /// The effective value of a parameter of a record over the week.
    #[track_caller]
    fn check(kind: FileKind, section: &str, name: &str, parameter: &str, expect: Expect) {
        let cluster = cluster();
        let param = lsflint_spec::find_param(kind, section, parameter).expect("a parameter");
        let value = |view: View<'_>| {
            let value = match name {
                "" => setting_in(view, kind, section, param),
                _ => value_in(view, Some(view.find(kind, section, name)?), param),
            };
            Some(value.flatten().unwrap_or_else(|| "?".to_owned()))
        };
        let mut text = String::new();
        let say = |value: Option<String>| value.unwrap_or_else(|| "does not exist".to_owned());
        match Times::new(&cluster).of(value) {
            OverTime::Always(value) => text.push_str(&say(value)),
            OverTime::Varies(values) => {
                for ValueAt { when, value } in values {
                    text.push_str(&format!("{when}: {}\n", say(value)));
                }
            }
        }
        expect.assert_eq(&text);
    }

    #[test]
    fn a_value_of_each_branch() {
        check(
            FileKind::LsbQueues,
            "Queue",
            "regress",
            "UJOB_LIMIT",
            expect![[r#"
            Mon-Fri 08:00-18:00: 150
            else: 400
        "#]],
        );
    }

    #[test]
    fn branches_over_midnight_that_overlap() {
        check(
            FileKind::LsbQueues,
            "Queue",
            "regress",
            "PRIORITY",
            expect![[r#"
            Mon 06:00-08:00, Fri 18:00-22:00, Sat and Sun 06:00-22:00: 20
            every day 22:00-06:00: 10
            else: 1
        "#]],
        );
    }

    #[test]
    fn branches_that_agree() {
        check(FileKind::LsbParams, "Parameters", "", "MBD_SLEEP_TIME", expect!["10"]);
        check(FileKind::LsbQueues, "Queue", "regress", "NICE", expect!["0"]);
    }

    #[test]
    fn a_default_outside_of_a_branch() {
        check(
            FileKind::LsbParams,
            "Parameters",
            "",
            "SBD_SLEEP_TIME",
            expect![[r#"
            every day 08:00-18:00: 1
            else: 30 (7 is set at installation)
        "#]],
        );
    }

    #[test]
    fn a_record_that_exists_at_times() {
        check(
            FileKind::LsbQueues,
            "Queue",
            "weekend",
            "PRIORITY",
            expect![[r#"
            all of Sat and Sun: 5
            else: does not exist
        "#]],
        );
    }

    #[test]
    fn a_branch_that_time_does_not_decide() {
        check(FileKind::LsbParams, "Parameters", "", "MAX_JOB_NUM", expect!["?"]);
    }

    #[test]
    fn rows_in_the_only_time_zone_of_the_file() {
        check(FileKind::LsbHosts, "Host", "h1", "MXJ", expect!["4"]);
        check(
            FileKind::LsbHosts,
            "Host",
            "h2",
            "MXJ",
            expect![[r#"
            every day 08:00-18:00 EDT: 8
            else: 16
        "#]],
        );
    }

    #[test]
    fn a_value_that_a_branch_decides_needs_no_cluster_without_branches() {
        let cluster = Cluster::of(&[SourceFile::new("lsb.queues", FileKind::LsbQueues, QUEUES)], None);
        let param = lsflint_spec::find_param(FileKind::LsbQueues, "Queue", "UJOB_LIMIT").expect("a parameter");
        let value =
            |view: View<'_>| value_in(view, view.find(FileKind::LsbQueues, "Queue", "regress"), param).flatten();
        let (known, asked) = (Times::new(&cluster), Times::new(&cluster));
        assert_eq!(known.of_conditional(value), asked.of(value));
        let made = |it: &Times<'_>| it.without.iter().filter(|it| it.1.get().is_some()).count();
        assert_eq!((made(&known), made(&asked)), (0, 1));
        // The parts of the week are known now, so that they are as good as the check.
        assert_eq!(known.of(value), asked.of(value));
        assert_eq!(made(&known), 0);
    }

    #[test]
    fn a_value_is_computed_once_if_no_branch_matters() {
        let cluster = cluster();
        let calls = std::cell::Cell::new(0);
        let value = |view: View<'_>| {
            calls.set(calls.get() + 1);
            view.conf("LSF_LIM_PORT").is_absent()
        };
        assert_eq!(Times::new(&cluster).of(value), OverTime::Always(false));
        assert_eq!(calls.get(), 1);
    }
}
