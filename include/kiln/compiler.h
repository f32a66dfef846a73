// The Kiln compiler: SPIR-V compute shaders to EU kernels, with everything a driver needs to launch them.
//
// libkiln_compiler.so.1 exports only what is declared here (and in cache.h). A compile needs no GPU and no
// driver; it is thread-safe. What comes in is believed nothing: wrong arguments are errors, not crashes.
//
// The interface is stable: programs go on with newer libraries of the same major version, and with older ones
// as far as those have what they use.
// - Functions and values of enumerations are never taken away or changed; new ones come in.
// - A structure that begins with its size grows at its end. You set `size` to sizeof of what you were
// compiled
//   with. Of one that goes in, what an older program does not have is taken as 0, which is the default of
//   each member; what a newer program has is accepted while it is 0, and KILN_ERROR_INVALID_ARGUMENT
//   otherwise: an older library cannot do it. Of one that comes out, members that are not in both are 0; of
//   one that the library keeps, `size` says what there is (KILN_HAS).
// - A structure that does not begin with its size never changes.
#ifndef KILN_COMPILER_H
#define KILN_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KILN_COMPILER_API __attribute__((visibility("default")))

// Of this header, and in kiln_compiler_interface() of the library. The second number rises with what is
// added.
#define KILN_COMPILER_MAJOR 1u
#define KILN_COMPILER_MINOR 4u

// Whether a structure that the library keeps is long enough to have the member.
#define KILN_HAS(structure, member)                                                                          \
    ((structure)->size >= (size_t)((const char *)(&(structure)->member + 1) - (const char *)(structure)))

enum kiln_result {
    KILN_OK = 0,
    KILN_ERROR_INVALID_MODULE = -1, // the SPIR-V is malformed or breaks a rule that the compiler relies on
    KILN_ERROR_UNSUPPORTED = -2,    // legal, but not compiled yet: the message names the instruction
    KILN_ERROR_OUT_OF_MEMORY = -3,
    KILN_ERROR_NO_ENTRY_POINT = -4,
    KILN_ERROR_BAD_BLOB = -5, // kiln_kernel_deserialize: corrupt, truncated or of another version or device
    KILN_ERROR_INTERNAL = -6, // a validator refused our own output: a bug in Kiln
    KILN_ERROR_LIMIT = -7,    // over a device limit (workgroup size, shared memory)
    KILN_ERROR_INVALID_ARGUMENT = -8, // a NULL, size, count or option that there is not
};

// What a compile has to say: why there is no kernel, or what is bad about the one that there is.
enum kiln_severity { KILN_SEVERITY_ERROR, KILN_SEVERITY_WARNING };

#define KILN_NO_INSTRUCTION UINT32_MAX

struct kiln_diagnostic {
    uint32_t size;
    uint32_t severity;       // enum kiln_severity
    int32_t result;          // enum kiln_result: KILN_OK for a warning
    uint32_t instruction;    // of the module, from 0; KILN_NO_INSTRUCTION: of the whole
    uint32_t opcode;         // of that instruction: SpvOp
    uint32_t line;           // of the source, from 1; 0: not known
    const char *file;        // of the line, as OpString has it; NULL: not known
    const char *opcode_name; // "OpLoad"; NULL: there is no instruction
    const char *message;     // one sentence, without the place
};

struct kiln_spec_constant {
    uint32_t id;   // SpecId
    uint32_t size; // bytes of data: 1 (bool, int8), 2, 4 or 8
    const void *data;
};

// A combined image sampler that converts from Y'CbCr. The sampler is immutable, so that this is in the code.
// Such a descriptor has a surface for each plane, one after the other: green comes from the first plane,
// blue from the second, red from the last. It has one sampler, or a second one for all planes but the first.
enum kiln_ycbcr_model {
    KILN_YCBCR_RGB, // no conversion
    KILN_YCBCR_IDENTITY,
    KILN_YCBCR_709,
    KILN_YCBCR_601,
    KILN_YCBCR_2020,
};
enum kiln_ycbcr_range { KILN_YCBCR_FULL, KILN_YCBCR_NARROW };

