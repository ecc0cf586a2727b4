//! What stands under the cursor.

use expect_test::{Expect, expect};

use super::*;
use crate::testing::Fixture;

/// A small cluster that the cases add their file to.
const CLUSTER: &str = "\
//- lsf.shared
Begin Cluster
ClusterName
west
End Cluster
Begin HostType
TYPENAME
X86_64
End HostType
Begin HostModel
MODELNAME CPUFACTOR ARCHITECTURE
EPYC 10 ()
End HostModel
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
lic Numeric 30 N (tokens)
oslevel String () () (release)
End Resource
//- lsf.cluster.west
Begin Host
HOSTNAME model type server RESOURCES
h1 EPYC X86_64 1 (oslevel=9)
h2.example.com EPYC X86_64 1 ()
End Host
//- lsb.hosts
Begin HostGroup
GROUP_NAME GROUP_MEMBER
big (h1)
End HostGroup
Begin ComputeUnit
NAME MEMBER TYPE
unit (h2) rack
End ComputeUnit
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER
chip (anna)
End UserGroup
//- lsb.params
Begin Parameters
COMPUTE_UNIT_TYPES = rack!
End Parameters
";

#[track_caller]
fn check(text: &str, expect: Expect) {
    let fixture = Fixture::new(&format!("{CLUSTER}{text}"));
    let Some(at) = symbol_at(&fixture.snapshot, fixture.file(), fixture.offset()) else {
        return expect.assert_eq("nothing");
    };
    let written = &fixture.file().text[at.range];
    let mut shown = format!("{:?} {:?} `{}` at `{written}`", at.role, at.symbol.kind, at.symbol.name);
    for definition in definitions(&fixture.snapshot, &at) {
        let file = fixture.snapshot.file(&definition.path).expect("a file");
        let whole = file.source.text[definition.whole].lines().next().unwrap_or_default();
        shown += &format!(" -> {} `{whole}`", definition.path);
    }
    expect.assert_eq(&shown);
}

fn queue(line: &str) -> String {
    format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\n{line}\nEnd Queue\n")
}

#[test]
fn lists_name_what_the_cluster_knows() {
    check(&queue("HOSTS = b$0ig+2"), expect!["Use HostGroup `big` at `big` -> lsb.hosts `big (h1)`"]);
    check(&queue("HOSTS = big ~un$0it"), expect!["Use ComputeUnit `unit` at `unit` -> lsb.hosts `unit (h2) rack`"]);
    check(&queue("HOSTS = h$01"), expect!["Use Host `h1` at `h1` -> lsf.cluster.west `h1 EPYC X86_64 1 (oslevel=9)`"]);
    check(
        &queue("HOSTS = H2$0"),
        expect!["Use Host `h2.example.com` at `H2` -> lsf.cluster.west `h2.example.com EPYC X86_64 1 ()`"],
    );
    check(
        &queue("HOSTS = h[1$0-3]"),
        expect!["Use Host `h[1-3]` at `h[1-3]` -> lsf.cluster.west `h1 EPYC X86_64 1 (oslevel=9)`"],
    );
    check(&queue("HOSTS = oth$0ers"), expect!["nothing"]);
    check(&queue("HOSTS = nowhe$0re"), expect!["Use Host `nowhere` at `nowhere`"]);
    check(&queue("HOSTS = all@we$0st"), expect!["Use Cluster `west` at `west` -> lsf.shared `west`"]);
    check(&queue("USERS = chi$0p@"), expect!["Use UserGroup `chip` at `chip` -> lsb.users `chip (anna)`"]);
    check(&queue("USERS = an$0na"), expect!["Use User `anna` at `anna`"]);
    check(
        &queue("FAIRSHARE = USER_SHARES[[chi$0p, 1]]"),
        expect!["Use UserGroup `chip` at `chip` -> lsb.users `chip (anna)`"],
    );
    check(
        &queue("PREEMPTION = PREEMPTIVE[nig$0ht+1]"),
        expect!["Use Queue `night` at `night` -> lsb.queues `Begin Queue`"],
    );
}

