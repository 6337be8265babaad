//! Types whose values are selected by name, such as grammars and engines.

use crate::words::list_and;

/// A kind of thing that has a few members, each with a name: for example, the grammars.
///
/// You can implement this trait for your own types. Only the constants and two functions are
/// required. Functions that later versions add will have defaults.
///
/// ```
/// use bracket24::{Grammar, Named};
///
/// let names: Vec<&str> = Grammar::ALL.iter().map(Named::name).collect();
/// assert_eq!(names[..3], ["left", "right", "scala"]);
/// assert_eq!(Grammar::by_name("flat")?.summary(), "no precedence, left-associative");
/// let error = "middle".parse::<Grammar>().unwrap_err();
/// assert!(error.to_string().starts_with("there is no grammar `middle`; there are left, "));
/// # Ok::<(), bracket24::UnknownName>(())
/// ```
pub trait Named: Clone + 'static {
    /// The word for a single member: "grammar".
    const KIND: &'static str;
    /// All members, in the order in which the help lists them.
    const ALL: &'static [Self];

    /// Returns the name that selects this member.
    fn name(&self) -> &str;

    /// Returns a summary of this member in a few words.
    fn summary(&self) -> &str;

    /// Returns the member called `name`.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownName`] if no member has this name.
    fn by_name(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.iter().find(|it| it.name() == name).cloned().ok_or_else(|| UnknownName {
            kind: Self::KIND,
            given: name.to_owned(),
            names: Self::ALL.iter().map(Self::name).collect(),
        })
    }
}

/// The error for a name that no member of a kind has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} `{given}`; there are {}", list_and(.names))]
pub struct UnknownName {
    /// The kind: "grammar".
    pub kind: &'static str,
    /// The name given.
    pub given: String,
    /// The names of all members.
    pub names: Vec<&'static str>,
}

/// Implements `Display` for a type: it writes a text of the value, with the padding that the
/// formatter asks for.
macro_rules! display_text {
    ($type:ty, |$it:ident| $text:expr) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $it = self;
                f.pad(&$text)
            }
        }
    };
}
pub(crate) use display_text;

/// Implements `Display` and `FromStr` for a [`Named`] type: one writes the name of a member, the
/// other looks it up.
macro_rules! named_display {
    ($type:ty) => {
        $crate::name::display_text!($type, |it| $crate::name::Named::name(it));

        impl std::str::FromStr for $type {
            type Err = $crate::name::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::name::Named::by_name(name)
            }
        }
    };
}
pub(crate) use named_display;

/// Defines an enum and its [`Named`] implementation from one table. Each line of the table has the
/// documentation, the name and the summary of a variant, so you cannot forget one of them. The enum
/// gets the usual derives of one without data.
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        pub enum $Type:ident: $kind:literal {
            $($(#[$variant_attribute:meta])* $Variant:ident = $name:literal: $summary:literal,)+
        }
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $(#[$attribute])*
        pub enum $Type {
            $($(#[$variant_attribute])* $Variant,)+
        }

        impl $crate::name::Named for $Type {
            const KIND: &'static str = $kind;
            const ALL: &'static [Self] = &[$(Self::$Variant),+];

            fn name(&self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                }
            }

            fn summary(&self) -> &'static str {
                match self {
                    $(Self::$Variant => $summary,)+
                }
            }
        }

        $crate::name::named_display!($Type);
    };
}
pub(crate) use named_enum;
