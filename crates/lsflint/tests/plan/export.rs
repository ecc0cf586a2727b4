//! The export of a cluster, changed by the plan from it to another one, is the export of the other one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::said;

/// The kind, file and name of an object. Rows without a name of their own may have the same one.
type Key = (String, String, String);
/// The values of an object by parameter.
type Values = BTreeMap<String, Own>;

/// A value of an object.
#[derive(Debug, Clone, PartialEq)]
struct Own {
    normal: Option<String>,
    /// Whether the same value applies without it.
    is_free: bool,
}

/// What an export says about objects and the hosts of queues.
#[derive(Debug)]
pub(crate) struct Data {
    objects: BTreeMap<Key, Vec<Values>>,
    /// The certain hosts by queue, of queues without others.
    hosts: BTreeMap<String, BTreeSet<String>>,
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn key(object: &Value) -> Key {
    (said(&object["kind"]), said(&object["file"]), said(&object["name"]))
}

fn values(object: &Value) -> Values {
    let parameters = object["parameters"].as_object().expect("parameters").iter();
    // A secret has no value.
    let parameters = parameters.filter(|it| !it.1["normal"].is_null());
    let own = |it: &Value| Own { normal: text(&it["normal"]), is_free: it["default"] == true };
    let mut found: Values = parameters.map(|(name, it)| (name.clone(), own(it))).collect();
    if let Some(exists) = text(&object["exists"]) {
        found.insert("#if".to_owned(), Own { normal: Some(exists), is_free: false });
    }
    found
}

fn names(list: &Value) -> BTreeSet<String> {
    self::list(list).map(said).collect()
}

impl Data {
    pub(crate) fn of(export: &Value) -> Data {
        let mut data = Data { objects: BTreeMap::new(), hosts: BTreeMap::new() };
        for object in list(&export["objects"]) {
            data.objects.entry(key(object)).or_default().push(values(object));
            let hosts = &object["hosts"];
            if object["kind"] == "queue" && hosts["complete"] == true {
                let set = hosts["set"].as_u64().expect("a number of a set") as usize;
                data.hosts.insert(said(&object["name"]), names(&export["host_sets"][set]));
            }
        }
        data
    }

    /// Applies what a plan says.
    pub(crate) fn change(&mut self, plan: &Value) {
        for change in list(&plan["changes"]) {
            let key = key(&change["object"]);
            match change["change"].as_str() {
                Some("created") => self.objects.entry(key).or_default().push(values(&change["created"])),
                Some("removed") => {
                    self.hosts.remove(&key.2);
                    self.objects.get_mut(&key).and_then(Vec::pop).expect("the object exists");
                }
                Some("renamed") => {
                    let old = (key.0.clone(), key.1.clone(), said(&change["object"]["old_name"]));
                    self.hosts.remove(&old.2);
                    let object = self.objects.get_mut(&old).and_then(Vec::pop).expect("the object exists");
                    self.objects.entry(key).or_default().push(object);
                }
                _ => self.set(key, &change["parameter"], change),
            }
            for it in list(&change["affects"]) {
                if !it["old_normal"].is_null() || !it["new_normal"].is_null() {
                    self.set(self::key(&it["object"]), &it["parameter"], it);
                }
            }
        }
        for it in list(&plan["hosts"]) {
            if let Some(hosts) = self.hosts.get_mut(&said(&it["queue"])) {
                let lost = names(&it["lost"]);
                hosts.retain(|it| !lost.contains(it));
                hosts.extend(names(&it["gained"]));
            }
        }
    }

    /// Sets a parameter of the object that has the old value, or none.
    fn set(&mut self, key: Key, parameter: &Value, change: &Value) {
        let parameter = said(parameter);
        let same = self.objects.entry(key).or_default();
        let old = text(&change["old_normal"]);
        let own = |it: &Values| it.get(&parameter).and_then(|it| it.normal.clone());
        let at = same.iter().position(|it| own(it) == old).or_else(|| same.len().checked_sub(1));
        let at = at.unwrap_or_else(|| {
            same.push(Values::new());
            0
        });
        match text(&change["new_normal"]) {
            Some(normal) => same[at].insert(parameter, Own { normal: Some(normal), is_free: false }),
            None => same[at].remove(&parameter),
        };
    }

    /// What differs from another export.
    pub(crate) fn differences(&self, other: &Data) -> String {
        let mut found = String::new();
        let keys: BTreeSet<&Key> = self.objects.keys().chain(other.objects.keys()).collect();
        for key in keys {
            let of = |data: &Data| data.objects.get(key).cloned().unwrap_or_default();
            let (mut ours, theirs) = (of(self), of(other));
            let mut missing = Vec::new();
            for it in theirs {
                match ours.iter().position(|own| same(own, &it)) {
                    Some(at) => drop(ours.remove(at)),
                    None => missing.push(it),
                }
            }
            // A file whose parameters are all defaults is the same as no file.
            let is_empty = |it: &Values| it.values().all(|it| it.is_free);
            ours.retain(|it| key.0 != "parameter" || !is_empty(it));
            missing.retain(|it| key.0 != "parameter" || !is_empty(it));
            if !ours.is_empty() || !missing.is_empty() {
                found.push_str(&format!("{key:?}\n  changed: {ours:?}\n  other: {missing:?}\n"));
            }
        }
        for (queue, hosts) in &self.hosts {
            if other.hosts.get(queue).is_some_and(|it| it != hosts) {
                found.push_str(&format!("hosts of {queue}\n  changed: {hosts:?}\n  other: {:?}\n", other.hosts[queue]));
            }
        }
        found
    }
}

fn same(one: &Values, other: &Values) -> bool {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    names.into_iter().all(|name| match (one.get(name), other.get(name)) {
        (Some(a), Some(b)) => a.normal == b.normal,
        (Some(only), None) | (None, Some(only)) => only.is_free,
        (None, None) => true,
    })
}
