//! What the formatter does, and what it leaves alone.

use expect_test::{Expect, expect};
use lsflint_fmt::{Options, apply, format, format_range};
use lsflint_spec::FileKind;
use lsflint_syntax::{TextRange, TextSize, parse};

fn formatted(name: &str, text: &str, options: Options) -> String {
    let kind = FileKind::from_name(name).expect("a file of LSF");
    let after = apply(text, &format(&parse(text, kind), text, kind, options));
    let without_tree = lsflint_fmt::formatted(text, kind, None, options);
    assert_eq!(without_tree.as_deref().unwrap_or(text), after, "with a tree and without one");
    after
}

/// Formats a text; doing it again must change nothing.
#[track_caller]
fn check(name: &str, text: &str, expect: Expect) {
    let once = formatted(name, text, Options::default());
    assert_eq!(formatted(name, &once, Options::default()), once, "twice is once");
    expect.assert_eq(&once);
}

/// A text that stays as it is.
#[track_caller]
fn check_same(name: &str, text: &str) {
    assert_eq!(formatted(name, text, Options::default()), text);
}

#[test]
fn keys_and_values() {
    check(
        "lsb.queues",
        "  Begin   Queue\n\nQUEUE_NAME=night  # first\nPRIORITY   =40 # second\n\n\n# a remark\n  HOSTS = a   b \nRES_REQ=\"select[ mem>1&&swp > 2 ]   rusage[mem=1 , x=2]\"  \nEnd   Queue\nBegin Queue\nQUEUE_NAME = b\nEnd Queue",
        expect![[r#"
            Begin Queue
            QUEUE_NAME = night  # first
            PRIORITY   = 40     # second

            # a remark
            HOSTS   = a b
            RES_REQ = "select[mem>1 && swp > 2] rusage[mem=1, x=2]"
            End Queue

            Begin Queue
            QUEUE_NAME = b
            End Queue
        "#]],
    );
}

#[test]
fn continued_lines_stand_under_the_value() {
    check(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = a\nRES_REQ = select[mem>1] \\\n  rusage[mem=1] \\\n\torder[mem]  # why\nDESCRIPTION = some \\\n   words\nHOSTS=a\\\nb   c\nEnd Queue\n",
        expect![[r#"
            Begin Queue
            QUEUE_NAME  = a
            RES_REQ     = select[mem>1] \
                          rusage[mem=1] \
                          order[mem]  # why
            DESCRIPTION = some \
               words
            HOSTS       = a\
            b c
            End Queue
        "#]],
    );
}

#[test]
fn a_backslash_alone_stays() {
    check(
        "lsb.queues",
        "Begin Queue\n\\\n  QUEUE_NAME=a\nPRIORITY = 30\n\\\nNICE = 5\n  \\\nEnd Queue\n\\\nBegin Queue\nNICE=5\nEnd Queue\n",
        expect![[r#"
            Begin Queue
            \
              QUEUE_NAME = a
            PRIORITY   = 30
            \
            NICE       = 5
              \
            End Queue

            \
            Begin Queue
            NICE = 5
            End Queue
        "#]],
    );
}

#[test]
fn branches() {
    check(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = a\n   #if   time(1:0-2:0)\n\n\n  # note\nPRIORITY=3\n  #else\nPRIORITY=30\n #endif\nEnd Queue\n#if time(8-9)\nBegin Queue\nQUEUE_NAME=b\nEnd Queue\n#endif\n",
        expect![[r#"
            Begin Queue
            QUEUE_NAME = a
            #if time(1:0-2:0)

            # note
            PRIORITY = 3
            #else
            PRIORITY = 30
            #endif
            End Queue

            #if time(8-9)
            Begin Queue
            QUEUE_NAME = b
            End Queue
            #endif
        "#]],
    );
}

#[test]
fn tables() {
    check(
        "lsb.hosts",
        "Begin Host\nHOST_NAME MXJ  r1m\n\na 1 ()   # one\n# between\nlonghost !   3.5/4.5 # two\n(x) (2) -\nEnd Host\nBegin HostGroup\nGROUP_NAME GROUP_MEMBER GROUP_ADMIN\nall_of_them ( h1 h2   h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 ) (anna)\nb (h1) (berta)\nEnd HostGroup\n",
        expect![[r#"
            Begin Host
            HOST_NAME  MXJ  r1m

            a          1    ()  # one
            # between
            longhost   !    3.5/4.5  # two
            (x)        (2)  -
            End Host

            Begin HostGroup
            GROUP_NAME   GROUP_MEMBER  GROUP_ADMIN
            all_of_them  (h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14)  (anna)
            b            (h1)          (berta)
            End HostGroup
        "#]],
    );
}

#[test]
fn lsf_conf_has_no_spaces_around_equals() {
    let text = "\n\n  LSF_A=1   # c\nLSF_BCDE=\"x  y\" # d\n\n\n\nLSF_C = 2  \n";
    let expected = "LSF_A=1          # c\nLSF_BCDE=\"x  y\"  # d\n\nLSF_C = 2  \n";
    assert_eq!(formatted("lsf.conf", text, Options::default()), expected);
    check_same("lsf.conf", expected);
}

#[test]
fn what_is_broken_stays() {
    // A line without `=` stays, the others are formatted.
    check(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME=a\n  PRIORITY   40\n  NICE=1\nEnd Queue\n",
        expect![[r#"
            Begin Queue
            QUEUE_NAME = a
            PRIORITY   40
            NICE       = 1
            End Queue
        "#]],
    );
    check_same("lsb.queues", "Begin   Queue\n  QUEUE_NAME=a\n");
    check_same("lsb.hosts", "Begin Host\nHOST_NAME   HOST_NAME\n  a   1\nEnd Host\n");
    // Which value is missing is seen from what stands under which column.
    check_same("lsb.hosts", "Begin Host\nHOST_NAME   MXJ   r1m\nh1     1  ()\nh2                ()\nEnd Host\n");
    check_same("lsb.queues", "Begin Queue\nQUEUE_NAME = {{  name   }}\nPRIORITY   = @P@\nEnd Queue\n");
}

#[test]
fn switched_off() {
    check_same(
        "lsb.queues",
        "# lsflint: fmt off\nBegin   Queue\n\n\n  QUEUE_NAME=a\nEnd Queue\nBegin Queue\nQUEUE_NAME=b\nEnd Queue\n",
    );
    check(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME=a\n# lsflint: fmt off\n  NICE=1\n\n\n  # lsflint: fmt on\nPRIORITY=1\nEnd Queue\n",
        expect![[r#"
            Begin Queue
            QUEUE_NAME = a
            # lsflint: fmt off
              NICE=1


              # lsflint: fmt on
            PRIORITY = 1
            End Queue
        "#]],
    );
}

#[test]
fn line_ends_stay_what_they_are() {
    let text = "Begin Queue\r\nQUEUE_NAME=a\r\nEnd Queue\r\nBegin Queue\r\nQUEUE_NAME=b\r\nEnd Queue";
    let expected = "Begin Queue\r\nQUEUE_NAME = a\r\nEnd Queue\r\n\r\nBegin Queue\r\nQUEUE_NAME = b\r\nEnd Queue\r\n";
    assert_eq!(formatted("lsb.queues", text, Options::default()), expected);
    assert_eq!(formatted("lsb.queues", "", Options::default()), "");
    assert_eq!(formatted("lsb.queues", "\n\n", Options::default()), "");
}

#[test]
fn a_line_that_waits_for_more() {
    check_same("lsb.queues", "Begin Queue\nQUEUE_NAME = a \\\n\n\nEnd Queue\n");
    check_same("lsb.queues", "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n\n# the end \\\n");
}

#[test]
fn options() {
    let text = "Begin Queue\nQUEUE_NAME=a # x\nNICE=1 # y\nEnd Queue\n";
    let plain = Options { align: false, indent: 2 };
    expect![[r#"
        Begin Queue
          QUEUE_NAME = a  # x
          NICE = 1  # y
        End Queue
    "#]]
    .assert_eq(&formatted("lsb.queues", text, plain));
}

#[test]
fn comments_that_are_text() {
    // As many words as columns, a directive with a blank, a comparison, a sentence with an equals sign.
    check_same(
        "lsb.hosts",
        "Begin HostGroup\nGROUP_NAME  GROUP_MEMBER\n# Example hosts\na           (b)\nEnd HostGroup\n",
    );
    check_same("lsb.queues", "Begin Queue\nQUEUE_NAME = a\n#   if x = 1\n# note  = it\n# NICE  == 1\nEnd Queue\n");
    // Two columns away from the comment above is not far; three are.
    check(
        "lsb.queues",
        "Begin Queue\nQUEUE_NAME = a  # one\n                  # two\nNICE = 1  # three\n       # four\nEnd Queue\n",
        expect![[r#"
            Begin Queue
            QUEUE_NAME = a  # one
                            # two
            NICE = 1  # three
            # four
            End Queue
        "#]],
    );
    // What follows a backslash is no whitespace at the end.
    check_same("lsb.queues", "# a \\ \nBegin Queue\nQUEUE_NAME = a\nEnd Queue\n");
}

#[test]
fn comments_with_other_settings() {
    let text =
        "Begin Host\r\nHOST_NAME MXJ   r1m # x  \r\n#h1   1  () # y\r\n          # z\r\nh2 \\\r\n 2 ()\r\nEnd Host\r\n";
    let expected = "Begin Host\r\nHOST_NAME  MXJ  r1m  # x\r\n#h1        1    ()   # y\r\n                     # z\r\nh2 \\\r\n           2    ()\r\nEnd Host\r\n";
    assert_eq!(formatted("lsb.hosts", text, Options::default()), expected);
    let plain = Options { align: false, indent: 2 };
    let expected = "Begin Host\r\n  HOST_NAME MXJ r1m  # x\r\n  #h1 1 ()  # y\r\n            # z\r\n  h2 \\\r\n    2 ()\r\nEnd Host\r\n";
    let once = formatted("lsb.hosts", text, plain);
    assert_eq!(once, expected);
    assert_eq!(formatted("lsb.hosts", &once, plain), expected, "twice is once");
}

#[test]
fn only_some_lines() {
    let text = "Begin Queue\nQUEUE_NAME=a\nNICE=1\nPRIORITY=2\nEnd Queue\n";
    let at = TextSize::new(text.find("ICE").expect("a key") as u32);
    let edits = format_range(
        &parse(text, FileKind::LsbQueues),
        text,
        FileKind::LsbQueues,
        TextRange::empty(at),
        Options::default(),
    );
    assert_eq!(apply(text, &edits), text.replace("NICE=1", "NICE       = 1"));
}
