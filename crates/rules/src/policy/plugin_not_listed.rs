use lsflint_lint::suggest::near;
use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::{Entity, FieldRef, Knowledge, Place, State, View};
use lsflint_spec::{FileKind, PLUGINS, Plugin, yes_no};
use lsflint_syntax::{TextRange, TextSize};
use rustc_hash::FxHashSet;

rule! {
    /// Finds policies that are in use but whose scheduler plug-in is not listed in lsb.modules.
    ///
    /// # Effect
    /// The scheduler loads the plug-ins in the section PluginModule, or only the two basic plug-ins if the section is
    /// missing. LSF reads the parameters of other plug-ins, but they have no effect.
    ///
    /// # Example
    /// ```lsb.modules
    /// Begin PluginModule
    /// SCH_PLUGIN      RB_PLUGIN SCH_DISABLE_PHASES
    /// schmod_default  ()        ()
    /// schmod_parallel ()        ()
    /// End PluginModule
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[PROC, 1]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.modules
    /// Begin PluginModule
    /// SCH_PLUGIN      RB_PLUGIN SCH_DISABLE_PHASES
    /// schmod_default  ()        ()
    /// schmod_parallel ()        ()
    /// schmod_aps      ()        ()
    /// End PluginModule
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[PROC, 1]]
    /// End Queue
    /// ```
    pub Q601 "plugin-not-listed" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.modules", "what each plug-in is for")],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbModules || view.knowledge(FileKind::LsbModules) != Knowledge::Complete {
        return;
    }
    let rows = || view.all(FileKind::LsbModules, "PluginModule");
    if context.has_gaps() || rows().any(|it| it.value("SCH_PLUGIN").is_none()) {
        return;
    }
    let listed: FxHashSet<String> = rows().filter_map(|it| Some(it.value("SCH_PLUGIN")?.into_owned())).collect();
    let sections = context.sections();
    let section = sections.iter().find(|it| it.spec.is_some_and(|it| it.name == "PluginModule"));
    let range = section.map_or_else(|| first_line(&context.file.text), |it| it.begin_range());
    let is_documented = |name: &str| {
        let column = lsflint_spec::find_param(FileKind::LsbModules, "PluginModule", "SCH_PLUGIN");
        column.is_some_and(|it| it.values.contains(&name))
    };
    // A misspelled name is reported where it appears.
    let misspelt: Vec<&str> = listed.iter().map(String::as_str).filter(|it| !is_documented(it)).collect();
    let is_missing = |it: &&Plugin| !listed.contains(it.name) && near(it.name, misspelt.iter().copied()).is_none();
    for plugin in PLUGINS.iter().filter(is_missing) {
        let Some((what, place)) = first_use(plugin, view) else { continue };
        let name = plugin.name;
        let why = match section {
            Some(_) => "the scheduler does not load the plug-in",
            None => "the scheduler loads only the basic plug-ins without the section",
        };
        let outcome = Item::Line.no_effect().called(what.clone()).possible().because(why);
        findings
            .report(range, format!("plug-in `{name}` is not listed, but {what} requires it"))
            .consequence(outcome)
            .help(format!("add a row: `{name} () ()`"))
            .related_at(place, "required here");
    }
}

/// The range of a finding about a file without the section.
fn first_line(text: &str) -> TextRange {
    let line = text.lines().next().unwrap_or_default();
    TextRange::up_to(TextSize::of(line.trim_end()))
}

/// The first setting that requires a plug-in: its description and its place.
fn first_use(plugin: &Plugin, view: View<'_>) -> Option<(String, Place)> {
    let split = |name: &'static str| {
        let (file, name) = name.split_once(':')?;
        Some((FileKind::from_name(file)?, name))
    };
    let param = plugin.params.iter().find_map(|it| {
        let (kind, name) = split(it)?;
        let section = kind.spec().sections.iter().find(|it| it.param(name).is_some())?;
        let field = view.all(kind, section.name).find_map(|it| in_use(it, name))?;
        Some((format!("`{name}`"), field.place()))
    });
    let section = || {
        plugin.sections.iter().find_map(|it| {
            let (kind, name) = split(it)?;
            let record = view.all(kind, name).find(|it| !it.is_broken())?;
            Some((format!("the section `{name}`"), record.place()))
        })
    };
    let requirement = || plugin.requirements.iter().find_map(|it| Some((format!("`{it}[...]`"), requiring(it, view)?)));
    param.or_else(section).or_else(requirement)
}

