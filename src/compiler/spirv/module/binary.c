// A module's words into an array of instructions, checked against the grammar (spirv/module/grammar.def):
// every instruction is one that SPIR-V has, its operands are there and no others, ids are in bounds, strings
// end, results are defined once. What the operands mean is for the handlers to check.
//
// SPIRV-Tools could do this, but each of its versions knows only the extensions of its day, and refuses a
// whole module for one capability that it has not heard of.
#include <string.h>

#include "compiler/spirv/module/spv.h"
#include "compiler/support/guard.h"

#define MAX_BOUND (1u << 22) // SPIR-V's universal limit on ids
#define MAX_INSTRUCTIONS (1u << 22)

struct grammar {
    const char *name; // with "Op"; NULL: there is no such instruction
    const char *operands;
};

static const struct grammar *find_grammar(uint32_t opcode)
{
    static const struct grammar table[] = {
#define SPV_GRAMMAR(number, name, operands) [number] = {#name, operands},
#include "compiler/spirv/module/grammar.def"
    };
    if (opcode >= sizeof(table) / sizeof(table[0]) || !table[opcode].name)
        return NULL;
    return &table[opcode];
}

const char *spv_op_name(uint32_t opcode)
{
    const struct grammar *g = find_grammar(opcode);
    return g ? g->name : "OpUnknown";
}

uint32_t spv_word(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    spv_check(c, n < i->count, "operand %u is missing", n);
    return i->words[n];
}

// What the module's ids are, as far as taking it apart needs to know.
struct id_fact {
    uint32_t type_id; // of a result
    uint32_t used;    // 1 + the index of the first instruction that names it, or 0
    uint8_t words;    // of a literal, if it is a number type
    bool defined;
    bool computes; // a set of extended instructions, with a meaning
    bool variable; // of the module
};

struct reader {
    struct spv *c;
    struct spv_inst *inst;
    struct id_fact *ids;
    uint32_t at; // the next word of the instruction
    bool in_function;
    uint32_t variable_use_capacity;
};

static uint32_t next_word(struct reader *r, const char *what)
{
    spv_check(r->c, r->at < r->inst->count, "%s is missing", what);
    return r->inst->words[r->at++];
}

static uint32_t next_id(struct reader *r, const char *what)
{
    uint32_t id = next_word(r, what);
    spv_check(r->c, id > 0 && id < r->c->bound, "id %u is out of bounds", id);
    if (!r->ids[id].used)
        r->ids[id].used = r->inst->index + 1;
    return id;
}

// Instructions of functions that name variables of the module say so. (A phi's operands are not read where it
// stands.)
static void note_use(struct reader *r, uint32_t id)
{
    struct spv *c = r->c;
    if (!r->ids[id].variable || !r->in_function || r->inst->op == SpvOpPhi)
        return;
    if (c->variable_use_count == r->variable_use_capacity) {
        uint32_t n = r->variable_use_capacity ? 2 * r->variable_use_capacity : 256;
        c->variable_uses =
            arena_grow(c->arena, c->variable_uses, c->variable_use_count * sizeof(id), n * sizeof(id));
        r->variable_use_capacity = n;
    }
    if (r->inst->variable_uses)
        c->variable_uses[c->variable_use_count - 1] &= ~(uint32_t)SPV_LAST_USE;
    else
        r->inst->variable_uses = c->variable_use_count + 1;
    c->variable_uses[c->variable_use_count++] = id | SPV_LAST_USE;
}

static void next_string(struct reader *r)
{
    for (bool end = false; !end;) {
        uint32_t w = next_word(r, "the end of a string");
        end = !(w & 0xff) || !(w & 0xff00) || !(w & 0xff0000) || !(w & 0xff000000);
    }
}

// Words that the set bits of a mask add.
static unsigned mask_words(uint32_t mask, uint32_t one, uint32_t two)
{
    return (unsigned)(__builtin_popcount(mask & one) + 2 * __builtin_popcount(mask & two));
}

static void next_mask(struct reader *r, char kind)
{
    uint32_t mask = next_word(r, "a mask");
    unsigned more = 0;
    if (kind == 'I') // all but NonPrivate, Volatile, SignExtend, ZeroExtend and Nontemporal; Grad has two
        more = mask_words(mask, 0x103fb, 0x4);
    else if (kind == 'M') // Aligned, MakePointerAvailable, MakePointerVisible, AliasScope, NoAlias
        more = mask_words(mask, 0x3001a, 0);
    else // all but Unroll, DontUnroll, DependencyInfinite, ... (Intel's)
        more = mask_words(mask, 0x137f01f8, 0);
    for (unsigned n = 0; n < more; n++)
        next_word(r, "an operand of a mask");
}

