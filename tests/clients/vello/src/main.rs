// vello (a Rust crate: vector graphics by compute shaders alone, on wgpu) draws scenes of filled, stroked and clipped shapes, gradients, an
// image and blends: by coverage of areas as vello_cpu does, which is another renderer; by area, eight and sixteen samples as it does
// itself when all its stages but the last run on the CPU.
use vello::kurbo::{Affine, BezPath, Cap, Circle, Join, Point, Rect, Shape, Stroke};
use vello::peniko::{BlendMode, Blob, Brush, Color, Compose, Extend, Fill, Gradient, ImageAlphaType, ImageBrush, ImageData, ImageFormat, Mix};
use vello::{wgpu, AaConfig, AaSupport, RenderParams, Renderer, RendererOptions, Scene};
use vello_cpu::{Pixmap, RenderContext, Resources};

const WIDTH: u32 = 300;
const HEIGHT: u32 = 220;

struct Random(u64);

impl Random {
    fn to(&mut self, limit: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64 * limit
    }
    fn point(&mut self) -> Point {
        Point::new(self.to(WIDTH as f64 * 1.2) - 0.1 * WIDTH as f64, self.to(HEIGHT as f64 * 1.2) - 0.1 * HEIGHT as f64)
    }
    fn color(&mut self) -> Color {
        Color::from_rgba8(self.to(256.0) as u8, self.to(256.0) as u8, self.to(256.0) as u8, 60 + self.to(196.0) as u8)
    }
    fn path(&mut self) -> BezPath {
        let mut path = BezPath::new();
        for _ in 0..1 + self.to(2.0) as u32 {
            path.move_to(self.point());
            for _ in 0..2 + self.to(5.0) as u32 {
                match self.to(3.0) as u32 {
                    0 => path.line_to(self.point()),
                    1 => path.quad_to(self.point(), self.point()),
                    _ => path.curve_to(self.point(), self.point(), self.point()),
                }
            }
            path.close_path();
        }
        path
    }
}

enum Step {
    Fill(Fill, Affine, Brush, BezPath),
    Stroke(Stroke, Affine, Brush, BezPath),
    Layer(BlendMode, f32, BezPath),
    Pop,
}

fn paint(random: &mut Random, images: bool) -> Brush {
    match random.to(if images { 6.0 } else { 5.0 }) as u32 {
        0 | 1 => Brush::Solid(random.color()),
        5 => {
            let pixels: Vec<u8> = (0..16 * 16).flat_map(|i| [i as u8, (i * 7) as u8, (255 - i) as u8, 255]).collect();
            Brush::Image(
                ImageBrush::new(ImageData {
                    data: Blob::from(pixels),
                    format: ImageFormat::Rgba8,
                    alpha_type: ImageAlphaType::Alpha,
                    width: 16,
                    height: 16,
                })
                .with_extend(Extend::Repeat),
            )
        }
        kind => {
            let gradient = match kind {
                2 => Gradient::new_linear(random.point(), random.point()),
                3 => Gradient::new_radial(random.point(), 20.0 + random.to(100.0) as f32),
                _ => Gradient::new_sweep(random.point(), 0.0, 5.0),
            };
            let extend = [Extend::Pad, Extend::Repeat, Extend::Reflect][random.to(3.0) as usize];
            Brush::Gradient(gradient.with_extend(extend).with_stops([random.color(), random.color(), random.color()]))
        }
    }
}

fn steps(seed: u64, layers: bool, images: bool) -> Vec<Step> {
    let mut random = Random(seed);
    let mut list = Vec::new();
    let mut depth = 0;
    for _ in 0..24 {
        let place = Affine::rotate_about(random.to(6.0), (WIDTH as f64 / 2.0, HEIGHT as f64 / 2.0)) * Affine::scale(0.3 + random.to(0.8));
        match random.to(if layers { 5.0 } else { 3.0 }) as u32 {
            0 => list.push(Step::Fill(Fill::NonZero, place, paint(&mut random, images), random.path())),
            1 => list.push(Step::Fill(Fill::EvenOdd, place, paint(&mut random, images), random.path())),
            2 => {
                let cap = [Cap::Butt, Cap::Round, Cap::Square][random.to(3.0) as usize];
                let join = [Join::Bevel, Join::Round, Join::Miter][random.to(3.0) as usize];
                let stroke = Stroke::new(1.0 + random.to(12.0)).with_caps(cap).with_join(join);
                list.push(Step::Stroke(stroke, place, paint(&mut random, images), random.path()));
            }
            3 if depth < 3 => {
                let mix = [Mix::Normal, Mix::Multiply, Mix::Screen, Mix::Overlay, Mix::Difference, Mix::Luminosity][random.to(6.0) as usize];
                let all = [Compose::SrcOver, Compose::SrcAtop, Compose::DestOver, Compose::Xor];
                let compose = all[random.to(if images { 4.0 } else { 1.0 }) as usize];
                let clip = if random.to(2.0) < 1.0 {
                    Rect::new(20.0, 15.0, 280.0, 200.0).to_path(0.1)
                } else {
                    Circle::new(random.point(), 40.0 + random.to(120.0)).to_path(0.1)
                };
                list.push(Step::Layer(BlendMode::new(mix, compose), 0.3 + random.to(0.7) as f32, clip));
                depth += 1;
            }
            _ if depth > 0 => {
                list.push(Step::Pop);
                depth -= 1;
            }
            _ => {}
        }
    }
    list.extend((0..depth).map(|_| Step::Pop));
    list
}

