//! `--report html=FILE`: the page as a browser reads it.

use std::collections::BTreeSet;
use std::path::Path;

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use lsflint_test_support::Scratch;
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use crate::{lsflint, stdout};

/// A page, read by the parser that Firefox's own is compared with.
struct Page(RcDom);

/// One element.
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
}

impl Element {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }
}

impl Page {
    #[track_caller]
    fn read(html: &str) -> Page {
        let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
        assert!(dom.errors.borrow().is_empty(), "the page is no HTML: {:?}", dom.errors.borrow());
        Page(dom)
    }

    fn elements(&self) -> Vec<Element> {
        let mut found = Vec::new();
        visit(&self.0.document, &mut |node| {
            if let NodeData::Element { name, attrs, .. } = &node.data {
                let attribute = |it: &html5ever::Attribute| (it.name.local.to_string(), it.value.to_string());
                let attributes = attrs.borrow().iter().map(attribute).collect();
                found.push(Element { name: name.local.to_string(), attributes, text: text(node) });
            }
        });
        found
    }
}

fn visit(node: &Handle, see: &mut dyn FnMut(&Handle)) {
    see(node);
    node.children.borrow().iter().for_each(|it| visit(it, see));
}

fn text(node: &Handle) -> String {
    let mut text = String::new();
    visit(node, &mut |it| {
        if let NodeData::Text { contents } = &it.data {
            text.push_str(&contents.borrow());
        }
    });
    text
}

fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

/// What has to be true of every page.
#[track_caller]
fn check_page(html: &str) -> Vec<Element> {
    let elements = Page::read(html).elements();
    let mut ids = BTreeSet::new();
    for id in elements.iter().filter_map(|it| it.attribute("id")) {
        assert!(ids.insert(id), "two elements are `{id}`");
    }
    for it in &elements {
        if let Some(address) = it.attribute("href") {
            let known = address.strip_prefix('#').is_some_and(|it| ids.contains(it));
            assert!(known || is_web(address), "`{address}` leads nowhere");
        }
        for label in it.attribute("aria-labelledby").into_iter().flat_map(str::split_whitespace) {
            assert!(ids.contains(label), "no element is `{label}`");
        }
        // Nothing is loaded, and nothing runs but the script of the page.
        let loads = ["src", "srcset", "data", "style", "background", "poster", "action", "formaction", "xlink:href"];
        for (name, value) in &it.attributes {
            assert!(!loads.contains(&name.as_str()) && !name.starts_with("on"), "{} has {name}={value}", it.name);
        }
        assert!(!["img", "iframe", "object", "embed", "link", "base", "video", "audio"].contains(&&*it.name));
        assert!(it.name != "script" || it.text.starts_with("(function () {\n  'use strict';"), "{}", it.text);
        assert!(it.name != "style" || !it.text.contains("url(") && !it.text.contains("@import"));
    }
    let count = |name: &str| elements.iter().filter(|it| it.name == name).count();
    assert_eq!((count("h1"), count("main"), count("nav"), count("script"), count("style")), (1, 1, 1, 1, 1));
    let language = elements.iter().find(|it| it.name == "html").and_then(|it| it.attribute("lang"));
    assert_eq!(language, Some("en"));
    // No heading leaves a level out.
    let level = |it: &Element| it.name.strip_prefix('h')?.parse::<u32>().ok();
    let levels: Vec<u32> = elements.iter().filter_map(level).collect();
    assert!(levels.windows(2).all(|it| it[1] <= it[0] + 1), "{levels:?}");
    elements
}

fn demo() -> Scratch {
    let scratch = Scratch::new();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters/demo"), &scratch.path());
    scratch
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("a folder of testdata") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("a folder");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a file");
        }
    }
}

