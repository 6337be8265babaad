// Opens the page.

/** The position at which the page opens, which depends on the command. */
function openingPosition() {
  const { eventCount, last, data: { failure } } = reading();
  if (failure?.event != null) return failure.event + 1;
  switch (data.view) {
    case "trace":
      return 0;
    case "parse":
      return eventCount;
    case "step":
      return Math.min(eventCount + 1, last);
    default:
      return last;
  }
}

/** The grammar to show first: if possible one that diverges from ordinary arithmetic. */
function openingGrammar() {
  const diverges = data.readings.findIndex(({ divergence }) => divergence !== null);
  return Math.max(diverges, 0);
}

/** Goes to the position that a button names. The chosen rule stays chosen. */
function followJump({ target }) {
  if (!target.dataset.position) return;
  pause();
  goTo(Number(target.dataset.position));
}

/** Makes every control change the state. */
function listen() {
  slider.addEventListener("input", () => {
    pause();
    moveToStop(Number(slider.value));
  });
  const buttons = {
    first: keys.Home,
    back: keys.ArrowLeft,
    forward: keys.ArrowRight,
    last: keys.End,
  };
  for (const [id, action] of Object.entries(buttons)) {
    find(`#${id}`).addEventListener("click", () => {
      pause();
      action();
    });
  }
  play.addEventListener("click", togglePlay);
  find("#pace").addEventListener("change", () => {
    if (state.timer === null) return;
    pause();
    togglePlay();
  });
  const options = { attempts: "everyAttempt", terminals: "terminals", packrat: "isPackrat" };
  for (const [id, name] of Object.entries(options)) {
    find(`#${id}`).addEventListener("change", ({ target }) => setOption(name, target.checked));
  }
  find("#pairs").addEventListener("change", ({ target }) => showPairs(target.checked));
  for (const [name, tree] of Object.entries({ rules: rulesTree, operations: operationsTree })) {
    for (const option of ["fits", "isUnder", "joins"]) {
      const box = find(`#${name}-${option}`);
      box?.addEventListener("change", () => {
        tree.setOptions({ [option]: box.checked });
        // In a tree under the text, chains are never joined: every rule has a row of its own.
        find("#rules-joins").disabled = rulesTree.options.isUnder;
      });
    }
    const fit = find(`#${name}-fits`);
    tree.fitted = (isWhole) => {
      fit.indeterminate = !isWhole;
      fit.parentElement.title = isWhole ? "" : "Too large to fit: shown at half size";
    };
  }
  find("#furthest").addEventListener("click", () => {
    pause();
    goTo(reading().data.failure.event + 1);
  });
  for (const id of ["#text", "#stack", "#steps", "#source", "#selected", "#calls-panel"]) {
    find(id).addEventListener("click", chosenByPointer);
  }
  find("#follow").addEventListener("click", () => {
    state.selected = null;
    slider.focus();
    scheduleRender();
  });
  find("#selected").addEventListener("click", followJump);
  find("#grammars").addEventListener("change", ({ target }) => chooseGrammar(Number(target.value)));
  document.addEventListener("keydown", pressed);
  addEventListener("beforeprint", () => setPrinting(true));
  addEventListener("afterprint", () => setPrinting(false));
  matchMedia("print").addEventListener("change", ({ matches }) => setPrinting(matches));
}

/** Lets the keyboard reach a panel that has more content than it shows. */
function letScroll(panel) {
  if (panel.scrollHeight > panel.clientHeight) panel.tabIndex = 0;
  else panel.removeAttribute("tabindex");
}

/** Shows the data that depend on no grammar, position or option. */
function showTitle() {
  document.body.dataset.view = data.view;
  find("#title").textContent = shorten(data.title, 60);
  find("#verdict").replaceChildren(...prose(data.verdict));
  const isEvaluated = data.readings.some(({ has_values: hasValues }) => hasValues);
  // A reader without rules that stops has no failure, but an error instead of a value.
  const isRead = data.readings.some(
    ({ failure, has_values: hasValues, error }) => failure === null && (hasValues || error === null),
  );
  find("#how").textContent = isRead ? "How" : "Why";
  find("#done").textContent = isEvaluated ? "is parsed and evaluated" : isRead ? "is parsed" : "cannot be parsed";
  if (data.view === "readers") setAttributes(find("#grammars"), { "aria-label": "Reader" });
  find("#grammars .choices").replaceChildren(...data.readings.map(grammarChoice));
}

/** Lets the keyboard scroll each panel as long as its content is too long. */
function watchPanels() {
  for (const panel of document.querySelectorAll("#verdict, .words, #value-line")) {
    new ResizeObserver(() => letScroll(panel)).observe(panel);
  }
}
