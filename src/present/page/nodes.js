// The nodes of the two trees, as `TreeView` expects them, and a tree as lines.

/** The nodes of the parse tree, as `TreeView` expects them. */
function ruleNodes(reading, moment, options) {
  const calls = reading.visibleCalls(moment, options);
  const places = new Map();
  let current = reading.currentCall(moment);
  if (options.showsPairs) {
    const pairs = new Set(calls);
    while (current && !pairs.has(current)) current = current.parent;
  }
  return calls.map((call, index) => {
    places.set(call, index);
    let { parent } = call;
    while (parent && !places.has(parent)) parent = parent.parent;
    return {
      key: call.enter,
      parent: parent ? places.get(parent) : null,
      label: reading.ruleName(call),
      italics: call.isPair ? [] : [reading.ruleName(call)],
      text: call.isOpenAt(moment.event) ? "…" : reading.textOf(call),
      whole: reading.textOf(call),
      name: callWords(reading, call, moment.event),
      mark: markOfCall(call, moment),
      span: [call.start, call.isOpenAt(moment.event) ? null : call.end],
      isOpen: call.isOpenAt(moment.event),
      classes: classesOfCall(call, moment, current, options),
    };
  });
}

/** The symbol at the corner of a node, so that nobody has to rely on colour. */
function markOfCall(call, { event }) {
  if (call.isOpenAt(event)) return "?";
  return call.matched && call.discarded !== event ? "" : "✗";
}

function classesOfCall(call, { event }, current, { selected, links }) {
  return [
    call.isOpenAt(event) && "open",
    markOfCall(call, { event }) === "✗" && "discarded",
    call === current && "current",
    call.earlier && "again",
    selected === call.enter && "selected",
    links.calls.has(call.enter) && "linked",
  ].filter(Boolean);
}

/** The nodes of the expression tree that have been matched so far. */
function operationNodes(reading, moment, { selected, links, marked = new Set() }) {
  const { expression_nodes: nodes, steps } = reading.data;
  const isRead = reading.readOperations(moment);
  const parents = parentsOf(nodes);
  const places = new Map();
  const inOrder = prefixOrder(nodes, parents).filter((index) => isRead[index]);
  return inOrder.map((index, place) => {
    places.set(index, place);
    const node = nodes[index];
    const isDone = node.step !== null && node.step <= moment.step;
    const value = isDone ? `= ${steps[node.step].result?.value ?? "?"}` : "";
    return {
      key: index,
      parent: places.get(parents[index]) ?? null,
      label: shorten(node.label, LONGEST_TEXT),
      text: value,
      name: `${node.label}, ${reading.textOf(node)}${value && `, ${value}`}`,
      mark: "",
      span: [node.start, node.end],
      whole: reading.textOf(node),
      classes: [
        marked.has(index) && "differs",
        links.operations.has(index) && "linked",
        node.step !== null && node.step === moment.step && "current",
        isDone && "done",
        selected === index && "selected",
      ].filter(Boolean),
    };
  });
}

function parentsOf(nodes) {
  const parents = new Array(nodes.length).fill(null);
  nodes.forEach(({ children }, index) => children.forEach((child) => (parents[child] = index)));
  return parents;
}

/** The places of nodes, parents before children and children from the left. */
function prefixOrder(nodes, parents) {
  const stack = [...nodes.keys()].filter((index) => parents[index] === null).toReversed();
  const order = [];
  while (stack.length > 0) {
    const index = stack.pop();
    order.push(index);
    stack.push(...nodes[index].children.toReversed());
  }
  return order;
}

/** The tree as lines for printing; rules that matched the same text share a line. */
function outline(nodes) {
  const root = element("ul");
  const items = [];
  nodes.forEach((node, index) => {
    const above = items[node.parent];
    if (above && nodes[node.parent].whole === node.whole) {
      above.rules.append(` › ${node.lines.join(" › ")}`);
      items[index] = above;
      return;
    }
    const [rules, list] = [element("span", node.lines.join(" › ")), element("ul")];
    (above?.list ?? root).append(element("li", rules, " ", code(node.whole), list));
    items[index] = { rules, list };
  });
  return root;
}
