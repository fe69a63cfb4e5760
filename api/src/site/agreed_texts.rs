//! The texts that visitors agree to: the evidence names those that the form showed, not those of the moment.

use std::collections::HashMap;

use entity::store_inquiries::ConsentEvidence;

#[derive(Debug)]
pub(crate) struct AgreedTexts {
    pub(super) current: ConsentEvidence,
    /// Every release of the form, by the version that it sends.
    pub(super) released: HashMap<String, ConsentEvidence>,
}

impl AgreedTexts {
    /// `None` for a version that was never released.
    ///
    /// Without a version: the current texts. The form always sends one; another program has shown no text, and agrees to
    /// those in force.
    pub(crate) fn shown(&self, version: Option<&str>) -> Option<ConsentEvidence> {
        match version {
            Some(version) => self.released.get(version).copied(),
            None => Some(self.current),
        }
    }
}
