// Follows changes to the files.

function followFiles(files) {
  live.files = files;
  showChoices();
  showTestsChoices();
  grammarFile.follow();
  testsFile.follow();
}