/// The first requirement string of a queue or application profile with a section.
fn requiring(section: &str, view: View<'_>) -> Option<Place> {
    let word = format!("{section}[");
    let mut fields =
        view.queues_with(&["RES_REQ"]).chain(view.applications_with(&["RES_REQ"])).flat_map(|it| it.fields("RES_REQ"));
    Some(fields.find(|it| it.known().is_some_and(|it| it.contains(&word)))?.place())
}

/// A value that enables something.
fn in_use<'a>(entity: Entity<'a>, name: &str) -> Option<FieldRef<'a>> {
    let is_on =
        |it: &FieldRef<'_>| it.state() == State::Known && it.known().is_some_and(|value| yes_no(&value) != Some(false));
    entity.field(name).filter(is_on)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue q
        APS_PRIORITY = WEIGHT[[FS, 1]]
        FAIRSHARE = USER_SHARES[[default, 1]]
        //- Queue p
        PREEMPTION = PREEMPTIVE
        SNDJOBS_TO = q@c2
        //- Limit l: SLOTS = 5

        //# policies of queues
        //- without lsb.resources
        //- lsb.modules
        Begin PluginModule
        ^^^^^^^^^^^^^^^^^^ Q601 warning plug-in `schmod_aps` is not listed, but `APS_PRIORITY` requires it
        ^^^^^^^^^^^^^^^^^^ Q601 warning plug-in `schmod_fairshare` is not listed, but `FAIRSHARE` requires it
        ^^^^^^^^^^^^^^^^^^ Q601 warning plug-in `schmod_mc` is not listed, but `SNDJOBS_TO` requires it
        ^^^^^^^^^^^^^^^^^^ Q601 warning plug-in `schmod_preemption` is not listed, but `PREEMPTION` requires it
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_default () ()
        schmod_fcfs () ()
        End PluginModule
        //#
        //- without lsb.resources
        //- PluginModule of lsb.modules
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_default () ()
        schmod_fairshare () ()
        schmod_aps () ()
        schmod_preemption () ()
        schmod_mc () ()

        //# limits and hosts
        //- without lsb.queues
        //- lsb.modules
        Begin PluginModule
        ^^^^^^^^^^^^^^^^^^ Q601 warning plug-in `schmod_limit` is not listed, but the section `Limit` requires it
            = effect: the section `Limit` may have no effect because the scheduler does not load the plug-in
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_default () ()
        End PluginModule
        //#
        //- without lsb.queues
        //- each PluginModule of lsb.modules
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
          schmod_limit () ()
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
          schmod_limits () ()
        //#
        //- without lsb.queues lsb.resources
        //- lsb.modules
        Begin PluginModule
        ^^^^^^^^^^^^^^^^^^ Q601 warning plug-in `schmod_affinity` is not listed, but `AFFINITY` requires it
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_default () ()
        End PluginModule
        //- Host of lsb.hosts
        HOST_NAME MXJ AFFINITY
        h1 ! N
        h2 ! Y

        //# requirements need them too
        //- without lsb.resources lsb.queues
        //- lsb.modules
        Begin PluginModule
        ^^^^^^^^^^^^^^^^^^ Q601 warning plug-in `schmod_affinity` is not listed, but `affinity[...]` requires it
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_default () ()
        End PluginModule
        //- Queue q: RES_REQ = affinity[core(1)]
        //#
        //- without lsb.resources lsb.queues
        //- PluginModule of lsb.modules
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_default () ()
        schmod_affinity () ()
        //- Queue q: RES_REQ = affinity[core(1)]

        //# a file without its section
        //- without lsb.queues
        //- lsb.modules
        # nothing yet
        ^^^^^^^^^^^^^ Q601 warning plug-in `schmod_limit` is not listed, but the section `Limit` requires it
            = effect: the section `Limit` may have no effect because the scheduler loads only the basic plug-ins without
            =   the section
        //#
        //- without lsb.resources lsb.queues
        //- lsb.modules
        //- Queue q

        //# what is filled in later may list it
        //- without lsb.queues
        //- PluginModule of lsb.modules
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_default () ()
        {{plugin}} () ()
    "#]];
}
