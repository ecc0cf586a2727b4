//! The types of a condition, against the documentation of LSF.

mod operators;

use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, IdedExpr, LiteralValue, SelectExpr};
use lsflint_lint::suggest::near;

use self::operators::{joined, operator};
use crate::expression::{Expression, Fault, MAX_DEPTH};
use crate::needs::Needs;
use crate::rewrite::IS_SET;
use crate::types::{Kind, Type};
use crate::units;

/// The functions, with how they are called.
const FUNCTIONS: [(&str, &str); 10] = [
    ("has", "has(queue.RUNLIMIT)"),
    ("size", "size(queue.hosts)"),
    ("sum", "sum(queue.hosts.map(h, h.slots))"),
    ("duration", "duration('24h')"),
    ("memory", "memory('4GB')"),
    ("startsWith", "queue.name.startsWith('gpu')"),
    ("endsWith", "queue.name.endsWith('.long')"),
    ("contains", "queue.requirement.contains('gpu')"),
    ("matches", "queue.name.matches('^[a-z]+$')"),
    ("all", "queue.hosts.all(h, h.slots > 0), also exists, exists_one, map and filter"),
];

/// The objects that every condition may name.
pub(crate) const GLOBALS: [Kind; 3] = [Kind::Cluster, Kind::Params, Kind::Conf];

/// Checks a condition about objects of a kind, and returns its type. Adds what its evaluation needs to `needs`.
///
/// # Errors
/// Something in it does not exist, or has another type; the first such place.
pub(crate) fn check(expression: &Expression, subject: Kind, needs: &mut Needs) -> Result<Type, Fault> {
    let mut variables = vec![(subject.name().to_owned(), Type::Object(subject))];
    let globals = GLOBALS.into_iter().filter(|it| *it != subject);
    variables.extend(globals.map(|it| (it.name().to_owned(), Type::Object(it))));
    Checker { expression, variables, needs, repeated: 0, depth: 0 }.infer(&expression.root)
}

struct Checker<'e> {
    expression: &'e Expression,
    /// The variables by name; of equal names the last one is meant.
    variables: Vec<(String, Type)>,
    needs: &'e mut Needs,
    /// The number of loops and lists around the part.
    repeated: usize,
    /// The number of parts around the part.
    depth: usize,
}

