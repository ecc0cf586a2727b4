//! The commands of `workspace/executeCommand`.
//!
//! Each returns Markdown (the syntax tree: plain text), which every editor can show in a window. Code lenses and code
//! actions use the same names. Editors with more features (a palette, a panel) wrap these commands in their own ones
//! with other names.

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// The page of a rule. Argument: `{"code": "X101"}`.
    ExplainRule,
    /// The merged requirement of a queue and an application profile, with the origin of every part. Argument: `{"uri":
    /// FILE, "queue": NAME, "application": NAME}`; one of the names may be absent.
    MergedRequirement,
    /// The hosts that can match the requirement of a queue or application profile. Argument: as of
    /// [`Command::MergedRequirement`].
    MatchingHosts,
    /// The hosts that start elims, and what they report. Argument: `{"uri": FILE}`.
    ElimPlan,
    /// What the change of the cluster since the last commit does. Argument: `{"uri": FILE}`.
    Plan,
    /// The syntax tree of a file. Argument: `{"uri": FILE}`.
    SyntaxTree,
    /// The documentation of the word at a position, as in its hover. Argument: `{"uri": FILE, "position": POSITION}`.
    Documentation,
    /// The references to a name; the only command that returns a list of locations. Argument: `{"uri": FILE,
    /// "position": POSITION}`.
    References,
}

impl Command {
    /// All commands.
    pub const ALL: [Command; 8] = [
        Command::ExplainRule,
        Command::MergedRequirement,
        Command::MatchingHosts,
        Command::ElimPlan,
        Command::Plan,
        Command::SyntaxTree,
        Command::Documentation,
        Command::References,
    ];

    /// Its name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Command::ExplainRule => "lsflint.explainRule",
            Command::MergedRequirement => "lsflint.mergedRequirement",
            Command::MatchingHosts => "lsflint.matchingHosts",
            Command::ElimPlan => "lsflint.elimPlan",
            Command::Plan => "lsflint.plan",
            Command::SyntaxTree => "lsflint.syntaxTree",
            Command::Documentation => "lsflint.documentation",
            Command::References => "lsflint.references",
        }
    }

    /// The command with a name.
    pub fn from_name(name: &str) -> Option<Command> {
        Command::ALL.into_iter().find(|it| it.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for command in Command::ALL {
            assert_eq!(Command::from_name(command.name()), Some(command));
        }
        assert_eq!(Command::from_name("lsflint.restart"), None);
    }
}
