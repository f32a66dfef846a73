// Steps of llvm/opt on text: what each forms is there afterwards, and what it must leave alone stays. The
// larger steps have tests of their own (test_arrays.c, test_copies.c, test_unroll.c and others).
#include "compiler/ir_pass.h"

#define BUFFERS                                                                                              \
    "target datalayout = \"e-p2:64:64:64:32\"\ndeclare i32 @kiln.lane.id() memory(none)\n"                   \
    "define void @kernel(i32 %n, i1 %c, float %x, float %y, i32 %j, ptr addrspace(2) %p) {\n"
#define END "ret void\n}\n"

struct row {
    const char *name;
    void (*pass)(struct llvm_facts *f);
    const char *body;
    const char *has[2], *lacks[2];
};

static bool found; // what a pass that only looks says

static struct llvm_shader shader_of(struct llvm_facts *f)
{
    return (struct llvm_shader){
        .kernel = f->kernel, .module = LLVMGetGlobalParent(f->kernel), .local_size = {64, 1, 1}};
}

static void fold_zeros(struct llvm_facts *f)
{
    struct llvm_shader s = shader_of(f);
    found = llvm_fold_zeros(&s);
}

static void fold_zeros_exactly(struct llvm_facts *f)
{
    struct llvm_shader s = shader_of(f);
    s.float_modes.zero_inf_nan = 32;
    found = llvm_fold_zeros(&s);
}

static void merge_triples(struct llvm_facts *f)
{
    llvm_merge_triples(f->kernel);
}

static void repeated(struct llvm_facts *f)
{
    found = llvm_has_repeated_conditions(f->kernel);
}

static void hoist(struct llvm_facts *f)
{
    found = llvm_may_hoist(f);
}

static void to_paths(struct llvm_facts *f)
{
    found = llvm_move_to_paths(f->kernel, true);
}

static void promote(struct llvm_facts *f)
{
    llvm_promote(f);
}

static void share_loads(struct llvm_facts *f)
{
    llvm_share_loads(f->arena, f->kernel);
}

static void add_to_dots(struct llvm_facts *f)
{
    llvm_add_to_dots(f->kernel);
}

static void even_loops(struct llvm_facts *f)
{
    struct llvm_shader s = shader_of(f);
    found = llvm_count_even_loops(f, &s);
}

#define LOOP(begin, step, test, body)                                                                        \
    "entry:\nbr label %loop\nloop:\n%i = phi i32 [ " begin ", %entry ], [ %i2, %round ]\n%t = " test         \
    "\nbr i1 %t, label %round, label %end\nround:\n" body "%i2 = add i32 %i, " step                          \
    "\nbr label %loop\nend:\n" END

// A loop of 32 products whose factors are read at an address made of the index in the group.
#define TIMES4(factor) TIMES(factor) TIMES(factor) TIMES(factor) TIMES(factor)
#define TIMES(factor) "fmul float " factor ", %x\n"
#define PRODUCTS_LOOP(at, more)                                                                              \
    "target datalayout = \"e-p2:64:64:64:32\"\ndeclare i32 @kiln.lane.id() memory(none)\n"                   \
    "declare i32 @kiln.subgroup.id() memory(none)\ndeclare i32 @kiln.subgroup.size() memory(none)\n"         \
    "define void @kernel(i32 %n, float %x, ptr addrspace(2) %p) {\nentry:\n"                                 \
    "%id = call i32 @kiln.subgroup.id()\n%size = call i32 @kiln.subgroup.size()\n"                           \
    "%first = mul i32 %id, %size\n%lane = call i32 @kiln.lane.id()\n%index = add i32 %first, %lane\n"        \
    "%row = " at "\n%start = shl i32 %row, 4\nbr label %loop\n"                                              \
    "loop:\n%i = phi i32 [ 0, %entry ], [ %i2, %loop ]\n%o = add i32 %start, %i\n"                           \
    "%q = getelementptr i8, ptr addrspace(2) %p, i32 %o\n"                                                   \
    "%v = load <4 x float>, ptr addrspace(2) %q, align 16\n%e0 = extractelement <4 x float> %v, i32 0\n"     \
    "%e1 = extractelement <4 x float> %v, i32 1\n%e2 = extractelement <4 x float> %v, i32 2\n"               \
    "%e3 = extractelement <4 x float> %v, i32 3\n" TIMES4("%e0") TIMES4("%e0") TIMES4("%e1") TIMES4("%e1")   \
        TIMES4("%e2") TIMES4("%e2") TIMES4("%e3") TIMES4("%e3") more                                         \
        "%i2 = add i32 %i, 64\n%t = icmp ult i32 %i2, %n\nbr i1 %t, label %loop, label %end\nend:\n" END

