//! The database and settings of one scenario or measurement.

use std::net::SocketAddr;

use anyhow::Result;

use crate::database_probe::DatabaseProbe;
use crate::token::TokenMaker;
use devstack::env_file::Pair;
use devstack::ports::Ports;
use devstack::settings::{self, Secrets};

#[derive(Debug, Clone)]
pub struct Setup {
    pub settings: Vec<Pair>,
    pub probe: DatabaseProbe,
    /// The proxy in front of the api. Without one, each api is a separate site.
    pub proxy: Option<SocketAddr>,
}

impl Setup {
    /// For the server of `admin_url`. `overrides` replace settings by name.
    pub fn new(ports: Ports, secrets: &Secrets, admin_url: &str, overrides: &[(&str, &str)]) -> Result<Self> {
        let settings = settings::pairs(ports, secrets, admin_url, &format!("http://127.0.0.1:{}", ports.site))?;
        let mut setup = Self { settings, probe: DatabaseProbe::new(admin_url, &secrets.database)?, proxy: None };
        // All visitors of a load generator may have one address.
        for (name, value) in [("RATE_LIMIT_PER_MINUTE", "1000000000")].iter().chain(overrides) {
            setup.set(name, value);
        }
        Ok(setup)
    }

    pub fn setting(&self, name: &str) -> &str {
        settings::value(&self.settings, name).unwrap_or_default()
    }

    pub fn set(&mut self, name: &str, value: &str) {
        settings::set(&mut self.settings, name, value);
    }

    /// Tokens that an api of this setup accepts. `site` is one of its apis.
    pub fn tokens(&self, site: SocketAddr) -> TokenMaker {
        TokenMaker::new(site, self.setting("ALTCHA_HMAC_KEY"))
    }
}
