//! Finds the names in a value that must be defined elsewhere, and their kinds.
//!
//! The grammar of a parameter determines the positions of names, its specification determines what they refer to.
//! Keywords of LSF (`all`, `others`, `none` ...), names in other clusters (`name@cluster`) and names filled in by
//! templates are not references.

use std::borrow::Cow;

use lsflint_spec::{FileKind, Grammar, Namespace, ParamSpec, SectionSpec, Shape, Terminal, is_list_word};
use lsflint_syntax::ast::{
    self, AstNode, Fairshare, HostResources, ListItem, LocalResources, Location, LocationInstance, Preemption,
    ReservationLimits, RunLimit, UserShares, Value,
};
use lsflint_syntax::{Node, SyntaxKind, TextRange, Token};

/// The kind of object that a name may refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Referent {
    /// A queue of lsb.queues.
    Queue,
    /// An application profile of lsb.applications.
    Application,
    /// A host of lsf.cluster.
    Host,
    /// A host, a host group, a compute unit or a host partition.
    HostOrGroup,
    /// A host or a host model.
    HostOrModel,
    /// A host, a host model or a host type: a row of the Host section of lsb.hosts.
    BatchHost,
    /// A user or a user group.
    User,
    /// A user group of lsb.users.
    UserGroup,
    /// A resource, built-in or defined in lsf.shared.
    Resource,
    /// A host type of lsf.shared.
    HostType,
    /// A host model of lsf.shared.
    HostModel,
    /// A cluster of lsf.shared.
    Cluster,
    /// A service class of lsb.serviceclasses.
    ServiceClass,
    /// A policy of lsb.globalpolicies.
    SharePolicy,
}

impl Referent {
    /// The number of kinds.
    pub(crate) const COUNT: usize = Referent::SharePolicy as usize + 1;
}

/// A name in a value that must be defined elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Reference<'t> {
    /// The kind of object it may refer to.
    pub referent: Referent,
    name: Name<'t>,
}

#[derive(Debug, Clone, Copy)]
enum Name<'t> {
    Token(Token<'t>),
    Item(ListItem<'t>),
}

impl<'t> Reference<'t> {
    /// The name as LSF reads it, including ranges of numbers.
    pub fn text(&self) -> Cow<'t, str> {
        match self.name {
            Name::Token(token) => token.text(),
            Name::Item(item) => item.text(),
        }
    }

    /// The range of the name, without operators.
    pub fn range(&self) -> TextRange {
        match self.name {
            Name::Token(token) => token.range(),
            Name::Item(item) => item.name_range(),
        }
    }

    /// The item of the list with its operators, if the value is a list.
    pub fn item(&self) -> Option<ListItem<'t>> {
        match self.name {
            Name::Item(item) => Some(item),
            Name::Token(_) => None,
        }
    }

    /// Whether the name is excluded from the list.
    pub fn is_excluded(&self) -> bool {
        self.item().is_some_and(ListItem::is_excluded)
    }
}

/// The facts of a parameter whose lists may contain names of clusters.
const CLUSTER_NAME: &str = "lsf.shared:ClusterName";

/// An unset value.
const UNSET: &str = "-";

/// The kind of object that names in the value of a parameter refer to, unless the value is a pattern with names of
/// several kinds. `None` if it has no names, defines them itself, or they are not defined in configuration files.
pub fn referent(kind: FileKind, section: Option<&SectionSpec>, param: &ParamSpec) -> Option<Referent> {
    let names_of = |column: &str| param.references.contains(&column);
    let defines = section.and_then(|it| it.defines).is_some_and(|it| it.key == param.name);
    match param.grammar {
        Grammar::Name(_) if defines && param.references.is_empty() => None,
        // Names that the parameter defines, and names from files outside of the cluster.
        Grammar::Name(_) | Grammar::Names(_)
            if matches!(kind, FileKind::LsfShared | FileKind::LsbGlobalPolicies | FileKind::Hosts) =>
        {
            None
        }
        Grammar::Name(Some(space)) | Grammar::Names(Some(space)) => of_namespace(space),
        Grammar::Name(None) if names_of("lsf.shared:MODELNAME") => Some(Referent::HostOrModel),
        Grammar::Names(None) if names_of("lsb.globalpolicies:NAME") => Some(Referent::SharePolicy),
        Grammar::HostList if names_of("lsf.shared:TYPENAME") => Some(Referent::BatchHost),
        Grammar::HostList => match kind {
            // Hosts of other clusters are also allowed.
            FileKind::LsfShared => None,
            // Many programs have their own hosts.
            FileKind::LsfConf => names_of("lsf.cluster:HOSTNAME").then_some(Referent::Host),
            _ => Some(Referent::HostOrGroup),
        },
        Grammar::UserList | Grammar::Fairshare | Grammar::UserShares => Some(Referent::User),
        Grammar::QueueList | Grammar::Preemption => Some(Referent::Queue),
        Grammar::ApplicationList => Some(Referent::Application),
        Grammar::HostResources | Grammar::LocalResources | Grammar::ReservationLimits => Some(Referent::Resource),
        Grammar::RunLimit => Some(Referent::HostOrModel),
        // Host groups are read after ResourceMap.
        Grammar::Location => Some(Referent::Host),
        _ => None,
    }
}

