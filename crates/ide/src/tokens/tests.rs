//! Files, and the tokens of a line or all of them.

use expect_test::{Expect, expect};

use super::*;
use crate::SymbolKind;
use crate::testing::Fixture;

/// Shows the tokens of the selection, or of the line of the cursor.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let fixture = Fixture::new(text);
    let selection = Range::from(fixture.selection());
    let text = &*fixture.file().text;
    let lines = Range {
        start: crate::text::line_start(text, selection.start),
        end: crate::text::line_end(text, selection.end),
    };
    let mut out = String::new();
    for token in semantic_tokens(&fixture.snapshot, &fixture.path, Some(lines)) {
        let word = &text[token.range.start as usize..token.range.end as usize];
        let marks = TokenModifiers::ALL.iter().filter(|it| token.modifiers.contains(it.0));
        let marks: String = marks.map(|it| format!(" +{}", it.1)).collect();
        out.push_str(&format!("{:?} `{word}`{marks}\n", token.kind));
    }
    expect.assert_eq(&out);
}

fn queue(line: &str) -> String {
    format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\n$0{line}\nEnd Queue\n")
}

#[test]
fn sections_keys_and_comments() {
    check(
        "//- lsb.queues\n$0# words\nBegin Queue\nQUEUE_NAME = night # lsflint: ignore[P001, X1] on purpose\nPRIORITY = 4\nPRIORITI = 4\nmem = 1/2\nEnd Queue more\nBegin Nothing\nEnd Nothing$0\n",
        expect![[r#"
            Comment `# words`
            Keyword `Begin`
            Section `Queue`
            Key `QUEUE_NAME`
            Operator `=`
            Queue `night` +definition
            Comment `# `
            Suppression `lsflint: ignore[P001, X1]`
            Comment ` on purpose`
            Key `PRIORITY`
            Operator `=`
            Number `4`
            Key `PRIORITI` +unknown
            Operator `=`
            Number `4`
            Key `mem`
            Operator `=`
            Number `1`
            Operator `/`
            Number `2`
            Keyword `End`
            Section `Queue`
            Ignored `more`
            Keyword `Begin`
            Section `Nothing` +unknown
            Keyword `End`
            Section `Nothing` +unknown
        "#]],
    );
}

#[test]
fn requirement_strings() {
    check(
        &queue(
            "RES_REQ = \"{select[type==X86 && (lic || mem>5) && hname!=a] rusage[mem=1GB:duration=5m] span[ptile='!']}\"",
        ),
        expect![[r#"
            Key `RES_REQ`
            Operator `=`
            String `"`
            RequirementSection `select`
            Resource `type` +defaultLibrary
            Operator `==`
            HostType `X86`
            Operator `&&`
            Resource `lic`
            Operator `||`
            Resource `mem` +defaultLibrary
            Operator `>`
            Number `5`
            Operator `&&`
            Resource `hname` +defaultLibrary
            Operator `!=`
            Host `a`
            RequirementSection `rusage`
            Resource `mem` +defaultLibrary
            Operator `=`
            Number `1`
            Unit `GB`
            RequirementKeyword `duration`
            Operator `=`
            Number `5`
            Unit `m`
            RequirementSection `span`
            RequirementKeyword `ptile`
            Operator `=`
            Operator `'!'`
            String `"`
        "#]],
    );
    check(
        &queue("RES_REQ = 2*{defined(x)} + 1*{cu[type=enc:balance] rusgae[mem=1]}"),
        expect![[r#"
            Key `RES_REQ`
            Operator `=`
            Number `2`
            Operator `*`
            RequirementKeyword `defined`
            Resource `x`
            Operator `+`
            Number `1`
            Operator `*`
            RequirementSection `cu`
            RequirementKeyword `type`
            Operator `=`
            Name `enc`
            RequirementKeyword `balance`
            RequirementSection `rusgae` +unknown
            String `mem=1`
        "#]],
    );
}

#[test]
fn sections_that_place_tasks() {
    check(
        &queue("RES_REQ = same[model:lic] affinity[core(2,same=socket):cpubind=thread] order[-mem] span[ptile=4]"),
        expect![[r#"
            Key `RES_REQ`
            Operator `=`
            RequirementSection `same`
            Resource `model` +defaultLibrary
            Resource `lic`
            RequirementSection `affinity`
            RequirementKeyword `core`
            Number `2`
            RequirementKeyword `same`
            Operator `=`
            Constant `socket`
            RequirementKeyword `cpubind`
            Operator `=`
            Constant `thread`
            RequirementSection `order`
            Operator `-`
            Resource `mem` +defaultLibrary
            RequirementSection `span`
            RequirementKeyword `ptile`
            Operator `=`
            Number `4`
        "#]],
    );
}

#[test]
fn lists_of_names() {
    let groups = "\n//- lsb.hosts\nBegin HostGroup\nGROUP_NAME GROUP_MEMBER\ng ()\nEnd HostGroup\n//- lsb.users\nBegin UserGroup\nGROUP_NAME GROUP_MEMBER\nu (x)\nEnd UserGroup\n";
    check(
        &format!("{}{groups}", queue("HOSTS = g+2 ~a all@west b[1-3] others")),
        expect![[r#"
        Key `HOSTS`
        Operator `=`
        HostGroup `g`
        Operator `+`
        Number `2`
        Operator `~`
        Host `a`
        Constant `all`
        Operator `@`
        Cluster `west`
        Host `b`
        Number `1`
        Operator `-`
        Number `3`
        Constant `others`
    "#]],
    );
    check(
        &format!("{}{groups}", queue("USERS = u v ~w")),
        expect![[r#"
        Key `USERS`
        Operator `=`
        UserGroup `u`
        User `v`
        Operator `~`
        User `w`
    "#]],
    );
    check(
        &format!("{}{groups}", queue("FAIRSHARE = USER_SHARES[[u@, 2] [default, 1]]")),
        expect![[r#"
        Key `FAIRSHARE`
        Operator `=`
        ValueKeyword `USER_SHARES`
        UserGroup `u`
        Operator `@`
        Number `2`
        Constant `default`
        Number `1`
    "#]],
    );
}

#[test]
fn other_grammars() {
    check(
        &queue("APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [NO, -2.5]] GRACE_PERIOD[[MEM, 3h]]"),
        expect![[r#"
        Key `APS_PRIORITY`
        Operator `=`
        ValueKeyword `WEIGHT`
        ApsFactor `JPRIORITY`
        Number `1`
        ApsFactor `NO` +unknown
        Number `-2.5`
        ValueKeyword `GRACE_PERIOD`
        ApsFactor `MEM`
        Number `3`
        Unit `h`
    "#]],
    );
    check(
        &queue("RUN_WINDOW = 1:8:00-2:9:30 EDT"),
        expect![[r#"
        Key `RUN_WINDOW`
        Operator `=`
        Number `1`
        Number `8`
        Number `00`
        Operator `-`
        Number `2`
        Number `9`
        Number `30`
        Constant `EDT`
    "#]],
    );
    check(
        &queue("PREEMPTION = PREEMPTIVE[low+1] PREEMPTABLE"),
        expect![[r#"
        Key `PREEMPTION`
        Operator `=`
        ValueKeyword `PREEMPTIVE`
        Queue `low`
        Operator `+`
        Number `1`
        ValueKeyword `PREEMPTABLE`
    "#]],
    );
    check(
        &queue("JOB_CONTROLS = SUSPEND[CHKPNT] RESUME[/bin/x -a]"),
        expect![[r#"
        Key `JOB_CONTROLS`
        Operator `=`
        ValueKeyword `SUSPEND`
        Constant `CHKPNT`
        ValueKeyword `RESUME`
        String `/bin/x -a`
    "#]],
    );
    check(
        &queue("EXCLUSIVE = CU[rack]\nCHKPNT = /a 10\nRUNLIMIT = 4:00/model\nDESCRIPTION = a (b) 3$0"),
        expect![[r#"
            Key `EXCLUSIVE`
            Operator `=`
            ValueKeyword `CU`
            Name `rack`
            Key `CHKPNT`
            Operator `=`
            Path `/a`
            Number `10`
            Key `RUNLIMIT`
            Operator `=`
            Number `4`
            Number `00`
            Operator `/`
            Host `model`
            Key `DESCRIPTION`
            Operator `=`
            String `a (b) 3`
        "#]],
    );
    check(
        "//- lsf.conf\n$0LSF_TOP=\"/a b\"\nLSF_LIM_DEBUG=1\nLSF_LOCAL_RESOURCES=\"[resource a] [type t]\"$0\n",
        expect![[r#"
            Key `LSF_TOP`
            Operator `=`
            String `"`
            Path `/a b`
            String `"`
            Key `LSF_LIM_DEBUG`
            Operator `=`
            Constant `1`
            Key `LSF_LOCAL_RESOURCES`
            Operator `=`
            String `"`
            ValueKeyword `resource`
            Resource `a`
            ValueKeyword `type`
            HostType `t`
            String `"`
        "#]],
    );
}

#[test]
fn cells() {
    check(
        "//- lsf.cluster.x\n$0Begin Host\nHOSTNAME model type server RESOURCES WHAT\na1 M T 1 (mg !lic os=a) -\nEnd Host\n\nBegin ResourceMap\nRESOURCENAME LOCATION\nlic (4@[a1 all] 2@[default])\nEnd ResourceMap$0\n",
        expect![[r#"
            Keyword `Begin`
            Section `Host`
            Column `HOSTNAME`
            Column `model`
            Column `type`
            Column `server`
            Column `RESOURCES`
            Column `WHAT` +unknown
            Host `a1` +definition
            HostModel `M`
            HostType `T`
            Constant `1`
            Resource `mg`
            Operator `!`
            Resource `lic`
            Resource `os`
            Operator `=`
            String `a`
            Constant `-`
            Keyword `End`
            Section `Host`
            Keyword `Begin`
            Section `ResourceMap`
            Column `RESOURCENAME`
            Column `LOCATION`
            Resource `lic`
            Number `4`
            Operator `@`
            Host `a1`
            Constant `all`
            Number `2`
            Operator `@`
            Constant `default`
            Keyword `End`
            Section `ResourceMap`
        "#]],
    );
    check(
        "//- lsb.resources\nBegin Limit\nNAME USERS PER_HOST SLOTS\n$0x (a b) - 10%\nEnd Limit\n",
        expect![[r#"
        Name `x` +definition
        User `a`
        User `b`
        Constant `-`
        Number `10`
        Unit `%`
    "#]],
    );
}

#[test]
fn directives() {
    check(
        "//- lsb.users\n$0#INCLUDE \"/a/b\"\n#define night time(20:00-6:00)\n#if night || time(1:8:00-2:9:00)\n#endif$0\n",
        expect![[r#"
            Directive `#INCLUDE`
            String `"`
            Path `/a/b`
            String `"`
            Directive `#define`
            Name `night` +definition
            ValueKeyword `time`
            Number `20`
            Number `00`
            Operator `-`
            Number `6`
            Number `00`
            Directive `#if`
            Name `night`
            Operator `||`
            ValueKeyword `time`
            Number `1`
            Number `8`
            Number `00`
            Operator `-`
            Number `2`
            Number `9`
            Number `00`
            Directive `#endif`
        "#]],
    );
}

#[test]
fn tokens_never_hold_a_line_end() {
    check(
        "//- lsb.queues\n$0Begin Queue\nQUEUE_NAME = ni\\\nght\nDESCRIPTION = one \\\n  two\\\n\nHOSTS = a \\\n b\nEnd Queue$0\n",
        expect![[r#"
            Keyword `Begin`
            Section `Queue`
            Key `QUEUE_NAME`
            Operator `=`
            Queue `ni` +definition
            Queue `ght` +definition
            Key `DESCRIPTION`
            Operator `=`
            String `one`
            String `two`
            Operator `\`
            Key `HOSTS`
            Operator `=`
            Host `a`
            Operator `\`
            Host `b`
            Keyword `End`
            Section `Queue`
        "#]],
    );
}

/// The colours that a name may have.
fn colours(kind: SymbolKind) -> &'static [TokenKind] {
    match kind {
        SymbolKind::Queue => &[TokenKind::Queue],
        SymbolKind::Application => &[TokenKind::Application],
        SymbolKind::Host => &[TokenKind::Host],
        SymbolKind::HostGroup | SymbolKind::ComputeUnit | SymbolKind::HostPartition => &[TokenKind::HostGroup],
        SymbolKind::User => &[TokenKind::User],
        SymbolKind::UserGroup => &[TokenKind::UserGroup],
        // Thresholds: a documented key or column is one first of all.
        SymbolKind::Resource => &[TokenKind::Resource, TokenKind::Key, TokenKind::Column],
        SymbolKind::HostType => &[TokenKind::HostType],
        SymbolKind::HostModel => &[TokenKind::HostModel],
        SymbolKind::Cluster => &[TokenKind::Cluster],
        SymbolKind::ServiceClass => &[TokenKind::ServiceClass],
        SymbolKind::ApsFactor => &[TokenKind::ApsFactor],
        SymbolKind::Rule => &[TokenKind::Suppression],
        SymbolKind::Limit
        | SymbolKind::Pool
        | SymbolKind::SharePolicy
        | SymbolKind::ComputeUnitType
        | SymbolKind::Variable => &[TokenKind::Name],
    }
}

#[test]
fn names_have_the_colour_of_what_they_stand_for() {
    let mut names = 0;
    for cluster in crate::properties::clusters() {
        let fixture = Fixture::new(&cluster);
        for file in fixture.snapshot.files.iter() {
            for token in semantic_tokens(&fixture.snapshot, &file.source.path, None) {
                let start = token.range.start.into();
                let Some(found) = crate::symbol::symbol_at(&fixture.snapshot, &file.source, start) else { continue };
                if found.range.start() == start {
                    let (kind, name) = (found.symbol.kind, found.symbol.name);
                    assert!(colours(kind).contains(&token.kind), "{}: {kind:?} `{name}` {token:?}", file.source.path);
                    names += 1;
                }
            }
        }
    }
    assert!(names > 1000, "{names}");
}
