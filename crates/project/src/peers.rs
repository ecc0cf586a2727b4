//! The clusters of a plan that exchange jobs with each other.
//!
//! Rules see one cluster at a time. What they need to know of the others is collected before any of them is checked:
//! the names, and some settings of lsf.conf. A plan whose clusters all read the same lsf.conf needs nothing of that.

use std::path::Path;
use std::sync::Arc;

use lsflint_model::{Peer, SourceFile};
use lsflint_spec::FileKind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::caught::catch;
use crate::kind::MemberKind;
use crate::plan::{ClusterSet, Member};
use crate::request::Request;

/// Whether files of this kind say what other clusters need to know.
pub(crate) fn is_compared(kind: FileKind) -> bool {
    matches!(kind, FileKind::LsfConf | FileKind::LsfShared)
}

/// Notes in every cluster which others exchange jobs with it. A name that several clusters have, for example those of a
/// copy, says nothing: which of them is meant is unknown. Returns whether there were clusters to compare.
pub(crate) fn note_peers(sets: &mut [ClusterSet], request: &Request) -> bool {
    let conf_of = |member: &&Member| is(member, FileKind::LsfConf);
    let members = sets.iter().flat_map(|it| &it.members);
    let confs: FxHashSet<&Path> = members.filter(conf_of).map(|it| it.path.as_path()).collect();
    if confs.len() < 2 {
        return false;
    }
    let clusters = sets.iter().enumerate().flat_map(|(set, it)| (0..it.clusters.len()).map(move |at| (set, at)));
    let peers: Vec<((usize, usize), Peer)> =
        clusters.filter_map(|at| Some((at, peer_of(&sets[at.0], at.1, request)?))).collect();
    let mut by_name: FxHashMap<&str, Option<&Peer>> = FxHashMap::default();
    for (_, peer) in &peers {
        // A cluster with a file in place of another one is the same cluster.
        let known = by_name.entry(&peer.name).or_insert(Some(peer));
        *known = known.filter(|it| it.conf == peer.conf);
    }
    let is_lone = |it: &Peer| by_name.get(&*it.name).is_some_and(Option::is_some);
    for (at, own) in peers.iter().filter(|it| is_lone(&it.1)) {
        let others = own.clusters().filter_map(|it| *by_name.get(it)?);
        sets[at.0].clusters[at.1].peers = others.filter(|it| it.exchanges_jobs_with(own)).cloned().collect();
    }
    true
}

fn is(member: &Member, kind: FileKind) -> bool {
    matches!(member.kind, MemberKind::File(it) if it.kind == kind)
}

/// What others need to know of a cluster; `None` if it lacks a file for that.
fn peer_of(set: &ClusterSet, cluster: usize, request: &Request) -> Option<Peer> {
    let files = || set.clusters[cluster].files.iter().map(|it| &set.members[*it]);
    let source = |kind: FileKind| {
        let member = files().find(|it| is(it, kind))?;
        let text: Arc<str> = match (kind, &member.text) {
            // Only its name is used, and it may be large.
            (FileKind::LsfCluster, _) => "".into(),
            (_, Some(text)) => text.text.clone(),
            (_, None) => request.buffers.read(&member.path, &member.shown).ok()?.text,
        };
        catch(|| SourceFile::new(&member.shown, kind, text)).ok()
    };
    let files = [FileKind::LsfConf, FileKind::LsfShared, FileKind::LsfCluster].map(source);
    let files: Vec<SourceFile> = files.into_iter().collect::<Option<_>>()?;
    catch(|| Peer::of(&files)).ok()?
}
