//! Long values: requirement strings, priorities, lists.

use lsflint_spec::{FileKind, Layout};

use super::Row;
use super::Work::{Check, Edit};
use crate::growth::site::{Site, each, hosts, joined, line_of_queue, table};

pub(super) const KINDS: &[Row] = &[
    ("requirement, alternatives", Check, |n| requirement(&joined(n, " || ", |it| format!("{{select[mem > {it}]}}")))),
    ("requirement, same alternatives", Check, |n| requirement(&joined(n, " || ", |_| "{select[mem > 5]}"))),
    ("requirement, compound parts", Check, |n| {
        requirement(&joined(n, " + ", |it| format!("1*{{select[mem > {it}]}}")))
    }),
    ("requirement, || of select", Check, |n| {
        requirement(&format!("select[{}]", joined(n, " || ", |it| format!("mem > {it}"))))
    }),
    ("requirement, && of select", Check, |n| {
        requirement(&format!("select[{}]", joined(n, " && ", |it| format!("mem > {it}"))))
    }),
    ("requirement, || and && of select", Check, |n| {
        requirement(&format!("select[{}]", joined(n, " || ", |it| format!("(mem > {it} && swp > {it})"))))
    }),
    ("requirement, && of ||", Check, |n| {
        requirement(&format!("select[{}]", joined(n, " && ", |it| format!("(mem > {it} || swp > {it})"))))
    }),
    ("requirement, nested parentheses", Check, |n| {
        requirement(&format!("select[{}mem > 5{}]", each(n, |_| "("), each(n, |_| ")")))
    }),
    ("requirement, nested and open", Check, |n| requirement(&format!("select[{}mem > 5]", each(n, |_| "(")))),
    ("requirement, negations", Check, |n| requirement(&format!("select[{}(mem > 5)]", each(n, |_| "!")))),
    ("requirement, brackets", Check, |n| requirement(&each(n, |_| "["))),
    ("requirement, braces", Check, |n| requirement(&each(n, |_| "{"))),
    ("requirement, unknown resources", Check, |n| {
        requirement(&format!("select[{}]", joined(n, " && ", |it| format!("nosuch{it}"))))
    }),
    ("requirement, unknown types", Check, |n| {
        requirement(&format!("select[{}]", joined(n, " || ", |it| format!("type == T{it}"))))
    }),
    ("requirement, rusage", Check, |n| requirement(&format!("rusage[{}]", joined(n, ", ", |it| format!("r{it}=5"))))),
    ("requirement, same rusage", Check, |n| requirement(&format!("rusage[{}]", joined(n, ", ", |_| "mem=5")))),
    ("requirement, || of rusage", Check, |n| {
        requirement(&format!("rusage[{}]", joined(n, " || ", |it| format!("mem={it}"))))
    }),
    ("requirement, order", Check, |n| requirement(&format!("order[{}]", joined(n, ":", |it| format!("r{it}"))))),
    ("requirement, same", Check, |n| requirement(&format!("same[{}]", joined(n, ":", |it| format!("r{it}"))))),
    ("requirement, sections", Check, |n| requirement(&each(n, |it| format!("rusage[mem={it}] ")))),
    ("requirement, affinity", Check, |n| {
        requirement(&format!("affinity[core(1,{})]", joined(n, ",", |_| "same=socket")))
    }),
    ("condition, terms", Check, |n| {
        queue_line(&format!("STOP_COND = select[{}]", joined(n, " || ", |it| format!("mem < {it}"))))
    }),
    ("APS, factors", Check, |n| {
        queue_line(&format!("APS_PRIORITY = WEIGHT[{}]", joined(n, " ", |it| format!("[F{it}, 5]"))))
    }),
    ("APS, same factor", Check, |n| queue_line(&format!("APS_PRIORITY = WEIGHT[{}]", joined(n, " ", |_| "[FS, 5]")))),
    ("APS, brackets", Check, |n| queue_line(&format!("APS_PRIORITY = {}", each(n, |_| "[")))),
    ("APS, sections", Check, |n| queue_line(&format!("APS_PRIORITY = {}", each(n, |_| "WEIGHT[[FS, 5]] ")))),
    ("fairshare, shares", Check, |n| {
        queue_line(&format!("FAIRSHARE = USER_SHARES[{}]", joined(n, " ", |it| format!("[u{it}, 5]"))))
    }),
    ("time windows", Check, |n| queue_line(&format!("DISPATCH_WINDOW = {}", joined(n, " ", window)))),
    ("time windows, minute and hour", Check, |n| {
        queue_line(&format!("DISPATCH_WINDOW = {}", joined(n, " ", |it| format!("{}:8-{}:18", it % 6, it % 6 + 1))))
    }),
    ("time windows, errors", Check, |n| queue_line(&format!("DISPATCH_WINDOW = {}", joined(n, " ", |_| "25:00-99")))),
    ("hosts of a queue", Check, |n| {
        queue_line(&format!("HOSTS = {}", joined(n, " ", |it| format!("h{it}")))).with("lsf.cluster.c", hosts(n))
    }),
    ("hosts of a queue, unknown", Check, |n| queue_line(&format!("HOSTS = {}", joined(n, " ", |it| format!("x{it}"))))),
    ("hosts of a queue, same", Check, |n| queue_line(&format!("HOSTS = {}", joined(n, " ", |_| "h0")))),
    ("hosts of a queue, without", Check, |n| {
        queue_line(&format!("HOSTS = all {}", joined(n, " ", |it| format!("~h{it}")))).with("lsf.cluster.c", hosts(n))
    }),
    ("users of a queue", Check, |n| queue_line(&format!("USERS = {}", joined(n, " ", |it| format!("u{it}"))))),
    ("users of a queue, same", Check, |n| queue_line(&format!("USERS = {}", joined(n, " ", |_| "ua")))),
    ("preemption of a queue", Check, |n| {
        queue_line(&format!("PREEMPTION = PREEMPTIVE[{}]", joined(n, " ", |it| format!("q{it}+{it}"))))
    }),
    ("exit values of a queue", Check, |n| {
        queue_line(&format!("REQUEUE_EXIT_VALUES = {}", joined(n, " ", |it| it % 256)))
    }),
    ("job controls of a queue", Check, |n| {
        queue_line(&format!("JOB_CONTROLS = {}", joined(n, " ", |_| "SUSPEND[SIGTSTP]")))
    }),
    ("every parameter, words", Check, |n| parameters(n, |it| format!("w{it}"))),
    ("every parameter, numbers", Check, |n| parameters(n, |it| it.to_string())),
    ("every parameter, same word", Check, |n| parameters(n, |_| "all".to_owned())),
    ("every parameter, brackets", Check, |n| parameters(n, |_| "[".to_owned())),
    ("every column, words", Check, columns),
    ("long word", Check, |n| queue_line(&format!("RES_REQ = select[{}]", each(n, |_| "abcdefghij")))),
    ("long description", Check, |n| queue_line(&format!("DESCRIPTION = {}", each(n, |_| "words and words ")))),
    ("edit of a long value", Edit, |n| queue_line(&format!("HOSTS = {}", joined(n, " ", |it| format!("x{it}"))))),
    ("edit of a value with errors", Edit, |n| queue_line(&format!("APS_PRIORITY = {}", each(n, |_| "[")))),
];