/// Whether a value of the parameter may contain names of this kind.
pub fn may_name(kind: FileKind, section: Option<&SectionSpec>, param: &ParamSpec, wanted: Referent) -> bool {
    match param.grammar {
        Grammar::Shape(shape) => names_of_shape(shape).into_iter().any(|it| it.1 == Some(wanted)),
        Grammar::LocalResources => {
            matches!(wanted, Referent::Resource | Referent::HostType | Referent::HostModel)
        }
        _ => {
            referent(kind, section, param) == Some(wanted)
                || wanted == Referent::Cluster && is_list_with_clusters(&param.grammar)
        }
    }
}

/// Whether lists of the grammar may contain `name@cluster`.
fn is_list_with_clusters(grammar: &Grammar) -> bool {
    matches!(grammar, Grammar::HostList | Grammar::QueueList | Grammar::UserList)
}

/// The kind of object in a namespace; `None` if no file defines its names.
pub fn of_namespace(space: Namespace) -> Option<Referent> {
    Some(match space {
        Namespace::Queue => Referent::Queue,
        Namespace::Application => Referent::Application,
        Namespace::Host => Referent::Host,
        Namespace::HostGroup => Referent::HostOrGroup,
        Namespace::User => Referent::User,
        Namespace::UserGroup => Referent::UserGroup,
        Namespace::Resource => Referent::Resource,
        Namespace::HostType => Referent::HostType,
        Namespace::HostModel => Referent::HostModel,
        Namespace::Cluster => Referent::Cluster,
        Namespace::ServiceClass => Referent::ServiceClass,
        Namespace::Pool | Namespace::Limit | Namespace::ComputeUnitType | Namespace::Project | Namespace::License => {
            return None;
        }
    })
}

/// Whether a value of the parameter may contain references.
pub fn may_refer(kind: FileKind, section: Option<&SectionSpec>, param: &ParamSpec) -> bool {
    matches!(param.grammar, Grammar::Shape(_) | Grammar::LocalResources)
        || is_list_with_clusters(&param.grammar)
        || param.references.contains(&CLUSTER_NAME)
        || referent(kind, section, param).is_some()
}

/// The references in a value, in order.
pub fn references<'t>(
    kind: FileKind,
    section: Option<&SectionSpec>,
    param: &ParamSpec,
    value: Value<'t>,
) -> Vec<Reference<'t>> {
    let mut found = Vec::new();
    if !value.is_known() {
        return found;
    }
    let referent = referent(kind, section, param);
    match value.content() {
        Some(node) => in_node(node, referent, param, &mut found),
        None => {
            let word = value.single_word().filter(|it| it.kind() == SyntaxKind::NAME);
            found.extend(referent.zip(word).map(|(referent, word)| Reference { referent, name: Name::Token(word) }));
        }
    }
    found.retain(|it| {
        let text = it.text();
        !is_word(&text, param) && !lsflint_syntax::is_templated(&text)
    });
    found
}

fn is_word(text: &str, param: &ParamSpec) -> bool {
    let mut words = param.literals.iter().chain(param.values);
    text.is_empty() || text == UNSET || is_list_word(text) || words.any(|it| it.eq_ignore_ascii_case(text))
}

