use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::job::{Given, JobSize, RunTime, Tasks};
use lsflint_spec::BsubArgument;

use crate::job::common;

rule! {
    /// Finds arguments of `bsub` options that it cannot read: times with seconds, ranges of tasks that are none, sizes with unknown units.
    ///
    /// # Effect
    /// `bsub` refuses the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -W 1:30:00
    /// #BSUB -n 8-16
    /// #BSUB -M 4Gig
    /// ./simulate
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -W 1:30
    /// #BSUB -n 8,16
    /// #BSUB -M 4GB
    /// ./simulate
    /// ```
    ///
    /// A time is `[hour:]minute`, with the name of a host or host model behind a slash where it is a time of that machine. Arguments without
    /// any digit are taken for something that is still to be filled in.
    pub J001 "job-option-value" {
        family: Job, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.__w.1", "-W"),
            ibm("lsf_command_ref/bsub.n.1", "-n"),
            ibm("lsf_command_ref/bsub.__m.1", "-M"),
        ],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    for given in context.submission().given() {
        let Some(text) = given.text().filter(|it| is_written(it)) else { continue };
        let Some(help) = refused(given, text) else { continue };
        let name = given.option.name;
        findings
            .report(given.range(), format!("`-{name}` cannot be `{text}`"))
            .severity(context.refused())
            .consequence(common::refused(context))
            .help(help);
    }
}

/// Whether somebody wrote this, and did not leave it to be filled in.
fn is_written(text: &str) -> bool {
    let usual = |it: char| it.is_alphanumeric() || matches!(it, ':' | ',' | '.' | '/' | '-' | '!' | ' ' | ';' | '=');
    text.contains(|it: char| it.is_ascii_digit()) && text.chars().all(usual)
}

/// What to write instead of an argument that is refused.
fn refused(given: &Given, text: &str) -> Option<String> {
    match given.option.argument {
        BsubArgument::Tasks if Tasks::parse(text).is_none() => Some(match reversed(text) {
            Some((least, most)) => format!("the least number comes first: write `{least},{most}`"),
            None => "write a number above 0, or the least and the most with a comma between them: `8,16`".to_owned(),
        }),
        BsubArgument::Time if RunTime::parse(text).is_none() => Some(match without_seconds(text) {
            Some(time) => format!("write hours and minutes, `{time}`: there are no seconds"),
            None => "write minutes, or `hours:minutes`".to_owned(),
        }),
        BsubArgument::Size if JobSize::parse(text).is_none() => {
            Some("write a number, with a unit or without: `4000`, `4GB`".to_owned())
        }
        BsubArgument::Count if text.trim().parse::<u64>().is_err() => Some("write a number".to_owned()),
        _ => None,
    }
}

/// The two numbers of `16,8`.
fn reversed(text: &str) -> Option<(u64, u64)> {
    let (most, least) = text.split_once(',')?;
    let (most, least) = (most.trim().parse().ok()?, least.trim().parse().ok()?);
    (0 < least && least < most).then_some((least, most))
}

/// `1:30` of `1:30:00`.
fn without_seconds(text: &str) -> Option<&str> {
    let (time, seconds) = text.rsplit_once(':')?;
    let is_time = RunTime::parse(time).is_some_and(|it| it.host.is_none());
    (is_time && time.contains(':') && seconds.len() == 2 && seconds.parse::<u8>().is_ok()).then_some(time)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the argument
        //- job.sh
        #!/bin/sh
        #BSUB -W 1:30:00 -n 16,8
                 ^^^^^^^ J001 error `-W` cannot be `1:30:00`
                            ^^^^ J001 error `-n` cannot be `16,8`
                            = help: the least number comes first: write `8,16`
        #BSUB -c 2h
                 ^^ J001 error `-c` cannot be `2h`
                 = help: write minutes, or `hours:minutes`
        #BSUB -p many1
                 ^^^^^ J001 error `-p` cannot be `many1`
                 = help: write a number
        bsub -n0 -M '4 apples 2' -v 12Q job
               ^ J001 error `-n` cannot be `0`
                    ^^^^^^^^^^^^ J001 error `-M` cannot be `4 apples 2`
                                    ^^^ J001 error `-v` cannot be `12Q`

        //# is silent about what bsub takes and what is filled in
        //- job.sh
        #BSUB -W 90 -n 4,8 -M 4GB
        #BSUB -c 1:30/hostA -v 2000 -p 5 -T 4
        bsub -W HH:MM -n $N -M <4GB> -p +str(2)+ job
        bsub -W {{ hours }}:00 -n @N1@ -M 4000! -c 0:30 job
        bsub -M 4000 ! -W 3000 job
    "#]];
}
