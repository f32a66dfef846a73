// The commands around a GPGPU_WALKER, for clients of client.h, encoded by hand from the PRM: SIMD16, two
// threads a group unless the state says otherwise, of which the second has 3 channels.
#ifndef KILN_TESTS_SIM_GPGPU_H
#define KILN_TESTS_SIM_GPGPU_H

#include "client.h"

#define DATA UINT64_C(0x100000)
#define BATCH UINT64_C(0x200000)
#define STATE UINT64_C(0x10000000) // kernel at 0, descriptors at 0x1000, CURBE at 0x2000

static void stall(struct words *w) // PIPE_CONTROL
{
    emit(w, 0x7a000004);
    emit(w, 1u << 20);
    for (unsigned i = 0; i < 4; i++)
        emit(w, 0);
}

static void vfe_state(struct words *w)
{
    emit(w, 0x70000007);
    emit(w, 0);
    emit(w, 0);
    emit(w, 167u << 16 | 2u << 8);
    emit(w, 0);
    emit(w, 2u << 16 | 4); // 4 registers of CURBE
    for (unsigned i = 0; i < 3; i++)
        emit(w, 0);
}

static void descriptor_load(struct words *w, uint32_t offset, uint32_t bytes)
{
    emit(w, 0x70020002);
    emit(w, 0);
    emit(w, bytes);
    emit(w, offset);
}

static void curbe_load(struct words *w, uint32_t offset, uint32_t bytes)
{
    emit(w, 0x70010002);
    emit(w, 0);
    emit(w, bytes);
    emit(w, offset);
}

static void base_addresses(struct words *w)
{
    emit(w, 0x61010011);
    emit_addr(w, 1); // general
    emit(w, 0);
    emit_addr(w, STATE | 1); // surface
    emit_addr(w, STATE | 1); // dynamic
    emit_addr(w, STATE | 1); // indirect object
    emit_addr(w, STATE | 1); // instruction
    for (unsigned i = 0; i < 4; i++)
        emit(w, 0xfffff001);
    emit_addr(w, STATE | 1);
    emit(w, 0);
}

enum { PREDICATE = 1 << 8, INDIRECT = 1 << 10 };

// Two threads of SIMD16, the second of which has 3 channels.
static void walker(struct words *w, uint32_t flags, uint32_t x, uint32_t y, uint32_t z)
{
    emit(w, 0x7105000d | flags);
    emit(w, 0); // descriptor
    emit(w, 0); // indirect data
    emit(w, 0);
    emit(w, 1u << 30 | 1); // SIMD16, two threads wide
    emit(w, 0);
    emit(w, 0);
    emit(w, x);
    emit(w, 0);
    emit(w, 0);
    emit(w, y);
    emit(w, 0);
    emit(w, z);
    emit(w, 7);
    emit(w, 0xffffffff);
}

static void good_state(struct words *w)
{
    emit(w, 0x69040000 | 3u << 8 | 2); // PIPELINE_SELECT: GPGPU
    base_addresses(w);
    vfe_state(w);
    curbe_load(w, 0x2000, 64);
    descriptor_load(w, 0x1000, 32);
}

#endif
