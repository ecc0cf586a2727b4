//! What `lsid` displays: the cluster, its management host, and the version of LSF.

use lsflint_spec::{DisplayForm, Version};

use super::judge::Judge;
use super::read::{Shown, ShownObject, ShownValue};
use super::{Compared, NotCompared, ShownAt, Verdict};
use crate::answers::plan::PlanObject;

impl Judge<'_> {
    /// Compares what identifies the cluster.
    pub(super) fn identity(&mut self, object: &PlanObject, shown: &ShownObject, value: &ShownValue) {
        let Shown::Part(part) = &value.what else { return };
        let view = self.files.view();
        let text = value.text.as_str();
        let (parameter, file, verdict, because) = match part.form {
            DisplayForm::Cluster => {
                let name = view.cluster_name().map(str::to_owned);
                let same = name.as_deref().map(|it| it == text);
                ("cluster name", name, same, "the files are those of another cluster".to_owned())
            }
            DisplayForm::Candidate => {
                let list = view.conf("LSF_MASTER_LIST").value().map(|it| it.trim_matches('"').trim().to_owned());
                let short = |it: &str| it.split('.').next().unwrap_or_default().to_ascii_lowercase();
                let same = list.as_deref().map(|it| it.split_whitespace().any(|it| short(it) == short(text)));
                (
                    "LSF_MASTER_LIST",
                    list,
                    same,
                    "the management host is not one of the candidates in lsf.conf".to_owned(),
                )
            }
            _ => {
                let level = text.split([' ', ',']).filter(|it| it.contains('.')).find_map(Version::parse);
                let target = &view.switches().target;
                // Without a target, the files are read for the newest level of a release.
                let release = |it: Version| [it.0[0], it.0[1]];
                let same = level.map(|it| release(target.from) <= release(it) && release(it) <= release(target.to));
                let because = "the files are read for another version; use `--target` with this one".to_owned();
                ("version", Some(target.to_string()), same, because)
            }
        };
        let at = ShownAt { source: shown.source, line: value.line };
        let Some(same) = verdict else {
            self.comparison.not_compared.push(NotCompared {
                object: object.clone(),
                parameter: parameter.to_owned(),
                running: text.to_owned(),
                because: "the files do not say it".to_owned(),
                shown: at,
            });
            return;
        };
        self.comparison.values.push(Compared {
            object: object.clone(),
            parameter: Some(parameter.to_owned()),
            running: Some(text.to_owned()),
            file,
            verdict: if same { Verdict::Same } else { Verdict::Differs },
            because: if same { String::new() } else { because },
            shown: Some(at),
            place: None,
        });
    }
}
