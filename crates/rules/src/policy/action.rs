//! Job control actions, of queues (JOB_CONTROLS) and of application profiles (SUSPEND_CONTROL and its sisters).

use std::borrow::Cow;

use lsflint_lint::SettingContext;
use lsflint_spec::JOB_ACTIONS;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::JobControls;

/// The word of an action that makes a checkpoint.
pub(crate) const CHECKPOINT: &str = "CHKPNT";

/// One action: when it is taken, and what is done.
pub(crate) struct Action<'a> {
    /// `SUSPEND`, `RESUME`, `TERMINATE`, or what stands there instead.
    pub(crate) keyword: Cow<'a, str>,
    /// Where the keyword stands: the name of the parameter in a profile.
    pub(crate) keyword_range: TextRange,
    /// Signal, `CHKPNT` or command.
    pub(crate) text: Cow<'a, str>,
    /// Where it stands.
    pub(crate) range: TextRange,
}

impl Action<'_> {
    /// Whether it is a name and not a command line: one word without a path.
    pub(crate) fn is_word(&self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-_".contains(&it))
    }
}

/// The actions of a setting: several in JOB_CONTROLS, one in a parameter of a profile.
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
