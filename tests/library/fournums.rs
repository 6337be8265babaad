//! The level `fournums`, held against published counts and against its rules
//! applied to the letter.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::{ControlFlow, RangeInclusive};
use std::rc::Rc;

use bracket24::algebra::{EquivalenceClasses, FourNumsRule};
use bracket24::reports::{Counter, Reason, SolveError, SolveOptions, SolveReport};
use bracket24::{
    Deck, Engine, EngineName, Equivalence, Grammar, Hand, Operator, Rational, SetName, Solution,
    Split, TemplateSet,
};
use itertools::Itertools;

use Operator::{Add, Divide, Multiply, Subtract};

fn found(hand: &str, target: &str) -> Vec<Solution> {
    let mut solutions = Vec::new();
    Split
        .solve(&hand.parse().unwrap(), &target.parse().unwrap(), &mut |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })
        .unwrap();
    solutions
}

fn deck(values: RangeInclusive<u32>, cards: usize) -> Deck {
    Deck::new(values, cards, false).unwrap()
}

fn classes<'a>(solutions: impl IntoIterator<Item = &'a Solution>) -> EquivalenceClasses {
    let mut classes = EquivalenceClasses::new(Equivalence::FourNums);
    for solution in solutions {
        classes.add(solution).unwrap();
    }
    classes
}

fn written(text: &str) -> Solution {
    Solution::parse(text, &Grammar::Left).unwrap()
}

fn same(a: &str, b: &str) -> bool {
    let key = |text| Equivalence::FourNums.key(&written(text)).unwrap();
    key(a) == key(b)
}

// ---------------------------------------------------------------- the counts

#[test]
fn every_hand_of_four_cards_has_as_many_solutions_as_the_published_lists_say() {
    let lines = include_str!("../cases/fournums_counts.csv").lines().skip(1);
    let expected: HashMap<&str, u64> = lines
        .map(|line| line.strip_prefix("24,").unwrap().split_once(',').unwrap())
        .map(|(hand, solutions)| (hand, solutions.parse().unwrap()))
        .collect();
    let target = Rational::from(24);
    let counter = Counter::new(&Split, &target, Equivalence::FourNums);
    let mut solutions = 0;
    for hand in deck(0..=13, 4).hands() {
        let (count, _) = counter.count(&hand).unwrap();
        let listed = expected.get(&*hand.to_string()).copied();
        assert_eq!((count > 0).then_some(count), listed, "{hand}");
        solutions += count;
    }
    assert_eq!((expected.len(), solutions), (1525, 3205));
}

fn solutions(deck: &Deck, target: i64) -> u64 {
    let target = Rational::from(target);
    let counter = Counter::new(&Split, &target, Equivalence::FourNums);
    deck.hands().map(|hand| counter.count(&hand).unwrap().0).sum()
}

#[test]
fn the_cards_from_1_to_13_have_3017_solutions() {
    assert_eq!(solutions(&deck(1..=13, 4), 24), 3017);
}

#[test]
fn the_published_lists_have_2543_solutions_for_36() {
    assert_eq!(solutions(&deck(0..=13, 4), 36), 2543);
}

#[test]
fn the_numbers_of_solutions_are_the_known_ones() {
    for (hand, count) in [("1 1 5 5", 2), ("1 1 11 13", 1), ("1 2 3 4", 3), ("5 6 7 8", 3)] {
        assert_eq!(classes(&found(hand, "24")).count(), count, "{hand}");
    }
}

// ----------------------------------------------------------------- the rules

