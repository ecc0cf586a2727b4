//! Determines the token types of names in values.

use std::cell::OnceCell;

use lsflint_model::{Referent, View};
use lsflint_spec::{FileKind, LIST_WORDS, SELECTION_WORDS, SectionSpec, builtin_resource};
use rustc_hash::FxHashSet;

use super::{TokenKind, TokenModifiers};
use crate::Snapshot;

/// The groups of a cluster, collected on first use.
pub(super) struct Names<'a> {
    view: View<'a>,
    host_groups: OnceCell<FxHashSet<&'a str>>,
    user_groups: OnceCell<FxHashSet<&'a str>>,
}

impl<'a> Names<'a> {
    pub(super) fn new(snapshot: &'a Snapshot) -> Names<'a> {
        Names { view: snapshot.view(), host_groups: OnceCell::new(), user_groups: OnceCell::new() }
    }

    fn is_host_group(&self, name: &str) -> bool {
        let names = |section| self.view.names(FileKind::LsbHosts, section);
        let all = || ["HostGroup", "ComputeUnit", "HostPartition"].into_iter().flat_map(names).collect();
        self.host_groups.get_or_init(all).contains(name)
    }

    fn is_user_group(&self, name: &str) -> bool {
        let all = || self.view.names(FileKind::LsbUsers, "UserGroup").collect();
        self.user_groups.get_or_init(all).contains(name)
    }

    /// The token type of a name in a namespace.
    pub(super) fn kind(&self, referent: Referent, name: &str) -> TokenKind {
        match referent {
            Referent::Queue => TokenKind::Queue,
            Referent::Application => TokenKind::Application,
            Referent::Host => TokenKind::Host,
            Referent::HostOrGroup if self.is_host_group(name) => TokenKind::HostGroup,
            Referent::HostOrModel | Referent::BatchHost if self.view.host_models().contains(name) => {
                TokenKind::HostModel
            }
            Referent::BatchHost if self.view.host_types().contains(name) => TokenKind::HostType,
            Referent::HostOrGroup | Referent::HostOrModel | Referent::BatchHost => TokenKind::Host,
            Referent::User if self.is_user_group(name) => TokenKind::UserGroup,
            Referent::User => TokenKind::User,
            Referent::UserGroup => TokenKind::UserGroup,
            Referent::Resource => TokenKind::Resource,
            Referent::HostType => TokenKind::HostType,
            Referent::HostModel => TokenKind::HostModel,
            Referent::Cluster => TokenKind::Cluster,
            Referent::ServiceClass => TokenKind::ServiceClass,
            Referent::SharePolicy => TokenKind::Name,
        }
    }
}

/// The modifiers of a resource: whether it is built in.
pub(super) fn resource_marks(name: &str) -> TokenModifiers {
    TokenModifiers::BUILT_IN.when(builtin_resource(name).is_some())
}

/// The token type of the names that a section or its rows define.
pub(super) fn defined_by(section: &SectionSpec) -> Option<TokenKind> {
    Some(match section.defines?.what {
        "queue" => TokenKind::Queue,
        "application profile" => TokenKind::Application,
        "host" => TokenKind::Host,
        "host group" | "compute unit" | "host partition" => TokenKind::HostGroup,
        "host type" => TokenKind::HostType,
        "host model" => TokenKind::HostModel,
        "user group" => TokenKind::UserGroup,
        "user or group" => TokenKind::User,
        "resource" => TokenKind::Resource,
        "cluster" => TokenKind::Cluster,
        "service class" => TokenKind::ServiceClass,
        _ => TokenKind::Name,
    })
}

/// Whether a word in a list of names is a keyword.
pub(super) fn is_list_word(word: &str) -> bool {
    LIST_WORDS.iter().any(|it| it.name == word) || SELECTION_WORDS.contains(&word)
}
