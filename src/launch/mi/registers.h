// Registers, loaded and stored by the command streamer. Those of its own block have the render engine's
// numbers here, as everywhere (GEN_REG_*): for another engine a packet counts them from that one's block on,
// wherever it is. Which of several compute engines executes a batch the kernel alone knows. PRM LKF vol8
// MI_LOAD_REGISTER_IMM ("Add CS MMIO Start Offset").
#ifndef KILN_LAUNCH_MI_REGISTERS_H
#define KILN_LAUNCH_MI_REGISTERS_H

#include "hw/registers.h"
#include "launch/mi/packets.h"

// Whether a packet of the device's has to count so.
static inline bool mi_is_relative(const struct launch_device *d, uint32_t reg)
{
    return d->compute_engine && reg - KILN_RENDER_BASE < KILN_ENGINE_BLOCK;
}

static inline uint32_t mi_register(const struct launch_device *d, uint32_t reg)
{
    return mi_is_relative(d, reg) ? reg - KILN_RENDER_BASE : reg;
}

// Each returns after its packet, as long as MI_EMIT's are.
static inline uint32_t *mi_load_imm(const struct launch_device *d, uint32_t *dw, uint32_t reg, uint32_t value)
{
    uint32_t *packet = dw;
    MI_PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = mi_register(d, reg), .data_dword = value);
    if (mi_is_relative(d, reg))
        GEN_PATCH(packet, MI_LOAD_REGISTER_IMM_GEN11, add_cs_mmio_start_offset, 1);
    return dw;
}

static inline uint32_t *mi_load_mem(const struct launch_device *d, uint32_t *dw, uint32_t reg,
                                    uint64_t address)
{
    uint32_t *packet = dw;
    MI_PUT_ON(d, dw, MI_LOAD_REGISTER_MEM, .register_address = mi_register(d, reg),
              .memory_address = address);
    if (mi_is_relative(d, reg))
        GEN_PATCH(packet, MI_LOAD_REGISTER_MEM_GEN11, add_cs_mmio_start_offset, 1);
    return dw;
}

static inline uint32_t *mi_move_reg(const struct launch_device *d, uint32_t *dw, uint32_t to, uint32_t from)
{
    uint32_t *packet = dw;
    MI_PUT(dw, MI_LOAD_REGISTER_REG, .source_register_address = mi_register(d, from),
           .destination_register_address = mi_register(d, to));
    if (mi_is_relative(d, from))
        GEN_PATCH(packet, MI_LOAD_REGISTER_REG_GEN11, add_cs_mmio_start_offset_source, 1);
    if (mi_is_relative(d, to))
        GEN_PATCH(packet, MI_LOAD_REGISTER_REG_GEN11, add_cs_mmio_start_offset_destination, 1);
    return dw;
}

static inline uint32_t *mi_store_reg(const struct launch_device *d, uint32_t *dw, uint32_t reg,
                                     uint64_t address, bool predicated)
{
    uint32_t *packet = dw;
    MI_PUT_ON(d, dw, MI_STORE_REGISTER_MEM, .predicate_enable = predicated,
              .register_address = mi_register(d, reg), .memory_address = address);
    if (mi_is_relative(d, reg))
        GEN_PATCH(packet, MI_STORE_REGISTER_MEM_GEN11, add_cs_mmio_start_offset, 1);
    return dw;
}

// The same into a stream.
static inline void mi_emit_load_imm(struct launch_stream *s, uint32_t reg, uint32_t value)
{
    mi_load_imm(s->device, mi_room(s, gen_MI_LOAD_REGISTER_IMM_LENGTH), reg, value);
}

static inline void mi_emit_load_mem(struct launch_stream *s, uint32_t reg, uint64_t address)
{
    mi_load_mem(s->device, mi_room(s, gen_MI_LOAD_REGISTER_MEM_LENGTH), reg, address);
}

static inline void mi_emit_move_reg(struct launch_stream *s, uint32_t to, uint32_t from)
{
    mi_move_reg(s->device, mi_room(s, gen_MI_LOAD_REGISTER_REG_LENGTH), to, from);
}

static inline void mi_emit_store_reg(struct launch_stream *s, uint32_t reg, uint64_t address, bool predicated)
{
    mi_store_reg(s->device, mi_room(s, gen_MI_STORE_REGISTER_MEM_LENGTH), reg, address, predicated);
}

#endif
