//! Typed nodes of queue policies.

use super::scalar::integer;
use super::{ListItem, children, node};
use crate::SyntaxKind::*;
use crate::{Node, Token};

node!(
    /// FAIRSHARE: `USER_SHARES[[user, shares] ...]`.
    Fairshare, FAIRSHARE
);
node!(
    /// `[user, shares] ...`.
    UserShares, USER_SHARES
);
node!(
    /// `[user, shares]`.
    SharePair, SHARE_PAIR
);
node!(
    /// PREEMPTION.
    Preemption, PREEMPTION
);
node!(
    /// `PREEMPTIVE[low+1]` or `PREEMPTABLE`.
    PreemptionPart, PREEMPTION_PART
);
node!(
    /// JOB_CONTROLS.
    JobControls, JOB_CONTROLS
);
node!(
    /// `SUSPEND[action]`.
    JobControl, JOB_CONTROL
);
node!(
    /// REQUEUE_EXIT_VALUES and its like.
    ExitValues, EXIT_VALUES
);
node!(
    /// SLOT_RESERVE, RESOURCE_RESERVE.
    SlotReserve, SLOT_RESERVE
);
node!(
    /// EXCLUSIVE.
    Exclusive, EXCLUSIVE
);
node!(
    /// CHKPNT.
    Checkpoint, CHECKPOINT
);

impl<'t> Fairshare<'t> {
    /// `USER_SHARES` as written; `None` if it is missing.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.token(KEYWORD)
    }

    /// Whether there is a list, possibly empty.
    pub fn has_list(self) -> bool {
        self.0.token(L_BRACKET).is_some()
    }

    /// The pairs in order.
    pub fn pairs(self) -> impl Iterator<Item = SharePair<'t>> {
        children(self.0)
    }
}

impl<'t> UserShares<'t> {
    /// The pairs in order.
    pub fn pairs(self) -> impl Iterator<Item = SharePair<'t>> {
        children(self.0)
    }

    /// Whether the list is `!`: an external program provides the shares.
    pub fn is_external(self) -> bool {
        self.0.token(BANG).is_some()
    }
}

impl<'t> SharePair<'t> {
    /// The pairs of a list of shares, of a queue ([`Fairshare`]) or other ([`UserShares`]).
    pub fn all_in(list: Node<'t>) -> impl Iterator<Item = SharePair<'t>> {
        children(list)
    }

    /// The user or user group, without `@`.
    pub fn name(self) -> Option<Token<'t>> {
        self.0.tokens().take_while(|it| !matches!(it.kind(), AT | COMMA)).find(|it| it.kind() == NAME)
    }

    /// `@`: each member of the group gets the shares.
    pub fn at(self) -> Option<Token<'t>> {
        self.0.token(AT)
    }

    /// The comma.
    pub fn comma(self) -> Option<Token<'t>> {
        self.0.token(COMMA)
    }

    /// The number of shares.
    pub fn shares(self) -> Option<Token<'t>> {
        self.0.token(INTEGER)
    }

    /// The number of shares as an integer.
    pub fn number(self) -> Option<i64> {
        self.shares().and_then(integer)
    }
}

impl<'t> Preemption<'t> {
    /// The parts in order.
    pub fn parts(self) -> impl Iterator<Item = PreemptionPart<'t>> {
        children(self.0)
    }
}

impl<'t> PreemptionPart<'t> {
    /// `PREEMPTIVE` or `PREEMPTABLE`.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.token(KEYWORD)
    }

    /// Whether the keyword is `PREEMPTIVE`.
    pub fn is_preemptive(self) -> bool {
        self.keyword().is_some_and(|it| it.text().eq_ignore_ascii_case("PREEMPTIVE"))
    }

    /// Whether the keyword is `PREEMPTABLE`.
    pub fn is_preemptable(self) -> bool {
        self.keyword().is_some_and(|it| it.text().eq_ignore_ascii_case("PREEMPTABLE"))
    }

    /// Whether there is a list.
    pub fn has_list(self) -> bool {
        self.0.token(L_BRACKET).is_some()
    }

    /// The queues in order, with their preference.
    pub fn queues(self) -> impl Iterator<Item = ListItem<'t>> {
        ListItem::all_in(self.0)
    }
}

impl<'t> JobControls<'t> {
    /// The actions in order.
    pub fn controls(self) -> impl Iterator<Item = JobControl<'t>> {
        children(self.0)
    }
}

