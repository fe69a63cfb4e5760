//! Checks the site as the form uses it: name, proxy, certificate, api, and the api's database.

use std::time::Duration;

use entity::Clock;
use tokio::time::sleep;
use uuid::Uuid;

use super::Finding;
use crate::site::{Fault, Site};

/// The pause before the second attempt of a busy api.
const RETRY_PAUSE: Duration = Duration::from_secs(2);

pub(super) async fn check_site(public_url: &str, authorities: Option<&[u8]>) -> Finding {
    let site = match Site::new(public_url, authorities) {
        Ok(site) => site,
        Err(error) => return Finding::critical("site", error.to_string()),
    };
    match visit(&site).await {
        Ok(until) => {
            Finding::ok("site", format!("it serves the form's challenge, and the api reaches its database{until}"))
        }
        Err(fault) => Finding::critical("site", fault.to_string()),
    }
}

async fn visit(site: &Site) -> Result<String, Fault> {
    let until = site.reach().await?;
    site.bot_check().await?;
    let key = Uuid::new_v4();
    if site.be_refused(key).await.is_err() {
        sleep(RETRY_PAUSE).await;
        site.be_refused(key).await?;
    }
    let days =
        until.map(|until| format!("; its certificate has {} days left", (until - Clock::system().now()).num_days()));
    Ok(days.unwrap_or_default())
}
