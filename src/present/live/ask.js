// Asks the program, and says so if it does not answer.

const token = new URLSearchParams(location.search).get("token");

/** A question that is asked repeatedly. A new request cancels the earlier one. */
class Question {
  constructor(name) {
    this.name = name;
    this.control = null;
  }

  /** The answer; `{ problem }` if the program refuses the question, null if the question was asked
   * again meanwhile. Retries until there is an answer. */
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

  /** Like `ask`, but shows a problem if the program refuses the question, and returns null. */
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

/** After these milliseconds the network counts as down, because the program gives up earlier. */
const LONGEST_ANSWER = 40_000;

/** The pause before a question is asked again, in milliseconds: longer each time. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [500, 10_000];
let retryPause = FIRST_PAUSE;
let retry = null;

/** Waits before the question is asked again: for a random pause, so that a class does not ask all
    at once, or until there is a network. */
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

/** Says whether the program answers. */
function tellConnection(isThere) {
  if (isThere) retryPause = FIRST_PAUSE;
  const gone = opening.may_write ? "bracket24 does not answer: is it still running? Your work is kept here." : "Offline: your work is kept in this browser.";
  const said = isThere ? "" : gone;
  if (find("#offline").textContent !== said) find("#offline").textContent = said;
}

addEventListener("offline", () => tellConnection(false));
addEventListener("online", () => tellConnection(true));

/** Shows a message that concerns the whole page. */
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
