// The place in the address of the page.

let addressTimer = null;

/** Writes the place into the address, no more often than browsers allow. */
function rendered() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const place = new URLSearchParams({ grammar: reading().data.grammar, at: state.position });
    history.replaceState(null, "", `#${place}`);
  }, 300);
}

/** Goes to the place that the address gives, such as `#grammar=left&at=17`, or the page itself. */
function followAddress() {
  const place = new URLSearchParams(location.hash.slice(1) || document.documentElement.dataset.place);
  const grammar = data.readings.findIndex((it) => it.grammar === place.get("grammar"));
  if (grammar >= 0 && grammar !== state.grammar) chooseGrammar(grammar);
  if (/^\d+$/.test(place.get("at") ?? "")) moveTo(Number(place.get("at")));
}