#[test]
fn every_rule_holds_in_both_directions() {
    for (a, b) in [
        // A-0 is A+0, A/1 is A*1, 0/A is 0*A, 0*0' is 0+0'; by value.
        ("24-0", "24+0"),
        ("24-(3-3)*5", "24+(3-3)*5"),
        ("24-(5-2-3)", "24+(5-2-3)"),
        ("24/1", "24*1"),
        ("24/(3-2)", "24*(3-2)"),
        ("24+0/7", "24+0*7"),
        ("24+(5-5)/7", "24+(5-5)*7"),
        ("24+0*(3-3)", "24+0+(3-3)"),
        ("24-0*(3-3)", "24+0-(3-3)"),
        // A zero that is added stands anywhere.
        ("(6+0)*4", "0+6*4"),
        ("6*(4+0)", "0+6*4"),
        ("(48+0)/2", "0+48/2"),
        ("48/(2+0)", "0+48/2"),
        ("(6+(5-5))*4", "(5-5)+6*4"),
        ("8/(3-8/(3+0))", "0+8/(3-8/3)"),
        ("(0+6)*(0+4)", "0+(0+6*4)"),
        // A one that is multiplied stands anywhere.
        ("6*1+18", "1*(6+18)"),
        ("30-6*1", "1*(30-6)"),
        ("6*(3-2)+18", "(3-2)*(6+18)"),
        ("11*1+13*1", "1*(1*(11+13))"),
        ("8/(3-8/(3*1))", "1*(8/(3-8/3))"),
        // What a zero is multiplied with is a heap of cards.
        ("24+0*(2+3)", "24+0*(2*3)"),
        ("24+0*(2+3)", "24+0/(2/3)"),
        ("24+(0*2)*3", "24+0*(2-3)"),
        ("24+(7-7)*(2+3)", "24+(7-7)*2*3"),
        ("24+0*5+(3-3)", "24+0*(3+3+5)"),
        ("24*1+0*5", "24+0*(1+5)"),
        ("24*(3-2)+0*5", "24+0*(2+3+5)"),
        // Two ones multiplied are a one added and a one taken away.
        ("24*1*1", "24+1-1"),
        ("24*(3-2)*1", "24+(3-2)-1"),
        // Multiplied and divided by the same value is added and taken away.
        ("24*5/5", "24+5-5"),
        ("24*(5/5)", "24+5-5"),
        ("24*(2+3)/5", "24+(2+3)-5"),
        ("24*2*3/6", "24+2*3-6"),
        ("6*(4*5)/5", "6*4+5-5"),
        ("48*5/(2*5)", "48/2+5-5"),
        ("(48/5)*(5/2)", "48/2+5-5"),
        ("(6+5-5)*4", "6*4+5-5"),
        ("48/(2+5-5)", "48/2+5-5"),
        // Signs move by value.
        ("30+(2-8)", "30-(8-2)"),
        ("30-(2-8)*1", "30+(8-2)*1"),
        ("(2-8)*(3-7)", "(8-2)*(7-3)"),
        ("24+(2-8)*0", "24+(8-2)*0"),
    ] {
        assert!(same(a, b), "{a} is {b}");
        assert!(same(b, a), "{b} is {a}");
    }
}

#[test]
fn what_no_rule_joins_stays_apart() {
    for (a, b) in [
        ("(1+5)*(5-1)", "5*5-1*1"),
        ("(5-5)+6*4", "(5-5)*(6*4)+0"),
        ("(5-6/6)*6", "6*(5-5/5)"),
        ("0*6+2*12", "0*2+6*4"),
        ("(0+2)*12+6-6", "0*6+2*12"),
        ("4*6", "3*8"),
        ("24+0*1", "24+0+1"),
    ] {
        assert!(!same(a, b), "{a} is not {b}");
    }
}

#[test]
fn the_sign_of_what_is_nothing_means_nothing() {
    assert!(same("0*6+2*12", "2*12-0*6"));
    assert!(same("2*12+0/6", "2*12-0*6"));
    assert!(same("(0*3+6-2)*6", "(6-2-0/3)*6"));
    assert!(same("(2-6-0*3)*(1-7)", "(6-2+0*3)*(7-1)"));
    assert!(same("(12-0)*2/1", "1*(0+2)*12"));
}

#[test]
fn an_expression_without_a_value_is_the_same_as_no_other() {
    assert!(same("1/0", "1/0"));
    assert!(!same("1/0", "1+0"));
    assert!(!same("1/0+2*1", "1/0+2/1"));
}

#[test]
fn hands_of_more_cards_than_six_are_refused() {
    let error = Equivalence::FourNums.key(&written("1+2+3+4+5+6+7")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the level `fournums` is for hands of at most 6 cards, and this one has 7"
    );
    assert!(EquivalenceClasses::new(Equivalence::FourNums).add(&written("1+2+3+4+5+6+7")).is_err());
    let hand: Hand = "1 2 3 4 5 6 7".parse().unwrap();
    let (target, error) = (Rational::from(24), SolveError::from(error));
    assert_eq!(
        Counter::new(&Split, &target, Equivalence::FourNums).count(&hand),
        Err(error.clone())
    );
    let options = SolveOptions { target, distinct: Equivalence::FourNums, first: false, why: true };
    assert_eq!(SolveReport::new(hand, &Split, options).unwrap_err(), error);
}

