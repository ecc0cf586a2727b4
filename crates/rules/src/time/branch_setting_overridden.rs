use lsflint_lint::{Findings, Item, SectionContext, Setting, rule};
use lsflint_spec::{FileKind, ParamSpec};
use rustc_hash::FxHashMap;

rule! {
    /// Finds settings in `#if` branches that are overridden by a later line.
    ///
    /// # Effect
    /// If a parameter is set on several lines, LSF uses the last one that it reads. A line after the block always
    /// applies, so the line in the branch never takes effect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(20:00-8:00)
    /// PRIORITY = 50
    /// #endif
    /// PRIORITY = 30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(20:00-8:00)
    /// PRIORITY = 50
    /// #else
    /// PRIORITY = 30
    /// #endif
    /// End Queue
    /// ```
    pub T211 "branch-setting-overridden" {
        family: Time, scope: OwnFile, severity: Warning, tags: [Unnecessary],
        sources: [
            volclava("lsf/lib/lib.confmisc.c", "putValue", "a value replaces the value that the parameter had before"),
            volclava(
                "lsf/lib/lib.wconf.c",
                "readNextLine",
                "the lines of a branch whose condition is true are read in their place, then the lines after `#endif`",
            ),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.entries.iter().all(|it| it.branch == 0) {
        return;
    }
    // The first and last line of each parameter outside all blocks.
    let mut outside: FxHashMap<*const ParamSpec, (usize, usize)> = FxHashMap::default();
    for (at, spec) in context.entries.iter().enumerate().filter(|(_, it)| it.branch == 0).filter_map(documented) {
        outside.entry(spec).or_insert((at, at)).1 = at;
    }
    for (at, spec) in context.entries.iter().enumerate().filter(|(_, it)| it.branch != 0).filter_map(documented) {
        // If a line before the block also sets the parameter, it is a duplicate outside it, which another rule
        // reports.
        let Some((_, last)) = outside.get(&spec).filter(|(first, _)| at < *first) else { continue };
        let (setting, later) = (&context.entries[at], &context.entries[*last]);
        let name = setting.display_name();
        findings
            .report(setting.name.range(), format!("`{name}` is overridden after the `#if` block"))
            .consequence(
                Item::Line
                    .ignored()
                    .possible_unless(context.file.kind() == FileKind::LsbQueues)
                    .because("it uses the last line that it reads"),
            )
            .help("move the other line before the `#if`, or into an `#else`")
            .related(later.name.range(), "the line that takes effect");
    }
}

fn documented((at, setting): (usize, &Setting<'_>)) -> Option<(usize, *const ParamSpec)> {
    Some((at, std::ptr::from_ref(setting.spec?)))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports what never counts
        //- each Queue
        #if time(20-8)
          PRIORITY = 50
          ^^^^^^^^ T211 warning `PRIORITY` is overridden after the `#if` block
          #else
          PRIORITY = 40
          ^^^^^^^^ T211 warning `PRIORITY` is overridden after the `#if` block
          #endif
          PRIORITY = 30

        //# accepts a default before the block and other parameters
        //- each Queue
        PRIORITY = 30
          #if time(20-8)
          PRIORITY = 50
          #endif
        #if time(20-8)
          PRIORITY = 50
          #endif
          NICE = 30

        //# leaves lines to the rule about duplicates
        //- each Queue
        PRIORITY = 30
          #if time(20-8)
          PRIORITY = 50
          #endif
          PRIORITY = 30
    "#]];
}
