// SPIR-V to LLVM IR: what is refused and how, what the IR looks like, and that damaged modules never crash.
// Modules are SPIR-V assembly (assembled by SPIRV-Tools).
#define kDefaultMaxIdBound test_max_id_bound // the header defines a constant, once per C file
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.h>

#include "kiln/compiler.h"
#include "kt.h"

// A compute shader around a body: b is a storage buffer of floats, u of uints; constants %0 to %3, %f1.
#define HEAD(caps)                                                                                           \
    "OpCapability Shader\n" caps "%glsl = OpExtInstImport \"GLSL.std.450\"\n"                                \
    "OpMemoryModel Logical GLSL450\n"                                                                        \
    "OpEntryPoint GLCompute %main \"main\" %gid\n"                                                           \
    "OpExecutionMode %main LocalSize 64 1 1\n"                                                               \
    "OpDecorate %gid BuiltIn GlobalInvocationId\n"                                                           \
    "OpDecorate %arr ArrayStride 4\n"                                                                        \
    "OpMemberDecorate %blk 0 Offset 0\nOpDecorate %blk BufferBlock\n"                                        \
    "OpDecorate %buf DescriptorSet 0\nOpDecorate %buf Binding 1\n"                                           \
    "OpDecorate %farr ArrayStride 4\n"                                                                       \
    "OpMemberDecorate %fblk 0 Offset 0\nOpDecorate %fblk BufferBlock\n"                                      \
    "OpDecorate %fbuf DescriptorSet 0\nOpDecorate %fbuf Binding 0\n"
#define TYPES                                                                                                \
    "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n"           \
    "%int = OpTypeInt 32 1\n%float = OpTypeFloat 32\n%v2 = OpTypeVector %uint 2\n%v3 = OpTypeVector %uint "  \
    "3\n"                                                                                                    \
    "%v4 = OpTypeVector %uint 4\n%f4 = OpTypeVector %float 4\n"                                              \
    "%pv3 = OpTypePointer Input %v3\n%pui = OpTypePointer Input %uint\n%gid = OpVariable %pv3 Input\n"       \
    "%arr = OpTypeRuntimeArray %uint\n%blk = OpTypeStruct %arr\n%pblk = OpTypePointer Uniform %blk\n"        \
    "%pu = OpTypePointer Uniform %uint\n%buf = OpVariable %pblk Uniform\n"                                   \
    "%farr = OpTypeRuntimeArray %float\n%fblk = OpTypeStruct %farr\n%pfblk = OpTypePointer Uniform %fblk\n"  \
    "%pf = OpTypePointer Uniform %float\n%fbuf = OpVariable %pfblk Uniform\n"                                \
    "%pfun = OpTypePointer Function %uint\n"                                                                 \
    "%0 = OpConstant %uint 0\n%1 = OpConstant %uint 1\n%2 = OpConstant %uint 2\n%3 = OpConstant %uint 3\n"   \
    "%f1 = OpConstant %float 1\n%true = OpConstantTrue %bool\n"
#define BODY(text) "%main = OpFunction %void None %fn\n%start = OpLabel\n" text "OpReturn\nOpFunctionEnd\n"
#define SHADER(text) HEAD("") TYPES BODY(text)
#define INDEX "%gp = OpAccessChain %pui %gid %0\n%i = OpLoad %uint %gp\n"
#define LOAD_U "%up = OpAccessChain %pu %buf %0 %i\n%x = OpLoad %uint %up\n"

static bool assemble(const char *text, uint32_t **words, size_t *count)
{
    spv_context ctx = spvContextCreate(SPV_ENV_VULKAN_1_1);
    spv_binary bin = NULL;
    spv_diagnostic diag = NULL;
    spv_result_t r =
        spvTextToBinaryWithOptions(ctx, text, strlen(text), SPV_TEXT_TO_BINARY_OPTION_NONE, &bin, &diag);
    kt_ok(r == SPV_SUCCESS, "assembly: line %d: %s", diag ? (int)diag->position.line : 0,
          diag ? diag->error : "?");
    if (r == SPV_SUCCESS) {
        *words = malloc(bin->wordCount * 4);
        memcpy(*words, bin->code, bin->wordCount * 4);
        *count = bin->wordCount;
    }
    spvDiagnosticDestroy(diag);
    spvBinaryDestroy(bin);
    spvContextDestroy(ctx);
    return r == SPV_SUCCESS;
}

static struct kiln_kernel *to_llvm(const uint32_t *words, size_t count, bool validate, enum kiln_result *r,
                                   char *message, size_t size)
{
    struct kiln_compile_options o = {
        .size = sizeof(o), .dump = KILN_EMIT_LLVM, .stop_after = "llvm", .validate = validate};
    struct kiln_kernel *k = NULL;
    *r = kiln_compile(words, count, &o, &k, message, size);
    return k;
}

// ---- what is refused ----

