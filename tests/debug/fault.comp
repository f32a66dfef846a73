#version 450
// What test_debug.py has stopped by a fault: an address where nothing is.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint count; uint pad; vec2 scale; float values[]; } data;
layout(buffer_reference, buffer_reference_align = 4) buffer Somewhere { float x; };

void main()
{
    uint id = gl_GlobalInvocationID.x;
    float before = float(id) + 1.0;
    data.values[id] = before;
    if (id == 19u) {
        data.values[id] = Somewhere(uvec2(0x12340000u, data.pad)).x;
    }
}
