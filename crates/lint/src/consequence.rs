//! What LSF does with the text of a finding, as a value, and the sentence for it.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// What is affected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Item {
    /// A file.
    File,
    /// A section, and what it defines: a queue, an application profile, a limit.
    Section,
    /// A row of a table, and what it defines: a host, a group, a user.
    Row,
    /// A line: a parameter with its value, a directive.
    Line,
    /// The value of a parameter, or a part of it.
    Value,
    /// A requirement string or a part of it.
    String,
    /// Jobs.
    Job,
}

/// What happens to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// LSF continues as if it were not there.
    Ignored,
    /// LSF reports an error and does not use it.
    Rejected,
    /// LSF removes it together with what it belongs to.
    Dropped,
    /// LSF uses the default instead.
    Default,
    /// LSF reads something other than what is meant.
    ReadAs,
    /// LSF accepts it, but it changes nothing.
    NoEffect,
    /// The submission fails.
    Refused,
    /// The job is never dispatched.
    Pending,
    /// LSF ends the job.
    Killed,
}

/// What LSF reports about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Notice {
    /// Unknown.
    Unknown,
    /// A message in a log or on the terminal.
    Logged,
    /// Nothing.
    Silent,
}

/// What LSF does with an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consequence {
    item: Item,
    outcome: Outcome,
    value: Option<String>,
    certain: bool,
    subject: Option<Cow<'static, str>>,
    noun: Option<Cow<'static, str>>,
    notice: Notice,
    or: Option<Cow<'static, str>>,
    because: Option<Cow<'static, str>>,
    so: Option<Cow<'static, str>>,
    but: Option<Cow<'static, str>>,
}

impl Item {
    /// The name in the JSON output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Item::File => "file",
            Item::Section => "section",
            Item::Row => "row",
            Item::Line => "line",
            Item::Value => "value",
            Item::String => "string",
            Item::Job => "job",
        }
    }

    /// LSF continues as if the item were not there.
    pub const fn ignored(self) -> Consequence {
        self.with(Outcome::Ignored)
    }

    /// LSF reports an error and does not use the item.
    pub const fn rejected(self) -> Consequence {
        self.with(Outcome::Rejected)
    }

    /// LSF removes the item together with what it belongs to.
    pub const fn dropped(self) -> Consequence {
        self.with(Outcome::Dropped)
    }

    /// LSF uses the default instead of the item.
    pub const fn default(self) -> Consequence {
        self.with(Outcome::Default)
    }

    /// LSF reads the item as something else. `value` is written as in the configuration: `4000/1000`.
    pub fn read_as(self, value: impl Into<String>) -> Consequence {
        Consequence { value: Some(value.into()), ..self.with(Outcome::ReadAs) }
    }

    /// LSF accepts the item, but it changes nothing.
    pub const fn no_effect(self) -> Consequence {
        self.with(Outcome::NoEffect)
    }

    /// The submission fails.
    pub const fn refused(self) -> Consequence {
        self.with(Outcome::Refused)
    }

    /// The job is never dispatched.
    pub const fn pending(self) -> Consequence {
        self.with(Outcome::Pending)
    }

    /// LSF ends the job.
    pub const fn killed(self) -> Consequence {
        self.with(Outcome::Killed)
    }

    const fn with(self, outcome: Outcome) -> Consequence {
        Consequence {
            item: self,
            outcome,
            value: None,
            certain: true,
            subject: None,
            noun: None,
            notice: Notice::Unknown,
            or: None,
            because: None,
            so: None,
            but: None,
        }
    }

    const fn noun(self) -> &'static str {
        match self {
            Item::File => "the file",
            Item::Section => "the section",
            Item::Row => "the row",
            Item::Line => "the line",
            Item::Value => "the value",
            Item::String => "the requirement string",
            Item::Job => "the job",
        }
    }
}

impl Outcome {
    /// The name in the JSON output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Ignored => "ignored",
            Outcome::Rejected => "rejected",
            Outcome::Dropped => "dropped",
            Outcome::Default => "default",
            Outcome::ReadAs => "read-as",
            Outcome::NoEffect => "no-effect",
            Outcome::Refused => "refused",
            Outcome::Pending => "pending",
            Outcome::Killed => "killed",
        }
    }
}

impl Consequence {
    /// What is affected.
    pub fn item(&self) -> Item {
        self.item
    }

    /// What happens to it.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What LSF reads or uses instead, if known.
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// Whether it is certain that LSF does this.
    pub fn is_certain(&self) -> bool {
        self.certain
    }

    /// Sets the name of the item: `the queue`, `jobs that request it`. With "no effect", the name must be singular.
    pub fn called(mut self, noun: impl Into<Cow<'static, str>>) -> Consequence {
        self.noun = Some(noun.into());
        self
    }

    /// Sets the default that LSF uses instead.
    pub fn value_used(mut self, value: impl Into<String>) -> Consequence {
        self.value = Some(value.into());
        self
    }

    /// LSF may or may not do this, depending on the version or on something outside the files.
    pub fn possible(mut self) -> Consequence {
        self.certain = false;
        self
    }

    /// LSF may or may not do this, unless the condition for it is certain.
    pub fn possible_unless(self, certain: bool) -> Consequence {
        if certain { self } else { self.possible() }
    }

