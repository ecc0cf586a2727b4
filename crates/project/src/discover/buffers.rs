//! Adds the editor buffers and stand-ins to what was found.

use std::path::Path;

use super::{Discovery, Found};
use crate::kind::{self, MemberKind};
use crate::paths::name_of;
use crate::read::{Decoded, Encoding};
use crate::script::kind_of_buffer;

impl Discovery<'_> {
    /// Adds the editor buffers. A buffer replaces the text of a file that was found. A recognized buffer whose file was
    /// not found is treated as given on the command line. Other buffers are not added, whatever the file on the disk
    /// contains.
    pub(crate) fn add_buffers(&mut self) {
        for (path, text) in self.request.buffers.iter() {
            let name = name_of(path);
            let kind = kind_of_buffer(&name, text);
            let text = Decoded { text: text.clone(), encoding: Encoding::Utf8 };
            self.replace_text(path, &name, kind.map(|it| (it, text)), |_| Some((true, true)));
        }
    }

    /// Adds the stand-ins. One whose file is not on the disk is treated as found in the directories of the command
    /// line.
    pub(crate) fn add_stand_ins(&mut self) {
        let below = self.below.clone();
        let disk = self.disk().clone();
        for (path, text) in self.request.buffers.stand_ins() {
            let name = name_of(path);
            let is_ours = kind::by_name(&name).is_some() || kind::is_near(&name);
            let text = text.filter(|_| is_ours);
            let met = |it: &Decoded| kind::recognise_met(&name, &it.text).map(MemberKind::File);
            let found = text.and_then(|it| Some((met(it)?, it.clone())));
            self.replace_text(path, &name, found, |name| {
                // A file that is on the disk but was not found in the directories is not reported on: the walk ignored
                // it.
                let mut inside = below.iter().filter_map(|it| path.strip_prefix(it).ok());
                let reported = !disk.exists(path) && inside.any(|it| !is_hidden(it));
                (!kind::is_backup(name)).then_some((reported, false))
            });
        }
    }

    /// Replaces the text of an LSF file or script, or removes the file if the text is neither. `if_new`: whether a file
    /// that was not found so far is reported on, and whether it is treated as named; `None` skips it.
    fn replace_text(
        &mut self,
        path: &Path,
        name: &str,
        found: Option<(MemberKind, Decoded)>,
        if_new: impl FnOnce(&str) -> Option<(bool, bool)>,
    ) {
        let Some((kind, text)) = found else {
            self.hidden.insert(path.to_owned());
            return;
        };
        let (bytes, text) = (text.text.len() as u64, Some(text));
        if let Some(&known) = self.by_path.get(path) {
            let known = &mut self.found[known];
            (known.kind, known.text, known.bytes) = (kind, text, bytes);
        } else if let Some((reported, named)) = if_new(name) {
            self.push(Found { path: path.to_owned(), kind, reported, named, text, bytes });
        }
    }
}

/// Whether a walk skips a path because a component of it is hidden.
fn is_hidden(path: &Path) -> bool {
    path.components().any(|it| it.as_os_str().to_string_lossy().starts_with('.'))
}
