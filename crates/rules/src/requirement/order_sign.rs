use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds a `!` or `-` of `order` that stands in the wrong place.
    ///
    /// # Effect
    /// LSF refuses the string: a queue or profile then works without any requirement.
    ///
    /// # Example
    /// ```resreq
    /// order[ut:!mem]
    /// order[-]
    /// order[--mem]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// order[!ut:mem]
    /// order[-mem]
    /// ```
    ///
    /// A `!` once and as the first character: the hosts are sorted again just before a job is dispatched. A `-` before
    /// a name turns the order of that key round.
    pub R402 "order-sign" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/order_string", "Order string"), manual("Administering Platform LSF 9.1", "`!`")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(
        ResReqError::BangNotFirst,
        "a `!` that is not the first character of `order`",
        "write it once, directly behind the bracket; it counts for all keys",
    ),
    words(
        ResReqError::MissingOrderKey,
        "`{text}` without a name behind it",
        "write one sign and the name of a resource",
    ),
];

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_string;

    // covers RR303
    #[test]
    fn bang_stands_first_and_once() {
        check_string(
            "R402",
            "order[ut:!mem]",
            expect![[r#"
                1:10-1:11 error a `!` that is not the first character of `order`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write it once, directly behind the bracket; it counts for all keys
            "#]],
        );
        check_string(
            "R402",
            "order[!!mem]",
            expect![[r#"
                1:8-1:9 error a `!` that is not the first character of `order`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write it once, directly behind the bracket; it counts for all keys
            "#]],
        );
        check_string("R402", "order[!ut:mem]", expect![[""]]);
    }

    // covers RR309
    #[test]
    fn a_sign_has_a_name() {
        check_string(
            "R402",
            "order[-]",
            expect![[r#"
                1:7-1:8 error `-` without a name behind it
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write one sign and the name of a resource
            "#]],
        );
        check_string(
            "R402",
            "order[--mem]",
            expect![[r#"
                1:8-1:9 error `-` without a name behind it
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write one sign and the name of a resource
            "#]],
        );
        check_string(
            "R402",
            "order[!]",
            expect![[r#"
                1:7-1:8 error `!` without a name behind it
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write one sign and the name of a resource
            "#]],
        );
        check_string("R402", "order[-slots:maxslots:-mem]", expect![[""]]);
    }
}
