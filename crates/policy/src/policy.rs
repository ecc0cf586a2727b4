//! A policy: objects, a condition that they should meet, and what to say about those that do not.

use std::cell::LazyCell;
use std::fmt::Write as _;
use std::sync::OnceLock;

use lsflint_lint::{FactFindings, Rule, Severity, SiteCheck, SiteRule};
use lsflint_model::{Place, View};
use lsflint_spec::FileKind;

use crate::evaluate::{Judge, Outcome};
use crate::expression::Fault;
use crate::message::Message;
use crate::place::Places;
use crate::rewrite::IS_SET;
use crate::{Condition, Kind};

/// The text of a policy.
#[derive(Debug, Clone)]
pub struct PolicyText<'t> {
    /// The code of the rule.
    pub code: &'t str,
    /// The kind of the objects.
    pub subject: Kind,
    /// The condition for objects that the policy applies to.
    pub when: Option<&'t str>,
    /// The condition that these objects should meet.
    pub require: &'t str,
    /// The names of objects that the policy does not apply to.
    pub except: Vec<String>,
    /// The severity of the findings.
    pub severity: Severity,
    /// What is wrong with an object that does not meet the condition; see [`Message`].
    pub message: &'t str,
    /// What to write instead.
    pub help: Option<&'t str>,
    /// Why the site has the policy.
    pub why: Option<&'t str>,
}

/// A part of a policy that may have a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolicyPart {
    /// [`PolicyText::when`].
    When,
    /// [`PolicyText::require`].
    Require,
    /// [`PolicyText::message`].
    Message,
}

/// A policy.
#[derive(Debug)]
pub struct Policy {
    code: String,
    severity: Severity,
    page: String,
    /// Made when it is first asked for, because it is never freed.
    rule: OnceLock<SiteRule>,
    subject: Kind,
    when: Option<Condition>,
    require: Condition,
    except: Vec<String>,
    message: Message,
    help: Option<String>,
}

/// An object that does not meet a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The name of the object.
    pub object: String,
    /// Where it can be corrected.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    /// The conditions and the message with a fault.
    pub fn new(text: &PolicyText<'_>) -> Result<Policy, Vec<(PolicyPart, Fault)>> {
        let mut faults = Vec::new();
        let mut condition = |part: PolicyPart, text: &str, subject: Kind| {
            Condition::new(text, subject).map_err(|fault| faults.push((part, fault))).ok()
        };
        let when = text.when.map(|it| condition(PolicyPart::When, it, text.subject));
        let require = condition(PolicyPart::Require, text.require, text.subject);
        let message = Message::new(text.message, text.subject);
        let message = message.map_err(|fault| faults.push((PolicyPart::Message, fault))).ok();
        let (Some(require), Some(message), true) = (require, message, faults.is_empty()) else { return Err(faults) };
        Ok(Policy {
            code: text.code.to_owned(),
            severity: text.severity,
            page: text.page(),
            rule: OnceLock::new(),
            subject: text.subject,
            when: when.flatten(),
            require,
            except: text.except.clone(),
            message,
            help: text.help.map(str::to_owned),
        })
    }

    /// The code of the rule.
    pub fn code(&self) -> &str {
        &self.code
    }

    fn site_rule(&self) -> &SiteRule {
        self.rule.get_or_init(|| SiteRule::new(&self.code, self.severity, &self.page))
    }

    /// The objects that do not meet the policy. If it cannot be evaluated, that is the only one.
    pub fn breaches(&self, view: View<'_>) -> Vec<Breach> {
        let judge = Judge::new(view);
        let names = judge.names(self.subject);
        let is_meant = |it: &u32| !self.except.iter().any(|name| *name == names[*it as usize]);
        let mut objects: Vec<u32> = (0..names.len() as u32).filter(is_meant).collect();
        let places = LazyCell::new(|| Places::new(view, self.subject, self.parameters()));
        let breach = |object: u32, message: String, help: Option<String>| {
            Some(Breach { object: names[object as usize].clone(), place: places.of(object)?, message, help })
        };
        for (condition, wanted) in
            self.when.iter().map(|it| (it, Outcome::Met)).chain([(&self.require, Outcome::NotMet)])
        {
            let outcomes = judge.outcomes(condition, &objects);
            for (object, outcome) in objects.iter().zip(&outcomes) {
                if let Outcome::Failed(why) = outcome {
                    let message = format!("policy `{}` cannot be evaluated: {why}", self.code);
                    let help = "ask about fewer objects, or write several policies";
                    return breach(*object, message, Some(help.to_owned())).into_iter().collect();
                }
            }
            let mut outcomes = outcomes.into_iter();
            objects.retain(|_| outcomes.next().is_some_and(|it| it == wanted));
        }
        let texts = judge.texts(&self.message, &objects);
        let found = objects.iter().zip(texts).filter_map(|(object, text)| breach(*object, text, self.help.clone()));
        found.collect()
    }

    /// The attributes of its objects that the condition names, in their order.
    fn parameters(&self) -> impl Iterator<Item = &str> {
        let own = self.require.needs.attributes.iter().filter(|it| it.0 == self.subject);
        own.map(|it| it.1.trim_start_matches(IS_SET)).map(|it| it.split('.').next().unwrap_or(it))
    }
}

impl SiteCheck for Policy {
    fn rule(&self) -> &'static Rule {
        self.site_rule().rule
    }

    fn key(&self) -> &'static str {
        self.site_rule().key
    }

    fn kinds(&self) -> &[FileKind] {
        self.subject.files()
    }

    fn check(&self, cluster: View<'_>, findings: &mut FactFindings<'_>) {
        for Breach { place, message, help, .. } in self.breaches(cluster) {
            let finding = findings.report(place, message);
            finding.help = help.map(Into::into);
        }
    }
}

impl PolicyText<'_> {
    /// The page of the rule, in Markdown.
    fn page(&self) -> String {
        let subject = self.subject.plural();
        let mut page = format!("Policy of the site about {subject}: {}.\n", self.message.trim_end_matches('.'));
        let mut section = |title: &str, text: &str| {
            write!(page, "\n# {title}\n{text}\n").expect("writing to a string cannot fail");
        };
        if let Some(why) = self.why {
            section("Why", why);
        }
        let code = |text: &str| format!("```cel\n{}\n```", text.trim());
        if let Some(when) = self.when {
            section("Applies when", &code(when));
        }
        section("Condition", &code(self.require));
        if !self.except.is_empty() {
            let names: Vec<String> = self.except.iter().map(|it| format!("- `{it}`")).collect();
            section("Except", &names.join("\n"));
        }
        if let Some(help) = self.help {
            section("Use instead", help);
        }
        page
    }
}