// ----------------------------------------- the rules, applied to the letter

/// An expression with its value.
#[derive(Debug)]
struct Part {
    value: (i128, i128),
    kind: Kind,
    size: usize,
}

#[derive(Debug)]
enum Kind {
    Card(i128),
    Join(Operator, Tree, Tree),
}

type Tree = Rc<Part>;

fn card(value: i128) -> Tree {
    Rc::new(Part { value: (value, 1), kind: Kind::Card(value), size: 1 })
}

fn value_of(
    operator: Operator,
    (a, b): (i128, i128),
    (c, d): (i128, i128),
) -> Option<(i128, i128)> {
    let (numer, denom) = match operator {
        Add => (a * d + c * b, b * d),
        Subtract => (a * d - c * b, b * d),
        Multiply => (a * c, b * d),
        Divide if c == 0 => return None,
        Divide => (a * d, b * c),
    };
    let (mut common, mut rest) = (denom, numer);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    let common = common.abs() * denom.signum();
    Some((numer / common, denom / common))
}

/// The two joined; `None` where that divides by zero.
fn join(operator: Operator, left: &Tree, right: &Tree) -> Option<Tree> {
    Some(Rc::new(Part {
        value: value_of(operator, left.value, right.value)?,
        kind: Kind::Join(operator, left.clone(), right.clone()),
        size: left.size + right.size,
    }))
}

fn tree(text: &str) -> Tree {
    Grammar::Left.parse(text).unwrap().fold(
        |leaf| card(leaf.to_string().parse().unwrap()),
        |operator, left, right| join(operator, &left, &right).unwrap(),
    )
}

impl Part {
    fn is_zero(&self) -> bool {
        self.value.0 == 0
    }

    fn is_one(&self) -> bool {
        self.value == (1, 1)
    }

    fn is_negative(&self) -> bool {
        self.value.0 < 0
    }

    /// The two operands, if the operator is this one.
    fn operands(&self, operator: Operator) -> Option<(&Tree, &Tree)> {
        match &self.kind {
            Kind::Join(it, left, right) if *it == operator => Some((left, right)),
            _ => None,
        }
    }

    fn cards(&self) -> Vec<i128> {
        match &self.kind {
            Kind::Card(value) => vec![*value],
            Kind::Join(_, left, right) => [left.cards(), right.cards()].concat(),
        }
    }

    fn to_text(&self) -> String {
        match &self.kind {
            Kind::Card(value) => value.to_string(),
            Kind::Join(operator, left, right) => {
                format!("({}{operator}{})", left.to_text(), right.to_text())
            }
        }
    }
}

/// The sum of all cards of the parts.
fn heap(parts: &[&Tree]) -> Tree {
    let cards = parts.iter().flat_map(|part| part.cards()).sorted();
    cards.map(card).reduce(|sum, card| join(Add, &sum, &card).unwrap()).unwrap()
}

/// The ways to write the negative.
fn negatives(part: &Tree) -> Vec<Tree> {
    let Kind::Join(operator, left, right) = &part.kind else { return Vec::new() };
    let both = |operator, lefts: Vec<Tree>, rights: Vec<Tree>| {
        let pairs = lefts.into_iter().cartesian_product(rights);
        pairs.filter_map(|(left, right)| join(operator, &left, &right)).collect_vec()
    };
    match operator {
        Subtract => vec![join(Subtract, right, left).unwrap()],
        Add => [
            both(Subtract, negatives(left), vec![right.clone()]),
            both(Subtract, negatives(right), vec![left.clone()]),
        ]
        .concat(),
        Multiply | Divide => [
            both(*operator, negatives(left), vec![right.clone()]),
            both(*operator, vec![left.clone()], negatives(right)),
        ]
        .concat(),
    }
}

