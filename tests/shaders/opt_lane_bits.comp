#version 450
// kiln: groups=3,2,1 b0=uint b1=zero
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(set = 0, binding = 0) readonly buffer B0 { uint a[]; };
layout(set = 0, binding = 1) buffer B1 { uint r[]; };

// What shifts and masks make of a lane's number is a region of a few words, where nothing of the thread's number is in it; and that is added as
// a scalar, where it is. In branches and loops too, where not all lanes are on.
void main()
{
    uint l = gl_LocalInvocationIndex, at = (gl_WorkGroupID.y * 3u + gl_WorkGroupID.x) * 64u + l;
    uvec3 id = gl_GlobalInvocationID;
    r[at] = id.x + 100u * id.y + 10000u * id.z;
    r[at + 384] = (l >> 1 & 3u) * 1000u + (l & 8u) * 100u + (l & 5u);
    r[at + 768] = a[(l & 7u) << 3 | l >> 3] ^ gl_LocalInvocationID.y;
    uint sum = 0u;
    for (uint k = 0u; k < (a[at] & 7u); k++)
        sum += (l >> 2 & 3u) * k + (k << (l & 3u));
    r[at + 1152] = sum;
    if ((a[at] & 1u) != 0u)
        r[at + 1536] = (l & 3u) == 2u ? l >> 4 : l >> 5 ^ 7u;
    r[at + 1920] = uint(-int(l >> 2 & 3u)) ^ ~(l & 3u);
}
