// kiln: groups=4,1,1 b0=uint b1=uint
// Values that are the same in all lanes, written to places of shared memory that are the same in all lanes: one lane's write is enough.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) writeonly buffer B { uint b[]; };
shared uint flag[4];
shared uvec2 pair;
void main()
{
    uint l = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x, v = a[i], sum = 0;
    if (l < 4)
        flag[l] = 50 + l;
    barrier();
    for (uint k = 0; k < 4; k++) {
        flag[k] = k;                           // all lanes are on
        pair = uvec2(k, gl_WorkGroupID.x);
        barrier();
        if ((v >> k & 3) == 3 && l > 5)        // some, not the first one
            flag[k] = 100 + k;
        if (l == 63 - k)                       // one
            pair.y = 7 * k;
        barrier();
        while (v % 5 > k && l >= 16 * k) {     // some, and whole threads are off
            flag[(k + 1) & 3] = 9;
            v /= 5;
        }
        barrier();
        sum = sum * 3 + flag[k] + 5 * flag[(k + 1) & 3] + pair.x + pair.y;
        barrier();
    }
    b[i] = sum;
}
