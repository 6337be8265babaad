//! What is said of repetitions that do something else than they seem to.

use bracket24::Grammar;
use bracket24::grammars::UserGrammar;
use bracket24::sentences::Sentences;
use pest_vm::Vm;

use crate::findings::warnings;

/// What pest itself reads of a text by `line`, in bytes.
fn read_by_pest(source: &str, text: &str) -> Option<usize> {
    let (_, rules) = pest_meta::parse_and_optimize(source).unwrap();
    let vm = Vm::new(rules);
    vm.parse("line", text).ok().map(|pairs| pairs.as_str().len())
}

#[test]
fn a_range_that_is_upside_down_is_told_with_what_pest_makes_of_it() {
    for (range, read_as, turned) in [("{3,1}", 1, "{1,3}"), ("{3,2}", 2, "{2,3}")] {
        let source = format!("line = {{ SOI ~ \"a\"{range} ~ EOI }}");
        let advice = format!("write `{turned}`, or `{{{read_as}}}` if that is meant");
        let message = format!("`{range}` is upside down: pest reads it as `{{{read_as}}}`");
        assert_eq!(warnings(&source, "line"), [(message, advice)]);
        for count in 0..5 {
            let read = read_by_pest(&source, &"a".repeat(count));
            assert_eq!(read.is_some(), count == read_as, "{source} {count}");
        }
        let grammar = Grammar::User(UserGrammar::read("own.pest", &source).unwrap().into());
        let texts: Vec<String> =
            Sentences::new(&grammar).cover().into_iter().map(|it| it.text).collect();
        assert_eq!(texts, ["a".repeat(read_as)]);
    }
}
