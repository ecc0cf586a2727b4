use std::borrow::Cow;

use lsflint_lint::{Findings, SettingContext, Severity, rule};
use lsflint_spec::{FileKind, Namespace, ParamSpec};

use crate::parameter::wording;

rule! {
    /// Finds names with characters that LSF does not allow.
    ///
    /// # Effect
    /// LSF drops what the name defines: the queue, the row of lsf.shared, or the group. In a requirement string, LSF
    /// would read a resource `scratch-gb` as a subtraction.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big.mem
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big_mem
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// For host types and models, whose characters are known only from `do_HostTypes` and `do_HostModels` of volclava,
    /// the rule only warns.
    pub P120 "name-characters" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.conf.c",
                "do_Resources",
                "a name with one of ILLEGAL_CHARS, or with a digit at the beginning, is refused: the row is ignored",
            ),
            ibm("lsf_admin/resource_section_configure", "characters that the name of a resource cannot have"),
            ibm("lsb.queues", "QUEUE_NAME: letters, digits, underscores and dashes"),
            ibm("lsb.serviceclasses", "NAME: letters, digits, underscores and dashes"),
            ibm("lsb.resources", "NAME: letters, digits, underscores and dashes"),
            ibm("lsb.users", "GROUP_NAME: no slash"),
        ],
        checks: [SettingOf(is_name, check)],
    }
}

fn is_name(spec: &ParamSpec) -> bool {
    spec.name_characters.is_some() || !spec.forbidden_characters.is_empty() || spec.no_leading_digit
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(token)) = (setting.spec, setting.single_word()) else { return };
    if context.broken {
        return;
    }
    let name = token.text();
    let wrong = name.chars().find(|it| !allowed(spec, *it));
    let digit = spec.no_leading_digit && name.starts_with(|it: char| it.is_ascii_digit());
    let parameter = setting.display_name();
    let message = match wrong {
        Some(wrong) => format!("invalid character `{wrong}` in `{parameter}`"),
        None if digit => format!("`{parameter}` must not begin with a digit"),
        None => return,
    };
    let mut found = findings.report(token.range(), message);
    let observed = is_open_source_fact(context.file.kind(), spec);
    if observed {
        found = found.severity(Severity::Warning);
    }
    // The pages say which characters are allowed, not what happens to others.
    let consequence = wording::lost(setting).possible();
    found.capped(spec.confidence).consequence(consequence).help(help(spec));
}

/// Whether a name has only characters that are allowed for a parameter or column.
pub(crate) fn is_allowed_name(spec: &ParamSpec, name: &str) -> bool {
    let digit = spec.no_leading_digit && name.starts_with(|it: char| it.is_ascii_digit());
    !digit && name.chars().all(|it| allowed(spec, it))
}

fn allowed(spec: &ParamSpec, character: char) -> bool {
    let listed = |it: &str| it.contains(character);
    !listed(spec.forbidden_characters)
        && spec.name_characters.is_none_or(|it| character.is_ascii_alphanumeric() || listed(it))
}

fn help(spec: &ParamSpec) -> Cow<'static, str> {
    match spec.name_characters {
        Some(others) => {
            let others = others.chars().map(|it| if it == ' ' { "spaces".to_owned() } else { format!("`{it}`") });
            format!("use letters, digits and {}", others.collect::<Vec<_>>().join(", ")).into()
        }
        None if spec.forbidden_characters.len() == 1 => format!("remove `{}`", spec.forbidden_characters).into(),
        None => "use letters, digits and `_`, beginning with a letter".into(),
    }
}

/// The characters of host types and models are known only from open-source parsers.
fn is_open_source_fact(kind: FileKind, spec: &ParamSpec) -> bool {
    let namespace = match spec.grammar {
        lsflint_spec::Grammar::Name(namespace) => namespace,
        _ => None,
    };
    kind == FileKind::LsfShared && matches!(namespace, Some(Namespace::HostType | Namespace::HostModel))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the first wrong character
        //- Queue of lsb.queues
        QUEUE_NAME = big.mem+
                     ^^^^^^^^ P120 error invalid character `.` in `QUEUE_NAME`
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        eda/hw (user1)
        ^^^^^^ P120 error invalid character `/` in `GROUP_NAME`
            = effect: LSF may drop the row
            = help: remove `/`
        ACME\eda (user1)

        //# reports names of lsf.shared
        //- HostType of lsf.shared
        TYPENAME
        X86-64
        ^^^^^^ P120 warning invalid character `-` in `TYPENAME`
            = help: use letters, digits and `_`, beginning with a letter
        X86_64
        386
        ^^^ P120 warning `TYPENAME` must not begin with a digit
        //- Resource of lsf.shared
        RESOURCENAME DESCRIPTION
        3dcard (x)
        ^^^^^^ P120 error `RESOURCENAME` must not begin with a digit
        scratch-gb (x)
        ^^^^^^^^^^ P120 error invalid character `-` in `RESOURCENAME`
        card3d (x)

        //# is silent about good names and templates
        //- Queue Night-2_a
        //- Queue of lsb.queues: QUEUE_NAME = {{ name }}
        //#
        //- Application of lsb.applications: NAME = ansys 19.2
    "#]];
}
