// Asking the program, and saying so where it does not answer.

const token = new URLSearchParams(location.search).get("token");

/** What is asked again and again: an answer that nobody waits for any more is given up. */
class Question {
  constructor(name) {
    this.name = name;
    this.control = null;
  }

  /** The answer, `{ problem }` where there is none; null where something newer was asked. */
  async ask(body) {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    try {
      const response = await fetch(`/api/${this.name}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token && { "x-bracket24-token": token }) },
        body: JSON.stringify(body),
        signal: control.signal,
      });
      const isPage = response.headers.get("content-type").startsWith("text/html");
      const answer = isPage ? await response.blob() : await response.json();
      if (control.signal.aborted) return null;
      tellConnection(true);
      return response.ok ? answer : { problem: answer };
    } catch {
      if (control.signal.aborted) return null;
      tellConnection(false);
      return { problem: { error: "the program does not answer" } };
    }
  }

  cancel() {
    this.control?.abort();
  }
}

let askAgain = null;

/** Says whether the program is there. What was typed stays in any case. */
function tellConnection(isThere) {
  const gone = "bracket24 does not answer: is it still running? What you typed stays here.";
  const said = find("#live-status").textContent;
  if (!isThere) {
    say(gone);
    // It comes back by itself.
    askAgain ??= setTimeout(() => {
      askAgain = null;
      checkGrammar();
    }, 2000);
  } else if (said === gone) say("");
}

/** Says something that concerns the whole page. */
function say(...words) {
  find("#live-status").replaceChildren(...words);
}

/** A problem as words. */
function problemWords({ error, help }) {
  return [...prose(error), ...(help ? ["; ", ...prose(help)] : [])];
}
