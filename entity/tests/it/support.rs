use entity::{
    Digest, EmailAddress, SpamScore, TicketReference,
    contact::ContactReason,
    inquiry::{BotCheckStatus, Origin},
    store_inquiries::{ConsentEvidence, NewInquiry},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TryGetable};
use uuid::Uuid;

pub(crate) fn new_inquiry() -> NewInquiry {
    let digest = Digest::of("text");
    NewInquiry {
        id: Uuid::new_v4(),
        reference: TicketReference::random(),
        idempotency_key: Uuid::new_v4(),
        token_digest: Digest::of(Uuid::new_v4()),
        first_name: "Canary-First".into(),
        last_name: "Canary-Last".into(),
        company: "Canary & Sons".into(),
        email: EmailAddress::parse("Canary+tag@example.com").unwrap(),
        country: None,
        phone: Some("+41 44 000 00 00".into()),
        contact_reason: ContactReason::Other,
        program: None,
        desired_consultants: Some(3),
        message: "two\nlines \u{1f6e1} \\ ' \"".into(),
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
        notify: vec!["one@example.com".into(), "two@example.com".into()],
    }
}

pub(crate) async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

/// Inquiries, contents, outbox rows and jobs.
pub(crate) async fn counts(db: &DatabaseConnection) -> [i64; 4] {
    let mut counts = [0; 4];
    for (count, table) in counts.iter_mut().zip(["inquiry", "inquiry_content", "outbox", "apalis.jobs"]) {
        *count = one(db, &format!("SELECT count(*) FROM {table}")).await;
    }
    counts
}
