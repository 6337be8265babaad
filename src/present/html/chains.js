// Leaves nodes out of a tree: hides those inside folded nodes, and joins chains of rules.

/** The nodes that no folded node hides. A folded node counts the nodes that it hides. */
function folded(nodes, folds) {
  if (folds.size === 0) return nodes;
  const kept = [];
  const places = new Map();
  const inside = new Map();
  nodes.forEach((node, index) => {
    const around = inside.get(node.parent);
    if (around !== undefined) {
      inside.set(index, around);
      around.hidden += 1;
      return;
    }
    const made = { ...node, parent: node.parent === null ? null : places.get(node.parent), hidden: 0 };
    places.set(index, kept.length);
    kept.push(made);
    if (folds.has(node.key)) inside.set(index, made);
  });
  return kept;
}

/** The nodes, with every chain of rules that match the same text joined into one. */
function joined(nodes) {
  const children = new Array(nodes.length).fill(0);
  for (const { parent } of nodes) if (parent !== null) children[parent] += 1;
  const made = [];
  const places = [];
  nodes.forEach((node, index) => {
    const parent = node.parent === null ? null : made[places[node.parent]];
    const isAlike =
      parent?.whole === node.whole && parent.isOpen === node.isOpen && parent.mark === node.mark;
    if (parent && children[node.parent] === 1 && isAlike && !parent.hidden) {
      parent.lines.push(...node.lines);
      parent.keys.push(node.key);
      parent.italics?.push(...node.italics);
      parent.name = `${parent.name}; ${node.name}`;
      parent.text = node.text;
      parent.hidden = node.hidden;
      parent.classes = [...new Set([...parent.classes, ...node.classes])];
      places[index] = places[node.parent];
      return;
    }
    places[index] = made.length;
    const above = node.parent === null ? null : places[node.parent];
    made.push({ ...node, parent: above, lines: [...node.lines], keys: [...node.keys], italics: node.italics && [...node.italics] });
  });
  return made;
}
