// What one grammar made of the expression, laid out so that any position of the
// slider can be looked up without going through the events before it.
//
// Position 0 is before the first event, position n after event n; the steps of
// the reduction follow, one position each.

/** One call of a rule: from the event that enters it to the one that leaves it. */
class Call {
  constructor(columns, index, calls) {
    const matched = columns.matched[index];
    const [start, reached] = [columns.start[index], columns.end[index]];
    Object.assign(this, { matched, start, reached });
    this.rule = columns.rule[index];
    this.parent = calls[columns.parent[index]] ?? null;
    /** What it matched; empty where it failed. */
    this.end = matched ? reached : start;
    this.enter = columns.enter[index];
    this.exit = columns.exit[index];
    /** The event from which on it is no part of the tree. */
    this.discarded = columns.discarded[index] ?? Infinity;
    this.step = columns.step[index];
  }

  get isEmpty() {
    return this.end === this.start;
  }

  /** Whether it is part of the parse tree. */
  get isKept() {
    return this.discarded === Infinity;
  }

  /** Whether the rule is still being tried after this event. */
  isOpenAt(event) {
    return this.enter <= event && event < this.exit;
  }
}

class Reading {
  constructor(data, text) {
    this.data = data;
    this.text = text;
    /** A plain grammar makes no expression, which could have a value. */
    this.hasValues = data.tree !== null;
    this.eventCount = data.event_count;
    this.stepCount = data.steps.length;
    this.last = this.eventCount + this.stepCount;
    /** In the order in which they were tried: parents before children. */
    this.calls = [];
    data.calls.rule.forEach((_, index) => {
      this.calls.push(new Call(data.calls, index, this.calls));
    });
    /** The backtracks by their events. */
    this.backtracks = new Map(data.backtracks.map((it) => [it.event, it]));
    /** For every event the call that it enters or leaves, or backtracks in. */
    this.callOfEvent = new Array(this.eventCount);
    for (const call of this.calls) {
      this.callOfEvent[call.enter] = call;
      this.callOfEvent[call.exit] = call;
    }
    for (const { event, call } of data.backtracks) this.callOfEvent[event] = this.calls[call];
    this.definitions = splitDefinitions(data.source);
  }

  ruleName(call) {
    return this.data.rules[call.rule];
  }

  textOf({ start, end }) {
    return this.text.slice(start, end);
  }

  /** What the slider's position means. */
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

  /** The backtrack that this event is, if it is one. */
  backtrack({ event, isReduction }) {
    return isReduction ? null : (this.backtracks.get(event) ?? null);
  }

  /** The call that this event is about, or the innermost one around a step's operation. */
  currentCall({ event, step, isReduction }) {
    return (isReduction && this.callOfStep(step)) || (this.callOfEvent[event] ?? null);
  }

  /** The innermost call of the step's rule, or of any, around the step's text. */
  callOfStep(step) {
    const { steps, rules, expression_nodes } = this.data;
    const operation = expression_nodes.find((node) => node.step === step);
    const around = this.calls.filter(
      ({ isKept, start, end }) => isKept && start <= operation.start && operation.end <= end,
    );
    return around.findLast(({ rule }) => rules[rule] === steps[step].rule) ?? around.at(-1);
  }

  /** The rules being tried, outermost first; a call just closed comes last. */
  stack(moment) {
    const stack = [];
    for (let call = this.currentCall(moment); call; call = call.parent) {
      stack.unshift(call);
    }
    return stack;
  }

  /** The calls to draw, parents before children. */
  visibleCalls({ event }, everyAttempt) {
    const isWanted = (call) => {
      if (call.enter > event || call.discarded < event) return false;
      return everyAttempt || !call.isEmpty || call.isOpenAt(event) || call.exit === event;
    };
    return this.calls.filter(isWanted);
  }

  /** Whether a person who wants the short story stops here. */
  isStop(position) {
    const { event, isReduction, isLast } = this.at(position);
    if (event < 0 || isReduction || isLast) return true;
    const discarded = this.backtracks.get(event);
    return discarded ? discarded.end > discarded.start : !this.callOfEvent[event].isEmpty;
  }

  /** The next position in a direction, 1 or -1. */
  nextStop(position, direction, everyAttempt) {
    let next = position + direction;
    while (!everyAttempt && next > 0 && next < this.last && !this.isStop(next)) {
      next += direction;
    }
    return Math.min(Math.max(next, 0), this.last);
  }

  /** The nodes of the expression tree whose text is read at this moment. */
  readOperations({ event }) {
    let farthest = 0;
    for (const { matched, exit, discarded, end } of this.calls) {
      // What was read and given back stands no longer.
      if (matched && exit <= event && event < discarded) farthest = Math.max(farthest, end);
    }
    return this.data.expression_nodes.map((node) => node.end <= farthest);
  }
}
