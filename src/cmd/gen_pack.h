// Structs, packers and unpackers of the command streamer's packets, made from gen_cmds.def.
//
//     struct gen_GPGPU_WALKER w = {.simd_size = GEN_SIMD_SIZE_16, .thread_group_id_x_dimension = 4, ...};
//     gen_GPGPU_WALKER_pack(dw, &w); // writes gen_GPGPU_WALKER_LENGTH dwords, header included
//
// A zeroed struct packs to a valid header. `dword_length` 0 means the default length; another value is
// written as it is, and then the packer also fills (or leaves) the optional dwords that it says are there.
// Packets are Gen9's; gen_<name>_GEN8, _GEN11, _GEN12 are those of other generations that differ.
// Values wider than their field are cut to it (an assertion in sanitizer builds). Packers inline to shifts of
// constants.
//
// Unpackers read only the dwords that the header says the command has; the rest of the struct is zero. They
// never read beyond max(1, min(header's length, packed)) dwords.
#ifndef KILN_CMD_GEN_PACK_H
#define KILN_CMD_GEN_PACK_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "hw/registers.h"

// A variant: what another generation has instead of Gen9's; headers and offsets find Gen9's (gen_desc_for).
enum gen_kind { GEN_KIND_COMMAND, GEN_KIND_STRUCT, GEN_KIND_REGISTER, GEN_KIND_VARIANT };

// GEN_<set>_<name>
enum gen_named_value {
#define VALUE(e, name, value) GEN_##e##_##name = value,
#include "cmd/gen_enums.def"
};

// GEN_REG_<name>: MMIO offsets, of an engine's registers in the render engine's block
enum gen_register {
#define REGISTER(name, block, offset, count, kind, argument, chips, batch, where, reset)                     \
    GEN_REG_##name = KILN_BASE_##block + offset,
#define STRIDED(name, block, offset, count, stride, kind, argument, chips, batch, where, reset)              \
    GEN_REG_##name = KILN_BASE_##block + offset,
#include "hw/registers.def"
#undef REGISTER
#undef STRIDED
};
#define GEN_REG_CS_GPR(n) (GEN_REG_CS_GPR0 + 8 * (n)) // 64-bit general purpose registers 0..15

// gen_<name>_LENGTH in dwords, by default; gen_<name>_PACKED: what pack and unpack cover at most
enum gen_length {
#define BEGIN(name, kind, hdr, mask, len, packed) gen_##name##_LENGTH = len, gen_##name##_PACKED = packed,
#include "cmd/gen_cmds.def"
};

// GEN_CMD_<name>: the number of a descriptor in gen_cmd_table
enum gen_cmd_id {
#define BEGIN(name, kind, hdr, mask, len, packed) GEN_CMD_##name,
#define BARE(name, st, op, sub, len_high) GEN_CMD_##name,
#include "cmd/gen_cmds.def"
    GEN_CMD_COUNT
};

#define BEGIN(name, kind, hdr, mask, len, packed) struct gen_##name {
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#define LEN(high) uint32_t dword_length;
#define UINT(dw, high, low, name) uint32_t name;
#define UINT64(dw, high, low, name) uint64_t name;
#define INT(dw, high, low, name) int32_t name;
#define BOOL(dw, high, low, name) bool name;
#define FLOAT(dw, high, low, name) float name;
#define UFIXED(dw, high, low, name, fraction) float name;
#define SFIXED(dw, high, low, name, fraction) float name;
#define ADDR(dw, high, low, name) uint64_t name;
#define OFFSET(dw, high, low, name) uint32_t name;
#define ENUM(dw, high, low, name, set) uint32_t name; /* GEN_<set>_... */
#include "cmd/gen_cmds.def"

