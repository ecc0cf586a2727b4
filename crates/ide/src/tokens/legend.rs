//! The legend: all token types and modifiers, with the descriptions that editors show.

/// Declares the kinds with their names in the protocol.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $legend:literal, $standard:literal;)*) => {
        /// What a token is, for colours.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum TokenKind { $($(#[doc = $doc])+ $name,)* }

        impl TokenKind {
            /// Every kind, in the order of the legend.
            pub const ALL: &'static [TokenKind] = &[$(TokenKind::$name,)*];

            /// Its name in the legend.
            pub fn name(self) -> &'static str {
                match self { $(TokenKind::$name => $legend,)* }
            }

            /// The kind of the protocol it is most like: for editors that know no other.
            pub fn standard(self) -> &'static str {
                match self { $(TokenKind::$name => $standard,)* }
            }

            /// What it is, in words.
            pub fn about(self) -> &'static str {
                match self { $(TokenKind::$name => concat!($($doc),+).trim_ascii(),)* }
            }
        }
    };
}

kinds! {
    /// `Begin` and `End`.
    Keyword = "keyword", "keyword";
    /// `#if`, `#else`, `#INCLUDE` and their like.
    Directive = "macro", "macro";
    /// The name of a section.
    Section = "class", "class";
    /// The key of a line.
    Key = "property", "property";
    /// The name of a column.
    Column = "parameter", "parameter";
    /// A word of the grammar of a value: `USER_SHARES`, `SUSPEND`, `WEIGHT`.
    ValueKeyword = "valueKeyword", "keyword";
    /// A section of a requirement string: `select`, `rusage`.
    RequirementSection = "requirementSection", "function";
    /// A keyword in a section of a requirement string: `duration`, `ptile`.
    RequirementKeyword = "requirementKeyword", "keyword";
    /// A word that LSF knows in this place: `Y`, `all`, `others`, `-`.
    Constant = "enumMember", "enumMember";
    /// A number.
    Number = "number", "number";
    /// The unit after a number.
    Unit = "unit", "type";
    /// A text.
    String = "string", "string";
    /// A path.
    Path = "path", "string";
    /// An operator, and the backslash of a continued line.
    Operator = "operator", "operator";
    /// A factor of APS_PRIORITY.
    ApsFactor = "apsFactor", "variable";
    /// A resource.
    Resource = "resource", "variable";
    /// A host type.
    HostType = "hostType", "type";
    /// A host model.
    HostModel = "hostModel", "type";
    /// A host.
    Host = "host", "interface";
    /// A host group, compute unit or host partition.
    HostGroup = "hostGroup", "struct";
    /// A queue.
    Queue = "queue", "namespace";
    /// An application profile.
    Application = "application", "namespace";
    /// A user.
    User = "user", "interface";
    /// A user group.
    UserGroup = "userGroup", "struct";
    /// A cluster.
    Cluster = "cluster", "namespace";
    /// A service class.
    ServiceClass = "serviceClass", "namespace";
    /// A name of another kind: a limit, a pool, a project.
    Name = "name", "variable";
    /// A comment.
    Comment = "comment", "comment";
    /// A directive for lsflint in a comment: `lsflint: ignore[X101]`.
    Suppression = "suppression", "decorator";
    /// Text that LSF silently ignores.
    Ignored = "ignored", "comment";
    /// A marker of a template language, filled in later.
    Template = "template", "macro";
}

/// Declares the modifiers with their names in the protocol.
macro_rules! modifiers {
    ($($(#[doc = $doc:literal])+ $name:ident = $legend:literal, $bit:literal;)*) => {
        impl TokenModifiers {
            $($(#[doc = $doc])+ pub const $name: TokenModifiers = TokenModifiers(1 << $bit);)*

            /// Every modifier with its name in the legend; the first one is the lowest bit.
            pub const ALL: &'static [(TokenModifiers, &'static str)] = &[$((TokenModifiers::$name, $legend),)*];
        }
    };
}

/// The modifiers of a token, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TokenModifiers(u8);

modifiers! {
    /// The name is defined at this place.
    DEFINITION = "definition", 0;
    /// It is deprecated.
    DEPRECATED = "deprecated", 1;
    /// It is built into LSF.
    BUILT_IN = "defaultLibrary", 2;
    /// The parameter, column, section or factor is not documented.
    UNKNOWN = "unknown", 3;
}

impl TokenModifiers {
    /// No modifiers.
    pub const NONE: TokenModifiers = TokenModifiers(0);

    /// The encoding of the protocol: one bit each, in the order of the legend.
    pub fn bits(self) -> u32 {
        self.0.into()
    }

    /// Whether all modifiers of another set are in this one.
    pub fn contains(self, other: TokenModifiers) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set if a condition is true, else the empty set.
    pub(super) fn when(self, holds: bool) -> TokenModifiers {
        if holds { self } else { TokenModifiers::NONE }
    }
}

impl std::ops::BitOr for TokenModifiers {
    type Output = TokenModifiers;

    fn bitor(self, other: TokenModifiers) -> TokenModifiers {
        TokenModifiers(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_is_in_order_and_without_doubles() {
        for (index, kind) in TokenKind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, index);
            assert!(TokenKind::ALL[..index].iter().all(|it| it.name() != kind.name()), "{}", kind.name());
            assert!(kind.about().ends_with('.'), "{}", kind.name());
        }
        for (index, (modifier, _)) in TokenModifiers::ALL.iter().enumerate() {
            assert_eq!(modifier.bits(), 1 << index);
        }
    }
}