struct kiln_ycbcr {
    uint32_t set, binding, element;
    uint32_t planes;          // 2 or 3
    uint32_t stride;          // surfaces of each element of the binding
    uint32_t samplers;        // of each: 1 or 2
    uint32_t bits, container; // a component's, at least 8, are the uppermost of those that it lies in
    uint32_t model, range;    // enum kiln_ycbcr_model, kiln_ycbcr_range
    uint32_t cosited[2];      // chroma texels lie on the even columns, rows, instead of between two
    uint32_t swizzle[4];      // of red, green, blue, alpha: which of them, or 4 for zero, 5 for one
};

// Where the resources of a binding are, of a shader whose descriptors are in heaps (Vulkan's
// VK_EXT_descriptor_heap): the resource heap has descriptors of KILN_HEAP_RESOURCE_SIZE bytes (the surface
// state; of a storage image the raw one, which is written to as well), the sampler heap of
// KILN_SAMPLER_HANDLE_STEP.
enum kiln_mapping_source {   // with i = binding - first_binding + the element of an array
    KILN_MAP_OFFSET,         // a descriptor: offset + i * array_stride
    KILN_MAP_PUSH_INDEX,     // the same, and the dword of the push constants at `push` times index_stride
    KILN_MAP_INDIRECT_INDEX, // that dword is `address` bytes after what the qword of the push constants
                             // points to
    KILN_MAP_INDIRECT_ARRAY, // and each i has one of its own there
    KILN_MAP_HEAP_DATA,      // a buffer: in the resource heap, at offset and the dword of the push constants
    KILN_MAP_PUSH_DATA,      // in the push constants, at `push`
    KILN_MAP_PUSH_ADDRESS,   // where the qword of the push constants points to
    KILN_MAP_INDIRECT_ADDRESS, // where the qword `address` bytes after that points to
    KILN_MAP_SOURCES
};

enum { // of which resources: kiln_mapping.resources
    KILN_MAP_SAMPLERS = 1 << 0,
    KILN_MAP_SAMPLED_IMAGES = 1 << 1, // and texel buffers that are not for storage
    KILN_MAP_READ_IMAGES = 1 << 2,    // storage images that are not written
    KILN_MAP_WRITE_IMAGES = 1 << 3,   // others
    KILN_MAP_COMBINED_IMAGES = 1 << 4,
    KILN_MAP_UNIFORM_BUFFERS = 1 << 5,
    KILN_MAP_READ_BUFFERS = 1 << 6, // storage buffers that are not written
    KILN_MAP_WRITE_BUFFERS = 1 << 7,
    KILN_MAP_TENSORS = 1 << 9,
};

struct kiln_mapping_place {
    uint32_t offset, array_stride, index_stride, push, address;
};

struct kiln_mapping {
    uint32_t set, first_binding, binding_count;
    uint32_t resources;                // KILN_MAP_...
    uint32_t source;                   // enum kiln_mapping_source
    struct kiln_mapping_place place;   // of what is not a sampler; of a sampler alone, too
    struct kiln_mapping_place sampler; // of a combined image's
    uint32_t
        packed_index;    // of a combined image: `place` has both indices, the sampler's in the upper 12 bits
    uint32_t embedded;   // samplers are not in the heap: the driver has one (KILN_RESOURCE_SAMPLER)
    uint32_t conversion; // of combined images: 1 + its index in kiln_compile_options.ycbcr; 0: none
};

enum kiln_emit { // kiln_compile_options.dump: texts that the kernel keeps with its code (kiln_kernel_text)
    KILN_EMIT_LLVM = 1 << 0, // optimized LLVM IR
    KILN_EMIT_MIR = 1 << 1,  // EU machine IR after every pass
    KILN_EMIT_ASM = 1 << 2,  // EU assembly
};

