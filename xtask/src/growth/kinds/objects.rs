//! What a cluster defines: hosts, groups, resources, queues, application profiles, users, limits.

use super::Row;
use super::Work::{Check, Edit, Format, Program, Reload};
use crate::growth::site::{HOSTS, Site, each, hosts, hosts_with, joined, profile, queue, shared, table};

pub(super) const KINDS: &[Row] = &[
    ("hosts", Check, |n| Site::new().with("lsf.cluster.c", hosts(n))),
    ("hosts, rows of lsb.hosts", Check, |n| {
        let rows = each(n, |it| format!("h{it} 4\n"));
        Site::new().with("lsf.cluster.c", hosts(n)).with("lsb.hosts", table("Host", "HOST_NAME MXJ", &rows))
    }),
    ("hosts, unknown in lsb.hosts", Check, |n| {
        Site::new().with("lsb.hosts", table("Host", "HOST_NAME MXJ", &each(n, |it| format!("x{it} 4\n"))))
    }),
    ("hosts, duplicates", Check, |n| Site::new().with("lsf.cluster.c", format!("{}{}", hosts(n), hosts(n)))),
    ("host groups", Check, |n| host_groups(n, n, |it| format!("(h{it})"))),
    ("host groups, pattern of the begin", Check, |n| host_groups(n, n, |it| format!("(h{it}*)"))),
    ("host groups, pattern of the end", Check, |n| host_groups(n, n, |it| format!("(*{it})"))),
    ("host groups, pattern with a star inside", Check, |n| host_groups(n, n, |it| format!("(h*{it})"))),
    ("host groups, same pattern", Check, |n| host_groups(n, n, |_| "(h*)".to_owned())),
    ("host groups, condensed range", Check, |n| host_groups(1, n, |_| format!("(h[0-{}])", n - 1))),
    ("host groups, condensed range each", Check, |n| host_groups(n, n, |it| format!("(h[{it}-{}])", it + 2))),
    ("host groups, range of ranges", Check, |n| host_groups(1, 2, |_| format!("(r[1-{n}]c[1-{n}])"))),
    ("host groups, members of one", Check, |n| {
        let members = joined(n, " ", |it| format!("h{it}"));
        host_groups(1, n, move |_| format!("({members})"))
    }),
    ("host groups, unknown members", Check, |n| {
        let members = joined(n, " ", |it| format!("x{it}"));
        host_groups(1, 2, move |_| format!("({members})"))
    }),
    ("host groups, without members", Check, |n| {
        let members = joined(n, " ", |it| format!("~h{it}"));
        host_groups(1, n, move |_| format!("(all {members})"))
    }),
    ("host groups, chain", Check, |n| {
        host_groups(n, 2, |it| if it == 0 { "(h0)".into() } else { format!("(g{})", it - 1) })
    }),
    ("host groups, of groups", Check, |n| {
        let members = joined(n, " ", |it| format!("g{}", it + 1));
        host_groups(n + 1, 2, move |it| if it == 0 { format!("({members})") } else { "(h0)".to_owned() })
    }),
    ("host groups, cycle", Check, |n| host_groups(n, 2, move |it| format!("(g{})", (it + 1) % n))),
    ("host groups, layers", Check, |n| host_groups(n, 2, in_layers)),
    ("host groups, compute units", Check, |n| {
        let rows = each(n, |it| format!("u{it} (h{it}) rack\n"));
        Site::new()
            .with("lsf.cluster.c", hosts(n))
            .with("lsb.hosts", format!("{HOSTS}{}", table("ComputeUnit", "NAME MEMBER TYPE", &rows)))
    }),
    ("compute unit types", Check, |n| {
        let rows = each(n, |it| format!("u{it} (h0) rack{it}\nv{it} (h0) rakc{it}\n"));
        let types = joined(n, " ", |it| format!("rack{it}"));
        Site::new()
            .with("lsb.params", format!("Begin Parameters\nCOMPUTE_UNIT_TYPES = {types}\nEnd Parameters\n"))
            .with("lsb.hosts", format!("{HOSTS}{}", table("ComputeUnit", "NAME MEMBER TYPE", &rows)))
    }),
    ("resources", Check, |n| Site::new().with("lsf.shared", resources(n))),
    ("resources, of one host", Check, |n| {
        let names = joined(n, " ", |it| format!("r{it}"));
        Site::new().with("lsf.shared", resources(n)).with("lsf.cluster.c", hosts_with(1, &names, ""))
    }),
    ("resources, unknown, of one host", Check, |n| {
        let names = joined(n, " ", |it| format!("zz{it}"));
        Site::new().with("lsf.cluster.c", hosts_with(1, &names, ""))
    }),
    ("resources, unknown, of one requirement", Check, |n| {
        let names = joined(n, " && ", |it| format!("zz{it}"));
        queues(&queue(0, &format!("RES_REQ = select[{names}]\n"))).with("lsf.shared", resources(n))
    }),
    ("resources, without a row of ResourceMap", Check, |n| {
        let map = table("ResourceMap", "RESOURCENAME LOCATION", &each(n, |it| format!("zz{it} [default]\n")));
        let rows = each(n, |it| format!("r{it} Numeric 60 N (text)\n"));
        let resources = table("Resource", "RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION", &rows);
        Site::new().with("lsf.shared", shared(&resources)).with("lsf.cluster.c", hosts_with(2, "", &map))
    }),
    ("resources, global", Check, |n| {
        let rows = each(n, |it| format!("r{it} Numeric () N (text)\n"));
        let resources = table("Resource", "RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION", &rows);
        let map = table("ResourceMap", "RESOURCENAME LOCATION", &each(n, |it| format!("zz{it} (5@[all])\n")));
        Site::new().with("lsb.globalpolicies", format!("{resources}{map}"))
    }),
    ("resources, ResourceMap rows", Check, |n| {
        let map = table("ResourceMap", "RESOURCENAME LOCATION", &each(n, |it| format!("r{it} [default]\n")));
        Site::new().with("lsf.shared", resources(n)).with("lsf.cluster.c", hosts_with(2, "", &map))
    }),
    ("resources, ResourceMap locations", Check, |n| {
        let all = joined(n, " ", |it| format!("5@[h{it}]"));
        let map = table("ResourceMap", "RESOURCENAME LOCATION", &format!("r0 ({all})\n"));
        Site::new().with("lsf.shared", resources(1)).with("lsf.cluster.c", hosts_with(n, "", &map))
    }),
    ("host types and models", Check, |n| {
        let types = table("HostType", "TYPENAME", &each(n, |it| format!("T{it}\n")));
        let models =
            table("HostModel", "MODELNAME CPUFACTOR ARCHITECTURE", &each(n, |it| format!("MM{it} 10 (a{it})\n")));
        Site::new().with("lsf.shared", shared(&format!("{types}{models}")))
    }),
    ("clusters that share lsf.shared", Check, |n| {
        // Every cluster reads all of lsf.shared, so only the number of clusters grows.
        let mut site = Site::empty().with("conf/lsf.shared", shared(""));
        for it in 0..n {
            site = site.with(&format!("conf/lsf.cluster.c{it}"), hosts(2));
            site = site.with(&format!("conf/lsbatch/c{it}/configdir/lsb.queues"), queue(0, ""));
        }
        site
    }),
    ("clusters of one tree", Check, clusters),
    ("clusters of one tree, planned again", Reload, clusters),
    ("edit in one cluster of many", Edit, clusters),
    ("queues", Check, |n| queues(&each(n, |it| queue(it, "")))),
    ("queues, same name", Check, |n| queues(&each(n, |_| queue(0, "")))),
    ("queues, each with all hosts", Check, |n| {
        queues(&each(n, |it| queue(it, "HOSTS = all\n"))).with("lsf.cluster.c", hosts(n))
    }),
    ("queues, each with one host", Check, |n| {
        queues(&each(n, |it| queue(it, &format!("HOSTS = h{it}\n")))).with("lsf.cluster.c", hosts(n))
    }),
    ("queues, each with hosts with exclusive resources", Check, |n| {
        queues(&each(n, |it| queue(it, &format!("RES_REQ = select[mem > {it}]\n"))))
            .with("lsf.cluster.c", hosts_with(n, "!r0", ""))
            .with("lsf.shared", resources(1))
    }),
    ("queues, each with resources, hosts", Check, |n| {
        queues(&each(n, |it| queue(it, &format!("RES_REQ = select[r{it}] rusage[mem={it}]\n"))))
            .with("lsf.cluster.c", hosts_with(n, "r0 r1", ""))
            .with("lsf.shared", resources(n))
    }),
    ("queues, each with one user", Check, |n| queues(&each(n, |it| queue(it, &format!("USERS = u{it}\n"))))),
    ("queues, preemption", Check, |n| {
        queues(&each(n, |it| queue(it, &format!("PREEMPTION = PREEMPTIVE[q{}]\n", (it + 1) % n))))
    }),
    ("queues, with branches", Check, |n| {
        queues(&each(n, |it| queue(it, "#if time(8:00-18:00)\nRUNLIMIT = 60\n#else\nRUNLIMIT = 90\n#endif\n")))
    }),
    ("application profiles", Check, |n| {
        Site::new().with("lsb.applications", each(n, |it| profile(it, "RUNLIMIT = 60\n")))
    }),
    ("queues and application profiles", Check, |n| {
        queues(&each(n, |it| queue(it, "RES_REQ = select[mem > 4] rusage[mem=5]\nMEMLIMIT = 10\nRUNLIMIT = 60\n")))
            .with(
                "lsb.applications",
                each(n, |it| profile(it, "RES_REQ = rusage[mem=9]\nMEMLIMIT = 90\nRUNLIMIT = 90\n")),
            )
    }),
    ("queues and application profiles, with select", Check, |n| {
        queues(&each(n, |it| queue(it, &format!("RES_REQ = select[r0 && mem > {it}]\n"))))
            .with("lsb.applications", each(n, |it| profile(it, &format!("RES_REQ = select[!r0 && mem > {it}]\n"))))
            .with("lsf.shared", resources(1))
    }),
    ("users", Check, |n| {
        Site::new().with("lsb.users", table("User", "USER_NAME MAX_JOBS", &each(n, |it| format!("u{it} 5\n"))))
    }),
    ("user groups", Check, |n| user_groups(n, |it| format!("(u{it})"))),
    ("user groups, members of one", Check, |n| {
        let members = joined(n, " ", |it| format!("u{it}"));
        user_groups(1, move |_| format!("({members})"))
    }),
    ("user groups, chain", Check, |n| {
        user_groups(n, |it| if it == 0 { "(ua)".into() } else { format!("(g{})", it - 1) })
    }),
    ("user groups, of groups", Check, |n| {
        let members = joined(n, " ", |it| format!("g{}", it + 1));
        user_groups(n + 1, move |it| if it == 0 { format!("({members})") } else { "(ua)".to_owned() })
    }),
    ("user groups, chain with users", Check, |n| {
        user_groups(n, |it| if it == 0 { "(u0)".into() } else { format!("(u{it} g{})", it - 1) })
    }),
    ("user groups, layers", Check, |n| user_groups(n, in_layers)),
    ("user groups, layers, default group", Check, |n| {
        let rows = each(n, |it| format!("g{it} {}\n", in_layers(it)));
        let groups = table("UserGroup", "GROUP_NAME GROUP_MEMBER", &format!("{rows}other (ub)\n"));
        queues(&queue(0, &format!("FAIRSHARE = USER_SHARES[[g{}, 1]]\n", n - 1)))
            .with("lsb.users", groups)
            .with("lsb.params", "Begin Parameters\nDEFAULT_USER_GROUP = other\nEnd Parameters\n")
    }),
    ("user groups, policies of global fairshare", Check, |n| {
        let policy = |it| {
            format!(
                "Begin GlobalFairshare\nNAME = p{it}\nPARTICIPANTS = q0@c\nSYNC_MODE = partial\nEnd GlobalFairshare\n"
            )
        };
        let rows = each(n, |it| format!("g{it} (ua) (x{it})\n"));
        Site::new()
            .with("lsb.globalpolicies", each(n, policy))
            .with("lsb.users", table("UserGroup", "GROUP_NAME GROUP_MEMBER FS_POLICY", &rows))
    }),
    ("user groups, cycle", Check, |n| user_groups(n, move |it| format!("(g{})", (it + 1) % n))),
    ("user groups, administrators", Check, |n| {
        let rows = each(n, |it| format!("g{it} (ua) (g{})\n", (it + 1) % n));
        Site::new().with("lsb.users", table("UserGroup", "GROUP_NAME GROUP_MEMBER GROUP_ADMIN", &rows))
    }),
    ("user groups, shares", Check, |n| {
        let shares = joined(n, " ", |it| format!("[u{it}, 5]"));
        let rows = format!("g0 ({}) ({shares})\n", joined(n, " ", |it| format!("u{it}")));
        Site::new().with("lsb.users", table("UserGroup", "GROUP_NAME GROUP_MEMBER USER_SHARES", &rows))
    }),
    ("limits, sections", Check, |n| {
        Site::new().with(
            "lsb.resources",
            each(n, |it| format!("Begin Limit\nNAME = l{it}\nUSERS = u{it}\nSLOTS = 5\nEnd Limit\n")),
        )
    }),
    ("limits, rows", Check, |n| {
        let rows = each(n, |it| format!("l{it} u{it} 5\n"));
        Site::new().with("lsb.resources", table("Limit", "NAME USERS SLOTS", &rows))
    }),
    ("limits, same consumers", Check, |n| {
        Site::new().with("lsb.resources", table("Limit", "NAME USERS SLOTS", &each(n, |it| format!("l{it} ua 5\n"))))
    }),
    ("limits, unknown license projects", Check, |n| {
        let limits =
            each(n, |it| format!("Begin Limit\nNAME = l{it}\nLIC_PROJECTS = chpi{it}\nSLOTS = 5\nEnd Limit\n"));
        Site::new().with("lsb.resources", limits).with(
            "lsf.licensescheduler",
            table("Projects", "PROJECTS PRIORITY", &each(n, |it| format!("chip{it} 5\n"))),
        )
    }),
    ("guaranteed pools and service classes", Check, |n| {
        let pool = |it| {
            format!(
                "Begin GuaranteedResourcePool\nNAME = p{it}\nTYPE = slots\nHOSTS = h{it}\nDISTRIBUTION = [s{it}, 10%]\n\
             End GuaranteedResourcePool\n"
            )
        };
        let class = |it| format!("Begin ServiceClass\nNAME = s{it}\nGOALS = [GUARANTEE]\nEnd ServiceClass\n");
        Site::new()
            .with("lsf.cluster.c", hosts(n))
            .with("lsb.resources", each(n, pool))
            .with("lsb.serviceclasses", each(n, class))
    }),
    ("tables, columns", Check, wide_table),
    ("tables, columns, format", Format, wide_table),
    ("tables, same column", Check, |n| {
        Site::new().with(
            "lsb.hosts",
            table("Host", &format!("HOST_NAME{}", each(n, |_| " MXJ")), &format!("h0{}\n", each(n, |_| " 4"))),
        )
    }),
    ("tasks of lsf.task", Check, |n| {
        let tasks = each(n, |it| format!("+ \"t{it}/select[mem > {it}]\"\n"));
        Site::new().with("lsf.task", format!("Begin RemoteTasks\n{tasks}End RemoteTasks\n"))
    }),
    ("connector templates", Check, |n| {
        let template = |it| {
            format!(
                "{{\"templateId\": \"t{it}\", \"maxNumber\": 5, \"attributes\": {{\"mem\": [\"Numeric\", \"4\"]}}}}"
            )
        };
        Site::new()
            .with("conf/ibmcloudgen2_templates.json", format!("{{\"templates\": [{}]}}", joined(n, ",\n", template)))
    }),
    ("connector attributes", Check, |n| {
        let attributes = joined(n, ", ", |it| format!("\"r{it}\": [\"Numeric\", \"4\"]"));
        Site::new().with(
            "conf/ibmcloudgen2_templates.json",
            format!(
                "{{\"templates\": [{{\"templateId\": \"t\", \"maxNumber\": 5, \"attributes\": {{{attributes}}}}}]}}"
            ),
        )
    }),
    ("connector files, nested arrays", Check, |n| {
        Site::new().with("conf/ibmcloudgen2_templates.json", format!("{}{}", each(n, |_| "["), each(n, |_| "]")))
    }),
    ("edit of one queue of many", Edit, |n| queues(&each(n, |it| queue(it, "RUNLIMIT = 60\n")))),
    ("edit among hosts and groups", Edit, |n| host_groups(n, n, |it| format!("(h{it})"))),
    ("effective value of one queue", Program(&["show", "queue", "q0", "--cluster"]), |n| {
        queues(&each(n, |it| queue(it, "RUNLIMIT = 60\n")))
    }),
];

