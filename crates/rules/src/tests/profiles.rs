//! Profiles name rules that exist.

use lsflint_lint::{PROFILES, Profile};

#[test]
fn what_a_profile_names_exists() {
    for profile in &PROFILES {
        let has_own = profile.preset.is_none() || crate::all().iter().any(|it| profile.adds(&it.meta));
        assert!(has_own, "{} adds no rule", profile.name);
        if let Some(target) = profile.target {
            assert!(target.parse::<lsflint_spec::Target>().is_ok(), "{}: {target}", profile.name);
        }
    }
}

#[test]
fn pedantic_has_every_rule_that_is_off_by_default() {
    let pedantic: &Profile = "pedantic".parse().unwrap_or_default();
    let missing = crate::all().iter().filter(|it| !pedantic.runs(&it.meta)).map(|it| it.meta.name);
    // Reasons are a matter of the profile `ci`.
    let missing: Vec<_> = missing.filter(|it| *it != "suppression-without-reason").collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn names() {
    let check = |given: &str, expected: &str| {
        let found = given.parse::<&Profile>().map_or_else(|it| it.to_string(), |it| it.name.to_owned());
        assert_eq!(found, expected);
    };
    check("migration", "migration");
    check("Migraton", "unknown profile `Migraton`; did you mean `migration`?");
    check("strict", "unknown profile `strict`; choose from default, ci, pedantic, portable, migration");
}
