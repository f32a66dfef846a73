#version 450
// What test_debug.py pauses: many rounds.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) buffer Data { uint count; uint pad; vec2 scale; float values[]; } data;

void main()
{
    uint id = gl_GlobalInvocationID.x;
    float x = 1.0;
    for (int k = 0; k < 400000; k++) {
        x = x * 0.5 + 1.0;
    }
    data.values[id] = x;
}
