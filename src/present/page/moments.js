// The actions of a reader without rules, one after another, and its stacks.

const MOMENT = 6;

/** The moments of a reader as events. */
function momentEvents({ all }) {
  return all.map(({ said, start, end, completes, failed, tops }) => ({
    kind: MOMENT,
    what: null,
    call: null,
    lookahead: 0,
    round: 0,
    said,
    start,
    end,
    completes,
    failed,
    tops,
  }));
}

/** The stacks after an event, each with its title and its items, the top item last. */
function stacksAt({ data: { moments }, events }, { event }) {
  return moments.stacks.map((title, index) => {
    const items = [];
    for (let at = events[event]?.tops[index] ?? null; at !== null; at = moments.items[at][1]) {
      items.push(moments.items[at][0]);
    }
    return [title, items.reverse()];
  });
}

// The maximum number of items of a stack to show, because nobody can take in more. The top items
// are shown.
const MOST_ITEMS = 40;

/** Shows the stacks in place of the open rules. */
function showStacks(list, reading, moment) {
  const stacks = stacksAt(reading, moment).map(([title, items]) => {
    const shown = items.slice(-MOST_ITEMS).map((item) => classed("code", "item", item));
    const more = items.length > MOST_ITEMS ? [`… ${items.length - MOST_ITEMS} below `] : [];
    const none = items.length ? [] : [classed("span", "again", "empty")];
    return element("li", classed("span", "name", title), classed("span", "items", ...more, ...shown, ...none));
  });
  list.replaceChildren(...stacks);
}

/** The texts that are complete operands or operations after an event. */
function completeSpans({ events }, { event }) {
  return events.slice(0, event + 1).filter(({ completes }) => completes);
}
