//! Strings and sections that the documentation gives as examples, and exactly what is to be said about them.
//!
//! Each row names the claims it stands for: the numbered statements of the documents that this linter is built on. A
//! row is one string or one file; what belongs to several files has tests beside the rules.

use lsflint_lint::{Diagnostic, Registry, Settings, check_file, check_requirement};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// The resources that the examples take for granted. `avail_scratch` does not change while a host runs, because it
/// stands in `defined()`.
const SHARED: &str = "\
Begin HostType
TYPENAME
LINUX
x86_64
X86_64
IBMAIX4
End HostType
Begin Resource
RESOURCENAME  TYPE    INTERVAL INCREASING DESCRIPTION
linux         Boolean ()       ()         (Linux)
hpux          Boolean ()       ()         (HP-UX)
fs            Boolean ()       ()         (file server)
bigmem        Boolean ()       ()         (much memory)
mg            Boolean ()       ()         (a group of hosts)
avail_scratch Numeric ()       N          (scratch space)
usr_tmp       Numeric 60       N          (free space)
license       Numeric ()       N          (licences)
licA          Numeric ()       N          (licences)
perslot       Numeric ()       N          (something per slot)
End Resource
";

/// (claims, string, codes of the findings as in `R110?`; nothing for a string without any).
const STRINGS: &[(&str, &str, &str)] = &[
    ("SE-016", "select[slots>4 && maxslots < 10 || mem > 10] order[-slots:maxslots:maxmem:ut]", "R110"),
    ("SE-024", "select [swp > 15 &&  maxmem > 100]  rusage[mem = 100] ", ""),
    ("SE-038", "select[(swp > 50 && type == x86_64) || (swp > 35 && type == LINUX)]", ""),
    ("SE-039", "select[((2*r15s + 3*r1m + r15m) / 6 < 1.0) && !fs && (cpuf > 4.0)]", ""),
    ("SE-041", "avail_scratch > 200 && swap > 50", ""),
    ("SE-043", "defined(avail_scratch) && avail_scratch > 100 && swap > 100", ""),
    ("SE-049", "bigmem", ""),
    ("SE-067", "type==any rusage[mem=1024]", ""),
    ("SE-068", "select[type==any] rusage[mem=1024]", ""),
    ("SE-076", "'swp>100'", ""),
    ("SE-077", "\"swp>100\"", ""),
    ("SE-092", "select[swp>15] rusage[mem=100]", ""),
    ("SE-093", "swp > 15 rusage[mem=100]", ""),
    ("SE-094", "rusage[mem=100] select[swp >15]", ""),
    ("SE-095", "(r15s * 2 + r15m) < 3.0 && !(type == IBMAIX4) || fs", "R110"),
    ("SE-097", "type == local", ""),
    ("SE-098", "type != local", ""),
    ("SE-099", "r15s < 1.0 || model ==local && swp <= 10", "R110"),
    ("SE-100", "(r15s < 1.0 || model == local) && swp <= 10", ""),
    ("SE-110", "rusage[swp=100,license=1]", ""),
    ("BC-059", "r1m<0.4 && pg<3", ""),
    ("EL-070", "usr_tmp > 15", ""),
    ("RR-018", "select[linux] order[ut] rusage[mem=1] span[ptile=2] same[type] cu[maxcus=2] affinity[core(2)]", ""),
    ("RR-023", "rusage[mem=1]", ""),
    ("RR-037", "2*{select[mem>1]} + 8*{rusage[mem=2]}", ""),
    ("RR-044", "2*{linux} + {fs}", ""),
    ("RR-107", "{linux} || {fs}@10", ""),
    ("RR-084", "2*{rusage[license=1]} + 8*{rusage[mem=200]}", ""),
    ("RR-090", "2*{select[type==X86_64] rusage[licA=1] span[hosts=1]} + 8*{select[type==any]}", ""),
    (
        "RR-090",
        "2*{select[type==X86_64] rusage[licA=1:perslot=1] span[hosts=1]} + 8*{select[type==any] rusage[perslot=1]}",
        "",
    ),
    ("RR-092", "2*{select[type==X86_64]} + 2*{select[mem>1000]}", ""),
    ("RR-092", "2*{select[type==X86_64] rusage[licA=1]} + 2*{select[mem>1000]}", ""),
    ("RR-093", "rusage[mem=(400 350):duration=(10 15):decay=(0 1)]", ""),
    ("RR-094", "rusage[mem=(400 350):duration=(10)]", ""),
    ("RR-096", "{linux} || {2*{fs} + 1*{bigmem}}@5 || {mg}@10", ""),
    ("SE-017", "order[-slots:maxslots:maxmem:ut]", ""),
    ("SE-020", "select[swp > 15 && hpux]", ""),
    ("SE-073", "select[info && nan1]", "R115 X001 R115 X001"),
    ("BC-055", "hpux", ""),
    ("SE-065", "!(!mg)", ""),
    ("SE-107", "", ""),
    // Shapes, and where selections begin and end.
    ("RR-001 RR-026", "linux && mem>1", ""),
    ("RR-001 RR-026", "2*{linux} + 4*{fs}", ""),
    ("RR-001 RR-026", "{linux} || {fs}", ""),
    ("SE-085 SE-087", "select[linux && mem>1] order[ut] rusage[mem=1]", ""),
    ("SE-086", "linux && mem>1 order[ut]", ""),
    ("SE-003", "select[(ut*2 + 1) / 3 < 0.5 && !(mem<1 || swp<1)]", ""),
    ("SE-040", "select[license>1] rusage[license=1]", ""),
    // The strict syntax is one of selections.
    ("SE-057", "select[linux] rusage[mem = 1, swp=2] order[ut]", ""),
    // Conditions that exclude each other, in words of `&&`, `||` and `!`.
    ("SE-036", "select[linux && !linux]", "R109"),
    ("SE-037", "select[(linux || fs) && !linux && !fs]", "R109"),
    ("SE-037", "select[(linux || fs) && !linux]", ""),
    // What the same pages call wrong.
    ("RR-021", "select(mem>1)", "R002"),
    ("RR-021", "rusage mem=1", "R002"),
    ("RR-022", "select[mem>1]rusage[mem=1]", "R004"),
    ("RR-049", "2*{rusage[mem=1||swp=2]} + 1*{linux}", "R502"),
    ("RR-050", "2*{cu[balance]} + 1*{linux}", "R503"),
    ("SE-063", "defined(   mg   )", "R202"),
    ("SE-064", "!!mg", "R203"),
    ("SE-070", "select[mem>0] select[maxmem>0]", "R006"),
    ("SE-072", "select[mg:bigmem]", "R204"),
    ("SE-078", "select['swp>100']", "R007"),
    ("SE-079", "select[\"swp>100\"]", "R007"),
    ("SE-080", "linux rusage[mem=16000] mg", "R005"),
    ("SE-081", "mem < 16384 && select[bigmem]", "R011"),
    ("SE-082", "rusage[mem=2000] linux", "R005"),
    ("SE-083", "linux:mg", "R204"),
    ("SE-091", "rusge[mem=1]", "R001"),
    ("SE-104", "select[type==local] select[hname=abc]", "R006"),
    ("RR-029", "rusage[mem=4GiB]", "R604"),
    ("RR-033", "rusage[license=1GB]", "R602"),
    ("RR-033", "rusage[licence_of_nobody=1GB]", "X001 R602"),
    ("RR-033", "select[maxmem > 1GB]", "R602"),
    ("RR-033", "order[mem=1GB]", "R401"),
    ("RR-038", "0*{linux} + 1*{fs}", "R507"),
    ("RR-039", "2*{cu[excl]} + 1*{linux}", "R503"),
    ("RR-039", "2*{cu[type=rack]} + 1*{linux}", "R503"),
    ("RR-044", "{linux} + 2*{fs}", "R504"),
    ("RR-050", "2*{cu[pref=maxavail]} + 1*{linux}", "R503"),
    ("RR-094", "rusage[mem=(400 350):duration=()]", "R304"),
    ("RR-095", "rusage[mem=(300 400):duration=(10 10)]", "R304"),
    ("RR-095", "rusage[mem=(400 350 300):duration=(10)]", "R304"),
    ("RR-107", "{linux}@5 || {fs}", "R506"),
    ("SE-007", "select[ut<50]", "R104"),
    ("SE-011", "hname==any", "R107"),
    ("SE-028", "status==lockU", "R106"),
    ("SE-044", "defined(usr_tmp)", "R108"),
    ("SE-047", "defined(no_such)", "R108"),
    ("SE-058", "rusage[type=1]", "R302"),
    ("SE-058", "rusage[bigmem=1]", "R302"),
    ("SE-059", "Select[mem>1]", "R201"),
    ("SE-060", "select[fs==1]", "R102"),
    ("SE-061", "select[type]", "R103"),
    ("SE-069", "type==anyrusage[mem=1024]", "R004"),
    ("SE-071", "hname == 'a\\n'", "R205"),
];

