//! lsf.conf, lsf.shared and lsf.cluster: the files with hosts and resources.

use std::fmt::Write;

use super::{Counts, Limit, Random, comment, remark};

const PROOF: &str = "writing to a string cannot fail";

/// Host types and models. The number of a host determines its model, so that the files of a cluster are consistent.
pub(super) const MODELS: [(&str, &str); 4] =
    [("EPYC7763", "X86_64"), ("EPYC9654", "X86_64"), ("XeonGold6248", "X86_64"), ("AltraQ80", "LINUX_ARM64")];

/// The number of Boolean and String resources: few, so that each combination in a requirement matches some host.
const FLAGS: usize = 6;
const TEXTS: usize = 2;
/// The number of values of a String resource.
pub(super) const RELEASES: usize = 3;

/// The kind of a resource.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResourceKind {
    Flag,
    Token,
    Index,
    Text,
}

/// The kind and name of the site resource with this number.
pub(super) fn resource(number: usize) -> (ResourceKind, String) {
    match number % 4 {
        0 if number / 4 < FLAGS => (ResourceKind::Flag, format!("has_feature{number}")),
        3 if number / 4 < TEXTS => (ResourceKind::Text, format!("release{number}")),
        2 => (ResourceKind::Index, format!("scratch{number}")),
        _ => (ResourceKind::Token, format!("lic_tool{number}")),
    }
}

/// The name of a resource of this kind.
pub(super) fn resource_of(random: &mut Random, counts: Counts, kind: ResourceKind) -> String {
    let offset = match kind {
        ResourceKind::Flag => 0,
        ResourceKind::Token => 1,
        ResourceKind::Index => 2,
        ResourceKind::Text => 3,
    };
    let most = match kind {
        ResourceKind::Flag => FLAGS,
        ResourceKind::Text => TEXTS,
        ResourceKind::Token | ResourceKind::Index => usize::MAX,
    };
    resource(random.between(0, (counts.resources / 4).min(most)) * 4 + offset).1
}

pub(super) fn host(number: usize) -> String {
    format!("{}{number:05}", ["sim", "syn", "pnr", "gen"][number % 4])
}

pub(super) fn lsf_conf(name: &str) -> String {
    format!(
        "# lsf.conf of the cluster {name}\n\
         LSF_CONFDIR=/opt/lsf/{name}/conf\n\
         LSB_CONFDIR=/opt/lsf/{name}/conf/lsbatch\n\
         LSB_SHAREDIR=/opt/lsf/{name}/work\n\
         LSF_SERVERDIR=/opt/lsf/{name}/10.1/etc\n\
         LSF_LOGDIR=/var/log/lsf\n\
         LSF_MASTER_LIST=\"{} {}\"\n\
         LSF_LIM_PORT=7869\n\
         LSB_QUERY_PORT=6891\n\
         LSF_STRICT_RESREQ=Y\n\
         LSF_UNIT_FOR_LIMITS=MB\n\
         LSF_ENABLE_TMP_UNIT=Y\n\
         LSB_GPU_NEW_SYNTAX=extend\n\
         LSB_RESOURCE_ENFORCE=\"memory cpu\"\n",
        host(0),
        host(1),
    )
}

pub(super) fn lsf_shared(random: &mut Random, name: &str, counts: Counts) -> String {
    let mut text = format!(
        "# lsf.shared\n\nBegin Cluster\nClusterName\n{name}\nEnd Cluster\n\n\
         Begin HostType\nTYPENAME\nDEFAULT\nX86_64\nLINUX_ARM64\nEnd HostType\n\n\
         Begin HostModel\nMODELNAME     CPUFACTOR  ARCHITECTURE\n"
    );
    for (index, (model, _)) in MODELS.iter().enumerate() {
        writeln!(text, "{model:<13} {:<10} ()", 40 + 15 * index).expect(PROOF);
    }
    text.push_str("End HostModel\n\nBegin Resource\n");
    text.push_str("RESOURCENAME       TYPE     INTERVAL  INCREASING  CONSUMABLE  DESCRIPTION\n");
    text.push_str("mg                 Boolean  ()        ()          ()          (Management hosts)\n");
    text.push_str("linux              Boolean  ()        ()          ()          (Linux hosts)\n");
    for number in 0..counts.resources {
        let (kind, name) = resource(number);
        let columns = match kind {
            ResourceKind::Flag => "Boolean  ()        ()          ()        ",
            ResourceKind::Token => "Numeric  30        N           Y         ",
            ResourceKind::Index => "Numeric  60        N           Y         ",
            ResourceKind::Text => "String   ()        ()          ()        ",
        };
        writeln!(text, "{name:<18} {columns}  ({})", remark(random, 4)).expect(PROOF);
    }
    text.push_str("End Resource\n");
    text
}

pub(super) fn lsf_cluster(random: &mut Random, counts: Counts, limit: Limit) -> String {
    let mut text = String::from(
        "# lsf.cluster\n\nBegin Parameters\nEXINTERVAL = 15\nELIM_POLL_INTERVAL = 5\nEnd Parameters\n\n\
         Begin ClusterAdmins\nADMINISTRATORS = lsfadmin\nEnd ClusterAdmins\n\n\
         Begin Host\nHOSTNAME    model         type         server  r1m   mem    swp    RESOURCES\n",
    );
    let mut number = 0;
    while !limit.reached(number, &text) {
        if random.percent(3) {
            comment(random, &mut text);
        }
        let (model, kind) = MODELS[number % MODELS.len()];
        let thresholds = random.pick(&["-     -      -    ", "3.5   2000   1000 ", "8.0   ()     ()   "]);
        write!(text, "{:<11} {model:<13} {kind:<12} 1       {thresholds}  (", host(number)).expect(PROOF);
        let mut words = vec![if number < 2 { "mg".to_owned() } else { "linux".to_owned() }];
        let kinds = |wanted| (0..counts.resources).map(resource).filter(move |it| it.0 == wanted).map(|it| it.1);
        // Every second host of a model has all features, the others have none.
        if (number / MODELS.len()).is_multiple_of(2) {
            words.extend(kinds(ResourceKind::Flag));
        }
        let release = 1 + number / (2 * MODELS.len()) % RELEASES;
        words.extend(kinds(ResourceKind::Text).map(|it| format!("{it}=r{release}")));
        text.push_str(&words.join(" "));
        text.push_str(")\n");
        number += 1;
    }
    text.push_str("End Host\n\nBegin ResourceMap\nRESOURCENAME       LOCATION\n");
    for index in 0..counts.resources {
        match resource(index) {
            (ResourceKind::Token, name) => writeln!(text, "{name:<18} [all]").expect(PROOF),
            (ResourceKind::Index, name) => writeln!(text, "{name:<18} [default]").expect(PROOF),
            _ => {}
        }
    }
    text.push_str("End ResourceMap\n");
    text
}
