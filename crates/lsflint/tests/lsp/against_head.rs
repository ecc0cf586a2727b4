//! What changed since the last commit: lenses, hovers and the plan, in a git repository of the test.

use std::path::{Path, PathBuf};
use std::process::Command;

use lsflint_test_support::Scratch;
use lsflint_test_support::lsp::{Client, uri};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, str};

const QUEUES: &str = "Begin Queue\nQUEUE_NAME = normal\nRUNLIMIT = 6:00\nEnd Queue\n";
const HOSTS: &str = "Begin Host\nHOST_NAME MXJ\nh1 4\nh2 4\nEnd Host\n";

/// Runs git without anybody's configuration. False: there is no git.
fn git(folder: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main"]);
    command.args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    let Ok(output) = command.output() else {
        eprintln!("skipped: there is no git");
        return false;
    };
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    true
}

/// A client with a cluster in a repository, whose last commit has `QUEUES` and `HOSTS`.
struct Site {
    client: Client,
    folder: PathBuf,
    // Goes last: the server works in it.
    _scratch: Scratch,
}

impl Site {
    fn new(change: impl Fn(&Path)) -> Option<Site> {
        let scratch = Scratch::with(&[("conf/lsb.queues", QUEUES), ("conf/lsb.hosts", HOSTS)]);
        let folder = scratch.path();
        if !git(&folder, &["init", "-q"]) {
            return None;
        }
        git(&folder, &["add", "-A"]);
        git(&folder, &["commit", "-q", "--no-verify", "-m", "x"]);
        change(&folder);
        let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &folder);
        let capabilities = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}});
        client.hello(std::slice::from_ref(&folder), &capabilities, &Value::Null);
        Some(Site { client, folder, _scratch: scratch })
    }

    fn uri(&self, file: &str) -> String {
        uri(&self.folder.join(file))
    }

    fn open(&mut self, file: &str, text: &str) {
        self.client.open(&self.uri(file), "lsf", text);
    }

    fn lenses(&mut self, file: &str) -> Vec<String> {
        let found = self.client.call("textDocument/codeLens", json!({"textDocument": {"uri": self.uri(file)}}));
        let found = found.as_array().cloned().unwrap_or_default();
        let shown = found.iter().filter(|it| it["command"]["command"] == "lsflint.plan");
        let shown = shown.map(|it| {
            let title = it["command"]["title"].as_str().unwrap_or_default();
            format!("{}: {title}", it["range"]["start"]["line"])
        });
        shown.collect()
    }

    /// The page of the plan.
    fn plan(&mut self, file: &str) -> String {
        let arguments = json!([{"uri": self.uri(file)}]);
        let page =
            self.client.call("workspace/executeCommand", json!({"command": "lsflint.plan", "arguments": arguments}));
        page.as_str().expect("a text").to_owned()
    }
}