fn scene(steps: &[Step]) -> Scene {
    let mut scene = Scene::new();
    for step in steps {
        match step {
            Step::Fill(rule, place, paint, path) => scene.fill(*rule, *place, paint, None, path),
            Step::Stroke(stroke, place, paint, path) => scene.stroke(stroke, *place, paint, None, path),
            Step::Layer(blend, alpha, clip) => scene.push_layer(Fill::NonZero, *blend, *alpha, Affine::IDENTITY, clip),
            Step::Pop => scene.pop_layer(),
        }
    }
    scene
}

fn set_place_and_paint(context: &mut RenderContext, place: Affine, paint: &Brush) {
    context.set_transform(place);
    match paint {
        Brush::Solid(paint) => context.set_paint(*paint),
        Brush::Gradient(paint) => context.set_paint(paint.clone()),
        Brush::Image(_) => unreachable!("images are for vello alone"),
    }
}

fn on_the_cpu(steps: &[Step]) -> Vec<u8> {
    let mut context = RenderContext::new(WIDTH as u16, HEIGHT as u16);
    context.set_paint(Color::WHITE);
    context.fill_rect(&Rect::new(0.0, 0.0, WIDTH as f64, HEIGHT as f64));
    for step in steps {
        match step {
            Step::Fill(rule, place, paint, path) => {
                set_place_and_paint(&mut context, *place, paint);
                context.set_fill_rule(*rule);
                context.fill_path(path);
            }
            Step::Stroke(stroke, place, paint, path) => {
                set_place_and_paint(&mut context, *place, paint);
                context.set_stroke(stroke.clone());
                context.stroke_path(path);
            }
            Step::Layer(blend, alpha, clip) => {
                context.set_transform(Affine::IDENTITY);
                context.set_fill_rule(Fill::NonZero);
                context.push_layer(Some(clip), Some(*blend), Some(*alpha), None, None);
            }
            Step::Pop => context.pop_layer(),
        }
    }
    context.flush();
    let mut pixmap = Pixmap::new(WIDTH as u16, HEIGHT as u16);
    context.render(&mut pixmap, &mut Resources::new());
    pixmap.data_as_u8_slice().to_vec()
}

struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    fn draw(&self, renderer: &mut Renderer, scene: &Scene, antialiasing_method: AaConfig) -> Vec<u8> {
        let size = wgpu::Extent3d { width: WIDTH, height: HEIGHT, depth_or_array_layers: 1 };
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let params = RenderParams { base_color: Color::WHITE, width: WIDTH, height: HEIGHT, antialiasing_method };
        renderer.render_to_texture(&self.device, &self.queue, scene, &view, &params).expect("vello draws");
        let pitch = (WIDTH * 4).next_multiple_of(256);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: (pitch * HEIGHT) as u64,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(pitch), rows_per_image: None },
            },
            size,
        );
        self.queue.submit([encoder.finish()]);
        buffer.slice(..).map_async(wgpu::MapMode::Read, |r| r.expect("the buffer is mapped"));
        self.device.poll(wgpu::PollType::wait_indefinitely()).expect("the device finishes");
        let bytes = buffer.slice(..).get_mapped_range().expect("mapped");
        bytes.chunks(pitch as usize).flat_map(|row| row[..WIDTH as usize * 4].to_vec()).collect()
    }
}

/// Of the samples of two pictures: how many differ by more than `by`, and the mean difference.
fn differences(a: &[u8], b: &[u8], by: u8) -> (usize, f64) {
    assert_eq!(a.len(), b.len());
    let far = a.iter().zip(b).filter(|(x, y)| x.abs_diff(**y) > by).count();
    (far, a.iter().zip(b).map(|(x, y)| x.abs_diff(*y) as f64).sum::<f64>() / a.len() as f64)
}

fn main() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())).expect("an adapter");
    let info = adapter.get_info();
    let (device, queue) =
        pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() }))
            .expect("a device");
    let gpu = Gpu { device, queue };
    let renderer = |use_cpu| {
        let options = RendererOptions { use_cpu, antialiasing_support: AaSupport::all(), ..Default::default() };
        Renderer::new(&gpu.device, options).expect("vello's pipelines")
    };
    let (mut all, mut last) = (renderer(false), renderer(true));
    let (mut count, mut failed) = (0, 0);
    let samples = (WIDTH * HEIGHT * 4) as usize;
    let mut check = |what: String, (far, mean): (usize, f64), most_far: usize, most_mean: f64| {
        count += 1;
        if far > most_far || mean > most_mean {
            failed += 1;
            println!("{what}: {far} samples differ by more than they may, {mean:.4} in the mean");
        }
    };
    for seed in 0..6 {
        let steps = steps(seed * 977 + 5, seed % 2 == 1, seed >= 4);
        let scene = scene(&steps);
        if seed < 4 {
            let pair = differences(&gpu.draw(&mut all, &scene, AaConfig::Area), &on_the_cpu(&steps), 24);
            check(format!("scene {seed} and vello_cpu"), pair, samples / 200, 2.0);
        }
        for way in [AaConfig::Area, AaConfig::Msaa8, AaConfig::Msaa16] {
            let pair = differences(&gpu.draw(&mut all, &scene, way), &gpu.draw(&mut last, &scene, way), 1);
            check(format!("scene {seed} by {way:?} and its stages on the CPU"), pair, samples / 2000, 0.01);
        }
    }
    assert_eq!(failed, 0, "{failed} of {count} pictures differ");
    println!("vello: {count} pictures as on the CPU ({})", info.name);
}