    /// Sets the program that does this, if it is not LSF: `OpenLava`. Not used in a sentence with "no effect".
    pub fn by(mut self, program: impl Into<Cow<'static, str>>) -> Consequence {
        self.subject = Some(program.into());
        self
    }

    /// Adds what LSF may do instead, if it is unknown which, as a verb with its object:
    /// `reject the requirement string`. Not used with "no effect".
    pub fn or(mut self, other: impl Into<Cow<'static, str>>) -> Consequence {
        self.or = Some(other.into());
        self.possible()
    }

    /// LSF logs a message about it.
    pub fn logged(mut self) -> Consequence {
        self.notice = Notice::Logged;
        self
    }

    /// LSF reports nothing about it.
    pub fn silently(mut self) -> Consequence {
        self.notice = Notice::Silent;
        self
    }

    /// Adds the reason, as a clause: `no host has the resource`.
    pub fn because(mut self, reason: impl Into<Cow<'static, str>>) -> Consequence {
        self.because = Some(reason.into());
        self
    }

    /// Adds the result for the cluster, as a clause: `the queue accepts every job`.
    pub fn so(mut self, result: impl Into<Cow<'static, str>>) -> Consequence {
        self.so = Some(result.into());
        self
    }

    /// Adds what happens with other settings, as a clause: `the value is rejected with LSF_STRICT_RESREQ=Y`.
    pub fn but(mut self, otherwise: impl Into<Cow<'static, str>>) -> Consequence {
        self.but = Some(otherwise.into());
        self
    }
}

impl fmt::Display for Consequence {
    /// Writes one sentence without a full stop: `LSF ignores the line, so the queue has no absolute priority`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = self.noun.as_deref().unwrap_or(self.item.noun());
        if self.outcome == Outcome::NoEffect {
            let verb = if self.certain { "has" } else { "may have" };
            write!(f, "{noun} {verb} no effect")?;
        } else {
            write!(f, "{} ", self.subject.as_deref().unwrap_or("LSF"))?;
            let verb = match self.outcome {
                Outcome::Ignored => ["ignores", "ignore"],
                Outcome::Rejected => ["rejects", "reject"],
                Outcome::Dropped => ["drops", "drop"],
                Outcome::Default => ["uses", "use"],
                Outcome::ReadAs => ["reads", "read"],
                Outcome::NoEffect => ["", ""],
                Outcome::Refused => ["rejects", "reject"],
                Outcome::Pending => ["never dispatches", "never dispatch"],
                Outcome::Killed => ["kills", "kill"],
            };
            match (self.certain, self.notice) {
                (true, Notice::Unknown) => f.write_str(verb[0])?,
                (true, Notice::Logged) => write!(f, "logs an error and {}", verb[0])?,
                (true, Notice::Silent) => write!(f, "silently {}", verb[0])?,
                (false, Notice::Unknown) => write!(f, "may {}", verb[1])?,
                (false, Notice::Logged) => write!(f, "may log an error and {}", verb[1])?,
                (false, Notice::Silent) => write!(f, "may silently {}", verb[1])?,
            }
            match (self.outcome, &self.value) {
                (Outcome::Default, Some(value)) => write!(f, " the default `{value}` instead of {noun}")?,
                (Outcome::Default, None) => write!(f, " the default instead of {noun}")?,
                (Outcome::ReadAs, Some(value)) => write!(f, " {noun} as `{value}`")?,
                (Outcome::Refused, _) => write!(f, " {noun} at submission")?,
                _ => write!(f, " {noun}")?,
            }
        }
        if let Some(other) = &self.or {
            write!(f, " or {other}")?;
        }
        if let Some(reason) = &self.because {
            write!(f, " because {reason}")?;
        }
        if let Some(result) = &self.so {
            f.write_char(',')?;
            write!(f, " so {result}")?;
        }
        if let Some(otherwise) = &self.but {
            f.write_char(',')?;
            write!(f, " but {otherwise}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let check = |it: Consequence, expected: &str| assert_eq!(it.to_string(), expected);
        check(Item::Line.ignored(), "LSF ignores the line");
        check(
            Item::Line.ignored().logged().so("the queue has no absolute priority"),
            "LSF logs an error and ignores the line, so the queue has no absolute priority",
        );
        check(Item::Section.dropped().called("the queue").silently(), "LSF silently drops the queue");
        check(Item::Value.default().value_used("60"), "LSF uses the default `60` instead of the value");
        check(Item::Value.read_as("1000/4000").possible(), "LSF may read the value as `1000/4000`");
        check(
            Item::Line.no_effect().called("the limit").because("the limit of the queue is lower"),
            "the limit has no effect because the limit of the queue is lower",
        );
        check(Item::Job.refused().called("jobs of the queue"), "LSF rejects jobs of the queue at submission");
        check(Item::Job.pending().possible(), "LSF may never dispatch the job");
        check(Item::Line.ignored().possible_unless(true), "LSF ignores the line");
        check(Item::Line.ignored().possible_unless(false), "LSF may ignore the line");
        check(Item::Line.ignored().by("openlava"), "openlava ignores the line");
        check(
            Item::String.ignored().called("the item").or("reject the requirement string"),
            "LSF may ignore the item or reject the requirement string",
        );
        check(
            Item::String.ignored().but("it is rejected with LSF_STRICT_RESREQ=Y"),
            "LSF ignores the requirement string, but it is rejected with LSF_STRICT_RESREQ=Y",
        );
    }
}