static const struct row rows[] = {
    {"products with zero, and sums",
     fold_zeros,
     BUFFERS "%z = fmul contract float %x, 0.0\n%s = fadd contract float %z, %y\n"
             "store float %s, ptr addrspace(2) %p\n" END,
     {"store float %y"},
     {"fmul", "fadd"}},
    {"a product that must be exact",
     fold_zeros,
     BUFFERS "%z = fmul float %x, 0.0\nstore float %z, ptr addrspace(2) %p\n" END,
     {"fmul float %x, 0.0"}},
    {"where zeros keep their signs",
     fold_zeros_exactly,
     BUFFERS "%z = fmul contract float %x, 0.0\nstore float %z, ptr addrspace(2) %p\n" END,
     {"fmul contract float %x, 0.0"}},
    {"two dwords and one after them",
     merge_triples,
     BUFFERS "%q = getelementptr i8, ptr addrspace(2) %p, i32 8\n"
             "%v = load <2 x float>, ptr addrspace(2) %p, align 8\n"
             "%w = load float, ptr addrspace(2) %q, align 4\n"
             "%a = extractelement <2 x float> %v, i32 0\n%s = fadd float %a, %w\n"
             "store float %s, ptr addrspace(2) %q, align 4\n" END,
     {"load <3 x float>"},
     {"load <2 x float>", "load float"}},
    {"a dword that is written between",
     merge_triples,
     BUFFERS "%q = getelementptr i8, ptr addrspace(2) %p, i32 8\n"
             "%v = load <2 x float>, ptr addrspace(2) %p, align 8\nstore float %x, ptr addrspace(2) %q\n"
             "%w = load float, ptr addrspace(2) %q, align 4\n"
             "%a = extractelement <2 x float> %v, i32 0\n%s = fadd float %a, %w\n"
             "store float %s, ptr addrspace(2) %p, align 4\n" END,
     {"load <2 x float>", "load float"},
     {"<3 x float>"}},
    {"a dword that lies further",
     merge_triples,
     BUFFERS "%q = getelementptr i8, ptr addrspace(2) %p, i32 12\n"
             "%v = load <2 x float>, ptr addrspace(2) %p, align 8\n"
             "%w = load float, ptr addrspace(2) %q, align 4\n"
             "%a = extractelement <2 x float> %v, i32 0\n%s = fadd float %a, %w\n"
             "store float %s, ptr addrspace(2) %p, align 4\n" END,
     {"load <2 x float>", "load float"},
     {"<3 x float>"}},
    {"an access at one of two constants",
     to_paths,
     BUFFERS "%s = alloca [4 x i32]\nbr i1 %c, label %a, label %b\na:\nbr label %d\nb:\nbr label %d\nd:\n"
             "%k = phi i32 [ 1, %a ], [ 2, %b ]\n%q = getelementptr i32, ptr %s, i32 %k\n"
             "store i32 %n, ptr %q\n" END,
     {"getelementptr i32, ptr %s, i32 1", "getelementptr i32, ptr %s, i32 2"},
     {"i32 %k\n"}},
    {"one at pointers of several ways, two of which are the same",
     to_paths,
     BUFFERS "%s = alloca [4 x i32]\n%o = getelementptr i8, ptr %s, i32 4\nbr i1 %c, label %a, label %b\n"
             "a:\nbr i1 %c, label %e, label %f\nb:\nbr label %d\ne:\nbr label %d\nf:\nbr label %d\nd:\n"
             "%k = phi ptr [ %s, %e ], [ %o, %b ], [ %s, %f ]\n%q = getelementptr i8, ptr %k, i32 8\n"
             "store i32 %n, ptr %q\n" END,
     {"getelementptr i8, ptr %s, i32 8", "getelementptr i8, ptr %o, i32 8"},
     {"ptr %k, i32 8"}},
    {"one at a pointer that is not known",
     to_paths,
     BUFFERS "%s = alloca [4 x i32]\n%o = getelementptr i8, ptr %s, i32 %n\nbr i1 %c, label %a, label %b\n"
             "a:\nbr label %d\nb:\nbr label %d\nd:\n%k = phi ptr [ %s, %a ], [ %o, %b ]\n"
             "%q = getelementptr i8, ptr %k, i32 8\nstore i32 %n, ptr %q\n" END,
     {"ptr %k, i32 8"}},
    {"one behind an access of other memory",
     to_paths,
     BUFFERS "%s = alloca [4 x i32]\nbr i1 %c, label %a, label %b\na:\nbr label %d\nb:\nbr label %d\nd:\n"
             "%k = phi i32 [ 1, %a ], [ 2, %b ]\nstore i32 %n, ptr addrspace(2) %p\n"
             "%q = getelementptr i32, ptr %s, i32 %k\nstore i32 %n, ptr %q\n" END,
     {"i32 %k\n"}},
    {"a variable that both sides write",
     promote,
     BUFFERS "%s = alloca [4 x i8]\nbr i1 %c, label %a, label %b\na:\nstore i32 %n, ptr %s\nbr label %d\nb:\n"
             "store i32 %j, ptr %s\nbr label %d\nd:\n%v = load i32, ptr %s\n"
             "store i32 %v, ptr addrspace(2) %p\n" END,
     {"phi i32"},
     {"alloca", "load i32"}},
    {"a variable that is read at what is not known",
     promote,
     BUFFERS "%s = alloca [8 x i8]\nstore i32 %n, ptr %s\n%q = getelementptr i8, ptr %s, i32 %j\n"
             "%v = load i32, ptr %q\nstore i32 %v, ptr addrspace(2) %p\n" END,
     {"alloca", "load i32"}},
    {"a variable of which a part is read",
     promote,
     BUFFERS "%s = alloca [4 x i8]\nstore i32 %n, ptr %s\n%v = load i8, ptr %s\n"
             "store i8 %v, ptr addrspace(2) %p\n" END,
     {"alloca", "load i8"}},
    {"factors that the lanes of a quad share",
     share_loads,
     PRODUCTS_LOOP("lshr i32 %index, 2", ""),
     {"@kiln.subgroup.shuffle", "some.lanes:"}},
    {"factors that lanes 8 apart share",
     share_loads,
     PRODUCTS_LOOP("and i32 %index, 7", ""),
     {"@kiln.subgroup.shuffle", "load <4 x float>"}},
    {"factors that neighbours do not share",
     share_loads,
     PRODUCTS_LOOP("lshr i32 %index, 1", ""),
     {"load <4 x float>"},
     {"shuffle", "some.lanes"}},
    {"a loop that writes as well",
     share_loads,
     PRODUCTS_LOOP("lshr i32 %index, 2", "store float %x, ptr addrspace(2) %p\n"),
     {"load <4 x float>"},
     {"shuffle", "some.lanes"}},
    {"factors that are read otherwise too",
     share_loads,
     PRODUCTS_LOOP("lshr i32 %index, 2", "%s = fadd float %e0, %x\n"),
     {"load <4 x float>"},
     {"shuffle", "some.lanes"}},
    {"what is added to a dot product",
     add_to_dots,
     "declare i32 @kiln.dot.bytes(i32, i32, i32, i32) memory(none)\n"
     "define void @kernel(i32 %n, i32 %j, ptr addrspace(2) %p) {\n"
     "%d = call i32 @kiln.dot.bytes(i32 0, i32 %n, i32 %j, i32 0)\n%s = add i32 %d, %n\n"
     "store i32 %s, ptr addrspace(2) %p\n" END,
     {"@kiln.dot.bytes(i32 %n, i32 %n, i32 %j, i32 0)"},
     {"add i32"}},
    {"what is added to one that is read elsewhere",
     add_to_dots,
     "declare i32 @kiln.dot.bytes(i32, i32, i32, i32) memory(none)\n"
     "define void @kernel(i32 %n, i32 %j, ptr addrspace(2) %p) {\n"
     "%d = call i32 @kiln.dot.bytes(i32 0, i32 %n, i32 %j, i32 0)\n%s = add i32 %d, %n\n"
     "store i32 %s, ptr addrspace(2) %p\nstore i32 %d, ptr addrspace(2) %p\n" END,
     {"add i32"}},
    {"items that take as many rounds",
     even_loops,
     BUFFERS "entry:\n%b = call i32 @kiln.lane.id()\nbr label %loop\nloop:\n"
             "%i = phi i32 [ %b, %entry ], [ %i2, %round ]\n%t = icmp ult i32 %i, 256\n"
             "br i1 %t, label %round, label %end\nround:\n"
             "store i32 %i, ptr addrspace(2) %p\n%i2 = add i32 %i, 64\nbr label %loop\nend:\n" END,
     {"phi i32 [ 0, %entry ]", "icmp ult i32 %0, 4"}},
};

