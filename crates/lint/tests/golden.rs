//! Strings and sections that the documentation gives as examples, and exactly what is to be said about them.
//!
//! Each row names the claims it stands for: the numbered statements of the documents that this linter is built on. A row is one string
//! or one file; what belongs to several files has tests beside the rules.

use lsflint_lint::{Diagnostic, Registry, Settings, check_file, check_requirement};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// The resources that the examples take for granted. `avail_scratch` does not change while a host runs, because it stands in `defined()`.
const SHARED: &str = "\
Begin HostType
TYPENAME
LINUX
x86_64
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
    ("SE-065", "!(!mg)", ""),
    ("SE-107", "", ""),
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
    ("BC-059", "lsb.queues", "Begin Queue\nQUEUE_NAME = a\nRES_REQ = r1m<0.4 && pg<3\nEnd Queue\n", ""),
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
    let registry = Registry::new(&settings);
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
fn files_of_the_documentation() {
    let settings = Settings::default();
    let registry = Registry::new(&settings);
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
