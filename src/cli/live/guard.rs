//! Whose requests are answered: those of the page itself, and of programs on this
//! machine that name it.
//!
//! A page elsewhere could have a browser send requests here. Its own `Origin` goes with
//! them, and where its name was made to lead to this machine, that name is the `Host`.
//! Both have to be addresses at which the page was announced.
//!
//! Files are written for the machine itself alone, by its loopback address. Whoever comes
//! in by the address of a class, which may be this machine too, reads and has things
//! checked.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::http::uri::Authority;
use hyper::{Method, StatusCode};
use tokio::net::TcpStream;

use super::answer::Problem;

/// The header with the token that a script sends.
pub(super) const TOKEN: &str = "x-bracket24-token";

/// Who may ask.
#[derive(Debug)]
pub(crate) struct Guard {
    port: u16,
    /// The addresses that the page was announced at.
    addresses: Vec<IpAddr>,
    /// What who is not on this machine has to know.
    token: Option<String>,
}

/// A token that fits on a blackboard: 32 bits of the keys that the system gives to the
/// hash maps of this process, which the standard library draws at random. It keeps
/// strangers from using the server; who has guessed it can write nothing.
pub(crate) fn new_token() -> String {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u8(0);
    format!("{:08x}", hasher.finish() >> 32)
}

/// Whether who is at the other end may write.
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

    /// Refuses what comes from another page, or under another name.
    pub(super) fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
        let host = one(headers, &HOST)?.ok_or_else(|| Problem::bad("the request has no Host"))?;
        if !self.is_own(host) {
            let message = format!("this is not {host}");
            let help = format!("ask for 127.0.0.1:{}", self.port);
            return Err(Problem::forbidden(message).with_help(help));
        }
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|it| it == host);
        if let Some(origin) = one(headers, &ORIGIN)?
            && !is_own(origin)
        {
            let message = format!("a page of {origin} may not ask");
            return Err(Problem::forbidden(message));
        }
        // What a form of another page can send is no JSON.
        let kind = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()?.split(';').next());
        let is_json = kind.is_some_and(|it| it.trim().eq_ignore_ascii_case("application/json"));
        if *method == Method::POST && !is_json {
            let message = "the request is no application/json";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        Ok(())
    }

    /// Refuses who does not know the token, where there is one.
    pub(super) fn check_token(&self, given: Option<&str>) -> Result<(), Problem> {
        let Some(token) = &self.token else { return Ok(()) };
        if given.is_some_and(|given| is_same(given, token)) {
            return Ok(());
        }
        let help = "ask whoever gave you the link for the whole one";
        Err(Problem::forbidden("this link is incomplete, or the class has a new one")
            .with_help(help))
    }

    /// Whether a host is one that the page was announced at. A name, which could lead
    /// here from anywhere, is none but `localhost`.
    fn is_own(&self, host: &str) -> bool {
        let Ok(host) = host.parse::<Authority>() else { return false };
        // Browsers leave out the port of the web.
        if host.port_u16().unwrap_or(80) != self.port || host.as_str().contains('@') {
            return false;
        }
        match host.host().trim_matches(['[', ']']).parse::<IpAddr>() {
            // Whoever listens everywhere has addresses that it does not know.
            Ok(address) => self.addresses.iter().any(|own| *own == address || own.is_unspecified()),
            Err(_) => host.host() == "localhost" && self.addresses.iter().any(IpAddr::is_loopback),
        }
    }
}

/// The value of a header that may stand there once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let value = values.next().map(HeaderValue::to_str).transpose();
    match (value, values.next()) {
        (Ok(value), None) => Ok(value),
        _ => Err(Problem::bad(format!("the header {name} cannot be read"))),
    }
}

/// Whether both are the same; how long that takes does not tell where they differ.
fn is_same(a: &str, b: &str) -> bool {
    let differs = a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
    a.len() == b.len() && differs == 0
}
