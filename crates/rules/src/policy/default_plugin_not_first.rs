use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_spec::FileKind;

rule! {
    /// Finds scheduler plug-ins in lsb.modules before `schmod_default`.
    ///
    /// # Effect
    /// The scheduler calls the plug-ins in the order of the rows. LSF installs a file that begins with
    /// `schmod_default`.
    ///
    /// # Example
    /// ```lsb.modules
    /// Begin PluginModule
    /// SCH_PLUGIN      RB_PLUGIN SCH_DISABLE_PHASES
    /// schmod_fcfs     ()        ()
    /// schmod_default  ()        ()
    /// End PluginModule
    /// ```
    ///
    /// # Use instead
    /// ```lsb.modules
    /// Begin PluginModule
    /// SCH_PLUGIN      RB_PLUGIN SCH_DISABLE_PHASES
    /// schmod_default  ()        ()
    /// schmod_fcfs     ()        ()
    /// End PluginModule
    /// ```
    pub Q603 "default-plugin-not-first" {
        family: Policy, scope: OwnFile, severity: Info,
        sources: [ibm("lsb.modules", "the section with all policies of LSF begins with schmod_default")],
        checks: [Facts(check)],
    }
}

/// The plug-in with the basic scheduling features.
const DEFAULT: &str = "schmod_default";

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbModules {
        return;
    }
    let names: Vec<_> = context.all("PluginModule").filter_map(|it| it.field("SCH_PLUGIN")).collect();
    let is_default = |it: &&lsflint_model::FieldRef<'_>| it.known().is_some_and(|it| it == DEFAULT);
    let Some(first) = names.first().filter(|it| !is_default(it)) else { return };
    let Some(late) = names.iter().find(is_default) else { return };
    findings
        .report(late.place(), format!("`{DEFAULT}` is not the first plug-in"))
        .consequence(Item::Row.no_effect().called("the order").possible())
        .help("move the row to the top")
        .related_at(first.place(), "the first plug-in");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the basic plug-in comes first
        //- PluginModule of lsb.modules
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_fcfs () ()
        schmod_default () ()
        ^^^^^^^^^^^^^^ Q603 info `schmod_default` is not the first plug-in
        //#
        //- PluginModule of lsb.modules
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_default () ()
        schmod_fcfs () ()
        //#
        //- PluginModule of lsb.modules
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_fcfs () ()
    "#]];
}
