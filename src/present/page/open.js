// Opening the page.

/** Where a page of this command opens. */
function openingPosition() {
  const { eventCount, last } = reading();
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

/** Goes to the position that a button names, and stays with its rule. */
function followJump({ target }) {
  if (!target.dataset.position) return;
  pause();
  const call = reading().currentCall(reading().at(state.position));
  state.selected ??= { kind: "rule", key: call.enter };
  moveTo(Number(target.dataset.position));
}

/** Has every control change the state. */
function listen() {
  slider.addEventListener("input", () => {
    pause();
    moveTo(Number(slider.value));
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
  find("#attempts").addEventListener("change", ({ target }) => {
    state.everyAttempt = target.checked;
    scheduleRender();
  });
  find("#follow").addEventListener("click", () => {
    state.selected = null;
    slider.focus();
    scheduleRender();
  });
  find("#selected").addEventListener("click", followJump);
  find("#grammars").addEventListener("change", ({ target }) => chooseGrammar(Number(target.value)));
  document.addEventListener("keydown", pressed);
  addEventListener("hashchange", followAddress);
  addEventListener("beforeprint", () => setPrinting(true));
  addEventListener("afterprint", () => setPrinting(false));
  matchMedia("print").addEventListener("change", ({ matches }) => setPrinting(matches));
}

function open() {
  find("#title").textContent = shorten(data.title, 60);
  find("#verdict").append(...prose(data.verdict));
  const isEvaluated = data.readings.some(({ tree }) => tree !== null);
  find("#done").textContent = isEvaluated ? "parsed and evaluated" : "parsed";
  const refused = data.refused.map(refusedCard);
  find("#grammars .choices").append(...data.readings.map(grammarChoice), ...refused);
  listen();
  prepareGrammar();
  moveTo(openingPosition());
  followAddress();
}

open();
