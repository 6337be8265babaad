// Finds everything that belongs to the chosen item: a rule, a text, an operation, a step or a part
// of the grammar.

const NO_LINKS = {
  calls: new Set(),
  operations: new Set(),
  sites: new Set(),
  spans: [],
  step: null,
};

/** Everything that belongs to the selected item, `{ kind, key }`. */
function linksOf(reading, selected) {
  switch (selected?.kind) {
    case "rule":
      return linksOfCall(reading, reading.callOf(selected.key));
    case "operation":
      return linksOfOperation(reading, selected.key);
    case "site":
      return linksOfSite(reading, selected.key);
    default:
      return NO_LINKS;
  }
}

function linksOfCall(reading, call) {
  const inside = operationsWithin(reading, call);
  return {
    calls: new Set([call.enter]),
    operations: new Set(inside.length ? [inside.at(-1)] : []),
    sites: new Set(reading.sitesOf(call.what).map(([start]) => start)),
    spans: [[call.start, call.end]],
    step: call.isKept ? call.step : null,
  };
}

/** The nodes of the expression tree within a range: the last one contains the others. */
function operationsWithin({ data: { expression_nodes: nodes } }, { start, end }) {
  return [...nodes.keys()].filter((index) => start <= nodes[index].start && nodes[index].end <= end);
}

function linksOfOperation(reading, index) {
  const node = reading.data.expression_nodes[index];
  const around = reading.callsAround(node).at(-1);
  return {
    calls: new Set(around ? [around.enter] : []),
    operations: new Set([index]),
    sites: new Set(around ? reading.sitesOf(around.what).map(([start]) => start) : []),
    spans: [[node.start, node.end]],
    step: node.step,
  };
}

/** Everything that a part of the grammar has matched. The part is a rule's name or a text. */
function linksOfSite(reading, site) {
  const isHere = (what) => reading.sitesOf(what).some(([start, end]) => start <= site && site < end);
  const here = new Set(reading.data.tried.keys().filter((what) => isLeaf(reading, what) && isHere(what)));
  const calls = reading.calls.filter((it) => it.isKept && here.has(it.what));
  const terminals = reading.events.filter(
    ({ kind, what, call }) => kind === TERMINAL_MATCH && here.has(what) && (call?.isKept ?? true),
  );
  const operations = calls.map((call) => operationsWithin(reading, call).at(-1));
  return {
    calls: new Set(calls.map(({ enter }) => enter)),
    operations: new Set(operations),
    sites: new Set([site]),
    spans: [...calls, ...terminals].map(({ start, end }) => [start, end]),
    step: null,
  };
}

/** Whether a tried item is a rule or a terminal, and not a sequence. */
function isLeaf({ data: { tried } }, what) {
  return tried[what].rule !== null || tried[what].terminal !== null;
}

/** The innermost call around a character among the calls in the tree at a moment. */
function callAt(reading, at, { event }) {
  const isHere = (call) => call.start <= at && at < call.end && call.enter <= event;
  const stands = (call) => isHere(call) && call.matched && event < call.discarded;
  return reading.calls.findLast(stands) ?? reading.calls.findLast(isHere) ?? null;
}
