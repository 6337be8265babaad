// What one grammar made of the expression, laid out so that any position of the
// slider can be looked up without going through the events before it.
//
// Position 0 is before the first event, position n after event n; the steps of
// the reduction follow, one position each.

/** A rule tried at a place: two events, its enter and its match or fail. */
class Call {
  constructor(rule, start, depth, enter, parent) {
    Object.assign(this, { rule, start, depth, enter, parent });
    this.end = start;
    this.exit = Infinity;
    this.matched = false;
    /** The last event at which it is shown. */
    this.gone = Infinity;
    /** Its place in the parse tree, if it came to stay. */
    this.node = null;
  }

  get isEmpty() {
    return this.end === this.start;
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
    this.eventCount = data.events.length;
    this.stepCount = data.steps.length;
    this.last = this.eventCount + this.stepCount;
    /** In the order in which they were tried: parents before children. */
    this.calls = [];
    /** For every event the call that it opens or closes. */
    this.callOfEvent = new Array(this.eventCount);
    /** For every event how far the text has been matched by then. */
    this.furthest = new Uint32Array(this.eventCount);
    this.pairEvents();
    this.findNodes();
    this.findGivenUp();
    this.definitions = splitDefinitions(data.source);
  }

  ruleName(call) {
    return this.data.rules[call.rule];
  }

  textOf({ start, end }) {
    return this.text.slice(start, end);
  }

  pairEvents() {
    let open = null;
    let furthest = 0;
    this.data.events.forEach(([kind, rule, depth, at, end], event) => {
      if (kind === "e") {
        open = new Call(rule, at, depth, event, open);
        this.calls.push(open);
      }
      const call = open;
      this.callOfEvent[event] = call;
      if (kind !== "e") {
        call.exit = event;
        call.matched = kind === "m";
        call.end = end ?? at;
        furthest = Math.max(furthest, call.end);
        open = call.parent;
      }
      this.furthest[event] = furthest;
    });
  }

  findNodes() {
    this.data.nodes.forEach((node, index) => {
      this.callOfEvent[node.enter].node = index;
    });
  }

  /**
   * A rule that failed goes when it fails. One that matched and is not in the
   * tree goes when it is given up; one that was only looked at, when the rule
   * around it is done. What stays to the last event is the tree.
   */
  findGivenUp() {
    for (const call of this.calls) {
      if (!call.matched) call.gone = call.exit;
    }
    const tried = [];
    let next = 0;
    for (const [after, since] of this.data.givenUp) {
      while (this.calls[next]?.enter <= after) tried.push(this.calls[next++]);
      while (tried.at(-1)?.enter >= since) {
        const call = tried.pop();
        call.gone = Math.min(call.gone, after + 1);
      }
    }
    for (const call of this.calls) {
      if (call.node !== null) continue;
      const isLookedAt = call.gone === Infinity && call.parent?.gone === Infinity;
      if (isLookedAt) call.gone = call.parent.exit;
      call.gone = Math.min(call.gone, call.parent?.gone ?? Infinity, this.eventCount - 2);
    }
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

  /** The call that this event opens or closes, or that binds what a step does. */
  currentCall({ event, step, isReduction }) {
    return (isReduction && this.callOfStep(step)) || (this.callOfEvent[event] ?? null);
  }

  /** The innermost call of the step's rule, or of any, around the step's text. */
  callOfStep(step) {
    const { nodes, steps, rules, expressionNodes } = this.data;
    const operation = expressionNodes.find((node) => node.step === step);
    const around = nodes.filter(
      ({ start, end }) => start <= operation.start && operation.end <= end,
    );
    const node = around.findLast(({ rule }) => rules[rule] === steps[step].rule) ?? around.at(-1);
    return node && this.callOfEvent[node.enter];
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
      if (call.enter > event || call.gone < event) return false;
      return everyAttempt || !call.isEmpty || call.isOpenAt(event) || call.exit === event;
    };
    return this.calls.filter(isWanted);
  }

  /** Whether a person who wants the short story stops here. */
  isStop(position) {
    const { event, isReduction, isLast } = this.at(position);
    if (event < 0 || isReduction || isLast) return true;
    return !this.callOfEvent[event].isEmpty;
  }

  /** The next position in a direction, 1 or -1. */
  nextStop(position, direction, everyAttempt) {
    let next = position + direction;
    while (!everyAttempt && next > 0 && next < this.last && !this.isStop(next)) {
      next += direction;
    }
    return Math.min(Math.max(next, 0), this.last);
  }

  /** The nodes of the tree of operations whose text has been read. */
  readOperations({ event }) {
    const furthest = event < 0 ? 0 : this.furthest[event];
    return this.data.expressionNodes.map((node) => node.end <= furthest);
  }
}
