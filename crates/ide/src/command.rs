//! What an editor may ask for by name: the commands of `workspace/executeCommand`.
//!
//! Each answers with a text in Markdown (the syntax tree: plain text), so that every editor can show it in a window of its own. A
//! command has the same name in code lenses and code actions. Editors that know more (a palette, a panel) wrap these in
//! commands of their own, under other names.

/// The name of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// The page of a rule. Argument: `{"code": "X101"}`.
    ExplainRule,
    /// The requirement of a queue and a profile together, with the origin of every part. Argument: `{"uri": FILE, "queue": NAME,
    /// "application": NAME}`; one of the names may be absent.
    MergedRequirement,
    /// Which hosts can satisfy a queue or profile. Argument: as of [`Command::MergedRequirement`].
    MatchingHosts,
    /// Which host starts which elim. Argument: `{"uri": FILE}`.
    ElimPlan,
    /// The syntax tree of a file. Argument: `{"uri": FILE}`.
    SyntaxTree,
    /// The uses of a name; the only one whose answer is a list of places. Argument: `{"uri": FILE, "position": POSITION}`.
    References,
}

impl Command {
    /// All of them.
    pub const ALL: [Command; 6] = [
        Command::ExplainRule,
        Command::MergedRequirement,
        Command::MatchingHosts,
        Command::ElimPlan,
        Command::SyntaxTree,
        Command::References,
    ];

    /// Its name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Command::ExplainRule => "lsflint.explainRule",
            Command::MergedRequirement => "lsflint.mergedRequirement",
            Command::MatchingHosts => "lsflint.matchingHosts",
            Command::ElimPlan => "lsflint.elimPlan",
            Command::SyntaxTree => "lsflint.syntaxTree",
            Command::References => "lsflint.references",
        }
    }

    /// The command of a name.
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
