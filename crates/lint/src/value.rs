//! Values of parameters on their own, as they are given on a command line.

use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::{FileKind, ParamSpec};
use lsflint_syntax::ast::Value;

use crate::context::{ErrorContext, FileContext, Origin, Setting, SettingContext};
use crate::diagnostic::{Diagnostic, Findings};
use crate::registry::Registry;
use crate::settings::Settings;
use crate::walk::sort;

/// Checks one value that stands in no file, as if it were the value of a parameter: with the rules about syntax errors and those that
/// ask for this parameter, but not with those that look at the lines around it. Offsets count from the start of the text.
pub fn check_value(
    text: &str,
    kind: FileKind,
    param: &'static ParamSpec,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    // Rules point into a file; the text is one that holds nothing else.
    let file = SourceFile {
        path: "<arg>".into(),
        kind,
        kind_certain: true,
        template: false,
        text: text.into(),
        parse: lsflint_syntax::parse_value(text, param.grammar),
    };
    let mut findings = Findings::default();
    let context = FileContext::new(&file, cluster.view(), settings);
    let root = file.parse.root();
    // Who points at the name of the parameter points at the start of its value: there is no name.
    let name = root.descendants().find_map(|it| it.tokens().next());
    let setting = name.map(|name| Setting {
        name,
        spec: Some(param),
        value: Value::cast(root),
        origin: Origin::Keyed,
        branch: 0,
    });
    for &error in file.parse.errors() {
        let context = ErrorContext { file: context, section: None, line: None, setting, error };
        for check in &registry.error {
            check(&context, &mut findings);
        }
    }
    if let Some(setting) = setting {
        let broken = !file.parse.errors().is_empty();
        let context = SettingContext { file: context, section: None, setting, broken };
        for check in registry.checks_of(param) {
            check(&context, &mut findings);
        }
    }
    let mut found = findings.found;
    settings.apply_severities(&mut found);
    sort(&mut found);
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::{everything, render};

    fn check(text: &str, expect: Expect) {
        let param = lsflint_spec::section(FileKind::LsbQueues, "Queue").and_then(|it| it.param("APS_PRIORITY"));
        let settings = everything();
        let registry = Registry::new(&settings);
        let param = param.expect("a parameter of queues");
        let found = check_value(text, FileKind::LsbQueues, param, &Cluster::default(), &settings, &registry);
        expect.assert_eq(&render(text, &found));
    }

    #[test]
    fn rules_of_the_parameter_speak() {
        check(
            "LIMIT[[FS, 0]]",
            expect![[r#"
                1:1-1:15 error no factor has a weight
                  effect: every job has the value zero: the formula orders nothing
                  help: add the weights: `WEIGHT[[factor, value] ...]`
                1:12-1:13 error zero in LIMIT
                  effect: LSF ignores the line: the queue works without absolute priority
                  help: leave the pair out
            "#]],
        );
        check("WEIGHT[[FS, 1] [MEM, 2]]", expect![[""]]);
        check("", expect![[""]]);
    }

    #[test]
    fn syntax_errors_speak() {
        check(
            "WEIGHT[FS, 1]",
            expect![[r#"
            1:8-1:13 error `FS, 1` has no brackets of its own
              effect: LSF ignores the line: the queue works without absolute priority
              help: every pair has its own: `[[FS, 1] [MEM, 2]]`
        "#]],
        );
    }
}
