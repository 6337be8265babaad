// Examples to begin with: each has a text, and a grammar that can be edited.

const EXAMPLES = [
  ["Numbers", "numbers", "-12.5e3", `number = { SOI ~ sign? ~ digits ~ ("." ~ digits)? ~ power? ~ EOI }
power = { ("e" | "E") ~ sign? ~ digits }
sign = { "+" | "-" }
digits = @{ ASCII_DIGIT+ }
`],
  ["An address", "address", "ada.lovelace@mail.example.org", `address = { user ~ "@" ~ domain ~ EOI }
user = { word ~ ("." ~ word)* }
domain = { word ~ ("." ~ word)+ }
word = @{ (ASCII_ALPHANUMERIC | "-" | "_")+ }
`],
  ["CSV", "csv", "name,born\nAda,1815\n\"Turing, A.\",1912\n", `file = { SOI ~ record ~ (NEWLINE ~ !EOI ~ record)* ~ NEWLINE? ~ EOI }
record = { field ~ ("," ~ field)* }
field = { quoted | plain }
quoted = @{ "\\"" ~ ("\\"\\"" | !"\\"" ~ ANY)* ~ "\\"" }
plain = @{ (!("," | "\\"" | NEWLINE) ~ ANY)* }
`],
  ["S-expressions", "lisp", "(define (square x) (* x x))", `file = { SOI ~ item* ~ EOI }
item = _{ list | number | symbol }
list = { "(" ~ item* ~ ")" }
number = @{ ASCII_DIGIT+ }
symbol = @{ (!("(" | ")" | WHITESPACE) ~ ANY)+ }
WHITESPACE = _{ " " | NEWLINE }
`],
  ["JSON", "json", "{\"a\": [1, 2, {\"b\": null}], \"c\": \"x\"}", `json = { SOI ~ value ~ EOI }
value = _{ object | array | string | number | boolean | null }
object = { "{" ~ (pair ~ ("," ~ pair)*)? ~ "}" }
pair = { string ~ ":" ~ value }
array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
string = @{ "\\"" ~ (!("\\"" | "\\\\" | control) ~ ANY | "\\\\" ~ escape)* ~ "\\"" }
escape = { "\\"" | "\\\\" | "/" | "b" | "f" | "n" | "r" | "t" | "u" ~ ASCII_HEX_DIGIT{4} }
control = { '\\u{00}'..'\\u{1F}' }
number = @{ "-"? ~ ("0" | ASCII_NONZERO_DIGIT ~ ASCII_DIGIT*) ~ ("." ~ ASCII_DIGIT+)? ~ exponent? }
exponent = { ^"e" ~ ("+" | "-")? ~ ASCII_DIGIT+ }
boolean = { "true" | "false" }
null = { "null" }
WHITESPACE = _{ " " | "\\t" | "\\n" | "\\r" }
`],
  ["A config file", "config", "[server]\nport = 2424\nname = \"live\"\n", `file = { SOI ~ line ~ (NEWLINE ~ line)* ~ EOI }
line = _{ (section | setting)? }
section = { "[" ~ name ~ "]" }
setting = { name ~ "=" ~ (number | text) }
name = @{ ASCII_ALPHA+ }
number = @{ ASCII_DIGIT+ }
text = @{ "\\"" ~ (!"\\"" ~ ANY)* ~ "\\"" }
WHITESPACE = _{ " " }
`],
  ["Arithmetic", null, "8-4-2*3"],
  ["A little language", "language", "while x < 10 { x = x + 1; }", `program = { SOI ~ statement* ~ EOI }
statement = { loop | assignment }
loop = { keyword ~ condition ~ "{" ~ statement* ~ "}" }
assignment = { name ~ "=" ~ sum ~ ";" }
condition = { sum ~ ("<" | "==") ~ sum }
sum = { atom ~ ("+" ~ atom)* }
atom = _{ number | name }
name = @{ !keyword ~ ASCII_ALPHA+ }
keyword = @{ "while" ~ !ASCII_ALPHA }
number = @{ ASCII_DIGIT+ }
WHITESPACE = _{ " " | NEWLINE }
`],
  ["A backtracking trap", "trap", "((((8))))", `// Each bracket doubles the work: the parser matches the first one twice, and the fourth 16 times.
// Switch the memo on, or write
// sum = { term ~ ("+" ~ sum)? }
line = { SOI ~ sum ~ EOI }
sum = { term ~ "+" ~ sum | term }
term = { "(" ~ sum ~ ")" | number }
number = @{ ASCII_DIGIT+ }
`],
  ["Left recursion", "left_recursion", "8-4-2", `// A PEG parser would call sum forever. Write it as a repetition:
// sum = { number ~ ("-" ~ number)* }
sum = { sum ~ "-" ~ number | number }
number = @{ ASCII_DIGIT+ }
`],
];

async function showExamples() {
  const select = find("#examples");
  const examples = EXAMPLES.map(([title], index) => option(index, title));
  select.replaceChildren(option("", "Examples, lessons"), option("tour", "A tour in six steps"), optionGroup("Examples", examples));
  select.append(...(await lessonOptions()));
}

async function openExample(index) {
  find("#examples").value = "";
  if (index === "tour") return showTour(0);
  leaveTour();
  if (index.startsWith("lesson ")) return showLesson(index.slice("lesson ".length));
  const [, name, text, source] = EXAMPLES[index];
  leavePlace();
  find("#live-each").checked = false;
  if (exercise) await chooseExercise("");
  showPane("tree");
  textEditor.text = text;
  if (name === null) await chooseGrammarOf("built-in", "left");
  else await chooseGrammarOf("own", nameFor(`${name}.pest`, source), source);
}
