// Descriptors of send instructions decoded (thread/send.h): what all messages have, and those of the gateway,
// the thread spawner, the sampler and the render cache. The data ports' messages are in eu/send_hdc.c.
// Source: PRM KBL vol2d "Message Descriptor ...", PRM SKL vol3 "Shared Function Reference".
#include "sim/eu/send.h"

#include "hw/target.h"
#include "isa/table/msg.h"

void sim_send_refuse(struct sim_send *s, enum sim_send_kind kind, const char *why)
{
    s->kind = (uint8_t)kind;
    s->why = why;
}

void sim_send_address(struct sim_send *s, uint32_t desc, uint32_t ex_desc)
{
    s->index = (uint8_t)EU_DESC_GET(desc, BTI);
    s->state = s->inst->ex_bso ? ex_desc & ~63u : EU_DESC_GET(ex_desc, EX_HANDLE) << 6;
    switch (s->index) {
    case EU_BTI_SLM:
        s->space = SIM_SEND_SHARED;
        break;
    case EU_BTI_STATELESS:
    case EU_BTI_STATELESS_NONCOHERENT:
        s->space = SIM_SEND_STATELESS;
        break;
    case EU_BTI_BINDLESS:
        s->space = SIM_SEND_BINDLESS;
        break;
    default:
        s->space = s->index >= EU_BTI_FIRST_RESERVED ? SIM_SEND_RESERVED : SIM_SEND_SURFACE;
        break;
    }
}

static void gateway(struct sim_send *s, uint32_t desc)
{
    s->number = (uint8_t)EU_DESC_GET(desc, GATEWAY_OP);
    switch (s->number) {
    case EU_MSG_NO_GATEWAY_OPEN:
    case EU_MSG_NO_GATEWAY_CLOSE:
        s->kind = SIM_SEND_NOTHING;
        break;
    case EU_MSG_NO_GATEWAY_BARRIER:
        s->kind = SIM_SEND_BARRIER;
        break;
    case EU_MSG_NO_GATEWAY_TIMESTAMP:
        s->kind = SIM_SEND_TIMESTAMP;
        break;
    case EU_MSG_NO_GATEWAY_FORWARD:
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "gateway forward message");
        break;
    default:
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "gateway message");
        break;
    }
}

static void sampler(struct sim_send *s, const struct kiln_target *target, uint32_t desc, uint32_t ex_desc)
{
    enum { SIMD32_64 = 3, CACHE_FLUSH = EU_MSG_NO_SAMPLER_LD2DSS, HIGH = 5 }; // in that mode; PRM KBL vol2d
    static const uint8_t slots[4] = {2, 8, 16, 0}, wide[4] = {0, 16, 32, 0};
    s->number = (uint8_t)EU_DESC_GET(desc, SAMPLER_OP);
    if (kiln_target_has_long_sampler_numbers(target))
        s->number |= (uint8_t)(EU_DESC_GET(desc, SAMPLER_OP_HIGH) << HIGH);
    s->simd = (uint8_t)(EU_DESC_GET(desc, SAMPLER_SIMD) | EU_DESC_GET(desc, SAMPLER_SIMD_HIGH) << 2);
    s->slots = s->simd >= 4 ? 0 : (kiln_target_min_simd(target) > 8 ? wide : slots)[s->simd];
    s->sampler = (uint8_t)EU_DESC_GET(desc, SAMPLER_INDEX);
    s->small = EU_DESC_GET(desc, HALF);
    s->kind = s->simd == SIMD32_64 && s->number == CACHE_FLUSH ? SIM_SEND_SAMPLER_FLUSH : SIM_SEND_SAMPLE;
    sim_send_address(s, desc, ex_desc);
}

// Media blocks, which are data port 1's from Gen8 on. Source: PRM IVB vol4 "Render Cache Data Port"; Linux's
// own kernel for clearing Gen7.5's registers writes them.
static bool media_of_render_cache(struct sim_send *s, const struct kiln_target *target)
{
    enum { READ = 4, WRITE = 10 };
    if (kiln_target_has_long_addresses(target) || (s->number != READ && s->number != WRITE))
        return false;
    s->kind = SIM_SEND_MEDIA;
    s->write = s->number == WRITE;
    return true;
}

