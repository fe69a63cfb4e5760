//! What tests, proof and bench share: fakes, sample inquiries, tokens, the database from outside.

pub mod client;
pub mod observer;
pub mod siteverify;
pub mod statistics;
pub mod token;
