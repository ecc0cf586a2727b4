//! Files as they are found at sites, in the style of the templates of vendors, before and after formatting: the result
//! must never look worse.
//!
//! In the text before, `␠` is a blank at the end of a line and `␉` a tab.

use expect_test::{Expect, expect};
use lsflint_fmt::{Options, apply, format};
use lsflint_spec::FileKind;
use lsflint_syntax::parse;

#[track_caller]
fn check(name: &str, before: &str, expect: Expect) {
    let kind = FileKind::from_name(name).expect("a file of LSF");
    let formatted = |text: &str| {
        let after = apply(text, &format(&parse(text, kind), text, kind, Options::default()));
        let without_tree = lsflint_fmt::formatted(text, kind, None, Options::default());
        assert_eq!(without_tree.as_deref().unwrap_or(text), after, "with a tree and without one");
        after
    };
    // All lines have the indent of the code around them.
    let lines = before.lines().skip(1).map(|it| it.get(8..).unwrap_or_default().replace('␠', " ").replace('␉', "\t"));
    let text = format!("{}\n", lines.collect::<Vec<String>>().join("\n").trim_end_matches('\n'));
    let once = formatted(&text);
    assert_eq!(formatted(&once), once, "twice is once");
    let words = |text: &str| -> Vec<String> {
        text.lines().map(|it| it.split_whitespace().collect()).filter(|it: &String| !it.is_empty()).collect()
    };
    assert_eq!(words(&once), words(&text), "each word stays in its line");
    expect.assert_eq(&once);
}