static void render_cache(struct sim_send *s, const struct kiln_target *target, uint32_t desc,
                         uint32_t ex_desc)
{
    enum { SIMD16_SINGLE = 0, SIMD16_REPLICATED = 1, SIMD8_LOW = 4 };
    unsigned form = EU_DESC_GET(desc, RT_FORM);
    s->number = (uint8_t)EU_DESC_GET(desc, RT_TYPE);
    s->kind = SIM_SEND_RENDER;
    s->write = true;
    s->replicated = form == SIMD16_REPLICATED;
    s->slots = form == SIMD8_LOW ? 8 : 16;
    sim_send_address(s, desc, ex_desc);
    if (media_of_render_cache(s, target))
        return;
    if (s->number != EU_MSG_NO_RC_WRITE)
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "render cache message");
    else if (form != SIMD16_SINGLE && form != SIMD16_REPLICATED && form != SIMD8_LOW)
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "dual-source render target write");
    else if (EU_DESC_GET(desc, RT_UPPER))
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "render target write of the upper slot group");
    else if (EU_DESC_GET(desc, HALF))
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "half-precision render target write");
}

// What Gen12.5 has by numbers that were others' before; false: it is none of them.
static bool later_function(struct sim_send *s, const struct kiln_target *target, uint32_t desc,
                           uint32_t ex_desc)
{
    if (kiln_target_has_data_ports(target))
        return false;
    switch (s->sfid) {
    case EU_SFID_UGM:
    case EU_SFID_UGML:
    case EU_SFID_SLM:
    case EU_SFID_TGM:
        sim_send_decode_lsc(s, target, desc, ex_desc);
        return true;
    case EU_SFID_BINDLESS_THREAD:
    case EU_SFID_RAY_TRACING:
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "ray tracing message");
        return true;
    default:
        return false;
    }
}

static void function(struct sim_send *s, const struct kiln_target *target, uint32_t desc, uint32_t ex_desc)
{
    if (later_function(s, target, desc, ex_desc))
        return;
    switch (s->sfid) {
    case EU_SFID_NULL:
        s->kind = SIM_SEND_NOTHING;
        break;
    case EU_SFID_GATEWAY:
        gateway(s, desc);
        break;
    case EU_SFID_THREAD_SPAWNER:
        s->kind = SIM_SEND_END;
        if (!s->inst->eot)
            sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "thread spawner message without EOT");
        break;
    case EU_SFID_DC0:
    case EU_SFID_DC1:
    case EU_SFID_CONSTANT_CACHE:
        sim_send_decode_hdc(s, target, desc, ex_desc);
        break;
    case EU_SFID_SAMPLER:
        sampler(s, target, desc, ex_desc);
        break;
    case EU_SFID_RENDER_CACHE:
        render_cache(s, target, desc, ex_desc);
        break;
    case EU_SFID_DC2:
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "data port 2 message");
        break;
    case EU_SFID_URB:
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "URB message");
        break;
    case EU_SFID_VME:
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "video motion estimation message");
        break;
    default:
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "message to this shared function");
        break;
    }
}

// ---- payload and response

// Units of the register file (thread.h) that a register of a descriptor is.
static unsigned units(const struct kiln_target *target)
{
    return target->grf_bytes / SIM_GRF_BYTES;
}

static bool in_grf(const struct kiln_target *target, const struct eu_operand *o, unsigned length)
{
    return o->file == EU_FILE_GRF && !o->indirect &&
           o->reg * units(target) + length <= target->grf_count * units(target);
}

static uint16_t place(const struct kiln_target *target, const struct eu_operand *o)
{
    return (uint16_t)(o->reg * target->grf_bytes);
}

static bool is_split(const struct eu_inst *in)
{
    return in->op == EU_OP_SENDS || in->op == EU_OP_SENDSC;
}