static const struct refusal {
    const char *name, *text;
    enum kiln_result result;
    const char *message;
} refusals[] = {
    {"tessellation", HEAD("OpCapability Tessellation\n") TYPES BODY(""), KILN_ERROR_UNSUPPORTED,
     "the capability Tessellation"},
    // What SPIRV-Tools may be too old to know is refused by its name, or by its number if nobody knows it.
    {"a newer capability", HEAD("OpCapability !5430\n") TYPES BODY(""), KILN_ERROR_UNSUPPORTED,
     "OpCapability: the capability CooperativeMatrixReductionsNV"},
    {"a capability that nobody knows", HEAD("OpCapability !65432\n") TYPES BODY(""), KILN_ERROR_UNSUPPORTED,
     "no capability 65432"},
    {"a cooperative matrix of a shape that is not offered",
     HEAD("OpCapability !6022\n") TYPES
     "%16 = OpConstant %uint 16\nOpNop\n!0x00071168 %m %float %3 %16 %16 %2\n" BODY(""),
     KILN_ERROR_UNSUPPORTED, "cooperative matrices of 16 x 16 32-bit numbers for the use 2"},
    {"a cooperative matrix of a workgroup",
     HEAD("OpCapability !6022\n") TYPES
     "%8 = OpConstant %uint 8\nOpNop\n!0x00071168 %m %float %2 %8 %8 %2\n" BODY(""),
     KILN_ERROR_UNSUPPORTED, "cooperative matrices of another scope than the subgroup"},
    {"a product of sums",
     HEAD("OpCapability !6022\n") TYPES
     "%8 = OpConstant %uint 8\nOpNop\n!0x00071168 %m %float %3 %8 %8 %2\n%z = OpConstantNull %m\n" BODY(
         "OpNop\n!0x0007116b %m %p %z %z %z !0\n"),
     KILN_ERROR_INVALID_MODULE, "not the matrices A, B and C of a product"},
    {"a newer instruction", SHADER("!0x000314af %1 %2\n"), KILN_ERROR_UNSUPPORTED,
     "OpSetMeshOutputsEXT: this instruction is not supported"},
    {"an instruction that nobody knows", SHADER("!0x0001fff0\n"), KILN_ERROR_UNSUPPORTED, "no opcode 65520"},
    {"an operand is missing", SHADER("!0x00040080 %uint %y %1\n"), KILN_ERROR_INVALID_MODULE,
     "OpIAdd: an operand is missing"},
    {"an operand too many", SHADER("!0x00060080 %uint %y %1 %1 %1\n"), KILN_ERROR_INVALID_MODULE,
     "OpIAdd: there are 1 words too many"},
    {"an id out of bounds", SHADER("!0x00050080 %uint %y %1 !9999\n"), KILN_ERROR_INVALID_MODULE,
     "id 9999 is out of bounds"},
    {"a constant of an operand too few", HEAD("") TYPES "OpNop\n!0x00050034 %uint %y !128 %1\n" BODY(""),
     KILN_ERROR_INVALID_MODULE, "OpSpecConstantOp: an operand is missing"},
    {"half a pair", SHADER("!0x000400f5 %uint %y %1\n"), KILN_ERROR_INVALID_MODULE,
     "OpPhi: an operand is missing"},
    {"half a number",
     HEAD("OpCapability Int64\n") "%l = OpTypeInt 64 0\n!0x0004002b %l %y !1\n" TYPES BODY(""),
     KILN_ERROR_INVALID_MODULE, "OpConstant: a part of the number is missing"},
    {"a string without an end",
     "OpCapability Shader\n!0x0002000a !0x41414141\nOpMemoryModel Logical GLSL450\n",
     KILN_ERROR_INVALID_MODULE, "OpExtension: the end of a string is missing"},
    {"a mask without its operand",
     SHADER(INDEX "%up = OpAccessChain %pu %buf %0 %i\nOpNop\n!0x0005003d %uint %x %up !2\n"),
     KILN_ERROR_INVALID_MODULE, "OpLoad: an operand of a mask is missing"},
    {"an instruction that leaves the module", SHADER("") "!0x00ff0001\n", KILN_ERROR_INVALID_MODULE,
     "an instruction of 255 words"},
    {"no entry point",
     "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"other\"\n"
     "OpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
     "%main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n",
     KILN_ERROR_NO_ENTRY_POINT, "no compute entry point 'main'"},
    {"no local size",
     "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"
     "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
     "%main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n",
     KILN_ERROR_INVALID_MODULE, "no workgroup size"},
    {"too many invocations",
     "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"
     "OpExecutionMode %main LocalSize 64 64 1\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
     "%main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n",
     KILN_ERROR_LIMIT, "more than 1024 invocations"},
    {"physical addressing",
     "OpCapability Shader\nOpMemoryModel Physical32 GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"
     "OpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
     "%main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n",
     KILN_ERROR_UNSUPPORTED, "addressing model"},
    {"an image in a variable",
     HEAD("") "OpDecorate %image DescriptorSet 0\nOpDecorate %image Binding 2\n" TYPES
              "%t = OpTypeImage %uint 2D 0 0 0 2 R32ui\n%pt = OpTypePointer UniformConstant %t\n"
              "%pft = OpTypePointer Function %t\n%image = OpVariable %pt UniformConstant\n" BODY(
                  "%var = OpVariable %pft Function\n%x = OpLoad %t %image\nOpStore %var %x\n"),
     KILN_ERROR_INVALID_MODULE, "OpStore: an image or a sampler is stored"},
    {"a built-in in a constant",
     "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %lid\n"
     "OpDecorate %wg BuiltIn WorkgroupSize\nOpDecorate %lid BuiltIn LocalInvocationId\n"
     "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%v3 = OpTypeVector %uint 3\n"
     "%pv3 = OpTypePointer Input %v3\n%lid = OpVariable %pv3 Input\n%1 = OpConstant %uint 1\n"
     "%c = OpConstantComposite %v3 %1 %lid %1\n%wg = OpConstantComposite %v3 %1 %1 %1\n"
     "%main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n",
     KILN_ERROR_INVALID_MODULE, "cannot be used here"},
    {"undefined id", SHADER("%y = OpIAdd %uint %1 %nothing\n"), KILN_ERROR_INVALID_MODULE, "is not a value"},
    {"type as value", SHADER("%y = OpIAdd %uint %1 %uint\n"), KILN_ERROR_INVALID_MODULE, "is not a value"},
    {"value as type", SHADER("%y = OpIAdd %1 %1 %1\n"), KILN_ERROR_INVALID_MODULE, ""},
    {"float operand of IAdd", SHADER("%y = OpIAdd %uint %1 %f1\n"), KILN_ERROR_INVALID_MODULE,
     "an operand is not an integer"},
    {"int operand of FAdd", SHADER("%y = OpFAdd %float %f1 %1\n"), KILN_ERROR_INVALID_MODULE,
     "an operand is not a float"},
    {"float result of IAdd", SHADER("%y = OpIAdd %float %1 %1\n"), KILN_ERROR_INVALID_MODULE,
     "not an integer"},
    {"vector plus scalar", SHADER("%v = OpCompositeConstruct %v2 %1 %2\n%y = OpIAdd %v2 %v %1\n"),
     KILN_ERROR_INVALID_MODULE, "another number of components"},
    {"condition", SHADER("%y = OpSelect %uint %1 %1 %2\n"), KILN_ERROR_INVALID_MODULE, "not a boolean"},
    {"branch on an integer",
     SHADER(
         "OpSelectionMerge %m None\nOpBranchConditional %1 %m %n\n%n = OpLabel\nOpBranch %m\n%m = OpLabel\n"),
     KILN_ERROR_INVALID_MODULE, "the condition is not a boolean"},
    {"branch to nowhere", SHADER("OpBranch %uint\n%m = OpLabel\n"), KILN_ERROR_INVALID_MODULE,
     "is not a block"},
    {"extract out of range",
     SHADER("%v = OpCompositeConstruct %v2 %1 %2\n%y = OpCompositeExtract %uint %v 2\n"),
     KILN_ERROR_INVALID_MODULE, "index 2 is out of range"},
    {"extract of a scalar", SHADER("%y = OpCompositeExtract %uint %1 0\n"), KILN_ERROR_INVALID_MODULE,
     "out of range"},
    {"too few constituents", SHADER("%v = OpCompositeConstruct %v3 %1 %2\n"), KILN_ERROR_INVALID_MODULE,
     "2 constituents for a composite of 3"},
    {"too many constituents", SHADER("%v = OpCompositeConstruct %v2 %1 %2 %3\n"), KILN_ERROR_INVALID_MODULE,
     "too many constituents"},
    {"shuffle out of range",
     SHADER("%v = OpCompositeConstruct %v2 %1 %2\n%y = OpVectorShuffle %v2 %v %v 0 4\n"),
     KILN_ERROR_INVALID_MODULE, "component 4 is out of range"},
    {"chain too deep", SHADER("%p = OpAccessChain %pu %buf %0 %0 %0\n"), KILN_ERROR_INVALID_MODULE,
     "too many indices"},
    {"chain to another type", SHADER("%p = OpAccessChain %pf %buf %0 %0\n"), KILN_ERROR_INVALID_MODULE,
     "points to another type"},
    {"chain to no member", SHADER("%p = OpAccessChain %pu %buf %1 %0\n"), KILN_ERROR_INVALID_MODULE,
     "member 1 does not exist"},
    {"load of a value", SHADER("%y = OpLoad %uint %1\n"), KILN_ERROR_INVALID_MODULE,
     "a pointer to memory is needed"},
    {"load of another type", SHADER(INDEX "%up = OpAccessChain %pu %buf %0 %i\n%y = OpLoad %float %up\n"),
     KILN_ERROR_INVALID_MODULE, "result type"},
    {"load of a run-time array", SHADER("%pa = OpCopyObject %pblk %buf\n%y = OpLoad %blk %pa\n"),
     KILN_ERROR_INVALID_MODULE, "run-time array"},
    {"store of another type", SHADER("%up = OpAccessChain %pu %buf %0 %0\nOpStore %up %f1\n"),
     KILN_ERROR_INVALID_MODULE, "another type"},
    {"use before definition",
     SHADER("OpBranch %a\n%b = OpLabel\n%y = OpIAdd %uint %1 %z\nOpBranch %c\n%a = OpLabel\n%z = OpIAdd "
            "%uint %1 %2\n"
            "OpBranch %b\n%c = OpLabel\n"),
     KILN_ERROR_INVALID_MODULE, "is not a value that is defined here"},
    {"use that is not dominated",
     SHADER(
         INDEX LOAD_U
         "%c = OpIEqual %bool %x %1\nOpSelectionMerge %m None\nOpBranchConditional %c %t %m\n%t = OpLabel\n"
         "%z = OpIAdd %uint %x %2\nOpBranch %m\n%m = OpLabel\nOpStore %up %z\n"),
     KILN_ERROR_INVALID_MODULE, "dominate"},
    {"branch to the start", SHADER("OpBranch %start\n%m = OpLabel\n"), KILN_ERROR_INVALID_MODULE,
     "a branch to the first block"},
    {"phi of a stranger", SHADER("OpBranch %m\n%m = OpLabel\n%p = OpPhi %uint %1 %m\n"),
     KILN_ERROR_INVALID_MODULE, "is not a predecessor"},
    {"phi too late",
     SHADER(INDEX "OpBranch %m\n%m = OpLabel\n%z = OpIAdd %uint %i %1\n%p = OpPhi %uint %1 %start\n"),
     KILN_ERROR_INVALID_MODULE, "not at the start"},
    {"recursion",
     SHADER("%r = OpFunctionCall %void %f\n") "%f = OpFunction %void None %fn\n%fl = OpLabel\n"
                                              "%fr = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd\n",
     KILN_ERROR_INVALID_MODULE, "recursion"},
    {"missing argument",
     HEAD("") TYPES "%fn1 = OpTypeFunction %uint %uint\n" BODY(
         "%r = OpFunctionCall %uint %f\n") "%f = OpFunction %uint None %fn1\n%fp = OpFunctionParameter "
                                           "%uint\n%fl = OpLabel\nOpReturnValue %fp\n"
                                           "OpFunctionEnd\n",
     KILN_ERROR_INVALID_MODULE, "0 arguments for 1 parameters"},
    {"wrong argument",
     HEAD("") TYPES "%fn1 = OpTypeFunction %uint %uint\n" BODY(
         "%r = OpFunctionCall %uint %f %f1\n") "%f = OpFunction %uint None %fn1\n%fp = OpFunctionParameter "
                                               "%uint\n%fl = OpLabel\nOpReturnValue %fp\n"
                                               "OpFunctionEnd\n",
     KILN_ERROR_INVALID_MODULE, "argument 0 has another type"},
    {"duplicate switch case",
     SHADER(INDEX
            "OpSelectionMerge %m None\nOpSwitch %i %m 1 %a 1 %m\n%a = OpLabel\nOpBranch %m\n%m = OpLabel\n"),
     KILN_ERROR_INVALID_MODULE, ""},
    {"subgroup of a workgroup", SHADER("%d = OpGroupNonUniformElect %bool %2\n"), KILN_ERROR_INVALID_MODULE,
     "the execution scope is not the subgroup"},
    {"vote of a number", SHADER("%d = OpGroupNonUniformAny %bool %3 %1\n"), KILN_ERROR_INVALID_MODULE,
     "the predicate is not a boolean"},
    {"ballot of two words", SHADER("%d = OpGroupNonUniformBallot %v2 %3 %true\n"), KILN_ERROR_INVALID_MODULE,
     "not a vector of four"},
    {"subgroup sum of floats as integers", SHADER("%d = OpGroupNonUniformIAdd %float %3 Reduce %f1\n"),
     KILN_ERROR_INVALID_MODULE, "does not fit the operation"},
    {"cluster of three", SHADER("%d = OpGroupNonUniformIAdd %uint %3 ClusteredReduce %1 %3\n"),
     KILN_ERROR_INVALID_MODULE, "not a power of two"},
    {"partitioned sum of no ballot",
     SHADER("%d = OpGroupNonUniformIAdd %uint %3 PartitionedReduceNV %1 %1\n"), KILN_ERROR_INVALID_MODULE,
     "not a vector of four"},
    {"partition of two words", SHADER("%d = OpGroupNonUniformPartitionNV %v2 %1\n"),
     KILN_ERROR_INVALID_MODULE, "not a vector of four"},
    {"untyped variable of a function",
     HEAD("") TYPES "OpNop\n!0x00031141 %up !7\n" BODY("OpNop\n!0x00051142 %up %d !7 %uint\n"),
     KILN_ERROR_UNSUPPORTED, "an untyped variable of storage class 7"},
    {"array of buffers taken for a block",
     HEAD("OpDecorate %bufs DescriptorSet 0\nOpDecorate %bufs Binding 2\n") TYPES
     "OpNop\n!0x00031141 %up !2\n%blks = OpTypeArray %blk %2\n"
     "%pblks = OpTypePointer Uniform %blks\n%bufs = OpVariable %pblks Uniform\n" BODY(
         "OpNop\n!0x00071143 %up %d %blk %bufs %0 %1\n"),
     KILN_ERROR_INVALID_MODULE, "an array of buffers is taken for something else"},
    {"variable of a function taken for another type",
     HEAD("") TYPES "OpNop\n!0x00031141 %up !7\n" BODY(
         "%var = OpVariable %pfun Function\nOpNop\n!0x00051143 %up %d %float %var\n"),
     KILN_ERROR_INVALID_MODULE, "its own has no layout"},
    {"load of nothing in particular",
     HEAD("") TYPES
     "OpNop\n!0x00031141 %up !12\n%null = OpConstantNull %up\n" BODY("%d = OpArrayLength %uint %null 0\n"),
     KILN_ERROR_INVALID_MODULE, "not a pointer to a buffer block"},
    {"shuffle to another type", SHADER("%d = OpGroupNonUniformShuffle %float %3 %1 %0\n"),
     KILN_ERROR_INVALID_MODULE, "not of the result's type"},
    {"quad swap of direction 3", SHADER("%d = OpGroupNonUniformQuadSwap %uint %3 %1 %3\n"),
     KILN_ERROR_INVALID_MODULE, "direction 3"},
    {"dot product of floats", SHADER("%d = OpSDotKHR %uint %f1 %f1 PackedVectorFormat4x8BitKHR\n"),
     KILN_ERROR_INVALID_MODULE, "neither two vectors"},
    {"device clock", SHADER("%d = OpReadClockKHR %v2 %1\n"), KILN_ERROR_UNSUPPORTED, "a clock of scope 1"},
    {"GLSL of the wrong type", SHADER("%d = OpExtInst %float %glsl Sin %1\n"), KILN_ERROR_INVALID_MODULE,
     "operand 5 has the wrong type"},
    {"GLSL on doubles' bits", SHADER("%d = OpExtInst %uint %glsl PackHalf2x16 %f1\n"),
     KILN_ERROR_INVALID_MODULE, "the types do not fit"},
    {"interpolation", SHADER("%d = OpExtInst %float %glsl InterpolateAtCentroid %f1\n"),
     KILN_ERROR_UNSUPPORTED, "GLSL.std.450 instruction 76"},
    {"forward references in GLSL", SHADER("OpNop\n!0x00061151 %float %d %glsl !13 %f1\n"),
     KILN_ERROR_INVALID_MODULE, "forward references in an instruction with a meaning"},
    {"array length of no array", SHADER("%d = OpArrayLength %uint %buf 1\n"), KILN_ERROR_INVALID_MODULE,
     "member 1 is not a run-time array"},
    {"atomic on a float",
     SHADER("%p = OpAccessChain %pf %fbuf %0 %0\n%d = OpAtomicIAdd %float %p %1 %0 %f1\n"),
     KILN_ERROR_INVALID_MODULE, "not a pointer to an integer"},
    {"barrier scope not constant", SHADER(INDEX "OpControlBarrier %i %2 %0\n"), KILN_ERROR_INVALID_MODULE,
     "not an integer constant"},
    {"extended instructions of OpenCL",
     "OpCapability Shader\n%cl = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Logical GLSL450\n"
     "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n"
     "%fn = OpTypeFunction %void\n%main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n",
     KILN_ERROR_UNSUPPORTED, "OpenCL.std"},
};

