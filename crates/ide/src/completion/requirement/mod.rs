//! Completion of requirement strings: sections and their contents.

mod keyword;
pub(crate) mod scan;
mod select;
mod usage;

use lsflint_model::Resource;
use lsflint_spec::{
    BuiltinResource, Dialect, KeywordPlace, REQUIREMENT_CONSUMERS, REQUIREMENT_SECTIONS, Reading, RequirementKeyword,
    RequirementSection, ResourceType, Version,
};

use self::scan::{Scan, is_name};
use super::item::{Item, Items, Rank};
use super::value::Value;
use super::{CompletionKind, Completions, Context};

/// The resource in a skeleton of rusage: the one that most jobs reserve.
fn first_reserved() -> Option<&'static BuiltinResource> {
    lsflint_spec::BUILTIN_RESOURCES.iter().find(|it| it.consumable && lsflint_spec::PHASED_RESOURCES.contains(&it.name))
}

impl<'t> Context<'t> {
    /// Completes a requirement string, or a condition, which is one with only a select section.
    pub(super) fn requirement(&self, value: &Value<'_>) -> Completions {
        let mut items = self.items_of(value, is_name);
        let before = value.before_word(&items);
        let scan = Scan::of(before);
        let Some((name, content)) = scan.open else {
            let implicit = scan.outside.trim();
            if scan.used.is_empty() && !implicit.is_empty() && select::wants_operand(implicit) {
                return self.selection(items, value, scan.outside);
            }
            self.between_sections(&mut items, value, &scan);
            return items.finish();
        };
        match name {
            "select" => self.selection(items, value, content),
            "order" => {
                self.order(&mut items, content);
                items.finish()
            }
            "rusage" => self.usage(items, value, content),
            "same" => {
                self.same(&mut items, content);
                items.finish()
            }
            "affinity" => self.affinity(items, content, &scan),
            _ => match scan.section() {
                Some(section) => self.keywords(items, value, section, content, scan.braces),
                None => Completions::default(),
            },
        }
    }

    /// Adds the sections that the string may still contain, and a selection without keyword at its start.
    fn between_sections(&self, items: &mut Items<'_>, value: &Value<'_>, scan: &Scan<'_>) {
        let implicit = scan.outside.trim();
        let open_end = select::wants_operand(implicit);
        let name = format!("{}:{}", self.kind.name(), value.param.name);
        let consumer = REQUIREMENT_CONSUMERS.iter().find(|it| it.name == name);
        let behind = value.after.trim_start_matches(is_name).trim_start();
        let opened = behind.starts_with('[');
        let operator = behind.starts_with(['=', '<', '>', '!', '&', '|', '+', '-', '*', '/']);
        if (implicit.is_empty() || !open_end) && !operator {
            for section in REQUIREMENT_SECTIONS {
                let read = consumer.is_none_or(|it| it.sections.contains(&section.name));
                let late = section.name == "select" && !implicit.is_empty();
                let known = self.knows(section.since) && (section.compound || !scan.braces);
                if read && known && !late && !scan.used.contains(&section.name) {
                    self.section_items(items, section, opened, scan.braces);
                }
            }
        }
        if scan.used.is_empty() {
            if open_end && !opened {
                self.operands(items, Rank::Rare, value.after);
            } else {
                self.operators(items, implicit);
            }
        }
    }

