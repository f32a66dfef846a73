#version 450
// Its rows have other numbers than they stand at: OpLine counts as the directive says.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Data { uint count; uint pad; vec2 scale; uint values[]; };
#line 200
void main()
{
    uint twice = 2u * gl_LocalInvocationIndex;
    values[gl_LocalInvocationIndex] = twice;
}
