//! Writes the source of all mutants of a file into one text, in which each mutant is chosen at run
//! time: `a + b` becomes `(if crate::mutant::is(7) {a - b} else {a + b})`.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, Member, Signature};

use super::Mutant;

/// A place in a file that mutants change.
struct Site {
    range: Range<usize>,
    kind: Kind,
    mutants: Vec<u32>,
}

enum Kind {
    /// The start of a function's body; a mutant returns another value.
    Body,
    /// The end of the pattern of a match arm without a guard; a mutant never takes the arm.
    Pattern,
    /// The guard of a match arm. These further mutants never take the arm.
    Guard(Vec<u32>),
    /// Operators between operands without brackets, each with its mutants, which may group the
    /// operands in another way.
    Chain(Vec<(Range<usize>, Vec<u32>)>),
    /// A mutant leaves only the operand.
    Unary(Range<usize>),
    /// The value of a field; a mutant takes this value in its place.
    Field(String),
    /// A field that a variable of the same name gives its value; a mutant takes this value.
    Shorthand(String),
    /// The `const` of a function, which could not ask for the active mutant.
    Constness,
}

/// The sites of a file. Mutants in constants have none.
pub(super) struct Sites<'t> {
    text: &'t str,
    /// The names of the functions that stay `const`, because constants call them.
    constant: &'t HashSet<String>,
    /// The mutants without a site so far, by kind and place.
    waiting: HashMap<(&'t str, usize), Vec<u32>>,
    /// How many constants are around the current place.
    depth: usize,
    all: Vec<Site>,
}

impl<'t> Sites<'t> {
    /// Finds the sites of `mutants` in the file `text`.
    pub(super) fn of(
        text: &'t str,
        mutants: impl Iterator<Item = &'t Mutant>,
        constant: &'t HashSet<String>,
    ) -> syn::Result<Self> {
        let mut waiting: HashMap<_, Vec<u32>> = HashMap::new();
        for it in mutants {
            waiting.entry((&*it.genre, it.start)).or_default().push(it.id);
        }
        let mut found = Self { text, constant, waiting, depth: 0, all: Vec::new() };
        found.visit_file(&syn::parse_file(text)?);
        let is_body = |it: &Site| matches!(it.kind, Kind::Body);
        found.all.sort_by_key(|it| (it.range.start, !is_body(it), Reverse(it.range.end)));
        Ok(found)
    }

    /// The mutants without a site.
    pub(super) fn missing(&self) -> impl Iterator<Item = u32> {
        self.waiting.values().flatten().copied()
    }

    /// The text of the file with its `mutants`.
    pub(super) fn written(&self, mutants: &HashMap<u32, &Mutant>) -> String {
        Writer { sites: self, mutants, next: 0 }.range(0..self.text.len())
    }

    fn take(&mut self, genre: &'static str, start: usize) -> Vec<u32> {
        let found = (self.depth == 0).then(|| self.waiting.remove(&(genre, start)));
        found.flatten().unwrap_or_default()
    }

    fn add(&mut self, range: Range<usize>, kind: Kind, mutants: Vec<u32>) {
        if !mutants.is_empty() {
            self.all.push(Site { range, kind, mutants });
        }
    }

    /// Visits what the compiler evaluates, or what no mutant changes.
    fn in_constant(&mut self, visit: impl FnOnce(&mut Self)) {
        self.depth += 1;
        visit(self);
        self.depth -= 1;
    }

    fn function(&mut self, signature: &Signature, visit: impl FnOnce(&mut Self)) {
        match &signature.constness {
            Some(_) if self.constant.contains(&signature.ident.to_string()) => {
                self.in_constant(visit);
            }
            Some(word) => {
                self.all.push(Site { range: place(word), kind: Kind::Constness, mutants: vec![] });
                visit(self);
            }
            None => visit(self),
        }
    }
}

fn place(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
}

