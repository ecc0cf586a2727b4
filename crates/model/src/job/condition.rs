//! Conditions on other jobs: `bsub -w`.

use lsflint_spec::{DEPENDENCY_CONDITIONS, OTHER_CONDITIONS};
use lsflint_syntax::TextRange;

use super::{ValueMistake, part};

/// The argument of `-w`: `done(12) && (started("name*") || ! exit(3, > 5))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The tests, in the order of the text, without the operators between them.
    pub tests: Vec<Test>,
}

/// A test of one job or job array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// The name of the condition; `done` if only the job is given.
    pub condition: &'static str,
    /// The job ID or name, without quotes.
    pub job: String,
    /// The place of the job in the argument, without quotes.
    pub range: TextRange,
}

impl Condition {
    /// Parses the argument.
    pub fn parse(text: &str) -> Result<Condition, ValueMistake> {
        let mut parser = Parser { text, at: 0, tests: Vec::new() };
        parser.expression()?;
        Ok(Condition { tests: parser.tests })
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    tests: Vec<Test>,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// What is expected at the cursor.
    fn expected(&self, what: &str) -> ValueMistake {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        ValueMistake::new(self.at, self.at + length, what)
    }

    /// Tests with operators and parentheses. Without recursion: the text may be deeply nested.
    fn expression(&mut self) -> Result<(), ValueMistake> {
        let mut open = Vec::new();
        loop {
            self.blanks();
            if self.eat("!") {
                continue;
            }
            if self.rest().starts_with('(') {
                open.push(self.at);
                self.at += 1;
                continue;
            }
            self.test()?;
            loop {
                self.blanks();
                if self.rest().is_empty() {
                    let unclosed = open.pop().map(|it| ValueMistake::new(it, it + 1, "a closing `)`"));
                    return unclosed.map_or(Ok(()), Err);
                }
                if self.eat("&&") || self.eat("||") {
                    break;
                }
                if open.is_empty() || !self.rest().starts_with(')') {
                    return Err(self.expected("`&&` or `||`"));
                }
                open.pop();
                self.at += 1;
            }
        }
    }

    /// A condition with its arguments, or a job alone.
    fn test(&mut self) -> Result<(), ValueMistake> {
        let start = self.at;
        let (job, range) = self.job()?;
        let end = self.at;
        // As in `exit (12)` of the manual.
        self.blanks();
        if !self.rest().starts_with('(') {
            self.tests.push(Test { condition: "done", job, range });
            return Ok(());
        }
        if OTHER_CONDITIONS.contains(&&*job) {
            return self.parentheses();
        }
        let Some(condition) = DEPENDENCY_CONDITIONS.iter().find(|it| **it == job) else {
            return Err(ValueMistake::new(start, end, "a condition such as `done`, `ended`, `exit` or `started`"));
        };
        let open = self.at;
        self.at += 1;
        self.blanks();
        let (job, range) = self.job()?;
        self.blanks();
        if self.eat(",") {
            self.limit();
        }
        if !self.eat(")") {
            return Err(match self.rest().is_empty() {
                true => ValueMistake::new(open, open + 1, "a closing `)`"),
                false => self.expected("`)`"),
            });
        }
        self.tests.push(Test { condition, job, range });
        Ok(())
    }

    /// Skips text in parentheses.
    fn parentheses(&mut self) -> Result<(), ValueMistake> {
        let open = self.at;
        let mut depth = 0_usize;
        for (at, it) in self.rest().char_indices() {
            match it {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = open + at + 1;
                return Ok(());
            }
        }
        Err(ValueMistake::new(open, open + 1, "a closing `)`"))
    }

    /// What follows the job: an exit code, a number of elements, a status. It is not checked.
    fn limit(&mut self) {
        self.blanks();
        let rest = self.rest();
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''));
        let quoted = quote.and_then(|quote| rest[1..].find(quote)).map(|it| it + 2);
        self.at += quoted.unwrap_or_else(|| rest.find(')').unwrap_or(rest.len()));
        self.blanks();
    }

    /// A job ID, or a name, which may be in quotes: `12`, `12[3]`, `"my job"`, `name*`.
    fn job(&mut self) -> Result<(String, TextRange), ValueMistake> {
        let rest = self.rest();
        if let Some(quote) = rest.chars().next().filter(|it| matches!(it, '"' | '\'')) {
            let Some(length) = rest[1..].find(quote) else {
                return Err(ValueMistake::new(self.at, self.at + 1, "a closing quote"));
            };
            let start = self.at + 1;
            self.at = start + length + 1;
            // Indices may follow the name.
            self.at += self.rest().find([')', ',', '&', '|', ' ']).unwrap_or(self.rest().len());
            return Ok((rest[1..1 + length].to_owned(), part(start, start + length)));
        }
        let ends = |it: char| it.is_whitespace() || matches!(it, '(' | ')' | '&' | '|' | '!' | ',' | '"' | '\'');
        let length = rest.find(ends).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.expected("a job ID or a job name"));
        }
        let start = self.at;
        self.at += length;
        Ok((rest[..length].to_owned(), part(start, self.at)))
    }
}
