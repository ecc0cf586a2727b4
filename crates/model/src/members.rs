//! Evaluates sets that contain other sets, such as groups of groups.

/// The maximum memory for all sets together, in bytes (256 MB); with more, the groups are unknown.
const MAX_BYTES: usize = 256 << 20;

/// The containment of sets.
pub(crate) struct Graph {
    /// The sets contained in each set.
    pub(crate) edges: Vec<Vec<usize>>,
    /// The approximate size of a set in bytes.
    pub(crate) set_bytes: usize,
}

/// The evaluated sets, and which of them contain themselves.
pub(crate) struct Evaluated<T> {
    pub(crate) sets: Vec<T>,
    pub(crate) circular: Vec<bool>,
}

/// Evaluates all sets, contained sets first. `combine` gets the index of a set, the sets evaluated so far, and whether
/// the set contains itself. Not recursive, because groups may be nested as deep as the file is long.
pub(crate) fn evaluate<T: Clone>(
    graph: &Graph,
    combine: impl Fn(usize, &[Option<T>], bool) -> T,
    unknown: impl Fn() -> T,
) -> Evaluated<T> {
    let count = graph.edges.len();
    let circular = circular(&graph.edges);
    if count.saturating_mul(graph.set_bytes) > MAX_BYTES {
        return Evaluated { sets: vec![unknown(); count], circular };
    }
    let mut sets: Vec<Option<T>> = vec![None; count];
    for start in 0..count {
        let mut path = vec![(start, 0)];
        while let Some((number, next)) = path.last_mut() {
            let number = *number;
            if sets[number].is_some() {
                path.pop();
                continue;
            }
            let part = graph.edges[number].get(*next).copied().filter(|_| !circular[number]);
            *next += 1;
            match part {
                Some(part) if sets[part].is_none() => path.push((part, 0)),
                Some(_) => {}
                None => {
                    sets[number] = Some(combine(number, &sets, circular[number]));
                    path.pop();
                }
            }
        }
    }
    Evaluated { sets: sets.into_iter().map(|it| it.unwrap_or_else(&unknown)).collect(), circular }
}

/// Whether each node is on a cycle: it is in a strongly connected component with more than one node, or has an edge to
/// itself.
fn circular(edges: &[Vec<usize>]) -> Vec<bool> {
    let component = components(edges);
    let mut size = vec![0_usize; edges.len()];
    component.iter().for_each(|it| size[*it] += 1);
    let nodes = edges.iter().enumerate();
    nodes.map(|(node, to)| size[component[node]] > 1 || to.contains(&node)).collect()
}

/// The number of the strongly connected component of each node of a graph (Tarjan). An edge is part of a cycle if both
/// its ends are in the same component.
pub fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = edges.len();
    let (mut order, mut low) = (vec![NEW; count], vec![0; count]);
    let mut on_stack = vec![false; count];
    let mut component = vec![0; count];
    let (mut stack, mut clock, mut found) = (Vec::new(), 0, 0);
    for start in 0..count {
        if order[start] != NEW {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if *next == 0 {
                (order[node], low[node]) = (clock, clock);
                clock += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&to) = edges[node].get(*next) {
                *next += 1;
                if order[to] == NEW {
                    path.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            // Prevents visiting a node without edges again.
            *next += 1;
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == order[node] {
                let from = stack.iter().rposition(|it| *it == node).unwrap_or(0);
                for member in stack.drain(from..) {
                    on_stack[member] = false;
                    component[member] = found;
                }
                found += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(edges: &[&[usize]], expected: &[bool]) {
        let edges: Vec<Vec<usize>> = edges.iter().map(|it| it.to_vec()).collect();
        assert_eq!(circular(&edges), expected);
    }

    #[test]
    fn circles() {
        check(&[&[1], &[2], &[]], &[false, false, false]);
        check(&[&[0], &[]], &[true, false]);
        check(&[&[1], &[0], &[0]], &[true, true, false]);
        check(&[&[1, 2], &[3], &[3], &[]], &[false; 4]);
        check(&[&[1], &[2], &[1, 3], &[]], &[false, true, true, false]);
    }

    #[test]
    fn deep_chains_need_no_deep_stack() {
        let count = 100_000;
        let edges: Vec<Vec<usize>> =
            (0..count).map(|it| if it + 1 < count { vec![it + 1] } else { Vec::new() }).collect();
        let graph = Graph { edges, set_bytes: 8 };
        let done =
            evaluate(&graph, |number, done, _| 1 + done.get(number + 1).and_then(|it| *it).unwrap_or(0), || 0usize);
        assert_eq!(done.sets[0], count);
        assert!(done.circular.iter().all(|it| !it));
    }
}
