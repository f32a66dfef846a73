// From COMPUTE_WALKER, CFE_STATE and STATE_BASE_ADDRESS to a launch.
//
// A group's threads are counted, not laid out in two dimensions: the last one has the execution mask. Threads
// fetch their constants themselves, from where r0.0 says; the walker can bring eight dwords along, and have
// the hardware number the invocations. Binding tables lie in a pool. Scratch is a surface. Source:
// Mesa 25.0.7 gen125.xml, genX_cmd_compute.c (emit_compute_walker), brw_compile_cs.cpp, intel_shader_enums.h
// (intel_compute_walk_order); NEO 22.43 command_encoder_xehp_and_later.inl.
#include "sim/gpgpu/compute.h"

#include <stdio.h>

#include "cmd/gen_slm.h"
#include "hw/target.h"
#include "sim/gpgpu/media.h"

static bool refuse(struct sim_fault *fault, enum sim_fault_kind kind, const char *text)
{
    fault->kind = kind;
    fault->address = 0;
    snprintf(fault->text, sizeof(fault->text), "COMPUTE_WALKER: %s", text);
    return false;
}

static bool is_legal(const struct kiln_target *target, const struct sim_compute *c, uint32_t shared,
                     struct sim_fault *fault)
{
    const struct gen_COMPUTE_WALKER *g = &c->walker;
    if (g->simd_size > GEN_SIMD_SIZE_32 || 8u << g->simd_size < kiln_target_min_simd(target))
        return refuse(fault, SIM_FAULT_ILLEGAL, "reserved SIMD size");
    if (shared == UINT32_MAX)
        return refuse(fault, SIM_FAULT_ILLEGAL, "reserved shared local memory size");
    if (!g->number_of_threads_in_gpgpu_thread_group)
        return refuse(fault, SIM_FAULT_ILLEGAL, "a group of no threads");
    if (g->workload_partition_enable || g->partition_type)
        return refuse(fault, SIM_FAULT_UNIMPLEMENTED, "a workload in partitions");
    if (g->btd_mode)
        return refuse(fault, SIM_FAULT_UNIMPLEMENTED, "threads of bindless dispatch");
    return true;
}

// Local ids as the hardware makes them, for a group of these sizes. By tiles, for texels of 32, 64 or 128
// bits: no document says in which order, but that it suits Y's columns of 16 bytes; Mesa asks for it where a
// shader does not look at the order.
static bool local_ids(const struct gen_COMPUTE_WALKER *g, struct sim_local_ids *ids, struct sim_fault *fault)
{
    enum { X, Y, Z, ORDERS = 6, LAYOUTS = 4 };
    static const uint8_t columns[LAYOUTS] = {1, 4, 2, 1};
    static const uint8_t orders[ORDERS][3] = {{X, Y, Z}, {X, Z, Y}, {Y, X, Z},
                                              {Y, Z, X}, {Z, X, Y}, {Z, Y, X}};
    if (!g->generate_local_id)
        return !g->emit_local || refuse(fault, SIM_FAULT_ILLEGAL, "local ids that are not generated");
    if (g->walk_order >= ORDERS || g->tile_layout >= LAYOUTS)
        return refuse(fault, SIM_FAULT_ILLEGAL, "reserved walk order or tile layout");
    ids->emit = (uint8_t)g->emit_local;
    for (unsigned i = 0; i < 3; i++)
        ids->order[i] = orders[g->walk_order][i];
    ids->size[X] = (uint16_t)(g->local_x_maximum + 1);
    ids->size[Y] = (uint16_t)(g->local_y_maximum + 1);
    ids->size[Z] = (uint16_t)(g->local_z_maximum + 1);
    ids->columns = ids->size[X] % columns[g->tile_layout] ? 1 : columns[g->tile_layout];
    return true;
}

static void payload(const struct gen_COMPUTE_WALKER *g, struct sim_launch *l)
{
    const uint32_t data[8] = {g->inline_data_0, g->inline_data_1, g->inline_data_2, g->inline_data_3,
                              g->inline_data_4, g->inline_data_5, g->inline_data_6, g->inline_data_7};
    l->fetches = true;
    l->arguments = g->indirect_data_start_address;
    l->has_inline = g->emit_inline_parameter;
    for (unsigned i = 0; i < 8; i++)
        l->inline_data[i] = data[i];
}

static void grid(const struct gen_COMPUTE_WALKER *g, struct sim_launch *l)
{
    l->simd = 8u << g->simd_size;
    l->first[0] = g->thread_group_id_starting_x;
    l->first[1] = g->thread_group_id_starting_y;
    l->first[2] = g->thread_group_id_starting_z;
    l->end[0] = g->thread_group_id_x_dimension;
    l->end[1] = g->thread_group_id_y_dimension;
    l->end[2] = g->thread_group_id_z_dimension;
    l->threads[0] = g->number_of_threads_in_gpgpu_thread_group;
    l->threads[1] = l->threads[2] = 1;
    l->right = g->execution_mask;
    l->bottom = UINT32_MAX;
}

bool sim_compute_launch(const struct sim_compute *c, struct sim_launch *l, struct sim_fault *fault)
{
    enum { HANDLE_SHIFT = 10 };
    const struct gen_COMPUTE_WALKER *g = &c->walker;
    const struct kiln_target *target = kiln_target_of(l->devinfo);
    const uint32_t shared = gen_slm_bytes(target, g->shared_local_memory_size);
    if (!is_legal(target, c, shared, fault) || !local_ids(g, &l->ids, fault))
        return false;
    l->command = "COMPUTE_WALKER";
    sim_launch_bases(l, &c->sba);
    payload(g, l);
    grid(g, l);
    l->kernel = c->sba.instruction_base_address + g->kernel_start_pointer;
    l->cr0 = sim_launch_cr0(g->floating_point_mode, g->single_program_flow, g->rounding_mode);
    l->barrier = g->barrier_enable || g->number_of_barriers;
    l->shared_bytes = shared;
    l->table_base = c->table_pool;
    l->binding_table = g->binding_table_pointer;
    l->samplers = g->sampler_state_pointer;
    l->scratch_handle = c->cfe.scratch_space_buffer << HANDLE_SHIFT;
    l->scratch_bytes = kiln_target_scratch_unit(target);
    l->systolic = c->systolic || !kiln_target_selects_systolic(target);
    l->large_registers = c->large_registers;
    l->max_threads = c->cfe.maximum_number_of_threads;
    return true;
}
