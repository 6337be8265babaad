//! Writes a file that derives a parser from each of the grammars.

#[path = "src/packages.rs"]
#[allow(dead_code)]
mod packages;

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=../Cargo.lock");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/packages.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    let (mut modules, mut table) = (String::new(), String::new());
    for (index, grammar) in packages::public_grammars().iter().enumerate() {
        let file = out.join(format!("grammar_{index}.pest"));
        fs::write(&file, &grammar.source).expect("the folder is there");
        write!(
            modules,
            "mod grammar_{index} {{\n    #[derive(pest_derive::Parser)]\n    \
             #[grammar = {file:?}]\n    pub struct Derived;\n}}\n"
        )
        .expect("a string takes all");
        writeln!(
            table,
            "    |start, text| run::<grammar_{index}::Derived, _>(\
             grammar_{index}::Rule::all_rules(), start, text),"
        )
        .expect("a string takes all");
    }
    let derived = format!("{modules}\npub const DERIVED: &[Derived] = &[\n{table}];\n");
    fs::write(out.join("derived.rs"), derived).expect("the folder is there");
}
