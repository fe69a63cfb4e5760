//! Links as gateways write them anew.

use percent_encoding::percent_decode_str;

/// The target, if the link is one of a gateway, which puts it into a parameter.
pub(crate) fn unwrapped(link: &str) -> Option<String> {
    const GATEWAYS: [&str; 4] =
        [".safelinks.protection.outlook.com/", "urldefense.", "linkprotect.cudasvc.com/", "google.com/url?"];
    let decoded = percent_decode_str(link).decode_utf8_lossy();
    let host = decoded.split_once("://").map_or("", |(_, rest)| rest);
    GATEWAYS.iter().find(|gateway| host.find(*gateway).is_some_and(|at| at < 40))?;
    let target = decoded.rfind("http").map_or(&*decoded, |at| &decoded[at..]);
    let end = target.find("__").or_else(|| target.find('&')).unwrap_or(target.len());
    Some(target[..end].to_owned())
}