static const struct refusal *refusal;

static void run_refusal(void)
{
    uint32_t *words;
    size_t count;
    char message[512];
    if (!assemble(refusal->text, &words, &count))
        return;
    enum kiln_result r;
    struct kiln_kernel *k = to_llvm(words, count, false, &r, message, sizeof(message));
    kt_eq(r, refusal->result);
    kt_ok(strstr(message, refusal->message), "message '%s' does not say '%s'", message, refusal->message);
    kt_true(k == NULL);
    kiln_kernel_destroy(k);
    free(words);
}

// ---- which instruction an error names ----

#define UNSIZED                                                                                              \
    "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"            \
    "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
#define DOMINATED                                                                                            \
    SHADER(INDEX LOAD_U "%c = OpULessThan %bool %x %1\nOpSelectionMerge %end None\nOpBranchConditional %c "  \
                        "%then %end\n%then = OpLabel\n"                                                      \
                        "%a = OpIAdd %uint %x %2\nOpBranch %end\n%end = OpLabel\nOpStore %up %a\n")

static const struct blame {
    const char *name, *text;
    bool validate;
    uint16_t op;
    const char *message;
} blames[] = {
    {"a type as an operand, by the validator", SHADER("%d = OpIAdd %uint %1 %uint\n"), true, SpvOpIAdd,
     "cannot be a type"},
    {"and with the names that SPIRV-Tools gives", SHADER("%d = OpIAdd %uint %1 %uint\n"), true, SpvOpIAdd,
     "%uint"},
    {"a type as an operand, by the translation", SHADER("%d = OpIAdd %uint %1 %uint\n"), false, SpvOpIAdd,
     "not a value"},
    {"a decoration of nothing", HEAD("") "OpDecorate %none RelaxedPrecision\n" TYPES BODY(""), true,
     SpvOpDecorate, "forward referenced"},
    {"no OpFunctionEnd", HEAD("") TYPES "%main = OpFunction %void None %fn\n%start = OpLabel\nOpReturn\n",
     true, SpvOpReturn, "Missing OpFunctionEnd"},
    {"a definition that does not dominate, by the validator", DOMINATED, true, SpvOpLabel,
     "does not dominate"},
    {"a definition that does not dominate, without it", DOMINATED, false, SpvOpLabel, "does not dominate"},
    {"a loop that merges at a constant",
     SHADER("OpBranch %h\n%h = OpLabel\n%g = OpGroupNonUniformElect %bool %3\nOpLoopMerge %1 %e "
            "None\nOpBranch %e\n%e = OpLabel\n"
            "OpBranchConditional %true %h %x\n%x = OpLabel\n"),
     false, SpvOpLoopMerge, "%"},
    {"a line without an end", HEAD("%file = OpString \"f\"\n") TYPES "!0x00040008 %file\n", false, SpvOpLine,
     "4 words where 2 are left"},
    {"no workgroup size", UNSIZED BODY(""), false, SpvOpEntryPoint, "no workgroup size"},
    {"an empty workgroup",
     "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"
     "OpExecutionMode %main LocalSize 8 0 1\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n" BODY(""),
     false, SpvOpExecutionMode, "the workgroup size is zero"},
    {"a pointer that is only declared",
     HEAD("OpTypeForwardPointer %pd PhysicalStorageBuffer\n") TYPES BODY(""), false, SpvOpTypeForwardPointer,
     "only declared"},
};

