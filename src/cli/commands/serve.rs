//! `bracket24 serve`

use std::fs;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};

use bracket24::present::markup as m;
use bracket24::{Grammar, Named};
use clap::builder::TypedValueParser;

use super::exercise::FOLDER;
use crate::cli::failure::note;
use crate::cli::grammar_options::{GrammarName, grammar_name};
use crate::cli::live::{Folder, Guard, Live, Opening, Server, in_page, new_token, serve_until};
use crate::cli::{Ended, Failure, Outcome, Output, file, formats, interrupt};

/// The first port to try if the user gives none.
const PORT: u16 = 2424;

/// The number of ports to try.
const PORTS: u16 = 50;

/// Edit a grammar and a text in your browser, and see the parse
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The port [default: 2424 or the next free]
    ///
    /// 0 takes any free port.
    #[arg(long, value_name = "N", value_parser = port())]
    port: Option<u16>,

    /// Open the page in your browser
    #[arg(long)]
    open: bool,

    /// The grammar to open [default: left]
    ///
    /// A name from `bracket24 grammar list`, or a `.pest` file.
    #[arg(short, long, value_name = "NAME|FILE.pest", value_parser = grammar_name())]
    grammar: Option<GrammarName>,

    /// Edit the grammars and tests of this folder
    ///
    /// Everybody with an account on this machine can read and write them through the page.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// Show the exercises
    ///
    /// Your folder is `bracket24-exercises`, or that of `--folder`.
    #[arg(long)]
    exercises: bool,

    /// Let a class use the page at this address of your machine
    ///
    /// For example `192.168.1.20`, or `0.0.0.0` for all its addresses.
    #[arg(long, value_name = "ADDR", hide_short_help = true)]
    listen: Option<IpAddr>,

    /// The token in the link of the class, instead of a random one
    ///
    /// With --port, too, the link stays the same. 4 to 64 letters, digits, `-` or `_`. Anyone who
    /// guesses it can use the page.
    #[arg(long, value_name = "WORD", requires = "listen", value_parser = word(), hide_short_help = true)]
    token: Option<String>,
}

formats!(Arguments:);

/// Parses a port.
fn port() -> impl TypedValueParser<Value = u16> {
    |text: &str| text.trim().parse::<u16>().map_err(|_| "expected a whole number from 0 to 65535")
}

/// Parses a token that a URL can contain without escapes.
fn word() -> impl TypedValueParser<Value = String> {
    |text: &str| {
        let is_plain = text.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it));
        let word = Some(text).filter(|_| is_plain && (4..=64).contains(&text.len()));
        word.map(str::to_owned).ok_or("expected 4 to 64 letters, digits, `-` or `_`")
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Ended {
    let is_over = interrupt::watch().map_err(Failure::plain)?;
    let folder = arguments.open_folder()?;
    let server = arguments.bind()?;
    let token = arguments.listen.map(|_| arguments.token.clone().unwrap_or_else(new_token));
    let query = token.as_ref().map_or_else(String::new, |token| format!("?token={token}"));
    let port = server.addresses[0].port();
    let address = |ip| format!("http://{}/{query}", SocketAddr::new(ip, port));
    let own = address(Ipv4Addr::LOCALHOST.into());
    let opening = arguments.opening(folder.as_ref())?;
    let live = Live::new(Guard::new(&server.addresses, token), folder, opening);
    output.line(m::plain(format!("live at {own}")))?;
    if let Some(listen) = arguments.listen {
        output.line(m::plain(format!("for a class at {}", address(own_address(listen)))))?;
        let (message, help) = if listen.is_loopback() {
            (
                "only this machine can reach that address",
                "give `--listen` the address that the class can reach",
            )
        } else {
            (
                "anybody with the address for a class can read the files of this page",
                "their work stays in their browsers; only the first address can write files",
            )
        };
        note(message, help);
    }
    output.line(m::note("Ctrl-C ends it"))?;
    output.flush()?;
    if arguments.open
        && let Err(error) = open::that(&own)
    {
        note(&format!("cannot open a browser: {error}"), "open the address in a browser yourself");
    }
    let ended = serve_until(is_over, server, live);
    ended.map_err(|error| Failure::plain(format!("cannot serve the page: {error}")))?;
    Ok(Outcome::Interrupted)
}

impl Arguments {
    /// The folder of the files to edit, if there is one.
    fn folder(&self) -> Option<&Path> {
        self.folder.as_deref().or_else(|| self.exercises.then(|| Path::new(FOLDER)))
    }