// Those that only look.
static const struct look {
    const char *name;
    void (*pass)(struct llvm_facts *f);
    const char *body;
    bool want;
} looks[] = {
    {"branches on one condition", repeated,
     BUFFERS "br i1 %c, label %a, label %b\na:\n%d = icmp eq i32 %n, %j\nbr i1 %d, label %e, label %b\ne:\n"
             "br i1 %d, label %b, label %f\nb:\nbr label %f\nf:\n" END,
     true},
    {"branches on one value and other constants", repeated,
     BUFFERS
     "%m = add i32 %n, %j\n%d = icmp eq i32 %m, 3\nbr i1 %d, label %a, label %b\na:\nbr label %b\nb:\n"
     "%e = icmp eq i32 %m, 4\nbr i1 %e, label %f, label %g\nf:\nbr label %g\ng:\n" END,
     true},
    {"branches on two conditions", repeated,
     BUFFERS "%d = icmp eq i32 %n, %j\nbr i1 %d, label %a, label %b\na:\nbr label %b\nb:\n"
             "%e = icmp ult i32 %n, %j\nbr i1 %e, label %f, label %g\nf:\nbr label %g\ng:\n" END,
     false},
    {"a branch on what is known on one of the ways to it", repeated,
     BUFFERS
     "%d = icmp eq i32 %n, %j\nbr i1 %d, label %a, label %b\na:\n%e = icmp ult i32 %n, 7\nbr label %b\nb:\n"
     "%q = phi i1 [false, %0], [%e, %a]\nbr i1 %q, label %f, label %g\nf:\nbr label %g\ng:\n" END,
     true},
    {"a branch on what differs on all of them", repeated,
     BUFFERS
     "%d = icmp eq i32 %n, %j\nbr i1 %d, label %a, label %b\na:\n%e = icmp ult i32 %n, 7\nbr label %b\nb:\n"
     "%q = phi i1 [%c, %0], [%e, %a]\nbr i1 %q, label %f, label %g\nf:\nbr label %g\ng:\n" END,
     false},
    {"a read that each round repeats", hoist,
     BUFFERS LOOP("0", "1", "icmp ult i32 %i, %n", "%v = load float, ptr addrspace(2) %p\n"), true},
    {"a division that each round repeats", hoist,
     BUFFERS LOOP("0", "1", "icmp ult i32 %i, %n", "%v = udiv i32 %n, %j\n"), true},
    {"reads of other places", hoist,
     BUFFERS LOOP("0", "1", "icmp ult i32 %i, %n",
                  "%q = getelementptr float, ptr addrspace(2) %p, i32 %i\n"
                  "%v = load float, ptr addrspace(2) %q\n"),
     false},
    {"a volatile read", hoist,
     BUFFERS LOOP("0", "1", "icmp ult i32 %i, %n", "%v = load volatile float, ptr addrspace(2) %p\n"), false},
    {"rounds from a constant on", even_loops,
     BUFFERS LOOP("0", "64", "icmp ult i32 %i, 256", "store i32 %i, ptr addrspace(2) %p\n"), false},
    {"rounds up to what is not known", even_loops,
     BUFFERS LOOP("%j", "64", "icmp ult i32 %i, %n", "store i32 %i, ptr addrspace(2) %p\n"), false},
};

KT_TEST(steps)
{
    for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
        const struct row *r = &rows[n];
        char *after = run_pass(r->body, r->pass);
        for (unsigned k = 0; after && k < 2 && r->has[k]; k++)
            kt_ok(strstr(after, r->has[k]) != NULL, "%s: no '%s' in %s", r->name, r->has[k], after);
        for (unsigned k = 0; after && k < 2 && r->lacks[k]; k++)
            kt_ok(strstr(after, r->lacks[k]) == NULL, "%s: '%s' in %s", r->name, r->lacks[k], after);
        LLVMDisposeMessage(after);
    }
}

KT_TEST(steps_that_look)
{
    for (size_t n = 0; n < sizeof(looks) / sizeof(looks[0]); n++) {
        const struct look *l = &looks[n];
        char *after = run_pass(l->body, l->pass);
        kt_ok(after && found == l->want, "%s: %d", l->name, found);
        LLVMDisposeMessage(after);
    }
}

KT_MAIN()
