//! Renders patterns as text with placeholders.

use lsflint_spec::{Namespace, Shape, Terminal};

use super::item::escaped;

/// The required part of a sequence of patterns, as a snippet and as plain text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rendered {
    pub(super) snippet: String,
    pub(super) plain: String,
    places: usize,
}

impl Rendered {
    /// Renders a sequence of patterns without their optional parts.
    pub(super) fn of(shapes: &'static [Shape]) -> Rendered {
        let mut rendered = Rendered::default();
        shapes.iter().for_each(|it| rendered.push(it));
        rendered
    }

    /// Whether there is no required part.
    pub(super) fn is_empty(&self) -> bool {
        self.plain.is_empty()
    }

    fn text(&mut self, text: &str) {
        self.snippet.push_str(&escaped(text));
        self.plain.push_str(text);
    }

    fn place(&mut self, name: &str) {
        self.places += 1;
        let (number, text) = (self.places, escaped(name));
        self.snippet.push_str(&if text.is_empty() { format!("${number}") } else { format!("${{{number}:{text}}}") });
        self.plain.push_str(if name.is_empty() { "..." } else { name });
    }

    fn push(&mut self, shape: &'static Shape) {
        match shape {
            Shape::Literal(text) => self.text(text),
            Shape::Terminal(terminal) => self.place(word(*terminal)),
            Shape::Sequence(items) => items.iter().for_each(|it| self.push(it)),
            // A name is clearer than the keywords that may replace it.
            Shape::Choice(items) => match items.iter().find(|it| named(it)) {
                Some(item) => self.push(item),
                None => self.place(""),
            },
            Shape::Optional(_) | Shape::Repeat(_) => {
                // The optional content of brackets is also rendered.
                if self.plain.ends_with(['[', '(']) {
                    self.place("");
                }
            }
            Shape::Blank => self.text(" "),
            Shape::MaybeBlank if self.plain.ends_with(',') => self.text(" "),
            Shape::MaybeBlank => {}
        }
    }
}

/// Whether a pattern starts with a name.
fn named(shape: &Shape) -> bool {
    match shape {
        Shape::Terminal(Terminal::Name(Some(_))) => true,
        Shape::Sequence(items) => items.first().is_some_and(named),
        _ => false,
    }
}

fn word(terminal: Terminal) -> &'static str {
    match terminal {
        Terminal::Unsigned | Terminal::Integer | Terminal::Number => "1",
        Terminal::Name(Some(space)) => match space {
            Namespace::Queue => "queue",
            Namespace::Application => "profile",
            Namespace::Host | Namespace::HostGroup => "host",
            Namespace::User | Namespace::UserGroup => "user",
            Namespace::Resource => "resource",
            Namespace::HostType => "type",
            Namespace::HostModel => "model",
            Namespace::Cluster => "cluster",
            Namespace::ServiceClass => "service_class",
            Namespace::ComputeUnitType => "type",
            Namespace::Pool | Namespace::Limit | Namespace::Project | Namespace::License => "name",
        },
        Terminal::Window => "8:00-18:00",
        Terminal::Name(None)
        | Terminal::Word
        | Terminal::Inner
        | Terminal::Rest
        | Terminal::Path
        | Terminal::Address
        | Terminal::CpuList => "",
    }
}