static const struct blame *blame;

static void run_blame(void)
{
    uint32_t *words;
    size_t count, at = 5;
    unsigned index = 0;
    char message[512];
    if (!assemble(blame->text, &words, &count))
        return;
    enum kiln_result r;
    kt_true(to_llvm(words, count, blame->validate, &r, message, sizeof(message)) == NULL);
    kt_ok(sscanf(message, "instruction %u: Op", &index) == 1 && strstr(message, blame->message),
          "message '%s'", message);
    for (unsigned n = 0; n < index && at < count; n++)
        at += words[at] >> 16;
    kt_ok(at < count && (words[at] & 0xffff) == blame->op, "message '%s', opcode %u", message,
          words[at] & 0xffff);
    free(words);
}

// ---- what the IR looks like ----

static const struct shape {
    const char *name, *text;
    const char *has[4], *lacks[4];
} shapes[] = {
    {"neighbours become one load",
     SHADER(INDEX "%b = OpIMul %uint %i %2\n%b1 = OpIAdd %uint %b %1\n%p0 = OpAccessChain %pu %buf %0 %b\n"
                  "%p1 = OpAccessChain %pu %buf %0 %b1\n%x0 = OpLoad %uint %p0\n%x1 = OpLoad %uint %p1\n"
                  "OpStore %p0 %x1\nOpStore %p1 %x0\n"),
     {"load <2 x i32>", "store <2 x i32>"},
     {0}},
    {"division by a constant is multiplied",
     SHADER(INDEX LOAD_U "%q = OpUDiv %uint %x %3\nOpStore %up %q\n"),
     {"2863311531", "lshr"},
     {"udiv"}},
    {"OpSMod has the divisor's sign, OpSRem the dividend's",
     HEAD("") TYPES
     "%n7 = OpConstant %int -7\n%p5 = OpConstant %int 5\n%n5 = OpConstant %int -5\n%p7 = OpConstant %int "
     "7\n" BODY(
         INDEX
         "%a = OpSMod %int %p5 %n7\n%b = OpSMod %int %n5 %p7\n%c = OpSRem %int %n5 %p7\n"
         "%d = OpSMod %int %n7 %n7\n%ua = OpBitcast %uint %a\n%ub = OpBitcast %uint %b\n"
         "%uc = OpBitcast %uint %c\n%p0 = OpAccessChain %pu %buf %0 %i\n%p1 = OpAccessChain %pu %buf %0 %ua\n"
         "OpStore %p0 %ua\nOpStore %p0 %ub\nOpAtomicStore %p0 %1 %0 %ua\nOpAtomicStore %p0 %1 %0 %ub\n"
         "OpAtomicStore %p0 %1 %0 %uc\n"),
     {"store atomic i32 -2,", "store atomic i32 2,", "store atomic i32 -5,"},
     {0}},
    {"shared memory is cleared in messages of four dwords",
     HEAD("") TYPES
     "%n = OpConstant %uint 512\n%sarr = OpTypeArray %uint %n\n%psarr = OpTypePointer Workgroup %sarr\n"
     "%psu = OpTypePointer Workgroup %uint\n%null = OpConstantNull %sarr\n"
     "%sv = OpVariable %psarr Workgroup %null\n" BODY(
         INDEX LOAD_U "%e = OpAccessChain %psu %sv %x\n%y = OpLoad %uint %e\nOpStore %up %y\n"),
     {"store <4 x i32> zeroinitializer", "kiln.barrier"},
     {"store i32 0"}},
    {"a variable division stays",
     SHADER(INDEX LOAD_U "%q = OpUDiv %uint %x %i\nOpStore %up %q\n"),
     {"udiv i32"},
     {0}},
    {"local variables are promoted",
     SHADER("%v = OpVariable %pfun Function\n" INDEX LOAD_U
            "OpStore %v %x\n%y = OpLoad %uint %v\n%z = OpIAdd %uint %y %1\nOpStore %up %z\n"),
     {"add i32"},
     {"alloca"}},
    {"float products may contract",
     SHADER(INDEX "%p = OpAccessChain %pf %fbuf %0 %i\n%x = OpLoad %float %p\n%m = OpFMul %float %x %x\n"
                  "%s = OpFAdd %float %m %f1\nOpStore %p %s\n"),
     {"fmul contract float", "fadd contract afn float"},
     {0}},
    {"barriers are convergent calls",
     HEAD("") TYPES "%sem = OpConstant %uint 264\n" BODY("OpControlBarrier %2 %2 %sem\n"),
     {"call void @kiln.barrier()", "call void @kiln.fence(i32 1)", "convergent"},
     {0}},
    {"atomics are relaxed",
     SHADER(INDEX "%up = OpAccessChain %pu %buf %0 %i\n%y = OpAtomicIAdd %uint %up %1 %0 %2\n"),
     {"atomicrmw add ptr addrspace(2)", "monotonic"},
     {0}},
    {"pointers may be chosen",
     "OpCapability Shader\nOpCapability VariablePointersStorageBuffer\n"
     "OpExtension \"SPV_KHR_storage_buffer_storage_class\"\nOpExtension \"SPV_KHR_variable_pointers\"\n"
     "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\" %gid\n"
     "OpExecutionMode %main LocalSize 64 1 1\nOpDecorate %gid BuiltIn GlobalInvocationId\n"
     "OpDecorate %arr ArrayStride 4\nOpMemberDecorate %blk 0 Offset 0\nOpDecorate %blk Block\n"
     "OpDecorate %a DescriptorSet 0\nOpDecorate %a Binding 0\nOpDecorate %b DescriptorSet 0\nOpDecorate %b "
     "Binding 1\n"
     "OpDecorate %pu ArrayStride 4\n"
     "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n"
     "%v3 = OpTypeVector %uint 3\n%pv3 = OpTypePointer Input %v3\n%pui = OpTypePointer Input %uint\n"
     "%gid = OpVariable %pv3 Input\n%arr = OpTypeRuntimeArray %uint\n%blk = OpTypeStruct %arr\n"
     "%pblk = OpTypePointer StorageBuffer %blk\n%pu = OpTypePointer StorageBuffer %uint\n"
     "%a = OpVariable %pblk StorageBuffer\n%b = OpVariable %pblk StorageBuffer\n"
     "%0 = OpConstant %uint 0\n%3 = OpConstant %uint 3\n%null = OpConstantNull %pu\n" BODY(
         INDEX
         "%pa = OpAccessChain %pu %a %0 %i\n%pb = OpAccessChain %pu %b %0 %0\n%c = OpIEqual %bool %i %3\n"
         "%p = OpSelect %pu %c %pa %pb\nOpSelectionMerge %m None\nOpBranchConditional %c %t %m\n%t = "
         "OpLabel\n"
         "%q = OpPtrAccessChain %pu %p %3\nOpBranch %m\n%m = OpLabel\n%r = OpPhi %pu %p %start %q %t\n"
         "OpStore %r %3\n"),
     {"select i1", "store i32 3"},
     {0}},
    {"small tables are not in memory",
     HEAD("") TYPES
     "%4 = OpConstant %uint 4\n%ta = OpTypeArray %uint %4\n%pta = OpTypePointer Function %ta\n"
     "%tc = OpConstantComposite %ta %3 %1 %2 %0\n" BODY(
         "%v = OpVariable %pta Function\n" INDEX LOAD_U
         "OpStore %v %tc\n%e = OpAccessChain %pfun %v %x\n%y = OpLoad %uint %e\nOpStore %up %y\n"),
     {"lshr i32", "531"}, // 3, 1, 2, 0 in nibbles: 0x0213
     {"alloca"}},
    {"short tables that are written are not",
     HEAD("") TYPES "%4 = OpConstant %uint 4\n%ta = OpTypeArray %uint %4\n%pta = OpTypePointer Function %ta\n"
                    "%tc = OpConstantComposite %ta %3 %1 %2 %0\n" BODY(
                        "%v = OpVariable %pta Function\n" INDEX LOAD_U
                        "OpStore %v %tc\n%w = OpAccessChain %pfun %v %i\nOpStore %w %x\n"
                        "%e = OpAccessChain %pfun %v %x\n%y = OpLoad %uint %e\nOpStore %up %y\n"),
     {"select i1"},
     {"alloca"}},
    {"of eight elements, too, if few indices are computed",
     HEAD("") TYPES "%8 = OpConstant %uint 8\n%ta = OpTypeArray %uint %8\n%pta = OpTypePointer Function %ta\n"
                    "%tc = OpConstantComposite %ta %3 %1 %2 %0 %0 %2 %1 %3\n" BODY(
                        "%v = OpVariable %pta Function\n" INDEX LOAD_U
                        "OpStore %v %tc\n%w = OpAccessChain %pfun %v %i\nOpStore %w %x\n"
                        "%e = OpAccessChain %pfun %v %x\n%y = OpLoad %uint %e\nOpStore %up %y\n"),
     {"select i1"},
     {"alloca"}},
    {"longer ones that are written are",
     HEAD("") TYPES
     "%8 = OpConstant %uint 17\n%ta = OpTypeArray %uint %8\n%pta = OpTypePointer Function %ta\n"
     "%tc = OpConstantComposite %ta %3 %1 %2 %0 %0 %2 %1 %3 %0 %1 %2 %3 %0 %1 %2 %3 %1\n" BODY(
         "%v = OpVariable %pta Function\n" INDEX LOAD_U
         "OpStore %v %tc\n%w = OpAccessChain %pfun %v %i\nOpStore %w %x\n"
         "%e = OpAccessChain %pfun %v %x\n%y = OpLoad %uint %e\nOpStore %up %y\n"),
     {"alloca"},
     {0}},
    {"unreachable blocks may use anything",
     SHADER("OpBranch %m\n%dead = OpLabel\n%y = OpIAdd %uint %1 %later\nOpBranch %m\n%m = OpLabel\n%later = "
            "OpIAdd %uint "
            "%1 %2\n"),
     {"ret void"},
     {0}},
    {"a stored result survives inlining twice",
     HEAD("") TYPES "%fn1 = OpTypeFunction %uint %uint\n" BODY(
         INDEX LOAD_U "%r = OpFunctionCall %uint %f %x\n%s = OpFunctionCall %uint %f %r\nOpStore %up "
                      "%s\n") "%f = OpFunction %uint None %fn1\n%fp = OpFunctionParameter %uint\n%fl = "
                              "OpLabel\n%fy = OpIMul %uint %fp %fp\n"
                              "OpReturnValue %fy\nOpFunctionEnd\n",
     {"mul i32", "store i32"},
     {"call i32 @f"}},
};