struct kiln_compile_options {
    uint32_t size;           // of the structure; what begins with `spec_constants` may be absent
    const char *device;      // "skl", ...; NULL: "skl"
    const char *entry_point; // NULL: "main"
    const struct kiln_spec_constant *spec_constants;
    unsigned spec_constant_count;
    const struct kiln_ycbcr *ycbcr;
    unsigned ycbcr_count;
    unsigned simd;              // 8, 16, 32: this width or failure; 0: choose
    bool simd_if_seen;          // where the kernel looks at its subgroups; else choose
    unsigned max_group_threads; // hardware threads that a workgroup may have; 0: the device's usual number
    bool full_subgroups;
    bool robust_buffer_access; // bounds are exact to the dword, so that there are no block messages
    bool bindless_samplers; // handles for all samplers: there is no table of them when a dispatch is recorded
    bool descriptor_buffers; // states of an array's elements are KILN_BUFFER_DESCRIPTOR_SIZE bytes apart
    bool keep_unwritten; // for KILN_SIM_CHECK: a variable that is not written yet holds what the simulated
                         // device knows as such, instead of whatever makes the code shortest; and the device
                         // gets the indices of private arrays
    bool debug;          // compile for a debugger: variables stay in memory, statements in order
                         // (kiln_kernel_get_debug)
    bool validate;       // run SPIRV-Tools' validator and all of ours
    uint32_t dump;       // enum kiln_emit
    const char *stop_after; // NULL; a MIR pass name: KILN_EMIT_MIR is its output only (kilnc --emit
                            // mir=PASS); "llvm": there is no code, only KILN_EMIT_LLVM
    // Called by kiln_compile, on its thread and before it returns, for each diagnostic; or NULL. What the
    // diagnostic points to lives until the call ends.
    void (*report)(void *user, const struct kiln_diagnostic *d);
    void *user;
    bool descriptor_heaps; // instead of sets: bindings are where mappings say
    const struct kiln_mapping *mappings;
    unsigned mapping_count;
    // Storage buffers may have any size: they are reached by address, and the compiler compares. Else the
    // entry point says so (SPV_EXT_shader_64bit_indexing), or they are surfaces, of less than 4 GiB.
    bool wide_buffers;
    // Every descriptor that the module names is valid where the kernel runs, whether the invocation comes to
    // use it or not: Vulkan's rule for bindings without VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT. Buffers
    // may be read then where the shader would not.
    bool valid_descriptors;
    // Where it pays, a second kernel, with fewer channels a thread, for dispatches of few workgroups:
    // kiln_kernel_get_small.
    bool small_grids;
    // 8, 16 or 32: the kernel that there would be if the compiler chose this width; 0: it chooses. Unlike
    // `simd`, the shader does not notice. Where it demands another width, or the group has too many threads,
    // that is an error.
    unsigned try_simd;
    // NULL; KILN_EMIT_LLVM is the IR after this step (kilnc --emit llvm=STEP), or NULL if that does not run.
    const char *llvm_step;
    // General registers of a thread: 128, or 256 where the device has that mode, or failure; 0: the compiler
    // chooses (kiln_kernel_info.registers).
    unsigned registers;
};

#define KILN_MAX_VECTOR 1024u // components of a vector (SPV_EXT_long_vector)

