// krnl (a Rust crate: GPU compute on vulkano) with the kernels that it ships, which rust-gpu compiled: every scalar type filled,
// and cast to every other, on the Vulkan device and on the CPU; the results must be the same.
use std::any::type_name;

use krnl::anyhow::{ensure, Result};
use krnl::buffer::Buffer;
use krnl::device::Device;
use krnl::half::{bf16, f16};
use krnl::scalar::Scalar;

const COUNT: usize = 10_007;

// Numbers that every type can hold, some behind the point where the type has one; no -128, which is no i8's negative.
fn source<X: Scalar>(signed: bool) -> Buffer<X> {
    let numbers: Vec<f32> = (0..COUNT)
        .map(|i| (i * 37 % 401) as f32 / 4.0 - if signed { 50.0 } else { 0.0 })
        .collect();
    Buffer::from(numbers).cast_into::<X>().unwrap()
}

fn cast<X: Scalar, Y: Scalar>(device: &Device, signed: bool) -> Result<()> {
    let x = source::<X>(signed);
    let want = x.cast::<Y>()?.into_vec()?;
    let got = x.to_device(device.clone())?.cast::<Y>()?.into_vec()?;
    for (i, (w, g)) in want.iter().zip(&got).enumerate() {
        ensure!(
            w == g,
            "{} to {}, number {i}: the CPU says {w:?}, the device {g:?}",
            type_name::<X>(),
            type_name::<Y>()
        );
    }
    Ok(())
}

fn fill<T: Scalar>(device: &Device, value: T) -> Result<()> {
    let mut x = Buffer::<T>::zeros(device.clone(), COUNT)?;
    x.slice_mut(3..COUNT - 5).unwrap().fill(value)?;
    for (i, g) in x.into_vec()?.iter().enumerate() {
        let want = if (3..COUNT - 5).contains(&i) { value } else { T::zero() };
        ensure!(*g == want, "fill of {}, number {i}: {g:?}", type_name::<T>());
    }
    Ok(())
}

macro_rules! all {
    ($device:expr, $count:ident, $X:ty, $signed:expr, [$(($Y:ty, $takes_negative:expr)),*]) => {
        $(
            cast::<$X, $Y>($device, $signed && $takes_negative)?;
            $count += 1;
        )*
    };
}

macro_rules! from_each {
    ($device:expr, $count:ident, $list:tt, $(($X:ty, $signed:expr, $value:expr)),*) => {
        $(
            fill::<$X>($device, $value)?;
            all!($device, $count, $X, $signed, $list);
        )*
    };
}

fn main() -> Result<()> {
    let device = Device::builder().build()?;
    let mut casts = 0;
    from_each!(
        &device, casts,
        [(u8, false), (i8, true), (u16, false), (i16, true), (f16, true), (bf16, true), (u32, false), (i32, true),
         (f32, true), (u64, false), (i64, true), (f64, true)],
        (u8, false, 201), (i8, true, -77), (u16, false, 50_001), (i16, true, -20_002), (f16, true, f16::from_f32(1.5)),
        (bf16, true, bf16::from_f32(-2.5)), (u32, false, 3_000_000_001), (i32, true, -2_000_000_003),
        (f32, true, 0.1), (u64, false, 1 << 60 | 5), (i64, true, -(1 << 61) - 7), (f64, true, 0.1)
    );
    device.wait()?;
    println!("krnl: {casts} casts of {COUNT} numbers and 12 fills as on the CPU");
    Ok(())
}
