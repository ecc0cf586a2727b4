//! What is asked about a displayed value: the parameter, and what its texts mean.

use lsflint_spec::{Display, DisplayForm, DisplayPart, DisplayPlace, Grammar, ParamSpec, find_param};

use super::meaning::{self, Context, Meaning};
use super::read::{Limits, Shown};
use super::texts;

/// The parameter that stands for all load indices of the site.
const LOAD_INDEX: &str = "<load_index>";
/// The parameter with the limits of resources.
const RESOURCE: &str = "RESOURCE";

/// A displayed parameter.
pub(super) struct Asked {
    pub(super) param: &'static ParamSpec,
    pub(super) form: DisplayForm,
    pub(super) unit: &'static str,
    /// What is displayed if it is not set; empty without a text of its own.
    pub(super) unset: &'static str,
    /// The parts that stand for its words.
    pub(super) words: Vec<&'static DisplayPart>,
    /// The name of a load index of the site, or of the resource with a limit; `None` for other parameters.
    pub(super) item: Option<String>,
    /// Whether it is a threshold of a load index of the site.
    pub(super) is_index_of_site: bool,
}

impl Asked {
    /// The parameters that a value may be about: of several, the first one that a file sets counts.
    pub(super) fn of(display: &'static Display, what: &Shown) -> Vec<Asked> {
        let find = |name: &str| find_param(display.file, display.section, name);
        match what {
            Shown::Part(part) => {
                part.params.iter().filter_map(|it| find(it)).map(|it| Asked::of_part(display, part, it)).collect()
            }
            Shown::Param(param) => {
                vec![Asked { unit: param.unit, ..Asked::new(param, form_of(param)) }]
            }
            Shown::Index(name) if !display.resources.is_empty() => {
                let limit = |param| Asked { item: Some(name.clone()), ..Asked::new(param, DisplayForm::Usage) };
                find(RESOURCE).map(limit).into_iter().collect()
            }
            Shown::Index(name) => {
                let own = find(name).map(|it| Asked::new(it, DisplayForm::Threshold));
                let of_site = || {
                    let index = Asked::new(find(LOAD_INDEX)?, DisplayForm::Threshold);
                    Some(Asked { item: Some(name.clone()), is_index_of_site: true, ..index })
                };
                own.or_else(of_site).into_iter().collect()
            }
        }
    }

    fn new(param: &'static ParamSpec, form: DisplayForm) -> Asked {
        Asked { param, form, unit: "", unset: "", words: Vec::new(), item: None, is_index_of_site: false }
    }

    /// The name as the files have it.
    pub(super) fn name(&self) -> &str {
        self.item.as_deref().filter(|_| self.is_index_of_site).unwrap_or(self.param.name)
    }

    /// What the value of the file means.
    pub(super) fn of_file(&self, text: Option<&str>, limits: Limits, cx: Context<'_>) -> Meaning {
        let Some(text) = text else { return Meaning::NotSet };
        match (&self.item, limits) {
            (Some(resource), _) if !self.is_index_of_site => match texts::share_of(text, resource) {
                Some(number) => meaning::of_file(self.form, &number, &[], cx),
                None => Meaning::NotSet,
            },
            (_, Limits::Displayed { minimum, default, maximum }) => {
                let all = meaning::limits_of_file(self.form, text);
                let displayed = all.into_iter().zip([minimum, default, maximum]).filter(|it| it.1);
                let form = meaning::form_of_limit(self.form);
                let of = |text: Option<&str>| text.map_or(Meaning::NotSet, |it| meaning::of_file(form, it, &[], cx));
                meaning::of_limits(displayed.map(|it| of(it.0)).collect())
            }
            _ => meaning::of_file(self.form, text, &self.words, cx),
        }
    }

    /// What the displayed value means.
    pub(super) fn of_shown(&self, text: &str, limits: Limits, cx: Context<'_>) -> Meaning {
        let is_unset = !self.unset.is_empty() && text == self.unset;
        let text = if is_unset { "-" } else { text };
        if limits == Limits::All {
            return meaning::of_shown(self.form, self.unit, text, cx);
        }
        let form = meaning::form_of_limit(self.form);
        meaning::of_limits(text.split(", ").map(|it| meaning::of_shown(form, self.unit, it, cx)).collect())
    }

    pub(super) fn of_part(display: &'static Display, part: &DisplayPart, param: &'static ParamSpec) -> Asked {
        let is_word = |it: &&DisplayPart| it.at == DisplayPlace::Policy && it.params == part.params;
        let words = display.parts.iter().filter(is_word).collect();
        let unset = if part.at == DisplayPlace::Policy { "" } else { part.value };
        Asked { unit: part.unit, unset, words, ..Asked::new(param, part.form) }
    }
}

/// How a parameter is displayed with its name: as in the file.
fn form_of(param: &ParamSpec) -> DisplayForm {
    match param.grammar {
        Grammar::Integer | Grammar::Number => DisplayForm::Number,
        Grammar::YesNo => DisplayForm::Yes,
        Grammar::HostList | Grammar::UserList => DisplayForm::List,
        _ => DisplayForm::Plain,
    }
}