/// `n` clusters, each in a folder of its own.
fn clusters(n: usize) -> Site {
    (0..n).fold(Site::empty(), |site, it| {
        site.with(&format!("s{it}/lsf.cluster.c"), hosts(2))
            .with(&format!("s{it}/lsb.queues"), queue(0, ""))
            .with(&format!("s{it}/lsf.shared"), shared(""))
    })
}

fn queues(text: &str) -> Site {
    Site::new().with("lsb.queues", text)
}

/// `hosts` hosts and `n` host groups `g0`, `g1`, ...
fn host_groups(n: usize, count: usize, members: impl Fn(usize) -> String) -> Site {
    let rows = each(n, |it| format!("g{it} {}\n", members(it)));
    Site::new()
        .with("lsf.cluster.c", hosts(count))
        .with("lsb.hosts", format!("{HOSTS}{}", table("HostGroup", "GROUP_NAME GROUP_MEMBER", &rows)))
}

/// The members of a group in layers of four groups: each contains all groups of the layer before.
fn in_layers(group: usize) -> String {
    match group / 4 {
        0 => "(h0)".to_owned(),
        layer => format!("({})", joined(4, " ", |it| format!("g{}", (layer - 1) * 4 + it))),
    }
}

fn user_groups(n: usize, members: impl Fn(usize) -> String) -> Site {
    let rows = each(n, |it| format!("g{it} {}\n", members(it)));
    Site::new().with("lsb.users", table("UserGroup", "GROUP_NAME GROUP_MEMBER", &rows))
}

/// lsf.shared with `n` Boolean resources `r0`, `r1`, ...
fn resources(n: usize) -> String {
    let rows = each(n, |it| format!("r{it} Boolean () () (text)\n"));
    shared(&table("Resource", "RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION", &rows))
}

fn wide_table(n: usize) -> Site {
    let columns = format!("HOST_NAME{}", each(n, |it| format!(" x{it}")));
    Site::new().with("lsb.hosts", table("Host", &columns, &format!("h0{}\n", each(n, |_| " 4/5"))))
}
