// Watches the folder: the program reports changes while somebody is looking at the page. A page in
// the background has no connection, because a browser opens only a few.

let told = null;

function watchFolder() {
  if (!opening.folder) return;
  if (document.hidden) {
    told?.close();
    told = null;
    return;
  }
  if (told !== null) return;
  told = new EventSource(`/events${token ? `?token=${encodeURIComponent(token)}` : ""}`);
  told.addEventListener("files", ({ data: files }) => {
    tellConnection(true);
    followFiles(JSON.parse(files));
  });
  told.addEventListener("error", () => {
    tellConnection(false);
    // A refused connection does not reopen by itself.
    if (told?.readyState !== EventSource.CLOSED) return;
    told = null;
    anotherTry().then(async () => {
      // If the program refuses the page, the answer says why.
      if ((await new Question("files").told({})) !== null) watchFolder();
    });
  });
}
