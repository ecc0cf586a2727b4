//! The lsb.* files: queues, application profiles, hosts, users, limits and requirement strings.

use std::fmt::Write;

use super::cluster::{RELEASES, ResourceKind, host, resource_of};
use super::{Counts, Limit, Random, comment, remark};

const PROOF: &str = "writing to a string cannot fail";

fn group(number: usize) -> String {
    format!("team_{}{number}", ["rtl", "verif", "backend", "cad"][number % 4])
}

fn host_group(number: usize) -> String {
    format!("rack{number}")
}

/// Hosts per host group.
const RACK: usize = 12;

/// The level of a requirement. Reservations of application profiles are within the limits of all queues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Queue,
    Application,
}

impl Level {
    /// A random amount of memory in MB.
    fn memory(self, random: &mut Random, factor: usize) -> usize {
        match self {
            Level::Queue => random.between(32, 64) * 1000 * factor,
            Level::Application => random.between(1, 32) * 500 * factor,
        }
    }
}

/// A requirement string; most have one or two sections.
fn res_req(random: &mut Random, counts: Counts, level: Level) -> String {
    match random.between(0, 100) {
        0..4 => format!(
            "1*{{{} rusage[mem={}]}} + 7*{{select[{}] rusage[mem={}]}}",
            select(random, counts),
            level.memory(random, 2),
            resource_of(random, counts, ResourceKind::Flag),
            level.memory(random, 1),
        ),
        4..8 => format!(
            "{{{} rusage[mem={}]}} || {{select[type==any] rusage[mem={}]}}@{}",
            select(random, counts),
            level.memory(random, 2),
            level.memory(random, 1),
            random.between(5, 60),
        ),
        8..20 => format!("rusage[mem={}]", level.memory(random, 1)),
        20..30 => format!("\"{}\"", select(random, counts)),
        _ => sections(random, counts, level),
    }
}

fn sections(random: &mut Random, counts: Counts, level: Level) -> String {
    let mut text = select(random, counts);
    if random.percent(35) {
        write!(text, " order[{}]", random.pick(&["ut:r1m", "-slots:ut", "mem", "r15s", "!ut:mem", "swp:tmp"]))
            .expect(PROOF);
    }
    if random.percent(75) {
        write!(text, " rusage[mem={}", level.memory(random, 1)).expect(PROOF);
        if random.percent(30) {
            write!(text, ":swp={}", random.between(1, 9) * 100).expect(PROOF);
        }
        if random.percent(25) {
            write!(text, ":duration={}:decay=1", random.between(5, 300)).expect(PROOF);
        }
        if random.percent(50) {
            write!(text, ", {}=1", resource_of(random, counts, ResourceKind::Token)).expect(PROOF);
        }
        text.push(']');
    }
    if random.percent(25) {
        write!(text, " span[{}]", random.pick(&["hosts=1", "ptile=4", "ptile=8", "block=4"])).expect(PROOF);
    }
    if random.percent(8) {
        text.push_str(" same[model]");
    }
    text
}

fn select(random: &mut Random, counts: Counts) -> String {
    let mut text = format!("select[{}", random.pick(&["type==any", "type==X86_64", "model==EPYC9654"]));
    // Conditions of different kinds do not conflict.
    let first = random.between(0, 5);
    for index in 0..random.between(0, 3) {
        text.push_str(" && ");
        match (first + index) % 5 {
            0 => {
                let not = random.pick(&["", "!"]);
                write!(text, "{not}{}", resource_of(random, counts, ResourceKind::Flag))
            }
            1 => write!(text, "mem>{}", random.between(1, 64) * 1000),
            2 => {
                write!(text, "{}>={}", resource_of(random, counts, ResourceKind::Index), random.between(1, 9) * 1024)
            }
            3 => {
                let release = random.between(1, RELEASES + 1);
                write!(text, "{}=='r{release}'", resource_of(random, counts, ResourceKind::Text))
            }
            _ => write!(text, "(ut<0.{} || r15m<{}.5)", random.between(5, 9), random.between(1, 9)),
        }
        .expect(PROOF);
    }
    text.push(']');
    text
}