static const struct shape *shape;

static void run_shape(void)
{
    uint32_t *words;
    size_t count;
    char message[512];
    enum kiln_result r;
    if (!assemble(shape->text, &words, &count))
        return;
    struct kiln_kernel *k = to_llvm(words, count, false, &r, message, sizeof(message));
    kt_ok(r == KILN_OK, "%d: %s", (int)r, message);
    const char *ir = k ? kiln_kernel_get_text(k, KILN_EMIT_LLVM) : NULL;
    for (unsigned n = 0; ir && n < 4; n++) {
        if (shape->has[n])
            kt_ok(strstr(ir, shape->has[n]), "no '%s' in\n%s", shape->has[n], ir);
        if (shape->lacks[n])
            kt_ok(!strstr(ir, shape->lacks[n]), "'%s' in\n%s", shape->lacks[n], ir);
    }
    kiln_kernel_destroy(k);
    free(words);
}

// ---- metadata ----

KT_TEST(bindings_and_sizes)
{
    static const char text[] = SHADER(INDEX LOAD_U "%p = OpAccessChain %pf %fbuf %0 %x\nOpStore %p %f1\n");
    uint32_t *words;
    size_t count;
    char message[512];
    enum kiln_result r;
    if (!assemble(text, &words, &count))
        return;
    struct kiln_kernel *k = to_llvm(words, count, true, &r, message, sizeof(message));
    kt_ok(r == KILN_OK, "%s", message);
    if (k) {
        const struct kiln_kernel_info *i = kiln_kernel_get_info(k);
        const struct kiln_binding *b = kiln_kernel_get_bindings(k);
        kt_eq(i->local_size[0], 64);
        kt_eq(i->binding_count, 2);
        kt_eq(i->bti_count, 2);
        kt_eq(b[0].binding, 1); // in the order of first use
        kt_eq(b[0].bti, 0);
        kt_eq(b[1].binding, 0);
        kt_eq(b[1].bti, 1);
        kt_eq(b[1].resource, KILN_RESOURCE_STORAGE_BUFFER);
        kt_eq(i->per_thread_regs, 1);
        kt_eq(i->push_size, 0);
        kt_eq(i->num_workgroups_offset, KILN_NO_OFFSET);
    }
    kiln_kernel_destroy(k);
    free(words);
}

// What an instruction or a phi names has a place; what only a block names that is never reached has none.
KT_TEST(bindings_are_what_is_named)
{
    static const char text[] = HEAD("OpDecorate %other DescriptorSet 0\nOpDecorate %other Binding 5\n") TYPES
        "%other = OpVariable %pblk Uniform\n" BODY(
            INDEX "%c = OpINotEqual %bool %i %0\nOpSelectionMerge %m None\nOpBranchConditional %c %t %m\n"
                  "%t = OpLabel\nOpBranch %m\n%m = OpLabel\n%p = OpPhi %pblk %buf %start %other %t\n"
                  "%up = OpAccessChain %pu %p %0 %i\nOpStore %up %3\n"
                  "OpSelectionMerge %end None\nOpBranchConditional %true %end %never\n%never = OpLabel\n"
                  "%fp = OpAccessChain %pf %fbuf %0 %i\nOpStore %fp %f1\nOpBranch %end\n%end = OpLabel\n");
    uint32_t *words;
    size_t count;
    char message[512];
    enum kiln_result r;
    if (!assemble(text, &words, &count))
        return;
    struct kiln_kernel *k = to_llvm(words, count, false, &r, message, sizeof(message));
    kt_ok(r == KILN_OK, "%s", message);
    if (k) {
        const struct kiln_binding *b = kiln_kernel_get_bindings(k);
        kt_eq(kiln_kernel_get_info(k)->binding_count, 2);
        kt_eq(b[0].binding, 1);
        kt_eq(b[1].binding, 5);
    }
    kiln_kernel_destroy(k);
    free(words);
}

// Buffers are told apart by declaration, but for those that say Aliased, views of one binding, and volatile
// accesses.
KT_TEST(buffers_are_told_apart)
{
#define ALIASING(decorations, access)                                                                        \
    HEAD("OpDecorate %other DescriptorSet 0\nOpDecorate %other Binding 5\n"                                  \
         "OpDecorate %view DescriptorSet 0\nOpDecorate %view Binding 1\n" decorations)                       \
    TYPES "%other = OpVariable %pblk Uniform\n%view = OpVariable %pblk Uniform\n" BODY(                      \
        INDEX "%p = OpAccessChain %pu %buf %0 %i\nOpStore %p %3\n" access                                    \
              "%q = OpAccessChain %pu %buf %0 %0\n"                                                          \
              "OpStore %q %v\n")
#define READ(name) "%o = OpAccessChain %pu %" name " %0 %i\n%v = OpLoad %uint %o\n"
    static const struct {
        const char *text;
        unsigned apart; // accesses that meet no other buffer's
    } cases[] = {
        {ALIASING("", READ("other")), 3},
        {ALIASING("OpDecorate %other Aliased\n", READ("other")), 0},
        {ALIASING("OpDecorate %other Aliased\nOpDecorate %buf Aliased\n", READ("other")), 0},
        {ALIASING("", READ("view")), 0},
        {ALIASING("", "%o = OpAccessChain %pu %other %0 %i\n%v = OpLoad %uint %o Volatile\n"), 0},
    };
    for (unsigned k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        uint32_t *words;
        size_t count;
        char message[512];
        enum kiln_result r;
        if (!assemble(cases[k].text, &words, &count))
            return;
        struct kiln_kernel *kernel = to_llvm(words, count, false, &r, message, sizeof(message));
        kt_ok(r == KILN_OK, "%u: %s", k, message);
        const char *ir = kernel ? kiln_kernel_get_text(kernel, KILN_EMIT_LLVM) : "";
        unsigned apart = 0;
        for (const char *s = ir; (s = strstr(s, "!noalias !")); s++)
            apart++;
        kt_ok(apart == cases[k].apart, "%u: %u accesses are told apart\n%s", k, apart, ir);
        kiln_kernel_destroy(kernel);
        free(words);
    }
}