    /// The file of the grammar; `None` if the grammar is built in or there is no such file.
    fn file(&self) -> Option<&Path> {
        let Some(GrammarName::File(path)) = &self.grammar else { return None };
        path.is_file().then_some(path)
    }

    fn open_folder(&self) -> Result<Option<Folder>, Failure> {
        let Some(path) = self.folder() else {
            let Some(file) = self.file() else { return Ok(None) };
            let folder = Folder::of_file(file);
            match &folder {
                Some(folder) => note_if_read_only(folder, file),
                None => note(
                    &format!("the page shows {}, but cannot edit it", file.display()),
                    "the page edits only a file `NAME.pest` that is not a link out of its folder",
                ),
            }
            return Ok(folder);
        };
        if self.exercises && !path.exists() {
            fs::create_dir_all(path).map_err(|error| Failure::cannot_write(path, error))?;
        }
        let folder = Folder::open(path)?;
        note_if_read_only(&folder, path);
        Ok(Some(folder))
    }

    fn bind(&self) -> Result<Server, Failure> {
        let here = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        let is_other = |it: &IpAddr| self.listen.is_none_or(|at| at != *it && !at.is_unspecified());
        let others = here.into_iter().filter(is_other);
        let hosts: Vec<IpAddr> = self.listen.into_iter().chain(others).collect();
        let bind = |port| Server::bind(&hosts, port);
        let is_free = |bound: &io::Result<Server>| {
            bound.as_ref().err().is_none_or(|error| error.kind() != ErrorKind::AddrInUse)
        };
        let free = || {
            // If none of these ports is free, let the system choose a port.
            (PORT..PORT + PORTS).map(bind).find(is_free).unwrap_or_else(|| bind(0))
        };
        self.port.map_or_else(free, bind).map_err(|error| match (error.kind(), self.port) {
            (ErrorKind::AddrInUse, Some(port)) => Failure::with_help(
                format!("the port {port} is taken"),
                "leave out `--port`, and bracket24 finds the next free one",
            ),
            (ErrorKind::PermissionDenied, Some(port)) => Failure::with_help(
                format!("you may not use the port {port}"),
                "choose one from 1024 up",
            ),
            (ErrorKind::AddrNotAvailable, _) => Failure::with_help(
                format!("this machine has no address {}", hosts[0]),
                "`--listen 0.0.0.0` listens at all that it has",
            ),
            _ => Failure::plain(format!("cannot listen: {error}")),
        })
    }

    fn opening(&self, folder: Option<&Folder>) -> Result<Opening, Failure> {
        let is_file = self.file().zip(folder).is_some_and(|(file, folder)| folder.has(file));
        let name = |path: &Path| file::name(path.file_name().map_or(path, Path::new));
        let leads_to = self.file().and_then(|it| it.canonicalize().ok());
        let (grammar, source) = match &self.grammar {
            None => (Grammar::Left.to_string(), None),
            Some(GrammarName::BuiltIn(grammar)) => (grammar.to_string(), None),
            Some(GrammarName::File(path)) => (name(path), Some(in_page(&file::whole_text(path)?))),
        };
        let takes_new_files = folder.is_some_and(Folder::takes_new_files);
        let grammars = Grammar::ALL.iter().map(|it| it.name().to_owned()).collect();
        Ok(Opening {
            grammar,
            leads_to: leads_to.map_or_else(String::new, |it| name(&it)),
            is_file,
            source,
            grammars,
            folder: folder.is_some(),
            may_write: true,
            takes_new_files,
            exercises: self.exercises,
        })
    }
}

/// The address at which a class reaches this machine, if the server listens at `host`. If `host`
/// means all addresses of the machine, returns the address from which the machine would send
/// packets.
fn own_address(host: IpAddr) -> IpAddr {
    // Connecting a UDP socket sends nothing: the system only chooses a route.
    let elsewhere = if host.is_ipv4() { "203.0.113.1:9" } else { "[2001:db8::1]:9" };
    let way = |socket: UdpSocket| socket.connect(elsewhere).and_then(|()| socket.local_addr());
    UdpSocket::bind((host, 0)).and_then(way).map_or(host, |found| found.ip())
}

/// Warns if the page cannot write into `folder`. The message names `path`.
fn note_if_read_only(folder: &Folder, path: &Path) {
    if !folder.can_write() {
        let message = format!("the page cannot write {}", path.display());
        note(&message, "you may not make files in the folder; copy your text from the page");
    }
}