#[test]
fn an_unsaved_limit() {
    let Some(mut site) = Site::new(|_| {}) else { return };
    site.open("conf/lsb.queues", QUEUES);
    assert_eq!(site.lenses("conf/lsb.queues"), Vec::<String>::new());
    assert_data_eq!(
        site.plan("conf/lsb.queues"),
        str![[r#"
# Plan against HEAD

Nothing changes in meaning, and nothing must be run.
"#]]
    );

    let changed = QUEUES.replace("6:00", "480");
    let uri = site.uri("conf/lsb.queues");
    let document = json!({"uri": uri, "version": 2});
    site.client
        .notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [{"text": changed}]}));
    assert_eq!(site.lenses("conf/lsb.queues"), ["2: changed against HEAD: 6 hours to 8 hours"]);
    let question = json!({"textDocument": {"uri": uri}, "position": {"line": 2, "character": 2}});
    let hover = site.client.call("textDocument/hover", question);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("\n\nChanged against HEAD: 6 hours to 8 hours.\n\n[Documentation]("), "{text}");
    assert_data_eq!(
        site.plan("conf/lsb.queues"),
        str![[r#"
# Plan against HEAD

1 notable change; 2 commands to run

## Run, in this order

1. `badmin ckconfig -v`, because of lsb.queues normal RUNLIMIT
1. `badmin reconfig`, because of the same changes

## Notable changes

- queue normal: RUNLIMIT 6 hours to 8 hours (`conf/lsb.queues:3`)
  - pending jobs: the new limit applies; running jobs: the old limit applies until mbatchd, or sbatchd on the host of the job, restarts; then LSF kills jobs above a lower limit
"#]]
    );
    assert_eq!(std::fs::read_to_string(site.folder.join("conf/lsb.queues")).ok().as_deref(), Some(QUEUES));
    site.client.goodbye();
}

#[test]
fn files_that_git_sees_as_changed() {
    let change = |folder: &Path| {
        std::fs::write(folder.join("conf/lsb.hosts"), HOSTS.replace("h1 4", "h1 8")).expect("our own folder");
        std::fs::remove_file(folder.join("conf/lsb.queues")).expect("our own folder");
        std::fs::write(folder.join("conf/lsb.users"), "Begin User\nUSER_NAME MAX_JOBS\nu1 5\nEnd User\n")
            .expect("ours");
    };
    let Some(mut site) = Site::new(change) else { return };
    site.open("conf/lsb.hosts", &HOSTS.replace("h1 4", "h1 8"));
    assert_eq!(site.lenses("conf/lsb.hosts"), ["2: changed against HEAD: MXJ 4 to 8"]);
    assert_data_eq!(
        site.plan("conf/lsb.hosts"),
        str![[r#"
# Plan against HEAD

1 breaking, 1 notable and 1 harmless changes; 2 commands to run

## Run, in this order

1. `badmin ckconfig -v`, because of lsb.hosts h1 MXJ, lsb.queues normal, lsb.users u1
1. `badmin reconfig`, because of the same changes

## Breaking changes

- queue normal: removed (`conf/lsb.queues:2`)
  - pending jobs: they move to the queue `lost_and_found` and wait there for `bswitch`; running jobs: they go on; suspended jobs: they stay suspended in `lost_and_found`; `bsub -q` with its name is rejected
  - instead: close the queue, move its jobs with `bswitch -q OLD NEW 0`, then remove it

## Notable changes

- host h1: MXJ 4 to 8 (`conf/lsb.hosts:3`)

## Harmless changes

- user u1: new (`conf/lsb.users:3`)
"#]]
    );
    // A file that is not in the commit has no old text.
    assert_eq!(site.lenses("conf/lsb.users"), Vec::<String>::new());
    site.client.goodbye();
}

#[test]
fn no_repository() {
    let scratch = Scratch::with(&[("lsb.queues", QUEUES)]);
    let folder = scratch.path();
    let queues = uri(&folder.join("lsb.queues"));
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &folder);
    client.hello(std::slice::from_ref(&folder), &json!({}), &Value::Null);
    client.open(&queues, "lsf", QUEUES);
    let arguments = json!([{"uri": queues}]);
    let id = client.request("workspace/executeCommand", json!({"command": "lsflint.plan", "arguments": arguments}));
    let answer = client.answer(id).value;
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("`lsflint.plan`: "), "{answer}");
    assert!(message.contains("git"), "{message}");
    client.goodbye();
}

#[test]
fn no_program_of_the_repository_runs() {
    let Some(mut site) = Site::new(|folder| {
        let marker = folder.join("ran");
        let program = format!("touch {}", marker.display());
        for key in ["core.fsmonitor", "filter.x.clean", "filter.x.smudge", "diff.external", "core.pager"] {
            git(folder, &["config", key, &program]);
        }
        std::fs::write(folder.join(".gitattributes"), "* filter=x\n").expect("our own folder");
        std::fs::write(folder.join("conf/lsb.hosts"), HOSTS.replace("h1 4", "h1 8")).expect("our own folder");
    }) else {
        return;
    };
    site.open("conf/lsb.hosts", &HOSTS.replace("h1 4", "h1 8"));
    assert_eq!(site.lenses("conf/lsb.hosts").len(), 1);
    assert!(site.plan("conf/lsb.hosts").starts_with("# Plan against HEAD\n"));
    assert!(!site.folder.join("ran").exists(), "git ran a program of the repository");
    site.client.goodbye();
}

/// The lenses of a file in a repository that a function makes in an empty directory, whose limit is 8 hours now.
fn lenses_in(make: impl Fn(&Path) -> Option<PathBuf>) -> Option<Vec<String>> {
    let scratch = Scratch::with(&[("empty/readme", "")]);
    let folder = make(&scratch.path())?;
    std::fs::create_dir_all(folder.join("conf")).expect("our own folder");
    let text = QUEUES.replace("6:00", "8:00");
    std::fs::write(folder.join("conf/lsb.queues"), &text).expect("our own folder");
    let mut client = Client::start(Path::new(env!("CARGO_BIN_EXE_lsflint")), &["server"], &folder);
    client.hello(std::slice::from_ref(&folder), &json!({}), &Value::Null);
    let mut site = Site { client, folder, _scratch: scratch };
    site.open("conf/lsb.queues", &text);
    let found = site.lenses("conf/lsb.queues");
    site.client.goodbye();
    Some(found)
}

const EIGHT: &str = "2: changed against HEAD: 6 hours to 8 hours";

/// A repository with one commit in a directory.
fn repository(folder: &Path) -> bool {
    std::fs::create_dir_all(folder.join("conf")).expect("our own folder");
    std::fs::write(folder.join("conf/lsb.queues"), QUEUES).expect("our own folder");
    git(folder, &["init", "-q"])
        && git(folder, &["add", "-A"])
        && git(folder, &["commit", "-q", "--no-verify", "-m", "x"])
}

#[test]
fn a_repository_without_a_commit() {
    let found = lenses_in(|folder| git(folder, &["init", "-q"]).then(|| folder.to_owned()));
    assert!(found.is_none_or(|it| it.is_empty()));
}

#[test]
fn a_directory_of_no_repository() {
    assert_eq!(lenses_in(|folder| Some(folder.to_owned())), Some(Vec::new()));
}

#[test]
fn a_work_tree() {
    let found = lenses_in(|folder| {
        let main = folder.join("main");
        let made = repository(&main) && git(&main, &["worktree", "add", "-q", "-b", "other", "../other"]);
        made.then(|| folder.join("other"))
    });
    assert!(found.is_none_or(|it| it == [EIGHT]));
}

#[test]
fn a_submodule() {
    let found = lenses_in(|folder| {
        let (inner, outer) = (folder.join("inner"), folder.join("outer"));
        let add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../inner", "site"];
        let made = repository(&inner) && repository(&outer) && git(&outer, &add);
        made.then(|| outer.join("site"))
    });
    assert!(found.is_none_or(|it| it == [EIGHT]));
}

#[test]
fn several_clusters() {
    let Some(mut site) = Site::new(|folder| {
        for cluster in ["one", "two"] {
            std::fs::create_dir_all(folder.join(cluster)).expect("our own folder");
            std::fs::write(folder.join(cluster).join("lsb.queues"), QUEUES).expect("our own folder");
        }
        git(folder, &["add", "-A"]);
        git(folder, &["commit", "-q", "--no-verify", "-m", "two"]);
    }) else {
        return;
    };
    site.open("one/lsb.queues", &QUEUES.replace("6:00", "8:00"));
    site.open("two/lsb.queues", &QUEUES.replace("6:00", "4:00"));
    assert_eq!(site.lenses("one/lsb.queues"), [EIGHT]);
    assert_eq!(site.lenses("two/lsb.queues"), ["2: changed against HEAD: 6 hours to 4 hours"]);
    let plan = site.plan("two/lsb.queues");
    // The plan is that of the cluster of the file.
    assert!(plan.contains("6 hours to 4 hours") && !plan.contains("6 hours to 8 hours"), "{plan}");
    site.client.goodbye();
}