// A module of the other byte order is the same module.
KT_TEST(byte_order)
{
    uint32_t *words;
    size_t count;
    char message[512];
    enum kiln_result r;
    if (!assemble(SHADER(INDEX LOAD_U "OpStore %up %3\n"), &words, &count))
        return;
    struct kiln_kernel *k = to_llvm(words, count, false, &r, message, sizeof(message));
    for (size_t n = 0; n < count; n++)
        words[n] = __builtin_bswap32(words[n]);
    struct kiln_kernel *swapped = to_llvm(words, count, false, &r, message, sizeof(message));
    kt_ok(r == KILN_OK, "%s", message);
    if (k && swapped)
        kt_ok(!strcmp(kiln_kernel_get_text(k, KILN_EMIT_LLVM), kiln_kernel_get_text(swapped, KILN_EMIT_LLVM)),
              "the two differ");
    kiln_kernel_destroy(k);
    kiln_kernel_destroy(swapped);
    words[0] = 0x12345678;
    to_llvm(words, count, false, &r, message, sizeof(message));
    kt_eq(r, KILN_ERROR_INVALID_MODULE);
    kt_ok(strstr(message, "not SPIR-V"), "%s", message);
    free(words);
}

// SPIRV-Tools' validator crashes on these: a query's entry point has no OpExecutionMode.
KT_TEST(query_without_execution_mode)
{
    static const char text[] =
        "OpCapability Shader\nOpCapability ImageQuery\nOpMemoryModel Logical GLSL450\n"
        "OpEntryPoint GLCompute %main \"main\"\nOpDecorate %size BuiltIn WorkgroupSize\n"
        "OpDecorate %t DescriptorSet 0\nOpDecorate %t Binding 0\n"
        "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n%float = OpTypeFloat 32\n"
        "%v2 = OpTypeVector %float 2\n%v3 = OpTypeVector %uint 3\n%4 = OpConstant %uint 4\n"
        "%1 = OpConstant %uint 1\n%size = OpConstantComposite %v3 %4 %1 %1\n%f = OpConstant %float 0.5\n"
        "%at = OpConstantComposite %v2 %f %f\n%image = OpTypeImage %float 2D 0 0 0 1 Unknown\n"
        "%sampled = OpTypeSampledImage %image\n%p = OpTypePointer UniformConstant %sampled\n"
        "%t = OpVariable %p UniformConstant\n%main = OpFunction %void None %fn\n%l = OpLabel\n"
        "%s = OpLoad %sampled %t\n%lod = OpImageQueryLod %v2 %s %at\nOpReturn\nOpFunctionEnd\n";
    uint32_t *words;
    size_t count;
    char message[512] = "";
    enum kiln_result r;
    if (!assemble(text, &words, &count))
        return;
    kiln_kernel_destroy(to_llvm(words, count, true, &r, message, sizeof(message)));
    kt_ok(r == KILN_OK, "%s", message);
    free(words);
}

// A module that may look at its subgroups has the reported width only where its constants let it.
KT_TEST(width_of_what_looks_at_subgroups)
{
    static const struct {
        const char *name, *seen, *otherwise;
        unsigned simd;
        const char *group; // NULL: 64
    } rows[] = {
        {"a shuffle", "%y = OpGroupNonUniformShuffle %uint %3 %x %1\n", "", 32},
        {"a shuffle that the constant leaves out", "", "%y = OpGroupNonUniformShuffle %uint %3 %x %1\n", 0},
        {"the size", "%y = OpLoad %uint %size\n", "", 32},
        {"the size, left out", "", "%y = OpLoad %uint %size\n", 0},
        {"a subgroup's barrier", "OpControlBarrier %3 %3 %0\n", "", 32},
        {"a subgroup's barrier, left out", "", "OpControlBarrier %3 %3 %0\n", 0},
        {"nothing", "", "", 0},
        // One subgroup of which lanes never run: no thread is wider than the group.
        {"a shuffle of 4", "%y = OpGroupNonUniformShuffle %uint %3 %x %1\n", "", 8, "4 1 1"},
        {"a shuffle of 2 x 4", "%y = OpGroupNonUniformShuffle %uint %3 %x %1\n", "", 8, "2 4 1"},
        {"a shuffle of 9", "%y = OpGroupNonUniformShuffle %uint %3 %x %1\n", "", 16, "9 1 1"},
        {"the size of 16", "%y = OpLoad %uint %size\n", "", 16, "4 2 2"},
        {"the size of 17", "%y = OpLoad %uint %size\n", "", 32, "17 1 1"},
    };
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
        char text[8192], message[512] = "";
        uint32_t *words;
        size_t count;
        snprintf(text, sizeof(text), "%s%s%s%s%s%s%s",
                 HEAD("OpCapability GroupNonUniform\nOpCapability GroupNonUniformShuffle\n"),
                 "OpDecorate %size BuiltIn SubgroupSize\n", TYPES,
                 "%size = OpVariable %pui Input\n%sc = OpSpecConstantTrue %bool\n"
                 "%main = OpFunction %void None %fn\n%start = OpLabel\n" INDEX LOAD_U
                 "OpSelectionMerge %end None\nOpBranchConditional %sc %yes %no\n%yes = OpLabel\n",
                 rows[n].seen, "OpBranch %end\n%no = OpLabel\n", rows[n].otherwise);
        if (rows[n].group) {
            char *at = strstr(text, "LocalSize 64 1 1\n");
            memset(at + 10, ' ', 6);
            memcpy(at + 10, rows[n].group, strlen(rows[n].group));
        }
        strcat(text, "OpBranch %end\n%end = OpLabel\n%w = OpPhi %uint %1 %yes %2 %no\nOpStore %up %w\n"
                     "OpReturn\nOpFunctionEnd\n");
        if (!assemble(text, &words, &count))
            continue;
        struct kiln_compile_options o = {
            .size = sizeof(o), .simd = 32, .simd_if_seen = true, .stop_after = "ra"}; // not widened
        struct kiln_kernel *k = NULL;
        enum kiln_result r = kiln_compile(words, count, &o, &k, message, sizeof(message));
        if (kt_ok(r == KILN_OK, "%s: %s", rows[n].name, message)) {
            unsigned simd = kiln_kernel_get_info(k)->simd;
            kt_ok(rows[n].simd ? simd == rows[n].simd : simd < 32, "%s: SIMD%u", rows[n].name, simd);
        }
        kiln_kernel_destroy(k);
        free(words);
    }
}

// A loop that counts `%k` to a limit, a constant or what a buffer holds, and whose rounds are `size`
// instructions.
static void loop_text(const char *control, const char *limit, unsigned size, char *out, size_t room)
{
    size_t at = (size_t)snprintf(
        out, room,
        "%s%s%%24 = OpConstant %%uint 24\n%%many = OpConstant %%uint 100000\n"
        "%%main = OpFunction %%void None %%fn\n%%start = OpLabel\n%s%s"
        "OpBranch %%head\n%%head = OpLabel\n%%k = OpPhi %%uint %%0 %%start %%k2 %%next\n"
        "%%s0 = OpPhi %%uint %%x %%start %%s%u %%next\n%%go = OpULessThan %%bool %%k %s\n"
        "OpLoopMerge %%end %%next %s\nOpBranchConditional %%go %%body %%end\n%%body = OpLabel\n",
        HEAD(""), TYPES, INDEX, LOAD_U, size, limit, control);
    for (unsigned n = 0; n < size; n++)
        at += (size_t)snprintf(out + at, room - at, "%%s%u = Op%s %%uint %%s%u %%%s\n", n + 1,
                               n % 2 ? "IMul" : "BitwiseXor", n, n % 2 ? "s0" : "k");
    snprintf(out + at, room - at,
             "OpBranch %%next\n%%next = OpLabel\n%%k2 = OpIAdd %%uint %%k %%1\nOpBranch %%head\n"
             "%%end = OpLabel\nOpStore %%up %%s0\nOpReturn\nOpFunctionEnd\n");
}

