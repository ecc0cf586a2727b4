//! Rules that a site declares, in addition to the built-in ones.
//!
//! Findings, selections and reports refer to rules for as long as the program runs. The rules of a site are therefore
//! never freed, and equal ones are the same rule: reading lsflint.toml again needs memory only for what is different.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use lsflint_model::View;
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::check::Rule;
use crate::diagnostic::FactFindings;
use crate::rule::{Family, RuleMeta, Scope, Severity};

/// A check of a site.
pub trait SiteCheck: fmt::Debug + Send + Sync {
    /// The rule of its findings.
    fn rule(&self) -> &'static Rule;

    /// A key that differs from those of all other checks; see [`SiteRule::key`].
    fn key(&self) -> &'static str;

    /// The kinds of files in which it may report something.
    fn kinds(&self) -> &[FileKind];

    /// Checks a cluster.
    fn check(&self, cluster: View<'_>, findings: &mut FactFindings<'_>);
}

/// A rule of a site. There is one for each declaration.
#[derive(Debug, Clone, Copy)]
pub struct SiteRule {
    /// The rule.
    pub rule: &'static Rule,
    /// A key that no other declaration has.
    pub key: &'static str,
}

/// What declares a rule of a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Declaration {
    code: String,
    severity: Severity,
    page: String,
}

impl SiteRule {
    /// The rule with this code, severity and page in Markdown; the same one for the same declaration. The page should
    /// say everything that the rule checks.
    pub fn new(code: &str, severity: Severity, page: &str) -> SiteRule {
        static ALL: Mutex<Option<FxHashMap<Declaration, SiteRule>>> = Mutex::new(None);
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let all = all.get_or_insert_default();
        let declaration = Declaration { code: code.to_owned(), severity, page: page.to_owned() };
        if let Some(known) = all.get(&declaration) {
            return *known;
        }
        let doc: Vec<&'static str> = leaked(page).lines().collect();
        let meta = RuleMeta {
            scope: Scope::Cluster,
            doc: Vec::leak(doc),
            ..RuleMeta::new(leaked(code), leaked(&code.to_ascii_lowercase()), Family::Site, severity)
        };
        let rule = Box::leak(Box::new(Rule { meta, checks: &[] }));
        let found = SiteRule { rule, key: leaked(&format!("rule {} of a site", all.len())) };
        all.insert(declaration, found);
        found
    }
}

fn leaked(text: &str) -> &'static str {
    Box::leak(Box::from(text))
}

/// A list of rules of a site; the same one for the same rules.
pub(crate) fn list(rules: Vec<&'static Rule>) -> &'static [&'static Rule] {
    type Lists = FxHashMap<Vec<usize>, &'static [&'static Rule]>;
    static ALL: Mutex<Option<Lists>> = Mutex::new(None);
    if rules.is_empty() {
        return &[];
    }
    let key = rules.iter().map(|it| std::ptr::from_ref(*it).addr()).collect();
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.get_or_insert_default().entry(key).or_insert_with(|| Vec::leak(rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn a_declaration_is_one_rule() {
        let rule = |code, page| SiteRule::new(code, Severity::Warning, page);
        let (one, again, other) =
            (rule("SITE-1", " A page.\n more"), rule("SITE-1", " A page.\n more"), rule("SITE-1", "b"));
        assert!(std::ptr::eq(one.rule, again.rule) && one.key == again.key);
        assert!(!std::ptr::eq(one.rule, other.rule) && one.key != other.key);
        assert_eq!((one.rule.meta.name, one.rule.meta.doc), ("site-1", &[" A page.", " more"][..]));
        let rules = || Rules::default().with_site([one.rule, other.rule]);
        assert!(rules().iter().zip(rules().iter()).all(|(a, b)| std::ptr::eq(a, b)));
        assert!(std::ptr::eq(list(vec![one.rule, other.rule]), list(vec![one.rule, other.rule])));
    }

    #[test]
    fn prefixes_of_codes_end_before_a_hyphen() {
        let meta = &SiteRule::new("POOL-GPU-1", Severity::Error, "A page.").rule.meta;
        for (text, expected) in [
            ("POOL-GPU-1", true),
            ("pool-gpu", true),
            ("POOL", true),
            ("P", false),
            ("POOL-", false),
            ("POOL-GPU-12", false),
            ("", false),
        ] {
            assert_eq!(meta.is_suppressed_by(text), expected, "{text}");
        }
    }
}
