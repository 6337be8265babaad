//! How often each rule was tried at each place of a text.

/// The places that are counted together.
const PAGE: usize = 1024;

/// Counts by place; there are none where nothing was tried.
#[derive(Debug, Default)]
pub(super) struct Places {
    pages: Vec<Option<Box<[u32; PAGE]>>>,
}

impl Places {
    /// Adds one at a place; says how many there were before.
    pub(super) fn add(&mut self, at: usize) -> u32 {
        let page = at / PAGE;
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let count = &mut self.pages[page].get_or_insert_with(|| Box::new([0; PAGE]))[at % PAGE];
        let before = *count;
        *count = count.saturating_add(1);
        before
    }

    /// The places with more than one, and how many.
    pub(super) fn repeated(&self) -> impl Iterator<Item = (usize, u32)> {
        let pages = self.pages.iter().enumerate();
        pages
            .filter_map(|(page, counts)| Some((page, counts.as_deref()?)))
            .flat_map(|(page, counts)| {
                counts.iter().enumerate().map(move |(index, &count)| (page * PAGE + index, count))
            })
            .filter(|(_, count)| *count > 1)
    }
}
