//! Values of parameters outside files, as given on a command line.

use std::cell::Cell;

use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::{FileKind, ParamSpec};

use crate::context::{ErrorContext, FileContext, MOST_ERRORS_OF_VALUE, Origin, Setting, SettingContext};
use crate::diagnostic::{self, Diagnostic};
use crate::registry::Registry;
use crate::settings::Settings;

/// Checks one value that is not in a file, as if it were the value of a parameter: with the rules about syntax errors
/// and those for this parameter, but not with rules that read the lines around it. Offsets are relative to the start of
/// the text.
pub fn check_value(
    text: &str,
    kind: FileKind,
    param: &'static ParamSpec,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
) -> Vec<Diagnostic> {
    // Rules refer to a file, so the text becomes a file that contains nothing else.
    let file = SourceFile {
        path: "<arg>".into(),
        kind,
        kind_certain: true,
        template: false,
        text: text.into(),
        parse: lsflint_syntax::parse_value(text, param.grammar),
    };
    let mut found = Vec::new();
    let context = FileContext::new(&file, cluster.view(), settings);
    let value = file.parse.value();
    // There is no name, so findings at the name of the parameter are reported at the start of its value.
    let name = value.and_then(|it| it.node().descendants().find_map(|it| it.tokens().next()));
    let setting = name.map(|name| Setting { name, spec: Some(param), value, origin: Origin::Keyed, branch: 0 });
    for &error in file.parse.errors().iter().take(MOST_ERRORS_OF_VALUE) {
        let context = ErrorContext { file: context, section: None, line: None, setting, error };
        registry.check_error(&context, &mut found);
    }
    if let Some(setting) = setting {
        let broken = !file.parse.errors().is_empty();
        let checks = registry.checks_of(kind, None, param);
        let names = setting.value.filter(|_| !broken).map(|it| checks.names_in(it)).unwrap_or_default();
        let looked = Cell::new(false);
        let context = SettingContext::new(context, None, setting, &looked).with(broken, &names);
        for check in &checks.checks {
            check.run(&context, &mut found);
        }
    }
    settings.apply_severities(&mut found);
    diagnostic::sort(&mut found);
    found
}