/// What the rules make of the whole of `part`, from left to right; by which rule
/// of the library, if any, it is told.
#[allow(clippy::too_many_lines)] // one rule after the other
fn by_rules(part: &Tree) -> Vec<(Option<FourNumsRule>, Tree)> {
    let mut results: Vec<(Option<FourNumsRule>, Option<Tree>)> = Vec::new();
    let Kind::Join(operator, left, right) = &part.kind else { return Vec::new() };
    let operator = *operator;
    let both_ways = [(left, right), (right, left)];
    let mut add = |rule, result: Option<Tree>| results.push((rule, result));
    let (zero, one) = (Some(FourNumsRule::Zero), Some(FourNumsRule::One));
    let (heaps, zeros, pair) =
        (Some(FourNumsRule::Heap), Some(FourNumsRule::Zeros), Some(FourNumsRule::Pair));
    // A-0 is A+0; A/1 is A*1; 0/A is 0*A; 0*0' is 0+0'.
    match operator {
        Subtract if right.is_zero() => add(zero, join(Add, left, right)),
        Divide if right.is_one() => add(one, join(Multiply, left, right)),
        Multiply if left.is_zero() && right.is_zero() => add(zeros, join(Add, left, right)),
        _ => {}
    }
    if operator == Divide && left.is_zero() {
        add(heaps, join(Multiply, left, right));
    }
    // A zero that is added and a one that is multiplied stand anywhere outside,
    // unless the other operand has one too.
    for (neutral, rule, is_neutral) in
        [(Add, zero, Part::is_zero as fn(&Part) -> bool), (Multiply, one, Part::is_one)]
    {
        let has_neutral = |part: &Tree| {
            part.operands(neutral).is_some_and(|(a, b)| is_neutral(a) || is_neutral(b))
        };
        for (inner, other, is_left) in [(left, right, true), (right, left, false)] {
            let Some((a, b)) = inner.operands(neutral) else { continue };
            for (a, idle) in [(a, b), (b, a)] {
                if is_neutral(idle) && !has_neutral(other) {
                    let joined =
                        if is_left { join(operator, a, other) } else { join(operator, other, a) };
                    add(rule, joined.and_then(|joined| join(neutral, idle, &joined)));
                }
            }
        }
    }
    // What a zero is multiplied with is only a heap of cards.
    if operator == Multiply {
        for (zero, other) in both_ways.into_iter().filter(|(zero, _)| zero.is_zero()) {
            add(heaps, join(Multiply, zero, &heap(&[other])));
        }
    }
    if operator == Add {
        for (product, other) in both_ways {
            let Some((a, b)) = product.operands(Multiply) else { continue };
            for (zero, a) in [(a, b), (b, a)].into_iter().filter(|(zero, _)| zero.is_zero()) {
                if other.is_zero() && other.size > 1 {
                    add(None, join(Multiply, zero, &heap(&[other, a])));
                }
                let Some((b, one)) = other.operands(Multiply) else { continue };
                for (b, one) in [(b, one), (one, b)].into_iter().filter(|(_, one)| one.is_one()) {
                    let idle = join(Multiply, zero, &heap(&[one, a])).unwrap();
                    add(None, join(Add, &idle, b));
                }
            }
        }
    }
    // Two ones multiplied are a one added and a one taken away.
    let added_and_taken =
        |a: &Tree, x: &Tree, y: &Tree| join(Add, a, x).and_then(|sum| join(Subtract, &sum, y));
    if let (Multiply, Some((a, x))) = (operator, left.operands(Multiply))
        && x.is_one()
        && right.is_one()
    {
        add(None, added_and_taken(a, x, right));
    }
    // Multiplied and divided by the same value is added and taken away.
    if let (Divide, Some((a, x))) = (operator, left.operands(Multiply)) {
        if x.value == right.value {
            add(pair, added_and_taken(a, x, right));
        }
        if let Some((b, x)) = x.operands(Multiply)
            && x.value == right.value
        {
            add(pair, added_and_taken(&join(Multiply, a, b).unwrap(), x, right));
        }
        if let Some((b, y)) = right.operands(Multiply)
            && x.value == y.value
            && let Some(quotient) = join(Divide, a, b)
        {
            add(pair, added_and_taken(&quotient, x, y));
        }
    }
    if let (Multiply, Some((x, y))) = (operator, right.operands(Divide)) {
        if x.value == y.value {
            add(pair, added_and_taken(left, x, y));
        }
        if let Some((a, z)) = left.operands(Divide)
            && z.value == x.value
            && let Some(quotient) = join(Divide, a, y)
        {
            add(pair, added_and_taken(&quotient, z, x));
        }
    }
    if matches!(operator, Multiply | Divide) {
        for (inner, other, is_left) in [(left, right, true), (right, left, false)] {
            if let Some((sum, y)) = inner.operands(Subtract)
                && let Some((a, x)) = sum.operands(Add)
                && x.value == y.value
                && !other.is_one()
            {
                let joined =
                    if is_left { join(operator, a, other) } else { join(operator, other, a) };
                add(zero, joined.and_then(|joined| added_and_taken(&joined, x, y)));
            }
        }
    }
    // Signs by value.
    if matches!(operator, Add | Subtract) && right.is_negative() {
        let turned = if operator == Add { Subtract } else { Add };
        for negative in negatives(right) {
            add(None, join(turned, left, &negative));
        }
    }
    if operator == Multiply {
        for (a, b) in both_ways.into_iter().filter(|(a, _)| a.is_negative()) {
            let mut others = if b.is_negative() || b.is_zero() { negatives(b) } else { vec![] };
            others.extend(b.is_zero().then(|| b.clone()));
            for (a, b) in negatives(a).into_iter().cartesian_product(others) {
                add(None, join(Multiply, &a, &b));
            }
        }
    }
    results.into_iter().filter_map(|(rule, result)| Some((rule, result?))).collect()
}

