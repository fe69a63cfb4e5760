//! SCRAM-SHA-256 as a client (RFC 5802, RFC 7677), for our own server on loopback.

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// One login. `first` goes to the server, its answer comes to [`Login::last`].
#[derive(Debug)]
pub(super) struct Login {
    user: String,
    nonce: String,
}

impl Login {
    /// Postgres takes the user from the startup message, so `user` may be empty.
    pub(super) fn new(user: &str, nonce: &str) -> Self {
        Self { user: user.to_owned(), nonce: nonce.to_owned() }
    }

    pub(super) fn first(&self) -> String {
        format!("n,,{}", self.bare())
    }

    /// The message that proves that we know the password.
    pub(super) fn last(&self, password: &str, server_first: &str) -> Result<String> {
        let field = |name: &str| server_first.split(',').find_map(|part| part.strip_prefix(name));
        let nonce = field("r=").context("no nonce in the server's challenge")?;
        if !nonce.starts_with(&self.nonce) {
            bail!("the server's nonce does not continue ours");
        }
        let salt = STANDARD.decode(field("s=").context("no salt")?)?;
        let rounds: u32 = field("i=").context("no iteration count")?.parse()?;
        let salted = salted_password(password, &salt, rounds);
        let client_key = hmac(&salted, b"Client Key");
        let unproven = format!("c=biws,r={nonce}");
        let message = format!("{},{server_first},{unproven}", self.bare());
        let signature = hmac(&Sha256::digest(client_key), message.as_bytes());
        let proof: Vec<u8> = client_key.iter().zip(signature).map(|(key, sign)| key ^ sign).collect();
        Ok(format!("{unproven},p={}", STANDARD.encode(proof)))
    }

    fn bare(&self) -> String {
        format!("n={},r={}", self.user, self.nonce)
    }
}

fn salted_password(password: &str, salt: &[u8], rounds: u32) -> [u8; 32] {
    let mut block = hmac(password.as_bytes(), &[salt, &[0, 0, 0, 1]].concat());
    let mut result = block;
    for _ in 1..rounds {
        block = hmac(password.as_bytes(), &block);
        result.iter_mut().zip(block).for_each(|(sum, byte)| *sum ^= byte);
    }
    result
}

fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_proof_of_the_example_in_rfc_7677() {
        let login = Login::new("user", "rOprNGfwEbeRWgbNEkqO");
        let server = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
        assert_eq!(login.first(), "n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
        let last = login.last("pencil", server).unwrap();
        assert!(last.ends_with(",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="), "{last}");
        assert!(login.last("pencil", "r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096").is_err());
    }
}
