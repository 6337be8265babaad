//! What a grammar that is read at run time leaves out, which must be known.

use bracket24::{SetName, Template, TemplateSet};

use crate::user_grammars::own;

#[test]
fn templates_of_a_named_set_that_a_grammar_does_not_read_are_known() {
    let short = own(include_str!("../grammars/two_signs_at_most.pest"));
    let set = TemplateSet::named(SetName::Canonical, 4, &short);
    assert_eq!((set.templates().len(), set.unread().len()), (85, 8));
    for (text, error) in set.unread() {
        assert_eq!(Template::parse(text, &short).unwrap_err(), *error);
    }
    assert_eq!(TemplateSet::named(SetName::Canonical, 3, &short).unread(), []);
}
