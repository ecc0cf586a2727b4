//! Texts: names, comments, lines, findings, scripts, settings, and what is done with them.

use super::Row;
use super::Work::{Baseline, Check, Edit, Fix, Format, Program};
use crate::growth::site::{Site, each, hosts, joined, queue, table};

pub(super) const KINDS: &[Row] = &[
    ("lsf.conf, unknown names", Check, |n| conf(&each(n, |it| format!("LSF_NO_SUCH_{it}=1\n")))),
    ("lsf.conf, unknown names, one letter off", Check, |n| conf(&each(n, |it| format!("LSB_SHAREDIT{it}=1\n")))),
    ("lsf.conf, duplicates", Check, |n| conf(&each(n, |_| "LSF_LIM_PORT=7869\n"))),
    ("lsf.conf, broken lines", Check, |n| conf(&each(n, |_| "no equals sign\n"))),
    ("lsb.params, duplicates", Check, |n| params(&each(n, |it| format!("MBD_SLEEP_TIME = {}\n", it + 5)))),
    ("lsb.params, unknown names", Check, |n| params(&each(n, |it| format!("NO_SUCH_{it} = 1\n")))),
    ("queue, unknown names", Check, |n| one_queue(&each(n, |it| format!("NO_SUCH_{it} = 1\n")))),
    ("queue, duplicates", Check, |n| one_queue(&each(n, |_| "RUNLIMIT = 60\n"))),
    ("findings of a file", Check, |n| queues(&each(n, |it| queue(it, "PRIORITY = x\n")))),
    ("findings of a file, with help", Check, |n| queues(&each(n, |it| queue(it, "PRIORTY = 5\n")))),
    ("sections, unknown", Check, |n| queues(&each(n, |it| format!("Begin No{it}\nEnd No{it}\n")))),
    ("sections, without end", Check, |n| queues(&each(n, |it| format!("Begin Queue\nQUEUE_NAME = q{it}\n")))),
    ("sections, nested", Check, |n| queues(&format!("{}{}", each(n, |_| "Begin Queue\n"), each(n, |_| "End Queue\n")))),
    ("comments", Check, |n| queues(&each(n, |_| "# RUNLIMIT = 60 was the limit of the queue\n"))),
    ("blank lines", Check, |n| queues(&each(n, |_| "   \n"))),
    ("continuation lines", Check, |n| one_queue(&format!("DESCRIPTION = a{}\n", each(n, |_| " \\\n b")))),
    ("continuation lines, list", Check, |n| {
        one_queue(&format!("USERS = ua{}\n", each(n, |it| format!(" \\\n u{it}"))))
    }),
    ("continuation lines, only backslashes", Check, |n| queues(&format!("x \\\n{}\n", each(n, |_| "\\\n")))),
    ("lsf.conf, continuation lines", Check, |n| conf(&format!("LSF_A=x{}\n", each(n, |_| " \\\n \"y\"")))),
    ("foreign lines", Check, |n| queues(&each(n, |_| "<xml attribute=\"value\"/>\n"))),
    ("characters outside ASCII", Check, |n| queues(&each(n, |_| "# größer als üblich\nx ä = é\n"))),
    ("foreign files", Check, |n| (0..n).fold(Site::new(), |site, it| site.with(&format!("notes/n{it}.txt"), "text\n"))),
    ("job scripts", Check, |n| {
        let text = "#!/bin/sh\n#BSUB -q q0\n#BSUB -n 4\n./run\n";
        let site = Site::new().with("./lsflint.toml", SCRIPTS);
        (0..n).fold(site, |site, it| site.with(&format!("jobs/j{it}.sh"), text))
    }),
    ("job script, options", Check, |n| script(&each(n, |it| format!("#BSUB -R \"rusage[mem={it}]\"\n")))),
    ("job script, variables of one requirement", Check, |n| {
        script(&format!("#BSUB -R \"rusage[{}]\"\n", joined(n, ":", |it| format!("zz{it}=$MEM"))))
    }),
    ("job script, calls", Check, |n| script(&each(n, |it| format!("bsub -q q0 -J j{it} ./run {it}\n")))),
    ("job script, lines", Check, |n| script(&each(n, |it| format!("x{it}=$(echo {it} | sed 's/1/2/')\n")))),
    ("settings, known names", Check, |n| {
        let names = joined(n, ", ", |it| format!("\"h{it}\""));
        Site::new()
            .with("./lsflint.toml", format!("known-hosts = [{names}]\n"))
            .with("lsb.queues", each(n, |it| queue(it, &format!("HOSTS = h{it}\n"))))
    }),
    ("settings, patterns of files", Check, |n| {
        let rows = each(n, |it| format!("\"x{it}/*\" = [\"P001\"]\n"));
        Site::new().with("./lsflint.toml", format!("[per-file-ignores]\n{rows}"))
    }),
    ("format, queues", Format, |n| queues(&each(n, |it| queue(it, "RES_REQ=select[mem>5]rusage[mem=5]\n")))),
    ("format, table rows", Format, |n| Site::new().with("lsf.cluster.c", hosts(n))),
    ("format, long list", Format, |n| one_queue(&format!("USERS  =  {}\n", joined(n, "  ", |it| format!("u{it}"))))),
    ("format, comments", Format, |n| queues(&each(n, |_| "#comment   \n\n\n"))),
    ("format, continuation lines", Format, |n| one_queue(&format!("DESCRIPTION = a{}\n", each(n, |_| " \\\n b")))),
    ("fixes, unknown names", Fix, |n| queues(&each(n, |it| queue(it, "PRIORTY = 5\n")))),
    ("fixes, duplicates", Fix, |n| one_queue(&each(n, |_| "RUNLIMIT = 60\n"))),
    ("fixes, rows", Fix, |n| {
        Site::new().with("lsb.users", table("User", "USER_NAME MAX_JOBS", &each(n, |it| format!("u{it}\n"))))
    }),
    ("fixes, one value", Fix, |n| one_queue(&format!("RES_REQ = select[{}]\n", joined(n, " && ", |_| "mem => 5")))),
    ("baseline", Baseline, |n| queues(&each(n, |it| queue(it, &format!("NO_SUCH_{it} = x\n"))))),
    ("baseline, same finding", Baseline, |n| one_queue(&each(n, |_| "NO_SUCH = x\n"))),
    ("edit of a file with findings", Edit, |n| queues(&each(n, |it| queue(it, "PRIORITY = x\n")))),
    ("edit of suppressions", Edit, |n| queues(&each(n, |_| "# lsflint: ignore[P001] x\n"))),
    ("diff of the formatter", Program(&["fmt", "--diff", "--no-config"]), |n| {
        queues(&each(n, |it| queue(it, "RES_REQ=select[mem>5]rusage[mem=5]\n")))
    }),
    ("diff of fixes", Program(&["check", "--diff", "--unsafe-fixes", "--no-config"]), |n| {
        queues(&each(n, |it| queue(it, "PRIORTY = 5\n")))
    }),
    ("syntax tree", Program(&["parse"]), |n| {
        Site::empty().with("lsb.queues", each(n, |it| queue(it, "RUNLIMIT = 60\n")))
    }),
    ("displayed queues", Program(&["compare"]), |n| {
        queues(&each(n, |it| queue(it, "RUNLIMIT = 60\n"))).with("bqueues.txt", each(n, displayed_queue))
    }),
    ("displayed queues, a table", Program(&["compare"]), |n| {
        let rows =
            each(n, |it| format!("q{it}^Open:Active^60.0 min^all^a text that makes this file the largest one\n"));
        queues(&each(n, |it| queue(it, "RUNLIMIT = 60\n")))
            .with("bqueues.txt", format!("QUEUE_NAME^STATUS^MAX_RUNLIMIT^HOSTS^DESCRIPTION\n{rows}"))
    }),
    ("displayed queues, one label", Program(&["compare"]), |n| {
        queues(&queue(0, "")).with(
            "bqueues.txt",
            format!(
                "QUEUE: q0\nUSERS: a\n{}",
                each(n, |it| format!(
                    "                     a_user_with_a_long_name_{it} another_user_with_a_long_name_{it}\n"
                ))
            ),
        )
    }),
];

/// A queue in the output of `bqueues -l`.
fn displayed_queue(number: usize) -> String {
    format!(
        "QUEUE: q{number}\n\nPARAMETERS/STATISTICS\n\
         PRIO NICE STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP  RSV PJOBS\n  \
         1    0  Open:Active       -    -    -    -     0     0     0     0     0    0     0\n\n \
         RUNLIMIT\n 60.0 min\n\nUSERS: all\nHOSTS:  all\n\n"
    )
}

const SCRIPTS: &str = "job-scripts = [\"jobs/*\"]\n";

fn queues(text: &str) -> Site {
    Site::new().with("lsb.queues", text)
}

fn one_queue(lines: &str) -> Site {
    queues(&queue(0, lines))
}

fn conf(text: &str) -> Site {
    Site::new().with("lsf.conf", text)
}

fn params(lines: &str) -> Site {
    Site::new().with("lsb.params", format!("Begin Parameters\n{lines}End Parameters\n"))
}

fn script(lines: &str) -> Site {
    Site::new().with("./lsflint.toml", SCRIPTS).with("jobs/job.sh", format!("#!/bin/sh\n{lines}./run\n"))
}
