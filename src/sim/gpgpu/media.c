// From GPGPU_WALKER, INTERFACE_DESCRIPTOR_DATA, MEDIA_VFE_STATE and STATE_BASE_ADDRESS to a launch.
// Source: PRM vol2a GPGPU_WALKER, KBL vol2d INTERFACE_DESCRIPTOR_DATA.
#include "sim/gpgpu/media.h"

#include <stdio.h>
#include <string.h>

#include "cmd/gen_slm.h"
#include "hw/target.h"
#include "sim/thread/thread.h"
#include "util/math.h"

static bool reserved(struct sim_fault *fault, const char *command, const char *text)
{
    fault->kind = SIM_FAULT_ILLEGAL;
    fault->address = 0;
    snprintf(fault->text, sizeof(fault->text), "%s: %s", command, text);
    return false;
}

uint32_t sim_launch_cr0(bool alt_mode, bool single_flow, unsigned rounding)
{
    return (alt_mode ? SIM_CR0_ALT_MODE : 0) | (single_flow ? SIM_CR0_SPF : 0) |
           rounding << SIM_CR0_ROUND_SHIFT;
}

void sim_launch_bases(struct sim_launch *l, const struct gen_STATE_BASE_ADDRESS_GEN11 *sba)
{
    l->general_base = sba->general_state_base_address;
    l->surface_base = l->table_base = sba->surface_state_base_address;
    l->dynamic_base = sba->dynamic_state_base_address;
    l->bindless_surface_base = sba->bindless_surface_state_base_address;
    l->bindless_sampler_base = sba->bindless_sampler_state_base_address;
    l->stateless_mocs = sba->stateless_data_port_access_mocs;
}

// The constants are in the CURBE, from the descriptor's offset on, or what the walker brings itself.
static void payload(const struct sim_media *m, struct sim_launch *l)
{
    const size_t offset = (size_t)m->idd.constant_urb_entry_read_offset * SIM_GRF_BYTES;
    l->cross_regs = m->idd.cross_thread_constant_data_read_length;
    l->per_thread_regs = m->idd.constant_urb_entry_read_length;
    l->is_indirect = m->walker.indirect_data_length != 0;
    l->indirect = m->sba.indirect_object_base_address + m->walker.indirect_data_start_address;
    l->indirect_bytes = m->walker.indirect_data_length;
    if (!l->is_indirect && m->curbe && offset < m->curbe_bytes) {
        l->constants = m->curbe + offset;
        l->constant_bytes = m->curbe_bytes - offset;
    }
}

// What every kernel of this pipeline has of its descriptor.
static void kernel(const struct sim_media *m, struct sim_launch *l)
{
    const struct gen_INTERFACE_DESCRIPTOR_DATA *idd = &m->idd;
    l->kernel = m->sba.instruction_base_address + idd->kernel_start_pointer;
    l->cr0 = sim_launch_cr0(idd->floating_point_mode, idd->single_program_flow, idd->rounding_mode);
    l->binding_table = idd->binding_table_pointer;
    l->samplers = idd->sampler_state_pointer;
    l->scratch = m->vfe.scratch_space_base_pointer;
    l->scratch_bytes = kiln_target_scratch_unit(kiln_target_of(l->devinfo))
                       << m->vfe.per_thread_scratch_space;
    l->max_threads = (uint64_t)m->vfe.maximum_number_of_threads + 1;
}

bool sim_media_object(const struct sim_media *m, struct sim_media_object *o, struct sim_launch *l,
                      struct sim_fault *fault)
{
    const unsigned curbe = m->idd.constant_urb_entry_read_length * SIM_GRF_BYTES;
    if (o->indirect)
        return reserved(fault, "MEDIA_OBJECT", "indirect data");
    if (curbe + o->inline_bytes > sizeof(o->payload))
        return reserved(fault, "MEDIA_OBJECT", "a payload longer than the register file");
    memset(o->payload, 0, sizeof(o->payload));
    const size_t at = (size_t)m->idd.constant_urb_entry_read_offset * SIM_GRF_BYTES;
    if (m->curbe && at < m->curbe_bytes)
        memcpy(o->payload, m->curbe + at, KILN_MIN(curbe, m->curbe_bytes - at));
    memcpy(o->payload + curbe, o->inline_data, o->inline_bytes);
    l->command = "MEDIA_OBJECT";
    sim_launch_bases(l, &m->sba);
    kernel(m, l);
    l->simd = 16;
    for (unsigned k = 0; k < 3; k++)
        l->end[k] = l->threads[k] = 1;
    l->right = l->bottom = UINT32_MAX;
    l->cross_regs = (curbe + o->inline_bytes + SIM_GRF_BYTES - 1) / SIM_GRF_BYTES;
    l->constants = o->payload;
    l->constant_bytes = sizeof(o->payload);
    return true;
}

bool sim_media_launch(const struct sim_media *m, struct sim_launch *l, struct sim_fault *fault)
{
    const struct gen_GPGPU_WALKER *g = &m->walker;
    const struct gen_INTERFACE_DESCRIPTOR_DATA *idd = &m->idd;
    const uint32_t shared = gen_slm_bytes(kiln_target_of(l->devinfo), idd->shared_local_memory_size);
    if (g->simd_size > GEN_SIMD_SIZE_32)
        return reserved(fault, "GPGPU_WALKER", "reserved SIMD size");
    if (shared == UINT32_MAX)
        return reserved(fault, "GPGPU_WALKER", "reserved shared local memory size");
    l->command = "GPGPU_WALKER";
    sim_launch_bases(l, &m->sba);
    payload(m, l);
    kernel(m, l);
    l->simd = 8u << g->simd_size;
    l->first[0] = g->thread_group_id_starting_x;
    l->first[1] = g->thread_group_id_starting_y;
    l->first[2] = g->thread_group_id_starting_resume_z;
    l->end[0] = g->thread_group_id_x_dimension;
    l->end[1] = g->thread_group_id_y_dimension;
    l->end[2] = g->thread_group_id_z_dimension;
    l->threads[0] = g->thread_width_counter_maximum + 1;
    l->threads[1] = g->thread_height_counter_maximum + 1;
    l->threads[2] = g->thread_depth_counter_maximum + 1;
    l->right = g->right_execution_mask;
    l->bottom = g->bottom_execution_mask;
    l->barrier = idd->barrier_enable;
    l->shared_bytes = m->slm_enabled ? shared : 0;
    return true;
}