#[test]
fn the_demo_cluster() {
    let scratch = demo();
    lsflint(&scratch, &["check", "--report", "html=report.html", "--output-format", "json"]).assert().code(1);
    let html = std::fs::read_to_string(scratch.path().join("report.html")).expect("the report");
    let elements = check_page(&html);
    let has = |name: &str, text: &str| elements.iter().any(|it| it.name == name && it.text.contains(text));
    assert!(has("h1", "Errors found") && has("title", "lsflint: demo"));
    // Findings with everything.
    assert!(has("li", "RUNLIMIT takes [hour:]minute; :00 is not allowed"));
    assert!(has("mark", ":00") && has("dd", "LSF uses the default unlimited instead of the value."));
    assert!(has("del", "- RUNLIMIT     = 36:00:00") && has("ins", "+ RUNLIMIT     = 36:00"));
    // A fix that only removes whitespace shows it.
    assert!(has("del", "\\\u{b7}") && !has("ins", "\\\u{b7}"));
    // Every rule that spoke has its page.
    let json = stdout(&scratch, &["check", "--output-format", "json"], 1);
    let json: serde_json::Value = serde_json::from_str(&json).expect("one document");
    for it in json["diagnostics"].as_array().expect("a list") {
        let id = format!("rule-{}", it["code"].as_str().expect("a code"));
        assert!(elements.iter().any(|it| it.attribute("id") == Some(&id)), "{id}");
    }
    // The cluster.
    assert!(has("h2", "Cluster demo") && has("tr", "3 hosts: sim[4-6]"));
    assert!(has("tr", "pnr_hosts") && has("dd", "72:00 336:00 3 days, 14 days"));
    assert!(has("pre", "select[type==X86_64 && ut<0.85] order[ut:ls] rusage[mem=2000]"));
    assert!(has("tr", "mgmt1 LSF_MASTER=Y"));
    let times = "Mon-Thu 20:00-06:00, Fri 19:00 to Mon 06:00";
    assert!(has("td", times), "the week is text, too");
    assert!(elements.iter().any(|it| {
        it.name == "svg" && it.attribute("aria-label").is_some_and(|it| it.ends_with(&format!("open: {times}")))
    }));
    // What an `#if` decides is part of the week.
    assert!(has("tr", "UJOB_LIMIT"));
}

#[test]
fn the_same_files_make_the_same_page() {
    let (one, other) = (demo(), demo());
    let page = |scratch: &Scratch, jobs: &str| stdout(scratch, &["check", "--output-format=html", "--jobs", jobs], 1);
    let first = page(&one, "1");
    assert_eq!(first, page(&other, "4"));
    let folder = one.path().to_string_lossy().into_owned();
    assert!(!first.contains(&folder), "no absolute path");
}

#[test]
fn text_of_the_files_is_text() {
    let evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&lt;&#60;javascript:alert(3)";
    let name = "\"><svg/onload=alert(4)>`";
    let queues = format!(
        "Begin Queue\nQUEUE_NAME = {name}\nPRIORITY = <b>\nUSERS = {evil}\nHOSTS = {evil}\nRES_REQ = select[{evil}]\n\
         RUN_WINDOW = {evil}\nRUNLIMIT = {evil}\nDESCRIPTION = {evil}\n{evil} = 1\nEnd {evil}\n"
    );
    let cluster = format!(
        "Begin Host\nHOSTNAME model type server RESOURCES\n{name} {name} {name} 1 ({name})\nh2 ! ! 1 ()\nEnd Host\n\
         Begin ResourceMap\nRESOURCENAME LOCATION\n{name} [{name}]\nEnd ResourceMap\n"
    );
    let shared = format!(
        "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n{name} Numeric 30 N ({evil})\nEnd Resource\n"
    );
    let applications =
        format!("Begin Application\nNAME = {name}\nDESCRIPTION = {evil}\nRES_REQ = {evil}\nEnd Application\n");
    let scratch = Scratch::with(&[
        ("a&b<i>/lsb.queues", &queues),
        ("a&b<i>/lsf.cluster.c", &cluster),
        ("a&b<i>/lsf.shared", &shared),
        ("a&b<i>/lsb.applications", &applications),
        ("a&b<i>/lsb.params", &format!("Begin Parameters\nDEFAULT_APPLICATION = {name}\nEnd Parameters\n")),
    ]);
    let html = stdout(&scratch, &["check", "--output-format=html", "--select=ALL"], 1);
    let elements = check_page(&html);
    assert!(elements.iter().all(|it| !["b", "i"].contains(&&*it.name)));
    assert!(elements.iter().any(|it| it.name == "pre" && it.text.contains(evil)), "the text is there as it is");
}

