#version 450
// What test_debug.py has stopped by checks and by NaN.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint count; uint pad; vec2 scale; float values[]; } data;
shared uint cells[64];

void main()
{
    uint id = gl_GlobalInvocationID.x;
    cells[id & 63u] = id;
    uint other = cells[(id + 32u) & 63u];
    float zero = float(data.pad);
    float bad = zero / zero;
    data.values[id] = bad + float(other);
    data.values[id + 100000u] = 1.0;
}