fn queue_line(line: &str) -> Site {
    Site::new().with("lsb.queues", line_of_queue(line))
}

fn requirement(text: &str) -> Site {
    queue_line(&format!("RES_REQ = {text}"))
}

/// Windows of a minute each, of which 5040 are different.
fn window(number: usize) -> String {
    let (day, hour, minute) = (number % 7, number / 7 % 24, number / 168 % 30 * 2);
    format!("{day}:{hour}:{minute:02}-{day}:{hour}:{:02}", minute + 1)
}

/// Every parameter of the files with `key = value` lines, with a list of words.
fn parameters(n: usize, word: impl Fn(usize) -> String) -> Site {
    let words = joined(n.div_ceil(16), " ", word);
    let mut site = Site::new();
    for kind in FileKind::ALL {
        let mut text = String::new();
        for section in kind.spec().sections {
            let lines: String = section.params.iter().map(|it| format!("{} = {words}\n", it.name)).collect();
            match section.layout {
                Layout::Keyed if section.name.is_empty() => text += &lines,
                Layout::Keyed | Layout::Either => text += &format!("Begin {0}\n{lines}End {0}\n", section.name),
                Layout::Tabular | Layout::Flat => {}
            }
        }
        if !text.is_empty() && !matches!(kind, FileKind::LsfCluster) {
            site = site.with(kind.name(), text);
        }
    }
    site
}

/// Every table with all its columns, with a list of words in each cell of a row.
fn columns(n: usize) -> Site {
    let words = joined(n.div_ceil(4), " ", |it| format!("w{it}"));
    let mut site = Site::new();
    for kind in FileKind::ALL {
        let mut text = String::new();
        for section in kind.spec().sections {
            if matches!(section.layout, Layout::Tabular | Layout::Either) {
                let names: Vec<&str> = section.params.iter().map(|it| it.name).collect();
                let row: Vec<String> = names.iter().map(|_| format!("({words})")).collect();
                text += &table(section.name, &names.join(" "), &format!("{}\n", row.join(" ")));
            }
        }
        if !text.is_empty() && !matches!(kind, FileKind::LsfCluster) {
            site = site.with(kind.name(), text);
        }
    }
    site
}
