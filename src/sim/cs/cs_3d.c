// The 3D pipeline as far as other drivers copy and clear with it: a list of one rectangle whose vertices come
// straight from vertex buffers (no shader but the pixel shader), with constant attributes, in screen
// coordinates. Everything else that a 3DPRIMITIVE could ask for is refused by name.
//
// A rectangle's vertices are (x1, y1), (x0, y1), (x0, y0); a pixel is covered if its centre is inside. The
// vertex entry's second dword is the render target array index, which only the instance number may set.
// Source: PRM SKL vol2a 3DPRIMITIVE, 3DSTATE_*; Mesa blorp_genX_exec.h for what is in use.
#include <math.h>
#include <string.h>

#include "sim/cs/cs.h"
#include "sim/gpgpu/media.h"
#include "sim/surface/format.h"
#include "sim/surface/surface.h"

enum { COMPARE_ALWAYS = 0, FAST_CLEAR_0 = 2, TOPOLOGY_RECTLIST = 15, SLOTS = SIM_CS_VERTEX_ELEMENTS };

#define STATE(id, field)                                                                                     \
    static bool set_##field(struct sim_cs *cs)                                                               \
    {                                                                                                        \
        gen_3DSTATE_##id##_unpack(cs->dw, &cs->st->draw.field);                                              \
        return true;                                                                                         \
    }
STATE(VF_SGVS, sgvs)
STATE(SBE, sbe)
STATE(PS, ps)
STATE(PS_EXTRA, ps_extra)
STATE(PS_BLEND, ps_blend)
STATE(WM, wm)
STATE(WM_DEPTH_STENCIL, depth_stencil)
STATE(CONSTANT_PS, constant)
#undef STATE

// One field of a command into one of the state.
#define FIELD(id, field, to)                                                                                 \
    static bool set_##to(struct sim_cs *cs)                                                                  \
    {                                                                                                        \
        struct gen_3DSTATE_##id c;                                                                           \
        gen_3DSTATE_##id##_unpack(cs->dw, &c);                                                               \
        cs->st->draw.to = c.field;                                                                           \
        return true;                                                                                         \
    }
FIELD(VS, enable, vs)
FIELD(HS, enable, hs)
FIELD(DS, enable, ds)
FIELD(GS, enable, gs)
FIELD(STREAMOUT, so_function_enable, streamout)
FIELD(VF_TOPOLOGY, primitive_topology_type, topology)
FIELD(BINDING_TABLE_POINTERS_PS, pointer, binding_table)
FIELD(SAMPLER_STATE_POINTERS_PS, pointer, sampler_state)
#undef FIELD

// Its fields move with the generations.
static bool set_depth(struct sim_cs *cs)
{
    const struct gen_desc *d = &gen_cmd_table[GEN_CMD_3DSTATE_DEPTH_BUFFER];
    uint32_t dw[gen_3DSTATE_DEPTH_BUFFER_LENGTH] = {0};
    const bool own = kiln_target_has_long_addresses(cs->target); // else it is Gen9's already
    gen_convert(own ? gen_desc_for(d, cs->target->isa) : d, cs->dw, d, dw);
    gen_3DSTATE_DEPTH_BUFFER_unpack(dw, &cs->st->draw.depth);
    return true;
}

// Of Gen12. What follows it is where constants are, which only pixel shaders with push constants want.
static bool set_constants(struct sim_cs *cs)
{
    enum { PIXEL_SHADER = 1 << 4 };
    struct gen_3DSTATE_CONSTANT_ALL c;
    gen_3DSTATE_CONSTANT_ALL_unpack(cs->dw, &c);
    if (c.shader_update_enable & PIXEL_SHADER)
        cs->st->draw.constant = (struct gen_3DSTATE_CONSTANT_PS){.read_length_0 = c.pointer_buffer_mask};
    return true;
}

static bool set_cc_state(struct sim_cs *cs)
{
    struct gen_3DSTATE_CC_STATE_POINTERS c;
    gen_3DSTATE_CC_STATE_POINTERS_unpack(cs->dw, &c);
    cs->st->cc_state_valid = c.color_calc_state_pointer_valid;
    return true;
}

