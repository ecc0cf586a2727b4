//! Rows of the rule catalogues that need two files or two sections, each with its wrong and its right example.

use super::catalogue::row_with;

/// A queue with these lines; they begin on line 3.
fn queue(lines: &str) -> String {
    format!("Begin Queue\nQUEUE_NAME = a\n{lines}\nEnd Queue\n")
}

/// lsb.params with these lines; they begin on line 2.
fn params(lines: &str) -> String {
    format!("Begin Parameters\n{lines}\nEnd Parameters\n")
}

/// The rule speaks on this line of a file beside one text of another file, and not beside another text of it.
#[track_caller]
fn beside(code: &str, line: usize, file: (&str, &str), other: &str, wrong: &str, right: &str) {
    row_with(code, line, &[file, (other, wrong)], &[file, (other, right)]);
}

#[test]
fn switches_of_other_files() {
    let factor = queue("FAIRSHARE = USER_SHARES[[default,1]]\nGPU_RUN_TIME_FACTOR = 1.0");
    let syntax = ("LSB_GPU_NEW_SYNTAX=Y\n", "LSB_GPU_NEW_SYNTAX=extend\n");
    beside("P302", 4, ("lsb.queues", &factor), "lsf.conf", syntax.0, syntax.1);
    let reserve = queue("RESOURCE_RESERVE = MAX_RESERVE_TIME[20]");
    let planner = params("ALLOCATION_PLANNER = Y");
    beside("P303", 3, ("lsb.queues", &reserve), "lsb.params", &planner, &params("ALLOCATION_PLANNER = N"));
    beside("P303", 3, ("lsb.queues", &reserve), "lsb.params", &planner, &params(""));
    let hosts = ("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n");
    let factor = queue("RUN_TIME_FACTOR = 0.7");
    let shared = queue("RUN_TIME_FACTOR = 0.7\nFAIRSHARE = USER_SHARES[[default,1]]");
    row_with("P302", 3, &[("lsb.queues", &factor), hosts], &[("lsb.queues", &shared), hosts]);
}