// Where a field lies, for those who change it in a packet that is packed already: its first dword, and its
// bits there. Constants: sizes of arrays in structs that do not exist.
//     GEN_PATCH(dw, GPGPU_WALKER, predicate_enable, 1)
#define GEN_DWORD(cmd, field) (sizeof(((struct gen_##cmd##_dwords *)0)->field) - 1)
#define GEN_HIGH(cmd, field) (sizeof(((struct gen_##cmd##_highs *)0)->field) - 1)
#define GEN_LOW(cmd, field) (sizeof(((struct gen_##cmd##_lows *)0)->field) - 1)
#define GEN_PATCH(dw, cmd, field, value)                                                                     \
    gen_patch(&(dw)[GEN_DWORD(cmd, field)], GEN_HIGH(cmd, field), GEN_LOW(cmd, field), (value))
// The same of an OFFSET, which is kept in place.
#define GEN_PATCH_OFFSET(dw, cmd, field, offset) GEN_PATCH(dw, cmd, field, (offset) >> GEN_LOW(cmd, field))

#define BEGIN(name, kind, hdr, mask, len, packed) struct gen_##name##_dwords {
#define END(name)                                                                                            \
    char gen_none[1]; /* a command may have no field */                                                      \
    }                                                                                                        \
    ;
#define LEN(high) char dword_length[0 + 1];
#define UINT(dw, high, low, name) char name[(dw) + 1];
#define UINT64(dw, high, low, name) char name[(dw) + 1];
#define INT(dw, high, low, name) char name[(dw) + 1];
#define BOOL(dw, high, low, name) char name[(dw) + 1];
#define FLOAT(dw, high, low, name) char name[(dw) + 1];
#define ADDR(dw, high, low, name) char name[(dw) + 1];
#define OFFSET(dw, high, low, name) char name[(dw) + 1];
#define UFIXED(dw, high, low, name, fraction) char name[(dw) + 1];
#define SFIXED(dw, high, low, name, fraction) char name[(dw) + 1];
#define ENUM(dw, high, low, name, set) char name[(dw) + 1];
#include "cmd/gen_cmds.def"

#define BEGIN(name, kind, hdr, mask, len, packed) struct gen_##name##_highs {
#define END(name)                                                                                            \
    char gen_none[1]; /* a command may have no field */                                                      \
    }                                                                                                        \
    ;
#define LEN(high) char dword_length[high + 1];
#define UINT(dw, high, low, name) char name[(high) + 1];
#define UINT64(dw, high, low, name) char name[(high) + 1];
#define INT(dw, high, low, name) char name[(high) + 1];
#define BOOL(dw, high, low, name) char name[(high) + 1];
#define FLOAT(dw, high, low, name) char name[(high) + 1];
#define ADDR(dw, high, low, name) char name[(high) + 1];
#define OFFSET(dw, high, low, name) char name[(high) + 1];
#define UFIXED(dw, high, low, name, fraction) char name[(high) + 1];
#define SFIXED(dw, high, low, name, fraction) char name[(high) + 1];
#define ENUM(dw, high, low, name, set) char name[(high) + 1];
#include "cmd/gen_cmds.def"

#define BEGIN(name, kind, hdr, mask, len, packed) struct gen_##name##_lows {
#define END(name)                                                                                            \
    char gen_none[1]; /* a command may have no field */                                                      \
    }                                                                                                        \
    ;
#define LEN(high) char dword_length[0 + 1];
#define UINT(dw, high, low, name) char name[(low) + 1];
#define UINT64(dw, high, low, name) char name[(low) + 1];
#define INT(dw, high, low, name) char name[(low) + 1];
#define BOOL(dw, high, low, name) char name[(low) + 1];
#define FLOAT(dw, high, low, name) char name[(low) + 1];
#define ADDR(dw, high, low, name) char name[(low) + 1];
#define OFFSET(dw, high, low, name) char name[(low) + 1];
#define UFIXED(dw, high, low, name, fraction) char name[(low) + 1];
#define SFIXED(dw, high, low, name, fraction) char name[(low) + 1];
#define ENUM(dw, high, low, name, set) char name[(low) + 1];
#include "cmd/gen_cmds.def"

// A mask of bits high..low, high < 64.
#define GEN_MASK(high, low) ((~UINT64_C(0) >> (63 - (high))) & (~UINT64_C(0) << (low)))

