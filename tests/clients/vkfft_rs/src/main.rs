// vkfft-rs (a Rust crate): Fourier and cosine transforms whose shaders it writes itself and compiles with naga, on the Vulkan
// device and on the CPU by its reference; lengths for every algorithm that it has.
use vkfft_rs::backend::vulkan::runtime::{
    TransformInput32, TransformOutput32, VulkanExecutionContext,
};
use vkfft_rs::{Complex32, Complex64, DctType, Direction, FftConfig, TransformIr, TransformKind};

type Failure = Box<dyn std::error::Error>;

fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| ((i * 7919 + 13) % 1009) as f64 / 1009.0 - 0.5).collect()
}

fn complex(count: usize) -> Vec<Complex64> {
    let n = numbers(2 * count);
    (0..count).map(|i| Complex64::new(n[2 * i], n[2 * i + 1])).collect()
}

// The largest difference beside the largest number.
fn error(want: &[f64], got: &[f64]) -> f64 {
    assert_eq!(want.len(), got.len());
    let top = want.iter().fold(1e-30, |m: f64, x| m.max(x.abs()));
    want.iter().zip(got).fold(0.0, |m: f64, (w, g)| m.max((w - g).abs())) / top
}

fn parts(values: &[Complex64]) -> Vec<f64> {
    values.iter().flat_map(|c| [c.re, c.im]).collect()
}

fn parts32(values: &[Complex32]) -> Vec<f64> {
    values.iter().flat_map(|c| [c.re as f64, c.im as f64]).collect()
}

// A line's transform by its definition; several axes by the library's own evaluation on the CPU.
fn expected(ir: &TransformIr, lengths: &[usize], input: &[Complex64]) -> Result<Vec<Complex64>, Failure> {
    if lengths.len() > 1 || lengths[0] > 5000 {
        return Ok(ir.execute_complex_reference(input)?);
    }
    Ok(input
        .chunks(lengths[0])
        .flat_map(|line| vkfft_rs::reference::dft(line, Direction::Forward, false))
        .collect())
}

// Some of the library's plans lose 1e-4, on any device; a wrong result is off by about 1.
const LIMIT: f64 = 1e-3;

fn transform(context: &VulkanExecutionContext, lengths: &[usize], batch: usize) -> Result<(), Failure> {
    let config = FftConfig::new(lengths.to_vec()).with_batch_count(batch);
    let ir = TransformIr::build(config, Direction::Forward, context.device_profile())?;
    let single: Vec<Complex32> = complex(lengths.iter().product::<usize>() * batch)
        .iter()
        .map(|c| Complex32::new(c.re as f32, c.im as f32))
        .collect();
    let input: Vec<Complex64> = single.iter().map(|c| Complex64::new(c.re as f64, c.im as f64)).collect();
    let got = match context.execute_transform_f32(&ir, TransformInput32::Complex(&single))? {
        TransformOutput32::Complex(values) => parts32(&values),
        TransformOutput32::Real(_) => return Err("real numbers".into()),
    };
    let e = error(&parts(&expected(&ir, lengths, &input)?), &got);
    if e > LIMIT {
        return Err(format!("{lengths:?} x {batch}: off by {e:e}").into());
    }
    Ok(())
}

fn cosines(context: &VulkanExecutionContext, kind: DctType, length: usize) -> Result<(), Failure> {
    let config = FftConfig::new(vec![length]).with_transform(TransformKind::Dct(kind));
    let ir = TransformIr::build(config, Direction::Forward, context.device_profile())?;
    let single: Vec<f32> = numbers(length).iter().map(|x| *x as f32).collect();
    let input: Vec<f64> = single.iter().map(|x| *x as f64).collect();
    let got: Vec<f64> = match context.execute_transform_f32(&ir, TransformInput32::Real(&single))? {
        TransformOutput32::Real(values) => values.iter().map(|x| *x as f64).collect(),
        TransformOutput32::Complex(_) => return Err("complex numbers".into()),
    };
    let e = error(&ir.execute_r2r_reference(&input)?, &got);
    if e > LIMIT {
        return Err(format!("DCT {kind:?} of {length}: off by {e:e}").into());
    }
    Ok(())
}

fn main() -> Result<(), Failure> {
    let context = VulkanExecutionContext::new()?;
    let mut count = 0;
    // Powers and smooth numbers (Stockham), primes (Rader, direct and by a transform), others (Bluestein), many steps.
    for length in [2, 8, 12, 64, 105, 1000, 4096, 17, 47, 1009, 2 * 1009, 1013, 2039, 65536] {
        transform(&context, &[length], if length > 5000 { 1 } else { 3 })?;
        count += 1;
    }
    for lengths in [vec![32, 24], vec![15, 47, 4], vec![128, 9, 7]] {
        transform(&context, &lengths, 2)?;
        count += 1;
    }
    for kind in [DctType::I, DctType::II, DctType::III, DctType::IV] {
        for length in [16, 37, 480] {
            cosines(&context, kind, length)?;
            count += 1;
        }
    }
    println!("vkfft-rs: {count} transforms right on {}", context.device_name());
    Ok(())
}