/// What the rules make of a part, at any place.
fn by_rules_anywhere(part: &Tree) -> Vec<(Option<FourNumsRule>, Tree)> {
    let mut results = by_rules(part);
    if let Kind::Join(operator, left, right) = &part.kind {
        let lefts = by_rules_anywhere(left).into_iter();
        results.extend(lefts.map(|(rule, left)| (rule, join(*operator, &left, right).unwrap())));
        let rights = by_rules_anywhere(right).into_iter();
        results.extend(rights.map(|(rule, right)| (rule, join(*operator, left, &right).unwrap())));
    }
    results
}

const PRIME: u128 = (1 << 61) - 1;

/// The value modulo a prime with a number drawn by lot for each card, as
/// numerator and denominator; `numbers` come from left to right.
fn residue(part: &Part, numbers: &mut impl Iterator<Item = u128>) -> (u128, u128) {
    let Kind::Join(operator, left, right) = &part.kind else {
        return (numbers.next().unwrap(), 1);
    };
    let (a, b) = residue(left, numbers);
    let (c, d) = residue(right, numbers);
    match operator {
        Add => ((a * d + c * b) % PRIME, b * d % PRIME),
        Subtract => ((a * d + (PRIME - c) * b) % PRIME, b * d % PRIME),
        Multiply => (a * c % PRIME, b * d % PRIME),
        Divide => (a * d % PRIME, b * c % PRIME),
    }
}

/// What tells functions of the cards apart that stay different when equal cards
/// change places: the least of the residues that come of that.
struct Functions {
    /// For each value, numbers drawn by lot for its cards, in every order.
    numbers: Vec<BTreeMap<i128, Vec<u128>>>,
}

impl Functions {
    fn of(cards: &[i128]) -> Self {
        let mut state = 0x1e37_79b9_7f4a_7c15_u128;
        let mut draw = || {
            state = state * 0x5851_f42d_4c95_7f2d % PRIME;
            state
        };
        let mut numbers = vec![BTreeMap::new()];
        for (value, count) in cards.iter().copied().counts().into_iter().sorted() {
            let drawn = (0..count).map(|_| draw()).collect_vec();
            numbers = numbers
                .into_iter()
                .cartesian_product(drawn.into_iter().permutations(count))
                .map(|(mut numbers, drawn)| {
                    numbers.insert(value, drawn);
                    numbers
                })
                .collect();
        }
        Self { numbers }
    }

    fn id(&self, part: &Part) -> u128 {
        let cards = part.cards();
        let ids = self.numbers.iter().map(|numbers| {
            let mut used: BTreeMap<i128, usize> = BTreeMap::new();
            let mut numbers = cards.iter().map(|card| {
                let used = used.entry(*card).or_insert(0);
                *used += 1;
                numbers[card][*used - 1]
            });
            let (numer, denom) = residue(part, &mut numbers);
            // By Fermat, the inverse is the power to the prime less two.
            let (mut quotient, mut power, mut exponent) = (numer, denom, PRIME - 2);
            while exponent > 0 {
                if exponent & 1 == 1 {
                    quotient = quotient * power % PRIME;
                }
                power = power * power % PRIME;
                exponent >>= 1;
            }
            quotient
        });
        ids.min().unwrap()
    }
}