#[test]
fn a_folder_with_nothing_wrong_or_nothing_at_all() {
    let scratch = Scratch::with(&[("conf/lsb.queues", crate::CLEAN)]);
    let elements = check_page(&stdout(&scratch, &["check", "--output-format=html", crate::SELECT], 0));
    assert!(elements.iter().any(|it| it.name == "h1" && it.text == "No findings"));
    assert!(elements.iter().any(|it| it.name == "td" && it.text.contains("lsf.")), "what was skipped is listed");
    check_page(&stdout(&Scratch::new(), &["check", "--output-format=html"], 2));
}

#[test]
fn several_clusters_in_one_page() {
    let scratch = Scratch::new();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters"), &scratch.path());
    let output = lsflint(&scratch, &["check", "--output-format=html"]).assert().code(1).get_output().clone();
    let elements = check_page(&String::from_utf8(output.stdout).expect("our output is UTF-8"));
    let clusters: Vec<&str> =
        elements.iter().filter(|it| it.name == "h2" && it.text.starts_with("Cluster ")).map(|it| &*it.text).collect();
    assert!(clusters.len() >= 4, "{clusters:?}");
}

#[test]
fn job_scripts_are_in_the_report() {
    let demo = Scratch::copy_of(&lsflint_test_support::cluster("demo"));
    let html = stdout(&demo, &["check", "--output-format=html", ".", "jobs/synth.sh"], 1);
    assert!(html.contains("unknown queue") && html.contains("nromal"), "the finding of the script");
}

/// What a report says of hosts: the queue, the application profile, and the sentence.
fn counts_of_hosts(elements: &[Element]) -> Vec<(String, Option<String>, String)> {
    let (mut queue, mut profile) = (String::new(), None);
    let mut found = Vec::new();
    for it in elements {
        let class = it.attribute("class").unwrap_or_default();
        match (&*it.name, class) {
            ("h4", _) => queue.clone_from(&it.text),
            ("div", "combined") => profile = None,
            ("p", "label") => {
                let name = it.text.strip_prefix("with the default application profile ");
                profile = name.map(str::to_owned).or(profile);
            }
            ("p", "quiet") if it.text.contains(" can match") => {
                found.push((queue.clone(), profile.clone(), it.text.clone()));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn hosts_are_counted_as_resreq_counts_them() {
    for cluster in ["demo", "clean"] {
        let scratch = Scratch::copy_of(&lsflint_test_support::cluster(cluster));
        let page = lsflint(&scratch, &["check", "--output-format=html", "--fail-on=never"]).assert().success();
        let html = String::from_utf8(page.get_output().stdout.clone()).expect("our output is UTF-8");
        let rows = counts_of_hosts(&check_page(&html));
        assert!(rows.len() >= 5, "{cluster}: {rows:?}");
        for (queue, profile, sentence) in rows {
            let mut arguments =
                vec!["resreq".to_owned(), "hosts".to_owned(), "--queue".to_owned(), format!("@{queue}")];
            if let Some(profile) = &profile {
                arguments.extend(["--app".to_owned(), format!("@{profile}")]);
            }
            arguments.extend(["--cluster=.", "--output-format=json"].map(str::to_owned));
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = lsflint(&scratch, &arguments).output().expect("it runs");
            let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one document");
            let count = |name: &str| json["counts"][name].as_u64().unwrap_or_else(|| panic!("{arguments:?}: {json}"));
            let (always, depends) = (count("always"), count("depends"));
            let all = json["hosts"].as_array().expect("a list").len();
            let can = always + depends;
            let start = format!("{can} of {all} host");
            assert!(sentence.starts_with(&start), "{cluster}: {queue} {profile:?}: `{sentence}`, not `{start}`");
            let load = match (always, depends) {
                (0, 0) => "",
                (_, 0) => ", regardless of load",
                (0, _) => ", depending on load",
                (_, _) => &format!(", {always} of them regardless of load"),
            };
            assert!(sentence.contains(load), "{cluster}: {queue} {profile:?}: `{sentence}`, not `{load}`");
        }
    }
}
