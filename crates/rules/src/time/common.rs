//! Functions that the rules of the family share: times in text, and the consequences of invalid windows.

use lsflint_lint::{
    BranchContext, Consequence, Diagnostic, DirectiveContext, ErrorContext, ErrorWords, Item, SectionContext, Setting,
    SettingContext,
};
use lsflint_model::week::{Week, WeekReader};
use lsflint_spec::DAY_NAMES;
use lsflint_syntax::ast::{ClockTime, TimeExpression, TimeWindow, TimeWindows};
use lsflint_syntax::{ErrorKind, TextRange, TimeError};

/// A time in text: `Monday 08:30`, `08:30`.
pub(crate) fn in_words(time: ClockTime) -> String {
    let clock = format!("{:02}:{:02}", time.hour, time.minute.unwrap_or(0));
    match time.day.and_then(|it| DAY_NAMES.get(it as usize)) {
        Some(day) => format!("{day} {clock}"),
        None => clock,
    }
}

/// What LSF does with an invalid window.
pub(crate) fn dropped() -> Consequence {
    Item::Value.ignored().called("this window").so("the time is unrestricted if no other window is left")
}

/// What LSF does with the branch of an invalid condition.
pub(crate) fn condition_false() -> Consequence {
    Item::Value.read_as("false").called("the condition").so("it never reads the lines of this branch")
}

/// The wording of a rule for an error inside a window of a setting or of a condition.
pub(crate) const fn window_words(error: TimeError, message: &'static str, help: &'static str) -> ErrorWords {
    ErrorWords { error: ErrorKind::Time(error), message, complete: lost, help, fix: None }
}

/// Sets the consequence of an invalid window: LSF ignores the window, or the branch of its condition.
pub(crate) fn lost(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(match context.setting {
        Some(_) => dropped(),
        None => condition_false(),
    });
    found.about(context.file.word_around(context.error.range));
}

/// What LSF does with the lines of a branch that is never active.
pub(crate) fn never_read() -> Consequence {
    Item::Line.ignored().called("the lines of this branch")
}

/// RUN_WINDOW or DISPATCH_WINDOW of a queue, and when it is open.
pub(crate) struct OpenTimes<'a> {
    pub(crate) setting: Setting<'a>,
    pub(crate) week: Week,
}

/// Each DISPATCH_WINDOW of a section with the RUN_WINDOW that applies at the same time, if both are known and in one
/// time zone.
pub(crate) fn run_and_dispatch<'a>(context: &SectionContext<'a>) -> Vec<(OpenTimes<'a>, OpenTimes<'a>)> {
    let mut found = Vec::new();
    for dispatch in context.entries_named("DISPATCH_WINDOW") {
        // The one in the same branch, else the only one outside every `#if`.
        let same = context.entries_named("RUN_WINDOW").filter(|it| it.branch == dispatch.branch).last();
        let mut all = context.entries_named("RUN_WINDOW");
        let only = all.next().filter(|it| it.branch == 0 && all.next().is_none());
        let Some(run) = same.or(only) else { continue };
        let times = |setting: Setting<'a>| context.file.weeks().windows(setting.typed()?);
        let (Some(dispatch_times), Some(run_times)) = (times(dispatch), times(run)) else { continue };
        if dispatch_times.zone == run_times.zone {
            found.push((
                OpenTimes { setting: run, week: run_times.week },
                OpenTimes { setting: dispatch, week: dispatch_times.week },
            ));
        }
    }
    found
}

/// The windows of one list, if all of them are unambiguous and together they do not cover the whole week.
pub(crate) struct WindowList<'a> {
    pub(crate) windows: Vec<(TimeWindow<'a>, Week)>,
    pub(crate) union: Week,
    /// The minutes at which a window opens or closes, in order. Between two of them nothing changes.
    edges: Vec<u16>,
}

impl<'a> WindowList<'a> {
    fn new(reader: WeekReader<'_>, windows: impl Iterator<Item = TimeWindow<'a>>) -> Option<WindowList<'a>> {
        let mut read = Vec::new();
        let mut zone = None;
        for window in windows {
            let times = reader.window(window)?;
            if *zone.get_or_insert_with(|| times.zone.clone()) != times.zone {
                return None;
            }
            read.push((window, times.week));
        }
        let union = Week::union_of(read.iter().map(|it| &it.1));
        if read.len() < 2 || union.is_always() {
            return None;
        }
        let mut edges: Vec<u16> = read.iter().flat_map(|it| it.1.spans()).flat_map(|it| [it.0, it.1]).collect();
        edges.sort_unstable();
        edges.dedup();
        Some(WindowList { windows: read, union, edges })
    }

    /// The number of parts of the week that [`parts`](Self::parts) counts.
    pub(crate) fn part_count(&self) -> usize {
        self.edges.len()
    }

    /// The parts of the week in which a window of the list is open, each between two of the edges.
    pub(crate) fn parts(&self, week: &Week) -> impl Iterator<Item = usize> {
        let number = |edge: u16| self.edges.partition_point(|it| *it < edge);
        week.spans().iter().flat_map(move |(from, to)| number(*from)..number(*to))
    }

    /// Whether each window can be removed. Of equal windows, the later one.
    pub(crate) fn redundant(&self) -> Vec<bool> {
        // The number of windows that are open in each part of the week, without the removed ones.
        let mut open = vec![0_u32; self.part_count()];
        self.windows.iter().flat_map(|it| self.parts(&it.1)).for_each(|it| open[it] += 1);
        let mut redundant = vec![false; self.windows.len()];
        for (at, (_, week)) in self.windows.iter().enumerate().rev() {
            if self.parts(week).all(|it| open[it] > 1) {
                redundant[at] = true;
                self.parts(week).for_each(|it| open[it] -= 1);
            }
        }
        redundant
    }
}

/// The list of windows of a setting.
pub(crate) fn lists_of_setting<'a>(context: &SettingContext<'a>) -> Option<WindowList<'a>> {
    let list = context.setting.typed::<TimeWindows<'a>>().filter(|it| it.windows().nth(1).is_some())?;
    WindowList::new(context.file.weeks(), list.windows())
}

/// The list of windows of each `time( )` of a condition.
pub(crate) fn lists_of_condition<'a>(context: &DirectiveContext<'a>) -> Vec<WindowList<'a>> {
    let expression = context.directive.condition().and_then(TimeExpression::of_condition);
    let items = expression.into_iter().flat_map(TimeExpression::items);
    let several = items.filter(|it| it.windows().nth(1).is_some());
    several.filter_map(|it| WindowList::new(context.file.weeks(), it.windows())).collect()
}

/// The range of the condition of a branch.
pub(crate) fn condition_range(context: &BranchContext<'_>) -> Option<TextRange> {
    Some(context.times.branch.directive()?.condition()?.trimmed_range())
}

/// When a queue is open according to a parameter: `Some(None)` if it has no windows, `None` if that is unknown.
pub(crate) fn open_times<'a>(context: &SectionContext<'a>, name: &'a str) -> Option<Option<OpenTimes<'a>>> {
    let mut settings = context.entries_named(name);
    let Some(setting) = settings.next() else { return Some(None) };
    if settings.next().is_some() || setting.branch != 0 {
        return None;
    }
    let times = context.file.weeks().windows(setting.typed()?).filter(|it| it.zone.is_none())?;
    Some(Some(OpenTimes { setting, week: times.week }))
}
