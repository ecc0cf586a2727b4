//! What the fuzz targets start with: files of `testdata` and examples of the documentation, so that the fuzzer need not
//! guess the first valid section.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The separator of the files of a cluster.
const BETWEEN: u8 = 0x1e;

/// The maximum number of words that the fuzzer inserts.
const WORDS: usize = 2000;

/// The kinds of inputs.
#[derive(Debug, Clone, Copy)]
pub(super) enum Seeds {
    /// A configuration file with its name in the first line, after a number of bytes that stand for a place or an edit.
    Files { before: usize },
    /// The files of a cluster.
    Clusters,
    /// Requirement strings.
    Requirements,
    /// Job scripts, with their names in the first lines.
    Scripts,
    /// Files of the resource connector, with their names in the first lines.
    Connector,
    /// `lsflint.toml`.
    Config,
    /// Conditions of policies.
    Conditions,
    /// A baseline.
    Baseline,
    /// Framed messages of an editor.
    Messages,
    /// Saved output of commands.
    Output,
}

impl Seeds {
    /// The inputs.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(super) fn texts(self, root: &Path) -> Result<Vec<Vec<u8>>> {
        let clusters = root.join("testdata/clusters");
        Ok(match self {
            Seeds::Files { before } => configuration(&clusters)?
                .iter()
                .map(|path| Ok([&[128].repeat(before), &*named(path)?].concat()))
                .collect::<Result<_>>()?,
            Seeds::Clusters => ["clean", "demo", "flat"]
                .iter()
                .map(|name| {
                    let files: Vec<_> =
                        configuration(&clusters.join(name))?.iter().map(|it| named(it)).collect::<Result<_>>()?;
                    Ok(files.join(&BETWEEN))
                })
                .collect::<Result<_>>()?,
            Seeds::Requirements => {
                first_column(&std::fs::read_to_string(root.join("testdata/oracle/resreq.tsv"))?).collect()
            }
            Seeds::Scripts => {
                let scripts = files(&clusters)?.into_iter().filter(|it| it.extension().is_some_and(|it| it == "sh"));
                let mut found: Vec<_> = scripts.map(|it| named(&it)).collect::<Result<_>>()?;
                found.extend(blocks(root, "sh")?.into_iter().map(|it| [b"job.sh\n", it.as_bytes()].concat()));
                let others =
                    [("job.py", PYTHON), ("Makefile", MAKEFILE), ("job.csh", CSHELL), ("Snakefile", SNAKEFILE)];
                found.extend(others.map(|(name, text)| format!("{name}\n{text}").into_bytes()));
                found
            }
            Seeds::Connector => CONNECTOR.iter().map(|(name, text)| format!("{name}\n{text}").into_bytes()).collect(),
            Seeds::Config => blocks(root, "toml")?.into_iter().map(String::into_bytes).collect(),
            Seeds::Conditions => {
                let guide = std::fs::read_to_string(root.join("docs/guides/policy.md"))?;
                let lines = guide.lines().filter_map(|it| it.split_once(" = \"")?.1.strip_suffix('"'));
                lines.map(|it| it.as_bytes().to_vec()).collect()
            }
            Seeds::Baseline => vec![BASELINE.as_bytes().to_vec()],
            Seeds::Messages => MESSAGES.iter().map(|it| framed(it)).chain([MESSAGES.map(framed).concat()]).collect(),
            Seeds::Output => {
                let known = std::fs::read_to_string(root.join("testdata/messages/real.tsv"))?;
                let mut found: Vec<_> = first_column(&known).collect();
                found.extend(blocks(root, "text")?.into_iter().map(String::into_bytes));
                // One output for each form that `compare` reads.
                for path in files(&root.join("testdata/outputs"))? {
                    found.push(std::fs::read(path)?);
                }
                found
            }
        })
    }
}

/// Writes seeds to the corpus of a target.
pub(super) fn write(corpus: &Path, seeds: &[Vec<u8>]) -> Result<()> {
    std::fs::create_dir_all(corpus)?;
    for (index, seed) in seeds.iter().enumerate() {
        std::fs::write(corpus.join(format!("seed-{index}")), seed)?;
    }
    Ok(())
}

