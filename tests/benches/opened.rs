//! Measures how long the live page takes to open in a browser.

use crate::browser::Browser;

/// A slow line: its latency in milliseconds, and its bytes a second.
pub(crate) const SLOW: (i32, i32) = (600, 50 * 1024);

/// Finds when the page first draws something, when it is ready for keys, and how many bytes arrived
/// by then, in how many answers.
const SEEN: &str = "(() => {
  const entries = (kind) => performance.getEntriesByType(kind);
  const files = [...entries('navigation'), ...entries('resource')];
  const sum = files.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return [entries('paint')[0].startTime, performance.now(), sum, files.length].map(Math.round);
})()";

/// Opens the page `times` times, and gives the minimum and median of the times.
pub(crate) fn opened(address: &str, (latency, bytes): (i32, i32), times: usize) -> String {
    let mut browser = Browser::start();
    browser.set_network(true, latency, bytes);
    let mut seen = vec![Vec::new(); 4];
    for _ in 0..times {
        browser.visit(address, "document.body?.dataset.ready === 'true'");
        let figures = browser.evaluate(SEEN);
        for (all, figure) in seen.iter_mut().zip(figures.as_array().expect("it is a list")) {
            all.push(figure.as_u64().expect("it is a number"));
        }
    }
    for all in &mut seen {
        all.sort_unstable();
    }
    let [drawn, ready, bytes, answers] = [0, 1, 2, 3].map(|it: usize| &seen[it]);
    let middle = times / 2;
    format!(
        "first drawn after {} ms (median {}), ready after {} ms (median {}); {} bytes in {} answers",
        drawn[0], drawn[middle], ready[0], ready[middle], bytes[middle], answers[middle]
    )
}
