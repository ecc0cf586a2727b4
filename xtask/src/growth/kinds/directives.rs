//! Directives: branches, included files, suppression comments.

use super::Row;
use super::Work::Check;
use crate::growth::site::{Site, each, line_of_queue, queue, table};

pub(super) const KINDS: &[Row] = &[
    ("branches, nested", Check, |n| {
        queues(&format!("{}{}", each(n, |_| "#if time(8:00-18:00)\n"), each(n, |_| "#endif\n")))
    }),
    ("branches, one after another", Check, |n| {
        queues(&each(n, |it| format!("#if time(8:00-18:00)\n{}#endif\n", queue(it, ""))))
    }),
    ("branches, #elif", Check, |n| {
        let parts = each(n, |it| format!("#elif time({}:00-{}:30)\n{}", it % 24, it % 24, queue(it, "")));
        queues(&format!("#if time(8:00-18:00)\n{parts}#endif\n"))
    }),
    ("branches, in a queue", Check, |n| {
        let lines = each(n, |_| "#if time(8:00-18:00)\nRUNLIMIT = 60\n#else\nRUNLIMIT = 90\n#endif\n");
        queues(&queue(0, &lines))
    }),
    ("branches, time windows of one", Check, |n| {
        let windows = each(n, |it| format!(" || time({}:00-{}:30)", it % 24, it % 24));
        queues(&format!("#if time(8:00-18:00){windows}\n{}#endif\n", queue(0, "")))
    }),
    ("branches, stray #endif", Check, |n| queues(&each(n, |_| "#endif\n"))),
    ("includes, different files", Check, |n| included(n, |_| String::new())),
    ("includes, one file again and again", Check, |n| {
        site_of(&each(n, |_| "#INCLUDE \"i/f\"\n")).with(&path("f"), group(0))
    }),
    ("includes, chain", Check, |n| {
        let site = site_of("#INCLUDE \"i/f0\"\n");
        (0..n).fold(site, |site, it| {
            site.with(&path(&format!("f{it}")), format!("#INCLUDE \"i/f{}\"\n{}", it + 1, group(it)))
        })
    }),
    ("includes, diamond", Check, |n| {
        included(n, |_| "#INCLUDE \"i/common\"\n".to_owned()).with(&path("common"), group(1_000_000))
    }),
    ("includes, cycles", Check, |n| included(n, |_| "#INCLUDE \"i/f0\"\n".to_owned())),
    ("includes, missing files", Check, |n| site_of(&each(n, |it| format!("#INCLUDE \"i/f{it}\"\n")))),
    ("suppressions, unused", Check, |n| queues(&each(n, |_| "# lsflint: ignore[P001] x\n"))),
    ("suppressions, used", Check, |n| {
        queues(&each(n, |it| queue(it, "# lsflint: ignore[P001] x\nNO_SUCH_NAME = 1\n")))
    }),
    ("suppressions, one section", Check, |n| queues(&queue(0, &each(n, |_| "# lsflint: ignore-section[P001] x\n")))),
    ("suppressions, many sections", Check, |n| {
        queues(&each(n, |it| queue(it, "# lsflint: ignore-section[P001] x\nNO_SUCH_NAME = 1\n")))
    }),
    ("suppressions, file", Check, |n| queues(&each(n, |_| "# lsflint: ignore-file[P001] x\n"))),
    ("suppressions, one value", Check, |n| {
        queues(&line_of_queue(&format!("DESCRIPTION = \"{}\"", each(n, |_| "# lsflint: ignore[P001] x "))))
    }),
    ("suppressions, codes of one", Check, |n| {
        queues(&format!("# lsflint: ignore[{}P001] x\n", each(n, |it| format!("X{}, ", it % 900 + 100))))
    }),
];

fn queues(text: &str) -> Site {
    Site::new().with("lsb.queues", text)
}

fn path(name: &str) -> String {
    format!("conf/lsbatch/c/configdir/i/{name}")
}

fn group(number: usize) -> String {
    table("UserGroup", "GROUP_NAME GROUP_MEMBER", &format!("ug{number} (ua ub)\n"))
}

fn site_of(users: &str) -> Site {
    Site::new().with("lsb.users", users)
}

/// A file with `n` files that it includes.
fn included(n: usize, begin: fn(usize) -> String) -> Site {
    let site = site_of(&each(n, |it| format!("#INCLUDE \"i/f{it}\"\n")));
    (0..n).fold(site, |site, it| site.with(&path(&format!("f{it}")), format!("{}{}", begin(it), group(it))))
}
