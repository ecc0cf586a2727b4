//! What people read, and what holds for every place of every file.

mod limits;
mod names;
mod policies;
mod requirements;

use expect_test::{Expect, expect};
use lsflint_syntax::{SyntaxKind, Token};

use super::{Hover, HoverOptions, hover};
use crate::properties::clusters;
use crate::testing::Fixture;

/// Tuesday, ten o'clock.
const NOW: HoverOptions = HoverOptions { now: Some(2 * 1440 + 600) };

fn at_cursor(fixture: &Fixture) -> Option<Hover> {
    hover(&fixture.snapshot, &fixture.path, fixture.offset().into(), &NOW)
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let shown = at_cursor(&fixture).map(|it| {
        let range = it.range.start as usize..it.range.end as usize;
        format!("[{}]\n{}\n", &fixture.file().text[range], it.markdown)
    });
    expected.assert_eq(&shown.unwrap_or_default());
}

/// A queue with these lines, in a small cluster.
fn queue(lines: &str) -> String {
    format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\n{lines}\nEnd Queue\n{CLUSTER}")
}

const CLUSTER: &str = "\
//- lsf.conf
LSF_UNIT_FOR_LIMITS=MB
LSF_MASTER_LIST=\"m1 m2\"
//- lsf.shared
Begin HostType
TYPENAME
X86_64
End HostType
Begin HostModel
MODELNAME CPUFACTOR
Fast 100
End HostModel
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
big Boolean () () (Lots of *memory*)
lic Numeric 30 N (Free tokens)
disk Numeric 60 N (Free space)
End Resource
//- lsf.cluster.c
Begin Host
HOSTNAME model type server RESOURCES
m1 Fast X86_64 1 ()
m2 Fast X86_64 1 ()
h1 Fast X86_64 1 (big)
h2 Fast X86_64 1 ()
login Fast X86_64 0 ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
lic [all]
disk ([h1 h2] [m1])
End ResourceMap
//- lsb.params
Begin Parameters
DEFAULT_APPLICATION = tool
End Parameters
//- lsb.applications
Begin Application
NAME = tool
RES_REQ = rusage[mem=4GB]
RUNLIMIT = 90
End Application
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER USER_SHARES
all_design (rtl verif) ([rtl, 3] [verif, 1])
rtl (anna ben) ()
verif (carl) ()
End UserGroup
//- lsb.hosts
Begin Host
HOST_NAME MXJ
default !
h1 8
End Host
Begin HostGroup
GROUP_NAME GROUP_MEMBER
work (h[1-2])
End HostGroup
";