    fn section_items(&self, items: &mut Items<'_>, section: &'static RequirementSection, opened: bool, braces: bool) {
        let name = section.name;
        let data = format!("requirement/{name}");
        let plain = Item::new(CompletionKind::Word, name).detail(section.summary).data(data.clone());
        if opened {
            items.add(plain);
            return;
        }
        let place = match (name, first_reserved()) {
            ("rusage", Some(resource)) => format!("${{1:{}}}=$2", resource.name),
            _ => "$1".to_owned(),
        };
        items.add(plain.snippet(format!("{name}[{place}]")).insert(format!("{name}[")).rank(Rank::Common));
        // The keywords that a section may start with.
        let begins = |it: &&RequirementKeyword| {
            name != "rusage"
                && matches!(it.place, KeywordPlace::Item | KeywordPlace::Unit)
                && (it.place == KeywordPlace::Unit || !section.keywords.iter().any(|it| it.place == KeywordPlace::Unit))
        };
        if !items.options().snippets {
            return;
        }
        for keyword in section.keywords.iter().filter(begins).filter(|it| self.offers(it, braces)) {
            let (plain, snippet) = keyword::written(keyword);
            let item = Item::new(CompletionKind::Snippet, format!("{name}[{plain}]")).detail(keyword.summary);
            items.add(item.snippet(format!("{name}[{snippet}]")).data(data.clone()));
        }
    }

    /// Whether the target includes a version.
    fn knows(&self, since: Option<Version>) -> bool {
        let lsf = self.target.dialect == Dialect::Lsf;
        since.is_none_or(|since| lsf && self.target.from >= since)
    }

    /// Whether a keyword should be offered.
    fn offers(&self, keyword: &RequirementKeyword, braces: bool) -> bool {
        let sure = keyword.confidence != lsflint_spec::Confidence::Low;
        sure && keyword.alias_of.is_empty() && self.knows(keyword.since) && (keyword.compound || !braces)
    }

    /// Adds the resources that are valid at a position.
    fn resources(
        &self,
        items: &mut Items<'_>,
        rank: Rank,
        fits: impl Fn(&str, &Resource) -> bool,
        item: impl Fn(&str) -> Item<'static>,
    ) {
        let all = self.view.resources();
        let mut site: Vec<&str> = all.site_names().collect();
        site.sort_unstable();
        let builtin = self.builtin_resources().filter(|it| all.site_names().all(|name| name != it.name));
        let builtin: Vec<&BuiltinResource> = builtin.collect();
        let limit = items.options().limit;
        let typed = items.typed();
        let mut add = |name: &str, rank: Rank| {
            if all.get(name).is_some_and(|it| fits(name, &it)) {
                let described = item(name).detail(self.describe_resource(name));
                items.add(described.rank(rank).data(format!("name/resource/{name}")));
                true
            } else {
                false
            }
        };
        for resource in builtin {
            // Memory sizes and host properties, which most strings use.
            let usual = resource.size_units
                || resource.kind == ResourceType::String && resource.reading == Reading::Static && !resource.is_gpu();
            let better = if usual && rank == Rank::Normal { Rank::Common } else { rank };
            add(resource.name, if resource.is_gpu() { Rank::Rare } else { better });
        }
        let many = site.len() > limit;
        let mut count = 0;
        for name in site {
            if many && !name.to_ascii_lowercase().contains(&typed.to_ascii_lowercase()) {
                continue;
            }
            count += usize::from(add(name, if rank == Rank::Normal { Rank::Common } else { rank }));
            if count == limit {
                break;
            }
        }
        if many {
            items.note_more();
        }
    }

    fn order(&self, items: &mut Items<'_>, content: &str) {
        let used: Vec<&str> = content.split(|it| !is_name(it)).collect();
        let last = &content[scan::last_part(content, &[':'])..];
        if last.trim_start_matches(['!', '-', ' ']).is_empty() {
            let fits = |name: &str, it: &Resource| it.order == Some(true) && !used.contains(&name);
            self.resources(items, Rank::Normal, fits, |it| resource_item(it).commit(&[":"]));
        }
    }

    fn same(&self, items: &mut Items<'_>, content: &str) {
        let used: Vec<&str> = content.split(|it| !is_name(it)).collect();
        if content[scan::last_part(content, &[':'])..].trim().is_empty() {
            let fits = |name: &str, it: &Resource| it.reading == Some(Reading::Static) && !used.contains(&name);
            self.resources(items, Rank::Normal, fits, |it| resource_item(it).commit(&[":"]));
        }
    }
}

fn resource_item(name: &str) -> Item<'static> {
    Item::new(CompletionKind::Resource, name.to_owned())
}