#[test]
fn requirements_name_resources_and_what_they_are_compared_with() {
    check(
        &queue("RES_REQ = select[l$0ic>1]"),
        expect!["Use Resource `lic` at `lic` -> lsf.shared `lic Numeric 30 N (tokens)`"],
    );
    check(&queue("RES_REQ = select[mem>lic]order[me$0m]"), expect!["Use Resource `mem` at `mem`"]);
    check(
        &queue("RES_REQ = select[type==X86$0_64]"),
        expect!["Use HostType `X86_64` at `X86_64` -> lsf.shared `X86_64`"],
    );
    check(
        &queue("RES_REQ = select['EPY$0C'==model]"),
        expect!["Use HostModel `EPYC` at `EPYC` -> lsf.shared `EPYC 10 ()`"],
    );
    check(
        &queue("RES_REQ = select[hname!=h1$0]"),
        expect!["Use Host `h1` at `h1` -> lsf.cluster.west `h1 EPYC X86_64 1 (oslevel=9)`"],
    );
    check(&queue("RES_REQ = select[type==an$0y]"), expect!["nothing"]);
    check(&queue("RES_REQ = select[oslevel==l$0ic]"), expect!["nothing"]);
    check(
        &queue("RES_REQ = {select[defined(li$0c)]} || {lic}@5"),
        expect!["Use Resource `lic` at `lic` -> lsf.shared `lic Numeric 30 N (tokens)`"],
    );
    check(
        &queue("RES_REQ = rusage[mem=1:li$0c=2]"),
        expect!["Use Resource `lic` at `lic` -> lsf.shared `lic Numeric 30 N (tokens)`"],
    );
    check(
        &queue("RES_REQ = span[ptile='!',X86$0_64:4]"),
        expect!["Use HostType `X86_64` at `X86_64` -> lsf.shared `X86_64`"],
    );
    check(&queue("RES_REQ = same[ty$0pe] cu[type=rack]"), expect!["Use Resource `type` at `type`"]);
    check(
        &queue("RES_REQ = cu[type=rac$0k:pref=minavail]"),
        expect!["Use ComputeUnitType `rack` at `rack` -> lsb.params `rack!`"],
    );
    check(
        &queue("RES_REQ = select[li$0c"),
        expect!["Use Resource `lic` at `lic` -> lsf.shared `lic Numeric 30 N (tokens)`"],
    );
}

#[test]
fn keys_columns_and_policies() {
    check(&queue("li$0c = 1/2"), expect!["Use Resource `lic` at `lic` -> lsf.shared `lic Numeric 30 N (tokens)`"]);
    check(&queue("m$0em = 1/2"), expect!["Use Resource `mem` at `mem`"]);
    check(&queue("PRIO$0RITY = 1"), expect!["nothing"]);
    check(&queue("EXCLUSIVE = CU[ra$0ck]"), expect!["Use ComputeUnitType `rack` at `rack` -> lsb.params `rack!`"]);
    check(&queue("APS_PRIORITY = WEIGHT[[JPR$0IORITY, 1]]"), expect!["Use ApsFactor `JPRIORITY` at `JPRIORITY`"]);
    check(&queue("CPULIMIT = 10/EP$0YC"), expect!["Use HostModel `EPYC` at `EPYC` -> lsf.shared `EPYC 10 ()`"]);
    check(
        "//- more/lsb.hosts\nBegin Host\nHOST_NAME MXJ li$0c\nh1 1 1/2\nEnd Host\n",
        expect!["Use Resource `lic` at `lic` -> lsf.shared `lic Numeric 30 N (tokens)`"],
    );
}

