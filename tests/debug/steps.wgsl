// What test_debug.py looks at in what naga writes: no lines but names.
struct Data { count: u32, pad: u32, scale: vec2<f32>, values: array<f32> }
@group(0) @binding(0) var<storage, read_write> data: Data;

fn weigh(x: f32, times: i32) -> f32 {
    var sum = 0.0;
    for (var k = 0; k < times; k++) {
        sum += x * f32(k + 1);
    }
    return sum;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let id = gid.x;
    let half = f32(id) + 0.5;
    var w = weigh(half, 3);
    if ((id & 1u) == 1u) {
        w = -w;
    }
    data.values[id] = w * data.scale.y;
}