static bool set_blend_state(struct sim_cs *cs)
{
    struct gen_3DSTATE_BLEND_STATE_POINTERS c;
    gen_3DSTATE_BLEND_STATE_POINTERS_unpack(cs->dw, &c);
    cs->st->draw.blend_state = c.pointer;
    cs->st->draw.blend_valid = c.valid;
    return true;
}

static bool set_instancing(struct sim_cs *cs)
{
    struct gen_3DSTATE_VF_INSTANCING c;
    gen_3DSTATE_VF_INSTANCING_unpack(cs->dw, &c);
    if (c.vertex_element_index < SLOTS)
        cs->st->draw.instanced[c.vertex_element_index] = c.instancing_enable;
    return true;
}

static bool set_vertex_buffers(struct sim_cs *cs)
{
    for (uint32_t at = 1; at + 4 <= cs->length; at += 4) {
        struct gen_VERTEX_BUFFER_STATE b;
        gen_VERTEX_BUFFER_STATE_unpack(cs->dw + at, &b);
        if (b.vertex_buffer_index >= SIM_CS_VERTEX_BUFFERS)
            return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "vertex buffer %u", b.vertex_buffer_index);
        cs->st->draw.buffer[b.vertex_buffer_index] = b;
    }
    return true;
}

static bool set_vertex_elements(struct sim_cs *cs)
{
    struct sim_cs_3d *s = &cs->st->draw;
    s->elements = 0;
    for (uint32_t at = 1; at + 2 <= cs->length && s->elements < SLOTS; at += 2)
        gen_VERTEX_ELEMENT_STATE_unpack(cs->dw + at, &s->element[s->elements++]);
    return true;
}

// Clears of depth and stencil buffers are draws of their own kind; resolves have nothing to do, because
// nothing is ever kept compressed.
static bool hz_op(struct sim_cs *cs)
{
    struct gen_3DSTATE_WM_HZ_OP c;
    gen_3DSTATE_WM_HZ_OP_unpack(cs->dw, &c);
    if (c.depth_buffer_clear_enable || c.stencil_buffer_clear_enable)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "clearing a depth or stencil buffer");
    return true;
}

// ---- vertices

static bool fetch_element(struct sim_cs *cs, unsigned index, uint32_t vertex, uint32_t out[4])
{
    const struct sim_cs_3d *s = &cs->st->draw;
    const struct gen_VERTEX_ELEMENT_STATE *e = &s->element[index];
    const unsigned control[4] = {e->component_0_control, e->component_1_control, e->component_2_control,
                                 e->component_3_control};
    uint32_t source[4] = {0};
    bool wanted = false;
    for (unsigned c = 0; c < 4; c++)
        wanted |= control[c] == GEN_VFCOMP_STORE_SRC;
    if (wanted && e->vertex_buffer_index < SIM_CS_VERTEX_BUFFERS) {
        const struct gen_VERTEX_BUFFER_STATE *b = &s->buffer[e->vertex_buffer_index];
        const struct sim_format *f = sim_format_find(e->source_element_format);
        uint64_t at =
            (uint64_t)b->buffer_pitch * (s->instanced[index] ? 0 : vertex) + e->source_element_offset;
        uint8_t texel[24] = {0};
        if (!f || f->codec)
            return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "vertex element of format 0x%x",
                                e->source_element_format);
        if (!b->null_vertex_buffer && at + f->bytes <= b->buffer_size &&
            !sim_cs_read(cs, b->buffer_starting_address + at, texel, f->bytes))
            return false;
        sim_texel_decode(f, texel, 0, 0, source);
    }
    for (unsigned c = 0; c < 4; c++) // the number of the first instance is 0
        out[c] = control[c] == GEN_VFCOMP_STORE_SRC     ? source[c]
                 : control[c] == GEN_VFCOMP_STORE_1_FP  ? 0x3f800000
                 : control[c] == GEN_VFCOMP_STORE_1_INT ? 1
                                                        : 0;
    return true;
}

static float position(const uint32_t slot[4], unsigned c)
{
    float v;
    memcpy(&v, &slot[c], 4);
    return v;
}

// First pixel whose centre is at or beyond `v`.
static int32_t edge(float v)
{
    float p = ceilf(v - 0.5f);
    return !(p > 0) ? 0 : p > 65535 ? 65535 : (int32_t)p;
}