/// All trees over the cards; of the whole hand only those worth the target.
fn trees(cards: &[i128], target: Option<(i128, i128)>) -> Vec<Tree> {
    if let [only] = cards {
        return Vec::from_iter(
            Some(card(*only)).filter(|card| target.is_none_or(|target| card.value == target)),
        );
    }
    let mut trees = Vec::new();
    let mut seen = BTreeSet::new();
    for chosen in (0..cards.len()).powerset() {
        let (left, right): (Vec<_>, Vec<_>) =
            cards.iter().copied().enumerate().partition(|(index, _)| chosen.contains(index));
        let [left, right] =
            [left, right].map(|part| part.into_iter().map(|(_, card)| card).collect_vec());
        if left.is_empty() || right.is_empty() || !seen.insert(left.clone()) {
            continue;
        }
        let (lefts, rights) = (self::trees(&left, None), self::trees(&right, None));
        for ((left, right), operator) in
            lefts.iter().cartesian_product(&rights).cartesian_product(Operator::ALL)
        {
            let value = value_of(operator, left.value, right.value);
            if value.is_some_and(|value| target.is_none_or(|target| value == target)) {
                trees.extend(join(operator, left, right));
            }
        }
    }
    trees
}

/// The closure of the rules over all expressions of a hand that are worth the
/// target; each class by the least text.
struct Reference {
    functions: Functions,
    /// By function: the text of one expression of it.
    texts: BTreeMap<u128, String>,
    /// What all rules join.
    all: Sets,
    /// What the rules join that the library tells as one.
    by_rule: HashMap<FourNumsRule, Sets>,
}

impl Reference {
    fn new(hand: &str, target: &str) -> Self {
        let cards = hand.split(' ').map(|card| card.parse().unwrap()).sorted().collect_vec();
        let (numer, denom) = target.split_once('/').unwrap_or((target, "1"));
        let target = (numer.parse().unwrap(), denom.parse().unwrap());
        let mut reference = Self {
            functions: Functions::of(&cards),
            texts: BTreeMap::new(),
            all: Sets::default(),
            by_rule: HashMap::new(),
        };
        for tree in &trees(&cards, Some(target)) {
            let id = reference.functions.id(tree);
            reference.texts.entry(id).or_insert_with(|| tree.to_text());
            for (rule, result) in by_rules_anywhere(tree) {
                assert_eq!(result.value, tree.value, "{} {}", tree.to_text(), result.to_text());
                let other = reference.functions.id(&result);
                reference.all.unite(id, other);
                if let Some(rule) = rule {
                    reference.by_rule.entry(rule).or_default().unite(id, other);
                }
            }
        }
        reference
    }

    fn count(&self) -> usize {
        self.texts.keys().map(|&id| self.all.root(id)).unique().count()
    }

    /// Holds the library's classes against these.
    fn check(&self, subject: &str) {
        let solutions = self.texts.values().map(|text| written(text)).collect_vec();
        let classes = classes(&solutions);
        let mut by_class: BTreeMap<usize, BTreeMap<u128, &str>> = BTreeMap::new();
        for (index, (id, text)) in self.texts.iter().enumerate() {
            let roots = by_class.entry(classes.firsts()[index]).or_default();
            roots.insert(self.all.root(*id), text);
        }
        for texts in by_class.values().map(|roots| roots.values().collect_vec()) {
            assert_eq!(texts.len(), 1, "{subject}: the library joins {texts:?}");
        }
        assert_eq!(classes.count(), self.count(), "{subject}: the rules join more");
    }
}

/// Disjoint sets of functions: for each, but for one of a set, another of it.
#[derive(Default)]
struct Sets(HashMap<u128, u128>);

impl Sets {
    fn root(&self, mut id: u128) -> u128 {
        while let Some(&next) = self.0.get(&id) {
            id = next;
        }
        id
    }

    fn unite(&mut self, a: u128, b: u128) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.0.insert(a.max(b), a.min(b));
        }
    }
}

fn check(cases: &[(&str, &[&str])]) {
    for (hand, targets) in cases {
        for target in *targets {
            Reference::new(hand, target).check(&format!("{hand} for {target}"));
        }
    }
}

