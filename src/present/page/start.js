// Starts the page.

showTitle();
state.grammar = openingGrammar();
watchPanels();
listenToPanes();
listen();
addEventListener("hashchange", followAddress);
prepareGrammar();
moveTo(openingPosition());
followAddress();
