// What test_debug.py looks at in HLSL: matrices, arrays and structures by value, shared memory, a loop that some leave.
struct Body { float3 place; float mass; };
RWStructuredBuffer<float4> data : register(u0);
groupshared float heavy[64];

float2x2 turned(float2x2 m, int quarter)
{
    float2x2 r = m;
    for (int k = 0; k < quarter; k++) {
        r = float2x2(-r[1], r[0]);
    }
    return r;
}

float pull(Body one, Body other)
{
    float3 way = other.place - one.place;
    float far = dot(way, way) + 0.25;
    return one.mass * other.mass / far;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    Body bodies[3];
    for (uint n = 0; n < 3; n++) {
        bodies[n].place = float3(n, 2 * n, index);
        bodies[n].mass = 1.0 + n;
    }
    heavy[index] = bodies[index % 3].mass;
    GroupMemoryBarrierWithGroupSync();
    float2x2 m = turned(float2x2(1, 2, 3, 4), index % 4);
    float sum = 0;
    for (uint k = 0; k < 3; k++) {
        if (k == index % 3)
            continue;
        sum += pull(bodies[index % 3], bodies[k]);
    }
    data[id.x] = float4(m[0], sum, heavy[63 - index]);
}
