//! The listening ports, the connections, and the handler for each request.

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr, TcpListener as StdListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use http_body_util::{BodyExt, Channel};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::Live;
use super::answer::{self, Body, Problem};
use super::folder::Watch;
use super::guard::{self, TOKEN};
use super::requests::{self, Answered, Context};

/// The maximum number of open connections. A further connection replaces the oldest idle one.
const MOST: usize = 400;

/// The maximum time without a message on a stream of events. Sending a message shows whether the
/// page is still open.
const BEAT: Duration = Duration::from_secs(15);

/// How often the server checks for Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// The listening ports of a server that does not answer requests yet.
#[derive(Debug)]
pub(crate) struct Server {
    listeners: Vec<StdListener>,
    /// The addresses of the ports, in the same order.
    pub(crate) addresses: Vec<SocketAddr>,
}

impl Server {
    /// Listens on `port` of the first host, and on the same port of the other hosts if possible. If
    /// `port` is 0, the system chooses a free port.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot listen on the first host, or if another program uses
    /// the port on one of the other hosts.
    pub(crate) fn bind(hosts: &[IpAddr], port: u16) -> io::Result<Self> {
        let (first, others) = hosts.split_first().expect("there is a host to listen at");
        let listener = StdListener::bind((*first, port))?;
        let port = listener.local_addr()?.port();
        let mut listeners = vec![listener];
        for other in others {
            match StdListener::bind((*other, port)) {
                Ok(listener) => listeners.push(listener),
                // Another program would answer at this host, under the same name as this server.
                Err(error) if error.kind() == ErrorKind::AddrInUse => return Err(error),
                // A machine may have no addresses of this kind, IPv4 or IPv6.
                Err(_) => {}
            }
        }
        let addresses = listeners.iter().map(StdListener::local_addr).collect::<io::Result<_>>()?;
        Ok(Self { listeners, addresses })
    }
}

/// Answers requests until `is_over`.
///
/// # Errors
///
/// Returns an error if the system cannot run the server.
pub(crate) fn serve_until(is_over: &AtomicBool, server: Server, live: Live) -> io::Result<()> {
    let runtime: Runtime = Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(live.work.threads())
        .build()?;
    let live = Arc::new(live);
    runtime
        .block_on(async {
            let open = Arc::default();
            for listener in server.listeners {
                listener.set_nonblocking(true)?;
                let listener = TcpListener::from_std(listener)?;
                tokio::spawn(accept(listener, Arc::clone(&open), Arc::clone(&live)));
            }
            while !is_over.load(Ordering::Relaxed) {
                sleep(PAUSE).await;
            }
            Ok(())
        })
        .inspect(|()| runtime.shutdown_background())
}

/// Accepts connections, one after another. All listeners share the list of open ones.
async fn accept(listener: TcpListener, all: Arc<Mutex<Vec<Connection>>>, live: Arc<Live>) {
    loop {
        let accepted = listener.accept().await;
        let is_error = accepted.is_err();
        accepted_one(accepted, &mut all.lock().unwrap_or_else(PoisonError::into_inner), &live);
        if is_error {
            sleep(PAUSE).await;
        }
    }
}

/// Adds a connection to the open ones; if there are too many, it replaces the oldest idle one.
fn accepted_one(
    accepted: io::Result<(TcpStream, SocketAddr)>,
    open: &mut Vec<Connection>,
    live: &Arc<Live>,
) {
    open.retain(|it| !it.task.is_finished());
    // An error may mean that the process has no free file descriptor, so close a connection.
    let is_full = open.len() >= MOST || accepted.is_err();
    let is_idle = |it: &Connection| it.held.strong_count() <= 1;
    let oldest = open.iter().position(is_idle).filter(|_| is_full);
    if let Some(oldest) = oldest {
        open.remove(oldest).task.abort();
    }
    if let Ok((stream, _)) = accepted
        && open.len() < MOST
    {
        open.push(Connection::new(stream, live));
    }
}

#[derive(Debug)]
struct Connection {
    task: AbortHandle,
    /// Its strong count is the number of answers in progress, plus one for the connection itself.
    held: Weak<()>,
}

