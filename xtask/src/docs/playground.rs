//! The playground in the site: its pages, and links that open examples in it.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use lsflint_lint::{RuleMeta, Status, example_files};
use serde_json::{Map, Value, json};

/// The folder of the pages in the site.
const FOLDER: &str = "playground";

/// The folder of an example in the playground.
const CLUSTER: &str = "/example";

/// What is not a file, and has no place in the playground: what an elim prints, and names of files.
const NOT_SHOWN: [&str; 2] = ["elim", "LSF_SERVERDIR"];

/// Copies the pages that docs/playground/build.mjs has written.
pub(super) fn copy(built: &Path, pages: &Path) -> anyhow::Result<()> {
    let folder = pages.join(FOLDER);
    fs::create_dir_all(&folder)?;
    for entry in built.read_dir().with_context(|| format!("cannot list {}", built.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        fs::copy(&path, folder.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
    }
    Ok(())
}

/// The link that opens an example of a rule, from the page of the rule. Nothing if the example is not the text of a
/// file.
pub(super) fn example_link(rule: &RuleMeta, info: &str, text: &str) -> Option<String> {
    let files = example_files(info, text);
    let (first, _) = files.first().filter(|it| !NOT_SHOWN.contains(&&*it.0))?;
    let mut shown = Map::new();
    let mut open = None;
    for (name, text) in &files {
        let (name, text) = match &**name {
            "" => return None,
            "resreq" => ("lsb.queues", queues(text)),
            name => (name, text.clone()),
        };
        let path = format!("{CLUSTER}/{name}");
        open.get_or_insert(path.clone());
        shown.insert(path, text.into());
    }
    // A job script is checked only in a cluster: a directory with lsf.conf.
    if shown.keys().any(|path| path.ends_with(".sh")) {
        shown.entry(format!("{CLUSTER}/lsf.conf")).or_insert_with(|| "# Makes this directory a cluster.\n".into());
    }
    let is_off = rule.status == Status::OptIn && first != "lsflint.toml";
    if is_off && !shown.contains_key(&format!("{CLUSTER}/lsflint.toml")) {
        let text = format!("# This rule is off by default.\nextend-select = [\"{}\"]\n", rule.code);
        shown.insert(format!("{CLUSTER}/lsflint.toml"), text.into());
    }
    Some(format!("../../{FOLDER}/index.html#{}", fragment(&json!({"files": shown, "open": open}))))
}

/// Requirement strings as those of queues.
fn queues(strings: &str) -> String {
    let lines = strings.lines().filter(|it| !it.trim().is_empty());
    let queue =
        |(index, string)| format!("Begin Queue\nQUEUE_NAME = example{}\nRES_REQ    = {string}\nEnd Queue\n", index + 1);
    lines.enumerate().map(queue).collect::<Vec<_>>().join("\n")
}

/// A state of the playground as the fragment of its address, as docs/playground/src/site/share.ts reads it.
fn fragment(state: &Value) -> String {
    let mut compressed = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = compressed.write_all(state.to_string().as_bytes()).and_then(|()| compressed.finish());
    format!("v1.{}", base64url(&written.expect("a vector takes all bytes")))
}

/// Base64 for addresses, without padding.
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        let letter = |index: usize| char::from(LETTERS[(bits >> (18 - 6 * index) & 63) as usize]);
        out.extend((0..=chunk.len()).map(letter));
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::DeflateDecoder;

    use super::*;

    /// The tests of the playground read it as well.
    const LINK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/playground/tests/link.txt");

    fn state() -> Value {
        json!({"files": {"/example/lsb.users": "Begin User\n\"ä\" 😀\nEnd User\n"}, "open": "/example/lsb.users"})
    }

    #[test]
    fn a_state_in_an_address() {
        let written = format!("{}\n", fragment(&state()));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(LINK, &written).expect("the file can be written");
        }
        assert_eq!(fs::read_to_string(LINK).expect("the file can be read"), written, "UPDATE_EXPECT=1 writes it");
    }

    #[test]
    fn base64_of_all_lengths() {
        for (bytes, expected) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")] {
            assert_eq!(base64url(bytes.as_bytes()), expected);
        }
        assert_eq!(base64url(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn deflate_is_raw() {
        let mut text = String::new();
        let mut compressed = DeflateEncoder::new(Vec::new(), Compression::best());
        compressed.write_all(state().to_string().as_bytes()).expect("a vector takes all bytes");
        let bytes = compressed.finish().expect("a vector takes all bytes");
        DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).expect("it is compressed");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("it is JSON"), state());
    }

    #[test]
    fn requirements_become_queues() {
        let expected = "Begin Queue\nQUEUE_NAME = example1\nRES_REQ    = a\nEnd Queue\n\n\
                        Begin Queue\nQUEUE_NAME = example2\nRES_REQ    = b\nEnd Queue\n";
        assert_eq!(queues("a\n\nb\n"), expected);
    }
}
