//! Decides which requests the server answers: those of the live page, and those of programs that
//! use the address of the server.
//!
//! A page of another site could make a browser send requests to this server. The browser adds the
//! `Origin` of that page to the requests, or at least `Sec-Fetch-Site`. The other site could also
//! make its own name resolve to this machine; then the `Host` of a request is that name. So both
//! `Origin` and `Host` must be addresses at which the server listens.
//!
//! Only requests to the loopback address, from this machine, may write files. Requests to the
//! address for a class, even from this machine, may read files and have texts checked.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::http::uri::Authority;
use hyper::{Method, StatusCode};
use tokio::net::TcpStream;

use super::answer::Problem;

/// The header in which a script sends the token.
pub(super) const TOKEN: &str = "x-bracket24-token";

/// The rules for requests.
#[derive(Debug)]
pub(crate) struct Guard {
    port: u16,
    /// The addresses at which the server listens.
    addresses: Vec<IpAddr>,
    /// The token that a request must have, if the server is for a class.
    token: Option<String>,
}

/// Makes a token that is short enough for a blackboard: 32 bits from the random keys that the
/// standard library makes for the hash maps of this process. The token keeps strangers from using
/// the server. A stranger who guesses it still cannot write files.
pub(crate) fn new_token() -> String {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u8(0);
    format!("{:08x}", hasher.finish() >> 32)
}

/// Whether the client may write files.
pub(super) fn may_write(stream: &TcpStream) -> io::Result<bool> {
    let [peer, local] =
        [stream.peer_addr()?, stream.local_addr()?].map(|it| it.ip().to_canonical());
    let own: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    Ok(peer.is_loopback() && own.contains(&local))
}

impl Guard {
    pub(crate) fn new(addresses: &[SocketAddr], token: Option<String>) -> Self {
        let port = addresses.first().expect("it listens somewhere").port();
        Self { port, addresses: addresses.iter().map(SocketAddr::ip).collect(), token }
    }

    /// Rejects a request that comes from another page or names another host.
    pub(super) fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
        let host = one(headers, &HOST)?.ok_or_else(|| Problem::bad("the request has no Host"))?;
        if !self.is_own(host) {
            let help = format!("ask for 127.0.0.1:{}", self.port);
            return Err(Problem::forbidden(format!("this is not {host}")).with_help(help));
        }
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|it| it == host);
        if let Some(origin) = one(headers, &ORIGIN)?
            && !is_own(origin)
        {
            return Err(Problem::forbidden(format!("a page from {origin} may not send requests")));
        }
        // A browser names no origin if the page shows the answer as an image, but it may follow a
        // link of any page.
        let has = |key, end: &[u8]| headers.get(key).is_some_and(|it| it.as_bytes().ends_with(end));
        let is_link = *method == Method::GET && has("sec-fetch-mode", b"navigate");
        if !is_link && has("sec-fetch-site", b"-site") {
            return Err(Problem::forbidden("another page may not send requests"));
        }
        // A form on another page cannot send JSON.
        let kind = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()?.split(';').next());
        let is_json = kind.is_some_and(|it| it.trim().eq_ignore_ascii_case("application/json"));
        if *method == Method::POST && !is_json {
            let message = "the request is not `application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        Ok(())
    }

    /// Rejects a request without the token, if the server has a token.
    pub(super) fn check_token(&self, given: Option<&str>) -> Result<(), Problem> {
        let Some(token) = &self.token else { return Ok(()) };
        if given.is_some_and(|given| is_same(given, token)) {
            return Ok(());
        }
        Err(Problem::forbidden("this link is incomplete, or the class has a new one")
            .with_help("ask for the complete link"))
    }

    /// Whether the server listens at `host`. The only name that counts is `localhost`, because
    /// anybody can make another name resolve to this machine.
    fn is_own(&self, host: &str) -> bool {
        let Ok(host) = host.parse::<Authority>() else { return false };
        // Browsers leave out port 80.
        if host.port_u16().unwrap_or(80) != self.port || host.as_str().contains('@') {
            return false;
        }
        // A server that listens at all addresses of the machine does not know them, so accept any
        // address.
        let (mut own, is_any) = (self.addresses.iter(), IpAddr::is_unspecified);
        match host.host().trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(address) => own.any(|it| *it == address || is_any(it)),
            Err(_) => host.host() == "localhost" && own.any(|it| it.is_loopback() || is_any(it)),
        }
    }
}

/// The value of a header, which may occur only once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().map(HeaderValue::to_str).transpose();
    match (value, values.next()) {
        (Ok(value), None) => Ok(value),
        _ => Err(Problem::bad(format!("the header {name} cannot be read"))),
    }
}

/// Whether `a` and `b` are equal. The time of the comparison does not reveal where they differ.
fn is_same(a: &str, b: &str) -> bool {
    let differs = a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
    a.len() == b.len() && differs == 0
}