// How many words a number of this type has.
static unsigned number_words(struct reader *r, uint32_t type_id)
{
    unsigned words = r->ids[type_id].words;
    spv_check(r->c, words, "%%%u is not a type of numbers", type_id);
    return words;
}

static void next_case(struct reader *r)
{
    for (unsigned n = 0; n < r->inst->literal_words; n++)
        next_word(r, "a literal");
    next_id(r, "a label");
}

static void read_operands(struct reader *r, const char *pattern);

// The instruction that OpSpecConstantOp stands for.
static void next_opcode(struct reader *r)
{
    uint32_t opcode = next_word(r, "the opcode");
    const struct grammar *g = find_grammar(opcode);
    spv_check(r->c,
              g && !strncmp(g->operands, "TR", 2) && !strchr(g->operands, 'o') && !strchr(g->operands, 'n'),
              "opcode %u makes no value of others", opcode);
    read_operands(r, g->operands + 2);
}

static void next_operand(struct reader *r, char kind)
{
    struct spv_inst *i = r->inst;
    switch (kind) {
    case 'T':
        i->type_id = next_id(r, "the result's type");
        break;
    case 'R':
        i->result_id = next_id(r, "the result");
        break;
    case 'i':
        note_use(r, next_id(r, "an operand"));
        break;
    case 'l':
        next_word(r, "an operand");
        break;
    case 's':
        next_string(r);
        break;
    case 'n':
        for (unsigned n = number_words(r, i->type_id); n; n--)
            next_word(r, "a part of the number");
        break;
    case 'o':
        next_opcode(r);
        break;
    case 'c':
        next_case(r);
        break;
    case 'x':
        next_word(r, "an operand");
        r->at = i->count;
        break;
    default:
        next_mask(r, kind);
    }
}

static void read_operands(struct reader *r, const char *pattern)
{
    while (*pattern) {
        const char *from = pattern, *to = pattern + 1;
        if (*from == '(') {
            from++;
            to = strchr(from, ')');
            pattern = to + 1;
        } else {
            pattern++;
        }
        bool many = *pattern == '*', maybe = many || *pattern == '?';
        pattern += maybe;
        do {
            if (maybe && r->at == r->inst->count)
                break;
            for (const char *p = from; p < to; p++)
                next_operand(r, *p);
        } while (many);
    }
    spv_check(r->c, r->at == r->inst->count, "there are %u words too many", r->inst->count - r->at);
}

static const struct spv_inst *find_unresolved(const struct reader *r)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t id = 1; id < r->c->bound; id++)
        if (!r->ids[id].defined && r->ids[id].used && r->ids[id].used < first)
            first = r->ids[id].used;
    return first == UINT32_MAX ? NULL : &r->c->insts[first - 1];
}

enum spv_set spv_find_set(const char *name)
{
    static const struct {
        const char *name;
        enum spv_set set;
    } sets[] = {
        {"GLSL.std.450", SPV_SET_GLSL},
        {"SPV_AMD_shader_trinary_minmax", SPV_SET_TRINARY},
        {"OpenCL.DebugInfo.100", SPV_SET_IGNORED}, // what dxc -fspv-debug=rich writes
    };
    for (unsigned k = 0; k < sizeof(sets) / sizeof(sets[0]); k++)
        if (!strcmp(name, sets[k].name))
            return sets[k].set;
    // Of any version: later ones (glslang 16 writes .102) add instructions, and operands at the end.
    static const char debug[] = "NonSemantic.Shader.DebugInfo.";
    if (!strncmp(name, debug, sizeof(debug) - 1))
        return SPV_SET_SHADER_DEBUG;
    return strncmp(name, "NonSemantic.", 12) ? SPV_SET_UNKNOWN : SPV_SET_IGNORED;
}

