//! The queue board: apalis-board over both queues, to look at only.
//!
//! It shows job rows, and these hold ids, never personal data. Its pages expect to stand at the root.

use apalis_board::axum::{
    framework::{ApiBuilder, RegisterRoute},
    ui::ServeUI,
};
use apalis_postgres::{Config, PostgresStorage};
use axum::Router;
use entity::job::{DeliverMail, MAIL_QUEUE, RunSchedule, SCHEDULE_QUEUE};
use sqlx::PgPool;

pub(super) fn router(pool: &PgPool) -> Router {
    let mail = PostgresStorage::<DeliverMail>::new(pool).with_config(Config::default().queue(MAIL_QUEUE));
    let schedule = PostgresStorage::<RunSchedule>::new(pool).with_config(Config::default().queue(SCHEDULE_QUEUE));
    let api = ApiBuilder::new(Router::new()).register(MAIL_QUEUE, mail).register(SCHEDULE_QUEUE, schedule).build();
    Router::new().nest("/api/v1", api).fallback_service(ServeUI::new())
}
