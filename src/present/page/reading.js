// One grammar's parse of the expression, stored so that the page can show any position of the
// slider without going through earlier events.
//
// Position 0 is before the first event, position n after event n; the steps of the evaluation
// follow, one position each.

class Reading {
  constructor(data, text) {
    this.data = data;
    this.text = text;
    /** A grammar that is not arithmetic makes no expression, so there is no value. */
    this.hasValues = data.has_values;
    const { events, calls, ends } = new Replay(data, text.length);
    /** Whether the reader parses by rules, and not only by stacks. */
    this.hasRules = data.moments === null;
    this.events = this.hasRules ? events : momentEvents(data.moments);
    this.calls = calls;
    /** The calls that can be in the tree, parents before children. `EOI` is among them only if the
        page shows pairs from the start. */
    this.nodes = [...calls, ...(data.shows_pairs ? ends : [])].sort((a, b) => a.enter - b.enter);
    /** The pairs that pest returns, or would return if the calls were kept. */
    this.pairs = [...calls.filter((call) => call.isPair && call.lookahead === 0), ...ends];
    this.pairs.sort((a, b) => a.enter - b.enter);
    this.eventCount = this.events.length;
    this.stepCount = data.steps.length;
    this.last = this.eventCount + this.stepCount;
    this.definitions = new Map(data.definitions.map((it) => [it.rule, it]));
    this.steps = wholeSteps(data);
    this.hasTerminals = data.detail === "terminals";
    /** Whether the page has more than the rules of the parse tree. */
    this.hasFailures = data.detail !== "tree";
  }

  ruleName(call) {
    return this.data.rules[call.rule];
  }

  textOf({ start, end }) {
    return this.text.slice(start, end);
  }

  /** The places where the grammar names a tried item. */
  sitesOf(what) {
    return what === null ? [] : this.data.tried[what].sites;
  }

  /** The moment at a position of the slider: the event or the step. */
  at(position) {
    const step = position - this.eventCount - 1;
    return {
      position,
      event: Math.min(position, this.eventCount) - 1,
      step,
      isReduction: step >= 0,
      isLast: position === this.last,
    };
  }

  /** The event of a moment; null before the first event, and during the evaluation. */
  eventAt({ event, isReduction }) {
    return isReduction ? null : (this.events[event] ?? null);
  }

  /** The call of an event, or the innermost call around a step of the evaluation. */
  currentCall({ event, step, isReduction }) {
    return (isReduction && this.callOfStep(step)) || (this.events[event]?.call ?? null);
  }

  /** The innermost call around the step's text, if possible a call of the step's rule. */
  callOfStep(step) {
    const { steps, rules, expression_nodes } = this.data;
    const operation = expression_nodes.find((node) => node.step === step);
    const around = this.callsAround(operation);
    return around.findLast(({ rule }) => rules[rule] === steps[step].rule) ?? around.at(-1);
  }

  /** The calls of the tree around a range, outermost first. */
  callsAround({ start, end }) {
    return this.calls.filter((it) => it.isKept && it.start <= start && end <= it.end);
  }

  /** The calls being tried, outermost first. A call that has just ended is the last. */
  stack(moment) {
    const stack = [];
    for (let call = this.currentCall(moment); call; call = call.parent) {
      stack.unshift(call);
    }
    return stack;
  }

  /** The calls to draw, parents before children. */
  visibleCalls({ event }, { everyAttempt, isPackrat, showsPairs }) {
    const isWanted = (call) => {
      if (Math.floor(call.enter) > event || call.discarded < event) return false;
      // The memo stores a whole match, but not the attempts that led to it.
      if (isPackrat && call.parent?.isKnown && call.discarded === event) return false;
      if (everyAttempt || (call.isPair && call.isKept)) return true;
      return !call.isBetween && (!call.isEmpty || call.isOpenAt(event) || call.exit === event);
    };
    return (showsPairs ? this.pairs : this.nodes).filter(isWanted);
  }

  /** The call of a node of the tree. */
  callOf(key) {
    return this.events[Math.floor(key)].call;
  }

  /** The positions at which the slider stops: all except those that the options leave out. */
  stops(options) {
    const stops = [0];
    this.events.forEach((event, index) => {
      if (isStop(event, options)) stops.push(index + 1);
    });
    if (stops.at(-1) !== this.eventCount) stops.push(this.eventCount);
    for (let step = 1; step <= this.stepCount; step += 1) stops.push(this.eventCount + step);
    return stops;
  }

  /** Whether the text of each node of the expression tree has been matched at this moment. */
  readOperations(moment) {
    const { expression_nodes: nodes } = this.data;
    if (!this.hasRules) {
      const spans = completeSpans(this, moment);
      return nodes.map((node) => spans.some(({ start, end }) => start <= node.start && node.end <= end));
    }
    const { event } = moment;
    let farthest = 0;
    for (const { matched, exit, discarded, end } of this.calls) {
      // A match that was discarded no longer counts.
      if (matched && exit <= event && event < discarded) farthest = Math.max(farthest, end);
    }
    return nodes.map((node) => node.end <= farthest);
  }

  /** The tokens that a call expected at the place where it failed. */
  wantedBy(call) {
    const wanted = new Set();
    for (let index = call.enter; index <= call.exit; index += 1) {
      const { kind, start, what, lookahead } = this.events[index];
      const isFailure = kind === TERMINAL_FAIL && start === call.reached && lookahead === 0;
      if (isFailure) wanted.add(this.data.tried[what].wanted);
    }
    return [...wanted];
  }
}

/** Whether the slider stops at an event. */
function isStop({ kind, call, start, end }, { everyAttempt, terminals, isPackrat }) {
  if (kind === MOMENT) return true;
  const isTerminal = kind === TERMINAL_MATCH || kind === TERMINAL_FAIL;
  if (isTerminal && !terminals) return false;
  const isRule = kind === ENTER || kind === MATCH || kind === FAIL;
  // If the memo knows a result, the slider stops only at the lookup.
  const known = isRule && kind !== ENTER ? call.parent : call;
  if (isPackrat && known?.isKnown) return false;
  if (everyAttempt) return true;
  if (call?.isBetween) return false;
  return isRule ? !call.isEmpty : end > start;
}

/** The steps, each with the expression before and after it. */
function wholeSteps({ evaluated, steps }) {
  let before = evaluated;
  return steps.map((step) => {
    const whole = { ...step, before };
    if (step.result === null) return whole;
    const { prefix, suffix, middle } = step.result;
    const left = before.slice(0, prefix) + middle + before.slice(before.length - suffix);
    before = left;
    return { ...whole, result: { ...step.result, left } };
  });
}
