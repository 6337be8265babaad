// Makes and changes elements. Data becomes text, never markup.

/** Everything that the page shows. */
let data = JSON.parse(document.querySelector("#data").textContent);

const SVG = "http://www.w3.org/2000/svg";

function find(selector) {
  return document.querySelector(selector);
}

/** An HTML element with these children: elements or texts. */
function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** Like `element`, but with a class. */
function classed(name, className, ...children) {
  const made = element(name, ...children);
  made.className = className;
  return made;
}

function code(text) {
  return element("code", text);
}

/** An SVG element. */
function svg(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  setAttributes(made, attributes);
  return made;
}

/** Sets the attributes whose value changes. */
function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (target.getAttribute(name) !== String(value)) target.setAttribute(name, value);
  }
}

function setText(target, text, attributes = {}) {
  if (target.textContent !== text) target.textContent = text;
  setAttributes(target, attributes);
}

/** Makes `list` as long as `items`, and calls `update` for each item. */
function updateList(list, items, update) {
  while (list.children.length > items.length) list.lastElementChild.remove();
  while (list.children.length < items.length) list.append(element("li"));
  items.forEach((item, index) => update(list.children[index], item, index));
}

/** The scrolling to do once everything is shown. If the page measured in between, the browser would
    have to lay out the page again and again. */
let scrolls = [];
let treeScrolls = [];

/** Scrolls the list, but not the page, to one of its items, once everything is shown. */
function scrollWithin(list, item) {
  if (item) scrolls.push([list, item]);
}

function doScrolls() {
  const places = scrolls.map(([list, item]) => {
    const [around, inside] = [list, item].map((it) => it.getBoundingClientRect());
    const top = inside.top - around.top - list.clientTop + list.scrollTop;
    return nearest(list.scrollTop, list.clientHeight, top, top + inside.height);
  });
  scrolls.forEach(([list], index) => (list.scrollTop = places[index]));
  for (const [panel, { left, top }] of treeScrolls) panel.scrollTo(left, top);
  [scrolls, treeScrolls] = [[], []];
}

function hasModifier(event) {
  return event.altKey || event.ctrlKey || event.metaKey;
}

/** The scroll offset nearest to the current one that shows the range from `start` to `end`. */
function nearest(offset, size, start, end) {
  if (start < offset || end - start > size) return start;
  return Math.max(offset, end - size);
}