// What OpLoopMerge asks for is done, within limits; its operands stand in the order of their bits (1: Unroll,
// 8: DependencyLength, 16: MinIterations, 32: MaxIterations, 64: IterationMultiple, 128: PeelCount, 256:
// PartialCount, of which most are newer than the assembler here takes).
KT_TEST(loop_control)
{
    static const struct {
        const char *control, *limit;
        unsigned size, loops; // instructions of a round; loops that are left
        unsigned products;    // of all rounds, at least; 0: no more than in one
    } rows[] = {
        {"None", "%24", 40, 1, 0},          {"Unroll", "%24", 40, 0, 240},
        {"!49 !1 !30", "%24", 40, 0, 240},  {"Unroll", "%x", 40, 1, 0}, // the count is unknown
        {"Unroll", "%many", 40, 1, 0},                                  // far too large
        {"Unroll", "%24", 1200, 1, 0},                                  // too large
        {"None", "%3", 8, 0, 12},                                       // for being short
        {"DontUnroll", "%3", 8, 1, 0},      {"!256 !4", "%24", 40, 1, 60},
        {"!257 !4", "%24", 40, 1, 60},      {"!456 !8 !2 !1 !6", "%24", 40, 1, 100},
        {"!256 !1000000", "%24", 40, 1, 0},
    };
    static char text[65536];
    for (unsigned n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
        char message[512] = "";
        uint32_t *words;
        size_t count;
        unsigned products = 0;
        loop_text(rows[n].control, rows[n].limit, rows[n].size, text, sizeof(text));
        if (!assemble(text, &words, &count))
            continue;
        struct kiln_compile_options o = {.size = sizeof(o), .simd = 8, .dump = KILN_EMIT_LLVM};
        struct kiln_kernel *k = NULL;
        enum kiln_result r = kiln_compile(words, count, &o, &k, message, sizeof(message));
        if (kt_ok(r == KILN_OK, "%s: %s", rows[n].control, message)) {
            unsigned loops = kiln_kernel_get_info(k)->loops;
            for (const char *at = kiln_kernel_get_text(k, KILN_EMIT_LLVM); (at = strstr(at, " = mul ")); at++)
                products++;
            kt_ok(loops == rows[n].loops &&
                      (rows[n].products ? products >= rows[n].products : products <= rows[n].size),
                  "%s, %u instructions: %u loops, %u products", rows[n].control, rows[n].size, loops,
                  products);
        }
        kiln_kernel_destroy(k);
        free(words);
    }
}

KT_TEST(keys)
{
    uint32_t a[] = {1, 2, 3, 4}, b[] = {1, 2, 3, 5};
    uint32_t v1 = 7, v2 = 8;
    struct kiln_spec_constant s1 = {0, 4, &v1}, s2 = {0, 4, &v2};
    struct kiln_compile_options variants[] = {
        {0},
        {.simd = 8},
        {.entry_point = "x"},
        {.full_subgroups = true},
        {.spec_constants = &s1, .spec_constant_count = 1},
        {.spec_constants = &s2, .spec_constant_count = 1},
        {.robust_buffer_access = true},
        {.simd = 8, .simd_if_seen = true},
        {.valid_descriptors = true},
    };
    enum { VARIANTS = sizeof(variants) / sizeof(variants[0]) };
    uint8_t keys[VARIANTS + 1][KILN_KEY_SIZE];
    for (unsigned n = 0; n < VARIANTS; n++) {
        variants[n].size = sizeof(variants[n]);
        kt_eq(kiln_compile_key(a, 4, &variants[n], keys[n]), KILN_OK);
    }
    kiln_compile_key(b, 4, &variants[0], keys[VARIANTS]);
    for (unsigned n = 0; n <= VARIANTS; n++)
        for (unsigned m = 0; m < n; m++)
            kt_ok(memcmp(keys[n], keys[m], KILN_KEY_SIZE) != 0, "keys %u and %u are equal", m, n);
    uint8_t again[KILN_KEY_SIZE];
    kiln_compile_key(a, 4, NULL, again);
    kt_ok(!memcmp(again, keys[0], KILN_KEY_SIZE), "the key is not stable");
}

// ---- damaged modules ----

static uint32_t rng = 12345;

static uint32_t random32(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 17;
    return rng ^= rng << 5;
}

static void damage(uint32_t *words, size_t *count)
{
    unsigned edits = random32() % 4 ? 1 : 3;
    for (unsigned n = 0; n < edits; n++) {
        size_t at = 5 + random32() % (*count - 5);
        switch (random32() % 5) {
        case 0: // an operand becomes another small number: most ids and enumerants
        case 1:
        case 2:
            words[at] = random32() % 80;
            break;
        case 3: // a bit
            words[at] ^= 1u << random32() % 32;
            break;
        default: // another module's word
            words[at] = words[5 + random32() % (*count - 5)];
        }
    }
    if (random32() % 16 == 0)
        *count = 5 + random32() % (*count - 5);
}

// ---- monsters: modules whose size is in what they name, not in their words ----

struct text {
    char *at, *data;
};

static void add(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    t->at += vsprintf(t->at, fmt, ap);
    va_end(ap);
}

static struct text begin_monster(void)
{
    struct text t;
    t.at = t.data = malloc(8 << 20);
    add(&t, "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %%main \"main\"\n"
            "OpExecutionMode %%main LocalSize 1 1 1\n%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n"
            "%%uint = OpTypeInt 32 0\n%%n = OpConstant %%uint 65535\n%%bool = OpTypeBool\n%%t = "
            "OpConstantTrue %%bool\n");
    return t;
}

static void run_monster(struct text *t, enum kiln_result want, const char *says)
{
    uint32_t *words;
    size_t count;
    char message[256] = "";
    struct kiln_kernel *k = NULL;
    if (assemble(t->data, &words, &count)) {
        kt_eq(kiln_compile(words, count, NULL, &k, message, sizeof(message)), want);
        kt_ok(strstr(message, says), "the message is '%s'", message);
        kiln_kernel_destroy(k);
        free(words);
    }
    free(t->data);
}

#define MAIN "%%main = OpFunction %%void None %%fn\n%%l = OpLabel\n"
#define END "OpReturn\nOpFunctionEnd\n"

KT_TEST(monster_deep_type)
{
    struct text t = begin_monster();
    add(&t, "%%a0 = OpTypeArray %%uint %%n\n");
    for (int i = 1; i < 20000; i++)
        add(&t, "%%a%d = OpTypeArray %%a%d %%n\n", i, i - 1);
    add(&t, MAIN END);
    run_monster(&t, KILN_ERROR_UNSUPPORTED, "OpTypeArray: a type nested 513 deep");
}

KT_TEST(monster_doubling_types)
{
    struct text t = begin_monster();
    add(&t, "%%a0 = OpTypeStruct %%uint\n%%b0 = OpTypeStruct %%uint\n");
    for (int i = 1; i < 60; i++)
        add(&t, "%%a%d = OpTypeStruct %%a%d %%a%d\n%%b%d = OpTypeStruct %%b%d %%b%d\n", i, i - 1, i - 1, i,
            i - 1, i - 1);
    add(&t, MAIN "%%x = OpUndef %%a59\n%%y = OpCopyObject %%b59 %%x\n" END);
    run_monster(&t, KILN_ERROR_UNSUPPORTED, "OpTypeStruct: a type nested");
}

KT_TEST(monster_huge_value)
{
    struct text t = begin_monster();
    add(&t, "%%a = OpTypeArray %%uint %%n\n%%b = OpTypeArray %%a %%n\n" MAIN
            "%%x = OpUndef %%b\n%%y = OpSelect %%b %%t %%x %%x\n" END);
    run_monster(&t, KILN_ERROR_UNSUPPORTED, "OpUndef: a value of 4294836225 scalars");
}

KT_TEST(monster_doubling_calls)
{
    struct text t = begin_monster();
    add(&t, MAIN "%%c = OpFunctionCall %%void %%f0\n" END);
    for (int i = 0; i < 40; i++) {
        add(&t, "%%f%d = OpFunction %%void None %%fn\n%%l%d = OpLabel\n", i, i);
        if (i < 39)
            add(&t, "%%c%da = OpFunctionCall %%void %%f%d\n%%c%db = OpFunctionCall %%void %%f%d\n", i, i + 1,
                i, i + 1);
        add(&t, END);
    }
    run_monster(&t, KILN_ERROR_LIMIT, "has more than 4000000 instructions with all that it calls");
}

