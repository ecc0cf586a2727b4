//! Lossless syntax trees for LSF configuration files and for the grammars inside their values.
//!
//! [`parse`] converts the text of a file to a [`Parse`]: a green rowan tree whose text equals the input byte for byte,
//! and a list of errors. It never fails or panics, needs only the text and the kind of the file, and runs in linear
//! time. The tree includes the contents of values: requirement strings, APS formulas, time windows, host lists and so
//! on are subtrees.
//!
//! Not included are names from other files, severities, messages and paths: an error is a kind and a range, and the
//! rules define its message. The tree is read with [`Parent`], [`Node`] and [`Token`], two-word views on the green tree
//! that know their offset and need no allocation. Rowan's red nodes are used only to find a token or a child by its
//! offset, as [`Lookup`] does.

pub mod ast;
mod blocks;
mod builder;
mod children;
mod difference;
mod error;
mod file;
mod green;
mod include;
pub mod json;
mod kind;
mod line;
mod lookup;
mod outline;
mod parent;
mod pool;
mod reparse;
pub mod script;
mod tree;
mod value;
mod view;

pub use difference::Difference;
pub use error::{ErrorKind, StructureError, SyntaxError, ValueError};
pub use file::plain_text;
pub use include::include_words;
pub use kind::SyntaxKind;
pub use line::without_continuations;
pub use lookup::Lookup;
pub use outline::{Outline, Part, Parts, Tokens, Unread};
pub use parent::{Forward, Parent};
pub use reparse::reparse;
pub use tree::{Edit, Parse, parse, parse_elim_line, parse_value};
pub use value::aps::ApsError;
pub use value::is_templated;
pub use value::resreq::ResReqError;
pub use value::time::TimeError;
pub use view::{Element, Node, Token};

pub use rowan::{GreenNode, TextRange, TextSize};
