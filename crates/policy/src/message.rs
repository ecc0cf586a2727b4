//! Messages of policies: a text with values, such as `queue {queue.name} runs jobs for {queue.RUNLIMIT.max}`.

use cel::common::ast::IdedExpr;

use crate::check;
use crate::expression::{Expression, Fault};
use crate::needs::Needs;
use crate::rewrite::rewritten;
use crate::types::{Kind, Type};

/// A message about objects of a kind.
#[derive(Debug)]
pub struct Message {
    pub(crate) subject: Kind,
    pub(crate) parts: Vec<Part>,
    pub(crate) needs: Needs,
}

/// A part of a message.
#[derive(Debug)]
pub(crate) enum Part {
    Text(String),
    /// A value, with its type.
    Value(IdedExpr, Type),
}

impl Message {
    /// Reads a message. Values are in braces; `{{` and `}}` are braces.
    ///
    /// # Errors
    /// A brace is not closed, or a value is not an expression, or it names something that does not exist.
    pub fn new(text: &str, subject: Kind) -> Result<Message, Fault> {
        let mut message = Message { subject, parts: Vec::new(), needs: Needs::default() };
        let mut plain = String::new();
        let mut rest = 0;
        while let Some(at) = text[rest..].find(['{', '}']).map(|it| rest + it) {
            plain.push_str(&text[rest..at]);
            let brace = &text[at..at + 1];
            if text[at + 1..].starts_with(brace) {
                plain.push_str(brace);
                rest = at + 2;
                continue;
            }
            let end = text[at..].find('}').map(|it| at + it).filter(|_| brace == "{");
            let Some(end) = end else {
                let missing = if brace == "{" { "this brace is not closed" } else { "this brace closes nothing" };
                let help = format!("write `{brace}{brace}` for a brace in the text");
                return Err(Fault::new(at..at + 1, missing).help(help));
            };
            let shifted = |fault: Fault| Fault { range: fault.range.start + at + 1..fault.range.end + at + 1, ..fault };
            let (value, found) = message.value(&text[at + 1..end]).map_err(shifted)?;
            if !plain.is_empty() {
                message.parts.push(Part::Text(std::mem::take(&mut plain)));
            }
            message.parts.push(Part::Value(value, found));
            rest = end + 1;
        }
        plain.push_str(&text[rest..]);
        if !plain.is_empty() {
            message.parts.push(Part::Text(plain));
        }
        Ok(message)
    }

    fn value(&mut self, text: &str) -> Result<(IdedExpr, Type), Fault> {
        let expression = Expression::parse(text)?;
        let found = check::check(&expression, self.subject, &mut self.needs)?;
        let whole = 0..text.len();
        match &found {
            Type::Object(_) => Err(Fault::new(whole, format!("a message cannot show {found}")).help("append `.name`")),
            Type::List(of) if matches!(**of, Type::Object(_)) => {
                let help = format!("write `{}.map(x, x.name)`", text.trim());
                Err(Fault::new(whole, format!("a message cannot show {found}")).help(help))
            }
            Type::Limit { .. } => {
                let fault = Fault::new(whole, "a message shows one number, and a limit may have several");
                Err(fault.help("append `.max` or `.default`"))
            }
            _ => {
                let value = rewritten(expression.root);
                self.needs.indices(&value);
                Ok((value, found))
            }
        }
    }
}