/// A comment line in the column of the comment above continues it, and ends a block of equals signs.
#[test]
fn comments_of_parameters() {
    check(
        "lsb.params",
        "
        Begin Parameters
        DEFAULT_QUEUE  = work     #where jobs go
        MBD_SLEEP_TIME = 20       #seconds between two rounds of mbatchd
        SBD_SLEEP_TIME = 15       #seconds between two rounds of sbatchd
        JOB_ACCEPT_INTERVAL = 1   #rounds until a host takes another job␠
                                  # (0: as many jobs as it has slots)
        DEFAULT_LIMIT_IGNORE_USER_GROUP = N #see the manual␠␠
        End Parameters
        ",
        expect![[r#"
            Begin Parameters
            DEFAULT_QUEUE       = work  #where jobs go
            MBD_SLEEP_TIME      = 20    #seconds between two rounds of mbatchd
            SBD_SLEEP_TIME      = 15    #seconds between two rounds of sbatchd
            JOB_ACCEPT_INTERVAL = 1     #rounds until a host takes another job
                                        # (0: as many jobs as it has slots)
            DEFAULT_LIMIT_IGNORE_USER_GROUP = N  #see the manual
            End Parameters
        "#]],
    );
}

/// Rows that are commented out have the columns of the table, and comments of the table one column.
#[test]
fn hosts_that_are_commented_out() {
    check(
        "lsb.hosts",
        "
        Begin Host
        HOST_NAME     MXJ JL/U   r1m    pg    ls     DISPATCH_WINDOW  # Names of columns
        #build1       2    1   2.5/4.5  12/   10/14   ()␉␉   # One
        #build2      ()   3     2.5  12/18   10/    (6:18:00-1:7:30 19:00-7:30)
        # All other hosts:
        default       !   ()     ()    ()    ()     ()␉␉   # Two
        #build3        ()   ()   2.5/5   18    15     ()␉␉   # Three␠
        End Host
        ",
        expect![[r#"
            Begin Host
            HOST_NAME  MXJ  JL/U  r1m      pg     ls     DISPATCH_WINDOW  # Names of columns
            #build1    2    1     2.5/4.5  12/    10/14  ()               # One
            #build2    ()   3     2.5      12/18  10/    (6:18:00-1:7:30 19:00-7:30)
            # All other hosts:
            default    !    ()    ()       ()     ()     ()  # Two
            #build3    ()   ()    2.5/5    18     15     ()  # Three
            End Host
        "#]],
    );
}

/// Rows over several lines take part in the table.
#[test]
fn long_host_groups() {
    check(
        "lsb.hosts",
        "
        Begin HostGroup
        GROUP_NAME    GROUP_MEMBER   GROUP_ADMIN
        rack1    (hostA hostB)   (anna)
        rack2         (hostC hostD \\
              hostE hostF)   (berta)  # two lines
        rack30   \\
            (hostG hostH)  (anna)
        #rack4        (hostI)  (anna)
        End HostGroup
        ",
        expect![[r#"
            Begin HostGroup
            GROUP_NAME  GROUP_MEMBER   GROUP_ADMIN
            rack1       (hostA hostB)  (anna)
            rack2       (hostC hostD \
                         hostE hostF)  (berta)  # two lines
            rack30 \
                        (hostG hostH)  (anna)
            #rack4      (hostI)        (anna)
            End HostGroup
        "#]],
    );
}

/// Keys that are commented out, with or without a value, are part of the section.
#[test]
fn queues_with_keys_that_are_commented_out() {
    check(
        "lsb.queues",
        "
        Begin Queue
        QUEUE_NAME   = work
        PRIORITY     = 35
        #QJOB_LIMIT   = 50 ␉␉# slots of the queue
        #UJOB_LIMIT   = 4               # slots of a user
        #r1m␉     = 0.6/2.1        # when jobs start and stop
        #RUN_WINDOW
        #CPULIMIT     = 120/fast1      # two hours of fast1
        #FILELIMIT    = 10000
        #HOSTS        = all            # hosts of the queue
        # HOSTS = a   b
        #REQUEUE_EXIT_VALUES = 12 13
        #DESCRIPTION  = Jobs that nobody waits for,\\
        #at night.
        DESCRIPTION  = Jobs of everybody, on all hosts that are \\
        free at night.
        End Queue
        ",
        expect![[r#"
            Begin Queue
            QUEUE_NAME           = work
            PRIORITY             = 35
            #QJOB_LIMIT          = 50         # slots of the queue
            #UJOB_LIMIT          = 4          # slots of a user
            #r1m                 = 0.6/2.1    # when jobs start and stop
            #RUN_WINDOW
            #CPULIMIT            = 120/fast1  # two hours of fast1
            #FILELIMIT           = 10000
            #HOSTS               = all        # hosts of the queue
            # HOSTS              = a   b
            #REQUEUE_EXIT_VALUES = 12 13
            #DESCRIPTION         = Jobs that nobody waits for,\
            #at night.
            DESCRIPTION          = Jobs of everybody, on all hosts that are \
            free at night.
            End Queue
        "#]],
    );
}

/// Resources at an indent of their own.
#[test]
fn indented_resources() {
    check(
        "lsf.shared",
        "
        Begin HostType
        TYPENAME                        # Name of the column
        LINUX64
        End HostType
        Begin Resource
        RESOURCENAME  TYPE    INTERVAL INCREASING  DESCRIPTION ␉      # Names of columns
           gpus       Numeric 30       N           (Graphics processors)
           ssd        Boolean ()       ()          (Local disk)
        #  nio        Numeric 30       Y           (Network traffic in KB/s)
        #  The resource below is reported by elim.console
        #  console    String  30       ()          (User at the console)
        End Resource
        ",
        expect![[r#"
            Begin HostType
            TYPENAME  # Name of the column
            LINUX64
            End HostType

            Begin Resource
            RESOURCENAME  TYPE     INTERVAL  INCREASING  DESCRIPTION  # Names of columns
            gpus          Numeric  30        N           (Graphics processors)
            ssd           Boolean  ()        ()          (Local disk)
            # nio         Numeric  30        Y           (Network traffic in KB/s)
            #  The resource below is reported by elim.console
            # console     String   30        ()          (User at the console)
            End Resource
        "#]],
    );
}

/// Tabs, rows with few gaps, and a table all of whose rows are commented out.
#[test]
fn a_cluster_of_examples() {
    check(
        "lsf.cluster",
        "
        Begin   ClusterAdmins
        Administrators = lsfadmin root
        End    ClusterAdmins␠
        Begin␉Host
        HOSTNAME  model    type        server  RESOURCES    #Names
        #plum     Intel_X   LINUX64     1     (ssd gpus)   #Like this
        #cherry␉  !␉   !            1     (ssd)
        login-10-20-30-40   !   !   0   ()␠␠␠
        End     Host
        Begin Parameters
        LSF_HOST_ADDR_RANGE=*.*.*.*
        #FLOAT_CLIENTS=10
        End Parameters
        Begin ResourceMap
        RESOURCENAME  LOCATION
        # scratch␉        [default]
        # license␉[all]
        End ResourceMap
        ",
        expect![[r#"
            Begin ClusterAdmins
            Administrators = lsfadmin root
            End ClusterAdmins

            Begin Host
            HOSTNAME           model    type     server  RESOURCES   #Names
            #plum              Intel_X  LINUX64  1       (ssd gpus)  #Like this
            #cherry            !        !        1       (ssd)
            login-10-20-30-40  !        !        0       ()
            End Host

            Begin Parameters
            LSF_HOST_ADDR_RANGE = *.*.*.*
            #FLOAT_CLIENTS      = 10
            End Parameters

            Begin ResourceMap
            RESOURCENAME  LOCATION
            # scratch     [default]
            # license     [all]
            End ResourceMap
        "#]],
    );
}

/// Lists have one blank behind each comma and between two pairs.
#[test]
fn lists() {
    check(
        "lsb.queues",
        "
        Begin Queue
        QUEUE_NAME = chips
        FAIRSHARE = USER_SHARES[[ug1,10][ug2,20] [default , 1]]
        APS_PRIORITY = WEIGHT[[JPRIORITY,1] [FS,2]] LIMIT[[FS,500]]
        RES_REQ = select[mem>100&&type==any] rusage[mem=1,lic=2:duration=5] affinity[core(2,same=socket)]
        PRE_EXEC = /site/bin/check --only=a,b [x,y][z]
        #FAIRSHARE = USER_SHARES[[ug1,10][ug2,20]]
        End Queue
        ",
        expect![[r#"
            Begin Queue
            QUEUE_NAME   = chips
            FAIRSHARE    = USER_SHARES[[ug1, 10] [ug2, 20] [default, 1]]
            APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [FS, 2]] LIMIT[[FS, 500]]
            RES_REQ      = select[mem>100 && type==any] rusage[mem=1, lic=2:duration=5] affinity[core(2,same=socket)]
            PRE_EXEC     = /site/bin/check --only=a,b [x,y][z]
            #FAIRSHARE   = USER_SHARES[[ug1,10][ug2,20]]
            End Queue
        "#]],
    );
}

/// Keys with an error or a template in their value have margin and equals sign of the section; the rest stays.
#[test]
fn errors_and_templates() {
    check(
        "lsb.queues",
        "
        Begin Queue
            QUEUE_NAME   = night
            RES_REQ      = select[mem>   # who knows
            PRIORITY   45
            ...
            HOSTS={{  hosts | join(' ')  }}
          NICE=10  # polite
        End Queue
        ",
        expect![[r#"
            Begin Queue
            QUEUE_NAME = night
            RES_REQ    = select[mem>  # who knows
            PRIORITY   45
            ...
            HOSTS      = {{  hosts | join(' ')  }}
            NICE       = 10           # polite
            End Queue
        "#]],
    );
}

/// Lines between two empty lines or comments are a block.
#[test]
fn paragraphs() {
    check(
        "lsb.params",
        "
        Begin Parameters
        DEFAULT_QUEUE  = work

        # Seconds between two rounds
        MBD_SLEEP_TIME = 10
        SBD_SLEEP_TIME = 7
        # Seconds between two sessions of the scheduler
        JOB_SCHEDULING_INTERVAL=1
        JOB_DEP_LAST_SUB=1   # only the last job of a name



        MAX_CONCURRENT_QUERY=100
        #RC_MAX_REQUESTS=300

        End Parameters
        ",
        expect![[r#"
            Begin Parameters
            DEFAULT_QUEUE = work

            # Seconds between two rounds
            MBD_SLEEP_TIME = 10
            SBD_SLEEP_TIME = 7
            # Seconds between two sessions of the scheduler
            JOB_SCHEDULING_INTERVAL = 1
            JOB_DEP_LAST_SUB        = 1  # only the last job of a name

            MAX_CONCURRENT_QUERY = 100
            #RC_MAX_REQUESTS     = 300
            End Parameters
        "#]],
    );
}

/// A value with free text over several lines keeps all of them.
#[test]
fn containers() {
    check(
        "lsb.applications",
        "
           Begin Application
           NAME         = solver
           DESCRIPTION  = Solver in a container
           CONTAINER = docker[image(example/solver:2.1)  \\
                       options(--rm --net=host  \\
                               -v /scratch:/scratch \\
                     ) ]
           EXEC_DRIVER = context[user(lsfadmin)] \\
           ␉starter[LSF_SERVERDIR/docker-starter.py] \\
               controller[LSF_SERVERDIR/docker-control.py]
           End Application
        ",
        expect![[r#"
            Begin Application
            NAME        = solver
            DESCRIPTION = Solver in a container
            CONTAINER   = docker[image(example/solver:2.1)  \
                           options(--rm --net=host  \
                                   -v /scratch:/scratch \
                         )]
            EXEC_DRIVER = context[user(lsfadmin)] \
                          starter[LSF_SERVERDIR/docker-starter.py] \
                          controller[LSF_SERVERDIR/docker-control.py]
            End Application
        "#]],
    );
}

/// Tabs are counted in the same way in both lines: a comment line one tab from the margin is not in the column of a
/// comment that is behind two of them.
#[test]
fn notes_behind_tabs() {
    check(
        "lsb.hosts",
        "
        Begin HostGroup
        GROUP_NAME␉GROUP_MEMBER␉CONDENSE
        g1␉(h1 h2 h3 \\
        ␉ h4 h5)␉Y  # the fast ones
        ␉# the hosts of the old building
        g2␉(h6)␉N␉# slow
        ␉␉␉# and loud
        End HostGroup
        ",
        expect![[r#"
            Begin HostGroup
            GROUP_NAME  GROUP_MEMBER  CONDENSE
            g1          (h1 h2 h3 \
                         h4 h5)       Y  # the fast ones
            # the hosts of the old building
            g2          (h6)          N  # slow
                                         # and loud
            End HostGroup
        "#]],
    );
}