impl<'t> JobControl<'t> {
    /// `SUSPEND`, `RESUME`, `TERMINATE`, or other text at its place.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.token(KEYWORD)
    }

    /// Signal, `CHKPNT` or command, without the brackets.
    pub fn action(self) -> Option<Token<'t>> {
        self.0.tokens().find(|it| matches!(it.kind(), WORD | TEXT))
    }

    /// Whether the action is a command line, not an uppercase keyword.
    pub fn is_command(self) -> bool {
        self.action().is_some_and(|it| it.kind() == TEXT)
    }
}

/// One exit code of a list, or `all`.
#[derive(Debug, Clone, Copy)]
pub struct ExitCode<'t> {
    token: Token<'t>,
    tilde: Option<Token<'t>>,
    in_exclude: bool,
}

impl<'t> ExitCode<'t> {
    /// The number, `all`, or other text at its place.
    pub fn token(self) -> Token<'t> {
        self.token
    }

    /// The number.
    pub fn number(self) -> Option<i64> {
        integer(self.token)
    }

    /// The word `all`.
    pub fn is_all(self) -> bool {
        self.token.kind() == KEYWORD
    }

    /// `~`: the code is excluded from `all`.
    pub fn tilde(self) -> Option<Token<'t>> {
        self.tilde
    }

    /// Whether it is inside `EXCLUDE( )`.
    pub fn in_exclude(self) -> bool {
        self.in_exclude
    }
}

impl<'t> ExitValues<'t> {
    /// The codes in order, including those in `EXCLUDE( )`.
    pub fn codes(self) -> impl Iterator<Item = ExitCode<'t>> {
        self.0
            .elements()
            .flat_map(|element| {
                let (token, node) = (element.into_token(), element.into_node());
                let inside = node.into_iter().flat_map(|it| it.tokens().skip(1)).map(|it| (it, true));
                token.map(|it| (it, false)).into_iter().chain(inside)
            })
            .scan(None, |tilde, (token, in_exclude)| {
                Some(match token.kind() {
                    TILDE => {
                        *tilde = Some(token);
                        None
                    }
                    INTEGER | KEYWORD | WORD => Some(ExitCode { token, tilde: tilde.take(), in_exclude }),
                    _ => None,
                })
            })
            .flatten()
    }

    /// The `EXCLUDE` words.
    pub fn excludes(self) -> impl Iterator<Item = Node<'t>> {
        self.0.children().filter(|it| it.kind() == EXIT_EXCLUDE)
    }
}

impl<'t> SlotReserve<'t> {
    /// `MAX_RESERVE_TIME`, as written.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.child(SLOT_RESERVE_ITEM)?.token(KEYWORD)
    }

    /// The number in brackets.
    pub fn time(self) -> Option<Token<'t>> {
        self.0.child(SLOT_RESERVE_ITEM)?.token(INTEGER)
    }

    /// The old word `BACKFILL`.
    pub fn backfill(self) -> Option<Token<'t>> {
        self.0.token(KEYWORD)
    }
}

impl<'t> Exclusive<'t> {
    /// `Y`, `N`, `CU` as written; `None` for any other word.
    pub fn keyword(self) -> Option<Token<'t>> {
        self.0.token(KEYWORD)
    }

    /// Whether it is the `CU` form.
    pub fn is_compute_unit(self) -> bool {
        self.keyword().is_some_and(|it| it.text().eq_ignore_ascii_case("CU"))
    }

    /// The compute unit type in brackets.
    pub fn unit_type(self) -> Option<Token<'t>> {
        self.0.token(NAME)
    }
}

impl<'t> Checkpoint<'t> {
    /// The directory.
    pub fn directory(self) -> Option<Token<'t>> {
        self.0.token(PATH)
    }

    /// The period in minutes, with its sign.
    pub fn period(self) -> Option<Token<'t>> {
        self.0.token(INTEGER)
    }

    /// `init`, `method` and their values.
    pub fn options(self) -> impl Iterator<Item = (Token<'t>, Option<Token<'t>>)> {
        let mut tokens = self.0.tokens().peekable();
        std::iter::from_fn(move || {
            let keyword = tokens.find(|it| it.kind() == KEYWORD)?;
            tokens.next_if(|it| it.kind() == EQ);
            Some((keyword, tokens.next_if(|it| it.kind() == WORD)))
        })
    }
}
