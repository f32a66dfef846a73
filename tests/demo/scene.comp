#version 450
// A path tracer in one kernel: spheres of glass, metal and clay over a tiled floor, under a soft sky and a warm lamp.
// Each dispatch adds `samples` paths to every pixel and writes the picture as it stands.
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, set = 0, binding = 0) buffer Sum { vec4 sum[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Picture { uint rgba[]; };
layout(push_constant) uniform Params {
    uint width, height;
    uint first, samples; // paths so far; paths to add
} p;

const float FAR = 1e20;
const int CLAY = 0, METAL = 1, GLASS = 2, LAMP = 3;

uint rng;

uint pcg()
{
    uint s = rng * 747796405u + 2891336453u;
    rng = s;
    uint w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
    return (w >> 22u) ^ w;
}

float rnd() { return float(pcg() >> 8) * (1.0 / 16777216.0); }

vec3 on_sphere()
{
    float z = 1.0 - 2.0 * rnd(), a = 6.2831853 * rnd();
    float r = sqrt(max(0.0, 1.0 - z * z));
    return vec3(r * cos(a), r * sin(a), z);
}

struct Hit {
    float t;
    vec3 n, colour;
    int kind;
    float rough;
};

void sphere(vec3 o, vec3 d, vec3 c, float r, vec3 colour, int kind, float rough, inout Hit h)
{
    vec3 oc = o - c;
    float b = dot(oc, d), q = b * b - dot(oc, oc) + r * r;
    if (q <= 0.0)
        return;
    float s = sqrt(q), t = -b - s;
    if (t < 1e-3)
        t = -b + s;
    if (t < 1e-3 || t >= h.t)
        return;
    h.t = t;
    h.n = (o + t * d - c) / r;
    h.colour = colour;
    h.kind = kind;
    h.rough = rough;
}

Hit scene(vec3 o, vec3 d)
{
    Hit h;
    h.t = FAR;
    h.kind = CLAY;
    h.n = vec3(0);
    h.colour = vec3(0);
    h.rough = 0.0;
    if (d.y < 0.0) {
        float t = -o.y / d.y;
        vec3 q = o + t * d;
        if (t > 1e-3 && t < 40.0) {
            vec2 cell = floor(q.xz * 1.25);
            bool odd = (int(cell.x + cell.y) & 1) != 0;
            h.t = t;
            h.n = vec3(0, 1, 0);
            h.colour = odd ? vec3(0.82, 0.78, 0.70) : vec3(0.20, 0.26, 0.32);
            h.kind = odd ? CLAY : METAL;
            h.rough = 0.25;
        }
    }
    sphere(o, d, vec3(-1.15, 0.80, 0.0), 0.80, vec3(0.93, 0.95, 1.0), GLASS, 0.0, h);
    sphere(o, d, vec3(0.62, 0.95, -0.85), 0.95, vec3(0.96, 0.72, 0.32), METAL, 0.04, h);
    sphere(o, d, vec3(0.55, 0.36, 0.85), 0.36, vec3(0.85, 0.18, 0.14), CLAY, 0.0, h);
    sphere(o, d, vec3(-0.25, 0.24, 1.35), 0.24, vec3(0.16, 0.52, 0.40), CLAY, 0.0, h);
    sphere(o, d, vec3(1.65, 0.45, 0.45), 0.45, vec3(0.80, 0.84, 0.90), METAL, 0.15, h);
    sphere(o, d, vec3(1.15, 0.20, 1.45), 0.20, vec3(0.95, 0.96, 1.0), GLASS, 0.0, h);
    sphere(o, d, vec3(-2.35, 0.50, -1.60), 0.50, vec3(0.20, 0.34, 0.72), CLAY, 0.0, h);
    sphere(o, d, vec3(-0.40, 3.40, 1.40), 0.55, vec3(14.0, 10.0, 6.5), LAMP, 0.0, h);
    return h;
}

vec3 sky(vec3 d)
{
    float t = 0.5 * (d.y + 1.0);
    vec3 c = mix(vec3(0.95, 0.80, 0.68), vec3(0.28, 0.42, 0.72), smoothstep(0.35, 0.95, t));
    float sun = max(0.0, dot(d, normalize(vec3(-0.6, 0.35, -0.7))));
    return 0.55 * c + vec3(1.6, 1.1, 0.7) * pow(sun, 96.0);
}

vec3 trace(vec3 o, vec3 d)
{
    vec3 light = vec3(0), through = vec3(1);
    for (int bounce = 0; bounce < 6; bounce++) {
        Hit h = scene(o, d);
        if (h.t >= FAR) {
            light += through * sky(d);
            break;
        }
        if (h.kind == LAMP) {
            light += through * h.colour;
            break;
        }
        vec3 at = o + h.t * d;
        if (h.kind == GLASS) {
            float cosi = -dot(d, h.n), eta = cosi > 0.0 ? 1.0 / 1.5 : 1.5;
            vec3 n = cosi > 0.0 ? h.n : -h.n;
            cosi = abs(cosi);
            float k = 1.0 - eta * eta * (1.0 - cosi * cosi);
            float f = 0.04 + 0.96 * pow(1.0 - cosi, 5.0);
            if (k < 0.0 || rnd() < f) {
                d = reflect(d, n);
            } else {
                d = normalize(eta * d + (eta * cosi - sqrt(k)) * n);
                through *= h.colour;
            }
        } else if (h.kind == METAL) {
            d = normalize(reflect(d, h.n) + h.rough * on_sphere());
            if (dot(d, h.n) <= 0.0)
                break;
            through *= h.colour;
        } else {
            d = normalize(h.n + 0.999 * on_sphere());
            through *= h.colour;
        }
        o = at + 1e-3 * d;
        float keep = max(through.r, max(through.g, through.b));
        if (bounce > 2) {
            if (rnd() >= keep)
                break;
            through /= keep;
        }
    }
    return min(light, vec3(8.0));
}

vec3 tone(vec3 c)
{
    c = (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14); // a filmic curve
    return pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2));
}

void main()
{
    uvec2 at = gl_GlobalInvocationID.xy;
    if (at.x >= p.width || at.y >= p.height)
        return;
    uint i = at.y * p.width + at.x;
    vec3 eye = vec3(-0.6, 1.9, 5.6), look = normalize(vec3(-0.05, 0.78, 0.0) - eye);
    vec3 right = normalize(cross(look, vec3(0, 1, 0))), up = cross(right, look);
    vec4 s = p.first == 0u ? vec4(0) : sum[i];
    for (uint k = 0u; k < p.samples; k++) {
        rng = i * 9781u + (p.first + k) * 6271u + 26699u;
        pcg();
        vec2 uv = (vec2(at) + vec2(rnd(), rnd()) - 0.5 * vec2(p.width, p.height)) / float(p.height);
        vec3 d = normalize(look * 1.55 + uv.x * right - uv.y * up);
        s += vec4(trace(eye, d), 1.0);
    }
    sum[i] = s;
    vec3 c = tone(s.rgb / s.w);
    rgba[i] = packUnorm4x8(vec4(c, 1.0));
}
