//! One SQL file a step, with its way back. A landed step is frozen: correct it by a new one.

use sea_orm_migration::prelude::*;

/// A step: its name and its two scripts.
struct Step {
    name: &'static str,
    up: &'static str,
    down: &'static str,
}

macro_rules! step {
    ($name:literal) => {
        Box::new(Step {
            name: $name,
            up: include_str!(concat!($name, ".sql")),
            down: include_str!(concat!($name, ".down.sql")),
        }) as Box<dyn MigrationTrait>
    };
}

pub(crate) fn all() -> Vec<Box<dyn MigrationTrait>> {
    vec![
        step!("m20261121_000001_inquiry_and_outbox"),
        step!("m20261121_000002_retention"),
        step!("m20261121_000003_claims"),
    ]
}

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Step {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared(self.up).await.map(drop)
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared(self.down).await.map(drop)
    }
}
