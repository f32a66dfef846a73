// Declares, finds and checks the intrinsics of llvm/ir/intrinsics.def.
#include "compiler/llvm/ir/intrinsics.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "compiler/llvm/ir/abi.h"

enum { MAX_PARAMS = 10 + KILN_SAMPLE_ARGS, MAX_NAME = 64, SLOTS = 256 };

enum behaviour { PURE, QUERIES, JOINS, READS, WRITES, MEETS, ORDERS, GATHERS, BEHAVIOURS };

// LLVM's encoding of `memory`: two bits a kind of memory, for reads and writes; the second kind is what no
// pointer reaches.
enum { HIDDEN_READ = 1 << 2, HIDDEN_WRITE = 3 << 2, ANY_MEMORY = -1 };

static const struct {
    int memory;
    bool convergent, ends, anywhere; // ends: returns in any case; anywhere: may be speculated
} behaviours[BEHAVIOURS] = {
    [PURE] = {0, false, true, true},
    [QUERIES] = {0, false, true, false},
    [JOINS] = {0, true, true, false},
    [READS] = {HIDDEN_READ, false, true, false},
    [WRITES] = {HIDDEN_WRITE, false, true, false},
    [MEETS] = {HIDDEN_WRITE, true, true, false},
    [ORDERS] = {ANY_MEMORY, false, false, false},
    [GATHERS] = {ANY_MEMORY, true, false, false},
};

static const struct row {
    const char *name, *result, *params;
    enum behaviour behaviour;
    enum intrinsic_lanes lanes;
} rows[INTRINSIC_COUNT] = {
    [INTRINSIC_NONE] = {"", "v", "", PURE, INTRINSIC_FOLLOWS},
#define INTRINSIC(id, name, result, params, behaviour, lanes)                                                \
    [INTRINSIC_##id] = {name, result, params, behaviour, INTRINSIC_##lanes},
#include "compiler/llvm/ir/intrinsics.def"
#undef INTRINSIC
};

// ---- names

static uint8_t slots[SLOTS]; // by hash of the name
static pthread_once_t slots_once = PTHREAD_ONCE_INIT;

static unsigned hash(const char *name, size_t length)
{
    unsigned h = 2166136261u; // FNV-1a
    for (size_t k = 0; k < length; k++)
        h = (h ^ (uint8_t)name[k]) * 16777619u;
    return h;
}

static void fill_slots(void)
{
    for (unsigned id = 1; id < INTRINSIC_COUNT; id++) {
        unsigned at = hash(rows[id].name, strlen(rows[id].name));
        while (slots[at % SLOTS])
            at++;
        slots[at % SLOTS] = (uint8_t)id;
    }
}

static enum intrinsic find(const char *name, size_t length)
{
    pthread_once(&slots_once, fill_slots);
    for (unsigned at = hash(name, length); slots[at % SLOTS]; at++) {
        const struct row *r = &rows[slots[at % SLOTS]];
        if (strlen(r->name) == length && !memcmp(r->name, name, length))
            return (enum intrinsic)slots[at % SLOTS];
    }
    return INTRINSIC_NONE;
}

static bool is_overloaded(enum intrinsic id)
{
    return strchr(rows[id].params, 'T') != NULL;
}

// ".i32", ".f64", ".v4f32"
static bool type_suffix(LLVMTypeRef t, char *out, size_t size)
{
    unsigned n = 0;
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind) {
        n = LLVMGetVectorSize(t);
        t = LLVMGetElementType(t);
    }
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    unsigned bits = kind == LLVMHalfTypeKind      ? 16
                    : kind == LLVMFloatTypeKind   ? 32
                    : kind == LLVMDoubleTypeKind  ? 64
                    : kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t)
                                                  : 0;
    char vector[16] = "";
    if (n)
        snprintf(vector, sizeof(vector), "v%u", n);
    snprintf(out, size, ".%s%c%u", vector, kind == LLVMIntegerTypeKind ? 'i' : 'f', bits);
    return bits != 0;
}