// What later instructions depend on.
static void note(struct reader *r)
{
    const struct spv_inst *i = r->inst;
    if (!i->result_id)
        return;
    struct id_fact *f = &r->ids[i->result_id];
    spv_check(r->c, !f->defined, "%%%u is defined twice", i->result_id);
    f->defined = true;
    f->type_id = i->type_id;
    f->variable = (i->op == SpvOpVariable || i->op == SPV_OpUntypedVariableKHR) && !r->in_function;
    if (i->op == SpvOpTypeInt || i->op == SpvOpTypeFloat)
        f->words = i->words[2] > 32 ? 2 : 1;
    if (i->op == SpvOpExtInstImport) { // whose name ends, as its operands have been read
        enum spv_set set = spv_find_set((const char *)(i->words + 2));
        f->computes = set == SPV_SET_GLSL || set == SPV_SET_TRINARY;
    }
}

static void read_instruction(struct reader *r)
{
    struct spv_inst *i = r->inst;
    const struct grammar *g = find_grammar(i->op);
    if (!g)
        spv_unsupported(r->c, "SPIR-V had no opcode %u in 2026", i->op);
    i->literal_words = 1;
    if (i->op == SpvOpSwitch) { // the selector's type is only known to be there if the module is valid
        spv_check(r->c, i->count > 1 && i->words[1] < r->c->bound, "the selector is missing");
        uint32_t type = r->ids[i->words[1]].type_id;
        spv_check(r->c, type, "the selector %%%u is not defined before", i->words[1]);
        i->literal_words = (uint8_t)number_words(r, type);
    }
    r->in_function = i->op == SpvOpFunction || (r->in_function && i->op != SpvOpFunctionEnd);
    r->at = 1;
    read_operands(r, g->operands);
    note(r);
    i->ext_ignored =
        (i->op == SpvOpExtInst || i->op == SPV_OpExtInstWithForwardRefsKHR) && !r->ids[i->words[3]].computes;
    if (i->ext_ignored)
        i->variable_uses = 0;
}

static struct spv_inst *new_instruction(struct spv *c)
{
    if (c->inst_count == c->inst_capacity) {
        spv_check(c, c->inst_count < MAX_INSTRUCTIONS, "more than %u instructions", MAX_INSTRUCTIONS);
        uint32_t n = c->inst_capacity ? c->inst_capacity * 2 : 512;
        c->insts =
            arena_grow(c->arena, c->insts, c->inst_capacity * sizeof(*c->insts), n * sizeof(*c->insts));
        c->inst_capacity = n;
    }
    return &c->insts[c->inst_count];
}

static const uint32_t *native(struct spv *c, const uint32_t *words, size_t count)
{
    if (words[0] == SpvMagicNumber)
        return words;
    spv_check(c, __builtin_bswap32(words[0]) == SpvMagicNumber, "not SPIR-V: the first word is 0x%x",
              words[0]);
    uint32_t *swapped = arena_array(c->arena, uint32_t, count);
    for (size_t n = 0; n < count; n++)
        swapped[n] = __builtin_bswap32(words[n]);
    return swapped;
}

void spv_read_binary(struct spv *c, const uint32_t *words, size_t count)
{
    spv_check(c, count >= SPV_HEADER_WORDS, "invalid SPIR-V: no header");
    c->words = words = native(c, words, count);
    c->word_count = count;
    c->version = words[1];
    c->bound = words[3];
    spv_check(c, (c->version & 0xff0000ffu) == 0 && c->version >> 16 == 1, "not a version of SPIR-V: 0x%x",
              c->version);
    if (c->version > 0x10600)
        spv_unsupported(c, "SPIR-V 1.%u is newer than 1.6", c->version >> 8 & 0xff);
    spv_check(c, c->bound > 0 && c->bound <= MAX_BOUND, "the bound of ids, %u, is not 1 to %u", c->bound,
              MAX_BOUND);
    struct reader r = {.c = c, .ids = arena_array(c->arena, struct id_fact, c->bound)};
    for (size_t at = SPV_HEADER_WORDS; at < count; at += r.inst->count) {
        guard_check_time();
        uint32_t length = words[at] >> 16;
        r.inst = new_instruction(c);
        *r.inst = (struct spv_inst){.words = words + at,
                                    .count = length <= count - at ? length : (uint32_t)(count - at),
                                    .index = c->inst_count,
                                    .op = (uint16_t)(words[at] & 0xffff)};
        c->at = r.inst;
        spv_check(c, length > 0 && length <= count - at,
                  "invalid SPIR-V: an instruction of %u words where %zu are left", length, count - at);
        read_instruction(&r);
        c->inst_count++;
    }
    c->unresolved = find_unresolved(&r);
    c->at = NULL;
}
