//! The product on one machine: builds, Postgres, processes, ports, settings, the site.
//! A library for the commands in `tools/`.

pub mod build;
pub mod chromium;
pub mod command_line;
pub mod env_file;
pub mod http;
pub mod own_stack;
pub mod ports;
pub mod postgres;
pub mod process;
pub mod repo;
pub mod run_folder;
pub mod run_record;
pub mod service;
pub mod settings;
pub mod signals;
pub mod stack;
pub mod throwaway;
pub mod toolchain;
pub mod web;

pub use command_line::Reported;
