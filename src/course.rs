//! A course in parsing: short lessons, each one idea, and a plan for a teacher.
//!
//! The lessons are Markdown, in `src/guide/lessons`. What they show is what the
//! command prints, and each ends with an exercise or a quiz.
//!
//! # How to add a lesson
//!
//! 1. Its file in `src/guide/lessons`: a title, one idea, a question before its
//!    answer, and at the end a block of `sh` with the exercise or the quiz that
//!    goes with it. A file that a command needs is a block of its own, which has
//!    the file's name after the language: `pest sums.pest`.
//! 2. A line in the table below.
//!
//! `tests/readme/lessons.rs` runs what it shows and says what it lacks.

use crate::Named;
use crate::name::named_display;

/// A lesson of the course.
///
/// ```
/// use bracket24::course::Lesson;
///
/// let lesson: Lesson = "grammar".parse()?;
/// assert_eq!((lesson.number(), lesson.title()), (1, "What a grammar is"));
/// assert_eq!(Lesson::numbered(1), Some(lesson));
/// # Ok::<(), bracket24::UnknownName>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    name: &'static str,
    text: &'static str,
}

/// Makes the table of lessons: each has its name, and the file with its text, which is
/// a page beside the reference too.
macro_rules! lessons {
    ($($name:ident in $file:literal,)+) => {
        const LESSONS: &[Lesson] = &[$(Lesson {
            name: stringify!($name),
            text: include_str!(concat!("guide/lessons/", $file)),
        },)+];

        /// The lessons of the [course](crate::course).
        #[cfg(doc)]
        pub mod lessons {
            $(#[doc = include_str!(concat!("guide/lessons/", $file))]
            pub mod $name {})+
        }
    };
}

lessons! {
    grammar in "01-grammar.md",
    template in "02-template.md",
    precedence in "03-precedence.md",
    associativity in "04-associativity.md",
    signs in "05-signs.md",
    brackets in "06-brackets.md",
    backtracking in "07-backtracking.md",
    recursion in "08-recursion.md",
    readers in "09-readers.md",
    search in "10-search.md",
    counting in "11-counting.md",
    difficulty in "12-difficulty.md",
    powers in "13-powers.md",
}

impl Named for Lesson {
    const KIND: &'static str = "lesson";
    const ALL: &'static [Self] = LESSONS;

    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.title()
    }
}

named_display!(Lesson);

impl Lesson {
    /// The lesson with this number, from 1.
    pub fn numbered(number: usize) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)?).copied()
    }

    /// Its place in the course, from 1.
    pub fn number(&self) -> usize {
        let at = Self::ALL.iter().position(|other| other == self);
        at.expect("there are no other lessons") + 1
    }

    /// The lesson after it.
    pub fn next(&self) -> Option<Self> {
        Self::numbered(self.number() + 1)
    }

    /// All of it, as Markdown.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Its title.
    pub fn title(&self) -> &'static str {
        let title = self.text.lines().next().and_then(|line| line.strip_prefix("# "));
        title.expect("a lesson begins with its title")
    }

    /// The command of the exercise or quiz at its end.
    pub fn ends_with(&self) -> &'static str {
        let mut commands = self.text.lines().filter(|line| line.starts_with("bracket24 "));
        commands.next_back().expect("a lesson ends with a command")
    }
}

/// The minutes of a session.
pub const MINUTES: u32 = 45;

/// A session of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Session {
    /// What it is about.
    pub title: &'static str,
    /// The commands that make what is printed before.
    pub print: &'static [&'static str],
    /// What is done, in order; together it takes [`MINUTES`].
    pub parts: &'static [Part],
}

/// A part of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Part {
    /// How long it takes.
    pub minutes: u32,
    /// What the class does.
    pub what: &'static str,
    /// The command for it.
    pub command: &'static str,
    /// What shows the teacher that it was understood, or was not.
    pub look_for: &'static str,
}

/// Makes a part, with its fields in the order in which they are read.
const fn part(
    minutes: u32,
    what: &'static str,
    command: &'static str,
    look_for: &'static str,
) -> Part {
    Part { minutes, what, command, look_for }
}

