//! The perfect hash table of the parameters of a section.

use uncased::UncasedStr;

use super::data::Param;

/// The expression of a table from every name and alias, without regard to case, to the index of its parameter.
pub(super) fn by_name(params: &[Param]) -> String {
    let mut map = phf_codegen::Map::new();
    for (index, param) in params.iter().enumerate() {
        for name in std::iter::once(&param.data.name).chain(&param.data.aliases) {
            map.entry(UncasedStr::new(name), index.to_string());
        }
    }
    map.build().to_string().replace("::phf::", "phf::").replace("(UncasedStr::", "(uncased::UncasedStr::")
}
