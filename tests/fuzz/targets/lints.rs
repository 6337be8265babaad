#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bracket24_fuzz::lints::check(data));