#[test]
fn parameters() {
    check(
        &queue("PRIO$0RITY = 40"),
        expect![[r#"
        [PRIORITY]
        **PRIORITY** · parameter of lsb.queues, section `Queue`

        Dispatch rank of this queue against the other queues; larger runs first.

        - here: `40`
        - default: 1
        - form: `integer`, from 1
        - after a change run: `badmin reconfig`
        - integer of 1 or more; a value that does not parse is ignored and the default used
        - queues of equal priority are served together first-come first-served, except fairshare queues which follow file order
        - a queue outside a cross-queue fairshare set may not have a priority inside the range spanned by the set, unless the parent has DISPATCH_ORDER=QUEUE

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("RUNLIMIT = 8:00 2$04:00"),
        expect![[r#"
            [24]
            **8:00 24:00** · value of `RUNLIMIT`

            Wall-clock run limit of a job.

            - default 8:00 = 8 hours
            - maximum 24:00 = 1 day
            - in this cluster: LSF kills the job if it runs longer

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
        "#]],
    );
    check(
        &queue("MEM$0LIMIT = 16000"),
        expect![[r#"
            [MEMLIMIT]
            **MEMLIMIT** · parameter of lsb.queues, section `Queue`

            Memory limit of jobs; lsf.conf and MEMLIMIT_TYPE decide what enforces it.

            - here: `16000`, maximum 16000 MB, about 15.6 GB
            - default: unlimited
            - in this cluster: **not enforced** by LSF: it is passed to the operating system as a limit of each process, which some systems do not enforce at all
            - form: `[default_limit] maximum_limit`, from 1
            - unit MB (LSF_UNIT_FOR_LIMITS)
            - affected by: `LSF_UNIT_FOR_LIMITS` of lsf.conf
            - after a change run: `badmin reconfig`
            - one or two positive integers: optional default then maximum

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
        "#]],
    );
    check(&queue("NOPE$0 = 1"), expect![""]);
    check(
        &queue("PROCLIMIT$0 = 4"),
        expect![[r#"
            [PROCLIMIT]
            **PROCLIMIT** · parameter of lsb.queues, section `Queue`

            Old name of TASKLIMIT (slots or processors).

            deprecated since 9.1.3, use `TASKLIMIT` instead.

            - here: `4`, at most 4 tasks
            - default: unlimited
            - form: `[minimum_limit [default_limit]] maximum_limit`, from 1
            - conflicts with: `TASKLIMIT`
            - after a change run: `badmin reconfig`
            - same ordering rules as TASKLIMIT
            - do not give PROCLIMIT and TASKLIMIT in one queue

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
        "#]],
    );
}

#[test]
fn what_an_if_or_another_file_decides() {
    check(
        &queue("#if time(8:00-18:00)\nUJOB_LIMIT = 5$0\n#else\nUJOB_LIMIT = 50\n#endif"),
        expect![[r#"
        [5]
        **5** · value of `UJOB_LIMIT`

        Job slots each user may use in the queue.

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
    "#]],
    );
    check(
        &queue("#if time(8:00-18:00)\nUJOB$0_LIMIT = 5\n#else\nUJOB_LIMIT = 50\n#endif"),
        expect![[r#"
            [UJOB_LIMIT]
            **UJOB_LIMIT** · parameter of lsb.queues, section `Queue`

            Job slots each user may use in the queue.

            - here: `5`
            - otherwise: `50` (line 6, in an `#if` branch), then default unlimited
            - by time: `5` every day 08:00-18:00, else `50`
            - form: `integer`, from 0
            - after a change run: `badmin reconfig`
            - applies only while its `#if` branch is active
            - non-negative integer
            - counts per user, never per group

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.queues.5.html)
        "#]],
    );
    check(
        &queue("HOSTS = -$0"),
        expect![[r#"
            [-]
            **-** · `HOSTS` uses the default

            Same as leaving it out: the default all applies.
        "#]],
    );
}

#[test]
fn sections_and_columns() {
    check(
        "//- lsb.users\nBegin User\nUSER_NAME MAX$0_JOBS\nEnd User\n",
        expect![[r#"
            [MAX_JOBS]
            **MAX_JOBS** · column of lsb.users, section `User`

            Largest number of job slots in use at one time.

            - form: `integer | -`, from 0
            - default unlimited
            - after a change run: `badmin reconfig`
            - non-negative integer; 0 keeps the user from running jobs
            - \- means unlimited

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.users.5.html)
        "#]],
    );
    check(
        "//- lsb.users\nBegin Us$0er\nUSER_NAME MAX_JOBS\nEnd User\n",
        expect![[r#"
            [User]
            **User** · section of lsb.users

            Job limits and priorities of users and user groups.

            - form: a header line with column names, then one row per entry
            - each row defines a user or group, named by `USER_NAME`
            - required: `USER_NAME`
            - optional: `JL/P`, `MAX_JOBS`, `MAX_PEND_JOBS`, `MAX_PEND_SLOTS`, `PRIORITY`
            - after a change run: `badmin reconfig`

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsb.users.5.html)
        "#]],
    );
    check(
        "//- lsb.users\nBegin Uzer$0\nEnd Uzer\n",
        expect![[r#"
            [Uzer]
            **Uzer** · not a section of lsb.users

            - sections of this file: `UserGroup`, `User`, `UserMap`
        "#]],
    );
}

#[test]
fn directives_and_windows() {
    check(
        &queue("#i$0f time(8:00-18:00)\nUJOB_LIMIT = 5\n#else\nUJOB_LIMIT = 50\n#endif"),
        expect![[r#"
            [#if]
            **#if** · directive, not a comment

            Time-based configuration: the lines up to the next branch are used while the condition holds.

            - true: every day 08:00-18:00
            - true now, until Tue 18:00
            - form: `#if time(window [zone] ...) ...`
            - every #if needs its #endif; #elif and #else only in between
            - time() holds one or more windows; conditions combine with &&, || and !

            [Documentation](https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=configuration-automatic-time-based)
        "#]],
    );
    check(
        &queue("#if time(8:00-18:00)\nUJOB_LIMIT = 5\n#els$0e\nUJOB_LIMIT = 50\n#endif"),
        expect![[r#"
            [#else]
            **#else** · directive, not a comment

            The lines up to #endif are used while no condition above holds.

            - true: every day 18:00-08:00
            - not now; true next Tue 18:00
            - form: `#else`
            - at most once for each #if, after every #elif

            [Documentation](https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=configuration-automatic-time-based)
        "#]],
    );
    check(
        &queue("#if time(8:00-18:00) && !time(1$02:00-13:00)\nUJOB_LIMIT = 5\n#endif"),
        expect![[r#"
            [12:00-13:00]
            **12:00-13:00** · time window

            - open: every day 12:00-13:00
            - not now; opens next Tue 12:00
            - `[day:]hour[:minute]`; day 0 or 7 is Sunday; the closing minute is not included
        "#]],
    );
    check(
        &queue("#if time(8:00-18:00) &$0& !time(12:00-13:00)\nUJOB_LIMIT = 5\n#endif"),
        expect![[r#"
            [time(8:00-18:00) && !time(12:00-13:00)]
            **condition** · `time(8:00-18:00) && !time(12:00-13:00)`

            - true: every day 08:00-12:00 and 13:00-18:00
            - true now, until Tue 12:00
        "#]],
    );
    check(
        &queue("RUN_WINDOW = 5:19:00-1:8:30 2$00:00-8:30"),
        expect![[r#"
            [20:00-8:30]
            **20:00-8:30** · time window

            - open: every day 20:00-08:30
            - not now; opens next Tue 20:00
            - all windows together: Mon-Thu 20:00-08:30, Fri 19:00 to Mon 08:30
            - `[day:]hour[:minute]`; day 0 or 7 is Sunday; the closing minute is not included
        "#]],
    );
    check(
        &format!("//- lsb.users\n#INCLUDE \"gro$0ups\"\n{}", CLUSTER.replace("lsb.users", "lsb.resources")),
        expect![[r#"
        [groups]
        **groups** · included file

        - LSF reads the lines of `groups` here
    "#]],
    );
}

#[test]
fn every_place_can_be_asked() {
    for text in clusters() {
        for cut in [text.len(), text.len() * 2 / 3] {
            let cut = (0..=cut).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
            let fixture = Fixture::new(&text[..cut]);
            for file in fixture.snapshot.files.iter() {
                let end = file.source.text.len() as u32 + 2;
                for offset in (0..=end).step_by(5) {
                    if let Some(found) = hover(&fixture.snapshot, &file.source.path, offset, &NOW) {
                        let range = found.range.start as usize..found.range.end as usize;
                        assert!(file.source.text.get(range).is_some_and(|it| !it.is_empty()), "{offset}: {found:?}");
                        let lines = found.markdown.lines().filter(|it| !it.is_empty()).count();
                        assert!(lines <= 16, "{lines} lines:\n{}", found.markdown);
                    }
                }
            }
        }
    }
}

#[test]
fn every_key_and_name_of_a_sound_cluster_is_explained() {
    use SyntaxKind::{COLUMN_NAME, DIRECTIVE_KW, INTEGER, KEY, KEYWORD, NAME, SECTION_NAME, UNSET};
    let fixture = Fixture::new(&clusters()[0]);
    for file in fixture.snapshot.files.iter() {
        let wanted = |it: &Token<'_>| {
            matches!(it.kind(), KEY | COLUMN_NAME | SECTION_NAME | DIRECTIVE_KW | NAME | INTEGER | KEYWORD | UNSET)
        };
        for token in file.source.parse.root().all_tokens().filter(wanted) {
            let offset = u32::from(token.range().start()) + token.raw().len() as u32 / 2;
            let found = hover(&fixture.snapshot, &file.source.path, offset, &NOW);
            assert!(found.is_some(), "{} {token:?}", file.source.path);
        }
    }
}

#[test]
fn the_log_level_of_lim_is_in_ego_conf() {
    check(
        "//- lsf.conf\nLSF_LOG$0_MASK=LOG_DEBUG\n",
        expect![[r#"
            [LSF_LOG_MASK]
            **LSF_LOG_MASK** · parameter of lsf.conf

            Log level of daemons.

            - here: `LOG_DEBUG`
            - default: LOG_WARNING
            - form: `LOG_level`
            - after a change run: `bctrld restart lim all`, `bctrld restart res all`, `bctrld restart sbd all` and 1 more
            - not for LIM since LSF 10: EGO_LOG_MASK of ego.conf is its log level (page error_logs_manage_lsf)

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsf.conf.lsf_log_mask.5.html)
        "#]],
    );
}
