//! Addresses of the pages of rules, which editors open from the code of a finding.

use lsflint_lint::RuleMeta;
use tower_lsp::ls_types::Uri;

use crate::client::ClientFacts;
use crate::to_proto::web;

/// The address of the published page of a rule, in which [`CODE`] is replaced; `None` until the pages are published.
const PUBLISHED: Option<&str> = None;

/// What the code of the rule replaces in an address.
const CODE: &str = "{code}";

/// The address of the page of a rule, also of a policy: in the client if it shows such pages itself, else the published
/// page, else the first source of the rule that has an address.
pub(crate) fn rule_page(rule: &RuleMeta, client: &ClientFacts) -> Option<Uri> {
    let of_code = |address: &str| web(&address.replace(CODE, rule.code));
    // Policies are not published.
    let published = || PUBLISHED.filter(|_| lsflint_rules::all().find(rule.code).is_some()).and_then(of_code);
    client.rule_page().and_then(of_code).or_else(published).or_else(|| web(&rule.url()?))
}
