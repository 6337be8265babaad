//! Places as scripts count them.

/// The units of UTF-16 before every byte of a text, which scripts count.
pub(in crate::present) struct Units {
    /// Nothing where they are the bytes.
    before: Vec<usize>,
}

impl Units {
    pub(in crate::present) fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self { before: Vec::new() };
        }
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for character in text.chars() {
            before.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += character.len_utf16();
        }
        before.push(units);
        Self { before }
    }

    pub(in crate::present) fn at(&self, byte: usize) -> usize {
        self.before.get(byte).copied().unwrap_or(byte)
    }
}