// How a resource of the shader reaches the kernel: a run of binding-table entries, or, for large and run-time
// arrays and where the table is full, a *handle*: a dword of the cross-thread data, or of a buffer after
// them when there are many, that the driver fills in at each dispatch. A handle says where the state of
// element 0 is; the other elements' states follow.
//   surfaces: (offset of the RENDER_SURFACE_STATE from Bindless Surface State Base Address) <<
//   KILN_SURFACE_HANDLE_SHIFT, which is
//             as the message needs it; states are 64 bytes apart, so handles KILN_SURFACE_HANDLE_STEP
//   samplers: offset of the SAMPLER_STATE from Dynamic State Base Address; KILN_SAMPLER_HANDLE_STEP bytes
//             apart
#define KILN_SURFACE_STATES UINT64_C(0x50000000) // Bindless Surface State Base Address, always
#define KILN_SURFACE_HANDLE_SHIFT 6u             // from bytes to handles
#define KILN_SURFACE_HANDLE_STEP (64u << KILN_SURFACE_HANDLE_SHIFT)
#define KILN_SAMPLER_HANDLE_STEP 32u
// In a buffer's state, which kernels read as well: bytes of its address (a qword) and of its entries, in the
// auxiliary surface's address, which a buffer has not: a dword in the upper half, and what of them is 2^32
// and more in the bits of the lower half from KILN_STATE_MORE_BIT on. (Where there is more, the surface
// itself has fewer.)
#define KILN_STATE_ADDRESS 32u
#define KILN_STATE_SIZE 44u
#define KILN_STATE_MORE_BIT 12u
// Of a descriptor in memory that the application writes (kiln_compile_options.descriptor_buffers).
#define KILN_BUFFER_DESCRIPTOR_SIZE 128u
// Of one in a resource heap (kiln_compile_options.descriptor_heaps).
#define KILN_HEAP_RESOURCE_SIZE 64u
// Bindless Surface State Base Address lies so far before a resource heap, which is below 4 GiB.
#define KILN_HEAP_FIRST 4096u

enum kiln_resource {
    KILN_RESOURCE_UNIFORM_BUFFER,
    KILN_RESOURCE_STORAGE_BUFFER,
    KILN_RESOURCE_SAMPLED_IMAGE,
    KILN_RESOURCE_STORAGE_IMAGE,
    KILN_RESOURCE_UNIFORM_TEXEL_BUFFER,
    KILN_RESOURCE_STORAGE_TEXEL_BUFFER,
    // The same descriptors with the unsigned format of as many bits (see kiln_format_lowered): what the
    // shader reads where typed reads do not convert.
    KILN_RESOURCE_STORAGE_IMAGE_RAW,
    KILN_RESOURCE_STORAGE_TEXEL_BUFFER_RAW,
    KILN_RESOURCE_TEXEL_MAP, // of either on Gen8, where the shader names a format of 128 bits
    KILN_RESOURCE_SAMPLER,   // a combined image sampler is two resources
    KILN_RESOURCE_TENSOR,    // a buffer: a struct kiln_tensor_map
    // With descriptor heaps there are handles for these instead; of sampler bindings only where one is
    // embedded. That is kiln_binding.binding-th of the mappings.
    KILN_RESOURCE_HEAP,     // the surface state at the start of the resource heap
    KILN_RESOURCE_HEAP_LOW, // the halves of that heap's address
    KILN_RESOURCE_HEAP_HIGH,
    KILN_RESOURCE_SAMPLER_HEAP, // the sampler state at the start of the sampler heap
    KILN_RESOURCE_TEXELS, // besides KILN_RESOURCE_TEXEL_MAP, on Gen7.5: a buffer from the map's address on
};

// Where the texels of an image are that kernels reach by address: 64-bit integers for atomics (it is the
// second half of the raw surface's state, from that one's address on: dwords of compressed surfaces), and on
// Gen8 128 bits for reads (the raw surface is a buffer that holds it). Of a view: coordinates are relative to
// it.
#define KILN_STATE_TEXEL_MAP KILN_STATE_ADDRESS
struct kiln_texel_map {
    uint64_t address;      // of the image; tiles of 128 bytes by 32 rows (Y, Tile4 on Gen12.5), or rows
    uint32_t x;            // of the first texel: bytes
    uint32_t y;            // rows, KILN_TEXELS_TILED and KILN_TEXELS_SWIZZLED
    uint32_t width;        // texels; none: the descriptor is null (as a null surface state has it)
    uint32_t height;       // and layers or slices in the upper half
    uint32_t slice;        // rows from layer to layer, slice to slice
    uint32_t pitch;        // bytes from row to row
    uint32_t beside, step; // on Gen8: 2^beside slices lie side by side, so many bytes apart (3D)
};
#define KILN_TEXELS_TILED 0x80000000u
#define KILN_TEXELS_SWIZZLED 0x40000000u // and bit 6 of a byte's place takes bit 9 to itself

