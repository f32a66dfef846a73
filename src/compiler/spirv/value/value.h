// Values: trees over LLVM scalars, pointers, handles of images.
#ifndef KILN_COMPILER_SPIRV_VALUE_VALUE_H
#define KILN_COMPILER_SPIRV_VALUE_VALUE_H

#include "compiler/spirv/value/type.h"

// Of an array of resources whose places in a heap are a list in memory (KILN_MAP_INDIRECT_ARRAY): element e
// is `base` and the word e of the list, shifted and masked, times `stride`.
struct spv_index_list {
    LLVMValueRef words; // address of element 0's
    LLVMValueRef base;
    uint32_t stride, shift, mask;
};

// What a pointer value needs beyond its address. Layout facts travel with the pointer because SPIR-V puts
// matrix strides on the struct member that holds the matrix.
// An index into something of so many elements of an invocation's own memory, which the simulated device is
// reported at each access (kiln_compile_options.keep_unwritten).
struct spv_index_told {
    LLVMValueRef index; // i32
    uint32_t count;
    const struct spv_index_told *next;
};

struct spv_pointer {
    LLVMValueRef index;                // surfaces: the surface index (llvm/ir/abi.h) if known
    uint32_t index_step;               // from one element of a descriptor array to the next
    const struct spv_index_list *list; // or NULL: the elements are where it says instead
    unsigned space;   // where it points to, if its type does not say: of a mapping (descriptor/heap.c), or of
                      // a storage buffer as SPIR-V 1.0 declares it; else 0
    bool pending;     // a module-scope variable that nothing has used yet
    bool placed_anew; // a variable that gets its place wherever it is named: that may fault elsewhere
    uint32_t initializer;  // of a variable, 0 if none
    uint32_t chain;        // variables that are followed from its initializer on
    bool descriptor_array; // no address yet: an index must choose the descriptor; `index` is element 0's
    bool explicit_layout;  // Offset, ArrayStride... apply; else our own layout
    bool is_const;         // never written: loads are invariant
    bool is_volatile;
    bool is_data; // a variable that lies in the constant data (spirv/memory/data.c), whatever its type says
    uint32_t matrix_stride; // pointee (or what contains it) is a matrix laid out so; 0: natural
    bool row_major;
    uint32_t array_stride;         // pointee is an element of an array with this stride; 0: not known
    const struct spv_value *table; // no memory: a constant that is only read (spirv/memory/table.c)
    uint32_t object;               // buffers: the one that is pointed into (memory/alias.c); 0: not known
    const struct spv_index_told *indices; // those that led here, for who checks them; or NULL
    uint32_t comp_stride; // pointee is a vector whose components are this far apart; 0: contiguous
};

// Images, samplers, and pointers to them (also to arrays of them): i32 indices of what the descriptors are.
struct spv_handle {
    LLVMValueRef surface, raw, texels, sampler;                 // NULL: has none
    uint32_t surface_step, raw_step, texels_step, sampler_step; // from one element of an array to the next
    const struct spv_index_list *surfaces, *samplers; // or NULL: the elements are where these say instead
    uint32_t
        heap; // a pointer into a heap: its built-in (descriptor/heap.c); else 0, and what follows is no use
    LLVMValueRef offset;            // bytes from the heap's start
    const struct kiln_ycbcr *ycbcr; // a conversion, of an array any element's; or NULL
    uint32_t plane_step;            // from one plane's surface to the next
    uint32_t chroma_step;           // from the first plane's sampler to that of the others: 0, the same
    uint32_t variable;              // whose conversion it is
    LLVMValueRef coord[3];          // OpImageTexelPointer
    const struct spv_type *image;   // of the texel pointer
};

struct spv_value {
    const struct spv_type *type;
    LLVMValueRef v;                 // scalar, or the pointer's address
    const struct spv_value **elems; // composites: type->count of them
    struct spv_pointer *ptr;        // pointers
    const struct spv_handle *handle;
};

struct spv_value *spv_new_value(struct spv *c, const struct spv_type *t); // elems allocated for composites
const struct spv_value *spv_scalar(struct spv *c, const struct spv_type *t, LLVMValueRef v);
const struct spv_value *spv_zero(struct spv *c, const struct spv_type *t);
bool spv_is_null(const struct spv_value *pointer);
const struct spv_value *spv_undef(struct spv *c, const struct spv_type *t);
LLVMValueRef spv_comp(const struct spv_value *v, uint32_t i); // component i of a vector, or the scalar itself
LLVMValueRef *spv_new_comps(struct spv *c, const struct spv_type *t); // room for the components
// A value of scalar or vector type from its components.
const struct spv_value *spv_from_comps(struct spv *c, const struct spv_type *t, const LLVMValueRef *comps);
bool spv_is_constant(const struct spv_value *v);
bool spv_is_zero(const struct spv_value *v); // a constant with no bit set
// What is known of a pointer of this type and nothing else.
struct spv_pointer *spv_default_pointer(struct spv *c, const struct spv_type *t);

const struct spv_value *spv_handle_value(struct spv *c, const struct spv_type *t, struct spv_handle h);
const struct spv_value *spv_retyped(struct spv *c, const struct spv_value *p, const struct spv_type *pointee);
// A pointer without a type as one to `pointee`; any other as it is.
const struct spv_value *spv_pointing_to(struct spv *c, const struct spv_value *p,
                                        const struct spv_type *pointee);
// Bytes of a type with an explicit layout.
uint32_t spv_explicit_size(struct spv *c, const struct spv_type *t, const struct spv_pointer *l);
// The address space that it points to.
unsigned spv_pointer_space(struct spv *c, const struct spv_value *p);

#endif