/// (claims, file, text, codes).
const FILES: &[(&str, &str, &str, &str)] = &[
    (
        "SE-052",
        "lsf.shared",
        "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nbigmem Boolean () () (much memory)\nEnd Resource\n",
        "",
    ),
    ("SE-074", "lsb.queues", "Begin Queue\nQUEUE_NAME = a\nRES_REQ='swp>100'\nEnd Queue\n", ""),
    ("SE-074", "lsb.queues", "Begin Queue\nQUEUE_NAME = a\nRES_REQ=\"swp>100\"\nEnd Queue\n", ""),
    ("SE-075", "lsb.queues", "Begin Queue\nQUEUE_NAME = a\nRES_REQ=select['swp>100']\nEnd Queue\n", "R007"),
    ("SE-075", "lsb.queues", "Begin Queue\nQUEUE_NAME = a\nRES_REQ=select[\"swp>100\"]\nEnd Queue\n", "R007"),
    (
        "SE-054 SE-055",
        "lsf.cluster.one",
        "Begin Host\nHOSTNAME model type server r1m pg tmp RESOURCES RUNWINDOW\nhostE ! ! 1 3.5 () () (linux !bigmem) ()\nEnd Host\n",
        "",
    ),
    ("EL-025", "lsf.cluster.one", "Begin ResourceMap\nRESOURCENAME LOCATION\nusr_tmp ([all])\nEnd ResourceMap\n", ""),
    ("EL-027", "lsf.cluster.one", "Begin ResourceMap\nRESOURCENAME LOCATION\nusr_tmp [default]\nEnd ResourceMap\n", ""),
    (
        "EL-029",
        "lsf.cluster.one",
        "Begin ResourceMap\nRESOURCENAME LOCATION\nusr_tmp ([h1] [h2])\nEnd ResourceMap\n",
        "",
    ),
    ("RR-036", "lsf.conf", "LSF_UNIT_FOR_LIMIT=GB\n", "P001"),
    ("BC-059", "lsb.queues", "Begin Queue\nQUEUE_NAME = a\nRES_REQ = r1m<0.4 && pg<3\nEnd Queue\n", ""),
];

