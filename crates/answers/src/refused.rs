//! Questions without an answer.

use std::fmt;

use lsflint_project::Problem;

/// Why a question has no answer: the message for the user, with what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The message.
    pub message: String,
}

impl Refused {
    /// A question without an answer.
    pub fn new(message: impl fmt::Display) -> Refused {
        Refused { message: message.to_string() }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refused {}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Refused {
        Refused::new(problem)
    }
}

/// The end of a message about an unknown name: the known name that is similar to it, if there is one.
pub(crate) fn did_you_mean<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    lsflint_lint::suggest::near(given, known).map_or(String::new(), |it| format!("; did you mean `{}`?", it.name))
}
