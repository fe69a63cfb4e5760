//! One SQL file a step, with its way back. A landed step is frozen: correct it by a new one.

use sea_orm_migration::prelude::*;

/// A step: its name and its two scripts.
struct Step {
    name: &'static str,
    up: &'static str,
    down: &'static str,
    /// Off where Postgres allows no transaction: each statement then runs alone, and ends in `;` and a line break.
    has_transaction: bool,
}

/// Of a step that changes parts of functions.
macro_rules! replacing {
    ($file:expr) => {
        concat!(
            include_str!("../replace_in_function.sql"),
            include_str!($file),
            "DROP FUNCTION replace_in_function(regprocedure, text, text);\n"
        )
    };
}

macro_rules! step {
    ($name:literal, replaces: true) => {
        Box::new(Step {
            name: $name,
            up: replacing!(concat!($name, ".sql")),
            down: replacing!(concat!($name, ".down.sql")),
            has_transaction: true,
        }) as Box<dyn MigrationTrait>
    };
    ($name:literal) => {
        step!($name, has_transaction: true)
    };
    ($name:literal, has_transaction: $has_transaction:literal) => {
        Box::new(Step {
            name: $name,
            up: include_str!(concat!($name, ".sql")),
            down: include_str!(concat!($name, ".down.sql")),
            has_transaction: $has_transaction,
        }) as Box<dyn MigrationTrait>
    };
}

pub(crate) fn all() -> Vec<Box<dyn MigrationTrait>> {
    vec![
        step!("m20261121_000001_inquiry_and_outbox"),
        step!("m20261121_000002_retention"),
        step!("m20261121_000003_claims"),
        step!("m20261123_000004_data_subject_request"),
        step!("m20261123_000005_outbox_retry"),
        step!("m20261123_000006_outbox_indexes", has_transaction: false),
        step!("m20261123_000007_contacts"),
        step!("m20261123_000008_ledger_binding"),
        step!("m20261123_000009_evidence_by_rows"),
        step!("m20261123_000010_bytes"),
        step!("m20261123_000011_requests"),
        step!("m20261123_000015_intake"),
        step!("m20261123_000016_conversation"),
        step!("m20261123_000017_correspondence"),
        step!("m20261123_000018_mail_inquiries"),
        step!("m20261123_000019_intake_law"),
        step!("m20261123_000021_imap"),
        step!("m20261123_000022_intake_check"),
        step!("m20261123_000023_blocked_purge"),
        step!("m20261123_000024_second_officer"),
        step!("m20261123_000025_ticket"),
        step!("m20261123_000031_content_columns"),
        step!("m20261123_000032_sent_copy"),
        step!("m20261123_000033_answers"),
        step!("m20261124_000034_kept_copies"),
        step!("m20261124_000040_promise"),
        step!("m20261124_000041_promise_checks", has_transaction: false),
        step!("m20261124_000042_confirmation"),
        step!("m20261124_000043_quarantine_digest"),
        step!("m20261124_000045_digests"),
        step!("m20261124_000047_spam"),
        step!("m20261124_000048_large_tables"),
        step!("m20261124_000050_spam_signs"),
        step!("m20261126_000051_holds"),
        step!("m20261126_000052_restore_and_restriction", replaces: true),
        step!("m20261126_000053_earlier_answers"),
        step!("m20261126_000054_wording"),
        step!("m20261126_000055_purge_by_quarter", replaces: true),
    ]
}

impl Step {
    async fn run(&self, sql: &str, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let statements = if self.has_transaction { vec![sql] } else { sql.split_inclusive(";\n").collect() };
        for statement in statements {
            manager.get_connection().execute_unprepared(statement).await?;
        }
        Ok(())
    }
}

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Step {
    fn use_transaction(&self) -> Option<bool> {
        Some(self.has_transaction)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        self.run(self.up, manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        self.run(self.down, manager).await
    }
}