#if defined(__SANITIZE_ADDRESS__)
#define GEN_CHECK(fits) assert(fits)
#else
#define GEN_CHECK(fits) ((void)0)
#endif

// Of one dword.
static inline void gen_patch(uint32_t *dw, unsigned high, unsigned low, uint32_t value)
{
    uint32_t mask = (uint32_t)GEN_MASK(high, low);
    GEN_CHECK(((uint64_t)value << low & ~(uint64_t)mask) == 0);
    *dw = (*dw & ~mask) | (value << low & mask);
}

static inline uint64_t gen_field_uint(uint64_t v, unsigned high, unsigned low)
{
    GEN_CHECK((v & ~GEN_MASK(high - low, 0)) == 0);
    return (v & GEN_MASK(high - low, 0)) << low;
}

static inline uint64_t gen_field_int(int32_t v, unsigned high, unsigned low)
{
    return ((uint64_t)(int64_t)v & GEN_MASK(high - low, 0)) << low;
}

static inline uint64_t gen_field_address(uint64_t v, unsigned high, unsigned low)
{
    GEN_CHECK((v & GEN_MASK(63, 0) & ~GEN_MASK(63, low)) == 0);
    return v & GEN_MASK(high, low);
}

static inline uint64_t gen_field_float(float v)
{
    uint32_t u;
    memcpy(&u, &v, 4);
    return u;
}

// Nearest representable value; out of range saturates, NaN is zero.
static inline uint64_t gen_field_ufixed(float v, unsigned high, unsigned low, unsigned fraction)
{
    float max = (float)GEN_MASK(high - low, 0), x = v * (float)(1u << fraction) + 0.5f;
    return (x > 0.0f ? (x < max ? (uint64_t)x : GEN_MASK(high - low, 0)) : 0) << low;
}

static inline uint64_t gen_field_sfixed(float v, unsigned high, unsigned low, unsigned fraction)
{
    float lim = (float)(UINT64_C(1) << (high - low)), x = v * (float)(1u << fraction);
    int64_t i = x >= lim - 1 ? (int64_t)lim - 1
                : x <= -lim  ? -(int64_t)lim
                : x != x     ? 0
                             : (int64_t)(x < 0 ? x - 0.5f : x + 0.5f);
    return ((uint64_t)i & GEN_MASK(high - low, 0)) << low;
}

static inline int32_t gen_sign_extend(uint64_t v, unsigned bits)
{
    return (int32_t)((int64_t)(v << (64 - bits)) >> (64 - bits));
}

static inline float gen_float(uint64_t v)
{
    uint32_t u = (uint32_t)v;
    float f;
    memcpy(&f, &u, 4);
    return f;
}

#ifdef KILN_MUTANTS // util/mutant.h: places are identified by the return address of a packer
void gen_mutate(enum gen_cmd_id id, uint32_t *dw, uint32_t length, const void *at);
#define GEN_PACKER __attribute__((noinline, noclone, unused)) static
#define GEN_MUTATE(name) gen_mutate(GEN_CMD_##name, dw, gen_len, __builtin_return_address(0));
#else
#define GEN_PACKER __attribute__((always_inline, unused)) static inline
#define GEN_MUTATE(name)
#endif

#define BEGIN(name, kind, hdr, mask, len, packed)                                                            \
    GEN_PACKER void gen_##name##_pack(uint32_t *restrict dw, const struct gen_##name *restrict s)            \
    {                                                                                                        \
        uint32_t d[(packed) + 1] = {(kind) != GEN_KIND_REGISTER ? (hdr) : 0u};                               \
        uint32_t gen_len = (len);
#define END(name)                                                                                            \
    _Pragma("GCC unroll 32") for (uint32_t i = 0; i < sizeof(d) / 4 - 1; i++) if (i < gen_len) dw[i] = d[i]; \
    GEN_MUTATE(name)                                                                                         \
    }
#define LEN(high)                                                                                            \
    if (s->dword_length)                                                                                     \
        gen_len = s->dword_length + 2;                                                                       \
    d[0] |= (gen_len - 2) & (uint32_t)GEN_MASK(high, 0);