impl Checker<'_> {
    fn fault(&self, part: &IdedExpr, message: impl Into<String>) -> Fault {
        Fault::new(self.expression.place(part), message)
    }

    fn infer(&mut self, part: &IdedExpr) -> Result<Type, Fault> {
        if self.depth >= MAX_DEPTH {
            let message = format!("the condition has more than {MAX_DEPTH} operations inside each other");
            return Err(self.fault(part, message).help("write several policies"));
        }
        self.depth += 1;
        let found = self.part(part);
        self.depth -= 1;
        found
    }

    fn part(&mut self, part: &IdedExpr) -> Result<Type, Fault> {
        match &part.expr {
            Expr::Ident(name) => self.variable(part, name),
            Expr::Literal(literal) => self.literal(part, literal),
            Expr::Select(select) => self.select(part, select),
            Expr::List(list) => {
                let mut of = Type::Any;
                for element in &list.elements {
                    self.repeated += 1;
                    let found = self.infer(element)?;
                    self.repeated -= 1;
                    if let Type::List(_) = found {
                        // Lists of lists of lists could become as large as the memory.
                        return Err(self.fault(element, "a list of lists is not supported"));
                    }
                    of = joined(&of, &found).ok_or_else(|| {
                        self.fault(element, format!("the list has {of} and {found}; the elements need one type"))
                    })?;
                }
                Ok(Type::List(Box::new(of)))
            }
            Expr::Call(call) => self.call(part, call),
            Expr::Comprehension(it) => self.comprehension(part, it),
            Expr::Map(_) | Expr::Struct(_) | Expr::Unspecified => {
                Err(self.fault(part, "maps and messages of CEL are not supported"))
            }
        }
    }

    fn variable(&self, part: &IdedExpr, name: &str) -> Result<Type, Fault> {
        if let Some((_, found)) = self.variables.iter().rev().find(|it| it.0 == name) {
            return Ok(found.clone());
        }
        let known = self.variables.iter().map(|it| it.0.as_str()).filter(|it| !it.starts_with('@'));
        let fault = self.fault(part, format!("unknown variable `{name}`"));
        Err(match near(name, known.clone()) {
            Some(similar) => fault.help(format!("write `{}`", similar.name)),
            None => fault.help(format!("the variables are {}", known.collect::<Vec<_>>().join(", "))),
        })
    }

    fn literal(&self, part: &IdedExpr, literal: &LiteralValue) -> Result<Type, Fault> {
        match literal {
            LiteralValue::Boolean(_) => Ok(Type::Bool),
            LiteralValue::Int(_) => Ok(Type::Integer),
            LiteralValue::Double(_) => Ok(Type::Number),
            LiteralValue::String(_) => Ok(Type::Text),
            LiteralValue::Null => Err(self
                .fault(part, "there is no `null`: a condition that needs a value that is not set is not met")
                .help("write `has(queue.RUNLIMIT)` to ask whether a value is set")),
            LiteralValue::UInt(_) | LiteralValue::Bytes(_) => {
                Err(self.fault(part, "unsigned numbers and bytes are not supported"))
            }
        }
    }

    fn select(&mut self, part: &IdedExpr, select: &SelectExpr) -> Result<Type, Fault> {
        let operand = self.infer(&select.operand)?;
        let found = self.attribute(part, &operand, &select.field)?;
        if !select.test {
            return Ok(found);
        }
        match (&operand, &select.operand.expr) {
            (Type::Object(kind), _) => self.needs.attribute(*kind, &format!("{IS_SET}{}", select.field)),
            // Only limits have parts.
            (Type::Limit { .. }, Expr::Select(limit)) => {
                if let Type::Object(kind) = self.infer(&limit.operand)? {
                    self.needs.attribute(kind, &format!("{IS_SET}{}.{}", limit.field, select.field));
                }
            }
            _ => return Err(self.fault(part, "`has` asks whether a parameter is set")),
        }
        Ok(Type::Bool)
    }

    /// What a value has under a name.
    fn attribute(&mut self, part: &IdedExpr, of: &Type, name: &str) -> Result<Type, Fault> {
        match of {
            Type::Object(kind) => {
                kind.attribute(name).inspect(|_| self.needs.attribute(*kind, name)).ok_or_else(|| {
                    let resolved = kind.resolved();
                    let known = resolved.iter().map(|it| it.0).chain(kind.parameters().map(|it| it.name));
                    let is_parameter = name.chars().all(|it| !it.is_ascii_lowercase());
                    let what = if is_parameter { "parameter" } else { "attribute" };
                    let fault = self.fault(part, format!("unknown {what} `{name}` of {}", kind.plural()));
                    match near(name, known) {
                        Some(similar) => fault.help(format!("write `{}`", similar.name)),
                        None => fault,
                    }
                })
            }
            Type::Limit { of, has_minimum } => match name {
                "default" | "max" => Ok((**of).clone()),
                "min" if *has_minimum => Ok((**of).clone()),
                _ => {
                    let parts = if *has_minimum { "`min`, `default` and `max`" } else { "`default` and `max`" };
                    Err(self.fault(part, format!("a limit has {parts}, and no `{name}`")))
                }
            },
            Type::List(_) => Err(self
                .fault(part, format!("{of} has no `{name}`"))
                .help("ask about its elements with `all`, `exists`, `filter` or `map`")),
            _ => Err(self.fault(part, format!("{of} has no `{name}`"))),
        }
    }

    fn call(&mut self, part: &IdedExpr, call: &CallExpr) -> Result<Type, Fault> {
        if let Some(target) = &call.target {
            let target = self.infer(target)?;
            return self.method(part, call, &target);
        }
        let name = call.func_name.as_str();
        match (name, call.args.as_slice()) {
            ("_&&_" | "_||_", operands) => {
                operands.iter().try_for_each(|it| self.expect(it, &Type::Bool, operator(name)))?;
                Ok(Type::Bool)
            }
            ("!_", [operand]) => self.expect(operand, &Type::Bool, "!").map(|()| Type::Bool),
            ("@not_strictly_false", [operand]) => self.infer(operand),
            ("-_", [operand]) => match self.infer(operand)? {
                found if found.is_amount() => Ok(found),
                found => Err(self.fault(operand, format!("`-` needs a number, and this is {found}"))),
            },
            ("_?_:_", [condition, one, other]) => {
                self.expect(condition, &Type::Bool, "?")?;
                let (first, second) = (self.infer(one)?, self.infer(other)?);
                let both = joined(&first, &second);
                both.ok_or_else(|| {
                    self.fault(part, format!("the results are {first} and {second}; they need one type"))
                })
            }
            ("_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_", [one, other]) => self.compare(part, name, one, other),
            ("@in", [element, list]) => self.contains(part, element, list),
            ("_+_" | "_-_" | "_*_" | "_/_", [one, other]) => self.calculate(part, name, one, other),
            ("_[_]", [of, index]) => self.index(part, of, index),
            ("size", [of]) => match self.infer(of)? {
                Type::List(_) | Type::Text => Ok(Type::Integer),
                found => Err(self.fault(of, format!("`size` needs a list or a text, and this is {found}"))),
            },
            ("sum", [list]) => match self.infer(list)? {
                Type::List(of) if of.is_amount() => Ok(*of),
                found => Err(self.fault(list, format!("`sum` needs a list of numbers, and this is {found}"))),
            },
            ("duration", [text]) => self.unit(text, Type::Duration, units::seconds, "24h"),
            ("memory", [text]) => self.unit(text, Type::Memory, units::megabytes, "4GB"),
            _ => Err(self.unknown_function(part, name, call.args.len())),
        }
    }

    fn unknown_function(&self, part: &IdedExpr, name: &str, arguments: usize) -> Fault {
        if let Some((_, example)) = FUNCTIONS.iter().find(|it| it.0 == name) {
            let message = format!("`{name}` is not called like this, with {arguments} arguments");
            return self.fault(part, message).help(format!("write `{example}`"));
        }
        let shown = operator(name);
        let fault = self.fault(part, format!("unknown function or operator `{shown}`"));
        match near(name, FUNCTIONS.iter().map(|it| it.0)) {
            Some(similar) => fault.help(format!("write `{}`", similar.name)),
            None => fault.help(format!("the functions are {}", FUNCTIONS.map(|it| it.0).join(", "))),
        }
    }

    fn method(&mut self, part: &IdedExpr, call: &CallExpr, target: &Type) -> Result<Type, Fault> {
        let name = call.func_name.as_str();
        match (name, target, call.args.as_slice()) {
            ("size", Type::List(_) | Type::Text, []) => Ok(Type::Integer),
            ("startsWith" | "endsWith" | "contains", Type::Text, [text]) => {
                self.expect(text, &Type::Text, name).map(|()| Type::Bool)
            }
            ("contains", Type::List(_), [_]) => {
                Err(self.fault(part, "`contains` is about texts").help("write `'name' in list`"))
            }
            ("matches", Type::Text, [pattern]) => self.pattern(pattern),
            ("startsWith" | "endsWith" | "contains" | "matches", ..) => {
                Err(self.fault(part, format!("`{name}` needs a text, and this is {target}")))
            }
            _ => Err(self.unknown_function(part, name, call.args.len())),
        }
    }

    fn pattern(&mut self, pattern: &IdedExpr) -> Result<Type, Fault> {
        let Some(text) = literal_text(pattern) else {
            return Err(self.fault(pattern, "the pattern of `matches` must be a text in quotes"));
        };
        match crate::pattern::compiled(text) {
            Ok(compiled) => {
                self.needs.pattern(text, compiled);
                Ok(Type::Bool)
            }
            Err(message) => Err(self.fault(pattern, format!("this is not a regular expression: {message}"))),
        }
    }

    fn unit(
        &self,
        text: &IdedExpr,
        found: Type,
        read: impl Fn(&str) -> Option<f64>,
        example: &str,
    ) -> Result<Type, Fault> {
        match literal_text(text).and_then(read) {
            Some(_) => Ok(found),
            None => Err(self.fault(text, format!("this is not {found}")).help(format!("write `'{example}'`"))),
        }
    }

    /// Demands a type of an operand.
    fn expect(&mut self, operand: &IdedExpr, wanted: &Type, of: &str) -> Result<(), Fault> {
        let found = self.infer(operand)?;
        if found == *wanted || found == Type::Any {
            return Ok(());
        }
        Err(self.fault(operand, format!("`{of}` needs {wanted}, and this is {found}")))
    }

    fn index(&mut self, part: &IdedExpr, of: &IdedExpr, index: &IdedExpr) -> Result<Type, Fault> {
        match self.infer(of)? {
            Type::List(element) => match &index.expr {
                Expr::Literal(LiteralValue::Int(_)) => Ok(*element),
                _ => Err(self.fault(index, "the number of an element must be a whole number, not an expression")),
            },
            // Names that CEL does not read as such: `user['JL/P']`.
            found @ Type::Object(_) => match literal_text(index) {
                Some(name) => self.attribute(index, &found, name),
                None => Err(self.fault(index, "the name of a parameter must be a text in quotes")),
            },
            found => Err(self.fault(part, format!("`[]` needs a list, and this is {found}"))),
        }
    }

    /// `all`, `exists`, `exists_one`, `map` or `filter`, which the parser writes out as loops.
    fn comprehension(&mut self, part: &IdedExpr, it: &ComprehensionExpr) -> Result<Type, Fault> {
        let range = self.infer(&it.iter_range)?;
        let (Type::List(element), None) = (&range, &it.iter_var2) else {
            return Err(self.fault(part, format!("this needs a list, and has {range}")));
        };
        if it.iter_var.starts_with(char::is_uppercase) || Kind::of(&it.iter_var).is_some() {
            let message = format!("`{}` is not a name for elements of a list here", it.iter_var);
            return Err(self.fault(part, message).help("take a short name, such as `h` for a host"));
        }
        let start = self.infer(&it.accu_init)?;
        let before = self.variables.len();
        self.variables.push((it.accu_var.clone(), start));
        self.variables.push((it.iter_var.clone(), (**element).clone()));
        let found = self.loops(it);
        self.variables.truncate(before);
        found
    }

    fn loops(&mut self, it: &ComprehensionExpr) -> Result<Type, Fault> {
        self.repeated += 1;
        self.infer(&it.loop_cond)?;
        let step = self.infer(&it.loop_step)?;
        self.repeated -= 1;
        let accumulated = self.variables.len() - 2;
        self.variables[accumulated].1 = step;
        self.infer(&it.result)
    }
}

/// The text of a literal.
pub(crate) fn literal_text(part: &IdedExpr) -> Option<&str> {
    match &part.expr {
        Expr::Literal(LiteralValue::String(text)) => Some(text.inner()),
        _ => None,
    }
}
