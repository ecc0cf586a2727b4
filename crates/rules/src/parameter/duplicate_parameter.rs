use lsflint_lint::{Findings, FlatContext, SectionContext, Setting, rule};
use lsflint_spec::ParamSpec;
use rustc_hash::FxHashMap;

rule! {
    /// Finds a parameter that is set twice in one section, or twice in lsf.conf.
    ///
    /// # Effect
    /// The last line wins, and the earlier ones are dropped without a message.
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
    /// Lines in different branches of an `#if` are not compared: only one of them is read at a time.
    ///
    /// # Notes
    /// Documented for lsb.queues ("a keyword given twice keeps its last value"). Observed for the other files.
    pub P003 "duplicate-parameter" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [],
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

/// A setting by what it sets: documented parameters by their facts, so that an alias is the same; other names by their spelling.
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
            true => format!("`{name}` is set twice in {place}"),
            false => format!("`{name}` and `{other}` are one parameter, set twice in {place}"),
        };
        findings
            .report(setting.name.range(), message)
            // What is lost is the other line, not this one.
            .effect("LSF uses the last line and silently ignores the others")
            .help("keep one of the lines")
            .related(earlier.name.range(), "this line is dropped");
    }
}

/// With so few lines, comparing each with each is quicker than a map.
const FEW: usize = 32;

/// Whether no two settings are of one parameter, whatever branches they stand in.
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
    use expect_test::expect;

    use crate::testing::check;

    // shows trap 3 of the format notes
    // covers keyword-repeated
    #[test]
    fn points_at_the_later_line() {
        check(
            "P003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nnice = 5\nPriority = 40\nEnd Queue\n",
            expect![[r#"
                5:1-5:9 warning `Priority` is set twice in this section
                  effect: LSF uses the last line and silently ignores the others
                  help: keep one of the lines
                  3:1-3:9 this line is dropped
            "#]],
        );
    }

    #[test]
    fn aliases_are_one_parameter() {
        let text = "Begin ClusterAdmins\nADMINISTRATORS = a\nMANAGER = b\nEnd ClusterAdmins\n";
        check(
            "P003",
            "lsf.cluster.c1",
            text,
            expect![[r#"
            3:1-3:8 warning `MANAGER` and `ADMINISTRATORS` are one parameter, set twice in this section
              effect: LSF uses the last line and silently ignores the others
              help: keep one of the lines
              2:1-2:15 this line is dropped
        "#]],
        );
    }

    #[test]
    fn lsf_conf() {
        check(
            "P003",
            "lsf.conf",
            "A=1\nLSF_TOP=/a\nB=2\nLSF_TOP=/b\nLSF_TOP=/c\n",
            expect![[r#"
            4:1-4:8 warning `LSF_TOP` is set twice in this file
              effect: LSF uses the last line and silently ignores the others
              help: keep one of the lines
              2:1-2:8 this line is dropped
            5:1-5:8 warning `LSF_TOP` is set twice in this file
              effect: LSF uses the last line and silently ignores the others
              help: keep one of the lines
              4:1-4:8 this line is dropped
        "#]],
        );
    }

    // covers timeconf-branch-aware
    #[test]
    fn compares_what_is_read_together() {
        check(
            "P003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\n#if time(20:00-8:00)\nPRIORITY = 50\n#endif\nPRIORITY = 30\nEnd Queue\n",
            expect![[r#"
                7:1-7:9 warning `PRIORITY` is set twice in this section
                  effect: LSF uses the last line and silently ignores the others
                  help: keep one of the lines
                  3:1-3:9 this line is dropped
            "#]],
        );
    }

    // covers timeconf-branch-aware
    #[test]
    fn does_not_compare_branches() {
        check(
            "P003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\n#if time(8:00-19:00)\nPRIORITY = 30\n#else\nPRIORITY = 40\n#endif\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn does_not_compare_sections() {
        check(
            "P003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = a\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nEnd Queue\n",
            expect![[""]],
        );
    }
}
