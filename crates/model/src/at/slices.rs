//! The times of the week at which the same branches are active.

use std::collections::BTreeSet;

use lsflint_spec::{FileKind, offsets_of_zone};
use lsflint_syntax::ast::{AstNode, TimeWindow};
use lsflint_syntax::{Parent, SyntaxKind};
use rustc_hash::FxHashMap;

use super::branches::Blocks;
use super::instant::Clock;
use super::may_have_branches;
use crate::Cluster;
use crate::week::{WEEK, Week};

/// A partition of the week: each slice is the times at which the same branches of `#if` are active.
#[derive(Debug)]
pub struct Slices {
    /// The slices, ordered by their first minute; one slice if no branch decides anything.
    pub slices: Vec<Slice>,
    /// The time zone of the times; `None` if it is the local time of the cluster.
    pub zone: Option<String>,
}

/// The times at which the same branches are active.
#[derive(Debug)]
pub struct Slice {
    /// The times.
    pub week: Week,
    /// The cluster at these times.
    pub cluster: Cluster,
    /// Whether no condition of an `#if` or `#elif` is true: the times that `#else` is written for.
    pub is_else: bool,
}

impl Slices {
    /// Divides the week by the `#if` blocks in the files of some kinds; those in other files stay conditional.
    ///
    /// The times are in the local time of the cluster, or, if every window of these files has a time zone, in the zone
    /// of the first one.
    pub fn of(cluster: &Cluster, kinds: &[FileKind]) -> Slices {
        let files = cluster.index().files().iter();
        let files = files.filter(|it| kinds.contains(&it.kind()) && may_have_branches(it.kind(), it.text()));
        let parsed: Vec<_> = files.map(|it| (it.path(), lsflint_syntax::parse(it.text(), it.kind()))).collect();
        let (clock, zone) = clock_of(parsed.iter().map(|it| it.1.root()));
        let target = cluster.switches.target;
        let blocks: FxHashMap<&str, Blocks> =
            parsed.iter().map(|(path, parse)| (*path, Blocks::of(parse, target, clock))).collect();
        let mut paths: Vec<&&str> = blocks.keys().collect();
        paths.sort_unstable();
        let weeks = partition(paths.iter().flat_map(|it| blocks[**it].weeks()));
        let mut known = super::Masked::default();
        let slices = weeks.into_iter().filter_map(|week| {
            let minute = week.spans().first()?.0;
            let is_else = blocks.values().all(|it| it.is_else(minute));
            let cluster = cluster.masked(&blocks, |it, text| it.masked(text, minute), &mut known);
            Some(Slice { cluster, week, is_else })
        });
        Slices { slices: slices.collect(), zone }
    }

    /// The kinds of files of a cluster that may have `#if` blocks.
    pub fn kinds(cluster: &Cluster) -> Vec<FileKind> {
        let files = cluster.index().files().iter().filter(|it| may_have_branches(it.kind(), it.text()));
        files.map(|it| it.kind()).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The clock that the windows of some files can be compared on, and its time zone.
fn clock_of<'t>(roots: impl Iterator<Item = Parent<'t>>) -> (Clock, Option<String>) {
    let local = (Clock { is_local: true, offset: None }, None);
    let mut zone = None;
    for root in roots {
        let directives = root.descendants().filter(|it| it.kind() == SyntaxKind::CONDITION_EXPRESSION);
        for window in directives.flat_map(|it| it.descendants()).filter_map(TimeWindow::cast) {
            match window.zone() {
                None => return local,
                Some(it) => zone = zone.or(Some(it)),
            }
        }
    }
    let Some(zone) = zone else { return local };
    match offsets_of_zone(zone.raw()) {
        Some([offset]) => (Clock { is_local: false, offset: Some(*offset) }, Some(zone.raw().to_ascii_uppercase())),
        _ => local,
    }
}

/// Divides the week into sets of minutes such that each given set contains all minutes of a part or none. A single
/// sweep over the edges: the sets that contain a minute are known by the sum of their numbers, which are random.
fn partition<'w>(sets: impl Iterator<Item = &'w Week>) -> Vec<Week> {
    let mut edges: Vec<(u16, u64)> = vec![(0, 0)];
    for (number, set) in (1_u64..).zip(sets) {
        let number = scattered(number);
        edges.extend(set.spans().iter().flat_map(|(from, to)| [(*from, number), (*to, number)]));
    }
    edges.sort_unstable();
    let mut parts: Vec<Vec<(u16, u16)>> = Vec::new();
    let mut by_sets: FxHashMap<u64, usize> = FxHashMap::default();
    let mut inside = 0;
    for (index, (from, number)) in edges.iter().enumerate() {
        inside ^= number;
        let to = edges.get(index + 1).map_or(WEEK, |it| it.0);
        if *from < to {
            let part = *by_sets.entry(inside).or_insert(parts.len());
            if part == parts.len() {
                parts.push(Vec::new());
            }
            parts[part].push((*from, to));
        }
    }
    parts.into_iter().map(Week::of_spans).collect()
}

/// A number whose bits look random (the finalizer of splitmix64).
fn scattered(number: u64) -> u64 {
    let mut bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
