//! The sample inquiry as the api stores it.

use entity::{
    Digest, Language, SpamScore, TicketReference,
    inquiry::{BotCheckStatus, Origin},
    store_inquiries::{ConsentEvidence, NewInquiry},
};
use uuid::Uuid;

/// A verified inquiry with every field, and nobody to notify. Only ids, token and reference differ from the next one.
pub fn new_inquiry() -> NewInquiry {
    let digest = Digest::of("text");
    NewInquiry {
        id: Uuid::new_v4(),
        reference: TicketReference::random(),
        idempotency_key: Uuid::new_v4(),
        token_digest: Digest::of(Uuid::new_v4()),
        fields: serde_json::from_value(testkit::inquiry::columns().into()).expect("the sample has every field"),
        origin: Origin::Form,
        consent: true,
        gdpr_consent: true,
        evidence: ConsentEvidence { policy: digest, consent: digest, gdpr_consent: digest, language: Language::En },
        bot_check: BotCheckStatus::Verified,
        client_network: None,
        message_digest: None,
        spam: SpamScore::default(),
        spam_limit: None,
        over_share: false,
        notify: Vec::new(),
    }
}
