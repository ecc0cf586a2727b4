//! Validation of a parameter.

use std::collections::HashSet;

use super::super::data::{File, Param, Section};
use super::super::{emit, shape};
use super::Checker;

impl Checker<'_> {
    pub(super) fn param(&mut self, file: &File, section: &Section, param: &Param) {
        let it = &param.data;
        let place = format!("{}.toml: section `{}`, parameter `{}`", file.head.name, section.head.name, it.name);
        self.one_of(&place, "kind", &it.kind, &["keyword", "column"]);
        self.one_of(&place, "confidence", &it.confidence, &["low", "medium", "high"]);
        if !it.status.is_empty() {
            self.one_of(
                &place,
                "status",
                &it.status,
                &["deprecated", "obsolete", "not_seen", "removed", "undocumented"],
            );
        }
        if it.summary.is_empty() {
            self.report(&place, "missing `summary`");
        }
        if (it.requires.is_empty() && it.requires_any.is_empty()) != it.requires_because.is_none() {
            self.report(&place, "`requires` and `requires_because` need each other");
        }
        if it.status == "obsolete" && it.status_because.is_none() {
            self.report(&place, "`obsolete` without `status_because`; `not_seen` if no page says so");
        }
        if !it.slots_of.is_empty() {
            self.one_of(&place, "slots_of", &it.slots_of, &["queue", "user", "host", "processor"]);
        }
        if !it.loss.is_empty() {
            self.one_of(&place, "loss", &it.loss, &["zero", "row", "section"]);
        }
        if it.max_percent.is_some() && it.grammar != "percent" {
            self.report(&place, "`max_percent` requires the grammar `percent`");
        }
        if it.clamped && it.min.is_none() && it.max.is_none() {
            self.report(&place, "`clamped` requires `min` or `max`");
        }
        match (it.kind.as_str(), section.head.layout.as_str()) {
            ("keyword", "tabular") => self.report(&place, "keyword in a table"),
            ("column", "keyed") => self.report(&place, "column in a `key = value` section"),
            _ => {}
        }
        if let Err(error) = emit::grammar(param) {
            self.report(&place, error);
        }
        self.versions(&place, param);
        self.cross_references(file, &place, param);
        self.bounds(&place, param);
        self.words(&place, param);
        if let Some(pattern) = &param.shape {
            self.examples(&place, pattern, &it.examples, &it.refused);
        } else if !it.examples.is_empty() || !it.refused.is_empty() {
            self.report(&place, "`examples` and `refused` require a shape");
        }
        self.default(&place, param);
    }

    fn versions(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        for text in [&it.since, &it.deprecated_since, &it.removed_since, &it.default_since] {
            if !text.is_empty()
                && let Err(error) = emit::version(text)
            {
                self.report(place, error);
            }
        }
        for word in &it.only_in {
            if let Err(error) = emit::dialect(word) {
                self.report(place, error);
            }
        }
    }

    fn cross_references(&mut self, file: &File, place: &str, param: &Param) {
        let it = &param.data;
        let lists = [
            ("requires", &it.requires),
            ("requires_any", &it.requires_any),
            ("conflicts", &it.conflicts),
            ("references", &it.references),
            ("affected_by", &it.affected_by),
            ("overrides", &it.overrides),
            ("not_above", &it.not_above),
            ("distinct_from", &it.distinct_from),
            ("useful_with", &it.useful_with),
            ("void_with", &it.void_with),
            ("only_with", &it.only_with),
        ];
        let single = [("replaced_by", &it.replaced_by), ("same_limit", &it.same_limit)];
        let all = lists.iter().flat_map(|(key, list)| list.iter().map(move |name| (*key, name)));
        for (key, name) in all.chain(single.into_iter().filter(|(_, name)| !name.is_empty())) {
            // In these lists the file name means any section of the file.
            if !["requires_any", "useful_with"].contains(&key)
                && name.strip_prefix(&file.head.name).is_some_and(|it| it.starts_with(':'))
            {
                self.report(place, format!("`{name}` in `{key}`: remove the name of the own file"));
            }
            if !self.names.has(&file.head.name, name) {
                self.report(place, format!("unknown parameter `{name}` in `{key}`"));
            }
        }
        if let Some(name) = it.void_with.iter().find(|it| !it.contains('=')) {
            self.report(place, format!("missing value after `{name}` in `void_with`; use `conflicts` for any value"));
        }
        for (key, list) in lists {
            let distinct: HashSet<_> = list.iter().collect();
            if distinct.len() != list.len() {
                self.report(place, format!("`{key}` names something twice"));
            }
        }
    }

    fn bounds(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        if let (Some(min), Some(max)) = (it.min, it.max)
            && min > max
        {
            self.report(place, format!("min {min} is above max {max}"));
        }
        if it.min_exclusive && it.min.is_none() || it.max_exclusive && it.max.is_none() {
            self.report(place, "exclusive bound without a number");
        }
        let numeric = matches!(
            it.grammar.as_str(),
            "integer"
                | "number"
                | "percent"
                | "size"
                | "limit_pair"
                | "task_limit"
                | "exit_values"
                | "reservation_limits"
                | "threshold"
                | "hour_minute"
                | "run_limit"
                | "any"
        );
        if (it.min.is_some() || it.max.is_some()) && !numeric && param.shape.is_none() {
            self.report(place, format!("the grammar `{}` has no number to set bounds for", it.grammar));
        }
    }

    fn words(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        let listed = matches!(it.grammar.as_str(), "enum" | "enum_list");
        let open = matches!(it.grammar.as_str(), "name" | "names" | "user_list");
        if listed && it.values.is_empty() || !listed && !open && !it.values.is_empty() {
            self.report(
                place,
                "`values` is required for enum and enum_list, and allowed only for these, name, names and user_list",
            );
        }
        if it.values.iter().any(|value| it.literals.contains(value)) {
            self.report(place, "`values` and `literals` have a word in common");
        }
    }

    pub(super) fn examples(&mut self, place: &str, pattern: &shape::Shape, examples: &[String], refused: &[String]) {
        let facts = self.facts;
        let shared = |name: &str| {
            let found = facts.shapes.iter().find(|it| it.data.name == name);
            &found.expect("the parser accepts only known names").shape
        };
        if examples.is_empty() {
            self.report(place, "missing example of the shape");
        }
        for example in examples {
            if !shape::accepts(pattern, example, &shared) {
                self.report(place, format!("the shape rejects its example `{example}`"));
            }
        }
        for example in refused {
            if shape::accepts(pattern, example, &shared) {
                self.report(place, format!("the shape accepts `{example}` from `refused`"));
            }
        }
    }

    /// A default is prose, so that only numbers and single words can be checked.
    pub(super) fn default(&mut self, place: &str, param: &Param) {
        let it = &param.data;
        match it.grammar.as_str() {
            "integer" | "number" | "percent" | "size" | "limit_pair" | "task_limit" => {
                let Ok(number) = it.default.parse::<f64>() else { return };
                let below = it.min.is_some_and(|min| number < min || it.min_exclusive && number == min);
                let above = it.max.is_some_and(|max| number > max || it.max_exclusive && number == max);
                let literal = it.literals.contains(&it.default);
                if (below || above) && !literal && it.confidence != "low" {
                    self.report(place, format!("the default {number} is out of range"));
                }
                if it.grammar == "integer" && number.fract() != 0.0 {
                    self.report(place, format!("the default {number} is not an integer"));
                }
            }
            "yes_no" => {
                let word = it.default.to_ascii_lowercase();
                if it.default.parse::<f64>().is_ok() || matches!(word.as_str(), "true" | "false" | "on" | "off") {
                    self.report(place, format!("the default `{}` is not `Y` or `N`", it.default));
                }
            }
            _ => {}
        }
    }
}
