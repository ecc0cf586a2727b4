//! The form of fixtures, shown with rules that are easy to understand.

use expect_test::{Expect, expect};

use super::fixtures;
use super::shown::Shown;

/// The findings of one rule in the texts of a fixture.
#[track_caller]
fn check(code: &str, fixture: &str, expect: Expect) {
    expect.assert_eq(&fixtures::annotated(code, fixture, &mut Shown::default()));
}

/// What is written about findings is written again.
#[track_caller]
fn check_stays(code: &str, expect: Expect) {
    let fixture = fixtures::without_indent(expect.data());
    check(code, &fixture, expect);
}

#[test]
fn findings_are_written_below_their_places() {
    check(
        "A006",
        "//# a title\n//- lsb.queues\nBegin Queue\nQUEUE_NAME = q\nAPS_PRIORITY = weight[[Fs, 1]]\nEnd Queue\n",
        expect![[r#"
            //# a title
            //- lsb.queues
            Begin Queue
            QUEUE_NAME = q
            APS_PRIORITY = weight[[Fs, 1]]
                           ^^^^^^ A006 warning `weight` is not in uppercase
                           = effect: LSF may ignore the line because only the uppercase form is documented
                           = help: write `WEIGHT`
                           = fix (unsafe): write `WEIGHT`
                                   ^^ A006 warning `Fs` is not in uppercase
            End Queue
            //- fixed lsb.queues
            -APS_PRIORITY = weight[[Fs, 1]]
            +APS_PRIORITY = WEIGHT[[FS, 1]]
        "#]],
    );
}

#[test]
fn what_is_written_about_findings_is_no_input() {
    check(
        "A006",
        "//#\n//- each Queue\nAPS_PRIORITY = WEIGHT[[Fs, 1]]\n    ^^ A006 error x\n    = help: x\n    = fixed: x\n",
        expect![[r#"
            //#
            //- each Queue
            APS_PRIORITY = WEIGHT[[Fs, 1]]
                                   ^^ A006 warning `Fs` is not in uppercase
                                   = effect: LSF may ignore the line because only the uppercase form is documented
                                   = help: write `FS`
                                   = fix (unsafe): write `FS`
                = fixed: APS_PRIORITY = WEIGHT[[FS, 1]]
        "#]],
    );
}

#[test]
fn every_line_is_a_text_with_those_that_belong_to_it() {
    check_stays(
        "P003",
        expect![[r#"
            //# two lines of one queue, and two queues of one line
            //- each Queue
            NICE = 1
              NICE = 2
              ^^^^ P003 warning duplicate parameter `NICE` in this section
                = effect: LSF uses the last line and silently ignores the others
                = help: keep only one of the lines
                = related 1:1 this line is ignored
            NICE = 1
            NICE = 2
            HOSTS = a \
              b
        "#]],
    );
}

#[test]
fn the_files_before_the_first_title_are_in_view_of_all_cases() {
    check_stays(
        "A105",
        expect![[r#"
            //- lsf.conf
            LSF_VERSION=10.1.0.4

            //# in view
            //- each Queue
            APS_PRIORITY=WEIGHT[[APP, 2]]
                                 ^^^ A105 error factor `APP` requires LSF 10.1.0.5, but the target is 10.1.0.4
                                 = effect: LSF may ignore the line, so the queue does not use absolute priority scheduling
                                 = help: remove the pair, or raise the target version after all clusters are upgraded

            //# replaced
            //- lsf.conf
            LSF_VERSION=10.1.0.5
            //- each Queue
            APS_PRIORITY=WEIGHT[[APP, 2]]
            //#
            //- without lsb.hosts lsf.conf
            //- each Queue
            APS_PRIORITY=WEIGHT[[APP, 2]]
        "#]],
    );
}

#[test]
fn long_messages_are_wrapped() {
    check_stays(
        "P302",
        expect![[r#"
            //# two names at the end
            //- lsb.queues
            Begin Queue
            QUEUE_NAME = a
            End Queue
            //- lsb.hosts
            Begin Host
            HOST_NAME MXJ
            default !
            End Host
            //- each Parameters
            HIST_HOURS = 10
            ^^^^^^^^^^ P302 warning `HIST_HOURS` requires `FAIRSHARE` in lsb.queues or `HPART_NAME` in lsb.hosts
                = effect: the value has no effect because it is used only with fairshare scheduling
                = help: set `FAIRSHARE` in lsb.queues or `HPART_NAME` in lsb.hosts, or remove the line
        "#]],
    );
}

#[test]
fn characters_that_nobody_sees_have_signs() {
    check_stays(
        "F002",
        expect![[r#"
            //# a space behind a backslash, and no line end
            //- lsb.queues
            Begin Queue
            QUEUE_NAME = q
            HOSTS = a b c \␠
                          ^ F002 info trailing whitespace after `\`
                          = effect: the whitespace has no effect because LSF joins the lines in this file, unlike in
                          =   lsf.shared and lsf.cluster
                          = help: end the line with `\`
                          = fix (safe): end the line with `\`
            d
            End Queue␄
            //- fixed lsb.queues
            -HOSTS = a b c \␠
            +HOSTS = a b c \
        "#]],
    );
}

#[test]
fn the_files_of_a_case_have_an_order() {
    check_stays(
        "X302",
        expect![[r#"
            //# the second definition is reported
            //- lsb.queues
            Begin Queue
            QUEUE_NAME = a
            End Queue
            //- more/lsb.queues
            Begin Queue
            QUEUE_NAME = a
                         ^ X302 error queue `a` is already defined in another file
                         = effect: LSF drops this definition, so the first one takes effect
                         = help: remove or rename one of the definitions
                         = related lsb.queues:2:14 first defined here
            End Queue
        "#]],
    );
}

#[test]
fn a_header_names_a_section_of_a_file() {
    check_stays(
        "X302",
        expect![[r#"
            //# queues of one file, and a section of another file between them
            //- Queue b
            PRIORITY = 3
            //- Queue a
            PRIORITY = 5
            //- Parameters: DEFAULT_QUEUE = a
            //- Queue of lsb.queues
            QUEUE_NAME = a
                         ^ X302 error duplicate queue `a`
                         = effect: LSF drops this definition, so the first one takes effect
                         = help: remove or rename one of the definitions
                         = related Queue a first defined here
        "#]],
    );
}

#[test]
fn sections_before_the_first_title_are_in_view_of_cases_without_them() {
    check_stays(
        "X302",
        expect![[r#"
            //- Queue a
            //- Queue b: PRIORITY = 3

            //# with both queues before
            //- Queue of lsb.queues
            QUEUE_NAME = b
                         ^ X302 error duplicate queue `b`
                         = effect: LSF drops this definition, so the first one takes effect
                         = help: remove or rename one of the definitions
                         = related Queue b first defined here

            //# with one of them, with none of them, and with another file
            //- Queue a
            PRIORITY = 5
            //- Queue of lsb.queues
            QUEUE_NAME = a
                         ^ X302 error duplicate queue `a`
            //#
            //- without lsb.queues
            //- Queue of lsb.queues: QUEUE_NAME = b
            //#
            //- lsb.queues
            Begin Queue
            QUEUE_NAME = b
            End Queue
        "#]],
    );
}

#[test]
fn a_header_can_have_the_only_line_behind_it() {
    check_stays(
        "A105",
        expect![[r#"
            //- lsf.conf: LSF_VERSION=10.1.0.4

            //# a line with a finding, and a line of another version
            //- each Queue: APS_PRIORITY = WEIGHT[[APP, 2]]
                                                   ^^^ A105 error
                                            = factor `APP` requires LSF 10.1.0.5, but the target is 10.1.0.4
                                            = effect: LSF may ignore the line, so the queue does not use absolute priority
                                            =   scheduling
                                            = help: remove the pair, or raise the target version after all clusters are
                                            =   upgraded
            //#
            //- lsf.conf: LSF_VERSION=10.1.0.5
            //- Queue a: APS_PRIORITY = WEIGHT[[APP, 2]]
        "#]],
    );
}

#[test]
fn other_rules_can_be_asked() {
    check_stays(
        "P002",
        expect![[r#"
            //# a rule that has nothing to say, and one that has
            //- also P001
            //- each Queue
            HOST = a
            ^^^^ P001 error unknown parameter `HOST` in `Queue` section
        "#]],
    );
}

#[test]
fn what_is_not_in_order_fails() {
    let fails = |fixture: &'static str| {
        std::panic::catch_unwind(|| fixtures::annotated("A006", fixture, &mut Shown::default())).is_err()
    };
    assert!(!fails("//#\n//- each Queue\nNICE = 1\n"));
    assert!(fails("//#\n//- each Qeue\nNICE = 1\n"));
    assert!(fails("//#\n//- lsb.queus\nNICE = 1\n"));
    assert!(fails("//#\nNICE = 1\n"));
    assert!(!fails("//#\n//- Queue a: NICE = 1\n"));
    assert!(fails("//#\n//- Qeue a: NICE = 1\n"));
    assert!(fails("//#\n//- Parameters a: NICE = 1\n"));
    assert!(fails("//- Queue a: APS_PRIORITY = weight[[FS, 1]]\n\n//#\n//- Queue b: NICE = 1\n"));
    assert!(fails("//#\n//- Queue a: NICE = 1\nHOSTS = b\n"));
}