/// (claims, lines of a queue, codes).
const QUEUES: &[(&str, &str, &str)] = &[
    ("BC-040 BC-154", "JOB_STARTER = xterm -e", ""),
    ("BC-040 BC-154", "JOB_STARTER = C:\\cmd.exe /C", ""),
    ("BC-022", "DISPATCH_WINDOW = 5:19:00-1:8:30 20:00-8:30", ""),
    ("BC-094", "RUN_WINDOW = 19:00-8:00", ""),
    ("BC-108", "JOB_CONTROLS = SUSPEND[SIGTSTP] RESUME[SIGCONT] TERMINATE[SIGINT]", ""),
    ("BC-108", "JOB_CONTROLS = SUSPEND[CHKPNT] TERMINATE[/usr/local/bin/stop_job]", ""),
    ("AP-013 AP-048", "APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]]\nQUEUE_GROUP = short", ""),
    ("AP-012", "APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [MEM, 10]", "A001"),
    ("AP-008", "APS_PRIORITY = WEIGHT[[QPRIORITY, -1]]\nQUEUE_GROUP = short", ""),
    ("AP-009", "APS_PRIORITY = WEIGHT[[MEM, 1]] LIMIT[[SWAP, 5]]", "A102"),
    ("AP-010", "APS_PRIORITY = WEIGHT[[RSRC, 1] [MEM, 1]] LIMIT[[RSRC, -10]]", "A101"),
    ("AP-014", "APS_PRIORITY = WEIGHT[[CPU, 1]]", "A003"),
    ("AP-017", "APS_PRIORITY = WEIGHT[[FS, 1]]", "A201"),
    ("AP-021", "APS_PRIORITY = WEIGHT[[MEM, 1]]\nRES_REQ = rusage[license=1 || mem=900]", "R314 A206"),
    ("AP-032", "APS_PRIORITY = WEIGHT[[ADMIN, 1]]", "A005"),
    ("AP-042", "TASKLIMIT = 4 8 16\nRES_REQ = 2*{linux} + 8*{fs}", "R501"),
    ("AP-049", "APS_PRIORITY = WEIGHT[[MEM, 0]]", "A101"),
    (
        "AP-050",
        "APS_PRIORITY = WEIGHT[[RSRC, 1] [MEM, 1] [JPRIORITY, 1] [QPRIORITY, 1]] GRACE_PERIOD[[MEM,10h][JPRIORITY,10m][QPRIORITY,10s][RSRC,10]]\nQUEUE_GROUP = short",
        "A104",
    ),
    (
        "AP-052",
        "APS_PRIORITY = WEIGHT[[MEM, 1]]\nFAIRSHARE = USER_SHARES[[default, 1]]\nFAIRSHARE_QUEUES = a b\nDISPATCH_ORDER = QUEUE",
        "A202 A202",
    ),
];

