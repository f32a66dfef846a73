#version 450
// kiln: groups=2,1,1 b0=unit b1=zero tol=rel:1e-6,abs:1e-6
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer B0 { float a[]; };
layout(set = 0, binding = 1) buffer B1 { float r[]; };

dvec3 vector(uint i)
{
    return dvec3(a[i], a[i + 1u], a[i + 2u]) + double(0.25);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    dvec3 u = vector(i), v = vector(i + 7u), n = normalize(v);
    r[i] = float(length(u));
    r[i + 128u] = float(distance(u, v.zxy));
    r[i + 256u] = float(dot(u, v));
    r[i + 384u] = float(cross(u, v).y);
    r[i + 512u] = float(normalize(u).x);
    r[i + 640u] = float(reflect(u, n).z);
    r[i + 768u] = float(refract(-n, n, double(0.8)).x);
    r[i + 896u] = float(faceforward(u, -n, v).y);
    r[i + 1024u] = float(smoothstep(double(0.2), double(1.1), u.x));
    r[i + 1152u] = float(mix(u, v, double(0.25)).z);
    r[i + 1280u] = float(mod(u.x * double(4), double(1.5)));
    r[i + 1408u] = float(inversesqrt(u.y) + sqrt(u.z));
    dmat2 m = dmat2(u.xy + double(1), v.yx - double(1));
    r[i + 1536u] = float(determinant(m));
    r[i + 1664u] = float((inverse(dmat2(2, 1, 1, 3)) * u.xy).x);
    r[i + 1792u] = float(outerProduct(u, v)[1].z);
    r[i + 1920u] = float(matrixCompMult(m, m)[0].y);
}
