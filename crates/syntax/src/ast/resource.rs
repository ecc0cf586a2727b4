//! Typed nodes of resource locations and amounts.

use super::scalar::Amount;
use super::{ListItem, children, node};
use crate::SyntaxKind::*;
use crate::{Element, Node, TextRange, Token};

node!(
    /// LOCATION of the resource map: `5@[h1 h2] 2@[others]`.
    Location, LOCATION
);
node!(
    /// `5@[h1 h2]`.
    LocationInstance, LOCATION_INSTANCE
);
node!(
    /// `[h1 h2]`.
    LocationHosts, LOCATION_HOSTS
);
node!(
    /// RESOURCES of a host row.
    HostResources, HOST_RESOURCES
);
node!(
    /// LSF_LOCAL_RESOURCES.
    LocalResources, LOCAL_RESOURCES
);
node!(
    /// `[resourcemap 4*verilog]`.
    LocalResource, LOCAL_RESOURCE
);
node!(
    /// RESRSV_LIMIT.
    ReservationLimits, RESERVATION_LIMITS
);
node!(
    /// `[mem=10,100]`.
    ReservationLimit, RESERVATION_LIMIT
);

impl<'t> Location<'t> {
    /// The instances in order.
    pub fn instances(self) -> impl Iterator<Item = LocationInstance<'t>> {
        children(self.0)
    }
}

impl<'t> LocationInstance<'t> {
    /// The value before the `@`: number or word.
    pub fn value(self) -> Option<Token<'t>> {
        self.0.tokens().find(|it| matches!(it.kind(), INTEGER | NUMBER | WORD))
    }

    /// `@`.
    pub fn at(self) -> Option<Token<'t>> {
        self.0.token(AT)
    }

    /// The set of hosts.
    pub fn hosts(self) -> Option<LocationHosts<'t>> {
        super::child(self.0)
    }
}

impl<'t> LocationHosts<'t> {
    /// Hosts, `all`, `others`, `default`, and exclusions.
    pub fn items(self) -> impl Iterator<Item = ListItem<'t>> {
        ListItem::all_in(self.0)
    }
}

impl<'t> HostResources<'t> {
    /// The resources in order.
    pub fn items(self) -> impl Iterator<Item = HostResource<'t>> {
        self.0.elements().filter(|it| matches!(it.kind(), NAME | HOST_RESOURCE)).map(HostResource)
    }
}

/// `bigmem`, `!special`, `verilog=4`.
#[derive(Debug, Clone, Copy)]
pub struct HostResource<'t>(Element<'t>);

impl<'t> HostResource<'t> {
    fn tokens(self) -> impl Iterator<Item = Token<'t>> {
        self.0.into_node().into_iter().flat_map(Node::tokens).chain(self.0.into_token())
    }

    /// The range of the item.
    pub fn range(self) -> TextRange {
        self.0.range()
    }

    /// The resource.
    pub fn name(self) -> Option<Token<'t>> {
        self.tokens().take_while(|it| it.kind() != EQ).find(|it| it.kind() == NAME)
    }

    /// `!`: only jobs that request the resource may use the host.
    pub fn bang(self) -> Option<Token<'t>> {
        self.tokens().find(|it| it.kind() == BANG)
    }

    /// `=`.
    pub fn equals(self) -> Option<Token<'t>> {
        self.tokens().find(|it| it.kind() == EQ)
    }

    /// The value after `=`: number or word.
    pub fn value(self) -> Option<Token<'t>> {
        self.tokens().skip_while(|it| it.kind() != EQ).find(|it| matches!(it.kind(), INTEGER | NUMBER | WORD))
    }
}

impl<'t> LocalResources<'t> {
    /// The items in order.
    pub fn items(self) -> impl Iterator<Item = LocalResource<'t>> {
        children(self.0)
    }
}

impl<'t> LocalResource<'t> {
    /// `resource`, `resourcemap`, `type`, `model`; absent in `[!name]`.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.token(KEYWORD)
    }

    /// The value before `*`.
    pub fn value(self) -> Option<Token<'t>> {
        self.0.token(STAR)?;
        self.0.tokens().find(|it| matches!(it.kind(), INTEGER | NUMBER | WORD))
    }

    /// `!`: only jobs that request the resource may use the host.
    pub fn bang(self) -> Option<Token<'t>> {
        self.0.token(BANG)
    }

    /// The resource, host type or host model.
    pub fn name(self) -> Option<Token<'t>> {
        self.0.token(NAME)
    }
}

impl<'t> ReservationLimits<'t> {
    /// The limits in order.
    pub fn items(self) -> impl Iterator<Item = ReservationLimit<'t>> {
        children(self.0)
    }
}

impl<'t> ReservationLimit<'t> {
    /// The resource.
    pub fn name(self) -> Option<Token<'t>> {
        self.0.token(NAME)
    }

    /// The numbers as written: maximum, or minimum and maximum.
    pub fn amounts(self) -> impl Iterator<Item = Amount<'t>> {
        Amount::all_in(self.0)
    }

    /// The minimum: the first of two numbers.
    pub fn minimum(self) -> Option<Amount<'t>> {
        let mut amounts = self.amounts();
        let first = amounts.next();
        amounts.next().and(first)
    }

    /// The maximum: the last number.
    pub fn maximum(self) -> Option<Amount<'t>> {
        self.amounts().last()
    }
}