#[test]
fn the_rules_applied_to_the_letter_join_the_same() {
    check(&[
        ("1 1 11 13", &["24"]),
        ("1 1 5 5", &["24", "5", "1"]),
        ("0 0 2 12", &["24", "2", "0"]),
        ("1 2 3 4", &["24", "10", "3", "0", "-1", "1/2"]),
        ("2 4 8 10", &["24", "8", "-4"]),
        ("0 1 2 3", &["0", "1", "2", "3", "-3", "1/2"]),
        ("3 3 3 3", &["3", "24", "1", "0"]),
        ("2 3 5 6", &["5", "6", "1", "-5"]),
        ("3 7 10 10", &["10", "24"]),
        ("1 2 9 2", &["10", "9"]),
        ("0 0 0 5", &["0", "5", "-5"]),
        ("0 0 1", &["0", "1", "-1"]),
        ("1 1", &["0", "1", "2"]),
        ("7", &["7", "8"]),
    ]);
}

#[test]
fn the_rules_applied_to_the_letter_join_the_same_of_five_cards() {
    check(&[("1 1 1 11 13", &["24"]), ("2 3 5 7 11", &["24"]), ("0 1 2 3 8", &["24"])]);
}

#[test]
#[ignore = "takes minutes"]
fn the_rules_applied_to_the_letter_join_the_same_in_decks() {
    for target in ["24", "10", "7", "3", "1", "0", "-2", "1/2"] {
        for hand in deck(0..=6, 4).hands() {
            check(&[(&hand.to_string(), &[target])]);
        }
    }
    for target in ["24", "5", "2", "1", "0", "-3"] {
        for hand in deck(0..=5, 5).hands().step_by(7) {
            check(&[(&hand.to_string(), &[target])]);
        }
    }
}

// ------------------------------------------------------- an equivalence

#[test]
fn the_classes_do_not_depend_on_what_else_is_found_or_on_its_order() {
    for (hand, target) in [("1 1 2 12", "24"), ("3 7 10 10", "10"), ("0 1 2 3", "3")] {
        let all = found(hand, target);
        let whole = classes(&all);
        for step in [2, 3, 5, 7] {
            let some = (0..all.len()).rev().step_by(step).collect_vec();
            let part = classes(some.iter().map(|&index| &all[index]));
            for [(a, &i), (b, &j)] in some.iter().enumerate().array_combinations() {
                let joined = whole.firsts()[i] == whole.firsts()[j];
                assert_eq!(part.firsts()[a] == part.firsts()[b], joined, "{hand} for {target}");
            }
        }
    }
}

#[test]
fn templates_that_find_less_have_their_solutions_in_the_same_classes() {
    for hand in ["1 1 11 13", "1 2 6 12", "2 3 4 6"] {
        let mut solutions = found(hand, "24");
        let set = TemplateSet::named(SetName::Scala, 4, &Grammar::Left);
        let engine = EngineName::Compiled.engine(&set);
        let complete = classes(&solutions).count();
        engine
            .solve(&hand.parse().unwrap(), &24.into(), &mut |solution| {
                solutions.push(solution);
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(classes(&solutions).count(), complete, "{hand}");
    }
}

// -------------------------------------------------------------- the reasons

#[test]
fn every_step_of_a_derivation_is_what_its_rule_says() {
    let mut told = BTreeMap::new();
    for (hand, target) in [
        ("1 1 11 13", "24"),
        ("1 2 3 4", "24"),
        ("2 3 3 4", "24"),
        ("0 0 2 12", "24"),
        ("0 2 3 8", "24"),
        ("3 3 6 24", "24"),
        ("0 0 1 3", "0"),
    ] {
        let reference = Reference::new(hand, target);
        let options = SolveOptions {
            target: target.parse().unwrap(),
            distinct: Equivalence::FourNums,
            first: false,
            why: true,
        };
        let report = SolveReport::new(hand.parse().unwrap(), &Split, options).unwrap();
        for left_out in &report.left_out {
            let mut id = reference.functions.id(&tree(left_out.solution.text()));
            for step in &left_out.why {
                let next = reference.functions.id(&tree(&step.text));
                let Reason::FourNums(rule) = step.reason else {
                    panic!("{hand}: different functions are joined by rules");
                };
                let sets = &reference.by_rule[&rule];
                assert_eq!(
                    sets.root(id),
                    sets.root(next),
                    "{}: {step:?}",
                    left_out.solution.text()
                );
                *told.entry(rule.to_string()).or_insert(0) += 1;
                id = next;
            }
            let first = report.solutions[left_out.same_as].solution.text();
            assert_eq!(left_out.why.last().map(|step| &*step.text), Some(first));
        }
    }
    assert_eq!(told.len(), 5, "every rule is needed: {told:?}");
}