/// Writes `KEY = value`, sometimes on two lines.
fn key(random: &mut Random, text: &mut String, name: &str, value: &str) {
    let broken = value.len() > 50 && random.percent(40);
    match value.char_indices().skip(24).find(|&(_, letter)| letter == ' ') {
        Some((blank, _)) if broken => {
            writeln!(text, "{name:<14} = {} \\\n                 {}", &value[..blank], &value[blank + 1..])
        }
        _ => writeln!(text, "{name:<14} = {value}"),
    }
    .expect(PROOF);
}

fn run_limit(random: &mut Random) -> String {
    let hours = random.between(1, 48);
    format!("{hours}:00 {}:30", hours * 3)
}

pub(super) fn queues(random: &mut Random, counts: Counts, limit: Limit) -> String {
    let mut text = String::from("# lsb.queues\n");
    let mut number = 0;
    while !limit.reached(number, &text) {
        queue(random, counts, &mut text, number);
        number += 1;
    }
    text
}

fn queue(random: &mut Random, counts: Counts, text: &mut String, number: usize) {
    text.push('\n');
    if random.percent(40) {
        comment(random, text);
    }
    text.push_str("Begin Queue\n");
    key(random, text, "QUEUE_NAME", &format!("q_{}_{number}", remark(&mut Random::new(number as u64), 1)));
    key(random, text, "PRIORITY", &(1 + number).to_string());
    let requirement = res_req(random, counts, Level::Queue);
    key(random, text, "RES_REQ", &requirement);
    let limit = run_limit(random);
    key(random, text, "RUNLIMIT", &limit);
    if random.percent(60) {
        let racks = (counts.hosts / RACK).max(1);
        let first = random.between(0, racks);
        let hosts = if racks > 1 {
            format!("{}+2 {} others", host_group(first), host_group((first + 1) % racks))
        } else {
            format!("{} others", host_group(0))
        };
        key(random, text, "HOSTS", &hosts);
    }
    if random.percent(40) {
        let first = random.between(0, counts.groups);
        let shares = format!(
            "USER_SHARES[[{}, {}] [{}, 5] [default, 1]]",
            group(first),
            random.between(5, 60),
            group((first + 1) % counts.groups)
        );
        key(random, text, "FAIRSHARE", &shares);
        if random.percent(30) {
            key(random, text, "APS_PRIORITY", "WEIGHT[[FS, 100] [JPRIORITY, 1] [MEM, -0.01]] LIMIT[[MEM, 50]]");
        }
    }
    if random.percent(50) {
        // No memory limit: its unit depends on lsf.conf, so that it would conflict with the reservation in a single
        // file.
        let low = random.between(8, 64);
        key(random, text, "PROCESSLIMIT", &format!("{low} {}", low * 4));
    }
    if random.percent(30) {
        text.push_str("#if time(8:00-18:00)\n");
        key(random, text, "UJOB_LIMIT", "50");
        text.push_str("#else\n");
        key(random, text, "UJOB_LIMIT", "200");
        text.push_str("#endif\n");
    }
    if random.percent(25) {
        key(random, text, "RUN_WINDOW", "5:19:00-1:8:30 20:00-8:30");
    }
    if random.percent(30) {
        key(random, text, "r1m", "1.5/4.0");
        key(random, text, "mem", "4000/1000");
    }
    if random.percent(20) {
        key(random, text, "REQUEUE_EXIT_VALUES", "99 EXCLUDE(75 76)");
    }
    if random.percent(15) {
        key(random, text, "JOB_CONTROLS", "SUSPEND[SIGTSTP] RESUME[SIGCONT] TERMINATE[SIGTERM]");
    }
    if random.percent(20) {
        key(random, text, "PRE_EXEC", "/opt/site/lsf/bin/check_scratch -m 4096");
    }
    let words = random.between(4, 14);
    let description = remark(random, words);
    key(random, text, "DESCRIPTION", &description);
    text.push_str("End Queue\n");
}

