// Opens the page, and prepares it for print.

/** In print, all listed hands and all templates are shown. */
function setPrinting(isPrinting) {
  find("#asked").textContent = askedWords(state.filters);
  const hands = isPrinting ? handList.items : [];
  find("#printed-hands").replaceChildren(
    ...hands.map((hand) => element("li", code(hand.text), ` ${handWords(hand).join(", ")}`)),
  );
  const templates = isPrinting ? LIVE : [];
  find("#printed-templates").replaceChildren(
    ...templates.map((template) => {
      const item = classed("li", "row");
      fillTemplate(item, template);
      return item;
    }),
  );
}

find("#title").textContent = data.title;
find("#remarks").textContent = data.remarks.join(" ");
prepareFilters();
showTemplates();
addEventListener("hashchange", followAddress);
addEventListener("beforeprint", () => setPrinting(true));
addEventListener("afterprint", () => setPrinting(false));
matchMedia("print").addEventListener("change", ({ matches }) => setPrinting(matches));
followAddress();