static bool vertices(struct sim_cs *cs, const struct gen_3DPRIMITIVE *p, struct sim_draw *draw)
{
    const struct sim_cs_3d *s = &cs->st->draw;
    uint32_t v[3][4];
    for (unsigned i = 0; i < 3; i++)
        if (!fetch_element(cs, 1, p->start_vertex_location + i + (uint32_t)p->base_vertex_location, v[i]))
            return false;
    float x[2] = {position(v[1], 0), position(v[0], 0)}, y[2] = {position(v[2], 1), position(v[0], 1)};
    draw->x0 = edge(fminf(x[0], x[1]));
    draw->x1 = edge(fmaxf(x[0], x[1]));
    draw->y0 = edge(fminf(y[0], y[1]));
    draw->y1 = edge(fmaxf(y[0], y[1]));
    unsigned first = 2 * s->sbe.vertex_urb_entry_read_offset;
    draw->attributes = s->ps_extra.attribute_enable ? s->sbe.number_of_sf_output_attributes : 0;
    for (unsigned a = 0; a < draw->attributes && a < SIM_MAX_ATTRIBUTES && first + a < s->elements; a++)
        if (!fetch_element(cs, first + a, p->start_vertex_location, draw->attribute[a]))
            return false;
    return true;
}

// ---- the draw

// What is asked for beyond a plain rectangle; NULL: nothing.
static const char *beyond(const struct sim_cs_3d *s, const struct gen_3DPRIMITIVE *p, bool to_memory)
{
    uint32_t constants = s->constant.read_length_0 | s->constant.read_length_1 | s->constant.read_length_2 |
                         s->constant.read_length_3;
    uint32_t flat =
        s->sbe.number_of_sf_output_attributes >= 32 ? ~0u : (1u << s->sbe.number_of_sf_output_attributes) - 1;
    if (s->topology != TOPOLOGY_RECTLIST || p->vertex_count_per_instance != 3)
        return "a topology other than one rectangle";
    if (s->vs || s->hs || s->ds || s->gs || s->streamout)
        return "a vertex, tessellation or geometry shader, or stream output";
    if (p->random_access || p->indirect_parameter_enable)
        return "indexed or indirect vertices";
    if (s->elements < 2)
        return "no position";
    if (!s->ps_extra.valid)
        return "no pixel shader";
    if (s->ps.push_constant_enable && constants)
        return "push constants";
    if (s->wm.barycentric_interpolation_mode ||
        (s->ps_extra.attribute_enable && ~s->sbe.constant_interpolation_enable & flat))
        return "interpolated attributes";
    if (s->sbe.attribute_swizzle_enable)
        return "swizzled attributes";
    if (s->ps_extra.is_per_sample || s->ps_extra.computes_stencil || s->ps_extra.uses_source_depth ||
        s->ps_extra.uses_source_w || s->ps_extra.omask_present || s->ps_extra.input_coverage_mask_state)
        return "per-sample, stencil or coverage inputs or outputs";
    if (s->depth_stencil.stencil_test_enable || s->depth_stencil.stencil_buffer_write_enable)
        return "a stencil test";
    if (s->depth_stencil.depth_test_enable && s->depth_stencil.depth_test_function != COMPARE_ALWAYS)
        return "a depth test that may fail";
    if (s->depth_stencil.depth_buffer_write_enable && !s->ps_extra.computed_depth_mode)
        return "depth that is interpolated";
    if (s->ps_blend.color_buffer_blend_enable || s->ps_blend.alpha_test_enable ||
        s->ps_blend.alpha_to_coverage_enable)
        return "blending";
    if (s->ps.render_target_fast_clear_enable && !to_memory)
        return "a fast clear";
    if (!s->ps.dispatch_enable_8 && !s->ps.dispatch_enable_16)
        return "SIMD32 pixel shader dispatch only";
    return NULL;
}

