//! The places of findings about objects.

use lsflint_model::{Place, State, View};
use lsflint_spec::{FileKind, ParamSpec};

use crate::columns::{Record, Rows, records};
use crate::types::Kind;

/// Finds the places of objects of a kind.
pub(crate) struct Places<'a> {
    view: View<'a>,
    kind: Kind,
    records: Vec<Record<'a>>,
    /// Where the parameters are that a condition names.
    parameters: Vec<(Rows<'a>, &'static ParamSpec)>,
}

impl<'a> Places<'a> {
    /// The places of objects about which a condition names these attributes, in their order.
    pub(crate) fn new<'n>(view: View<'a>, kind: Kind, attributes: impl Iterator<Item = &'n str>) -> Places<'a> {
        let sources = attributes.filter_map(|it| kind.source(it));
        let parameters = sources.map(|(file, section, param)| (Rows::new(view, kind, file, section), param)).collect();
        Places { view, kind, records: records(view, kind), parameters }
    }

    /// The place of an object: the first of the parameters that is set for it alone, else its name. Of the parameters
    /// of a file, the first line of the file. `None` if there is no such file.
    pub(crate) fn of(&self, object: u32) -> Option<Place> {
        let record = self.records.get(object as usize)?;
        let value = |(rows, param): &(Rows<'a>, &'static ParamSpec)| {
            let field = match (record, rows.of(record)?) {
                (Record::File, _) => self.view.setting(rows.file, rows.section, param.name).field(),
                // A row for several hosts is not the place to correct one.
                (Record::Host(id), Some(row)) if row.name() != *self.view.hosts().get(*id).name => None,
                (_, row) => row?.field(param.name),
            };
            field.filter(|it| it.state() != State::Unset).map(|it| it.place())
        };
        let own = || match record {
            Record::Row(row) => Some(row.place()),
            Record::Host(id) => {
                let row = self.view.record(FileKind::LsfCluster, "Host", self.view.hosts().get(*id).row);
                row.map(|it| it.place())
            }
            Record::File => self.kind.files().iter().find_map(|it| self.view.start_of(*it)),
        };
        self.parameters.iter().find_map(value).or_else(own)
    }
}
