// Source lines: what OpLine and DebugLine say arrives at the code's bytes and in messages.
#define kDefaultMaxIdBound test_max_id_bound // the header defines a constant, once per C file
#include <spirv-tools/libspirv.h>

#include "compiler/kernel/source.h"
#include "kiln/compiler.h"
#include "kt.h"

#define HEAD(ext)                                                                                            \
    "OpCapability Shader\n" ext "OpMemoryModel Logical GLSL450\n"                                            \
    "OpEntryPoint GLCompute %main \"main\" %gid\nOpExecutionMode %main LocalSize 8 1 1\n"                    \
    "%file = OpString \"dir/first.comp\"\n%other = OpString \"second.glsl\"\n"                               \
    "OpDecorate %gid BuiltIn GlobalInvocationId\nOpDecorate %arr ArrayStride 4\n"                            \
    "OpMemberDecorate %blk 0 Offset 0\nOpDecorate %blk BufferBlock\n"                                        \
    "OpDecorate %buf DescriptorSet 0\nOpDecorate %buf Binding 1\n"
#define TYPES                                                                                                \
    "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%v3 = OpTypeVector %uint 3\n"   \
    "%pv3 = OpTypePointer Input %v3\n%pui = OpTypePointer Input %uint\n%gid = OpVariable %pv3 Input\n"       \
    "%arr = OpTypeRuntimeArray %uint\n%blk = OpTypeStruct %arr\n%pblk = OpTypePointer Uniform %blk\n"        \
    "%pu = OpTypePointer Uniform %uint\n%buf = OpVariable %pblk Uniform\n"                                   \
    "%0 = OpConstant %uint 0\n%1 = OpConstant %uint 1\n%40 = OpConstant %uint 40\n%41 = OpConstant %uint "   \
    "41\n"
#define BODY(line1, line2, none)                                                                             \
    "%main = OpFunction %void None %fn\n%start = OpLabel\n"                                                  \
    "%gp = OpAccessChain %pui %gid %0\n%i = OpLoad %uint %gp\n%up = OpAccessChain %pu %buf %0 %i\n" line1    \
    "%x = OpLoad %uint %up\n" line2 "%y = OpIMul %uint %x %x\n" none                                         \
    "OpStore %up %y\nOpReturn\nOpFunctionEnd\n"

static enum kiln_result compile(const char *text, struct kiln_kernel **out, char *message, size_t size)
{
    spv_context ctx = spvContextCreate(SPV_ENV_VULKAN_1_1);
    spv_binary bin = NULL;
    spv_diagnostic diag = NULL;
    enum kiln_result r = KILN_ERROR_INVALID_MODULE;
    spv_result_t s = spvTextToBinary(ctx, text, strlen(text), &bin, &diag);
    kt_ok(s == SPV_SUCCESS, "assembly: %s", diag ? diag->error : "?");
    if (s == SPV_SUCCESS)
        r = kiln_compile(bin->code, bin->wordCount, NULL, out, message, size);
    spvDiagnosticDestroy(diag);
    spvBinaryDestroy(bin);
    spvContextDestroy(ctx);
    return r;
}

// The lines in the order of the code, as text; the scheduler may move nothing here: each needs the one
// before.
static void expect(const char *text, const char *want)
{
    struct kiln_kernel *k = NULL;
    char message[256], got[512] = "";
    kt_eq(compile(text, &k, message, sizeof(message)), KILN_OK);
    if (!k) {
        kt_ok(false, "%s", message);
        return;
    }
    uint32_t n;
    const struct kiln_line *l = kiln_kernel_get_lines(k, &n);
    for (uint32_t i = 0; i < n; i++) {
        size_t at = strlen(got);
        if (l[i].line)
            snprintf(got + at, sizeof(got) - at, "%s:%u ", kiln_kernel_get_file(k, l[i].file), l[i].line);
        else
            snprintf(got + at, sizeof(got) - at, "- ");
    }
    kt_streq(got, want);
    kiln_kernel_destroy(k);
}

