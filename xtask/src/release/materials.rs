//! The bill of materials, as CycloneDX 1.5.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::hexadecimal;
use super::licenses::Package;

/// The document. It is reproducible: its serial number is a hash of its content, and its date is that of the release.
pub(super) fn document(packages: &[Package], version: &str, triple: &str, date: u64) -> anyhow::Result<String> {
    let own = format!("pkg:cargo/lsflint@{version}");
    let components: Vec<Value> = packages.iter().map(component).collect();
    let everything: Vec<String> = packages.iter().map(|it| reference(&it.id())).collect();
    let mut dependencies = vec![json!({ "ref": own, "dependsOn": everything })];
    dependencies.extend(packages.iter().map(|it| {
        let uses: Vec<String> = it.uses.iter().map(|it| reference(it)).collect();
        json!({ "ref": reference(&it.id()), "dependsOn": uses })
    }));
    let mut document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": timestamp(date),
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "lsflint",
                "version": version,
                "description": "Linter, formatter and language server for the configuration of IBM Spectrum LSF",
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
                "purl": own,
                "properties": [{ "name": "lsflint:target", "value": triple }],
            },
        },
        "components": components,
        "dependencies": dependencies,
    });
    let hash = hexadecimal(&Sha256::digest(document.to_string()));
    // A UUID of version 8, which allows any content.
    let number =
        format!("urn:uuid:{}-{}-8{}-a{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32]);
    document["serialNumber"] = json!(number);
    let mut text = serde_json::to_string_pretty(&document)?;
    text.push('\n');
    Ok(text)
}

fn component(package: &Package) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(&package.id()),
        "name": package.name,
        "version": package.version,
        "scope": "required",
        "licenses": [{ "expression": package.license }],
        "purl": reference(&package.id()),
    });
    if let Some(description) = &package.description {
        component["description"] = json!(description);
    }
    if let Some(checksum) = &package.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    if let Some(repository) = &package.repository {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}

fn reference(id: &str) -> String {
    format!("pkg:cargo/{id}")
}

/// Seconds since 1970 as date and time.
fn timestamp(seconds: u64) -> String {
    written(seconds, "%Y-%m-%dT%H:%M:%SZ")
}

/// Seconds since 1970 as date and time in the form of mail.
pub(super) fn mail_date(seconds: u64) -> String {
    written(seconds, "%a, %d %b %Y %H:%M:%S +0000")
}

fn written(seconds: u64, form: &str) -> String {
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(seconds).unwrap_or(jiff::Timestamp::MAX).strftime(form).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_dates() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_735_689_599), "2024-12-31T23:59:59Z");
    }

    #[test]
    fn the_number_of_a_document_is_that_of_its_contents() {
        let number = |version| {
            let text = document(&[], version, "x", 0).expect("plain data");
            serde_json::from_str::<Value>(&text).expect("it is JSON")["serialNumber"].to_string()
        };
        assert_eq!(number("1"), number("1"));
        assert_ne!(number("1"), number("2"));
    }
}
