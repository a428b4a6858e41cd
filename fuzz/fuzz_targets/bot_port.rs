#![no_main]

#[path = "../src/surfaces.rs"]
mod surfaces;

libfuzzer_sys::fuzz_target!(|data: &[u8]| surfaces::bot_port(data));
