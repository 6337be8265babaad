//! The grammars of the packages that `Cargo.lock` pins, wherever cargo keeps those.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use syn::visit::{self, Visit};

/// A package that has to do with pest.
#[derive(Debug)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub folder: PathBuf,
}

/// A grammar that a package has.
#[derive(Debug)]
pub struct PublicGrammar {
    /// The package.
    pub package: Package,
    /// The files of the grammar, relative to the folder of the package; if it is written in a Rust
    /// file, that file and the parser's name.
    pub file: String,
    /// Its text.
    pub source: String,
}

/// All of them that pest reads and that differ by their text, by the names of packages and files.
/// Each is the source of one parser, or else a `.pest` file that no parser of the package names.
///
/// # Panics
///
/// Panics if cargo does not provide the packages.
pub fn public_grammars() -> Vec<PublicGrammar> {
    let mut found = BTreeMap::new();
    for package in packages() {
        let mut files = Vec::new();
        collect(&package.folder, &mut files);
        let mut named = Vec::new();
        let mut sources = BTreeMap::new();
        for file in files.iter().filter(|file| has_extension(file, "rs")) {
            for parser in parsers(file, &package.folder) {
                named.extend(parser.files);
                sources.insert(parser.name, parser.source);
            }
        }
        for file in files.iter().filter(|file| has_extension(file, "pest")) {
            if !named.contains(file) {
                let source = fs::read_to_string(file).unwrap_or_default();
                sources.insert(inside(file, &package.folder), source);
            }
        }
        for (file, source) in sources {
            let Package { name, version, folder } = &package;
            let (name, version) = (name.clone(), version.clone());
            let package = Package { name, version, folder: folder.clone() };
            let key = source.split_whitespace().collect::<Vec<_>>().join(" ");
            found.entry(key).or_insert(PublicGrammar { package, file, source });
        }
    }
    let mut grammars: Vec<_> = found.into_values().filter(|it| is_read(&it.source)).collect();
    grammars.sort_by(|a, b| {
        let key = |it: &PublicGrammar| (it.package.name.to_lowercase(), it.file.clone());
        key(a).cmp(&key(b))
    });
    grammars
}

/// Whether pest reads it as a grammar; it panics on a few.
fn is_read(source: &str) -> bool {
    std::panic::catch_unwind(|| pest_meta::parse_and_optimize(source).is_ok()).unwrap_or(false)
}

/// The packages from a registry that depend on pest in any way, sorted by their names.
fn packages() -> Vec<Package> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let run = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(manifest)
        .output()
        .expect("cargo is there");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let metadata: Value = serde_json::from_slice(&run.stdout).expect("cargo writes JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut packages: Vec<Package> = metadata["packages"]
        .as_array()
        .expect("cargo lists packages")
        .iter()
        .filter(|package| {
            let mut dependencies = package["dependencies"].as_array().into_iter().flatten();
            let is_of_pest = |it: &Value| text(&it["name"]).starts_with("pest");
            !package["source"].is_null() && dependencies.any(is_of_pest)
        })
        .map(|package| {
            let manifest = PathBuf::from(text(&package["manifest_path"]));
            let folder = manifest.parent().expect("a manifest is in a folder").to_owned();
            Package { name: text(&package["name"]), version: text(&package["version"]), folder }
        })
        .collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    packages
}

/// All files in a folder, in the order of their names.
pub fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() { collect(&entry, files) } else { files.push(entry) }
    }
}

pub fn has_extension(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|it| it == extension)
}

/// The name of a file relative to a folder, the same on all systems.
fn inside(file: &Path, folder: &Path) -> String {
    let path = file.strip_prefix(folder).unwrap_or(file);
    path.components().map(|it| it.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The source of a derived parser.
struct Parser {
    name: String,
    files: Vec<PathBuf>,
    source: String,
}

/// The parsers that a Rust file derives; as pest does, texts of several attributes follow one
/// another, and files are looked for in the package and then in its `src`.
fn parsers(file: &Path, folder: &Path) -> Vec<Parser> {
    struct Finder<'a> {
        file: &'a Path,
        folder: &'a Path,
        found: Vec<Parser>,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
            let mut parser =
                Parser { name: String::new(), files: Vec::new(), source: String::new() };
            for attribute in &item.attrs {
                let syn::Meta::NameValue(pair) = &attribute.meta else { continue };
                let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value
                else {
                    continue;
                };
                if pair.path.is_ident("grammar_inline") {
                    parser.name = format!("{}: {}", inside(self.file, self.folder), item.ident);
                    parser.source += &text.value();
                } else if pair.path.is_ident("grammar") {
                    let places = [self.folder.to_owned(), self.folder.join("src")];
                    let mut places = places.iter().map(|it| it.join(text.value()));
                    let Some(path) = places.find(|it| it.is_file()) else { return };
                    let name = inside(&path, self.folder);
                    let before = if parser.name.is_empty() { "" } else { " + " };
                    parser.name += &(before.to_owned() + &name);
                    parser.source += &fs::read_to_string(&path).unwrap_or_default();
                    parser.files.push(path);
                }
            }
            if !parser.name.is_empty() {
                self.found.push(parser);
            }
            visit::visit_item_struct(self, item);
        }
    }
    let text = fs::read_to_string(file).unwrap_or_default();
    if !text.contains("grammar") {
        return Vec::new();
    }
    let Ok(parsed) = syn::parse_file(&text) else { return Vec::new() };
    let mut finder = Finder { file, folder, found: Vec::new() };
    finder.visit_file(&parsed);
    finder.found
}