// Of a function of the module.
static enum intrinsic of_function(LLVMValueRef fn)
{
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length);
    if (length < 5 || memcmp(name, "kiln.", 5))
        return INTRINSIC_NONE;
    enum intrinsic id = find(name, length);
    if (id || length < 8)
        return is_overloaded(id) ? INTRINSIC_NONE : id;
    const char *dot = memrchr(name, '.', length);
    id = find(name, (size_t)(dot - name));
    return id && is_overloaded(id) ? id : INTRINSIC_NONE;
}

enum intrinsic intrinsic_of(LLVMValueRef v)
{
    LLVMValueRef fn = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return fn && LLVMIsAFunction(fn) ? of_function(fn) : INTRINSIC_NONE;
}

enum intrinsic_lanes intrinsic_lanes(enum intrinsic id)
{
    return rows[id].lanes;
}

bool intrinsic_is_convergent(enum intrinsic id)
{
    return behaviours[rows[id].behaviour].convergent;
}

// ---- declarations

static LLVMTypeRef type_of(LLVMContextRef ctx, char letter, LLVMTypeRef overload)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ctx);
    switch (letter) {
    case 'v':
        return LLVMVoidTypeInContext(ctx);
    case 'b':
        return LLVMInt1TypeInContext(ctx);
    case 'q':
        return LLVMInt64TypeInContext(ctx);
    case 'x':
        return LLVMVectorType(i32, 4);
    case 's':
        return LLVMPointerTypeInContext(ctx, KILN_AS_SURFACE);
    case 'p':
        return LLVMPointerTypeInContext(ctx, KILN_AS_SHARED);
    case 'w':
        return LLVMPointerTypeInContext(ctx, KILN_AS_BUFFER);
    case 'T':
        return overload;
    case 'D':
        return LLVMVectorType(i32, LLVMGetVectorSize(overload));
    case 'H':
        return LLVMVectorType(i32, LLVMGetVectorSize(overload) / 2);
    default:
        return i32;
    }
}

static LLVMTypeRef function_type(LLVMContextRef ctx, enum intrinsic id, LLVMTypeRef overload)
{
    LLVMTypeRef params[MAX_PARAMS];
    unsigned n = 0;
    for (const char *p = rows[id].params; *p; p++)
        for (unsigned k = *p == 'N' ? KILN_SAMPLE_ARGS : 1; k--;)
            params[n++] = type_of(ctx, *p, overload);
    return LLVMFunctionType(type_of(ctx, rows[id].result[0], overload), params, n, false);
}

struct attribute {
    const char *name;
    bool has;
    int value;
};

enum { ATTRIBUTES = 8 };

static void attributes_of(enum intrinsic id, struct attribute out[ATTRIBUTES])
{
    bool pure = behaviours[rows[id].behaviour].anywhere, ends = behaviours[rows[id].behaviour].ends;
    int memory = behaviours[rows[id].behaviour].memory;
    const struct attribute all[ATTRIBUTES] = {
        {"nounwind", true, 0},     {"nocallback", true, 0},
        {"willreturn", ends, 0},   {"convergent", intrinsic_is_convergent(id), 0},
        {"speculatable", pure, 0}, {"nofree", pure, 0},
        {"nosync", pure, 0},       {"memory", memory != ANY_MEMORY, memory},
    };
    memcpy(out, all, sizeof(all));
}

static void add_attribute(LLVMValueRef fn, const char *name, uint64_t value)
{
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(ctx, kind, value));
}