impl Connection {
    fn new(stream: TcpStream, live: &Arc<Live>) -> Self {
        // An answer is sent in one piece, so buffering would only delay it.
        let _ = stream.set_nodelay(true);
        let is_own = guard::may_write(&stream).unwrap_or(false);
        let (live, hold) = (Arc::clone(live), Arc::new(()));
        let held = Arc::downgrade(&hold);
        let task = tokio::spawn(async move {
            let service = service_fn(|request| {
                let (live, held) = (Arc::clone(&live), Arc::downgrade(&hold));
                async move {
                    let answered = answered(live, is_own, request, &held).await;
                    Ok::<_, Infallible>(answered.unwrap_or_else(Response::from))
                }
            });
            // A connection that breaks affects no other connection.
            let _ = http1::Builder::new()
                // The timer limits how long the head of a request may take.
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
        Self { task: task.abort_handle(), held }
    }
}

/// Answers a request. `is_own` says whether it comes from this machine. `connection` counts as busy
/// while a handler works on the answer.
async fn answered(
    live: Arc<Live>,
    is_own: bool,
    request: Request<Incoming>,
    connection: &Weak<()>,
) -> Result<Response<Body>, Problem> {
    let no_such = || Problem::missing("there is nothing at this address");
    live.guard.check(request.method(), request.headers())?;
    let can_unpack = answer::can_unpack(request.headers());
    let view = &live.views[usize::from(is_own)];
    match (request.method(), request.uri().path()) {
        (&Method::GET, "/live.js") => Ok(live.script.answer(can_unpack)),
        (&Method::GET, "/live.css") => Ok(live.style.answer(can_unpack)),
        (&Method::GET, "/") => Ok(match live.guard.check_token(token(&request)) {
            Ok(()) => view.page.answer(can_unpack),
            Err(problem) => problem.in_words(),
        }),
        (&Method::GET, "/events") => {
            live.guard.check_token(token(&request))?;
            Ok(changes(view.watch.as_ref().ok_or_else(no_such)?))
        }
        (&Method::POST, path) => {
            live.guard.check_token(token(&request))?;
            let name = path.strip_prefix("/api/").ok_or_else(no_such)?;
            let (pace, handler) = requests::named(name).ok_or_else(no_such)?;
            let body = answer::read(request.into_body()).await?;
            let _held = connection.upgrade();
            let shared = Arc::clone(&live);
            // On the same machine, compression would only cost time.
            let is_packed = can_unpack && !is_own;
            let job = move |patience: &_| {
                let (kept, view) = (&shared.kept, &shared.views[usize::from(is_own)]);
                let Answered { kind, content } = handler(&Context { kept, view, patience }, &body)?;
                Ok((kind, if is_packed { answer::pack(&content) } else { content.into() }))
            };
            let (kind, content) = live.work.run(pace, job).await?;
            Ok(answer::whole(kind, content, is_packed))
        }
        (_, "/" | "/live.js" | "/live.css" | "/events") => {
            Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this address accepts only GET"))
        }
        _ => Err(no_such()),
    }
}

/// The token in the header of a request, or in its address.
fn token(request: &Request<Incoming>) -> Option<&str> {
    let sent = request.headers().get(TOKEN).and_then(|it| it.to_str().ok());
    let mut pairs = request.uri().query().into_iter().flat_map(|query| query.split('&'));
    sent.or_else(|| pairs.find_map(|pair| pair.strip_prefix("token=")))
}

/// An endless answer of server-sent events: the files of the folder with their digests, now and at
/// each change. A page whose connection ends connects again.
fn changes(watch: &Watch) -> Response<Body> {
    let (mut sender, body) = Channel::<Bytes>::new(4);
    let mut files = watch.subscribe();
    tokio::spawn(async move {
        loop {
            let event = format!("event: files\ndata: {}\n\n", &**files.borrow_and_update());
            if sender.send_data(event.into()).await.is_err() {
                return;
            }
            // Send a comment, which the page ignores.
            while timeout(BEAT, files.changed()).await.map_or(true, |it| it.is_err()) {
                if sender.send_data(Bytes::from_static(b": still here\n\n")).await.is_err() {
                    return;
                }
            }
        }
    });
    answer::of_kind(StatusCode::OK, "text/event-stream", body.boxed_unsync())
}
