// What the 3D pipeline of Gen7.5 has in other commands than later ones, as the state that cs_3d.c draws with:
// pixel shader, rasterization and depth test are in fewer commands; the topology is in 3DPRIMITIVE; instances
// are numbered by a vertex element; vertex buffers end at an address. The other commands are in Gen9's layout
// when they get there (cs.c, fetch). Source: Mesa 22.3.6 genxml gen75.xml, blorp_genX_exec.h.
#include "sim/cs/cs.h"

static bool set_ps(struct sim_cs *cs)
{
    struct sim_cs_3d *s = &cs->st->draw;
    struct gen_3DSTATE_PS_GEN75 c;
    gen_3DSTATE_PS_GEN75_unpack(cs->own, &c);
    gen_3DSTATE_PS_unpack(cs->dw, &s->ps);
    s->ps_extra.attribute_enable = c.attribute_enable;
    s->ps_extra.omask_present = c.omask_present;
    if (c.dual_source_blend_enable)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "dual-source blending");
    return true;
}

// Clears and resolves of a depth buffer are the WM's: the latter have nothing to do.
static bool set_wm(struct sim_cs *cs)
{
    struct sim_cs_3d *s = &cs->st->draw;
    struct gen_3DSTATE_WM_GEN75 c;
    gen_3DSTATE_WM_GEN75_unpack(cs->own, &c);
    gen_3DSTATE_WM_unpack(cs->dw, &s->wm);
    s->ps_extra.valid = c.thread_dispatch_enable;
    s->ps_extra.uses_source_w = c.uses_source_w;
    s->ps_extra.uses_source_depth = c.uses_source_depth;
    s->ps_extra.computed_depth_mode = c.computed_depth_mode;
    s->ps_extra.kills_pixel = c.kills_pixel;
    s->ps_extra.input_coverage_mask_state = c.uses_input_coverage_mask;
    if (c.depth_buffer_clear)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "clearing a depth buffer");
    return true;
}

static bool set_depth_stencil(struct sim_cs *cs)
{
    struct gen_3DSTATE_DEPTH_STENCIL_STATE_POINTERS c;
    gen_3DSTATE_DEPTH_STENCIL_STATE_POINTERS_unpack(cs->dw, &c);
    cs->st->draw.depth_stencil_state = c.pointer;
    return true;
}

static bool set_vertex_buffers(struct sim_cs *cs)
{
    enum { DWORDS = gen_VERTEX_BUFFER_STATE_GEN75_LENGTH };
    for (uint32_t at = 1; at + DWORDS <= cs->length; at += DWORDS) {
        struct gen_VERTEX_BUFFER_STATE_GEN75 b;
        gen_VERTEX_BUFFER_STATE_GEN75_unpack(cs->dw + at, &b);
        if (b.vertex_buffer_index >= SIM_CS_VERTEX_BUFFERS)
            return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "vertex buffer %u", b.vertex_buffer_index);
        cs->st->draw.buffer[b.vertex_buffer_index] = (struct gen_VERTEX_BUFFER_STATE){
            .buffer_pitch = b.of_instances ? 0 : b.buffer_pitch, // of the first instance
            .null_vertex_buffer = b.null_vertex_buffer,
            .vertex_buffer_index = b.vertex_buffer_index,
            .buffer_starting_address = b.buffer_starting_address,
            .buffer_size = b.end_address >= b.buffer_starting_address
                               ? b.end_address - b.buffer_starting_address + 1
                               : 0};
    }
    return true;
}

static bool set_cc_state(struct sim_cs *cs)
{
    return true; // no part of what is drawn with
}

static bool set_blend_state(struct sim_cs *cs)
{
    struct gen_3DSTATE_BLEND_STATE_POINTERS c;
    gen_3DSTATE_BLEND_STATE_POINTERS_unpack(cs->dw, &c);
    cs->st->draw.blend_state = c.pointer;
    cs->st->draw.blend_valid = true;
    return true;
}

// The depth test is read when something is drawn.
static bool primitive(struct sim_cs *cs)
{
    struct sim_cs_3d *s = &cs->st->draw;
    struct gen_3DPRIMITIVE p;
    struct gen_DEPTH_STENCIL_STATE d;
    uint32_t dw[gen_DEPTH_STENCIL_STATE_LENGTH];
    gen_3DPRIMITIVE_unpack(cs->dw, &p);
    s->topology = p.primitive_topology_type;
    s->sgvs.instanceid_enable = false;
    for (unsigned i = 0; i < s->elements; i++)
        s->sgvs.instanceid_enable |= s->element[i].component_1_control == GEN_VFCOMP_STORE_IID;
    s->depth_stencil = (struct gen_3DSTATE_WM_DEPTH_STENCIL){0};
    if (s->depth_stencil_state) {
        uint64_t at = cs->st->sba.dynamic_state_base_address + s->depth_stencil_state;
        if (!sim_cs_read(cs, at, dw, sizeof(dw)))
            return false;
        gen_DEPTH_STENCIL_STATE_unpack(dw, &d);
        s->depth_stencil.depth_buffer_write_enable = d.depth_buffer_write_enable;
        s->depth_stencil.depth_test_enable = d.depth_test_enable;
        s->depth_stencil.depth_test_function = d.depth_test_function;
        s->depth_stencil.stencil_buffer_write_enable = d.stencil_buffer_write_enable;
        s->depth_stencil.stencil_test_enable = d.stencil_test_enable;
    }
    return sim_cs_draw(cs);
}

static const sim_cs_handler handlers[GEN_CMD_COUNT] = {
    [GEN_CMD_3DPRIMITIVE] = primitive,
    [GEN_CMD_3DSTATE_PS] = set_ps,
    [GEN_CMD_3DSTATE_WM] = set_wm,
    [GEN_CMD_3DSTATE_DEPTH_STENCIL_STATE_POINTERS] = set_depth_stencil,
    [GEN_CMD_3DSTATE_VERTEX_BUFFERS] = set_vertex_buffers,
    [GEN_CMD_3DSTATE_CC_STATE_POINTERS] = set_cc_state,
    [GEN_CMD_3DSTATE_BLEND_STATE_POINTERS] = set_blend_state,
};

sim_cs_handler sim_cs_3d_gen75_handler(enum gen_cmd_id id)
{
    return handlers[id];
}
