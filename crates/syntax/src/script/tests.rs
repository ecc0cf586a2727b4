//! Scripts in, calls out.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{Call, Origin, Script, Word};

/// The calls of a script, one per line: origin, words in bars, `?` for those that are not known.
fn show(script: &Script) -> String {
    let words = |words: &[Word]| {
        let word = |it: &Word| it.text().map_or(" ?".to_owned(), |it| format!(" |{it}|"));
        words.iter().map(word).collect::<String>()
    };
    let call = |it: &Call| {
        let origin = match it.origin {
            Origin::Script => "script",
            Origin::Command => "bsub",
            Origin::Document => "document",
        };
        let lines: Vec<String> = it.directives.iter().map(|it| format!("\n  #BSUB{}", words(it))).collect();
        let reads = if it.reads { " < ..." } else { "" };
        format!("{origin}{}{reads}{}\n", words(&it.command), lines.concat())
    };
    script.calls.iter().map(call).collect()
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&show(&Script::parse(text)));
}

#[test]
fn directives_count_in_the_whole_script() {
    check(
        "#!/bin/sh\n#BSUB -q night -n 4\n#BSUB -R \"span[hosts=1] select[type == 'any']\"\nmyjob a\n  #BSUB -P proj # of ours\n\
         ##BSUB -x\n# BSUB -B\n#BSUBX\n#BSUB -J'my job'\n",
        expect![[r#"
            script
              #BSUB |-q| |night| |-n| |4|
              #BSUB |-R| |span[hosts=1] select[type == 'any']|
              #BSUB |-P| |proj|
              #BSUB |-Jmy job|
        "#]],
    );
}

/// Tabs separate words; a backslash at the end of the line does not continue it for `bsub`, and makes a word unknown.
#[test]
fn tabs_and_backslashes_of_directives() {
    check(
        "#!/bin/sh\n./first\n#BSUB\t-q\tnight\r\n\t#BSUB -n 4 \\\n#BSUB -x\n",
        expect![[r#"
            script
              #BSUB |-q| |night|
              #BSUB |-n| |4| ?
              #BSUB |-x|
        "#]],
    );
}

#[test]
fn what_is_filled_in_is_not_known() {
    check(
        "#BSUB -q $QUEUE -n 4\n#BSUB -W {{ hours }}:00\n#BSUB -P <project ID>\n#BSUB -o \"it\n#BSUB -J a\\b\n\
         #BSUB -R rusage[\"mem=4\"] -o \"out\".%J -P \"\" -R\"span[hosts=1]\"\n\
         #BSUB -W {hours}:00 -R rusage[mem={job.mem}] -R \"{select[mem>1]} || {any}\" -R \"2*{span[hosts=1]}\"\n",
        expect![[r#"
            script
              #BSUB |-q| ? |-n| |4|
              #BSUB
              #BSUB
              #BSUB |-o| ?
              #BSUB |-J| ?
              #BSUB |-R| ? |-o| ? |-P| || |-Rspan[hosts=1]|
              #BSUB |-W| ? |-R| ? |-R| ? |-R| |2*{span[hosts=1]}|
        "#]],
    );
}

#[test]
fn commands_and_their_quotes() {
    check(
        "if true; then A=1 /opt/lsf/bin/bsub -q night -R 'select[mem>1]' -R \"a\\\"b\" -J a\\ b $X \"$Y z\" x*.c ~/a; fi\n\
         bsub -n 4 \\\n  -W 1:00 sleep 5 > out 2>&1 &\nbsub < job.sh\ncat job | bsub -q a\necho bsub -q no # bsub -q no\n",
        expect![[r#"
            bsub |-q| |night| |-R| |select[mem>1]| |-R| |a"b| |-J| |a b| ? ? ? ?
            bsub |-n| |4| |-W| |1:00| |sleep| |5|
            bsub < ...
            bsub |-q| |a| < ...
        "#]],
    );
}

#[test]
fn substitutions_and_functions() {
    check(
        "id=$(bsub -q a -n $((1 << 2)) x | sed 's/)//')\nf() { bsub -q b; }\n(( a <<= 2 ))\necho \"id: $(bsub -q c \"x)\")\" `bsub -q no`\n\
         bsub -q d <(cat) >(cat)\nx=${a:-'b'} bsub -q e\ncase $x in a) bsub -q f ;; esac\n",
        expect![[r#"
            bsub |-q| |a| |-n| ? |x|
            bsub |-q| |b|
            bsub |-q| |c| |x)|
            bsub |-q| |d| ? ?
            bsub |-q| |e|
            bsub |-q| |f|
        "#]],
    );
}

#[test]
fn here_documents() {
    check(
        "bsub -q a <<EOF\n#!/bin/sh\n#BSUB -n 4\n#BSUB -J $NAME\nbsub -q no\nEOF\ncat <<-'END' > job.sh; bsub -q b < job.sh\n\t#BSUB -q c\n\tEND\n\
         bsub -q d\nbsub <<< '#BSUB -q no'\n",
        expect![[r#"
            bsub |-q| |a|
              #BSUB |-n| |4|
              #BSUB |-J| ?
            bsub |-q| |b| < ...
            document
              #BSUB |-q| |c|
            bsub |-q| |d|
            bsub < ...
        "#]],
    );
}

#[test]
fn quotes_over_lines_hide_what_they_hold() {
    check(
        "echo '\n#BSUB -q no\nbsub -q no\n'\nbsub -q \"a\nb\"\n",
        expect![[r#"
        bsub |-q| |a
        b|
    "#]],
    );
}

#[test]
fn other_languages_have_directives_only() {
    check(
        "#!/usr/bin/env python3\n#BSUB -q a\nprint('it''s')\nbsub -q no\n#BSUB -n 2\n",
        expect![[r#"
            script
              #BSUB |-q| |a|
              #BSUB |-n| |2|
        "#]],
    );
    check(
        "#!/bin/env -S A=1 bash\nbsub -q a\n",
        expect![[r#"
        bsub |-q| |a|
    "#]],
    );
}

#[test]
fn windows_line_ends() {
    check(
        "#BSUB -q a\r\nbsub -q b \\\r\n  -n 4\r\nbsub -q c\r\n",
        expect![[r#"
        script
          #BSUB |-q| |a|
        bsub |-q| |b| |-n| |4|
        bsub |-q| |c|
    "#]],
    );
}

#[test]
fn parts_of_words_have_places() {
    let text = "bsub -R \"sel\"'ect[a]'\\ b -n4";
    let script = Script::parse(text);
    let words = &script.calls[0].command;
    let place = |word: &Word, part: &str| {
        let start = word.text().and_then(|it| it.find(part)).expect("a part of the word");
        let place = word.place(super::range(start, start + part.len()));
        text[place].to_owned()
    };
    assert_eq!(place(&words[1], "sel"), "sel");
    assert_eq!(place(&words[1], "ect"), "ect");
    assert_eq!(place(&words[1], "lect"), "l\"'ect");
    assert_eq!(place(&words[1], " b"), " b");
    let tail = words[2].tail(2);
    assert_eq!((tail.text(), &text[tail.range()]), (Some("4"), "4"));
}

#[test]
fn comments_are_known() {
    let text = "#!/bin/sh\n#BSUB -q a # one\nx # two\necho 'no # three' a#b \\\n c\n";
    let script = Script::parse(text);
    let comments: Vec<&str> = script.comments.iter().map(|it| &text[*it]).collect();
    assert_eq!(comments, ["#!/bin/sh", "# one", "# two"]);
    let continued = text.match_indices('\n').filter(|it| script.is_continued(super::size(it.0))).count();
    assert_eq!(continued, 1);
}

/// Text that is likely to mean something.
fn shell_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "#BSUB ", "bsub ", "-q a ", "-R ", "\"", "'", "\\", "\n", "\r\n", " ", "$(", ")", "`", "${", "}", "<<E\n",
        "E\n", "<<-E ", "((", "))", "|", ";", "&&", "&>", "<(", "#", "ä", "x", "=", "*", "[a]", "$", "2>&1", "~", "\t",
        "𝄞",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|it| it.concat())
}

fn is_sound(text: &str) -> Result<(), TestCaseError> {
    let script = Script::parse(text);
    for comment in &script.comments {
        prop_assert!(text.get(std::ops::Range::<usize>::from(*comment)).is_some_and(|it| it.starts_with('#')));
    }
    for call in &script.calls {
        prop_assert!(text.get(std::ops::Range::<usize>::from(call.anchor)).is_some());
        for word in call.command.iter().chain(call.directives.iter().flatten()) {
            prop_assert!(text.get(std::ops::Range::<usize>::from(word.range())).is_some());
            let Some(decoded) = word.text() else { continue };
            for (at, letter) in decoded.char_indices() {
                let place = word.place(super::range(at, at + letter.len_utf8()));
                prop_assert_eq!(&text[place], letter.to_string());
                let tail = word.tail(at);
                prop_assert_eq!(tail.text(), decoded.get(at..));
            }
        }
    }
    Ok(())
}

#[test]
fn constants_are_known() {
    check(
        "QUEUE=night\nexport MEM='4 GB'\nbsub -q $QUEUE -q \"${QUEUE}s\" -R \"rusage[mem=$MEM]\" -M $MEM x\n\
         opts=(-q short -W 2:00 \"$QUEUE\")\nbsub \"${opts[@]}\" ${opts[*]} x\nflags='-n 4 -x'\nbsub $flags \"$flags\" x\n\
         f() { bsub -q \"$QUEUE\"; }\n",
        expect![[r#"
            bsub |-q| |night| |-q| |nights| |-R| |rusage[mem=4 GB]| |-M| |4| |GB| |x|
            bsub |-q| |short| |-W| |2:00| ? |-q| |short| |-W| |2:00| ? |x|
            bsub |-n| |4| |-x| |-n 4 -x| |x|
            bsub |-q| |night|
        "#]],
    );
}

#[test]
fn what_is_not_surely_assigned_is_not_constant() {
    check(
        "bsub -q $A\nA=a\nif true; then B=b; fi\nfor C in c; do :; done\nD=d | cat\ntrue && E=e\nF=f; F=g\nread G; G=g\nH=$(h)\n\
         (I=i)\nJ=j bsub -q $J\nK=k; : $((K = 1))\nL=l; : ${L:=m}\nf() { M=m; }\nN=(n); N+=(o)\nO=o; . ./settings\n\
         bsub -q $B $C $D $E $F $G $H $I $J $K $L $M ${N[0]} $O\nP=p; bsub \"$P\" \"${P%x}\"\n",
        expect![[r#"
            bsub |-q| ?
            bsub |-q| ?
            bsub |-q| ? ? ? ? ? ? ? ? ? ? ? ? ? ?
            bsub |p| ?
        "#]],
    );
}

#[test]
fn commands_that_run_bsub() {
    check(
        "nohup bsub -q a x &\nenv -u V A=1 bsub -q b\nsudo -u bob -E nice -n 5 timeout -k 3 10m bsub -q c\neval bsub -q d x\n\
         eval 'bsub -q e \"x y\"'\nssh -p 22 host \"bsub -q f -n 4\"\nssh host bsub -q g x\nls | xargs -n 1 bsub -q h\n\
         bash -lc 'A=1; bsub -q \"$A\"'\nssh host 'uptime'\nssh host echo \"bsub -q no\"\nexec /opt/bin/bsub -q i\ntime -p bsub -q j\n\
         if x; then nohup bsub -q k; fi\nssh host \"bsub -q \\\"l\\\"\"\n",
        expect![[r#"
            bsub |-q| |a| |x|
            bsub |-q| |b|
            bsub |-q| |c|
            bsub |-q| |d| |x|
            bsub |-q| |e| |x y|
            bsub |-q| |f| |-n| |4|
            bsub |-q| |g| |x|
            bsub |-q| |h| < ...
            bsub |-q| ?
            bsub |-q| |i|
            bsub |-q| |j|
            bsub |-q| |k|
        "#]],
    );
}

#[test]
fn other_commands_of_lsf() {
    let script = Script::parse("bmod -Rn 12\nlsrun -R 'mem>1' x\nlsload -R \"mem>$M\"\nbjobs -R x\n");
    let names: Vec<&str> = script.calls.iter().map(|it| it.program.name).collect();
    assert_eq!(names, ["bmod", "lsrun", "lsload"]);
}

#[test]
fn unknown_parts_can_be_filled() {
    let text = "bsub \"a$B c${D}$(e)\" \"$F\" $G \"h\" i* \"$@\"";
    let script = Script::parse(text);
    let filled = |it: &Word| it.filled("<>").map(|(word, places)| (word.text().map(str::to_owned), places.len()));
    let found: Vec<_> = script.calls[0].command.iter().map(filled).collect();
    let text_of = |text: &str, count| Some((Some(text.to_owned()), count));
    assert_eq!(found, [text_of("a<> c<><>", 3), text_of("<>", 1), None, None, None, None]);
    let (word, _) = script.calls[0].command[0].filled("<>").expect("two unknown parts");
    let place = word.place(super::range(3, 5));
    assert_eq!(&text[place], " c");
}

#[test]
fn other_languages() {
    let script = Script::parse_named(
        "submit.py",
        "#BSUB -q {queue} -n 4\nos.system(\"bsub -q night x\")\nos.system(\"bsub -q %s\" % q)\n\
         run(['bsub', '-q', 'day', f'-n{n}', str(5), *more, 'z'])\nprint(\"bsub -q no\")\nsystem('bsub', \"-q\", \"a b\")\n\
         cmd = ['bsub',\n  '-x', # alone\n  '-n', '4'] + job\nx = \"bsub\"\n",
    );
    assert!(script.is_other_language);
    expect![[r#"
        script
          #BSUB |-q| ? |-n| |4|
        bsub |-q| |night| |x|
        bsub |-q| |day| ? ? ?
        bsub |-q| |a b|
        bsub |-x| |-n| |4| ?
    "#]]
    .assert_eq(&show(&script));
}

/// Checks the calls of a file of this name.
#[track_caller]
fn check_named(name: &str, text: &str, expect: Expect) {
    expect.assert_eq(&show(&Script::parse_named(name, text)));
}

#[test]
fn recipes_of_make() {
    check_named(
        "Makefile",
        "run: a\n\tbsub -q night -n $(N) \\\n\t  ./run\nbsub -q no\n\t@-bsub -q day -J $@ ./run\n\t# bsub -q no\n\
         \tbsub -q no $< x\n\tbsub -q no $$Q\n\t$(BSUB) -q no\n\tbsub -q 'no\n",
        expect![[r#"
            bsub |-q| |night| |-n| ? |./run|
            bsub |-q| |day| |-J| ? |./run|
        "#]],
    );
}

#[test]
fn commands_of_csh() {
    check_named(
        "sub.csh",
        "#!/bin/csh -f\n#BSUB -q day\nset q = night\n  bsub -q $q -n 4 ./run\necho bsub -q no\nbsub -q no `cat x`\n\
         bsub -q no !$\nbsub -R 'rusage[mem=4]' \\\n ./run >& log\nbsub -q no it's\n",
        expect![[r#"
            script
              #BSUB |-q| |day|
            bsub |-q| ? |-n| |4| |./run|
            bsub |-R| |rusage[mem=4]| |./run|
        "#]],
    );
}

#[test]
fn strings_that_are_run_or_assigned() {
    check_named(
        "a.pl",
        "my $x = `bsub -q a x`;\n$y = qx(bsub -q b x);\nprint \"use `bsub -q no`\";\nsystem(\"bsub -q c x\");\n\
         $z = `bsub -q $no x`;\n$text = 'bsub -q d -n';\n$text = 'bsub -q no ' . $more;\n",
        expect![[r#"
            bsub |-q| |a| |x|
            bsub |-q| |b| |x|
            bsub |-q| |c| |x|
            bsub |-q| |d| ? ?
        "#]],
    );
    check_named(
        "a.py",
        "x = `bsub -q no`\ncmd = \"bsub -q a ./run\"  # a job\nf(cmd='bsub -q no')\nif q == \"bsub -q no\":\n\
         t = f\"bsub -q no\"\nhelp = \"bsub -q {no}\"\n",
        expect![[r#"
            bsub |-q| |a| ? ?
        "#]],
    );
    check_named(
        "Snakefile",
        "rule a:\n    shell: \"bsub -q a ./run\"\nshell(\"bsub -q b ./run\")\nrule b:\n    shell: 'bsub -q no {x}'\n",
        expect![[r#"
            bsub |-q| |a| ? ?
            bsub |-q| |b| |./run|
        "#]],
    );
}

#[test]
fn what_is_wrong_with_the_text() {
    let text = "#BSUB -q \"a b\n#SBATCH -n 4\n#PBS\nbsub -q night\r\nbsub -J 'x\n";
    let script = Script::parse(text);
    let quotes: Vec<&str> = script.open_quotes.iter().map(|it| &text[*it]).collect();
    let marks: Vec<&str> = script.foreign_marks.iter().map(|it| &text[*it]).collect();
    assert_eq!((quotes, marks), (vec!["\"a b", "'"], vec!["#SBATCH"]));
    assert_eq!(script.carriage_return.map(|it| text[..it.start().into()].lines().count()), Some(4));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read(text in shell_text()) {
        is_sound(&text)?;
    }

    #[test]
    fn any_letters_are_read(text in "\\PC{0,60}") {
        is_sound(&text)?;
    }
}
