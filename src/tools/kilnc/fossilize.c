// Archives of Fossilize (.foz): the compute pipelines that an application really created, with their layouts,
// specialization constants and subgroup sizes. Sources: Fossilize's README ("Serialization format") and the
// comment on the stream archive in its fossilize_db.cpp. An archive may end within an entry, which is then
// not there; entries that are broken (checksum, size) are named.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tools/kilnc/json.h"
#include "tools/kilnc/kilnc.h"

enum { MAGIC = 12, HEADER = 16, OLDEST = 5, NEWEST = 6, NAME = 40, HASH = 16, ENTRY = NAME + 16 };
enum { PLAIN = 1, DEFLATED = 2 };
// Sizes in an archive are not believed: deflate makes at most 1032 bytes of one (zlib's "Technical Details"),
// and of all entries together no more is unpacked, and of values in them read, than this.
enum { MOST_INFLATED = 1032, MOST_BYTES = 1 << 29, MOST_VALUES = 1 << 22 };
enum {
    TAG_APPLICATION = 0,
    TAG_SAMPLER = 1,
    TAG_SET_LAYOUT = 2,
    TAG_LAYOUT = 3,
    TAG_MODULE = 4,
    TAG_COMPUTE = 7
};
// Vulkan: VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT and _REQUIRE_FULL_SUBGROUPS_BIT,
// and the structure types of a required size and of a conversion.
enum { ALLOW_VARYING = 1, REQUIRE_FULL_SUBGROUPS = 2, REQUIRED_SUBGROUP_SIZE = 1000225001 };
// The structure type of flags of 64 bits, and VK_PIPELINE_CREATE_2_64_BIT_INDEXING_BIT_EXT.
enum { CREATE_FLAGS_2 = 1000470005 };
static const uint64_t LONG_INDICES = UINT64_C(1) << 43;
enum { YCBCR_CONVERSION = 1000156000, YCBCR_CONVERSION_INFO = 1000156001 };
// The structure type of binding flags; VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT and
// _PARTIALLY_BOUND_BIT.
enum { BINDING_FLAGS = 1000161000, PARTLY_VALID = 2 | 4 };
// VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT and _DESCRIPTOR_BUFFER_BIT_EXT;
// VK_DESCRIPTOR_TYPE_SAMPLER and _COMBINED_IMAGE_SAMPLER.
enum { UPDATE_AFTER_BIND = 2, DESCRIPTOR_BUFFER = 16, SAMPLER = 0, COMBINED_IMAGE_SAMPLER = 1 };

struct entry {
    uint64_t tag;
    const char *hash; // HASH hexadecimal digits
    const uint8_t *payload;
    uint32_t stored, flags, crc, size;
    size_t index;     // in the archive
    bool unpacked;    // `text` and `json` are what there is
    const char *text; // with a zero after it; NULL: the entry is broken
    const struct json *json;
    const uint32_t *words; // of a module, when it was decoded
    size_t count;
};

struct archive {
    struct kilnc_input *in;
    VEC(struct entry) entries; // by tag and hash
    size_t bytes;              // that may still be unpacked
    uint32_t values;           // that may still be read
    bool robust;
};

bool kilnc_is_fossil(const char *data, size_t size)
{
    return size >= HEADER && !memcmp(data,
                                     "\x81"
                                     "FOSSILIZEDB",
                                     MAGIC);
}

