//! The list of build scripts and C code in SECURITY.md.

use std::fs;
use std::path::Path;

use crate::release::{Package, packages};

const PAGE: &str = "SECURITY.md";
const LINUX: &str = "x86_64-unknown-linux-gnu";

/// The sentences that SECURITY.md must contain.
pub(super) fn check(root: &Path) -> anyhow::Result<Vec<String>> {
    let page = fs::read_to_string(root.join(PAGE))?;
    Ok(missing(&page, &packages(root, LINUX)?))
}

fn missing(page: &str, packages: &[Package]) -> Vec<String> {
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let absent = sentences(packages).into_iter().filter(|it| !page.contains(it));
    absent.map(|it| format!("{PAGE} must say: {it}")).collect()
}

fn sentences(packages: &[Package]) -> Vec<String> {
    let mut with_script: Vec<&str> = packages.iter().filter(|it| it.has_build_script).map(|it| &*it.name).collect();
    with_script.sort_unstable();
    let with_script: Vec<String> = with_script.into_iter().map(|it| format!("`{it}`")).collect();
    let list = match with_script.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => with_script.concat(),
    };
    let (some, all) = (with_script.len(), packages.len());
    let scripts = format!("On Linux, {some} of the {all} crates in the program run a build script: {list}.");
    let in_c = packages.iter().filter(|it| it.compiles_c).map(|it| format!("`{}` compiles with a C compiler", it.name));
    std::iter::once(scripts).chain(in_c).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, has_build_script: bool, compiles_c: bool) -> Package {
        let mut package = Package::of(name);
        (package.has_build_script, package.compiles_c) = (has_build_script, compiles_c);
        package
    }

    #[test]
    fn the_page_names_all_build_scripts_and_c_code() {
        let packages = [package("a", true, false), package("b", false, false), package("c-sys", true, true)];
        let page = "On Linux, 2 of the 3 crates in\nthe program run a build script: `a` and\n`c-sys`. ";
        assert_eq!(missing(page, &packages), ["SECURITY.md must say: `c-sys` compiles with a C compiler"]);
        assert_eq!(missing(&format!("{page}`c-sys` compiles with a C compiler."), &packages), [""; 0]);
        assert_eq!(missing("", &packages).len(), 2);
    }
}