static LLVMValueRef declare(LLVMModuleRef m, enum intrinsic id, LLVMTypeRef overload)
{
    char overloaded[MAX_NAME], suffix[32];
    const char *name = rows[id].name;
    if (is_overloaded(id)) {
        type_suffix(overload, suffix, sizeof(suffix));
        snprintf(overloaded, sizeof(overloaded), "%s%s", name, suffix);
        name = overloaded;
    }
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    fn = LLVMAddFunction(m, name, function_type(ctx, id, overload));
    struct attribute a[ATTRIBUTES];
    attributes_of(id, a);
    for (unsigned k = 0; k < ATTRIBUTES; k++)
        if (a[k].has)
            add_attribute(fn, a[k].name, (uint64_t)a[k].value);
    // LLVM need not look up whether it is a function of the C library, which it does for each call in each
    // pass.
    add_attribute(fn, "nobuiltin", 0);
    return fn;
}

LLVMValueRef intrinsic_call(LLVMBuilderRef b, LLVMModuleRef m, enum intrinsic id, LLVMValueRef *args,
                            unsigned count)
{
    LLVMValueRef fn = declare(m, id, count ? LLVMTypeOf(args[0]) : NULL);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

LLVMValueRef intrinsic_declared(LLVMModuleRef m, enum intrinsic id)
{
    return LLVMGetNamedFunction(m, rows[id].name);
}

// ---- the check

static const char *check_attributes(struct arena *a, LLVMValueRef fn, enum intrinsic id, const char *name)
{
    struct attribute want[ATTRIBUTES];
    attributes_of(id, want);
    for (unsigned k = 0; k < ATTRIBUTES; k++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(want[k].name, strlen(want[k].name));
        LLVMAttributeRef has = LLVMGetEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, kind);
        if (want[k].has != (has != NULL))
            return arena_printf(a, "%s %s %s", name, has ? "must not be" : "is not", want[k].name);
        if (has && LLVMGetEnumAttributeValue(has) != (uint64_t)want[k].value)
            return arena_printf(a, "%s has another %s", name, want[k].name);
    }
    return NULL;
}

static const char *check_call(struct arena *a, LLVMValueRef call, enum intrinsic id, const char *name)
{
    unsigned n = 0;
    for (const char *p = rows[id].params; *p; p++) {
        if (*p == 'I' && !LLVMIsAConstantInt(LLVMGetOperand(call, n)))
            return arena_printf(a, "operand %u of a call to %s is no constant", n, name);
        n += *p == 'N' ? KILN_SAMPLE_ARGS : 1;
    }
    return NULL;
}

static const char *check_function(struct arena *a, LLVMValueRef fn)
{
    size_t length;
    const char *name = LLVMGetValueName2(fn, &length), *wrong;
    if (strncmp(name, "kiln.", 5) ||
        !LLVMGetFirstUse(fn)) // the optimizer leaves declarations of its own behind
        return NULL;
    enum intrinsic id = of_function(fn);
    if (!id)
        return arena_printf(a, "%s is no intrinsic", name);
    LLVMTypeRef type = LLVMGlobalGetValueType(fn), first = NULL;
    char suffix[32] = "";
    if (is_overloaded(id)) {
        if (!LLVMCountParams(fn))
            return arena_printf(a, "%s has no parameters", name);
        first = LLVMTypeOf(LLVMGetParam(fn, 0));
        if (!type_suffix(first, suffix, sizeof(suffix)) || strcmp(strrchr(name, '.'), suffix) != 0)
            return arena_printf(a, "%s does not have its parameter's type", name);
    }
    if (type != function_type(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), id, first))
        return arena_printf(a, "%s is of another type", name);
    if ((wrong = check_attributes(a, fn, id, name)))
        return wrong;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && !wrong; u = LLVMGetNextUse(u))
        if (LLVMIsACallInst(LLVMGetUser(u)) && LLVMGetCalledValue(LLVMGetUser(u)) == fn)
            wrong = check_call(a, LLVMGetUser(u), id, name);
    return wrong;
}

const char *intrinsic_validate(struct arena *a, LLVMModuleRef m)
{
    const char *wrong = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !wrong; f = LLVMGetNextFunction(f))
        wrong = check_function(a, f);
    return wrong;
}
