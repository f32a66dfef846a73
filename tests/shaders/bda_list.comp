#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
// kiln: env=vulkan1.2 address b0=small b1=zero groups=2,1,1 not=hasvk-chv
// A linked list in memory that the shader makes itself: pointers in structs, to the struct's own type. Nodes are 16 bytes.
layout(local_size_x = 32) in;
layout(buffer_reference, buffer_reference_align = 16) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { Node next; uint value; uint pad; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer U { uint v[]; };
layout(push_constant) uniform P { U src; Node nodes; };
uvec2 plus(uvec2 a, uint bytes) { uint lo = a.x + bytes; return uvec2(lo, a.y + (lo < a.x ? 1u : 0u)); }
layout(set = 0, binding = 1) buffer B1 { uint r[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uvec2 base = plus(uvec2(nodes), i * 128u); // 8 nodes an invocation
    for (uint k = 0u; k < 8u; k++) {
        Node n = Node(plus(base, k * 16u));
        n.next = Node(plus(base, ((k * 3u + 1u) & 7u) * 16u));
        n.value = src.v[i * 8u + k];
    }
    Node n = Node(base);
    uint sum = 0u;
    for (uint k = 0u; k < 5u + (i & 3u); k++) {
        sum = sum * 3u + n.value;
        n = n.next;
    }
    // The addresses differ from driver to driver: take them out again.
    for (uint k = 0u; k < 8u; k++)
        Node(plus(base, k * 16u)).next = Node(uvec2(0u));
    r[2048u + i] = sum;
}
