//! Values of every kind.

use super::*;

fn cell(header: &str, row: &str) -> String {
    format!("//- lsb.hosts\nBegin Host\n{header}\n{row}\nEnd Host\n")
}

#[test]
fn lists_of_names() {
    check(
        &queue("HOSTS = $0"),
        expect![[r#"
            all
            others
            allremote
            anna
            berta
            carl
            none"#]],
    );
    check(
        &queue("HOSTS = anna b$0 carl"),
        expect![[r#"
        others
        allremote
        berta"#]],
    );
    check(
        &queue("HOSTS = all ~$0"),
        expect![[r#"
        anna
        berta
        carl"#]],
    );
    check(
        &queue("USERS = $0"),
        expect![[r#"
            all
            rtl
            verif
            ann
            bob
            cid"#]],
    );
    check(&queue("QUEUE_GROUP = day $0"), expect![""]);
    check(
        "//- lsf.conf\nLSF_MASTER_LIST=\"anna $0\"\n",
        expect![[r#"
        berta
        carl"#]],
    );
}

#[test]
fn words_go_over_continued_lines() {
    check(
        &queue("HOSTS = anna \\\n        b$0"),
        expect![[r#"
        others
        allremote
        berta
        carl"#]],
    );
    check(&queue("HOSTS = be\\\nr$0"), expect!["berta -> rta"]);
}

#[test]
fn enumerations() {
    check(
        &queue("INTERACTIVE = $0"),
        expect![[r#"
            YES
            NO
            ONLY"#]],
    );
    check(
        &queue("BACKFILL = $0"),
        expect![[r#"
            Y
            N"#]],
    );
    check(
        &queue("EXCLUSIVE = $0"),
        expect![[r#"
            CU -> CU[${1:type}]
            Y
            N"#]],
    );
    check(
        "//- lsf.conf\nLSF_LOG_MASK=LOG_$0\n",
        expect![[r#"
        LOG_EMERG
        LOG_ALERT
        LOG_CRIT
        LOG_ERR
        LOG_WARNING
        LOG_NOTICE
        LOG_INFO
        LOG_DEBUG
        LOG_DEBUG1
        LOG_DEBUG2
        LOG_DEBUG3"#]],
    );
    check(
        &queue("NICE = $0"),
        expect![[r#"
        0
        integer -> ${1:integer}"#]],
    );
}

#[test]
fn patterns() {
    check(&queue("FAIRSHARE = $0"), expect!["USER_SHARES -> USER_SHARES[[${1:user}, ${2:1}]]"]);
    check(&queue("FAIRSHARE = USER_SHARES[$0"), expect!["[user, 1] -> [${1:user}, ${2:1}]"]);
    check(
        &queue("FAIRSHARE = USER_SHARES[[rtl, 3] [$0"),
        expect![[r#"
            others
            default
            verif
            ann
            bob
            cid"#]],
    );
    check(
        &queue("PREEMPTION = PRE$0"),
        expect![[r#"
        PREEMPTIVE
        PREEMPTABLE"#]],
    );
    check(&queue("PREEMPTION = PREEMPTIVE[d$0]"), expect!["day"]);
    check(
        &queue("JOB_CONTROLS = SUSPEND[$0"),
        expect![[r#"
        CHKPNT
        SIGCONT
        SIGHUP
        SIGINT
        SIGKILL
        SIGQUIT
        SIGSTOP
        SIGTERM
        SIGTSTP
        SIGURG
        ... 41 more"#]],
    );
    check(
        &queue("REQUEUE_EXIT_VALUES = 99 $0"),
        expect![[r#"
        EXCLUDE -> EXCLUDE($1)
        all"#]],
    );
    check(
        &queue("GPU_REQ = \"num=1:$0\""),
        expect![[r#"
        mode -> mode=$1
        mps -> mps=$1
        aff -> aff=$1
        j_exclusive -> j_exclusive=$1
        block -> block=$1
        gpack -> gpack=$1
        glink -> glink=$1
        nvlink -> nvlink=$1
        gvendor -> gvendor=$1
        gmodel -> gmodel=$1
        ... 3 more"#]],
    );
    check(
        &queue("GPU_REQ = \"mode=$0\""),
        expect![[r#"
        shared
        exclusive_process"#]],
    );
    check(
        &queue("RUNLIMIT = 8:00/$0"),
        expect![[r#"
        Altra-80
        EPYC
        anna
        berta
        carl"#]],
    );
    check(&queue("SLOT_RESERVE = $0"), expect!["MAX_RESERVE_TIME -> MAX_RESERVE_TIME[${1:1}]"]);
}

#[test]
fn priority_formulas() {
    check(
        &queue("APS_PRIORITY = $0"),
        expect![[r#"
        WEIGHT -> WEIGHT[[${1:factor}, ${2:1}]]
        LIMIT -> LIMIT[[${1:factor}, ${2:1}]]
        GRACE_PERIOD -> GRACE_PERIOD[[${1:factor}, ${2:1}]]"#]],
    );
    check(
        &queue("APS_PRIORITY = WEIGHT[$0"),
        expect![[r#"
        [FS, 1] -> [FS, ${1:1}]
        [RSRC, 1] -> [RSRC, ${1:1}]
        [WORK, 1] -> [WORK, ${1:1}]
        [APP, 1] -> [APP, ${1:1}]
        [USER, 1] -> [USER, ${1:1}]
        [UG, 1] -> [UG, ${1:1}]
        [PROC, 1] -> [PROC, ${1:1}]
        [MEM, 1] -> [MEM, ${1:1}]
        [SWAP, 1] -> [SWAP, ${1:1}]
        [JPRIORITY, 1] -> [JPRIORITY, ${1:1}]
        [QPRIORITY, 1] -> [QPRIORITY, ${1:1}]"#]],
    );
    check(
        &queue("APS_PRIORITY = WEIGHT[[FS, 10] [$0, 3]]"),
        expect![[r#"
        RSRC
        WORK
        APP
        USER
        UG
        PROC
        MEM
        SWAP
        JPRIORITY
        QPRIORITY"#]],
    );
    check(
        &queue("APS_PRIORITY = WEIGHT[[FS, 10]] GRACE_PERIOD[[MEM, 10$0]]"),
        expect![[r#"
        s
        m
        h"#]],
    );
}

#[test]
fn windows() {
    check(
        &queue("RUN_WINDOW = $0"),
        expect![[r#"
        hour:minute-hour:minute -> ${1:20}:${2:00}-${3:8}:${4:00}
        day:hour:minute-day:hour:minute -> ${1:5}:${2:20}:${3:00}-${4:1}:${5:8}:${6:00}
        0: Sunday -> 0:
        1: Monday -> 1:
        2: Tuesday -> 2:
        3: Wednesday -> 3:
        4: Thursday -> 4:
        5: Friday -> 5:
        6: Saturday -> 6:
        7: Sunday -> 7:"#]],
    );
    check(
        &queue("RUN_WINDOW = 20:00-8:00 5:8:00-$0"),
        expect![[r#"
        0: Sunday -> 0:
        1: Monday -> 1:
        2: Tuesday -> 2:
        3: Wednesday -> 3:
        4: Thursday -> 4:
        5: Friday -> 5:
        6: Saturday -> 6:
        7: Sunday -> 7:"#]],
    );
    check(&queue("RUN_WINDOW = 8:$0"), expect![[""]]);
}

#[test]
fn sections_of_requirements() {
    check(
        &queue("RES_REQ = $0"),
        expect![[r#"
            select -> select[$1]
            order -> order[$1]
            rusage -> rusage[${1:mem}=$2]
            span -> span[$1]
            same -> same[$1]
            cu -> cu[$1]
            affinity -> affinity[$1]
            span[hosts=1] -> span[hosts=${1:1}]
            span[ptile=...] -> span[ptile=$1]
            span[block=1] -> span[block=${1:1}]
            ... 56 more"#]],
    );
    check(
        &queue("RES_REQ = select[linux] $0"),
        expect![[r#"
        order -> order[$1]
        rusage -> rusage[${1:mem}=$2]
        span -> span[$1]
        same -> same[$1]
        cu -> cu[$1]
        affinity -> affinity[$1]
        span[hosts=1] -> span[hosts=${1:1}]
        span[ptile=...] -> span[ptile=$1]
        span[block=1] -> span[block=${1:1}]
        span[stripe]
        ... 11 more"#]],
    );
    check(
        &queue("RES_REQ = \"select[linux] ru$0\""),
        expect![[r#"
        order -> order[$1]
        rusage -> rusage[${1:mem}=$2]
        span -> span[$1]
        same -> same[$1]
        cu -> cu[$1]
        affinity -> affinity[$1]
        span[hosts=1] -> span[hosts=${1:1}]
        span[ptile=...] -> span[ptile=$1]
        span[block=1] -> span[block=${1:1}]
        span[stripe]
        ... 11 more"#]],
    );
    check(
        &queue("STOP_COND = $0"),
        expect![[r#"
            select -> select[$1]
            r15s
            r1m
            r15m
            ut
            pg
            io
            ls
            it
            tmp
            ... 35 more"#]],
    );
}

#[test]
fn selections() {
    check(
        &queue("RES_REQ = select[lin$0"),
        expect![[r#"
            tmp
            swp
            mem
            type
            model
            hname
            board
            lic
            linux
            oslevel
            ... 34 more"#]],
    );
    check(
        &queue("RES_REQ = select[type==$0]"),
        expect![[r#"
        any
        local
        LINUX_ARM64
        X86_64"#]],
    );
    check(
        &queue("RES_REQ = select[model == A$0"),
        expect![[r#"
        any
        local
        Altra-80 -> 'Altra-80'
        EPYC"#]],
    );
    check(
        &queue("RES_REQ = select[oslevel==$0"),
        expect![[r#"
        rhel-9 -> 'rhel-9'
        rhel8"#]],
    );
    check(
        &queue("RES_REQ = select[oslevel=='rh$0'"),
        expect![[r#"
        rhel-9
        rhel8"#]],
    );
    check(
        &queue("RES_REQ = select[hname==$0"),
        expect![[r#"
        anna
        berta
        carl"#]],
    );
    check(
        &queue("RES_REQ = select[status==$0"),
        expect![[r#"
        ok
        unavail
        unreach
        closed
        closed_Adm
        closed_Busy
        closed_Cu_excl
        closed_EGO
        closed_Excl
        closed_Full
        ... 5 more"#]],
    );
    check(
        &queue("RES_REQ = select[mem $0"),
        expect![[r#"
            > -> >·
            >= -> >=·
            < -> <·
            <= -> <=·
            == -> ==·
            != -> !=·
            && -> &&·
            || -> ||·"#]],
    );
    check(
        &queue("RES_REQ = select[mem > 16$0"),
        expect![[r#"
            K
            M
            G
            T
            P
            E
            Z"#]],
    );
    check(
        &queue("RES_REQ = select[defined($0"),
        expect![[r#"
        board
        linux
        oslevel"#]],
    );
}

#[test]
fn reservations() {
    check(
        &queue("RES_REQ = rusage[$0"),
        expect![[r#"
            tmp -> tmp=
            swp -> swp=
            mem -> mem=
            board -> board=
            lic -> lic=
            r15s -> r15s=
            r1m -> r1m=
            r15m -> r15m=
            ut -> ut=
            pg -> pg=
            ... 8 more"#]],
    );
    check(
        &queue("RES_REQ = rusage[mem=1,$0]"),
        expect![[r#"
            tmp -> tmp=
            swp -> swp=
            board -> board=
            lic -> lic=
            r15s -> r15s=
            r1m -> r1m=
            r15m -> r15m=
            ut -> ut=
            pg -> pg=
            io -> io=
            ... 7 more"#]],
    );
    check(
        &queue("RES_REQ = rusage[mem=1:$0"),
        expect![[r#"
            duration -> duration=
            decay -> decay=
            threshold -> threshold=
            r15s -> r15s=
            r1m -> r1m=
            r15m -> r15m=
            ut -> ut=
            pg -> pg=
            io -> io=
            ls -> ls=
            ... 10 more"#]],
    );
    check(
        &queue("RES_REQ = rusage[mem=16$0"),
        expect![[r#"
            K
            M
            G
            T
            P
            E
            Z"#]],
    );
    check(
        &queue("RES_REQ = rusage[lic=1/$0"),
        expect![[r#"
        job
        task
        host"#]],
    );
    check(
        &queue("RES_REQ = rusage[mem=1:duration=10$0:decay=1]"),
        expect![[r#"
        s
        m
        h"#]],
    );
    check(
        &queue("RES_REQ = rusage[mem=1:duration=10:decay=$0]"),
        expect![[r#"
        0
        1"#]],
    );
}

#[test]
fn sections_of_keywords() {
    check(
        &queue("RES_REQ = span[$0"),
        expect![[r#"
        hosts -> hosts=
        ptile -> ptile=
        block -> block=
        stripe
        gtile -> gtile="#]],
    );
    check(
        &queue("RES_REQ = span[hosts=$0"),
        expect![[r#"
        1
        -1"#]],
    );
    check(
        &queue("RES_REQ = span[ptile=$0"),
        expect![[r#"
            '!'
            LINUX_ARM64
            X86_64
            EPYC"#]],
    );
    check(
        &queue("RES_REQ = cu[type=a:$0"),
        expect![[r#"
        pref -> pref=
        maxcus -> maxcus=
        usablecuslots -> usablecuslots=
        balance
        excl"#]],
    );
    check(
        &queue("RES_REQ = cu[pref=$0"),
        expect![[r#"
        bestfit
        maxavail
        minavail
        config"#]],
    );
    check(
        &queue("RES_REQ = affinity[$0"),
        expect![[r#"
        numa -> numa(${1:1})
        socket -> socket(${1:1})
        core -> core(${1:1})
        thread -> thread(${1:1})"#]],
    );
    check(
        &queue("RES_REQ = affinity[core(2,$0"),
        expect![[r#"
        same -> same=
        exclusive -> exclusive=($1)"#]],
    );
    check(
        &queue("RES_REQ = affinity[core(2,exclusive=($0"),
        expect![[r#"
        numa
        socket
        core"#]],
    );
    check(
        &queue("RES_REQ = affinity[core(2,exclusive=(core,$0"),
        expect![[r#"
        intask
        injob
        alljobs"#]],
    );
    check(
        &queue("RES_REQ = affinity[core(2):$0"),
        expect![[r#"
        cpubind -> cpubind=
        membind -> membind=
        distribute -> distribute="#]],
    );
    check(
        &queue("RES_REQ = affinity[core(2):cpubind=$0"),
        expect![[r#"
        numa
        socket
        core
        thread"#]],
    );
}

#[test]
fn order_and_same() {
    check(
        &queue("RES_REQ = order[mem:-$0"),
        expect![[r#"
            tmp
            swp
            board
            lic
            power
            r15s
            r1m
            r15m
            ut
            pg
            ... 23 more"#]],
    );
    check(
        &queue("RES_REQ = same[$0]"),
        expect![[r#"
            type
            model
            hname
            board
            linux
            oslevel
            cpuf
            server
            rexpri
            ncpus
            ... 11 more"#]],
    );
}

#[test]
fn cells() {
    check(
        &cell("HOST_NAME MXJ DISPATCH_WINDOW", "$0"),
        expect![[r#"
        default
        anna
        berta
        carl
        LINUX_ARM64
        X86_64
        Altra-80
        EPYC"#]],
    );
    check(
        &cell("HOST_NAME MXJ DISPATCH_WINDOW", "anna $0"),
        expect![[r#"
        !
        -
        ()"#]],
    );
    check(
        &cell("HOST_NAME MXJ DISPATCH_WINDOW", "anna 3 ($0"),
        expect![[r#"
        hour:minute-hour:minute -> ${1:20}:${2:00}-${3:8}:${4:00}
        day:hour:minute-day:hour:minute -> ${1:5}:${2:20}:${3:00}-${4:1}:${5:8}:${6:00}
        0: Sunday -> 0:
        1: Monday -> 1:
        2: Tuesday -> 2:
        3: Wednesday -> 3:
        4: Thursday -> 4:
        5: Friday -> 5:
        6: Saturday -> 6:
        7: Sunday -> 7:"#]],
    );
    check(
        &cell("HOST_NAME  MXJ", "an$0         3"),
        expect![[r#"
            default -> default····
            anna -> anna·······
            berta -> berta······
            carl -> carl·······
            LINUX_ARM64 -> LINUX_ARM64·
            X86_64 -> X86_64·····
            Altra-80 -> Altra-80···
            EPYC -> EPYC·······"#]],
    );
    check(&cell("HOST_NAME MXJ", "anna 3 $0"), expect![[""]]);
}

/// A word that ends inside its cell is not padded up to the next one.
#[test]
fn words_with_other_characters_behind_them() {
    let model = |row: &str| {
        format!("//- lsf.shared\nBegin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\n{row}\nEnd HostModel\n")
    };
    check(&model("intel     $0\u{fffd}\u{fffd}    (x86)"), expect![[""]]);
    check(&model("intel     2.5$0µ    (x86)"), expect![[""]]);
}

#[test]
fn columns() {
    check(
        "//- lsb.hosts\nBegin HostGroup\nGROUP_NAME $0\nEnd HostGroup\n",
        expect![[r#"
        GROUP_MEMBER
        CONDENSE
        GROUP_ADMIN"#]],
    );
    check(
        "//- lsf.shared\nBegin Resource\n$0",
        expect![[r#"
            RESOURCENAME
            DESCRIPTION
            CONSUMABLE
            INCREASING
            INTERVAL
            RELEASE
            TYPE"#]],
    );
}

#[test]
fn directives_and_suppressions() {
    check(
        "//- lsb.queues\n#$0\n",
        expect![[r##"
        #if -> #if time(${1:8:00-18:00})
        #INCLUDE -> #INCLUDE "$1"
        # lsflint: ignore[...] -> # lsflint: ignore[$1] $2
        # lsflint: ignore-section[...] -> # lsflint: ignore-section[$1] $2
        # lsflint: ignore-file[...] -> # lsflint: ignore-file[$1] $2"##]],
    );
    check(
        "//- lsb.queues\n#if time(1:00-2:00)\n#e$0\n",
        expect![[r##"
        #if -> #if time(${1:8:00-18:00})
        #elif -> #elif time(${1:8:00-18:00})
        #else
        #endif
        #INCLUDE -> #INCLUDE "$1""##]],
    );
    check("//- lsb.queues\n#if $0\n", expect!["time -> time(${1:8:00-18:00})"]);
    check(
        "//- lsb.queues\n#if time($0\n",
        expect![[r#"
        hour:minute-hour:minute -> ${1:20}:${2:00}-${3:8}:${4:00}
        day:hour:minute-day:hour:minute -> ${1:5}:${2:20}:${3:00}-${4:1}:${5:8}:${6:00}
        0: Sunday -> 0:
        1: Monday -> 1:
        2: Tuesday -> 2:
        3: Wednesday -> 3:
        4: Thursday -> 4:
        5: Friday -> 5:
        6: Saturday -> 6:
        7: Sunday -> 7:"#]],
    );
    check(
        &queue("HOSTS = nobody # lsflint: $0"),
        expect![[r#"
        ignore -> ignore[$1] $2
        ignore-section -> ignore-section[$1] $2
        ignore-file -> ignore-file[$1] $2"#]],
    );
    check(
        &queue("HOSTS = nobody # lsflint: ignore[$0]"),
        expect![[r#"
            A001
            A002
            A003
            A004
            A005
            A006
            A007
            A101
            A102
            A103
            ... 554 more"#]],
    );
    check(
        &queue("# lsf$0"),
        expect![[r#"
        lsflint: ignore[...] -> lsflint: ignore[$1] $2
        lsflint: ignore-section[...] -> lsflint: ignore-section[$1] $2
        lsflint: ignore-file[...] -> lsflint: ignore-file[$1] $2"#]],
    );
}

#[test]
fn forms_of_values() {
    check(
        &queue("RUNLIMIT = $0"),
        expect![[r#"
        minute -> ${1:minute}
        hour:minute -> ${1:hour}:${2:minute}
        hour:minute/host_name -> ${1:hour}:${2:minute}/${3:host_name}
        hour:minute/host_model -> ${1:hour}:${2:minute}/${3:host_model}
        hour:minute hour:minute -> ${1:hour}:${2:minute} ${3:hour}:${4:minute}"#]],
    );
    check(
        &queue("CHKPNT = $0"),
        expect![[r#"
        chkpnt_dir -> ${1:chkpnt_dir}
        chkpnt_dir chkpnt_period -> ${1:chkpnt_dir} ${2:chkpnt_period}"#]],
    );
    check(
        &queue("TASKLIMIT = $0"),
        expect![[r#"
        maximum_limit -> ${1:maximum_limit}
        minimum_limit maximum_limit -> ${1:minimum_limit} ${2:maximum_limit}
        minimum_limit default_limit maximum_limit -> ${1:minimum_limit} ${2:default_limit} ${3:maximum_limit}"#]],
    );
    check(
        &queue("PRIORITY = $0"),
        expect![[r#"
        1
        integer -> ${1:integer}"#]],
    );
    check(
        &queue("MEMLIMIT = $0"),
        expect![[r#"
        maximum_limit -> ${1:maximum_limit}
        default_limit maximum_limit -> ${1:default_limit} ${2:maximum_limit}"#]],
    );
    check(
        &queue("ut = $0"),
        expect![[r#"
        loadSched -> ${1:loadSched}
        loadSched/loadStop -> ${1:loadSched}/${2:loadStop}"#]],
    );
    check(
        &queue("RES_REQ = rusage[mem=1:duration=$0"),
        expect![[r#"
            <time> -> ${1:time}
            <time>s -> ${1:time}s
            <time>m -> ${1:time}m
            <time>h -> ${1:time}h"#]],
    );
    check(
        "//- lsb.params\nBegin Parameters\nMBD_SLEEP_TIME = $0\nEnd Parameters\n",
        expect!["seconds -> ${1:seconds}"],
    );
    let plain = CompletionOptions { snippets: false, limit: 9 };
    check_with(&queue("RUNLIMIT = $0"), plain, expect![[""]]);
    // A form describes the whole value.
    check(&queue("RUNLIMIT = 10 $0"), expect![[""]]);
}

#[test]
fn answers_are_spelled_as_in_the_file() {
    check(
        &queue("RERUNNABLE = yes\nBACKFILL = $0"),
        expect![[r#"
        yes
        no"#]],
    );
    check(
        &queue("RERUNNABLE = n\nINTERACTIVE = $0"),
        expect![[r#"
            y
            n
            ONLY"#]],
    );
    check(
        &queue("BACKFILL = ye$0"),
        expect![[r#"
        yes
        no"#]],
    );
    check(
        &queue("RERUNNABLE = y\nGPU_REQ = num=1:j_exclusive=$0"),
        expect![[r#"
        y
        n"#]],
    );
}

#[test]
fn units_are_spelled_as_in_the_file() {
    check(
        &queue("MEMLIMIT = 4GB\nRES_REQ = rusage[mem=4$0"),
        expect![[r#"
        KB
        MB
        GB
        TB
        PB
        EB
        ZB"#]],
    );
}

#[test]
fn values_of_string_resources() {
    let map = "//- lsf.cluster.x\nBegin ResourceMap\nRESOURCENAME LOCATION\noslevel (el8@[dora] el-9@[others])\nEnd ResourceMap\n";
    check(
        &format!("{}{map}", queue("RES_REQ = select[oslevel==$0]")),
        expect![[r#"
        el-9 -> 'el-9'
        el8
        rhel-9 -> 'rhel-9'
        rhel8"#]],
    );
}
