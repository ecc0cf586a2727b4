//! The policies of the guide: each is read, reports something in one cluster, and nothing in another one.

use std::path::Path;

use lsflint_lint::SiteCheck;
use lsflint_model::{Cluster, SourceFile, View};
use lsflint_project::{Config, Paths, Request};
use lsflint_spec::FileKind;
use lsflint_test_support::Scratch;

/// A cluster in short: `//- NAME` begins a file.
struct Case {
    code: &'static str,
    /// The names of the objects that the policy reports in [`Case::hit`].
    expect: &'static [&'static str],
    hit: String,
    miss: String,
}

fn queue(lines: &str) -> String {
    format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n")
}

fn named(name: &str, lines: &str) -> String {
    queue(lines).replace("= q\n", &format!("= {name}\n"))
}

fn conf(lines: &str) -> String {
    format!("//- lsf.conf\n{lines}\n")
}

/// Hosts with their rows in both files, a queue for one of their groups, and their groups.
fn hosts(rows: &str, limits: &str, groups: &str, of_queue: &str) -> String {
    format!(
        "//- lsf.cluster.site\nBegin Host\nHOSTNAME model type server RESOURCES\n{rows}End Host\n//- lsf.shared\nBegin \
         Cluster\nClusterName\nsite\nEnd Cluster\nBegin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\ngpu \
         Boolean () () (a GPU)\nEnd Resource\n//- lsb.hosts\nBegin Host\nHOST_NAME MXJ\n{limits}End Host\nBegin \
         HostGroup\nGROUP_NAME GROUP_MEMBER\n{groups}End HostGroup\n//- lsf.conf\nLSF_UNIT_FOR_LIMITS = MB\n//- \
         lsb.params\nBegin Parameters\nEnd Parameters\n//- lsb.users\n{}",
        queue(of_queue)
    )
}

