//! The values of the files, found once for each object and parameter.

use std::cell::OnceCell;

use lsflint_model::effective::{Effective, Link, LinkState, setting_in};
use lsflint_model::requirement::Units;
use lsflint_model::{AsRead, Entity, HostRow, HostRows, View};
use lsflint_spec::{Confidence, Display, FileKind, Grammar, NOT_SET, ParamSpec, SectionSpec, find_param, section};

use lsflint_syntax::ast::{HostList, UserList};

use super::asked::Asked;
use crate::answers::objects::over_time;
use crate::answers::plan::records;
use crate::answers::times::{OverTime, Times};

/// Why the value of a parameter is unknown.
const UNDECIDED: &str = "an #if, a template or a file that is not loaded decides the value";

/// The files of a cluster.
pub(super) struct Files<'c> {
    pub(super) cluster: &'c AsRead,
    pub(super) units: Units,
    /// MBD_SLEEP_TIME in seconds; `None` if it is unknown.
    pub(super) interval: Option<f64>,
    host_rows: OnceCell<HostRows<'c>>,
    times: OnceCell<Times<'c>>,
}

/// What the files say about an object.
pub(super) enum Records<'c> {
    /// The records that define it, the one that LSF reads first.
    Of(Vec<Entity<'c>>),
    /// The parameters of the whole file.
    WholeFile(FileKind, &'static str),
    /// No record defines it, and none has to, for this reason.
    NoRecord(&'static str),
    /// No record defines it.
    Missing,
}

/// What the files say about a parameter.
#[derive(Debug)]
pub(super) enum Expected {
    /// The value that LSF uses. The text is `None` if nothing is set.
    Value {
        text: Option<String>,
        /// The value that decides; `None` for a default.
        link: Option<Link>,
    },
    /// Only the default applies, and it is not certain.
    Unverified(Option<String>),
    /// The value depends on the time: the values with their times.
    Times(Vec<(String, Option<String>)>),
    /// It is unknown, for this reason.
    Unknown(&'static str),
}

/// A value that LSF does not read, or reads as another one.
pub(super) struct NotRead {
    /// The value as written.
    pub(super) written: String,
    /// What LSF does: `LSF ignores the line (P104)`.
    pub(super) effect: String,
    pub(super) place: Option<lsflint_model::Place>,
}

impl<'c> Files<'c> {
    pub(super) fn new(cluster: &'c AsRead) -> Files<'c> {
        let units = Units::of(cluster.view().switches());
        let param = find_param(FileKind::LsbParams, "Parameters", "MBD_SLEEP_TIME");
        let interval = param.and_then(|it| setting_in(cluster.view(), FileKind::LsbParams, "Parameters", it).flatten());
        let interval = interval.as_deref().and_then(|it| it.split(' ').next()?.parse().ok());
        Files { cluster, units, interval, host_rows: OnceCell::new(), times: OnceCell::new() }
    }

    pub(super) fn view(&self) -> View<'c> {
        self.cluster.view()
    }

    /// The section of a display.
    pub(super) fn section(display: &Display) -> Option<&'static SectionSpec> {
        section(display.file, display.section)
    }

    /// Whether the files that could define the objects of a display were read.
    pub(super) fn is_loaded(&self, display: &Display) -> bool {
        self.view().knowledge(display.file) == lsflint_model::Knowledge::Complete
    }

    /// The records of an object.
    pub(super) fn records(&self, display: &Display, name: &str) -> Records<'c> {
        let Some(section) = Files::section(display) else { return Records::Missing };
        if records::is_cluster_wide(section) {
            return Records::WholeFile(display.file, section.name);
        }
        let view = self.cluster.written().view();
        if (display.file, section.name) == (FileKind::LsbHosts, "Host") {
            return self.host_row(name);
        }
        let mut all = match section.defines {
            Some(_) => view.named(display.file, section.name, name),
            // The first column names what a row is about.
            None => view.all(display.file, section.name).filter(|it| is_about(it, name)).collect(),
        };
        let read = all.iter().position(|it| self.cluster.as_read(it).is_some()).unwrap_or(0);
        if all.is_empty() && !display.fallback.is_empty() {
            return match view.find(display.file, section.name, display.fallback) {
                Some(row) => Records::Of(vec![row]),
                None => Records::NoRecord("the files have no row for it"),
            };
        }
        if all.is_empty() {
            // A command may display objects of several sections: bmgroup host groups and compute units.
            let others =
                display.file.spec().sections.iter().filter(|it| it.name != section.name && it.defines.is_some());
            let mut others = others.filter(|it| view.find(display.file, it.name, name).is_some());
            return match others.next() {
                Some(_) => Records::NoRecord("another section of the file defines it"),
                None => Records::Missing,
            };
        }
        let first = all.swap_remove(read);
        Records::Of(vec![first])
    }

    /// The row of lsb.hosts that applies to a host.
    fn host_row(&self, name: &str) -> Records<'c> {
        let view = self.view();
        let rows = self.host_rows.get_or_init(|| HostRows::of(view));
        let row = view.hosts().find(name).map(|it| rows.get(it));
        let own = self.cluster.written().view().find(FileKind::LsbHosts, "Host", name);
        let read = match row {
            Some(HostRow::Of(row)) => self.cluster.written_of(&row),
            _ => None,
        };
        let all: Vec<Entity<'c>> = own.into_iter().chain(read).collect();
        match all.is_empty() {
            true if view.hosts().is_known(name) => {
                Records::NoRecord("no row of lsb.hosts certainly applies to the host")
            }
            true => Records::Missing,
            false => Records::Of(all),
        }
    }

    /// The hosts or users of a list, also those of groups in it; `None` if they are not certain.
    pub(super) fn members(&self, display: &Display, text: &str) -> Option<Vec<&'c str>> {
        let view = self.view();
        // Displayed names of groups end with `/`.
        let items = text.split([' ', ',', '(', ')']).map(|it| it.trim_end_matches('/'));
        let text = items.collect::<Vec<_>>().join(" ");
        if display.file == FileKind::LsbUsers {
            let parse = lsflint_syntax::parse_value(&text, Grammar::UserList);
            let set = view.user_groups().users_of(parse.typed::<UserList<'_>>()?);
            let mut names = view.user_groups().names_in(&set);
            names.sort_unstable();
            return set.is_exact().then_some(names);
        }
        let parse = lsflint_syntax::parse_value(&text, Grammar::HostList);
        let set = view.hosts_of(parse.typed::<HostList<'_>>()?);
        let sure = view.hosts().iter().filter(|it| set.surely.contains(it.0.0 as usize));
        let mut names: Vec<&str> = sure.map(|it| &*it.1.name).collect();
        names.sort_unstable();
        set.is_exact().then_some(names)
    }

    /// The value of a parameter.
    pub(super) fn effective(&self, records: &Records<'c>, asked: &Asked) -> Option<Effective> {
        let param = asked.param;
        match records {
            Records::Of(records) if asked.is_index_of_site => {
                let name = asked.item.as_deref().unwrap_or_default();
                Some(Effective::of_load_index(self.cluster, records, param, name))
            }
            Records::Of(records) => Some(Effective::of_rows(self.cluster, records, param)),
            Records::WholeFile(file, section) => Some(Effective::of_cluster(self.cluster, *file, section, param)),
            Records::NoRecord(_) | Records::Missing => None,
        }
    }

    /// What the files say about a parameter of an object with a name.
    pub(super) fn expected(&self, records: &Records<'c>, name: &str, effective: &Effective, asked: &Asked) -> Expected {
        if effective.is_unknown() && asked.is_index_of_site {
            return Expected::Unknown(UNDECIDED);
        }
        if effective.is_unknown() {
            return self.at_times(records, name, effective.param);
        }
        let Some(link) = effective.deciding() else { return Expected::Value { text: None, link: None } };
        if link.place.is_some() {
            return Expected::Value { text: link.value.clone(), link: Some(link.clone()) };
        }
        // The default of a parameter of a queue may be that of the same parameter in lsb.params.
        let text = default(effective.param);
        match (text, effective.param.confidence) {
            (Default::NotSet, _) => Expected::Value { text: None, link: None },
            (Default::Text(text), Confidence::High) => Expected::Value { text: Some(text), link: None },
            (Default::Text(text), _) => Expected::Unverified(Some(text)),
            (Default::InWords, _) => Expected::Unverified(None),
        }
    }

    fn at_times(&self, records: &Records<'c>, name: &str, param: &'static ParamSpec) -> Expected {
        let times = self.times.get_or_init(|| Times::new(self.cluster.read()));
        let over = match records {
            Records::Of(records) => over_time(times, &records[0], name, param),
            Records::WholeFile(file, section) => times.of(|view| setting_in(view, *file, section, param)).known(),
            Records::NoRecord(_) | Records::Missing => None,
        };
        // Where no file sets it, the value is the documented default.
        let value = |text: Option<String>| match text {
            Some(text) if text == param.default => match default(param) {
                Default::Text(text) => Some(text),
                Default::NotSet | Default::InWords => None,
            },
            other => other,
        };
        match over {
            Some(OverTime::Always(text)) => Expected::Value { text: value(text), link: None },
            Some(OverTime::Varies(values)) => {
                Expected::Times(values.into_iter().map(|it| (it.when, value(it.value))).collect())
            }
            None => Expected::Unknown(UNDECIDED),
        }
    }
}

/// Whether the first column of a row has a name.
fn is_about(row: &Entity<'_>, name: &str) -> bool {
    row.all_fields().next().and_then(|it| it.known()).is_some_and(|it| it.trim() == name)
}

/// A documented default.
pub(super) enum Default {
    NotSet,
    Text(String),
    /// It is described in words.
    InWords,
}

/// The documented default. Some have a remark: `60 (10 is set at installation)`.
pub(super) fn default(param: &ParamSpec) -> Default {
    let remark = param.default.strip_suffix(')').and_then(|it| it.split_once(" ("));
    let text = remark.map_or(param.default, |it| it.0);
    let first = text.split(' ').next().unwrap_or_default();
    if text.is_empty() || NOT_SET.iter().any(|it| it.eq_ignore_ascii_case(text)) || first == "undefined" {
        return Default::NotSet;
    }
    let wide = find_param(FileKind::LsbParams, "Parameters", param.name);
    match wide.filter(|_| text.contains("lsb.params")) {
        Some(wide) if !wide.default.contains("lsb.params") => default(wide),
        // One word is a value, and so are requirements.
        _ if !text.contains(' ') || text.contains('[') => Default::Text(text.to_owned()),
        _ => Default::InWords,
    }
}

/// What a file says that LSF does not read, if it is not what decides.
pub(super) fn not_read(effective: &Effective) -> Option<NotRead> {
    let decides = |it: &&Link| !matches!(it.state, LinkState::Unset);
    let link = effective.chain.iter().find(decides)?;
    let (written, effect) = match &link.state {
        LinkState::Ignored { code, effect } => (link.value.clone()?, format!("{effect} ({code})")),
        LinkState::ReadAs { written, code } => {
            (written.clone(), format!("LSF reads `{}` ({code})", link.value.as_deref().unwrap_or_default()))
        }
        _ => return None,
    };
    // Another value of the same file decides.
    let others = effective.chain.iter().any(|it| it.state == LinkState::Counts && it.from == link.from);
    (!others).then(|| NotRead { written, effect, place: link.place.clone() })
}