// Where the elements of a tensor are, outermost dimension first; those of the last lie side by side. All that
// is inside lies less than 4 GiB after the address. A null descriptor has no elements.
#define KILN_TENSOR_RANK 6u    // dimensions, at most
#define KILN_TENSOR_ACCESS 16u // elements that an instruction reads or writes, at most
struct kiln_tensor_map {
    uint64_t address;
    uint32_t size[KILN_TENSOR_RANK];   // elements
    uint32_t stride[KILN_TENSOR_RANK]; // bytes
};

// What the texels of a raw surface are, when the shader does not say: the driver puts the number into the
// shader channel selects of the raw surface state, ZERO or ONE for each bit (red is bit 0), which typed
// messages ignore and the sampler shows.
enum kiln_raw_format {
    KILN_RAW_CONVERTED, // typed reads convert: the surface has its own format
    KILN_RAW_RGBA16,
    KILN_RAW_RGBA16_SNORM,
    KILN_RAW_RG16,
    KILN_RAW_RG16_SNORM,
    KILN_RAW_R16,
    KILN_RAW_R16_SNORM,
    KILN_RAW_RGBA8,
    KILN_RAW_RGBA8_SNORM,
    KILN_RAW_RG8,
    KILN_RAW_RG8_SNORM,
    KILN_RAW_R8,
    KILN_RAW_R8_SNORM,
    KILN_RAW_RGB10A2,
    KILN_RAW_RGB10A2UI,
    KILN_RAW_R11G11B10F,
};

struct kiln_binding {
    uint32_t set, binding;
    uint32_t count;  // descriptors (array size); 1 if not an array; 0: a run-time array
    uint32_t bti;    // binding-table index of element 0 (sampler index for KILN_RESOURCE_SAMPLER), or
                     // KILN_NO_OFFSET: there is a handle
    uint32_t handle; // its dword in the handles (from handle_count on: in the far ones), or KILN_NO_OFFSET
    enum kiln_resource resource;
    bool written;
};

// Cross-thread constant data (CURBE), from byte 0: `push_size` bytes of push constants (from push_offset on),
// then, if num_workgroups_offset != KILN_NO_OFFSET, three dwords of the dispatch's group counts; then
// handle_count dwords of handles at handle_offset. The far_handle_count handles that there is no room for are
// in a buffer of whole 128 bytes at far_handle_bti. Per-thread constant data: one 32-byte register whose
// dword 0 is the subgroup's index in its group.
#define KILN_NO_OFFSET UINT32_MAX