pub(super) fn applications(random: &mut Random, counts: Counts) -> String {
    let mut text = String::from("# lsb.applications\n");
    for number in 0..counts.applications {
        text.push('\n');
        if random.percent(20) {
            comment(random, &mut text);
        }
        text.push_str("Begin Application\n");
        key(random, &mut text, "NAME", &format!("app_{number}"));
        let words = random.between(3, 10);
        let description = remark(random, words);
        key(random, &mut text, "DESCRIPTION", &description);
        let requirement = res_req(random, counts, Level::Application);
        key(random, &mut text, "RES_REQ", &requirement);
        if random.percent(70) {
            let hours = random.between(1, 90);
            key(random, &mut text, "RUNLIMIT", &format!("{hours}:00"));
        }
        if random.percent(40) {
            let limit = random.between(70, 200) * 1000;
            key(random, &mut text, "MEMLIMIT", &limit.to_string());
        }
        if random.percent(30) {
            key(random, &mut text, "JOB_STARTER", "/opt/site/lsf/bin/with_tools \"%USRCMD\"");
        }
        if random.percent(20) {
            key(random, &mut text, "RERUNNABLE", "yes");
        }
        text.push_str("End Application\n");
    }
    text
}

pub(super) fn params() -> String {
    "# lsb.params\n\nBegin Parameters\nDEFAULT_PROJECT = overhead\nMBD_SLEEP_TIME = 10\nSBD_SLEEP_TIME = 7\nJOB_ACCEPT_INTERVAL = 0\n\
     MAX_JOBID = 99999999\nMAX_JOB_ARRAY_SIZE = 20000\nMAX_USER_PRIORITY = 100\nJOB_PRIORITY_OVER_TIME = 2/30\n\
     RESOURCE_RESERVE_PER_TASK = Y\nEnd Parameters\n"
        .to_owned()
}

pub(super) fn hosts(random: &mut Random, counts: Counts) -> String {
    let mut text =
        String::from("# lsb.hosts\n\nBegin Host\nHOST_NAME   MXJ  JL/U  r1m      mem        DISPATCH_WINDOW\n");
    text.push_str("default     !    ()    ()       ()         ()\n");
    for number in 0..counts.hosts {
        let window = if random.percent(5) { "(20:00-7:00 6:0:00-1:7:00)" } else { "()" };
        let slots = random.pick(&["16", "32", "64", "128", "!"]);
        let load = random.pick(&["()     ", "2.0/4.0"]);
        writeln!(text, "{:<11} {slots:<4} ()    {load}  8000/2000  {window}", host(number)).expect(PROOF);
    }
    text.push_str("End Host\n\nBegin HostGroup\nGROUP_NAME  GROUP_MEMBER\n");
    for first in (0..counts.hosts).step_by(RACK) {
        let members: Vec<String> = (first..(first + RACK).min(counts.hosts)).map(host).collect();
        writeln!(text, "{:<11} ({})", host_group(first / RACK), members.join(" ")).expect(PROOF);
    }
    text.push_str("End HostGroup\n");
    text
}

pub(super) fn users(random: &mut Random, counts: Counts) -> String {
    let mut text = String::from("# lsb.users\n\nBegin UserGroup\nGROUP_NAME        GROUP_MEMBER  USER_SHARES\n");
    for number in 0..counts.groups {
        let members: Vec<String> = (0..random.between(4, counts.members))
            .map(|index| format!("{}{}", random.pick(&["ana", "bo", "cem", "dee"]), number * 20 + index))
            .collect();
        writeln!(text, "{:<17} ({}) ([{}, 5] [default, 1])", group(number), members.join(" "), members[0])
            .expect(PROOF);
    }
    text.push_str("End UserGroup\n\nBegin User\nUSER_NAME         MAX_JOBS  JL/P\n");
    for number in 0..counts.groups {
        writeln!(text, "{:<17} {:<9} -", format!("{}@", group(number)), random.between(10, 900)).expect(PROOF);
    }
    text.push_str("default           100       1\nEnd User\n");
    text
}

pub(super) fn resources(random: &mut Random, counts: Counts) -> String {
    let mut text = String::from("# lsb.resources\n\nBegin Limit\nNAME      USERS             SLOTS\n");
    for number in 0..counts.groups {
        writeln!(text, "cap{number:<6} {:<17} {}", group(number), random.between(50, 900)).expect(PROOF);
    }
    text.push_str("End Limit\n");
    for number in 0..counts.resources / 2 {
        let token = resource_of(random, counts, ResourceKind::Token);
        write!(
            text,
            "\nBegin Limit\nNAME = tokens{number}\nPER_USER = all\nRESOURCE = [{token},{}]\nEnd Limit\n",
            random.between(2, 90)
        )
        .expect(PROOF);
    }
    text
}