/// The course in seven sessions.
pub const PLAN: &[Session] = &[
    Session {
        title: "Texts, rules and holes",
        print: &[
            "bracket24 lesson grammar --output grammar.html",
            "bracket24 lesson template --output template.html",
        ],
        parts: &[
            part(
                5,
                "everyone looks for 24 from 3 3 8 8, then the solution is shown",
                "bracket24 solve 3 3 8 8",
                "someone writes 8/3-8/3 and means 8/(3-8/3): text and meaning part",
            ),
            part(
                15,
                "lesson 1; the parse tree is drawn by hand before the program draws it",
                "bracket24 lesson grammar",
                "the lowest rules, read in order, are the text; nothing is left over",
            ),
            part(
                10,
                "exercise: a first rule, in pairs",
                "bracket24 exercise start number",
                "the shortest text that goes wrong is read aloud before anything is changed",
            ),
            part(
                15,
                "lesson 2; the class of (N-(N-N))*N is worked out on the board",
                "bracket24 lesson template",
                "a-(b-c) is a-b+c is said in words, not only tried with numbers",
            ),
        ],
    },
    Session {
        title: "Which operator comes first",
        print: &[
            "bracket24 explain '(5-8-7)*6' --grammar scala --output false.html",
            "bracket24 lesson associativity --output associativity.html",
        ],
        parts: &[
            part(
                15,
                "lesson 3; both trees of 2+3*4 are drawn before they are shown",
                "bracket24 lesson precedence",
                "the question is what the + takes as its right operand, not what is done first",
            ),
            part(
                5,
                "what is 8-4+2? hands up for 6 and for 2",
                "bracket24 explain 8-4+2 --grammar pemdas",
                "who says 2 learnt the school rule to the letter",
            ),
            part(
                15,
                "lesson 4; the false solutions are checked by hand first",
                "bracket24 lesson associativity",
                "the arithmetic was right and the tree was wrong",
            ),
            part(
                10,
                "exercise: from the right to the left; those who are early take `precedence`",
                "bracket24 exercise start left",
                "a repetition in place of the rule's own name, on both levels",
            ),
        ],
    },
    Session {
        title: "Trees, all of them",
        print: &[
            "bracket24 parse '8/(1-1/5)' --output tree.svg",
            "bracket24 quiz --kind tree --count 6 --seed 3 --sheet html --key trees-key.html --output trees.html",
        ],
        parts: &[
            part(
                15,
                "lesson 5; one pupil is the stack and holds the cards",
                "bracket24 lesson signs",
                "the 8 waits at the bottom until its second operand is a single number",
            ),
            part(
                5,
                "the stack is played again without a word of help",
                "bracket24 step '(5+7)*(8-6)' --machine",
                "two results lie on the stack at once; a row of signs has room for one",
            ),
            part(
                15,
                "lesson 6; all trees of four numbers are drawn",
                "bracket24 lesson brackets",
                "they are counted by the last operator and not by trial",
            ),
            part(
                10,
                "the sheet of trees, alone; the key goes round afterwards",
                "bracket24 quiz --kind tree --count 6 --seed 3 --no-input",
                "who takes the mirrored tree has the operands right and their sides wrong",
            ),
        ],
    },
    Session {
        title: "Reading twice, and reading for ever",
        print: &["bracket24 trace '((8))' --grammar right_slow --output slow.html"],
        parts: &[
            part(
                15,
                "lesson 7; one pupil reads the 8, another counts how often",
                "bracket24 lesson backtracking",
                "guesses for seven pairs are written down first, and are far too small",
            ),
            part(
                10,
                "exercise: the slow grammar, without changing a tree",
                "bracket24 exercise start slow",
                "what the alternatives share is read once and stands in front",
            ),
            part(
                10,
                "lesson 8; somebody plays the rule `sum` until the class stops them",
                "bracket24 lesson recursion",
                "the loop is seen before the word for it is told",
            ),
            part(
                10,
                "exercise: a textbook's left recursion",
                "bracket24 exercise start recursion",
                "the repetition keeps minus left-associative; right recursion does not",
            ),
        ],
    },
    Session {
        title: "Other readers, other searches",
        print: &[
            "bracket24 explain 8-4*2 --readers --output readers.html",
            "bracket24 quiz --kind grammar,value --count 6 --seed 5 --sheet html --key readers-key.html --output quiz.html",
        ],
        parts: &[
            part(
                15,
                "lesson 9; two rows of pupils are the stacks of the shunting-yard",
                "bracket24 lesson readers",
                "an operator waits until one comes that binds no more tightly",
            ),
            part(
                10,
                "the sheet of values and grammars, alone",
                "bracket24 quiz --kind grammar,value --count 6 --seed 5 --no-input",
                "the answer is argued from a tree and not from a feeling",
            ),
            part(
                15,
                "lesson 10; the ten texts are sorted into three heaps on the board",
                "bracket24 lesson search",
                "6/(7-5)*8 and 6*8/(7-5) go on one heap, and somebody can say why",
            ),
            part(
                5,
                "how much work was each way?",
                "bracket24 compare 5 6 7 8",
                "the counts are compared before the times",
            ),
        ],
    },
    Session {
        title: "Counting, and how hard it is",
        print: &[
            "bracket24 quiz --kind template,brackets --count 6 --seed 6 --sheet html --key last-key.html --output last.html",
        ],
        parts: &[
            part(
                15,
                "lesson 11; the first number is worked out by the class",
                "bracket24 lesson counting",
                "5 times 64 times 24 is found before it is printed",
            ),
            part(
                15,
                "lesson 12; everyone orders three hands before the points are shown",
                "bracket24 lesson difficulty",
                "reasons are things that can be counted",
            ),
            part(
                10,
                "the last sheet, as a test",
                "bracket24 quiz --kind template,brackets --count 6 --seed 6 --no-input",
                "brackets are judged by the tree that is left without them",
            ),
            part(
                5,
                "what is left to find out: every pair asks the prompt one question",
                "bracket24 repl --no-history",
                "a question begins with \"what if\" and can be answered by a command",
            ),
        ],
    },
    Session {
        title: "Powers, and a minus with one operand",
        print: &["bracket24 lesson powers --output powers.html"],
        parts: &[
            part(
                5,
                "everyone works out 2^3^2 and -2^2 alone; the answers are counted on the board",
                "bracket24 explain '2^3^2'",
                "512 and 64 are both defended, and nobody has added wrongly",
            ),
            part(
                15,
                "lesson 13; the tree of -2^2 is drawn before the program draws it",
                "bracket24 lesson powers",
                "the rule that refers to itself is found in the grammar",
            ),
            part(
                15,
                "pairs mend the grammar that reads powers from the left",
                "bracket24 exercise start power",
                "the repetition goes, and the exponent leads back to the power",
            ),
            part(
                10,
                "pairs let any operand be negated",
                "bracket24 exercise start minus",
                "-5-2 stays (-5)-2",
            ),
        ],
    },
];
