#version 450
// kiln: groups=8,8,1 b0=zero
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) writeonly buffer A { uint a[]; };

void main()
{
    uvec2 g = gl_GlobalInvocationID.xy;
    precise vec2 c = vec2(g) * (3.0 / 64.0) - vec2(2.25, 1.5), z = vec2(0);
    uint n = 0u;
    while (n < 100u) {
        precise float x2 = z.x * z.x, y2 = z.y * z.y, xy = z.x * z.y;
        precise float m = x2 + y2;
        if (m > 4.0)
            break;
        precise float nx = x2 - y2;
        precise float ny = xy + xy;
        z = vec2(nx + c.x, ny + c.y);
        n++;
    }
    a[g.y * 64u + g.x] = n;
}
