//! The perfect hash table of the parameters of a section.

use super::data::Param;

/// The expression of a table from every name and alias, in uppercase, to the index of its parameter.
pub(super) fn by_name(params: &[Param]) -> String {
    let mut names = Vec::new();
    for (index, param) in params.iter().enumerate() {
        let all = std::iter::once(&param.data.name).chain(&param.data.aliases);
        names.extend(all.map(|it| (it.to_ascii_uppercase(), index)));
    }
    let mut map = phf_codegen::Map::new();
    for (name, index) in &names {
        map.entry(name.as_str(), index.to_string());
    }
    map.build().to_string().replace("::phf::", "phf::")
}
