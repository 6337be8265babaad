// The events of a trace, decoded from the numbers on the page, which `events.rs` explains.

const [ENTER, MATCH, FAIL, TERMINAL_MATCH, TERMINAL_FAIL, BACKTRACK, ENTER_SILENTLY] = [0, 1, 2, 3, 4, 5, 6];
const BETWEEN = ["WHITESPACE", "COMMENT"];
const KINDS = 7;
const LOOKAHEADS = 3;

/** One call of a rule: from the event that enters it to the event that leaves it. */
class Call {
  constructor(event, number, rule, earlier) {
    const { what, lookahead, start, round, isPair, call: parent } = event;
    Object.assign(this, { rule, what, lookahead, start, round, isPair, parent, earlier });
    this.matched = false;
    /** The end of the match; equal to the start if the call failed. */
    this.end = start;
    /** The farthest place that the call reached. */
    this.reached = start;
    this.enter = number;
    this.exit = Infinity;
    /** The event from which the call is no longer part of the tree. */
    this.discarded = Infinity;
    /** The step that gives the value of the matched text. */
    this.step = null;
    /** Whether the call matches text between two parts, such as blanks. */
    this.isBetween = false;
    /** Whether a memo would know the result of this call, or of a call around it. A packrat parser
        does not make such a call. */
    this.isKnown = earlier !== null || (parent?.isKnown ?? false);
  }

  get isEmpty() {
    return this.end === this.start;
  }

  get isKept() {
    return this.discarded === Infinity;
  }

  /** Whether the rule is still being tried after this event. */
  isOpenAt(event) {
    return this.enter <= event && event < this.exit;
  }
}

/** Goes through the numbers once. */
class Replay {
  constructor({ events: numbers, tried, rules, varying, ends, tree_steps: steps }, units) {
    /** The rules whose results the memo does not store. */
    this.varying = new Set(varying);
    this.tried = tried;
    this.rules = rules;
    this.events = [];
    /** The calls in the order in which the parser made them: parents before children. */
    this.calls = [];
    this.open = [];
    /** The calls in the tree, and for each open call its place among them. */
    this.standing = [];
    this.openPlaces = [];
    /** The place in the tree of the outermost call of a lookahead. */
    this.lookedAt = null;
    /** The first call of every rule at every place. */
    this.first = new Map();
    this.place = 0;
    this.rest = numbers[Symbol.iterator]();
    for (const head of this.rest) this.add(head);
    this.ends = ends.map(([event, call]) => this.end(event, call, units));
    this.standing.forEach((call, index) => (call.step = steps[index] ?? null));
  }

  next() {
    return this.rest.next().value;
  }

  add(head) {
    const isPair = head % KINDS !== ENTER_SILENTLY;
    const kind = isPair ? head % KINDS : ENTER;
    const lookahead = Math.floor(head / KINDS) % LOOKAHEADS;
    const what = Math.floor(head / (KINDS * LOOKAHEADS));
    this.place += this.next();
    const [start, end] = [this.place, this.place];
    const event = { kind, what, lookahead, start, end, round: 0, isPair, call: this.open.at(-1) ?? null };
    if (kind === ENTER) this.enter(event);
    else if (kind === MATCH || kind === FAIL) this.leave(event);
    else if (kind === BACKTRACK) this.backtrack(event);
    else this.terminal(event);
    this.events.push(event);
  }

  enter(event) {
    event.round = this.next();
    const { rule } = this.tried[event.what];
    const key = `${rule} ${event.start}`;
    const earlier = this.first.get(key) ?? null;
    const call = new Call(event, this.events.length, rule, earlier);
    call.isBetween = (call.parent?.isBetween ?? false) || BETWEEN.includes(this.rules[rule]);
    if (!this.varying.has(rule)) this.first.set(key, earlier ?? call);
    event.call = call;
    if (event.lookahead) this.lookedAt ??= this.standing.length;
    this.openPlaces.push(this.standing.length);
    this.standing.push(call);
    this.open.push(call);
    this.calls.push(call);
  }

  leave(event) {
    const call = this.open.pop();
    const place = this.openPlaces.pop();
    const isLookedAt = this.lookedAt === place;
    if (isLookedAt) this.lookedAt = null;
    call.exit = this.events.length;
    call.reached = this.place;
    call.matched = event.kind === MATCH;
    if (call.matched) call.end = this.place;
    else this.place = call.start;
    Object.assign(event, { start: call.start, end: call.end, round: call.round });
    if (!call.matched || isLookedAt) this.discard(place);
  }

  terminal(event) {
    event.round = this.next();
    if (event.kind === TERMINAL_MATCH) this.place = event.end += this.next();
  }

  backtrack(event) {
    event.end = event.start + this.next();
    const first = this.calls.length - this.next();
    const isBefore = (call) => this.calls[first] === undefined || call.enter < this.calls[first].enter;
    let place = this.standing.length;
    while (place > 0 && !isBefore(this.standing[place - 1])) place -= 1;
    this.discard(place);
  }

  /** The pair of an `EOI`, which comes between the event that matches it and the next event. */
  end(number, parent, start) {
    const event = { what: null, lookahead: 0, start, round: 0, isPair: true, call: this.calls[parent] };
    const call = new Call(event, number + 0.5, 0, null);
    return Object.assign(call, { matched: true, exit: number });
  }

  /** Removes all calls in the tree from a place on. */
  discard(place) {
    for (const call of this.standing.splice(place)) call.discarded = this.events.length;
  }
}
