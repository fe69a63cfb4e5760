//! An inquiry as the api stores it.

use entity::{
    Digest, EmailAddress, SpamScore, TicketReference,
    contact::{ContactReason, Program},
    inquiry::{BotCheckStatus, Origin},
    store_inquiries::{ConsentEvidence, InquiryFields, NewInquiry, OptionalFields},
};
use uuid::Uuid;

/// Words of [`new_inquiry`], one of each text. They must appear in no log line, job or metric.
pub const CANARIES: [&str; 7] =
    ["Zquorvex", "Blimfandle", "Grobnitz", "krelvonta", "+41 99 777 66 55", "Zquorland", "Wimplethorpe"];

/// A verified inquiry with every field, and nobody to notify. Only ids, token and reference differ from the next one.
pub fn new_inquiry() -> NewInquiry {
    let digest = Digest::of("text");
    NewInquiry {
        id: Uuid::new_v4(),
        reference: TicketReference::random(),
        idempotency_key: Uuid::new_v4(),
        token_digest: Digest::of(Uuid::new_v4()),
        fields: InquiryFields {
            first_name: "Zquorvex".into(),
            last_name: "Blimfandle".into(),
            company: "Grobnitz".into(),
            email: EmailAddress::parse("krelvonta@visitor.example").expect("the address is well formed"),
            contact_reason: ContactReason::Other,
            message: "Wimplethorpe wants to know".into(),
            // Every one: tests compare what is stored with it.
            optional: OptionalFields {
                phone: Some("+41 99 777 66 55".into()),
                country: Some("Zquorland".into()),
                program: Some(Program::SiemThreatHunting),
                desired_consultants: Some(3),
            },
        },
        origin: Origin::Form,
        consent: true,
        gdpr_consent: true,
        evidence: ConsentEvidence { policy: digest, consent: digest, gdpr_consent: digest },
        bot_check: BotCheckStatus::Verified,
        client_network: None,
        message_digest: None,
        spam: SpamScore::default(),
        spam_limit: None,
        over_share: false,
        notify: Vec::new(),
    }
}
