//! The connections: where they come in, how many there are, and which has to go.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::Live;
use super::route;

/// The most connections at once. One more takes the place of the oldest that nothing is
/// asked on.
const MOST: usize = 400;

/// How long a request's head may take to come, also the next one's.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// The most bytes of a request's head.
const MAX_HEAD: usize = 64 << 10;

/// How often Ctrl-C is looked for.
const PAUSE: Duration = Duration::from_millis(50);

/// Ports that are listened to, before anything is answered.
#[derive(Debug)]
pub(crate) struct Server {
    listeners: Vec<StdListener>,
    addresses: Vec<SocketAddr>,
}

impl Server {
    /// Listens at the first of these that there is, and at the others on the same port,
    /// where that can be done.
    ///
    /// # Errors
    ///
    /// Where the first cannot be had.
    pub(crate) fn bind(addresses: &[SocketAddr]) -> io::Result<Self> {
        let (first, others) = addresses.split_first().expect("there is an address to bind");
        let listener = StdListener::bind(first)?;
        let port = listener.local_addr()?.port();
        let mut listeners = vec![listener];
        for other in others {
            match StdListener::bind(SocketAddr::new(other.ip(), port)) {
                Ok(listener) => listeners.push(listener),
                // Somebody else's answers would stand there under the same name.
                Err(error) if error.kind() == ErrorKind::AddrInUse => return Err(error),
                // A machine may have but one kind of address.
                Err(_) => {}
            }
        }
        let addresses = listeners.iter().map(StdListener::local_addr).collect::<io::Result<_>>()?;
        Ok(Self { listeners, addresses })
    }

    /// Where it listens, the first one first.
    pub(crate) fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }
}

/// Answers until `is_over`.
///
/// # Errors
///
/// Where the system has no means for it.
pub(crate) fn serve_until(is_over: &AtomicBool, server: Server, live: Live) -> io::Result<()> {
    let runtime: Runtime = Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(live.work.threads())
        .build()?;
    let live = Arc::new(live);
    let connections = Arc::new(Connections::default());
    runtime
        .block_on(async {
            for listener in server.listeners {
                listener.set_nonblocking(true)?;
                let listener = TcpListener::from_std(listener)?;
                tokio::spawn(accept(listener, Arc::clone(&live), Arc::clone(&connections)));
            }
            while !is_over.load(Ordering::Relaxed) {
                sleep(PAUSE).await;
            }
            Ok(())
        })
        .inspect(|()| runtime.shutdown_background())
}

/// Takes one connection after another.
async fn accept(listener: TcpListener, live: Arc<Live>, connections: Arc<Connections>) {
    loop {
        if let Ok((stream, _)) = listener.accept().await {
            connections.add(stream, &live);
        } else {
            // There may be no more files to open for a while.
            connections.drop_oldest();
            sleep(PAUSE).await;
        }
    }
}

/// The connections by their age.
#[derive(Debug, Default)]
struct Connections {
    next: AtomicUsize,
    open: Mutex<BTreeMap<usize, Connection>>,
}

#[derive(Debug)]
struct Connection {
    task: AbortHandle,
    /// Whether an answer is being made.
    busy: Arc<AtomicBool>,
}

impl Connections {
    fn add(self: &Arc<Self>, stream: TcpStream, live: &Arc<Live>) {
        if self.lock().len() >= MOST && !self.drop_oldest() {
            return;
        }
        // An answer is one piece; to wait for more of it only delays it.
        let _ = stream.set_nodelay(true);
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let busy = Arc::new(AtomicBool::new(false));
        let (live, all, is_busy) = (Arc::clone(live), Arc::clone(self), Arc::clone(&busy));
        // It cannot end before it is known: this thread is the one that runs it.
        let task = tokio::spawn(async move {
            let service = service_fn(|request| {
                route::answer(Arc::clone(&live), request, Arc::clone(&is_busy))
            });
            // What breaks off is no concern of anybody else.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(MAX_HEAD)
                .serve_connection(TokioIo::new(stream), service)
                .await;
            all.lock().remove(&number);
        });
        self.lock().insert(number, Connection { task: task.abort_handle(), busy });
    }

    /// Ends the oldest connection on which nothing is asked; says whether there was one.
    fn drop_oldest(&self) -> bool {
        let mut open = self.lock();
        let idle = open.iter().find(|(_, it)| !it.busy.load(Ordering::Relaxed));
        let Some(number) = idle.map(|(&number, _)| number) else { return false };
        if let Some(connection) = open.remove(&number) {
            connection.task.abort();
        }
        true
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<usize, Connection>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