/// A cluster with the strict parser and the resources of the examples.
fn cluster(more: Option<SourceFile>) -> Cluster {
    let shared = more.is_none_or(|it| it.kind != FileKind::LsfShared);
    let mut files = vec![SourceFile::new("lsf.conf", FileKind::LsfConf, "LSF_STRICT_RESREQ=Y\n")];
    if shared {
        files.push(SourceFile::new("lsf.shared", FileKind::LsfShared, SHARED));
    }
    Cluster::of(&files, None)
}

fn codes(found: &[Diagnostic]) -> String {
    let codes: Vec<&str> = found.iter().map(|it| it.rule.code).collect();
    codes.join(" ")
}

#[test]
fn strings_of_the_documentation() {
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let cluster = cluster(None);
    let mut wrong = Vec::new();
    for &(claims, string, expected) in STRINGS {
        let found = codes(&check_requirement(string, &cluster, &settings, &registry));
        if found != expected {
            wrong.push(format!("{claims} `{string}`: `{found}`, expected `{expected}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn queues_of_the_documentation() {
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let mut wrong = Vec::new();
    for &(claims, lines, expected) in QUEUES {
        let text = format!("Begin Queue\nQUEUE_NAME = night\n{lines}\nEnd Queue\n");
        let file = SourceFile::new("lsb.queues", FileKind::LsbQueues, text);
        let found = codes(&check_file(&file, &cluster(None), &settings, &registry));
        if found != expected {
            wrong.push(format!("{claims} `{lines}`: `{found}`, expected `{expected}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_of_the_documentation() {
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let mut wrong = Vec::new();
    for &(claims, name, text, expected) in FILES {
        let kind = FileKind::from_name(name).expect("a file of LSF");
        let file = SourceFile::new(name, kind, text);
        let found = codes(&check_file(&file, &cluster(Some(file.clone())), &settings, &registry));
        if found != expected {
            wrong.push(format!("{claims} {name}: `{found}`, expected `{expected}`\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