/// Whether an expression binds a variable, so that it must stay the condition of an `if`.
fn binds(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(it) => binds(&it.left) || binds(&it.right),
        _ => false,
    }
}

impl<'a> Visit<'a> for Sites<'_> {
    fn visit_item_const(&mut self, it: &'a syn::ItemConst) {
        self.in_constant(|sites| visit::visit_item_const(sites, it));
    }

    fn visit_item_static(&mut self, it: &'a syn::ItemStatic) {
        self.in_constant(|sites| visit::visit_item_static(sites, it));
    }

    fn visit_impl_item_const(&mut self, it: &'a syn::ImplItemConst) {
        self.in_constant(|sites| visit::visit_impl_item_const(sites, it));
    }

    fn visit_type(&mut self, it: &'a syn::Type) {
        self.in_constant(|sites| visit::visit_type(sites, it));
    }

    fn visit_pat(&mut self, it: &'a syn::Pat) {
        self.in_constant(|sites| visit::visit_pat(sites, it));
    }

    fn visit_variant(&mut self, it: &'a syn::Variant) {
        self.in_constant(|sites| visit::visit_variant(sites, it));
    }

    fn visit_expr_const(&mut self, it: &'a syn::ExprConst) {
        self.in_constant(|sites| visit::visit_expr_const(sites, it));
    }

    fn visit_expr_repeat(&mut self, it: &'a syn::ExprRepeat) {
        self.visit_expr(&it.expr);
        self.in_constant(|sites| sites.visit_expr(&it.len));
    }

    fn visit_item_fn(&mut self, it: &'a syn::ItemFn) {
        self.function(&it.sig, |sites| visit::visit_item_fn(sites, it));
    }

    fn visit_impl_item_fn(&mut self, it: &'a syn::ImplItemFn) {
        self.function(&it.sig, |sites| visit::visit_impl_item_fn(sites, it));
    }

    fn visit_block(&mut self, it: &'a syn::Block) {
        if let Some(first) = it.stmts.first() {
            let start = place(first).start;
            let mutants = self.take("FnValue", start);
            self.add(start..start, Kind::Body, mutants);
        }
        visit::visit_block(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'a syn::ExprBinary) {
        if binds(&it.left) || binds(&it.right) {
            return visit::visit_expr_binary(self, it);
        }
        let (mut operators, mut mutants) = (Vec::new(), Vec::new());
        let mut open = vec![it];
        while let Some(chain) = open.pop() {
            let operator = place(&chain.op);
            let own = self.take("BinaryOperator", operator.start);
            mutants.extend_from_slice(&own);
            operators.push((operator, own));
            for operand in [&chain.left, &chain.right] {
                match &**operand {
                    Expr::Binary(inner) => open.push(inner),
                    other => self.visit_expr(other),
                }
            }
        }
        self.add(place(it), Kind::Chain(operators), mutants);
    }

    fn visit_expr_unary(&mut self, it: &'a syn::ExprUnary) {
        let mutants = self.take("UnaryOperator", place(&it.op).start);
        self.add(place(it), Kind::Unary(place(&it.expr)), mutants);
        visit::visit_expr_unary(self, it);
    }

    fn visit_arm(&mut self, it: &'a syn::Arm) {
        let never = self.take("MatchArm", place(it).start);
        match &it.guard {
            None => {
                let end = place(&it.pat).end;
                self.add(end..end, Kind::Pattern, never);
            }
            Some((_, guard)) => {
                let mutants = self.take("MatchArmGuard", place(guard).start);
                if !never.is_empty() || !mutants.is_empty() {
                    self.all.push(Site { range: place(guard), kind: Kind::Guard(never), mutants });
                }
            }
        }
        visit::visit_arm(self, it);
    }

    fn visit_expr_struct(&mut self, it: &'a syn::ExprStruct) {
        for field in &it.fields {
            if let (Some(rest), Member::Named(name)) = (&it.rest, &field.member) {
                let mutants = self.take("StructField", place(field).start);
                let other = format!("({}).{name}", &self.text[place(rest)]);
                let kind = if field.colon_token.is_some() { Kind::Field } else { Kind::Shorthand };
                self.add(place(&field.expr), kind(other), mutants);
            }
        }
        visit::visit_expr_struct(self, it);
    }
}

