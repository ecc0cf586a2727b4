//! Typed access to the syntax tree.
//!
//! A typed node is a [`Node`] of a known kind. Getters return `Option`, because the tree of an invalid text may be
//! incomplete, or an iterator, which may be empty.

mod aps;
mod elim;
mod file;
mod list;
mod policy;
mod resource;
pub mod resreq;
mod scalar;
mod shape;
mod time;

pub use aps::{ApsPair, ApsPart, ApsPriority};
pub use elim::{ElimLine, ElimPair};
pub use file::{Branch, Conditional, Directive, Entry, File, LooseLine, Section, TableHeader, TableRow, Value};
pub use list::{ApplicationList, Bound, HostList, HostRange, List, ListItem, NameList, NamePiece, QueueList, UserList};
pub use policy::{
    Checkpoint, Exclusive, ExitCode, ExitValues, Fairshare, JobControl, JobControls, Preemption, PreemptionPart,
    SharePair, SlotReserve, UserShares,
};
pub use resource::{
    HostResource, HostResources, LocalResource, LocalResources, Location, LocationHosts, LocationInstance,
    ReservationLimit, ReservationLimits,
};
pub use scalar::{Amount, LimitPair, RunLimit, RunTime, Size, TaskLimit, Threshold, integer, number};
pub use shape::Shape;
pub use time::{
    ClockTime, TimeChain, TimeExpression, TimeGroup, TimeItem, TimeNot, TimePoint, TimeTerm, TimeWindow, TimeWindows,
};

use crate::Node;

/// A typed node.
pub trait AstNode<'t>: Copy {
    /// Converts a node of the right kind; `None` for other kinds.
    fn cast(node: Node<'t>) -> Option<Self>;
    /// The untyped node.
    fn node(self) -> Node<'t>;
}

/// Declares typed nodes: `node!(/// docs Name, KIND)`.
macro_rules! node {
    ($(#[$doc:meta])* $name:ident, $kind:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name<'t>($crate::Node<'t>);

        impl<'t> $crate::ast::AstNode<'t> for $name<'t> {
            fn cast(node: $crate::Node<'t>) -> Option<Self> {
                (node.kind() == $crate::SyntaxKind::$kind).then_some($name(node))
            }

            fn node(self) -> $crate::Node<'t> {
                self.0
            }
        }
    };
}
pub(crate) use node;

/// The first child of a type.
pub(crate) fn child<'t, N: AstNode<'t>>(node: Node<'t>) -> Option<N> {
    node.children().find_map(N::cast)
}

/// All children of a type.
pub(crate) fn children<'t, N: AstNode<'t>>(node: Node<'t>) -> impl Iterator<Item = N> {
    node.children().filter_map(N::cast)
}
