//! A plan for a teacher: the course in sessions of the same length.

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

/// The course in six sessions.
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
                "each pair writes a text that the grammar refuses, and predicts the column",
                "bracket24 parse 8-4-2",
                "errors stand where a rule wanted something, not where the text is ugly",
            ),
            part(
                15,
                "lesson 2; the class of (N-(N-N))*N is worked out on the board",
                "bracket24 lesson template",
                "a-(b-c) is a-b+c is said aloud, not only calculated with numbers",
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
                "what is 8-4+2? Hands up for 6 and for 2",
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
                "the page of (5-8-7)*6, from the first step to where the grammars part",
                "bracket24 explain '(5-8-7)*6'",
                "the operand after the first minus is pointed at in both trees",
            ),
        ],
    },
    Session {
        title: "Trees, all of them",
        print: &["bracket24 parse '8/(1-1/5)' --output tree.svg"],
        parts: &[
            part(
                15,
                "lesson 5; one pupil is the stack and holds the cards",
                "bracket24 lesson signs",
                "the 8 waits at the bottom until its second operand is a single card",
            ),
            part(
                5,
                "the stack is played again without a word of help",
                "bracket24 step '(5+7)*(8-6)' --machine",
                "two results lie on the stack at once; a row of signs has room for one",
            ),
            part(
                20,
                "lesson 6; all trees of four numbers are drawn, then of five",
                "bracket24 lesson brackets",
                "they are counted by the last operator and not by trial",
            ),
            part(
                5,
                "which of the five does the program take, and who decided that?",
                "bracket24 parse --all 8-4-2-1",
                "the grammar did; arithmetic alone does not choose",
            ),
        ],
    },
];
