// Vectors of eight channels for surface/lanes.inc.h, which includes it: what C has no operator for, by the
// host's instructions where there is one.
#define INLINE static inline __attribute__((always_inline))

typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef int32_t s32x8 __attribute__((vector_size(32)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef float f32x8 __attribute__((vector_size(32)));
typedef int32_t s32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef double f64x4 __attribute__((vector_size(32)));
typedef int64_t s64x4 __attribute__((vector_size(32)));

// Doubles of eight channels.
struct f64x8 {
    f64x4 half[2];
};

#define EACH(i) for (unsigned i = 0; i < 8; i++)
#define HALVES(h) _Pragma("GCC unroll 2") for (unsigned h = 0; h < 2; h++)
// Half of a vector, and both together.
#define HALF(v, h)                                                                                           \
    ((h) ? __builtin_shufflevector(v, v, 4, 5, 6, 7) : __builtin_shufflevector(v, v, 0, 1, 2, 3))
#define JOIN(low, high) __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7)

INLINE u32x8 all(uint32_t word)
{
    return (u32x8){word, word, word, word, word, word, word, word};
}

INLINE u32x8 words_at(const void *p)
{
    return *(const u32x8 *)p;
}

INLINE f64x4 all_double(double v)
{
    return (f64x4){v, v, v, v};
}

// Of a mask whose elements are 0 or -1.
INLINE u32x8 choose(s32x8 mask, u32x8 yes, u32x8 no)
{
    return ((u32x8)mask & yes) | (~(u32x8)mask & no);
}

// All bits of the channels in `bits`.
INLINE s32x8 mask_of(uint32_t bits)
{
    const s32x8 one = {1, 2, 4, 8, 16, 32, 64, 128};
    return ((s32x8)all(bits) & one) == one;
}

INLINE struct f64x8 to_doubles(f32x8 v)
{
    return (struct f64x8){
        {__builtin_convertvector(HALF(v, 0), f64x4), __builtin_convertvector(HALF(v, 1), f64x4)}};
}

INLINE struct f64x8 doubles_of(s32x8 v)
{
    return (struct f64x8){
        {__builtin_convertvector(HALF(v, 0), f64x4), __builtin_convertvector(HALF(v, 1), f64x4)}};
}

INLINE f32x8 to_floats(struct f64x8 v)
{
    return JOIN(__builtin_convertvector(v.half[0], f32x4), __builtin_convertvector(v.half[1], f32x4));
}

// The low halves of products of sixteen bits each.
INLINE u32x8 multiply16(u32x8 a, u32x8 b)
{
    return (u32x8)((u16x16)a * (u16x16)b);
}

#if defined(SIM_LANES_AVX2)

INLINE uint32_t bits_of(s32x8 mask)
{
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
}

INLINE s32x8 smallest(s32x8 a, s32x8 b)
{
    return (s32x8)_mm256_min_epi32((__m256i)a, (__m256i)b);
}

INLINE s32x8 largest(s32x8 a, s32x8 b)
{
    return (s32x8)_mm256_max_epi32((__m256i)a, (__m256i)b);
}

// Of numbers.
INLINE f64x4 limit(f64x4 v, double low, double high)
{
    return _mm256_max_pd(_mm256_min_pd(v, all_double(high)), all_double(low));
}

INLINE f64x4 floors(f64x4 v)
{
    return _mm256_floor_pd(v);
}

// To nearest, ties to even, whatever the rounding mode.
INLINE f64x4 nearests(f64x4 v)
{
    return _mm256_round_pd(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// Products of sixteen bits with signs, the sums of two beside each other.
INLINE s32x8 multiply_add(u32x8 a, u32x8 b)
{
    return (s32x8)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

// The dwords at byte offsets from `host`, in the channels of the mask.
INLINE u32x8 gather_dwords(const uint8_t *host, u32x8 offset, s32x8 mask, u32x8 others)
{
    return (u32x8)_mm256_mask_i32gather_epi32((__m256i)others, (const int *)(const void *)host,
                                              (__m256i)offset, (__m256i)mask, 1);
}

#else

INLINE uint32_t bits_of(s32x8 mask)
{
    uint32_t bits = 0;
    EACH(i)
    bits |= mask[i] ? 1u << i : 0;
    return bits;
}

INLINE s32x8 smallest(s32x8 a, s32x8 b)
{
    return (s32x8)choose(a < b, (u32x8)a, (u32x8)b);
}

INLINE s32x8 largest(s32x8 a, s32x8 b)
{
    return (s32x8)choose(a > b, (u32x8)a, (u32x8)b);
}

INLINE f64x4 limit(f64x4 v, double low, double high)
{
    for (unsigned i = 0; i < 4; i++)
        v[i] = v[i] < low ? low : v[i] > high ? high : v[i];
    return v;
}

INLINE f64x4 floors(f64x4 v)
{
    for (unsigned i = 0; i < 4; i++)
        v[i] = __builtin_floor(v[i]);
    return v;
}

// To nearest, ties to even, whatever the rounding mode; |v| < 2^31.
INLINE f64x4 nearests(f64x4 v)
{
    for (unsigned i = 0; i < 4; i++) {
        const double below = __builtin_floor(v[i]), rest = v[i] - below;
        v[i] = below + ((rest > 0.5) | ((rest == 0.5) & ((int32_t)below & 1)));
    }
    return v;
}

INLINE s32x8 multiply_add(u32x8 a, u32x8 b)
{
    const s32x8 x = (s32x8)a, y = (s32x8)b;
    return (x << 16 >> 16) * (y << 16 >> 16) + (x >> 16) * (y >> 16);
}

INLINE u32x8 gather_dwords(const uint8_t *host, u32x8 offset, s32x8 mask, u32x8 others)
{
    EACH(i)
    if (mask[i]) {
        uint32_t word;
        memcpy(&word, host + offset[i], 4);
        others[i] = word;
    }
    return others;
}

#endif

// Not a number: zero.
INLINE f64x4 numbers(f64x4 v)
{
    return (f64x4)((s64x4)v & (v == v));
}