bool sim_send_is_offset(const struct eu_inst *in, const struct kiln_target *target)
{
    return in->ex_bso ||
           (in->ex_desc_in_reg && in->sfid == EU_SFID_UGM && kiln_target_has_ugm_offsets(target));
}

// From Gen12 the length of the second part has a bit more. What is in a register may be a surface's offset
// alone.
static unsigned second_length(const struct eu_inst *in, const struct kiln_target *target, uint32_t ex_desc)
{
    enum { LENGTH_SHIFT = 6, LENGTH_MASK = 31 };
    if (kiln_target_has_send(target))
        return EU_DESC_GET(ex_desc, EX_MLEN);
    return (sim_send_is_offset(in, target) ? in->ex_desc : ex_desc) >> LENGTH_SHIFT & LENGTH_MASK;
}

static void payload(struct sim_send *s, const struct kiln_target *target, uint32_t desc, uint32_t ex_desc)
{
    const struct eu_inst *in = s->inst;
    s->mlen = (uint8_t)(EU_DESC_GET(desc, MLEN) * units(target));
    s->rlen = (uint8_t)(EU_DESC_GET(desc, RLEN) * units(target));
    s->header = EU_DESC_GET(desc, HEADER);
    s->xlen = is_split(in) ? (uint8_t)(second_length(in, target, ex_desc) * units(target)) : 0;
    s->src0 = place(target, &in->src[0]);
    s->src1 = s->xlen ? place(target, &in->src[1]) : s->src0;
    s->dst = in->dst.file == EU_FILE_GRF ? place(target, &in->dst) : SIM_SEND_NO_RESPONSE;
    s->placed = in_grf(target, &in->src[0], s->mlen) && (!s->xlen || in_grf(target, &in->src[1], s->xlen)) &&
                (in->dst.file != EU_FILE_GRF || in_grf(target, &in->dst, s->rlen));
}

static void decode(struct sim_send *s, const struct kiln_target *target, const struct eu_inst *in,
                   uint32_t desc, uint32_t ex_desc)
{
    *s =
        (struct sim_send){.inst = in, .desc = desc, .ex_desc = ex_desc, .sfid = (uint8_t)in->sfid, .unit = 1};
    if (in->ex_desc_in_reg && kiln_target_has_data_ports(target))
        s->sfid = (uint8_t)EU_DESC_GET(ex_desc, EX_SFID);
    payload(s, target, desc, ex_desc);
    if (in->src[0].indirect || in->dst.indirect || (is_split(in) && in->src[1].indirect))
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "register-indirect send");
    else if (!s->placed)
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "payload or response lies outside the register file");
    else
        function(s, target, desc, ex_desc);
}

void sim_send_decode(struct sim_send *s, const struct kiln_target *target, const struct eu_inst *in)
{
    if (!in->desc_in_reg && !in->ex_desc_in_reg) {
        decode(s, target, in, in->desc, in->ex_desc);
        return;
    }
    // The most there may be of what is in a register.
    *s = (struct sim_send){.inst = in, .desc = in->desc, .ex_desc = in->ex_desc, .sfid = (uint8_t)in->sfid};
    payload(s, target, in->desc_in_reg ? ~0u : in->desc, in->ex_desc_in_reg ? ~0u : in->ex_desc);
    s->kind = SIM_SEND_UNKNOWN;
}

const struct sim_send *sim_send_late(struct sim_thread *t, const struct sim_send *s)
{
    const struct eu_inst *in = s->inst;
    uint32_t desc = in->desc, ex_desc = in->ex_desc;
    if (in->desc_in_reg)
        desc = sim_rf32(t, SIM_RF_ADDR);
    if (in->ex_desc_in_reg)
        ex_desc = sim_rf32(t, SIM_RF_ADDR + (in->ex_desc_subreg & 14u) * 2);
    if (t->sent.inst != in || t->sent.desc != desc || t->sent.ex_desc != ex_desc)
        decode(&t->sent, t->program->target, in, desc, ex_desc);
    return &t->sent;
}
