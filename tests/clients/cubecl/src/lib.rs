// CubeCL (a Rust crate: what burn computes with): the tests that it has for its runtimes, on wgpu and SPIR-V that it writes
// itself.
#![cfg(test)]
#![allow(unexpected_cfgs)]

mod tests {
    pub type TestRuntime = cubecl_wgpu::WgpuRuntime;
    use half::f16;

    cubecl_core::testgen_all!(f32: [f16, f32], i32: [i8, i16, i32, i64], u32: [u8, u16, u32, u64]);
}
