//! The hosts for a requirement over the week: where an `#if` decides, the hours of each verdict.

use lsflint_model::combined::{every_host, hosts_of_queue, without_clients};
use lsflint_model::requirement::Simple;
use lsflint_model::requirement::merge::Options;
use lsflint_model::satisfy::{Alike, Counts, Dispatch, PartHosts, Verdict};
use lsflint_model::{Entity, HostId, HostSet, View};
use rustc_hash::FxHashMap;

use super::hosts::rank;
use super::times::{OverTime, Times, ValueAt};

/// The hosts that are judged, and the verdicts for each part of a requirement.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Judged {
    /// The hosts of the queue, or of the cluster.
    pub(super) set: HostSet,
    /// Whether the hosts of the queue are unknown.
    pub(super) hosts_unknown: bool,
    pub(super) parts: Vec<PartHosts>,
}

impl Judged {
    /// The verdicts in a view. `parts`: the simple requirements with their names and numbers of tasks; `among`: the
    /// hosts that are asked for, if any.
    pub(super) fn of(
        view: View<'_>,
        queue: Option<&Entity<'_>>,
        among: Option<&HostSet>,
        parts: &[(String, &Simple, u64)],
        options: &Options,
    ) -> Judged {
        let own = match queue {
            Some(queue) => hosts_of_queue(view, queue),
            None => Some(without_clients(view, every_host(view))),
        };
        let hosts_unknown = own.is_none();
        let set = own.unwrap_or_else(|| without_clients(view, every_host(view)));
        let set = among.map_or_else(|| set.clone(), |it| set.among(it));
        let hosts: Vec<HostId> = set.possibly.iter().map(|it| HostId(it as u32)).collect();
        let dispatch = Dispatch::new(view, queue, options.clone());
        let parts = parts.iter().map(|(_, part, tasks)| dispatch.on(part, *tasks, &hosts)).collect();
        Judged { set, hosts_unknown, parts }
    }
}

/// The verdicts at all times: one where the branches of `#if` agree, else one with the hours.
pub(super) fn over_time(
    view: View<'_>,
    times: &Times<'_>,
    queue: Option<&Entity<'_>>,
    among: Option<&HostSet>,
    parts: &[(String, &Simple, u64)],
    options: &Options,
) -> Judged {
    let name = queue.map(|it| it.name());
    let count = view.hosts().len();
    let at_one_time = |view: View<'_>| {
        // Hosts are numbers, which mean the same hosts only if the cluster has the same ones.
        let among = among.filter(|_| view.hosts().len() == count);
        let queue = name.as_ref().map(|it| view.queue(it));
        // The queue may not exist at all times.
        let exists = !matches!(queue, Some(None));
        exists.then(|| (view.hosts().len(), Judged::of(view, queue.flatten().as_ref(), among, parts, options)))
    };
    let values = match times.of(at_one_time) {
        OverTime::Always(Some((_, judged))) => return judged,
        OverTime::Always(None) => return Judged::of(view, queue, among, parts, options),
        OverTime::Varies(values) => values,
    };
    let written = Judged::of(view, queue, among, parts, options);
    let is_same = |it: &ValueAt<Option<(usize, Judged)>>| {
        // Hosts are compared by number, so the cluster must have the same ones.
        it.value
            .as_ref()
            .is_some_and(|(hosts, it)| *hosts == view.hosts().len() && it.set.possibly == written.set.possibly)
    };
    if !values.iter().all(is_same) {
        return written;
    }
    let count = written.set.possibly.len();
    let parts = written.parts.into_iter().enumerate().map(|(number, part)| {
        let at: Vec<(&str, &PartHosts)> =
            values.iter().filter_map(|it| Some((&*it.when, it.value.as_ref()?.1.parts.get(number)?))).collect();
        let hosts: Vec<&PartHosts> = at.iter().map(|it| it.1).collect();
        let (groups, counts) = combined(&hosts, count, |groups| {
            let verdicts = at.iter().zip(groups).map(|((when, part), group)| (*when, &part.groups[*group].verdict));
            with_hours(&verdicts.collect::<Vec<_>>())
        });
        let agree = at.windows(2).all(|it| it[0].1.submitted == it[1].1.submitted);
        let submitted = at.first().filter(|_| agree).map_or(part.submitted, |it| it.1.submitted.clone());
        PartHosts { groups, counts, submitted, implied: part.implied }
    });
    Judged { parts: parts.collect(), ..written }
}

/// The verdict of a host over the week, from its verdicts at the times.
fn with_hours(verdicts: &[(&str, &Verdict)]) -> Verdict {
    let mut distinct: Vec<(Vec<&str>, &Verdict)> = Vec::new();
    for (when, verdict) in verdicts {
        match distinct.iter_mut().find(|it| it.1 == *verdict) {
            Some((times, _)) => times.push(when),
            None => distinct.push((vec![when], verdict)),
        }
    }
    if let [(_, only)] = distinct.as_slice() {
        return (*only).clone();
    }
    let common: Vec<&String> = match distinct[0].1 {
        Verdict::Depends(because) => {
            let in_all = |it: &&String| {
                distinct.iter().all(|(_, verdict)| matches!(verdict, Verdict::Depends(other) if other.contains(it)))
            };
            because.iter().filter(in_all).collect()
        }
        _ => Vec::new(),
    };
    let is_never = distinct.iter().all(|it| matches!(it.1, Verdict::Never(_)));
    let line = |(times, verdict): &(Vec<&str>, &Verdict)| {
        // The verdict of the other times needs no hours.
        let when = if times.contains(&"else") { "else".to_owned() } else { times.join(", ") };
        let text = match verdict {
            Verdict::Always => "always".to_owned(),
            Verdict::Never(reason) if is_never => reason.clone(),
            Verdict::Never(reason) => format!("never: {reason}"),
            Verdict::Depends(because) => {
                let rest: Vec<&str> = because.iter().filter(|it| !common.contains(it)).map(String::as_str).collect();
                rest.join(", ")
            }
        };
        (!text.is_empty()).then(|| format!("{when}: {text}"))
    };
    distinct.sort_by_key(|it| it.0.contains(&"else"));
    let lines: Vec<String> = distinct.iter().filter_map(line).collect();
    match is_never {
        true => Verdict::Never(lines.join("; ")),
        false => Verdict::Depends(common.into_iter().cloned().chain(lines).collect()),
    }
}