struct kiln_kernel_info {
    uint32_t size;
    char device[8];
    uint32_t simd; // channels a thread: 8, 16, 32
    uint32_t local_size[3];
    uint32_t threads_per_group;      // hardware threads: ceil(invocations / simd)
    uint32_t cross_thread_regs;      // 32-byte registers of cross-thread constant data
    uint32_t per_thread_regs;        // 0 or 1
    uint32_t push_offset, push_size; // bytes; push_size is a multiple of 4, 0 if none
    uint32_t push_bti; // binding-table index of push constants that are indexed, or KILN_NO_OFFSET
    // Constant data that the kernel reads as a buffer: const_size bytes at const_offset after the code's
    // start (a multiple of 64); const_bti is KILN_NO_OFFSET if there is none.
    uint32_t const_bti, const_offset, const_size;
    uint32_t num_workgroups_offset;            // bytes into the cross-thread data, or KILN_NO_OFFSET
    uint32_t handle_offset;                    // bytes into the cross-thread data
    uint32_t handle_count;                     // dwords there
    uint32_t far_handle_count, far_handle_bti; // dwords; KILN_NO_OFFSET if there are none
    uint32_t slm_size;                         // bytes of shared memory, as the shader declares it
    uint32_t scratch_size;                     // bytes a thread: 0, or a power of two >= 1024
    bool uses_barrier;
    bool uses_atomics, uses_a64;
    bool uses_sampler, uses_constant_cache; // reads through these caches, which other accesses go past
    bool quads;        // four channels are 2 x 2 invocations (DerivativeGroupQuads), not four in a row
    bool reads_states; // of surfaces: handles must be relative to KILN_SURFACE_STATES
    uint32_t binding_count;
    uint32_t bti_count;     // entries of the binding table
    uint32_t sampler_count; // entries of the table of SAMPLER_STATEs
    // statistics
    uint32_t instructions, sends, loops, spills, fills, grf_used, cycles, max_live_regs;
    uint64_t compile_ns; // not serialized
    // General registers of a thread, of which grf_used are used: 128, or 256 where the driver has to switch
    // the device to that mode, in which it has half as many threads.
    uint32_t registers;
};

struct kiln_kernel;

// The devices that it compiles for. `index` from 0: false where there are no more. out->size is set by the
// caller.
struct kiln_compiler_device {
    uint32_t size;
    uint32_t pci_id;       // of the configuration that the name stands for
    uint32_t eus, threads; // of all its slices; hardware threads
    uint32_t registers;    // of a thread
    uint32_t register_bytes;
    uint32_t shared_size; // bytes of shared memory that a workgroup may have
    const char *name;     // for kiln_compile_options.device
    const char *product;  // "Intel(R) HD Graphics 530"
};
KILN_COMPILER_API bool kiln_compiler_get_device(uint32_t index, struct kiln_compiler_device *out);

// What a module has: its compute entry points, and its specialization constants. It is read once, without
// being believed: of a damaged one there is what stands before the damage. The words must stay as long as it
// does. NULL: out of memory, or more than 2^32 words. `index` from 0: false where there are no more;
// out->size is set by the caller. Names are in the module, "" where there is none.
struct kiln_module;
KILN_COMPILER_API struct kiln_module *kiln_module_create(const uint32_t *spirv, size_t word_count);
KILN_COMPILER_API void kiln_module_destroy(struct kiln_module *m);
struct kiln_module_entry {
    uint32_t size;
    uint32_t local_size[3]; // 0: the module does not say, or by constants
    bool specialized;       // it is by constants (LocalSizeId, WorkgroupSize)
    const char *name;
};
enum kiln_kind { KILN_KIND_BOOL, KILN_KIND_INT, KILN_KIND_UINT, KILN_KIND_FLOAT };
struct kiln_module_constant {
    uint32_t size;
    uint32_t id;    // SpecId
    uint32_t kind;  // enum kiln_kind
    uint32_t bits;  // 8 (bool), 16, 32, 64
    uint64_t value; // the default's bits, the lowest ones
    const char *name;
};
KILN_COMPILER_API bool kiln_module_get_entry(const struct kiln_module *m, uint32_t index,
                                             struct kiln_module_entry *out);
KILN_COMPILER_API bool kiln_module_get_constant(const struct kiln_module *m, uint32_t index,
                                                struct kiln_module_constant *out);

// Compiles one entry point. `options` may be NULL. On failure *out is NULL and `message` (if not NULL, of
// message_size bytes) says why in one line: the diagnostic's message after its place.
KILN_COMPILER_API enum kiln_result kiln_compile(const uint32_t *spirv, size_t word_count,
                                                const struct kiln_compile_options *options,
                                                struct kiln_kernel **out, char *message, size_t message_size);
