//! Policies of a site: conditions about objects of a cluster, in CEL, and what to say about those that do not meet
//! them.
//!
//! A condition is an expression of the Common Expression Language over the effective values of a cluster. It is typed
//! against the documentation of LSF before it is used: an unknown parameter, or a duration that is compared with a
//! number, is an error at its place in the condition.

mod check;
mod columns;
mod evaluate;
mod expression;
mod join;
mod message;
mod needs;
mod pattern;
mod place;
mod policy;
mod rewrite;
mod scene;
mod sharing;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod types;
mod units;
mod value;

pub use evaluate::{Judge, MAX_STEPS, Outcome, STEPS_OF_OBJECT};
pub use expression::{Fault, MAX_DEPTH, MAX_LENGTH, MAX_NESTING, MAX_OPERATORS, STACK};
pub use message::Message;
pub use policy::{Breach, Policy, PolicyPart, PolicyText};
pub use types::Kind;

use cel::common::ast::IdedExpr;
use expression::Expression;
use needs::Needs;
use sharing::Reads;
use types::Type;

/// A condition about objects of a kind.
#[derive(Debug)]
pub struct Condition {
    subject: Kind,
    /// The expression for the evaluation.
    rewritten: IdedExpr,
    needs: Needs,
    reads: Reads,
}

impl Condition {
    /// Reads a condition and checks its types. Needs a stack of [`STACK`] bytes in the worst case.
    ///
    /// # Errors
    /// It is not an expression, it names something that does not exist, or its result is not true or false.
    pub fn new(text: &str, subject: Kind) -> Result<Condition, Fault> {
        let expression = Expression::parse(text)?;
        let mut needs = Needs::default();
        match check::check(&expression, subject, &mut needs)? {
            Type::Bool | Type::Any => {
                let rewritten = rewrite::rewritten(expression.root);
                needs.indices(&rewritten);
                let reads = Reads::of(&rewritten, subject, &needs);
                Ok(Condition { subject, rewritten, needs, reads })
            }
            found => Err(Fault::new(0..text.len(), format!("a condition is true or false, and this is {found}"))),
        }
    }

    /// The kind of the objects.
    pub fn subject(&self) -> Kind {
        self.subject
    }
}
