use lsflint_lint::{Findings, FlatContext, SectionContext, Setting, rule};
use lsflint_spec::ParamSpec;
use rustc_hash::FxHashMap;

rule! {
    /// Finds parameters that are set more than once in a section or in lsf.conf.
    ///
    /// # Effect
    /// LSF uses the last line and silently ignores the earlier ones.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// ```lsf.conf
    /// LSF_LOG_MASK=LOG_WARNING
    /// LSF_LOG_MASK=LOG_DEBUG
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// ```lsf.conf
    /// LSF_LOG_MASK=LOG_DEBUG
    /// ```
    ///
    /// Lines in different branches of an `#if` are not compared, because LSF reads only one branch at a time.
    pub P003 "duplicate-parameter" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            volclava("lsf/lib/lib.confmisc.c", "putValue", "a value replaces the value that the parameter had before"),
            volclava("lsf/lib/lib.initenv.c", "setConfEnv", "the same for lsf.conf"),
        ],
        checks: [Section(check_section), Flat(check_flat)],
    }
}

fn check_section(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.spec.is_some() {
        check(context.entries, "this section", findings);
    }
}

fn check_flat(context: &FlatContext<'_>, findings: &mut Findings) {
    check(context.entries, "this file", findings);
}

/// Identifies what a setting sets: documented parameters by their facts, so that aliases are equal; other names by
/// spelling.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    Documented(*const ParamSpec, u32),
    Other(std::borrow::Cow<'a, str>, u32),
}

fn check(entries: &[Setting<'_>], place: &str, findings: &mut Findings) {
    if entries.len() <= FEW && are_distinct(entries) {
        return;
    }
    // One pass with a map: a section may have thousands of lines.
    let mut seen: FxHashMap<Key<'_>, &Setting<'_>> = FxHashMap::default();
    for setting in entries.iter().filter(|it| it.value.is_some()) {
        let key = match setting.spec {
            Some(spec) => Key::Documented(spec, setting.branch),
            None => Key::Other(setting.name.text(), setting.branch),
        };
        let Some(earlier) = seen.insert(key, setting) else { continue };
        let (name, other) = (setting.name.text(), earlier.name.text());
        let message = match name.eq_ignore_ascii_case(&other) {
            true => format!("duplicate parameter `{name}` in {place}"),
            false => format!("`{name}` and `{other}` set the same parameter in {place}"),
        };
        findings
            .report(setting.name.range(), message)
            // The earlier line is ignored, not this one.
            .effect("LSF uses the last line and silently ignores the others")
            .help("keep only one of the lines")
            .related(earlier.name.range(), "this line is ignored");
    }
}

/// Up to this number of lines, comparing all pairs is faster than a map.
const FEW: usize = 32;

/// Whether no two settings set the same parameter, in any branch.
fn are_distinct(entries: &[Setting<'_>]) -> bool {
    let same = |a: &Setting<'_>, b: &Setting<'_>| match (a.spec, b.spec) {
        (Some(a), Some(b)) => std::ptr::eq(a, b),
        (None, None) => a.name.text() == b.name.text(),
        _ => false,
    };
    entries.iter().enumerate().all(|(index, it)| !entries[..index].iter().any(|earlier| same(earlier, it)))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the later line
        //- each Queue
        PRIORITY = 30
          nice = 5
          Priority = 40
          ^^^^^^^^ P003 warning duplicate parameter `Priority` in this section

        //# aliases are one parameter
        //- ClusterAdmins of lsf.cluster.c1
        ADMINISTRATORS = a
        MANAGER = b
        ^^^^^^^ P003 warning `MANAGER` and `ADMINISTRATORS` set the same parameter in this section

        //# lsf.conf
        //- lsf.conf
        A=1
        LSF_TOP=/a
        B=2
        LSF_TOP=/b
        ^^^^^^^ P003 warning duplicate parameter `LSF_TOP` in this file
        LSF_TOP=/c
        ^^^^^^^ P003 warning duplicate parameter `LSF_TOP` in this file

        //# compares what is read together
        //- each Queue
        PRIORITY = 30
          #if time(20:00-8:00)
          PRIORITY = 50
          #endif
          PRIORITY = 30
          ^^^^^^^^ P003 warning duplicate parameter `PRIORITY` in this section

        //# does not compare branches
        //- each Queue
        #if time(8:00-19:00)
          PRIORITY = 30
          #else
          PRIORITY = 40
          #endif

        //# does not compare sections
        //- Queue a
        //- Queue b
    "#]];
}
