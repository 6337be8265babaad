// What happens in the folder: told by the program while somebody looks at the page. A
// browser keeps few connections, and a page in the background needs none.

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
    // One that was refused does not come back by itself.
    if (told?.readyState !== EventSource.CLOSED) return;
    told = null;
    anotherTry().then(watchFolder);
  });
}
