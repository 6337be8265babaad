//! The server runs in this program, so that the fuzzer sees which code a request reaches.

#![no_main]

#[allow(dead_code, unreachable_pub, unused_imports)]
#[path = "../../../src/cli/mod.rs"]
mod cli;
#[path = "../checks/request.rs"]
mod request;

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

static SERVER: OnceLock<SocketAddr> = OnceLock::new();

/// Starts the server, and waits until it listens.
fn server() -> SocketAddr {
    // Several such programs may run at once, so each takes its own port. From 32,768 on, the system
    // gives ports to the connections of an earlier run, and remembers them for a minute.
    let port = u16::try_from(20_000 + std::process::id() % 12_000).expect("it is below 32,000");
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let server = thread::spawn(move || {
        cli::run(["bracket24", "serve", "--port", &port.to_string()].map(Into::into));
    });
    while TcpStream::connect(address).is_err() {
        assert!(!server.is_finished(), "the server does not start at port {port}");
        thread::sleep(Duration::from_millis(20));
    }
    address
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    request::check(*SERVER.get_or_init(server), data);
});