/// The marks around the text of a mutant, by which the errors of the compiler are traced to it.
pub(super) fn marked(id: u32, text: &str) -> String {
    format!("/*<{id}*/{text}/*{id}>*/")
}

struct Writer<'s> {
    sites: &'s Sites<'s>,
    mutants: &'s HashMap<u32, &'s Mutant>,
    /// The index of the next site.
    next: usize,
}

impl Writer<'_> {
    /// The text at `range`, with the sites in it.
    fn range(&mut self, range: Range<usize>) -> String {
        let (text, mut written, mut from) = (self.sites.text, String::new(), range.start);
        while let Some(site) = self.sites.all.get(self.next) {
            if site.range.start >= range.end || site.range.end > range.end {
                break;
            }
            self.next += 1;
            written += &text[from..site.range.start];
            written += &self.site(site);
            from = site.range.end;
        }
        written + &text[from..range.end]
    }

    fn site(&mut self, site: &Site) -> String {
        let text = self.sites.text;
        let built =
            |ids: &[u32]| ids.iter().filter_map(|id| self.mutants.get(id).copied()).collect();
        let mutants: Vec<&Mutant> = built(&site.mutants);
        let not = |it: &&Mutant| marked(it.id, &format!("!crate::mutant::is({})", it.id));
        match &site.kind {
            Kind::Constness => String::new(),
            Kind::Body => chosen(&mutants, |it| format!("return {};", it.replacement), ""),
            Kind::Pattern => {
                let arms: Vec<String> = mutants.iter().map(not).collect();
                if arms.is_empty() { String::new() } else { format!(" if {}", arms.join(" && ")) }
            }
            Kind::Guard(never) => {
                let never: Vec<&Mutant> = built(never);
                let arms: String = never.iter().map(|it| not(it) + " && ").collect();
                let guard = self.range(site.range.clone());
                arms + &chosen(&mutants, |it| it.replacement.clone(), &guard)
            }
            Kind::Chain(operators) => {
                let other = |it: &Mutant| {
                    let mut operators = operators.iter();
                    let (operator, _) = operators
                        .find(|(_, mutants)| mutants.contains(&it.id))
                        .expect("the site has the mutants of its operators");
                    let (before, after) =
                        (site.range.start..operator.start, operator.end..site.range.end);
                    [&text[before], &*it.replacement, &text[after]].concat()
                };
                let all = self.range(site.range.clone());
                chosen(&mutants, other, &all)
            }
            Kind::Unary(operand) => {
                let sign = &text[site.range.start..operand.start];
                let all = sign.to_owned() + &self.range(operand.clone());
                chosen(&mutants, |_| text[operand.clone()].to_owned(), &all)
            }
            Kind::Field(other) => {
                let value = self.range(site.range.clone());
                chosen(&mutants, |_| other.clone(), &value)
            }
            Kind::Shorthand(other) => {
                let name = &text[site.range.clone()];
                format!("{name}: {}", chosen(&mutants, |_| other.clone(), name))
            }
        }
    }
}

/// An expression with the value of the active mutant, or else of `own`. Without an `own`, a
/// statement for each mutant.
fn chosen(mutants: &[&Mutant], other: impl Fn(&Mutant) -> String, own: &str) -> String {
    let choice =
        |it: &&Mutant| format!("if crate::mutant::is({}) {{{}}}", it.id, marked(it.id, &other(it)));
    let choices: Vec<String> = mutants.iter().map(choice).collect();
    match own {
        "" => choices.join(" ") + " ",
        _ if choices.is_empty() => own.to_owned(),
        _ => format!("({} else {{{own}}})", choices.join(" else ")),
    }
}