const TWO: &str = "a1 ! ! 1 (gpu)\nb1 ! ! 1 ()\n";
const SLOTS: &str = "a1 8\nb1 8\n";

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |code, expect, hit, miss| cases.push(Case { code, expect, hit, miss });
    let q: &[&str] = &["q"];
    add("SITE-CONTACT", q, queue("DESCRIPTION = jobs"), queue("DESCRIPTION = jobs (ann@site)"));
    add("SITE-NAME", &["Night"], named("Night", ""), named("night.24h", ""));
    add("SITE-RUNLIMIT", q, queue("RUNLIMIT = 8:00"), queue("RUNLIMIT = 1:00 8:00"));
    add("SITE-LONG", q, queue("RUNLIMIT = 48:00"), named("q.long", "RUNLIMIT = 48:00"));
    add("SITE-CLASS", &["q.24h"], named("q.24h", "RUNLIMIT = 23:00"), named("q.24h", "RUNLIMIT = 24:00"));
    add("SITE-MEMORY", q, queue("RES_REQ = select[swp>1]"), queue("RES_REQ = rusage[mem=100]"));
    add("SITE-PRIORITY", q, queue("PRIORITY = 60"), queue("PRIORITY = 60\nUSERS = ann"));
    add(
        "SITE-SAME-PRIORITY",
        &["q", "r"],
        queue("PRIORITY = 5") + "Begin Queue\nQUEUE_NAME = r\nPRIORITY = 5\nEnd Queue\n",
        queue("PRIORITY = 5") + "Begin Queue\nQUEUE_NAME = r\nPRIORITY = 6\nEnd Queue\n",
    );
    add(
        "SITE-INTERACTIVE",
        q,
        queue("INTERACTIVE = ONLY\nRUNLIMIT = 8:00"),
        queue("INTERACTIVE = ONLY\nRUNLIMIT = 8:00\nUJOB_LIMIT = 2"),
    );
    add("SITE-GPU", q, hosts(TWO, SLOTS, "", "HOSTS = a1"), hosts(TWO, SLOTS, "", "HOSTS = b1"));
    add(
        "SITE-GROUPS",
        q,
        hosts(TWO, SLOTS, "g (a1 b1)\n", "HOSTS = g b1"),
        hosts(TWO, SLOTS, "g (a1 b1)\n", "HOSTS = g"),
    );
    add("SITE-SHARES", q, queue("FAIRSHARE = USER_SHARES[[ann, 5]]"), queue("FAIRSHARE = USER_SHARES[[default, 5]]"));
    add("SITE-SCRIPTS", q, queue("PRE_EXEC = /usr/bin/true"), queue("PRE_EXEC = /opt/lsf/scripts/start"));
    add("SITE-TMP", q, queue("POST_EXEC = /tmp/clean"), queue("POST_EXEC = /opt/clean"));
    add("SITE-ADMINS", q, queue("ADMINISTRATORS = lsfadmins ann"), queue("ADMINISTRATORS = lsfadmins"));
    add("SITE-HNAME", q, queue("RES_REQ = select[hname==a1]"), queue("RES_REQ = select[type==any]"));
    add(
        "SITE-MAINTENANCE",
        &["maint"],
        named("maint", "RUN_WINDOW = 5:02:00-6:06:00"),
        named("maint", "RUN_WINDOW = 6:02:00-6:06:00"),
    );
    add("SITE-RERUN", q, queue("PREEMPTION = PREEMPTABLE"), queue("PREEMPTION = PREEMPTABLE\nRERUNNABLE = yes"));
    let racks = "rack1 (a1 b1)\nrack2 (b1)\nroom (a1)\n";
    add("SITE-RACK", &["b1"], hosts(TWO, SLOTS, racks, ""), hosts(TWO, SLOTS, "rack1 (a1 b1)\nroom (a1)\n", ""));
    add("SITE-REACHABLE", &["b1"], hosts(TWO, SLOTS, "", "HOSTS = a1"), hosts(TWO, SLOTS, "", "HOSTS = all"));
    add("SITE-MXJ", &["b1"], hosts(TWO, "a1 8\nb1 ()\n", "", ""), hosts(TWO, SLOTS, "", ""));
    let cores = "a1 EPYC7763 ! 1 ()\n";
    add("SITE-CORES", &["a1"], hosts(cores, "a1 64\n", "", ""), hosts(cores, "a1 128\n", "", ""));
    add("SITE-GROUP-SIZE", &["g"], hosts(TWO, SLOTS, "g (a1)\n", ""), hosts(TWO, SLOTS, "g (a1 b1)\n", ""));
    add("SITE-GROUP-NAME", &["site"], hosts(TWO, SLOTS, "site (a1)\n", ""), hosts(TWO, SLOTS, "g (a1)\n", ""));
    let groups = |columns: &str, row: &str| {
        format!("//- lsb.users\nBegin UserGroup\nGROUP_NAME GROUP_MEMBER {columns}\n{row}\nEnd UserGroup\n")
    };
    let admin = "GROUP_ADMIN";
    add("SITE-GROUP-ADMIN", &["g"], groups(admin, "g (ann) ()"), groups(admin, "g (ann) (bob)"));
    add("SITE-SERVICE", &["g"], groups("", "g (ann root)"), groups("", "g (ann bob)"));
    let users = |rows: &str| format!("//- lsb.users\nBegin User\nUSER_NAME MAX_JOBS\n{rows}End User\n");
    add("SITE-MAXJOBS", &["ann"], users("ann ()\nlsfadmin ()\n"), users("ann 100\n"));
    add("SITE-JOBS", &["site"], hosts(TWO, SLOTS, "", "QJOB_LIMIT = 33"), hosts(TWO, SLOTS, "", "QJOB_LIMIT = 32"));
    let pool = |guarantees: &str| {
        format!(
            "//- lsb.resources\nBegin GuaranteedResourcePool\nNAME = p\nTYPE = slots\nHOSTS = all\nDISTRIBUTION = \
             {guarantees}\nEnd GuaranteedResourcePool\n"
        )
    };
    add("SITE-GUARANTEE", &["p"], pool("[s1, 10]"), pool("[s1, 10%]"));
    let resource = |release: &str| {
        format!(
            "//- lsf.shared\nBegin Resource\nRESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION\nlic Numeric 60 N \
             {release} (licenses)\nEnd Resource\n"
        )
    };
    add("SITE-RELEASE", &["lic"], resource("()"), resource("Y"));
    let lsf_conf: &[&str] = &["lsf.conf"];
    add("SITE-AUTH", lsf_conf, conf("LSF_AUTH = none"), conf("LSF_AUTH = eauth"));
    add(
        "SITE-ENFORCE",
        lsf_conf,
        conf("LSB_MEMLIMIT_ENFORCE = y\nLSF_STRICT_RESREQ = Y\nLSF_UNIT_FOR_LIMITS = GB"),
        conf("LSB_MEMLIMIT_ENFORCE = y\nLSF_STRICT_RESREQ = Y\nLSF_UNIT_FOR_LIMITS = MB"),
    );
    add("SITE-MANAGEMENT", lsf_conf, conf("LSF_MASTER_LIST = \"m1\""), conf("LSF_MASTER_LIST = \"m1 m2\""));
    cases
}

