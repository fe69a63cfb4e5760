//! A migrated database on free ports, for tests against running programs.

use std::path::Path;

use anyhow::Result;

use crate::build::{self, Programs};
use crate::env_file::Pair;
use crate::ports::Ports;
use crate::postgres::Durability;
use crate::settings;
use crate::stack::Stack;

#[derive(Debug)]
pub struct OwnStack {
    pub ports: Ports,
    /// The URL of the api.
    pub site: String,
    pub programs: Programs,
    pub settings: Vec<Pair>,
    pub stack: Stack,
}

impl OwnStack {
    /// Builds the programs and starts Postgres in `folder`. Does not start the other programs. `change`: of the server, by its
    /// administrator's URL, before the database is made.
    pub fn prepare(folder: &Path, change: impl FnOnce(&str) -> Result<()>) -> Result<Self> {
        let programs = build::product(build::Profile::Dev)?;
        let ports = Ports::find_free()?;
        let site = format!("http://127.0.0.1:{}", ports.site);
        let (stack, secrets) = Stack::with_postgres(folder, &site, ports, Durability::Real)?;
        let admin_url = secrets.admin_url(ports);
        change(&admin_url)?;
        let mut settings = settings::pairs(ports, &secrets, &admin_url, &site)?;
        settings::turn_mail_in_on(&mut settings, ports, &secrets);
        settings::name_consultants(&mut settings);
        stack.migrate(&programs, &settings)?;
        Ok(Self { ports, site, programs, settings, stack })
    }

    /// Restarts the api with Turnstile; its tokens are verified at `port`.
    pub fn change_to_turnstile(&mut self, port: u16) -> Result<()> {
        for (name, value) in [
            ("BOT_CHECK", "turnstile"),
            ("TURNSTILE_SITE_KEY", "stand-in-site-key"),
            ("TURNSTILE_SECRET", "stand-in-secret"),
            ("TURNSTILE_VERIFY_URL", &format!("http://127.0.0.1:{port}/siteverify")),
        ] {
            settings::set(&mut self.settings, name, value);
        }
        self.stack.stop_service("api")?;
        self.start_api()
    }

    pub fn start_api(&mut self) -> Result<()> {
        self.stack.start_api(&self.programs, &self.settings, self.ports)
    }
}