// Legal, if tall: a call in a call in a call...
KT_TEST(monster_tall_calls)
{
    struct text t = begin_monster();
    add(&t, MAIN "%%c = OpFunctionCall %%void %%f0\n" END);
    for (int i = 0; i < 20000; i++) {
        add(&t, "%%f%d = OpFunction %%void None %%fn\n%%l%d = OpLabel\n", i, i);
        if (i < 19999)
            add(&t, "%%c%d = OpFunctionCall %%void %%f%d\n", i, i + 1);
        add(&t, END);
    }
    run_monster(&t, KILN_OK, "");
}

// A subgroup operation keeps its lanes in the loop around it through any number of calls.
KT_TEST(monster_convergence_by_calls)
{
    struct text t = {.data = malloc(1 << 20)};
    t.at = t.data;
    add(&t,
        "OpCapability GroupNonUniform\nOpCapability Shader\nOpMemoryModel Logical GLSL450\n"
        "OpEntryPoint GLCompute %%main \"main\" %%id\nOpExecutionMode %%main LocalSize 8 1 1\n"
        "OpDecorate %%id BuiltIn LocalInvocationIndex\n%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n"
        "%%uint = OpTypeInt 32 0\n%%bool = OpTypeBool\n%%3 = OpConstant %%uint 3\n"
        "%%pin = OpTypePointer Input %%uint\n%%id = OpVariable %%pin Input\n" MAIN
        "%%i = OpLoad %%uint %%id\nOpBranch %%h\n%%h = OpLabel\nOpLoopMerge %%m %%c None\nOpBranch %%b\n"
        "%%b = OpLabel\n%%k = OpIEqual %%bool %%i %%3\nOpSelectionMerge %%e None\n"
        "OpBranchConditional %%k %%t %%e\n%%t = OpLabel\n%%r = OpFunctionCall %%void %%f0\nOpBranch %%m\n"
        "%%e = OpLabel\nOpBranch %%c\n%%c = OpLabel\nOpBranch %%h\n%%m = OpLabel\n" END);
    enum { N = 200 };
    for (int i = 0; i < N; i++) {
        add(&t, "%%f%d = OpFunction %%void None %%fn\n%%l%d = OpLabel\n", i, i);
        if (i < N - 1)
            add(&t, "%%c%d = OpFunctionCall %%void %%f%d\n", i, i + 1);
        else
            add(&t, "%%c%d = OpGroupNonUniformElect %%bool %%3\n", i);
        add(&t, END);
    }
    uint32_t *words;
    size_t count;
    if (assemble(t.data, &words, &count)) {
        char message[256] = "";
        enum kiln_result r;
        struct kiln_kernel *k = to_llvm(words, count, true, &r, message, sizeof(message));
        kt_ok(k, "%s", message);
        kt_ok(k && strstr(kiln_kernel_get_text(k, KILN_EMIT_LLVM), "kiln.convergence.loop"),
              "the loop is not marked");
        kiln_kernel_destroy(k);
        free(words);
    }
    free(t.data);
}

// Legal, if tall: nested and chained selections compile.
KT_TEST(monster_selections)
{
    struct text t = begin_monster();
    enum { N = 1500 };
    add(&t, MAIN);
    for (int i = 0; i < N; i++)
        add(&t, "OpSelectionMerge %%m%d None\nOpBranchConditional %%t %%a%d %%m%d\n%%a%d = OpLabel\n", i, i,
            i, i);
    for (int i = N; i-- > 0;)
        add(&t, "OpBranch %%m%d\n%%m%d = OpLabel\n", i, i);
    for (int i = N; i < 6 * N; i++)
        add(&t,
            "OpSelectionMerge %%m%d None\nOpBranchConditional %%t %%a%d %%m%d\n%%a%d = OpLabel\nOpBranch "
            "%%m%d\n%%m%d = OpLabel\n",
            i, i, i, i, i, i);
    add(&t, END);
    run_monster(&t, KILN_OK, "");
}

KT_TEST(damaged_modules)
{
    static const char *const texts[] = {
        SHADER(INDEX LOAD_U "%c = OpIEqual %bool %x %1\nOpSelectionMerge %m None\nOpBranchConditional %c %t "
                            "%m\n%t = OpLabel\n"
                            "%z = OpIAdd %uint %x %2\nOpBranch %m\n%m = OpLabel\n%y = OpPhi %uint %x %start "
                            "%z %t\nOpStore %up %y\n"),
        SHADER("%v = OpVariable %pfun Function\n" INDEX LOAD_U
               "OpStore %v %x\n%y = OpLoad %uint %v\n%w = OpCompositeConstruct %v4 %y %1 %x %i\n"
               "%s = OpVectorShuffle %v2 %w %w 1 3\n%e = OpCompositeExtract %uint %s 1\n"
               "%d = OpVectorExtractDynamic %uint %w %i\n%k = OpSelect %uint %true %d %e\n"
               "%q = OpUDiv %uint %k %3\nOpStore %up %q\n"),
        SHADER(INDEX "%p = OpAccessChain %pf %fbuf %0 %i\n%x = OpLoad %float %p\n%m = OpFMul %float %x %x\n"
                     "%s = OpExtInst %float %glsl Atan2 %m %x\n%g = OpExtInst %float %glsl FClamp %s %f1 %m\n"
                     "%h = OpConvertFToU %uint %g\n%up = OpAccessChain %pu %buf %0 %h\n"
                     "%a = OpAtomicIAdd %uint %up %1 %0 %2\n%n = OpBitcast %float %a\nOpStore %p %n\n"
                     "OpControlBarrier %2 %2 %0\n"),
        HEAD("") TYPES "%fn1 = OpTypeFunction %uint %uint\n" BODY(
            INDEX LOAD_U "%r = OpFunctionCall %uint %f %x\n%s = OpFunctionCall %uint %f %r\nOpStore %up "
                         "%s\n") "%f = OpFunction %uint None %fn1\n%fp = OpFunctionParameter %uint\n%fl "
                                 "= OpLabel\n"
                                 "OpSelectionMerge %fm None\nOpSwitch %fp %fd 1 %fa 2 %fb\n%fd = "
                                 "OpLabel\nOpBranch %fm\n%fa = OpLabel\n"
                                 "OpBranch %fb\n%fb = OpLabel\nOpReturnValue %fp\n%fm = OpLabel\n%fy = "
                                 "OpIMul %uint %fp %fp\n"
                                 "OpReturnValue %fy\nOpFunctionEnd\n",
    };
    unsigned good = 0, bad = 0;
    for (unsigned t = 0; t < sizeof(texts) / sizeof(texts[0]); t++) {
        uint32_t *words;
        size_t count;
        if (!assemble(texts[t], &words, &count))
            continue;
        for (unsigned n = 0; n < 150; n++) {
            uint32_t *copy = malloc(count * 4);
            size_t size = count;
            char message[512];
            enum kiln_result r;
            memcpy(copy, words, count * 4);
            damage(copy, &size);
            struct kiln_kernel *k = to_llvm(copy, size, false, &r, message, sizeof(message));
            kt_ok((r == KILN_OK) == (k != NULL), "result %d and kernel %p", (int)r, (void *)k);
            kt_ok(r == KILN_OK || message[0], "no message for result %d", (int)r);
            kt_ok(r != KILN_ERROR_INTERNAL, "%s", message);
            good += r == KILN_OK;
            bad += r != KILN_OK;
            kiln_kernel_destroy(k);
            free(copy);
        }
        free(words);
    }
    kt_ok(good > 10 && bad > 100, "%u survived, %u were refused: the damage does not test much", good, bad);
}

int main(int argc, char **argv)
{
    unsigned failed = 0;
    (void)argc;
    (void)argv;
    for (unsigned n = 0; n < sizeof(refusals) / sizeof(refusals[0]); n++) {
        char name[128];
        refusal = &refusals[n];
        snprintf(name, sizeof(name), "refuses: %s", refusal->name);
        failed += !kt_case_run(name, run_refusal);
    }
    for (unsigned n = 0; n < sizeof(blames) / sizeof(blames[0]); n++) {
        char name[128];
        blame = &blames[n];
        snprintf(name, sizeof(name), "names the instruction: %s", blame->name);
        failed += !kt_case_run(name, run_blame);
    }
    for (unsigned n = 0; n < sizeof(shapes) / sizeof(shapes[0]); n++) {
        char name[128];
        shape = &shapes[n];
        snprintf(name, sizeof(name), "IR: %s", shape->name);
        failed += !kt_case_run(name, run_shape);
    }
    int rest = kt_main(argc, argv);
    return failed || rest;
}
