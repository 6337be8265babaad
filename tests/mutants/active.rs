
/// Chooses the mutant of a run.
#[doc(hidden)]
pub mod mutant {
    use std::fs::File;
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

    const UNREAD: u32 = u32::MAX;
    const RECORDING: u32 = u32::MAX - 1;
    const NONE: u32 = u32::MAX - 2;

    static ACTIVE: AtomicU32 = AtomicU32::new(UNREAD);
    static REACHED: [AtomicBool; 1 << 15] = [const { AtomicBool::new(false) }; 1 << 15];

    /// Whether the mutant `id` is active. The variable `MUTANT` has its number. If the variable
    /// `REACHED` names a file, adds the mutants that a run reaches to the file.
    #[inline(always)]
    pub fn is(id: u32) -> bool {
        let active = ACTIVE.load(Relaxed);
        if active < RECORDING { active == id } else { first(id) }
    }

    #[cold]
    fn first(id: u32) -> bool {
        // Reading a variable takes long, so it is read once for each mutant.
        if REACHED[id as usize].load(Relaxed) {
            return false;
        }
        let file = std::env::var_os("REACHED");
        if ACTIVE.load(Relaxed) == UNREAD {
            let given = std::env::var("MUTANT").ok().map(|it| it.parse().expect("a number"));
            ACTIVE.store(given.unwrap_or(if file.is_some() { RECORDING } else { NONE }), Relaxed);
            return is(id);
        }
        if let (false, Some(path)) = (REACHED[id as usize].swap(true, Relaxed), file) {
            let mut file = File::options().append(true).create(true).open(path).expect("a file");
            file.write_all(format!("{id}\n").as_bytes()).expect("the file can be written");
        }
        false
    }
}