// The header of BLEND_STATE is one dword; entries follow.
static bool blend(struct sim_cs *cs, struct sim_draw *draw)
{
    const struct sim_cs_3d *s = &cs->st->draw;
    memset(draw->write_mask, 15, sizeof(draw->write_mask));
    for (unsigned i = 0; s->blend_valid && i < SIM_MAX_TARGETS; i++) {
        struct gen_BLEND_STATE_ENTRY e;
        uint32_t dw[2 + GEN_OWN_MAX], length = 2, header = kiln_target_has_long_addresses(cs->target) ? 4 : 0;
        uint64_t at = cs->st->sba.dynamic_state_base_address + s->blend_state + header + 8 * i;
        if (!sim_cs_peek(cs, at, dw, 8))
            return i || sim_cs_read(cs, at, dw, 8);
        gen_to_gen9(&gen_cmd_table[GEN_CMD_BLEND_STATE_ENTRY], cs->target->isa, dw, &length);
        gen_BLEND_STATE_ENTRY_unpack(dw, &e);
        if (!i && (e.color_buffer_blend_enable || e.logic_op_enable))
            return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip,
                                "3DPRIMITIVE with blending or a logic operation");
        draw->write_mask[i] = (uint8_t)((e.write_disable_red ? 0 : 1) | (e.write_disable_green ? 0 : 2) |
                                        (e.write_disable_blue ? 0 : 4) | (e.write_disable_alpha ? 0 : 8));
    }
    return true;
}

// The depth buffer as a surface that can be rendered to.
static bool depth_surface(struct sim_cs *cs, struct sim_surface *out)
{
    const struct gen_3DSTATE_DEPTH_BUFFER *d = &cs->st->draw.depth;
    // From Gen12.5 on the tiling itself is where its variants were, and levels are aligned to 8 texels.
    const bool has_mode = kiln_target_has_tile4(cs->target);
    const bool is_half = d->surface_format == GEN_DEPTH_FORMAT_D16_UNORM;
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = d->surface_type,
        .surface_format = d->surface_format == GEN_DEPTH_FORMAT_D32_FLOAT ? GEN_FORMAT_R32_FLOAT
                          : is_half                                       ? GEN_FORMAT_R16_UNORM
                                                                          : GEN_FORMAT_R24_UNORM_X8_TYPELESS,
        .tile_mode = has_mode ? d->tiled_resource_mode : GEN_TILE_MODE_YMAJOR,
        .surface_horizontal_alignment = has_mode  ? !is_half
                                        : is_half ? GEN_HALIGN_8
                                                  : GEN_HALIGN_4,
        .surface_vertical_alignment = has_mode && is_half ? GEN_VALIGN_8 : GEN_VALIGN_4,
        .surface_qpitch = d->surface_qpitch,
        .width = d->width,
        .height = d->height,
        .depth = d->depth,
        .surface_pitch = d->surface_pitch,
        .minimum_array_element = d->minimum_array_element,
        .mip_count_lod = d->lod,
        .tiled_resource_mode = has_mode ? 0 : d->tiled_resource_mode,
        .mip_tail_start_lod = d->mip_tail_start_lod,
        .surface_base_address = d->surface_base_address,
    };
    memset(out, 0, sizeof(*out));
    if (d->surface_type > GEN_SURFTYPE_CUBE)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip,
                            "3DPRIMITIVE with depth and no depth buffer");
    sim_surface_make(out, &s, cs->target);
    sim_surface_swizzle(out, cs->job->swizzles);
    return !out->refused ||
           sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "depth buffer: %s", out->refused);
}

