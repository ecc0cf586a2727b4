use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::ParamSpec;

rule! {
    /// Finds names that consist of the same word more than once.
    ///
    /// # Effect
    /// The name of an application profile may have spaces. LSF reads all words as one name, which users must write
    /// exactly so: `bsub -app "abaqus abaqus"`.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME = abaqus abaqus
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME = abaqus
    /// End Application
    /// ```
    pub P405 "name-repeats-word" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsb.applications", "NAME: spaces are allowed in the name of an application profile"),
            judgement("a word that is written more than once is more likely a slip than a name"),
        ],
        checks: [SettingOf(may_have_spaces, check)],
    }
}

fn may_have_spaces(spec: &ParamSpec) -> bool {
    spec.name_characters.is_some_and(|it| it.contains(' '))
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value() else { return };
    let text = value.node().text();
    let mut words = text.split_ascii_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return };
    if second == first && words.all(|it| it == first) {
        findings
            .report(context.setting.value_range(), format!("name repeats the word `{first}`"))
            .consequence(Item::Value.read_as(text.trim().to_owned()).called("the name").possible())
            .help(format!("write `{first}`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one word in all places
        //- lsb.applications
        Begin Application
        NAME = abaqus abaqus
               ^^^^^^^^^^^^^ P405 warning name repeats the word `abaqus`
        End Application

        //# names of several words
        //- Application of lsb.applications: NAME = abaqus explicit
        //#
        //- Application abaqus
    "#]];
}
