#version 450
// What test_debug.py steps through: its line numbers are in that script.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint count; uint pad; vec2 scale; float values[]; } data;
layout(push_constant) uniform Push { float bias; };
struct Pair { int a; float b; };
shared uint total[64];

float weigh(float x, int times)
{
    float sum = 0.0;
    for (int k = 0; k < times; k++) {
        sum += x * float(k + 1);
    }
    return sum;
}

void main()
{
    uint id = gl_GlobalInvocationID.x;
    Pair pair;
    pair.a = int(id) * 3;
    pair.b = float(id) + 0.5;
    total[gl_LocalInvocationIndex] = id;
    barrier();
    uint other = total[63u - gl_LocalInvocationIndex];
    float w = weigh(pair.b, 3);
    if ((id & 1u) == 1u) {
        w = -w;
    }
    vec3 v = vec3(w, float(other), data.scale.y);
    data.values[id] = v.x + v.y * v.z + bias;
}