/// One verdict for each host, from its groups in several lists of the same hosts. `verdict`: the one for the numbers of
/// the groups, which is computed once for equal numbers.
pub(super) fn combined(
    lists: &[&PartHosts],
    count: usize,
    verdict: impl Fn(&[usize]) -> Verdict,
) -> (Vec<Alike>, Counts) {
    // For each host, the number of its group in each list.
    let mut of_host: FxHashMap<HostId, Vec<usize>> = FxHashMap::default();
    of_host.reserve(count);
    let mut order = Vec::with_capacity(count);
    for (number, list) in lists.iter().enumerate() {
        for (group, alike) in list.groups.iter().enumerate() {
            for host in &alike.hosts {
                of_host.entry(*host).or_insert_with(|| Vec::with_capacity(lists.len())).push(group);
                if number == 0 {
                    order.push(*host);
                }
            }
        }
    }
    order.sort_unstable();
    let mut numbers: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
    let (mut groups, mut counts): (Vec<Alike>, _) = (Vec::new(), Counts::default());
    for host in order {
        let Some(key) = of_host.remove(&host) else { continue };
        let number = *numbers.entry(key).or_insert_with_key(|key| {
            groups.push(Alike { verdict: verdict(key), hosts: Vec::new() });
            groups.len() - 1
        });
        counts.add(&groups[number].verdict, 1);
        groups[number].hosts.push(host);
    }
    groups.sort_by(|a, b| rank(&a.verdict).cmp(&rank(&b.verdict)).then(b.hosts.len().cmp(&a.hosts.len())));
    (groups, counts)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use lsflint_model::requirement::Requirement;
    use lsflint_model::{Cluster, SourceFile};
    use lsflint_spec::FileKind;

    use super::*;
    use crate::answers::{Question, matching_hosts_of};

    /// The hosts for `span[hosts=1]` with four tasks, with these rows in lsb.hosts.
    #[track_caller]
    fn check(rows: &str, expected: Expect) {
        let hosts = "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! T 1 ()\nh2 ! T 1 ()\nEnd Host\n";
        let table = format!("Begin Host\nHOST_NAME MXJ r1m\n{rows}End Host\n");
        let files = [
            SourceFile::new("lsf.cluster.c", FileKind::LsfCluster, hosts),
            SourceFile::new("lsb.hosts", FileKind::LsbHosts, table),
        ];
        let cluster = Cluster::of(&files, None);
        let view = cluster.view();
        let requirement = Requirement::parse("select[type==any] span[hosts=1]").expect("a requirement");
        let times = Times::new(&cluster);
        let options = Options::of(view, None, None);
        let question = Question { tasks: Some(4), times: Some(&times), ..Question::new(None, &requirement, options) };
        let answer = matching_hosts_of(view, question).expect("hosts");
        let named = |it: &HostId| view.hosts().get(*it).name.to_string();
        let mut text = String::new();
        for group in &answer.groups {
            let hosts: Vec<String> = group.hosts.iter().map(named).collect();
            let line = format!("{} {}: {}", group.verdict, hosts.join(" "), group.because.join(" | "));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn branches_that_agree_give_one_answer() {
        check(
            "#if time(8:00-18:00)\nh1 4 ()\n#else\nh1 8 ()\n#endif\ndefault 2 ()\n",
            expect![[r#"
            always h1:
            never h2: at least 4 tasks must be on one host, but MXJ is 2 (row `default` of lsb.hosts)
        "#]],
        );
    }

    #[test]
    fn branches_that_differ_give_the_hours() {
        check(
            "#if time(8:00-18:00)\nh1 2 ()\n#else\nh1 8 ()\n#endif\ndefault 16 ()\n",
            expect![[r#"
            always h2:
            depends h1: every day 08:00-18:00: never: at least 4 tasks must be on one host, but MXJ is 2 (lsb.hosts) | else: always
        "#]],
        );
        check(
            "#if time(8:00-18:00)\nh1 8 0.5\n#else\nh1 8 2.5\n#endif\ndefault 16 ()\n",
            expect![[r#"
            always h2:
            depends h1: every day 08:00-18:00: `r1m` must be at most 0.5 (lsb.hosts) | else: `r1m` must be at most 2.5 (lsb.hosts)
        "#]],
        );
        check(
            "#if time(8:00-18:00)\nh1 2 ()\n#else\nh1 3 ()\n#endif\ndefault 16 ()\n",
            expect![[r#"
            always h2:
            never h1: every day 08:00-18:00: at least 4 tasks must be on one host, but MXJ is 2 (lsb.hosts); else: at least 4 tasks must be on one host, but MXJ is 3 (lsb.hosts)
        "#]],
        );
    }

    #[test]
    fn a_name_that_time_does_not_decide() {
        check(
            "#if NIGHT\nh1 2 ()\n#else\nh1 8 ()\n#endif\ndefault 16 ()\n",
            expect![[r#"
            always h2:
            depends h1: an `#if` or a template decides the row of the host in lsb.hosts
        "#]],
        );
    }
}