/// The settings with all policies of the guide.
fn guide() -> (Scratch, std::sync::Arc<lsflint_project::Judge>) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides/policy.md");
    let page = std::fs::read_to_string(page).expect("the guide");
    let blocks = page.split("```toml title=\"policies/").skip(1);
    let blocks = blocks.filter_map(|it| it.split_once('\n')?.1.split("\n```").next());
    let text = blocks.collect::<Vec<_>>().join("\n");
    let scratch = Scratch::with(&[("lsflint.toml", &text)]);
    let request = Request::new(Paths::new(scratch.path()), Vec::new());
    let judge = request.judge_of(&scratch.path()).unwrap_or_else(|problem| panic!("{problem}"));
    (scratch, judge)
}

/// The names of the objects that a policy reports in a cluster.
fn reported(config: &Config, code: &str, files: &str) -> Vec<String> {
    let policy = config.policies.iter().find(|it| it.policy.rule().meta.code == code);
    let policy = policy.unwrap_or_else(|| panic!("no policy {code} in the guide"));
    let files = files.split("//- ").skip(1).filter_map(|it| it.split_once('\n')).map(|(name, text)| {
        let kind = FileKind::from_name(name).unwrap_or_else(|| panic!("`{name}` is not an LSF file"));
        SourceFile::new(name, kind, text.to_owned())
    });
    let files: Vec<SourceFile> = files.collect();
    let names = |cluster: &Cluster| {
        let found = policy.policy.breaches(View::new(cluster));
        found.into_iter().map(|it| it.object).collect::<Vec<String>>()
    };
    let alone = names(&Cluster::of(&files, None));
    // Policies share what they read from a cluster.
    let shared = Cluster::of(&files, None);
    for other in &config.policies {
        other.policy.breaches(View::new(&shared));
    }
    assert_eq!(names(&shared), alone, "{code}");
    alone
}

#[test]
fn every_policy_of_the_guide_reports_what_it_should() {
    let (_scratch, judge) = guide();
    let cases = cases();
    let mut codes: Vec<&str> = judge.config.policies.iter().map(|it| it.policy.rule().meta.code).collect();
    let mut tested: Vec<&str> = cases.iter().map(|it| it.code).collect();
    codes.sort_unstable();
    tested.sort_unstable();
    assert!(codes.len() >= 30, "{} policies", codes.len());
    assert_eq!(codes, tested);
    let wrong: Vec<String> = cases
        .iter()
        .map(|it| {
            let [hit, miss] = [&it.hit, &it.miss].map(|files| reported(&judge.config, it.code, files).join(" "));
            (it, hit, miss)
        })
        .filter(|(it, hit, miss)| *hit != it.expect.join(" ") || !miss.is_empty())
        .map(|(it, hit, miss)| format!("{}: hit `{hit}`, miss `{miss}`", it.code))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
