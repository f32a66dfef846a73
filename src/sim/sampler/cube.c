// The faces of cube maps, and what lies beyond their edges.
#include "sim/sampler/filter.h"

// Axes of a face: which coordinate is major, s and t, and their signs.
static const struct {
    uint8_t major, s, t;
    int8_t sign, s_sign, t_sign;
} faces[6] = {
    {0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
    {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1},
};

unsigned sampler_find_face(const double c[3])
{
    double x = fabs(c[0]), y = fabs(c[1]), z = fabs(c[2]);
    unsigned major = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    return 2 * major + (c[major] < 0);
}

unsigned sampler_to_face(const float c[3], float st[2])
{
    double d[3] = {(double)c[0], (double)c[1], (double)c[2]};
    unsigned f = sampler_find_face(d);
    double a = fabs(d[faces[f].major]);
    for (unsigned i = 0; i < 2; i++) {
        double v = i ? d[faces[f].t] * faces[f].t_sign : d[faces[f].s] * faces[f].s_sign;
        st[i] = (float)(a > 0 ? (v / a + 1) / 2 : 0.5);
    }
    return f;
}

bool sampler_fold(int size, unsigned *face, int *x, int *y)
{
    bool out_x = *x < 0 || *x >= size, out_y = *y < 0 || *y >= size;
    if (out_x && out_y)
        return false;
    if (!out_x && !out_y)
        return true;
    // Twice the texel's centre on a cube of edge 2 * size.
    int s = 2 * *x + 1 - size, t = 2 * *y + 1 - size, over = out_x ? s : t, p[3];
    p[faces[*face].major] = faces[*face].sign * (size - 1);
    p[faces[*face].s] = faces[*face].s_sign * (out_x ? (over < 0 ? -size : size) : s);
    p[faces[*face].t] = faces[*face].t_sign * (out_x ? t : over < 0 ? -size : size);
    unsigned axis = out_x ? faces[*face].s : faces[*face].t;
    *face = 2 * axis + (p[axis] < 0);
    *x = (p[faces[*face].s] * faces[*face].s_sign + size) / 2;
    *y = (p[faces[*face].t] * faces[*face].t_sign + size) / 2;
    return true;
}