#define GEN_PUT(w, high, bits)                                                                               \
    {                                                                                                        \
        uint64_t gen_bits = (bits);                                                                          \
        d[w] |= (uint32_t)gen_bits;                                                                          \
        if ((high) > 31)                                                                                     \
            d[(w) + 1] |= (uint32_t)(gen_bits >> 32);                                                        \
    }
#define UINT(w, high, low, name) GEN_PUT(w, high, gen_field_uint(s->name, high, low))
#define UINT64(w, high, low, name) GEN_PUT(w, high, gen_field_uint(s->name, high, low))
#define INT(w, high, low, name) GEN_PUT(w, high, gen_field_int(s->name, high, low))
#define BOOL(w, high, low, name) GEN_PUT(w, high, (uint64_t)s->name << (low))
#define FLOAT(w, high, low, name) GEN_PUT(w, high, gen_field_float(s->name))
#define UFIXED(w, high, low, name, fraction) GEN_PUT(w, high, gen_field_ufixed(s->name, high, low, fraction))
#define SFIXED(w, high, low, name, fraction) GEN_PUT(w, high, gen_field_sfixed(s->name, high, low, fraction))
#define ADDR(w, high, low, name) GEN_PUT(w, high, gen_field_address(s->name, high, low))
#define OFFSET(w, high, low, name) GEN_PUT(w, high, gen_field_address(s->name, high, low))
#define ENUM(w, high, low, name, set) GEN_PUT(w, high, gen_field_uint(s->name, high, low))
#include "cmd/gen_cmds.def"
#undef GEN_PUT
#undef GEN_MUTATE

#define BEGIN(name, kind, hdr, mask, len, packed)                                                            \
    __attribute__((unused)) static inline void gen_##name##_unpack(const uint32_t *restrict dw,              \
                                                                   struct gen_##name *restrict s)            \
    {                                                                                                        \
        uint32_t gen_len = (len);                                                                            \
        memset(s, 0, sizeof(*s));                                                                            \
        (void)dw;
#define END(name)                                                                                            \
    (void)gen_len;                                                                                           \
    }
#define LEN(high)                                                                                            \
    s->dword_length = dw[0] & (uint32_t)GEN_MASK(high, 0);                                                   \
    gen_len = s->dword_length + 2;
#define GEN_DW(i) ((i) < gen_len ? dw[i] : 0)
#define GEN_GET(w, high) ((high) > 31 ? GEN_DW(w) | (uint64_t)GEN_DW((w) + 1) << 32 : GEN_DW(w))
#define GEN_BITS(w, high, low) ((GEN_GET(w, high) & GEN_MASK(high, low)) >> (low))
#define UINT(w, high, low, name) s->name = (uint32_t)GEN_BITS(w, high, low);
#define UINT64(w, high, low, name) s->name = GEN_BITS(w, high, low);
#define INT(w, high, low, name) s->name = gen_sign_extend(GEN_BITS(w, high, low), (high) - (low) + 1);
#define BOOL(w, high, low, name) s->name = GEN_BITS(w, high, low) != 0;
#define FLOAT(w, high, low, name) s->name = gen_float(GEN_BITS(w, high, low));
#define UFIXED(w, high, low, name, fraction)                                                                 \
    s->name = (float)GEN_BITS(w, high, low) / (float)(1u << (fraction));
#define SFIXED(w, high, low, name, fraction)                                                                 \
    s->name = (float)gen_sign_extend(GEN_BITS(w, high, low), (high) - (low) + 1) / (float)(1u << (fraction));
#define ADDR(w, high, low, name) s->name = GEN_GET(w, high) & GEN_MASK(high, low);
#define OFFSET(w, high, low, name) s->name = (uint32_t)(GEN_GET(w, high) & GEN_MASK(high, low));
#define ENUM(w, high, low, name, set) s->name = (uint32_t)GEN_BITS(w, high, low);
#include "cmd/gen_cmds.def"
#undef GEN_DW
#undef GEN_GET
#undef GEN_BITS

#endif