/// The words of the seeds, in the format of libFuzzer, which inserts them.
pub(super) fn dictionary(seeds: &[Vec<u8>]) -> String {
    let is_word = |it: &u8| it.is_ascii_alphanumeric() || b"_-.#@".contains(it);
    let words: BTreeSet<&str> = seeds
        .iter()
        .flat_map(|seed| seed.split(move |it| !is_word(it)))
        .filter(|it| (2..=40).contains(&it.len()))
        .filter_map(|it| std::str::from_utf8(it).ok())
        .collect();
    words.into_iter().take(WORDS).map(|it| format!("\"{it}\"\n")).collect()
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries: Vec<_> = entries.collect::<Result<_, _>>()?;
    Ok(entries.into_iter().filter(|it| it.file_type().is_file()).map(|it| it.into_path()).collect())
}

/// The configuration files below a folder.
fn configuration(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_file = |it: &PathBuf| {
        let name = it.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("lsb.") || name.starts_with("lsf.")
    };
    Ok(files(folder)?.into_iter().filter(is_file).collect())
}

/// A file after its name in a line.
fn named(path: &Path) -> Result<Vec<u8>> {
    let name = path.file_name().context("a file without a name")?;
    Ok([name.as_encoded_bytes(), b"\n", &std::fs::read(path)?].concat())
}

fn first_column(table: &str) -> impl Iterator<Item = Vec<u8>> {
    let lines = table.lines().filter(|it| !it.starts_with('#') && !it.is_empty());
    lines.filter_map(|it| it.split('\t').next()).map(|it| it.as_bytes().to_vec())
}

/// The code blocks of a language in the documentation.
fn blocks(root: &Path, language: &str) -> Result<Vec<String>> {
    let start = format!("```{language}");
    let mut found = Vec::new();
    for path in files(&root.join("docs"))?.into_iter().filter(|it| it.extension().is_some_and(|it| it == "md")) {
        let text = std::fs::read_to_string(path)?;
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let is_block = line.trim().strip_prefix(&*start).is_some_and(|it| it.is_empty() || it.starts_with(' '));
            if is_block {
                let block = lines.by_ref().take_while(|it| it.trim() != "```");
                found.push(block.map(|it| format!("{it}\n")).collect());
            }
        }
    }
    Ok(found)
}

fn framed(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

const PYTHON: &str =
    "import subprocess\nsubprocess.run([\"bsub\", \"-q\", \"night\", \"-R\", \"rusage[mem=4]\", cmd])\n";
const MAKEFILE: &str = "sim:\n\tbsub -q night -n 4 -R 'span[hosts=1]' $(TOOL)\n";
const CSHELL: &str = "#!/bin/csh\n#BSUB -W 4:00\nset q = night\nbsub -q $q -J \"a[1-10]%2\" ./run\n";
const SNAKEFILE: &str = "rule all:\n    shell: \"bsub -M 4GB -w 'done(a) && exit(b, > 2)' run\"\n";

const CONNECTOR: [(&str, &str); 4] = [
    ("hostProviders.json", r#"{"providers":[{"name":"aws","type":"awsProv","confPath":"aws","scriptPath":"bin"}]}"#),
    (
        "awsprov_templates.json",
        r#"{"templates":[{"templateId":"a","maxNumber":4,"attributes":{"type":["String","X86_64"],
"mem":["Numeric","2048"],"awshost":["Boolean","1"]}}]}"#,
    ),
    ("awsprov_config.json", r#"{"LogLevel":"INFO","AWS_REGION":"us-east-1","LSF_CLUSTER":"demo"}"#),
    (
        "policy_config.json",
        r#"{"UserDefinedScriptPath":"/x","Policies":[{"Name":"p","Consumer":{"rcAccount":["all"],"templateName":
["any"],"provider":["all"]},"MaxNumber":100,"StepValue":"5:10"}]}"#,
    ),
];

const BASELINE: &str =
    "version = 1\n\n[[finding]]\nfile = \"lsb.queues\"\ncode = \"Q101\"\nkey = \"night\"\ncount = 2\n";

const MESSAGES: [&str; 5] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#,
    r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    r#"{"jsonrpc":"2.0","id":"a","method":"textDocument/hover","params":{"position":{"line":0,"character":1e2}}}"#,
    r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"half \ud83d of an emoji"}}"#,
    r#"[{"jsonrpc":"2.0","id":3,"result":null}]"#,
];
