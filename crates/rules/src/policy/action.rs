//! Job control actions of queues (JOB_CONTROLS) and of application profiles (SUSPEND_CONTROL, RESUME_CONTROL,
//! TERMINATE_CONTROL).

use std::borrow::Cow;

use lsflint_lint::SettingContext;
use lsflint_spec::JOB_ACTIONS;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::JobControls;

/// The action that makes a checkpoint.
pub(crate) const CHECKPOINT: &str = "CHKPNT";

/// A job control action: when it applies, and what it does.
pub(crate) struct Action<'a> {
    /// `SUSPEND`, `RESUME`, `TERMINATE`, or another word in this position.
    pub(crate) keyword: Cow<'a, str>,
    /// The range of the keyword; in an application profile, the name of the parameter.
    pub(crate) keyword_range: TextRange,
    /// Signal, `CHKPNT` or command.
    pub(crate) text: Cow<'a, str>,
    /// The range of the action.
    pub(crate) range: TextRange,
}

impl Action<'_> {
    /// Whether it is a name and not a command line: a single word without a path.
    pub(crate) fn is_word(&self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-_".contains(&it))
    }
}

/// The actions of a setting: several in JOB_CONTROLS, one in a parameter of an application profile.
pub(crate) fn actions<'a>(context: &SettingContext<'a>) -> Vec<Action<'a>> {
    let setting = &context.setting;
    if context.broken || setting.known_value().is_none() {
        return Vec::new();
    }
    if let Some(controls) = setting.typed::<JobControls<'_>>() {
        let action = |it: lsflint_syntax::ast::JobControl<'a>| {
            let (keyword, action) = (it.keyword()?, it.action()?);
            Some(Action {
                keyword: keyword.text(),
                keyword_range: keyword.range(),
                text: action.text(),
                range: action.range(),
            })
        };
        return controls.controls().filter_map(action).collect();
    }
    let Some(action) = JOB_ACTIONS.iter().find(|it| setting.is_named(it.parameter)) else { return Vec::new() };
    vec![Action {
        keyword: Cow::Borrowed(action.name),
        keyword_range: setting.name.range(),
        text: Cow::Borrowed(context.file.text(setting.value_range())),
        range: setting.value_range(),
    }]
}
