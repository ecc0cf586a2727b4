//! A name and its value, in any form.

use std::borrow::Cow;

use lsflint_spec::ParamSpec;
use lsflint_syntax::ast::{AstNode, Value};
use lsflint_syntax::{TextRange, Token};

/// The form of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// `KEY = value` in a section.
    Keyed,
    /// A cell of a table row.
    Cell,
    /// `NAME=VALUE` of a flat file.
    Flat,
}

/// A name and its value.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The key or column name as written.
    pub name: Token<'a>,
    /// Its documentation; `None` for undocumented names.
    pub spec: Option<&'static ParamSpec>,
    /// The value; `None` if nothing follows the equals sign.
    pub value: Option<Value<'a>>,
    /// Keyed line, cell or flat line.
    pub origin: Origin,
    /// The `#if` branch that contains it: settings with the same number are read together; 0 is outside every `#if`.
    pub branch: u32,
}

impl<'a> Setting<'a> {
    /// The documented spelling of the name, else the name as written.
    pub fn display_name(&self) -> Cow<'a, str> {
        match self.spec {
            Some(spec) => Cow::Borrowed(spec.name),
            None => self.name.text(),
        }
    }

    /// Whether it is this parameter, by documented name or alias, ignoring case.
    #[inline]
    pub fn is_named(&self, name: &str) -> bool {
        match self.spec {
            Some(spec) => spec.name.eq_ignore_ascii_case(name),
            None => self.name.text().eq_ignore_ascii_case(name),
        }
    }

    /// Whether it has a known value: neither unset nor templated.
    pub fn has_value(&self) -> bool {
        self.value.is_some_and(Value::is_known)
    }

    /// The value, unless it is unset or templated.
    pub fn known_value(&self) -> Option<Value<'a>> {
        self.value.filter(|it| it.is_known())
    }

    /// The typed node of the grammar of the value.
    pub fn typed<N: AstNode<'a>>(&self) -> Option<N> {
        self.known_value()?.typed()
    }

    /// The value, if it is a single word.
    pub fn single_word(&self) -> Option<Token<'a>> {
        self.known_value()?.single_word()
    }

    /// The range of the value, else of the name.
    pub fn value_range(&self) -> TextRange {
        self.value.map_or(self.name.range(), Value::range)
    }
}