KT_TEST(op_line)
{
    expect(HEAD("") TYPES BODY("OpLine %file 12 3\n", "OpLine %other 7 1\n", "OpNoLine\n"),
           "dir/first.comp:12 second.glsl:7 - ");
    expect(HEAD("") TYPES BODY("OpLine %file 12 3\n", "OpLine %file 14 1\n", "OpLine %file 13 1\n"),
           "dir/first.comp:12 dir/first.comp:14 dir/first.comp:13 - ");
    expect(HEAD("") TYPES BODY("", "", ""), "");
}

KT_TEST(debug_line)
{
#define DEBUG_EXT                                                                                            \
    "OpExtension \"SPV_KHR_non_semantic_info\"\n%dbg = OpExtInstImport "                                     \
    "\"NonSemantic.Shader.DebugInfo.100\"\n"
#define SOURCE "%src = OpExtInst %void %dbg DebugSource %file\n"
#define LINE(n) "%l" #n " = OpExtInst %void %dbg DebugLine %src %" #n " %" #n " %0 %0\n"
    expect(HEAD(DEBUG_EXT) TYPES SOURCE BODY(LINE(40), LINE(41), "%ln = OpExtInst %void %dbg DebugNoLine\n"),
           "dir/first.comp:40 dir/first.comp:41 - ");
}

KT_TEST(debug_line_of_a_later_version)
{
    // DebugSource, DebugLine and DebugNoLine by their numbers: SPIRV-Tools need not know the version.
#define LATER(v)                                                                                             \
    "OpExtension \"SPV_KHR_non_semantic_info\"\n%dbg = OpExtInstImport \"NonSemantic.Shader.DebugInfo." v    \
    "\"\n"
#define LATER_LINE(n) "%l" #n " = OpExtInst %void %dbg 103 %src %" #n " %" #n " %0 %0\n"
#define LATER_BODY                                                                                           \
    "%src = OpExtInst %void %dbg 35 %file\n" BODY(LATER_LINE(40), LATER_LINE(41),                            \
                                                  "%ln = OpExtInst %void %dbg 104\n")
    expect(HEAD(LATER("102")) TYPES LATER_BODY, "dir/first.comp:40 dir/first.comp:41 - ");
    expect(HEAD(LATER("999")) TYPES LATER_BODY, "dir/first.comp:40 dir/first.comp:41 - ");
}

KT_TEST(messages)
{
    struct kiln_kernel *k = NULL;
    char message[256];
    // The error is behind the line; OpIMul of a pointer.
    enum kiln_result r = compile(HEAD("") TYPES "%main = OpFunction %void None %fn\n%start = OpLabel\n"
                                                "%up = OpAccessChain %pu %buf %0 %0\nOpLine %file 99 1\n"
                                                "%y = OpIMul %uint %up %1\nOpReturn\nOpFunctionEnd\n",
                                 &k, message, sizeof(message));
    kt_eq(r, KILN_ERROR_INVALID_MODULE);
    kt_ok(strstr(message, "dir/first.comp:99") && strstr(message, "OpIMul"), "message: %s", message);
    kiln_kernel_destroy(k);
}

// ---- source texts

// The text of `file` in a module of this header, with newlines as bars.
static void expect_source(const char *text, const char *file, const char *want)
{
    spv_context ctx = spvContextCreate(SPV_ENV_VULKAN_1_2);
    spv_binary bin = NULL;
    spv_diagnostic diag = NULL;
    struct arena arena;
    uint32_t count;
    char got[256] = "(none)";
    arena_init(&arena);
    spv_result_t s = spvTextToBinary(ctx, text, strlen(text), &bin, &diag);
    kt_ok(s == SPV_SUCCESS, "assembly: %s", diag ? diag->error : "?");
    const struct kernel_source *sources =
        s == SPV_SUCCESS ? kernel_sources(&arena, bin->code, bin->wordCount, &count) : NULL;
    const char *found = sources ? kernel_source_find(sources, count, file) : NULL;
    for (size_t n = 0; found && n < sizeof(got); n++) {
        got[n] = found[n] == '\n' ? '|' : found[n];
        if (!found[n])
            break;
    }
    kt_streq(got, want);
    // Cut off anywhere, and with each word spoiled, it is read within its bounds.
    for (size_t n = 0; s == SPV_SUCCESS && n < bin->wordCount; n++) {
        kernel_sources(&arena, bin->code, n, &count);
        uint32_t word = bin->code[n];
        bin->code[n] = word ^ 0xffffffff;
        kernel_sources(&arena, bin->code, bin->wordCount, &count);
        bin->code[n] = word;
        arena_reset(&arena);
    }
    arena_finish(&arena);
    spvDiagnosticDestroy(diag);
    spvBinaryDestroy(bin);
    spvContextDestroy(ctx);
}