static uint32_t word_at(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void find_entries(struct archive *a, const uint8_t *data, size_t size)
{
    for (size_t at = HEADER; size - at >= ENTRY;) {
        const uint8_t *p = data + at, *h = p + NAME;
        char tag[NAME - HASH + 1] = {0};
        memcpy(tag, p, NAME - HASH);
        struct entry e = {.tag = strtoull(tag, NULL, 16),
                          .hash = (const char *)p + NAME - HASH,
                          .payload = p + ENTRY,
                          .stored = word_at(h),
                          .flags = word_at(h + 4),
                          .crc = word_at(h + 8),
                          .size = word_at(h + 12),
                          .index = a->entries.count};
        if (e.stored > size - at - ENTRY)
            return;
        vec_push(&a->entries, e);
        at += ENTRY + e.stored;
    }
}

static int by_name(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = (x->tag > y->tag) - (x->tag < y->tag);
    order = order ? order : memcmp(x->hash, y->hash, HASH);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static int in_order(const void *a, const void *b)
{
    const struct entry *const *x = a, *const *y = b;
    return ((*x)->index > (*y)->index) - ((*x)->index < (*y)->index);
}

static bool size_is_possible(const struct archive *a, const struct entry *e)
{
    if (e->flags == PLAIN ? e->size != e->stored : e->size / MOST_INFLATED > e->stored)
        return false;
    return e->size < a->bytes && !(e->crc && crc32(0, e->payload, e->stored) != e->crc);
}

// The payload, and the JSON that it begins with, read once. NULL: the entry is broken.
static const struct json *unpack(struct archive *a, struct entry *e)
{
    if (e->unpacked)
        return e->json;
    e->unpacked = true;
    if (!size_is_possible(a, e))
        return NULL;
    a->bytes -= (size_t)e->size + 1;
    uLongf size = e->size;
    char *out = arena_array(&a->in->arena, char, (size_t)e->size + 1);
    if (e->flags == PLAIN)
        memcpy(out, e->payload, e->size);
    else if (e->flags != DEFLATED || uncompress((Bytef *)out, &size, e->payload, e->stored) != Z_OK ||
             size != e->size)
        return NULL;
    e->text = out;
    return e->json = json_parse(&a->in->arena, out, &a->values);
}

// The first that has this name.
static struct entry *find_entry(struct archive *a, uint64_t tag, const char *hash)
{
    const struct entry wanted = {.tag = tag, .hash = hash};
    size_t low = 0, high = a->entries.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_name(&a->entries.data[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    struct entry *e = low < a->entries.count ? &a->entries.data[low] : NULL;
    return e && e->tag == tag && !memcmp(e->hash, hash, HASH) ? e : NULL;
}

// Words in 7 bits at a time, the lowest first. False if they are not `count` in `size` bytes.
static bool decode_words(const uint8_t *p, size_t size, uint32_t *out, size_t count)
{
    const uint8_t *end = p + size;
    for (size_t i = 0; i < count; i++) {
        unsigned shift = 0;
        out[i] = 0;
        do {
            if (p == end || shift > 28)
                return false;
            out[i] |= (uint32_t)(*p & 0x7f) << shift;
            shift += 7;
        } while (*p++ & 0x80);
    }
    return true;
}

// A module's entry is JSON, a zero, and the words.
static bool decode_module(struct archive *a, struct entry *e)
{
    if (e->words)
        return true;
    const struct json *all = json_get(unpack(a, e), "shaderModules");
    const struct json *module = all && all->type == JSON_OBJECT ? all->first : NULL;
    const char *text = e->text;
    if (!module)
        return false;
    size_t before = strlen(text) + 1, rest = e->size > before ? e->size - before : 0;
    uint64_t offset = json_number(module, "varintOffset"), size = json_number(module, "varintSize"),
             bytes = json_number(module, "codeSize");
    if (offset > rest || size > rest - offset || bytes / 4 > size || !bytes)
        return false;
    uint32_t *words = arena_array(&a->in->arena, uint32_t, bytes / 4);
    if (!decode_words((const uint8_t *)text + before + offset, size, words, bytes / 4))
        return false;
    e->words = words;
    e->count = bytes / 4;
    return true;
}

static int base64_value(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static void decode_base64(const char *s, uint8_t *out, size_t size)
{
    uint32_t bits = 0;
    unsigned have = 0;
    for (size_t n = 0; n < size && base64_value(*s) >= 0; s++) {
        bits = bits << 6 | (uint32_t)base64_value(*s);
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[n++] = (uint8_t)(bits >> have);
        }
    }
}

// What is outside the data is left at the module's default.
static void add_constants(struct archive *a, const struct json *info, struct kilnc_unit *u)
{
    // (The digits that there are, four for three bytes, bound what is said of them.)
    uint64_t size = json_number(info, "dataSize"), digits = strlen(json_string(info, "data"));
    size = size > digits ? digits : size;
    const struct json *entries = json_get(info, "mapEntries");
    unsigned count = 0;
    for (const struct json *e = entries ? entries->first : NULL; e; e = e->next)
        count++;
    if (!count || size > 1 << 20)
        return;
    uint8_t *data = arena_array(&a->in->arena, uint8_t, size + 1);
    decode_base64(json_string(info, "data"), data, size);
    u->constants = arena_array(&a->in->arena, struct kiln_spec_constant, count);
    for (const struct json *e = entries->first; e; e = e->next) {
        uint64_t offset = json_number(e, "offset"), bytes = json_number(e, "size");
        if (offset <= size && bytes <= size - offset)
            u->constants[u->constant_count++] = (struct kiln_spec_constant){
                (uint32_t)json_number(e, "constantID"), (uint32_t)bytes, data + offset};
    }
}

// ---- layouts, as far as the code depends on them (vk/pipeline/compile.c)

// The object `hash` among those that are called `members`. NULL: the archive has none that is whole.
static const struct json *find_object(struct archive *a, uint64_t tag, const char *members, const char *hash)
{
    struct entry *e = strlen(hash) == HASH ? find_entry(a, tag, hash) : NULL;
    const struct json *all = e ? json_get(unpack(a, e), members) : NULL;
    return all && all->type == JSON_OBJECT ? all->first : NULL;
}

static const char *read_samplers(struct archive *a, const struct json *binding)
{
    const struct json *samplers = json_get(binding, "immutableSamplers");
    for (const struct json *s = samplers ? samplers->first : NULL; s; s = s->next) {
        const struct json *sampler =
            s->type == JSON_STRING ? find_object(a, TAG_SAMPLER, "samplers", s->string) : NULL;
        const struct json *chain = json_get(sampler, "pNext");
        if (!sampler)
            return "the archive does not have all of its samplers";
        for (const struct json *c = chain ? chain->first : NULL; c; c = c->next)
            if (json_number(c, "sType") == YCBCR_CONVERSION ||
                json_number(c, "sType") == YCBCR_CONVERSION_INFO)
                return "its layout has samplers that convert from Y'CbCr, which are not read";
    }
    return NULL;
}

static bool may_be_partially_bound(const struct json *set)
{
    const struct json *chain = json_get(set, "pNext");
    uint64_t any = 0;
    for (const struct json *e = chain ? chain->first : NULL; e; e = e->next) {
        const struct json *flags = json_get(e, "bindingFlags");
        bool here = flags && json_number(e, "sType") == BINDING_FLAGS;
        for (const struct json *f = here ? flags->first : NULL; f; f = f->next)
            any |= f->number;
    }
    return any & PARTLY_VALID;
}

static const char *read_set(struct archive *a, const struct json *set, struct kilnc_unit *u)
{
    uint64_t flags = json_number(set, "flags");
    const struct json *bindings = json_get(set, "bindings");
    u->descriptor_buffers |= (flags & DESCRIPTOR_BUFFER) != 0;
    u->bindless_samplers |= u->descriptor_buffers;
    u->partially_bound |= may_be_partially_bound(set);
    const char *wrong = NULL;
    for (const struct json *b = bindings ? bindings->first : NULL; b && !wrong; b = b->next) {
        uint64_t type = json_number(b, "descriptorType");
        if (type != SAMPLER && type != COMBINED_IMAGE_SAMPLER)
            continue;
        u->bindless_samplers |= flags & UPDATE_AFTER_BIND && json_number(b, "descriptorCount");
        wrong = read_samplers(a, b);
    }
    return wrong;
}

// NULL, or why the pipeline cannot be compiled as the application has it.
static const char *read_layout(struct archive *a, const char *hash, struct kilnc_unit *u)
{
    const struct json *layout = find_object(a, TAG_LAYOUT, "pipelineLayouts", hash);
    const struct json *sets = json_get(layout, "setLayouts");
    const char *wrong = layout ? NULL : "the archive does not have its layout";
    for (const struct json *s = sets ? sets->first : NULL; s && !wrong; s = s->next) {
        const char *name = s->type == JSON_STRING ? s->string : "";
        const struct json *set = find_object(a, TAG_SET_LAYOUT, "setLayouts", name);
        bool none = strspn(name, "0") == strlen(name); // VK_NULL_HANDLE
        wrong = set ? read_set(a, set, u) : none ? NULL : "the archive does not have all of its set layouts";
    }
    return wrong;
}

static bool has_long_indices(const struct json *pipeline)
{
    const struct json *chain = json_get(pipeline, "pNext");
    uint64_t flags = 0;
    for (const struct json *e = chain ? chain->first : NULL; e; e = e->next)
        if (json_number(e, "sType") == CREATE_FLAGS_2)
            flags |= json_number(e, "flags");
    return flags & LONG_INDICES;
}

static void add_pipeline(struct archive *a, const struct json *p)
{
    struct kilnc_input *in = a->in;
    const struct json *stage = json_get(p, "stage"), *chain = json_get(stage, "pNext");
    const char *hash = json_string(stage, "module");
    struct entry *module = strlen(hash) == HASH ? find_entry(a, TAG_MODULE, hash) : NULL;
    struct kilnc_unit u = {.shader = arena_printf(&in->arena, "%s:%s", in->path, p->key),
                           .entry = json_string(stage, "name"),
                           .robust = a->robust,
                           .wide_buffers = has_long_indices(p),
                           .created = true,
                           .varying = json_number(stage, "flags") & ALLOW_VARYING,
                           .full_subgroups = json_number(stage, "flags") & REQUIRE_FULL_SUBGROUPS};
    if (!module || !decode_module(a, module)) {
        u.status = KILNC_COMPILE;
        u.message = arena_printf(&in->arena, "%s: the archive has no whole module %s", u.shader, hash);
        vec_push(&in->units, u);
        return;
    }
    u.words = module->words;
    u.count = module->count;
    for (const struct json *e = chain ? chain->first : NULL; e; e = e->next)
        if (json_number(e, "sType") == REQUIRED_SUBGROUP_SIZE)
            u.simd = (unsigned)json_number(e, "requiredSubgroupSize");
    add_constants(a, json_get(stage, "specializationInfo"), &u);
    const char *wrong = read_layout(a, json_string(p, "layout"), &u);
    if (wrong) {
        u.status = KILNC_COMPILE;
        u.message = arena_printf(&in->arena, "%s: %s", u.shader, wrong);
    }
    vec_push(&in->units, u);
}

static void read_entry(struct archive *a, struct entry *e)
{
    const struct json *j = unpack(a, e);
    if (!j) {
        bool much = e->size >= a->bytes || !a->values;
        kilnc_fail(a->in, KILNC_COMPILE, "%s: entry %.16s %s", a->in->path, e->hash,
                   much ? "is more than is unpacked of an archive (512 MB, 4 million values)" : "is broken");
        return;
    }
    if (e->tag == TAG_APPLICATION)
        a->robust |= json_number(json_get(j, "physicalDeviceFeatures"), "robustBufferAccess");
    const struct json *all = json_get(j, "computePipelines");
    for (const struct json *p = e->tag == TAG_COMPUTE && all ? all->first : NULL; p; p = p->next)
        add_pipeline(a, p);
}

// Those with this tag, as they are in the file.
static void read_entries(struct archive *a, uint64_t tag)
{
    VEC(struct entry *) list = {0};
    for (size_t i = 0; i < a->entries.count; i++)
        if (a->entries.data[i].tag == tag)
            vec_push(&list, &a->entries.data[i]);
    if (list.count)
        qsort(list.data, list.count, sizeof(list.data[0]), in_order);
    for (size_t i = 0; i < list.count; i++)
        read_entry(a, list.data[i]);
    vec_free(&list);
}

void kilnc_load_fossil(struct kilnc_input *in, const uint8_t *data, size_t size)
{
    struct archive a = {.in = in, .bytes = MOST_BYTES, .values = MOST_VALUES};
    uint8_t version = data[HEADER - 1];
    if (version < OLDEST || version > NEWEST) {
        kilnc_fail(in, KILNC_COMPILE, "%s: an archive of version %u; 5 and 6 are known", in->path, version);
        return;
    }
    find_entries(&a, data, size);
    if (a.entries.count)
        qsort(a.entries.data, a.entries.count, sizeof(a.entries.data[0]), by_name);
    read_entries(&a, TAG_APPLICATION);
    read_entries(&a, TAG_COMPUTE);
    if (!in->units.count)
        kilnc_fail(in, KILNC_COMPILE, "%s: the archive has no compute pipeline", in->path);
    vec_free(&a.entries);
}
