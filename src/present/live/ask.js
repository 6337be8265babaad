// Asking the program, and saying so where it does not answer.

const token = new URLSearchParams(location.search).get("token");

/** What is asked again and again: an answer that nobody waits for any more is given up. */
class Question {
  constructor(name) {
    this.name = name;
    this.control = null;
  }

  /** The answer, `{ problem }` where it is refused; null where something newer was asked.
   * While nobody answers it is asked again. */
  async ask(body) {
    this.control?.abort();
    const { signal } = (this.control = new AbortController());
    while (!signal.aborted) {
      try {
        const response = await fetch(`/api/${this.name}`, {
          method: "POST",
          headers: { "content-type": "application/json", ...(token && { "x-bracket24-token": token }) },
          body: JSON.stringify(body),
          signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_ANSWER)]),
        });
        const isPage = response.headers.get("content-type").startsWith("text/html");
        const answer = isPage ? await response.blob() : await response.json();
        if (signal.aborted) return null;
        tellConnection(true);
        return response.ok ? answer : { problem: answer };
      } catch {
        if (signal.aborted) return null;
        tellConnection(false);
        await anotherTry();
      }
    }
    return null;
  }

  /** As `ask`, but null also where it is refused, which is said. */
  async told(body) {
    const answer = await this.ask(body);
    if (!answer?.problem) return answer;
    say(...problemWords(answer.problem));
    return null;
  }

  cancel() {
    this.control?.abort();
  }
}

/** The program gives up earlier: after so many milliseconds the network has. */
const LONGEST_ANSWER = 40_000;

/** How long it is waited until something is asked again: longer each time. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [500, 10_000];
let retryPause = FIRST_PAUSE;
let retry = null;

/** When to ask again: after a while, not all of a class at once, or once there is a network. */
function anotherTry() {
  retry ??= new Promise((done) => {
    const timer = setTimeout(go, retryPause * (0.5 + Math.random()));
    addEventListener("online", go);
    retryPause = Math.min(2 * retryPause, LONGEST_PAUSE);
    function go() {
      clearTimeout(timer);
      removeEventListener("online", go);
      retry = null;
      done();
    }
  });
  return retry;
}

/** Says whether the program is there. */
function tellConnection(isThere) {
  if (isThere) retryPause = FIRST_PAUSE;
  const gone = opening.may_write ? "bracket24 does not answer: is it still running? Your work is kept here." : "Offline: your work is kept here.";
  const said = isThere ? "" : gone;
  if (find("#offline").textContent !== said) find("#offline").textContent = said;
}

addEventListener("offline", () => tellConnection(false));
addEventListener("online", () => tellConnection(true));

/** Says something that concerns the whole page. */
function say(...words) {
  find("#live-status").replaceChildren(...words);
}

function sayShortly(said) {
  say(said);
  setTimeout(() => find("#live-status").textContent === said && say(""), 4000);
}

/** A problem as words. */
function problemWords({ error, help }) {
  return [...prose(error), ...(help ? ["; ", ...prose(help)] : [])];
}