#[test]
fn definitions_are_definitions() {
    check(
        "//- lsb.queues\nBegin Queue\nQUEUE_NAME = nig$0ht\nEnd Queue\n",
        expect!["Definition Queue `night` at `night` -> lsb.queues `Begin Queue`"],
    );
    check(
        "//- lsb.applications\nBegin Application\nNAME = ansys 1$09.2\nEnd Application\n",
        expect!["Definition Application `ansys 19.2` at `ansys 19.2` -> lsb.applications `Begin Application`"],
    );
    check(
        "//- more/lsb.hosts\nBegin Host\nHOST_NAME MXJ\nh$01 1\nEnd Host\n",
        expect!["Use Host `h1` at `h1` -> lsf.cluster.west `h1 EPYC X86_64 1 (oslevel=9)`"],
    );
    check(
        "//- more/lsb.params\nBegin Parameters\nCOMPUTE_UNIT_TYPES = enclosure ra$0ck!\nEnd Parameters\n",
        expect![
            "Definition ComputeUnitType `rack` at `rack` -> lsb.params `rack!` -> more/lsb.params `enclosure rack!`"
        ],
    );
}

#[test]
fn comments_and_directives() {
    check(&queue("# lsflint: ignore[P101, X$0102] because"), expect!["Use Rule `X102` at `X102`"]);
    check(&queue("# nothing h$01"), expect!["nothing"]);
    check(
        &format!("{}#define DAY time(8:00-18:00)\n#if D$0AY\n#endif\n", queue("")),
        expect!["Use Variable `DAY` at `DAY` -> lsb.queues `#define DAY time(8:00-18:00)`"],
    );
}

#[test]
fn locations_and_maps() {
    let map = |row: &str| {
        format!("//- more/lsf.cluster.west\nBegin ResourceMap\nRESOURCENAME LOCATION\n{row}\nEnd ResourceMap\n")
    };
    check(&map("li$0c [all]"), expect!["Use Resource `lic` at `lic` -> lsf.shared `lic Numeric 30 N (tokens)`"]);
    check(
        &map("lic (4@[h$01 h2])"),
        expect!["Use Host `h1` at `h1` -> lsf.cluster.west `h1 EPYC X86_64 1 (oslevel=9)`"],
    );
    check(&map("lic (4@[default])$0"), expect!["nothing"]);
}

#[test]
fn hosts_and_tasks() {
    check(
        "//- hosts\n10.1.1.1 h1.example.com H$01 localhost\n",
        expect!["Use Host `h1` at `H1` -> lsf.cluster.west `h1 EPYC X86_64 1 (oslevel=9)`"],
    );
    check("//- hosts\n10.1.1.1 h1 local$0host\n", expect!["nothing"]);
    check(
        "//- lsf.task\nBegin RemoteTasks\n+ \"cc/mem>1 && l$0ic\"\nEnd RemoteTasks\n",
        expect!["Use Resource `lic` at `lic` -> lsf.shared `lic Numeric 30 N (tokens)`"],
    );
    check(
        "//- lsf.task\nBegin RemoteTasks\ncc/select[type==X$086_64]\nEnd RemoteTasks\n",
        expect!["Use HostType `X86_64` at `X86_64` -> lsf.shared `X86_64`"],
    );
    check(
        "//- lsf.conf\nLSF_DATA_HOSTS=\"other h1$0\"\n",
        expect!["Use Host `h1` at `h1` -> lsf.cluster.west `h1 EPYC X86_64 1 (oslevel=9)`"],
    );
    check("//- lsf.conf\nLSF_DATA_HOSTS=\"oth$0er h1\"\n", expect!["nothing"]);
}

#[test]
fn hosts_without_a_row_of_their_own() {
    let row = "//- more/lsf.cluster.west\nBegin Host\nHOSTNAME model type server\nnode[1-9] ! ! 1\nEnd Host\n";
    check(
        &format!("{}{row}", queue("HOSTS = nod$0e7")),
        expect!["Use Host `node7` at `node7` -> more/lsf.cluster.west `node[1-9] ! ! 1`"],
    );
    check(
        &format!("{}//- hosts\n10.1.1.1 h1 front\n", queue("HOSTS = FR$0ONT")),
        expect!["Use Host `FRONT` at `FRONT` -> hosts `10.1.1.1 h1 front`"],
    );
}