bool sim_cs_draw(struct sim_cs *cs)
{
    struct sim_surface depth;
    const struct sim_cs_3d *s = &cs->st->draw;
    struct gen_3DPRIMITIVE p;
    struct sim_draw draw = {0};
    struct sim_launch w = sim_cs_new_launch(cs);
    gen_3DPRIMITIVE_unpack(cs->dw, &p);
    if (p.predicate_enable && !sim_cs_predicate(cs))
        return true;
    if (cs->st->pipeline != GEN_PIPELINE_3D)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "3DPRIMITIVE, and PIPELINE_SELECT has another pipeline");
    bool to_memory =
        s->ps.render_target_resolve_type == FAST_CLEAR_0 && kiln_target_clears_to_memory(cs->target);
    const char *why = beyond(s, &p, to_memory);
    if (why)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip, "3DPRIMITIVE with %s", why);
    // A resolve writes what is compressed back to the surface, and nothing is.
    if (s->ps.render_target_resolve_type)
        return true;
    if (!vertices(cs, &p, &draw) || !blend(cs, &draw))
        return false;
    if (s->ps_extra.computed_depth_mode && s->depth_stencil.depth_buffer_write_enable) {
        if (!depth_surface(cs, &depth))
            return false;
        draw.depth = &depth;
    }
    bool wide = s->ps.dispatch_enable_16;
    draw.simd = wide ? 16 : 8;
    draw.layers = s->sgvs.instanceid_enable ? p.instance_count : 1;
    // The second kernel pointer is SIMD32's; SIMD16 beside SIMD8 has the third.
    bool third = wide && (s->ps.dispatch_enable_8 || s->ps.dispatch_enable_32);
    draw.setup_grf = third ? s->ps.dispatch_grf_start_2 : s->ps.dispatch_grf_start_0;
    draw.vector_mask = s->ps.vector_mask_enable;
    w.command = "3DPRIMITIVE";
    w.draw = &draw;
    sim_launch_bases(&w, &cs->st->sba);
    w.kernel = cs->st->sba.instruction_base_address +
               (third ? s->ps.kernel_start_pointer_2 : s->ps.kernel_start_pointer_0);
    w.cr0 = sim_launch_cr0(s->ps.floating_point_mode, s->ps.single_program_flow, s->ps.rounding_mode);
    if (kiln_target_has_binding_table_pool(cs->target))
        w.table_base = cs->st->table_pool;
    w.binding_table = s->binding_table;
    w.samplers = s->sampler_state;
    w.scratch = s->ps.scratch_space_base_pointer;
    w.scratch_bytes = kiln_target_scratch_unit(cs->target) << s->ps.per_thread_scratch_space;
    w.max_threads = (uint64_t)s->ps.maximum_number_of_threads_per_psd + 1;
    return sim_cs_rules_work(cs) && sim_cs_stall(cs) && sim_cs_run(cs, &w, NULL);
}

static const sim_cs_handler handlers[GEN_CMD_COUNT] = {
    [GEN_CMD_3DPRIMITIVE] = sim_cs_draw,
    [GEN_CMD_3DSTATE_WM_HZ_OP] = hz_op,
    [GEN_CMD_3DSTATE_VERTEX_BUFFERS] = set_vertex_buffers,
    [GEN_CMD_3DSTATE_VERTEX_ELEMENTS] = set_vertex_elements,
    [GEN_CMD_3DSTATE_VF_INSTANCING] = set_instancing,
    [GEN_CMD_3DSTATE_VF_SGVS] = set_sgvs,
    [GEN_CMD_3DSTATE_VF_TOPOLOGY] = set_topology,
    [GEN_CMD_3DSTATE_VS] = set_vs,
    [GEN_CMD_3DSTATE_HS] = set_hs,
    [GEN_CMD_3DSTATE_DS] = set_ds,
    [GEN_CMD_3DSTATE_GS] = set_gs,
    [GEN_CMD_3DSTATE_STREAMOUT] = set_streamout,
    [GEN_CMD_3DSTATE_SBE] = set_sbe,
    [GEN_CMD_3DSTATE_WM] = set_wm,
    [GEN_CMD_3DSTATE_WM_DEPTH_STENCIL] = set_depth_stencil,
    [GEN_CMD_3DSTATE_PS] = set_ps,
    [GEN_CMD_3DSTATE_PS_EXTRA] = set_ps_extra,
    [GEN_CMD_3DSTATE_PS_BLEND] = set_ps_blend,
    [GEN_CMD_3DSTATE_CONSTANT_PS] = set_constant,
    [GEN_CMD_3DSTATE_CONSTANT_ALL] = set_constants,
    [GEN_CMD_3DSTATE_DEPTH_BUFFER] = set_depth,
    [GEN_CMD_3DSTATE_BINDING_TABLE_POINTERS_PS] = set_binding_table,
    [GEN_CMD_3DSTATE_SAMPLER_STATE_POINTERS_PS] = set_sampler_state,
    [GEN_CMD_3DSTATE_CC_STATE_POINTERS] = set_cc_state,
    [GEN_CMD_3DSTATE_BLEND_STATE_POINTERS] = set_blend_state,
};

sim_cs_handler sim_cs_3d_handler(enum gen_cmd_id id)
{
    return handlers[id];
}
