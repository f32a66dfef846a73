// Instruction selection: LLVM IR in, machine IR out. What must be in the text, and how many instructions at
// most.
#include "isel_harness.h"
#include "kt.h"

struct row {
    const char *name, *ir;
    unsigned simd;
    const char *has[4];   // each must occur
    const char *lacks[2]; // must not occur
    unsigned most;        // instructions, 0: any
    unsigned array_regs;  // that private arrays may have
};

#define ID                                                                                                   \
    "%ln = call i32 @kiln.lane.id()\n"                                                                       \
    "%in = call ptr addrspace(2) @kiln.surface(i32 0)\n"                                                     \
    "%out = call ptr addrspace(2) @kiln.surface(i32 1)\n"                                                    \
    "%pi = getelementptr i32, ptr addrspace(2) %in, i32 %ln\n"                                               \
    "%po = getelementptr i32, ptr addrspace(2) %out, i32 %ln\n"

static const struct row rows[] = {
    {"saxpy",
     "define void @kernel() {\n" ID "%a = load float, ptr addrspace(4) null, align 4\n"
     "%n = load i32, ptr addrspace(4) inttoptr (i32 4 to ptr addrspace(4)), align 4\n"
     "%c = icmp ult i32 %ln, %n\n"
     "br i1 %c, label %then, label %exit\n"
     "then:\n"
     "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%m = fmul contract float %x, %a\n"
     "%r = fadd contract float %m, %y\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "br label %exit\n"
     "exit: ret void }\n",
     16,
     {"mad(16|M0)", "divergent"},
     {" mul("},
     14},
    {"a product of a low half and a high one",
     "define void @kernel() {\n" ID "%x = load i64, ptr addrspace(2) %pi, align 8\n"
     "%y = load i64, ptr addrspace(2) %po, align 8\n"
     "%l = and i64 %x, 4294967295\n"
     "%h = lshr i64 %y, 32\n"
     "%r = mul i64 %l, %h\n"
     "store i64 %r, ptr addrspace(2) %po, align 8\n"
     "ret void }\n",
     8,
     {"mul(8|M0)", ":uq, "},
     {":d, "},
     0},
    {"a product of which the low half is stored",
     "define void @kernel() {\n" ID "%x = load i64, ptr addrspace(2) %pi, align 8\n"
     "%y = load i64, ptr addrspace(2) %po, align 8\n"
     "%r = mul i64 %x, %y\n"
     "%l = and i64 %r, 4294967295\n"
     "store i64 %l, ptr addrspace(2) %po, align 8\n"
     "ret void }\n",
     8,
     {"mul(8|M0)", ":uq, "},
     {":d, "},
     0},
    {"a product of qwords",
     "define void @kernel() {\n" ID "%x = load i64, ptr addrspace(2) %pi, align 8\n"
     "%y = load i64, ptr addrspace(2) %po, align 8\n"
     "%r = mul i64 %x, %y\n"
     "store i64 %r, ptr addrspace(2) %po, align 8\n"
     "ret void }\n",
     8,
     {"mul(8|M0)", ":d, "},
     {NULL},
     0},
    {"an interpolation",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%n = fsub contract float 1.0, %a\n"
     "%p = fmul contract float %x, %n\n"
     "%q = fmul contract float %a, %y\n"
     "%r = fadd contract float %q, %p\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"lrp(16|M0)"},
     {" mul(", "mad("},
     0},
    {"an interpolation that is not contracted",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%n = fsub contract float 1.0, %a\n"
     "%p = fmul float %x, %n\n"
     "%q = fmul contract float %a, %y\n"
     "%r = fadd float %q, %p\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"mul(16|M0)"},
     {"lrp("},
     0},
    {"an interpolation whose weight is not contracted",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%n = fsub float 1.0, %a\n"
     "%p = fmul contract float %x, %n\n"
     "%q = fmul contract float %a, %y\n"
     "%r = fadd contract float %q, %p\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"mad(16|M0)"},
     {"lrp("},
     0},
    {"a difference of products with weights",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%n = fsub contract float 1.0, %a\n"
     "%p = fmul contract float %x, %n\n"
     "%q = fmul contract float %a, %y\n"
     "%r = fsub contract float %p, %q\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"lrp(16|M0)", ":f, -%"},
     {" mul(", "mad("},
     0},
    {"an interpolation by a difference",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%d = fsub contract float %y, %x\n"
     "%p = fmul contract float %d, %a\n"
     "%r = fadd contract float %p, %x\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"mad(16|M0)"},
     {"lrp("},
     0},
    {"interpolations with one weight",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%n = fsub contract float 1.0, %a\n"
     "%p = fmul contract float %x, %n\n"
     "%q = fmul contract float %a, %y\n"
     "%s = fadd contract float %p, %q\n"
     "%p3 = fmul contract float %s, %n\n"
     "%q3 = fmul contract float 2.0, %a\n"
     "%r = fadd contract float %p3, %q3\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"lrp(16|M0)"},
     {" mul(", "mad("},
     0},
    {"a product that is wanted elsewhere too",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%n = fsub contract float 1.0, %a\n"
     "%p = fmul contract float %x, %n\n"
     "%q = fmul contract float %a, %y\n"
     "%s = fadd contract float %p, %q\n"
     "%t = fdiv float %s, %q\n"
     "%r = fadd float %t, 1.0\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"mad(16|M0)"},
     {"lrp("},
     0},
    {"an interpolation between constants by a uniform weight",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%u = load float, ptr addrspace(4) null, align 4\n"
     "%n = fsub contract float 1.0, %u\n"
     "%p = fmul contract float %n, 3.0\n"
     "%q = fmul contract float %u, 5.0\n"
     "%s = fadd contract float %p, %q\n"
     "%r = fadd float %s, %x\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"mul(1|M0) {nomask}"},
     {"lrp("},
     0},
    {"an interpolation of halves",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%y = load float, ptr addrspace(2) %po, align 4\n"
     "%p2 = getelementptr i32, ptr addrspace(2) %pi, i32 64\n"
     "%a = load float, ptr addrspace(2) %p2, align 4\n"
     "%xh = fptrunc float %x to half\n"
     "%yh = fptrunc float %y to half\n"
     "%ah = fptrunc float %a to half\n"
     "%n = fsub contract half 1.0, %ah\n"
     "%p = fmul contract half %xh, %n\n"
     "%q = fmul contract half %ah, %yh\n"
     "%h = fadd contract half %p, %q\n"
     "%r = fpext half %h to float\n"
     "store float %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"mad(16|M0)"},
     {"lrp("},
     0},
    {"a saturation",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%m = fmul float %x, 2.0\n"
     "%a = call float @llvm.maxnum.f32(float %m, float 0.0)\n"
     "%b = call float @llvm.minnum.f32(float %a, float 1.0)\n"
     "store float %b, ptr addrspace(2) %po, align 4\n"
     "ret void }\n"
     "declare float @llvm.maxnum.f32(float, float)\n"
     "declare float @llvm.minnum.f32(float, float)\n",
     16,
     {"mov.sat(16|M0)"},
     {" sel"},
     8},
    {"bounds that are no saturation",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%a = call float @llvm.minnum.f32(float %x, float 1.0)\n"
     "%b = call float @llvm.maxnum.f32(float %a, float 0.0)\n" // NaN becomes one
     "%c = call float @llvm.maxnum.f32(float %b, float 0.0)\n"
     "%d = call float @llvm.minnum.f32(float %c, float 2.0)\n"
     "store float %d, ptr addrspace(2) %po, align 4\n"
     "ret void }\n"
     "declare float @llvm.maxnum.f32(float, float)\n"
     "declare float @llvm.minnum.f32(float, float)\n",
     16,
     {"sel.ge(16|M0)", "sel.l(16|M0)"},
     {".sat"},
     0},
    {"choices between zero and constants share the zero",
     "define void @kernel() {\n" ID "%x = load i32, ptr addrspace(2) %pi, align 4\n"
     "%c = icmp ult i32 %x, 7\n"
     "%d = icmp ugt i32 %x, 9\n"
     "%a = select i1 %c, i32 100, i32 0\n"
     "%b = select i1 %d, i32 0, i32 200\n"
     "%s = or i32 %a, %b\n"
     "store i32 %s, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"0x64:d", "0xc8:d"},
     {0},
     12},
    {"a uniform value is computed once",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%u = mul i32 %w, 100\n"
     "store i32 %u, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"mul(1|M0) {nomask}"},
     {0},
     0},
    {"a uniform load is one message",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%pu = getelementptr i32, ptr addrspace(2) %in, i32 %w\n"
     "%u = load i32, ptr addrspace(2) %pu, align 4\n"
     "store i32 %u, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"send(8|M0) {nomask}"},
     {0},
     0},
    {"a byte with nothing above it is compared as a dword",
     "define void @kernel() {\n" ID "%x = load i32, ptr addrspace(2) %pi\n%t = trunc i32 %x to i8\n"
     "%m = and i8 %t, 3\n%c = icmp ne i8 %m, 0\n%y = zext i1 %c to i32\n"
     "store i32 %y, ptr addrspace(2) %po\nret void }\n",
     16,
     {"cmp.nz"},
     {":ub"},
     0},
    {"what is above an integer's bits does not count",
     "define void @kernel() {\n" ID "%x = load i64, ptr addrspace(2) %pi\n%t = trunc i64 %x to i35\n"
     "%c = icmp slt i35 %t, 0\n%s = lshr i35 %t, 2\n%u = trunc i35 %s to i32\n"
     "%y = select i1 %c, i32 %u, i32 7\nstore i32 %y, ptr addrspace(2) %po\nret void }\n",
     16,
     {"asr(16|M0) %10:q, %10:q, 0x1d:ud", "shr(16|M0) %7:uq, %7:uq, 0x1d:ud"},
     {0},
     0},
    {"phis that swap",
     "define void @kernel() {\n" ID "%n = load i32, ptr addrspace(4) null, align 4\n"
     "br label %loop\n"
     "loop:\n"
     "%i = phi i32 [ 0, %0 ], [ %i1, %loop ]\n"
     "%a = phi i32 [ %ln, %0 ], [ %b, %loop ]\n"
     "%b = phi i32 [ %n, %0 ], [ %a, %loop ]\n"
     "%i1 = add i32 %i, 1\n"
     "%c = icmp ult i32 %i1, %n\n"
     "br i1 %c, label %loop, label %exit\n"
     "exit:\n"
     "store i32 %a, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     8,
     {"br(8|M0)"},
     {"divergent"},
     0},
    {"a loop counter leaves a divergent loop in lanes",
     "define void @kernel() {\n" ID "br label %loop\n"
     "loop:\n"
     "%i = phi i32 [ 0, %0 ], [ %i1, %loop ]\n"
     "%i1 = add i32 %i, 1\n"
     "%c = icmp ult i32 %i1, %ln\n"
     "br i1 %c, label %loop, label %exit\n"
     "exit:\n"
     "store i32 %i1, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"add(1|M0) {nomask}", "mov(16|M0)", "divergent"},
     {0},
     0},
    {"a stored vector is made in place",
     "define void @kernel() {\n" ID "%p2 = getelementptr <2 x float>, ptr addrspace(2) %out, i32 %ln\n"
     "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%a = fadd float %x, 1.0\n"
     "%b = fmul float %x, 3.0\n"
     "%v0 = insertelement <2 x float> poison, float %a, i32 0\n"
     "%v = insertelement <2 x float> %v0, float %b, i32 1\n"
     "store <2 x float> %v, ptr addrspace(2) %p2, align 8\n"
     "ret void }\n",
     16,
     {"sends(16|M0)"},
     {"mov(16|M0)"},
     9},
    {"two conditions take two compares",
     "define void @kernel() {\n" ID "%x = load i32, ptr addrspace(2) %pi, align 4\n"
     "%c1 = icmp ult i32 %x, 9\n"
     "%c2 = icmp ne i32 %x, %ln\n"
     "%c = and i1 %c1, %c2\n"
     "br i1 %c, label %t, label %e\n"
     "t:\n"
     "store i32 %x, ptr addrspace(2) %po, align 4\n"
     "br label %e\n"
     "e: ret void }\n",
     16,
     {"cmp.l", "(+", "cmp.nz"},
     {"and("},
     0},
    {"shared memory and a barrier",
     "define void @kernel() {\n" ID
     "%s = getelementptr i32, ptr addrspace(3) inttoptr (i32 64 to ptr addrspace(3)), i32 %ln\n"
     "store i32 %ln, ptr addrspace(3) %s, align 4\n"
     "call void @kiln.fence(i32 1)\n"
     "call void @kiln.barrier()\n"
     "%v = load i32, ptr addrspace(3) %s, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"wait(1|M0)", "shared", "order"}, // its port keeps the order by itself
     {"fence"},
     0},
    {"lanes of a comparison of bytes are one select",
     "define void @kernel() {\n" ID "%x = load i8, ptr addrspace(2) %pi, align 1\n"
     "%c = icmp sgt i8 %x, -1\n"
     "%r = zext i1 %c to i32\n"
     "store i32 %r, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"cmp.g", "sel(16|M0)", "0xffffffff:d"},
     {"(+"},
     0},
    {"what is the same in all lanes goes to one place of shared memory from one lane",
     "define void @kernel() {\n" ID "%n = load i32, ptr addrspace(4) null, align 4\n"
     "store i32 %n, ptr addrspace(3) inttoptr (i32 64 to ptr addrspace(3)), align 4\n"
     "ret void }\n",
     16,
     {"shared", "(+"},
     {NULL},
     0},
    {"and what differs from all lanes",
     "define void @kernel() {\n" ID
     "store i32 %ln, ptr addrspace(3) inttoptr (i32 64 to ptr addrspace(3)), align 4\n"
     "ret void }\n",
     16,
     {"shared"},
     {"(+"},
     0},
    {"fences in a row are one, nobody waits for it, and barriers share a message",
     "define void @kernel() {\n" ID "call void @kiln.fence(i32 2)\n"
     "call void @kiln.fence(i32 1)\n"
     "call void @kiln.barrier()\n"
     "call void @kiln.barrier()\n"
     "store i32 1, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"wait(1|M0)", "fence"},
     {0},
     14},
    {"private memory",
     "define void @kernel() {\n" ID "%a = alloca [8 x i32], align 4\n"
     "%p = getelementptr [8 x i32], ptr %a, i32 0, i32 %ln\n"
     "store i32 7, ptr %p, align 4\n"
     "%v = load i32, ptr %a, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"scratch"},
     {0},
     0},
    {"a table of constants is in registers",
     "define void @kernel() {\n" ID "%a = alloca [4 x i32], align 4\n"
     "%a1 = getelementptr i8, ptr %a, i32 4\n"
     "store i32 11, ptr %a, align 4\n"
     "store <2 x i32> <i32 22, i32 33>, ptr %a1, align 4\n"
     "%p = getelementptr [4 x i32], ptr %a, i32 0, i32 %ln\n"
     "%v = load i32, ptr %p, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"0x160000000b"},
     {"scratch"},
     0},
    {"no index of it is out of bounds, and another of the same words is the same",
     "define void @kernel() {\n" ID "%a = alloca [2 x i32], align 4\n%b = alloca [2 x i32], align 4\n"
     "store <2 x i32> <i32 22, i32 33>, ptr %a, align 4\n"
     "store <2 x i32> <i32 22, i32 33>, ptr %b, align 4\n"
     "%l = and i32 %ln, 1\n"
     "%p = getelementptr [2 x i32], ptr %a, i32 0, i32 %l\n"
     "%q = getelementptr [2 x i32], ptr %b, i32 0, i32 %l\n"
     "%v = load i32, ptr %p, align 4\n"
     "%w = load i32, ptr %q, align 4\n"
     "%s = add i32 %v, %w\n"
     "store i32 %s, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     8,
     {"0x2100000016"},
     {"scratch", "sel"},
     15},
    {"an array is in registers",
     "define void @kernel() {\n" ID "%a = alloca [8 x i32], align 4\n"
     "%p = getelementptr [8 x i32], ptr %a, i32 0, i32 %ln\n"
     "store i32 7, ptr %p, align 4\n"
     "store i32 8, ptr %a, align 4\n"
     "%v = load i32, ptr %p, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"{nomask} r[%", ".7]%", "sel"},
     {"scratch"},
     0,
     24},
    {"with room for it",
     "define void @kernel() {\n" ID "%a = alloca [8 x i32], align 4\n"
     "%p = getelementptr [8 x i32], ptr %a, i32 0, i32 %ln\n"
     "store i32 7, ptr %p, align 4\n"
     "store i32 8, ptr %a, align 4\n"
     "%v = load i32, ptr %p, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"scratch"},
     {".7]%"},
     0,
     15},
    {"few elements are compared with",
     "define void @kernel() {\n" ID "%a = alloca [8 x i32], align 4\n"
     "%l = and i32 %ln, 1\n"
     "%p = getelementptr [8 x i32], ptr %a, i32 0, i32 %l\n"
     "store i32 7, ptr %p, align 4\n"
     "store i32 8, ptr %a, align 4\n"
     "%v = load i32, ptr %p, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"cmp"},
     {".7]%", "sel"},
     0,
     24},
    {"an index that all lanes share takes one address",
     "define void @kernel() {\n" ID "%a = alloca [8 x i32], align 4\n"
     "%n = load i32, ptr addrspace(4) null, align 4\n"
     "%p = getelementptr [8 x i32], ptr %a, i32 0, i32 %n\n"
     "store i32 %ln, ptr %p, align 4\n"
     "store i32 8, ptr %a, align 4\n"
     "%v = load i32, ptr %p, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"mov(16|M0) r[%"},
     {".7]%", "scratch"},
     0,
     24},
    {"whose bound comes behind the scale, which drops upper bits",
     "define void @kernel() {\n" ID "%a = alloca [8 x i32], align 4\n"
     "%n = load i32, ptr addrspace(4) null, align 4\n"
     "%m = add i32 %n, 1073741783\n"
     "%s = shl i32 %m, 2\n"
     "%p = getelementptr i8, ptr %a, i32 %s\n"
     "store i32 %ln, ptr %p, align 4\n"
     "store i32 8, ptr %a, align 4\n"
     "%v = load i32, ptr %p, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"0x6:ud\n  sel.l(1|M0) {nomask}", "0x1c0:ud"},
     {"scratch", "0x7:ud"},
     0,
     24},
    {"and behind what is added to it",
     "define void @kernel() {\n" ID "%a = alloca [8 x i32], align 4\n"
     "%n = load i32, ptr addrspace(4) null, align 4\n"
     "%s = mul i32 %n, -4\n"
     "%b = getelementptr i8, ptr %a, i32 %s\n"
     "%p = getelementptr i8, ptr %b, i32 20\n"
     "store i32 %ln, ptr %p, align 4\n"
     "store i32 8, ptr %a, align 4\n"
     "%v = load i32, ptr %p, align 4\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"0x14:ud\n  shl(1|M0)", "0x1c0:ud"},
     {"scratch"},
     0,
     24},
    {"an array that bytes are read of is memory",
     "define void @kernel() {\n" ID "%a = alloca [8 x i32], align 4\n"
     "%p = getelementptr [8 x i32], ptr %a, i32 0, i32 %ln\n"
     "store i32 7, ptr %p, align 4\n"
     "store i32 8, ptr %a, align 4\n"
     "%b = load i8, ptr %p, align 4\n"
     "%v = zext i8 %b to i32\n"
     "store i32 %v, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"scratch"},
     {".7]%"},
     0,
     24},
    {"a table that changes is memory",
     "define void @kernel() {\n" ID "%a = alloca [4 x i32], align 4\n"
     "store i32 0, ptr %a, align 4\n"
     "%p = getelementptr [4 x i32], ptr %a, i32 0, i32 %ln\n"
     "%v = load i32, ptr %p, align 4\n"
     "store i32 2, ptr %a, align 4\n"
     "%w = load i32, ptr %p, align 4\n"
     "%s = add i32 %v, %w\n"
     "store i32 %s, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"scratch"},
     {0},
     0},
    {"atomics",
     "define void @kernel() {\n" ID "%o = atomicrmw add ptr addrspace(2) %in, i32 5 monotonic\n"
     "%p = atomicrmw umax ptr addrspace(2) %pi, i32 %o monotonic\n"
     "ret void }\n",
     16,
     {"atomic"},
     {0},
     0},
    {"the smaller float, atomically",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%o = atomicrmw fmin ptr addrspace(2) %po, float %x monotonic\n"
     "ret void }\n",
     32,
     {"atomic"},
     {0},
     0},
    {"a sum of floats, atomically",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi, align 4\n"
     "%o = atomicrmw fadd ptr addrspace(2) %po, float %x monotonic\n"
     "ret void }\n",
     16,
     {"{atomic op 4", " real "},
     {0},
     0},
    {"coordinates of a typed read are not copied",
     "define void @kernel() {\n" ID "%x = load i32, ptr addrspace(2) %pi, align 4\n"
     "%t = call <4 x i32> @kiln.image.read(i32 2, i32 %x, i32 %x, i32 poison)\n"
     "%y = load i32, ptr addrspace(2) %po, align 4\n"
     "%u = call <4 x i32> @kiln.image.read(i32 2, i32 %x, i32 %y, i32 poison)\n"
     "%a = extractelement <4 x i32> %t, i32 0\n"
     "%b = extractelement <4 x i32> %u, i32 0\n"
     "%s = add i32 %a, %b\n"
     "store i32 %s, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     8,
     {"{texel count 1 table 2 len 1 1 1 read surface}"},
     {0},
     0},
    {"a sample of one component, through a cast",
     "define void @kernel() {\n" ID "%x = load i32, ptr addrspace(2) %pi, align 4\n"
     "%t = call <4 x i32> @kiln.sample(i32 5, i32 2, i32 0, i32 0, i32 %x, i32 %x, i32 poison, i32 poison, "
     "i32 0, "
     "i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 "
     "poison, "
     "i32 poison, i32 poison, i32 poison)\n"
     "%f = bitcast <4 x i32> %t to <4 x float>\n"
     "%e = extractelement <4 x float> %f, i32 0\n"
     "store float %e, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     8,
     {"{sample op 25 table 2 len 2 1 1 const surface}"},
     {0},
     0},
    {"uniform loads side by side are one block",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%pu = getelementptr [8 x i32], ptr addrspace(2) %in, i32 %w\n"
     "%pv = getelementptr i8, ptr addrspace(2) %pu, i32 16\n"
     "%u = load <4 x i32>, ptr addrspace(2) %pu, align 4\n"
     "%v = load <4 x i32>, ptr addrspace(2) %pv, align 4\n"
     "%a = add <4 x i32> %u, %v\n"
     "store <4 x i32> %a, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"{block count 8 root 1 len 1 0 1 header read surface}"},
     {"len 1 0 4"},
     0},
    {"and those that are no block are read by a lane each",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%pu = getelementptr [9 x i32], ptr addrspace(2) %in, i32 %w\n"
     "%pv = getelementptr i8, ptr addrspace(2) %pu, i32 32\n"
     "%u = load <8 x i32>, ptr addrspace(2) %pu, align 4\n"
     "%v = load i32, ptr addrspace(2) %pv, align 4\n"
     "%a = extractelement <8 x i32> %u, i32 7\n"
     "%b = add i32 %a, %v\n"
     "store i32 %b, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"{dwords count 1 len 2 0 2 read surface}"},
     {"header"},
     0},
    {"but not across a store",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%pu = getelementptr [8 x i32], ptr addrspace(2) %in, i32 %w\n"
     "%pv = getelementptr i8, ptr addrspace(2) %pu, i32 16\n"
     "%u = load <4 x i32>, ptr addrspace(2) %pu, align 4\n"
     "store i32 %w, ptr addrspace(2) %po, align 4\n"
     "%v = load <4 x i32>, ptr addrspace(2) %pv, align 4\n"
     "%a = add <4 x i32> %u, %v\n"
     "store <4 x i32> %a, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"{dwords count 4 root 1 len 1 0 4 read surface}"},
     {"header"},
     0},
    {"but across one to a buffer that is another",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%pu = getelementptr [8 x i32], ptr addrspace(2) %in, i32 %w\n"
     "%pv = getelementptr i8, ptr addrspace(2) %pu, i32 16\n"
     "%ps = getelementptr i8, ptr addrspace(2) %pu, i32 32\n"
     "%u = load <4 x i32>, ptr addrspace(2) %pu, align 4, !alias.scope !2\n"
     "store i32 %w, ptr addrspace(2) %po, align 4, !alias.scope !4\n"
     "%v = load <4 x i32>, ptr addrspace(2) %pv, align 4, !alias.scope !2\n"
     "%a = add <4 x i32> %u, %v\n"
     "store <4 x i32> %a, ptr addrspace(2) %po, align 4\n"
     "ret void }\n!0 = !{!\"domain\"}\n!1 = !{!\"in\", !0}\n!2 = !{!1}\n!3 = !{!\"out\", !0}\n!4 = !{!3}\n",
     16,
     {"{block count 8 object 1 root 1 len 1 0 1 header read surface}"},
     {"len 1 0 4"},
     0},
    {"and across one to other bytes",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%pu = getelementptr [8 x i32], ptr addrspace(2) %in, i32 %w\n"
     "%pv = getelementptr i8, ptr addrspace(2) %pu, i32 16\n"
     "%ps = getelementptr i8, ptr addrspace(2) %pu, i32 32\n"
     "%u = load <4 x i32>, ptr addrspace(2) %pu, align 4\n"
     "store i32 %w, ptr addrspace(2) %ps, align 4\n"
     "%v = load <4 x i32>, ptr addrspace(2) %pv, align 4\n"
     "%a = add <4 x i32> %u, %v\n"
     "store <4 x i32> %a, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"{block count 8 root 1 len 1 0 1 header read surface}"},
     {"len 1 0 4"},
     0},
    {"but not to bytes of the second",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%pu = getelementptr [8 x i32], ptr addrspace(2) %in, i32 %w\n"
     "%pv = getelementptr i8, ptr addrspace(2) %pu, i32 16\n"
     "%ps = getelementptr i8, ptr addrspace(2) %pu, i32 28\n"
     "%u = load <4 x i32>, ptr addrspace(2) %pu, align 4\n"
     "store i32 %w, ptr addrspace(2) %ps, align 4\n"
     "%v = load <4 x i32>, ptr addrspace(2) %pv, align 4\n"
     "%a = add <4 x i32> %u, %v\n"
     "store <4 x i32> %a, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"{dwords count 4 root 1 len 1 0 4 read surface}"},
     {"header"},
     0},
    {"not a block that saves no message",
     "define void @kernel() {\n" ID "%w = call i32 @kiln.workgroup.id(i32 0)\n"
     "%pu = getelementptr [8 x i32], ptr addrspace(2) %in, i32 %w\n"
     "%pv = getelementptr i8, ptr addrspace(2) %pu, i32 16\n"
     "%u = load <4 x i32>, ptr addrspace(2) %pu, align 4\n"
     "%ps = getelementptr i8, ptr addrspace(2) %pu, i32 32\n"
     "%s = load i32, ptr addrspace(2) %ps, align 4\n"
     "store i32 %s, ptr addrspace(2) %pi, align 4\n"
     "%v = load <4 x i32>, ptr addrspace(2) %pv, align 4\n"
     "%a = add <4 x i32> %u, %v\n"
     "store <4 x i32> %a, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"len 1 0 4"},
     {"header"},
     0},
    {"cases that write one variable each copy no others",
     "define void @kernel() {\n" ID "%x = load i32, ptr addrspace(2) %pi, align 4\n"
     "br label %head\n"
     "head:\n"
     "%a = phi i32 [ 97, %0 ], [ %a2, %join ]\n"
     "%b = phi i32 [ 98, %0 ], [ %b2, %join ]\n"
     "%c = phi i32 [ 99, %0 ], [ %c2, %join ]\n"
     "%d = phi i32 [ 100, %0 ], [ %d2, %join ]\n"
     "%n = phi i32 [ %x, %0 ], [ %n2, %join ]\n"
     "switch i32 %n, label %join [\n"
     "i32 0, label %case0\n"
     "i32 1, label %case1\n"
     "i32 2, label %case2\n"
     "i32 3, label %case3\n"
     "]\n"
     "case0: %s0 = mul i32 %a, %b\n"
     "br label %join\n"
     "case1: %s1 = mul i32 %b, %c\n"
     "br label %join\n"
     "case2: %s2 = mul i32 %c, %d\n"
     "br label %join\n"
     "case3: %s3 = mul i32 %d, %a\n"
     "br label %join\n"
     "join:\n"
     "%a2 = phi i32 [ %a, %head ], [ %s0, %case0 ], [ %a, %case1 ], [ %a, %case2 ], [ %a, %case3 ]\n"
     "%b2 = phi i32 [ %b, %head ], [ %b, %case0 ], [ %s1, %case1 ], [ %b, %case2 ], [ %b, %case3 ]\n"
     "%c2 = phi i32 [ %c, %head ], [ %c, %case0 ], [ %c, %case1 ], [ %s2, %case2 ], [ %c, %case3 ]\n"
     "%d2 = phi i32 [ %d, %head ], [ %d, %case0 ], [ %d, %case1 ], [ %d, %case2 ], [ %s3, %case3 ]\n"
     "%sum = xor i32 %a2, %d2\n"
     "%n2 = and i32 %sum, 7\n"
     "%end = icmp eq i32 %n2, 6\n"
     "br i1 %end, label %out.block, label %head\n"
     "out.block: store i32 %sum, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {0},
     {0},
     38},
    {"divergent buffers take a loop",
     "define void @kernel() {\n" ID "%b = call ptr addrspace(2) @kiln.surface(i32 %ln)\n"
     "%x = load i32, ptr addrspace(2) %b, align 4\n"
     "store i32 %x, ptr addrspace(2) %po, align 4\n"
     "ret void }\n",
     16,
     {"fbl(1|M0)", "divergent"},
     {0},
     0},
    {"a loop over buffers is marked, for mir_opt_value_loops",
     "define void @kernel() {\n" ID "%b = call ptr addrspace(2) @kiln.surface(i32 %ln)\n"
     "store i32 4711, ptr addrspace(2) %b, align 4\n"
     "ret void }\n",
     16,
     {"B1: depth 1 loop 1 end 2 values\n  fbl"},
     {0},
     0},
    {"divergent buffers behind a handle are reached by address, with one state for all accesses",
     "define void @kernel() {\n" ID "%h = call i32 @kiln.handle(i32 0)\n"
     "%n = mul i32 %ln, 4096\n"
     "%k = add i32 %h, %n\n"
     "%b = call ptr addrspace(2) @kiln.surface(i32 %k)\n"
     "%pb = getelementptr i32, ptr addrspace(2) %b, i32 %ln\n"
     "%x = load i32, ptr addrspace(2) %b, align 4\n"
     "%y = load i32, ptr addrspace(2) %pb, align 4\n"
     "%z = add i32 %x, %y\n"
     "store i32 %z, ptr addrspace(2) %pb, align 4\n"
     "ret void }\n",
     16,
     {"a64", "0x50000020"},
     {0},
     60},
    {"handles that have no room in the constants come from a buffer, neighbours by one message",
     "define void @kernel() {\n" ID "%g = call i32 @kiln.handle(i32 35)\n%h = call i32 @kiln.handle(i32 36)\n"
     "%s = call ptr addrspace(2) @kiln.surface(i32 %g)\n%t = call ptr addrspace(2) @kiln.surface(i32 %h)\n"
     "%x = load i32, ptr addrspace(2) %s, align 4\n"
     "store i32 %x, ptr addrspace(2) %t, align 4\n"
     "ret void }\n",
     16,
     {"0x80:ud", "{block count 32 table 9 len 1 0 4 header read", "%6+4<0;1,0>", "%6+8<0;1,0>"},
     {0},
     0},
};

static const struct row *current;

static unsigned count_instructions(const char *text)
{
    unsigned n = 0;
    for (const char *p = text; (p = strchr(p, '\n')); p++)
        n += p[1] == ' ' && p[2] == ' ' && p[3] != '-';
    return n;
}

static void run_row(void)
{
    const struct row *r = current;
    struct arena a;
    arena_init(&a);
    char message[4096] = "";
    harness_array_regs = r->array_regs;
    const char *text = harness_select(&a, r->ir, r->simd, true, NULL, message, sizeof(message));
    if (kt_ok(text != NULL, "%s", message)) {
        for (unsigned k = 0; k < 4 && r->has[k]; k++)
            kt_ok(strstr(text, r->has[k]) != NULL, "no '%s' in\n%s", r->has[k], text);
        for (unsigned k = 0; k < 2 && r->lacks[k]; k++)
            kt_ok(strstr(text, r->lacks[k]) == NULL, "'%s' in\n%s", r->lacks[k], text);
        if (r->most)
            kt_ok(count_instructions(text) <= r->most, "%u instructions, not %u in\n%s",
                  count_instructions(text), r->most, text);
    }
    arena_finish(&a);
}

// What is not handled is refused by name.
static const struct {
    const char *name, *ir, *message;
} refusals[] = {
    {"unknown call", "declare void @nothing()\ndefine void @kernel() { call void @nothing() ret void }\n",
     "nothing"},
    {"frem",
     "define void @kernel() {\n" ID "%x = load float, ptr addrspace(2) %pi\n%y = frem float %x, 3.0\nstore "
     "float %y, ptr addrspace(2) %po\nret void }\n",
     "frem"},
    {"128 bits",
     "define void @kernel() {\n" ID
     "%x = load i128, ptr addrspace(2) %pi\nstore i128 %x, ptr addrspace(2) %po\nret void }\n",
     "i128"},
};

int main(int argc, char **argv)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct row r = rows[i];
        current = &r;
        for (unsigned simd = 8; simd <= 32; simd *= 2) { // all widths must select; the texts are for one
            char name[96];
            snprintf(name, sizeof(name), "%s, SIMD%u", r.name, simd);
            if (simd != rows[i].simd) {
                memset(r.has, 0, sizeof(r.has));
                memset(r.lacks, 0, sizeof(r.lacks));
                r.most = 0;
            } else {
                r = rows[i];
            }
            r.simd = simd;
            bad += !kt_case_run(name, run_row);
        }
    }
    for (unsigned i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
        struct arena a;
        arena_init(&a);
        char message[4096] = "";
        const char *text = harness_select(&a, refusals[i].ir, 16, true, NULL, message, sizeof(message));
        bool ok = !text && strstr(message, refusals[i].message);
        printf("%sok %u - refuses: %s\n", ok ? "" : "not ", ++kt_number, refusals[i].name);
        if (!ok)
            printf("# %s\n", message);
        bad += !ok;
        arena_finish(&a);
    }
    printf("1..%u\n", kt_number);
    return bad ? 1 : 0;
}
