//! Job scripts: fixes inside of quotes, and any text.

use lsflint_lint::{Registry, apply_edits, check_script, script_fingerprints};
use lsflint_model::Cluster;
use lsflint_model::job::JobScript;
use lsflint_spec::FileKind;
use proptest::prelude::*;

use crate::testing::{everything, script_findings};

/// A cluster in which every rule about jobs has something to look at.
fn cluster() -> Cluster {
    let files = [
        ("lsf.conf", "LSF_STRICT_RESREQ=Y\nLSF_UNIT_FOR_LIMITS=MB\n"),
        ("lsf.shared", "Begin HostType\nTYPENAME\nX86\nEnd HostType\n"),
        ("lsf.cluster.c", "Begin Host\nHOSTNAME model type server RESOURCES\na ! X86 1 ()\nEnd Host\n"),
        ("lsb.params", "Begin Parameters\nMAX_JOBS = 5\nEnd Parameters\n"),
        (
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nRUNLIMIT = 60\nTASKLIMIT = 2 4\nRES_REQ = select[mem<5] rusage[mem=3]\n\
             End Queue\n",
        ),
    ];
    let files = files.map(|(name, text)| {
        lsflint_model::SourceFile::new(name, FileKind::from_name(name).expect("a file of LSF"), text)
    });
    Cluster::of(&files, None)
}

#[track_caller]
fn check_fix(before: &str, after: &str) {
    let found = script_findings(before, &Cluster::default());
    let edits: Vec<_> = found.into_iter().filter_map(|it| it.fix).flat_map(|it| it.edits).collect();
    assert_eq!(apply_edits(before, &edits), after);
}

#[test]
fn fixes_stay_inside_of_one_pair_of_quotes() {
    check_fix("bsub -R 'mem>5 rusage[mem=5]order[mem]' x\n", "bsub -R 'mem>5 rusage[mem=5] order[mem]' x\n");
    check_fix("bsub -R \"span[hosts=1]order[mem]\" x\n", "bsub -R \"span[hosts=1] order[mem]\" x\n");
    for bare in ["#BSUB -R span[hosts=1]order[mem]\n", "bsub -R span\\[hosts=1\\]order\\[mem\\] x\n"] {
        check_fix(bare, bare);
    }
}

/// Text that is likely to mean something.
fn script_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "\n#BSUB ",
        "\nbsub ",
        "-q q ",
        "-q ",
        "-n ",
        "-W ",
        "-M ",
        "-R ",
        "-x ",
        "-I ",
        "-m ",
        "-app ",
        "\"",
        "'",
        "\\",
        "\r\n",
        "select[mem>9]",
        "rusage[mem=9]",
        "2*{mem>1}",
        "||",
        "{mem>1}",
        "span[hosts=1]",
        "order[",
        "]",
        "61:00",
        "5",
        "3,1",
        "$X",
        "`",
        "$(",
        ")",
        " ",
        "a+1 ",
        "ä",
        "# lsflint: ignore[J",
        "] ",
        "<<E\n",
        "E\n",
        "!",
        "4GB ",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|it| it.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_script_is_judged(text in script_text()) {
        let cluster = cluster();
        let settings = everything();
        let script = JobScript::new("job.sh", text.as_str());
        let found = check_script(&script, &cluster, &settings, &Registry::new(crate::all(), &settings));
        for it in &found {
            prop_assert!(text.get(std::ops::Range::<usize>::from(it.range)).is_some(), "{:?}", it);
            for edit in it.fix.iter().flat_map(|it| &it.edits) {
                prop_assert!(text.get(std::ops::Range::<usize>::from(edit.range)).is_some(), "{:?}", it);
            }
        }
        prop_assert_eq!(script_fingerprints(&script, &found).len(), found.len());
    }
}
