//! What the chapter on external load indices says about the three files it is about, as wrong and right examples.

use super::catalogue::row_with;

/// A row of lsf.shared: wrong and right.
#[track_caller]
fn shared(code: &str, wrong: &str, right: &str) {
    let header = "RESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION";
    let text = |row: &str| format!("Begin Resource\n{header}\n{row}\nEnd Resource\n");
    row_with(code, 3, &[("lsf.shared", &text(wrong))], &[("lsf.shared", &text(right))]);
}

/// Lines of the Parameters section of lsf.cluster: wrong in the first, and right.
#[track_caller]
fn parameters(code: &str, wrong: &str, right: &str) {
    let hosts = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 ()\nEnd Host\n";
    let text = |lines: &str| format!("Begin Parameters\n{lines}\nEnd Parameters\n{hosts}");
    row_with(code, 2, &[("lsf.cluster.c1", &text(wrong))], &[("lsf.cluster.c1", &text(right))]);
}

/// A row of ResourceMap with a static and a dynamic resource in view.
#[track_caller]
fn map(code: &str, wrong: &str, right: &str) {
    let definitions = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\ntok Numeric 30 N (x)\nlanes Numeric () N (x)\nEnd Resource\n";
    let text = |row: &str| format!("Begin ResourceMap\nRESOURCENAME LOCATION\n{row}\nEnd ResourceMap\n");
    let (wrong, right) = (text(wrong), text(right));
    let files = |text| [("lsf.cluster.c1", text), ("lsf.shared", definitions)];
    row_with(code, 3, &files(&wrong), &files(&right));
}

// covers EL-011
#[test]
fn columns_of_a_definition() {
    let text = |header: &str| format!("Begin Resource\n{header}\ntok Numeric 30 N Y (x)\nEnd Resource\n");
    let wrong = text("RESOURCENAME TYPE INTERVAL INCREASE RELEASE DESCRIPTION");
    let right = text("RESOURCENAME TYPE INTERVAL INCREASING RELEASE DESCRIPTION");
    row_with("F201", 2, &[("lsf.shared", &wrong)], &[("lsf.shared", &right)]);
}

// covers EL-012
#[test]
fn dynamic_resources_are_no_booleans() {
    shared("E004", "flag Boolean 30 () () (x)", "ver String 30 () () (x)");
}

// covers EL-013
#[test]
fn the_interval_is_a_number_of_seconds() {
    shared("P101", "tok Numeric soon N () (x)", "tok Numeric 30 N () (x)");
    shared("P201", "tok Numeric 0 N () (x)", "tok Numeric 30 N () (x)");
}

// covers EL-016, EL-019
#[test]
fn increasing_is_y_or_n_and_for_numbers() {
    shared("P104", "tok Numeric 30 X () (x)", "tok Numeric 30 N () (x)");
    shared("E004", "tok Numeric 30 () () (x)", "tok Numeric 30 Y () (x)");
    shared("E005", "ver String 30 Y () (x)", "ver String 30 () () (x)");
}

// covers EL-017, EL-018
#[test]
fn increasing_says_which_way_is_more_load() {
    let definitions = |way: &str| {
        format!(
            "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\ntok Numeric 30 {way} (x)\nEnd Resource\n"
        )
    };
    let queue = "Begin Queue\nQUEUE_NAME = q\nDESCRIPTION = x\ntok = 5/50\nEnd Queue\n";
    let (more, less) = (definitions("Y"), definitions("N"));
    let with = |shared| [("lsb.queues", queue), ("lsf.shared", shared)];
    row_with("L201", 4, &with(less.as_str()), &with(more.as_str()));
}

// covers EL-022
#[test]
fn a_description_stands_in_parentheses() {
    shared("F204", "tok Numeric 30 N () free tokens", "tok Numeric 30 N () (free tokens)");
}

// covers EL-043
#[test]
fn values_travel_every_15_seconds() {
    shared("E007", "tok Numeric 5 N () (x)", "tok Numeric 15 N () (x)");
}

// covers EL-030
#[test]
fn a_host_is_in_one_set() {
    map("E101", "tok ([a b] [b c])", "tok ([a b] [c])");
}

// covers EL-031
#[test]
fn static_resources_have_a_value_and_others_have_none() {
    map("E101", "lanes [all]", "lanes 5@[all]");
    map("E101", "tok (5@[all])", "tok ([all])");
}

// covers EL-066, EL-067, EL-068
#[test]
fn settings_have_their_form() {
    parameters("P201", "ELIM_POLL_INTERVAL = 10", "ELIM_POLL_INTERVAL = 0.5");
    parameters("P201", "LSF_ELIM_BLOCKTIME = -1", "LSF_ELIM_BLOCKTIME = 4");
    parameters("P103", "LSF_ELIM_DEBUG = maybe", "LSF_ELIM_DEBUG = y");
}

// covers EL-069, EL-078
#[test]
fn restarts_are_counted_where_time_is() {
    let restarts = "LSF_ELIM_RESTARTS = 5";
    parameters("P302", restarts, &format!("{restarts}\nLSF_ELIM_BLOCKTIME = 4"));
    parameters("P302", restarts, &format!("{restarts}\nLSF_ELIM_DEBUG = y"));
}