#define FILES "%file = OpString \"a.comp\"\n%other = OpString \"b.h\"\n"
#define TEXT(t) FILES "OpSource GLSL 450 %file \"" t "\"\n"

KT_TEST(source_of_opsource)
{
    expect_source(TEXT("one\ntwo\n"), "a.comp", "one|two|");
    expect_source(TEXT("one\ntwo"), "a.comp", "one|two|");
    expect_source(TEXT("one\r\ntwo\r\n"), "a.comp", "one|two|");
    expect_source(TEXT("one\n"), "b.h", "(none)");
    expect_source(FILES "OpSource GLSL 450 %file\n", "a.comp", "(none)");
    expect_source(TEXT("one\ntw") "OpSourceContinued \"o\nth\"\nOpSourceContinued \"ree\"\n", "a.comp",
                  "one|two|three|");
    expect_source(TEXT("one\n") "OpSource GLSL 450 %other \"two\n\"\n", "b.h", "two|");
}

KT_TEST(source_behind_a_preamble)
{
    // As glslang writes it for SPIR-V 1.0.
#define MODULE_PROCESSED "// OpModuleProcessed client vulkan100\n// OpModuleProcessed entry-point main\n"
    expect_source(TEXT(MODULE_PROCESSED "#line 1\none\ntwo\nthree\nfour\n"), "a.comp", "one|two|three|four|");
    expect_source(TEXT(MODULE_PROCESSED "#line 1\none\n"), "a.comp", "one|"); // shorter than the preamble
    expect_source(TEXT("one\n// OpModuleProcessed by hand\nthree\n"), "a.comp",
                  "one|// OpModuleProcessed by hand|three|");
}

KT_TEST(source_with_line_directives)
{
    expect_source(TEXT("one\n#line 5\nfive\nsix\n"), "a.comp", "one|#line 5|||five|six|");
    expect_source(TEXT("one\n  #  line 5 0\nfive\n"), "a.comp", "one|  #  line 5 0|||five|");
    // Back to what was there: the first row of a number stays, but for a directive's own.
    expect_source(TEXT("one\ntwo\n#line 1\nother\nmore\nthree\n"), "a.comp", "one|two|three|");
    expect_source(TEXT("one\n#line 1 \\\"b.h\\\"\nhead\n#line 3 \\\"a.comp\\\"\nthree\n"), "a.comp",
                  "one|#line 1 \"b.h\"|three|");
    expect_source(TEXT("one\n#line 2 \\\"b.h\\\"\nhead\n"), "b.h", "|head|");
    // A text of its own is preferred, whichever comes first.
    expect_source(TEXT("#line 1 \\\"b.h\\\"\nhead\n") "OpSource GLSL 450 %other \"whole\ntext\n\"\n", "b.h",
                  "whole|text|");
    expect_source(TEXT("#line 4294967295\nfar\n#line 99999999999999999999\nfarther\n#line 2\ntwo\n"),
                  "a.comp", "#line 4294967295|two|");
    expect_source(TEXT("#line FOO\ntwo\n#lineage\n"), "a.comp", "#line FOO|two|#lineage|");
}

KT_TEST(source_of_debug_info)
{
#define DEBUG_TEXT(more)                                                                                     \
    "OpExtension \"SPV_KHR_non_semantic_info\"\n%dbg = OpExtInstImport "                                     \
    "\"NonSemantic.Shader.DebugInfo.100\"\n" FILES "%text = OpString \"one\ntw\"\n%rest = OpString "         \
    "\"o\nthree\"\n%void = OpTypeVoid\n%src = OpExtInst %void %dbg DebugSource %file" more
    expect_source(DEBUG_TEXT(" %text\n"), "a.comp", "one|tw|");
    expect_source(DEBUG_TEXT("\n"), "a.comp", "(none)");
    expect_source(DEBUG_TEXT(" %text\n%more = OpExtInst %void %dbg DebugSourceContinued %rest\n"), "a.comp",
                  "one|two|three|");
}

KT_MAIN()