KILN_COMPILER_API void kiln_kernel_destroy(struct kiln_kernel *k);

// Of NULL all of these are NULL and 0.
KILN_COMPILER_API const struct kiln_kernel_info *kiln_kernel_get_info(const struct kiln_kernel *k);
KILN_COMPILER_API const struct kiln_binding *kiln_kernel_get_bindings(const struct kiln_kernel *k);
// What the shader calls it: the variable, or its block where that has no name; "": neither has one. NULL:
// there is no such binding.
KILN_COMPILER_API const char *kiln_kernel_get_binding_name(const struct kiln_kernel *k, uint32_t binding);
// The shader's variables in shared memory, as far as they have names; several may lie in one place.
struct kiln_shared_variable {
    uint32_t offset, bytes; // within shared memory
    const char *name;
};
KILN_COMPILER_API const struct kiln_shared_variable *kiln_kernel_get_shared(const struct kiln_kernel *k,
                                                                            uint32_t *count);
KILN_COMPILER_API const void *kiln_kernel_get_code(const struct kiln_kernel *k,
                                                   size_t *size); // EU instructions
KILN_COMPILER_API const char *kiln_kernel_get_text(const struct kiln_kernel *k,
                                                   enum kiln_emit which); // or NULL

// Where in the code the instructions of another source line begin (OpLine, DebugLine), and where the messages
// are that are atomic loads and stores in the shader and plain ones to the hardware; by rising offset.
struct kiln_line {
    uint32_t offset; // bytes into the code
    uint32_t file;   // for kiln_kernel_get_file
    uint32_t line;   // from 1; 0: from here on no line is known
    bool atomic;     // atomic loads and stores, up to the next one
};
KILN_COMPILER_API const struct kiln_line *kiln_kernel_get_lines(const struct kiln_kernel *k, uint32_t *count);
KILN_COMPILER_API const char *kiln_kernel_get_file(const struct kiln_kernel *k,
                                                   uint32_t file); // NULL: no such file

// What a debugger must know of a kernel that was compiled with kiln_compile_options.debug, as JSON
// (docs/debug.md has its members): types, variables and where they lie, calls, lines. NULL: it was not.
KILN_COMPILER_API const char *kiln_kernel_get_debug(const struct kiln_kernel *k);

// With kiln_compile_options.small_grids: a kernel with the same interface (kiln_kernel_get_bindings,
// constants), which is faster where a dispatch has at most *groups workgroups for each subslice of the
// device. It lives as long as `k`. NULL: there is none, and *groups is 0.
KILN_COMPILER_API const struct kiln_kernel *kiln_kernel_get_small(const struct kiln_kernel *k,
                                                                  uint32_t *groups);

// One versioned, checksummed format: pipeline-cache entry, kilnc's `--emit cache`. The caller frees *blob.
KILN_COMPILER_API enum kiln_result kiln_kernel_serialize(const struct kiln_kernel *k, void **blob,
                                                         size_t *size);
KILN_COMPILER_API enum kiln_result kiln_kernel_deserialize(const void *blob, size_t size,
                                                           struct kiln_kernel **out);

// Key of a compile: SHA-256 of everything that changes the code (module, options, device, compiler version).
// A module never has another's, whatever makes it.
#define KILN_KEY_SIZE 32
KILN_COMPILER_API enum kiln_result kiln_compile_key(const uint32_t *spirv, size_t word_count,
                                                    const struct kiln_compile_options *options,
                                                    uint8_t key[KILN_KEY_SIZE]);

// Of the code that it makes: kernels of another one are refused.
KILN_COMPILER_API const char *kiln_compiler_version(void);
// Of the interface: KILN_COMPILER_MAJOR << 16 | KILN_COMPILER_MINOR as the library was built.
KILN_COMPILER_API uint32_t kiln_compiler_interface(void);

#ifdef __cplusplus
}
#endif
#endif