fn in_node<'t>(node: Node<'t>, referent: Option<Referent>, param: &ParamSpec, found: &mut Vec<Reference<'t>>) {
    let mut add = |referent: Option<Referent>, token: Option<Token<'t>>| {
        found.extend(referent.zip(token).map(|(referent, token)| Reference { referent, name: Name::Token(token) }));
    };
    if let Some(it) = Fairshare::cast(node) {
        it.pairs().for_each(|it| add(referent, it.name()));
    } else if let Some(it) = UserShares::cast(node) {
        it.pairs().for_each(|it| add(referent, it.name()));
    } else if let Some(it) = HostResources::cast(node) {
        it.items().for_each(|it| add(referent, it.name()));
    } else if let Some(it) = ReservationLimits::cast(node) {
        it.items().for_each(|it| add(referent, it.name()));
    } else if let Some(it) = RunLimit::cast(node) {
        it.items().for_each(|it| add(referent, it.host()));
    } else if let Some(it) = LocalResources::cast(node) {
        it.items().for_each(|it| add(of_local_resource(it), it.name()));
    } else if let Some(it) = Location::cast(node) {
        let sets = it.instances().filter_map(LocationInstance::hosts);
        sets.for_each(|it| in_list(it.items(), referent, param, found));
    } else if let Some(it) = ast::Shape::cast(node) {
        in_shape(it, param, &mut add);
    } else if let Some(it) = Preemption::cast(node) {
        it.parts().for_each(|it| in_list(it.queues(), referent, param, found));
    } else {
        in_list(ListItem::all_in(node), referent, param, found);
    }
}

/// Adds the references of a list. `name@cluster` refers to another cluster, in which the meaning of the name is
/// unknown.
fn in_list<'t>(
    items: impl Iterator<Item = ListItem<'t>>,
    referent: Option<Referent>,
    param: &ParamSpec,
    found: &mut Vec<Reference<'t>>,
) {
    let clusters = param.references.contains(&CLUSTER_NAME);
    for item in items.filter(|it| !it.is_lone_bang()) {
        if let Some(cluster) = item.cluster() {
            // NQS hosts and user domains have the same syntax.
            let remote = clusters || matches!(referent, Some(Referent::HostOrGroup | Referent::Cluster));
            found.extend(remote.then_some(Reference { referent: Referent::Cluster, name: Name::Token(cluster) }));
        } else if let Some(referent) = referent {
            found.push(Reference { referent, name: Name::Item(item) });
        }
    }
}

fn of_local_resource(item: ast::LocalResource<'_>) -> Option<Referent> {
    match item.keyword().map(|it| it.text().to_ascii_lowercase()).as_deref() {
        Some("resource" | "resourcemap") | None => Some(Referent::Resource),
        Some("type") => Some(Referent::HostType),
        Some("model") => Some(Referent::HostModel),
        Some(_) => None,
    }
}

/// Adds the references of a pattern: the kind of each follows from the preceding keyword of the pattern.
fn in_shape<'t>(shape: ast::Shape<'t>, param: &ParamSpec, add: &mut impl FnMut(Option<Referent>, Option<Token<'t>>)) {
    let Grammar::Shape(pattern) = param.grammar else { return };
    let names = names_of_shape(pattern);
    let of = |word: Option<&str>| {
        let same = |it: &&(Option<&str>, Option<Referent>)| match (it.0, word) {
            (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        names.iter().find(same).map(|it| it.1)
    };
    let mut current = of(None).flatten();
    for token in shape.tokens() {
        match token.kind() {
            SyntaxKind::KEYWORD => {
                if let Some(referent) = of(Some(&token.text())) {
                    current = referent;
                }
            }
            SyntaxKind::NAME => add(current, Some(token)),
            _ => {}
        }
    }
}

/// The kinds of names in a pattern, each with the preceding keyword.
fn names_of_shape(shape: &'static Shape) -> Vec<(Option<&'static str>, Option<Referent>)> {
    let mut names = Vec::new();
    let mut words = Vec::new();
    collect(shape, &mut words, &mut names);
    names
}

/// Collects the names. `words`: the keywords that may precede this part.
fn collect(
    shape: &'static Shape,
    words: &mut Vec<&'static str>,
    names: &mut Vec<(Option<&'static str>, Option<Referent>)>,
) {
    match shape {
        Shape::Literal(word) if word.ends_with(|it: char| it.is_ascii_alphabetic()) => *words = vec![word],
        Shape::Terminal(Terminal::Name(space)) => {
            let referent = space.and_then(of_namespace);
            if words.is_empty() {
                names.push((None, referent));
            }
            names.extend(words.iter().map(|it| (Some(*it), referent)));
        }
        Shape::Sequence(parts) => parts.iter().for_each(|it| collect(it, words, names)),
        Shape::Choice(parts) => {
            let mut after = Vec::new();
            for part in *parts {
                let mut before = words.clone();
                collect(part, &mut before, names);
                after.extend(before);
            }
            after.dedup();
            *words = after;
        }
        Shape::Optional(part) | Shape::Repeat(part) => {
            let mut inner = words.clone();
            collect(part, &mut inner, names);
        }
        _ => {}
    }
}
