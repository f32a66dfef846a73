// What code is made for: one const object goes from the option `-d` to the last encoder, and no other code
// asks which chip it is.
//
// A target is a row of the device table with what follows from it for machine code. The instruction set's
// generations are the columns of the tables of src/isa; what differs between chips of one generation is a
// member here. Names are found with kiln_target() of kiln/target.h. Sources: PRM SKL vol7 (registers,
// execution sizes); Mesa 25.0.7 intel_device_info.c (has_64bit_float, has_64bit_int, has_integer_dword_mul),
// brw_eu_validate.c (restrictions of 64-bit regions on Cherryview and Broxton, assumed for Gemini Lake).
#ifndef KILN_HW_TARGET_H
#define KILN_HW_TARGET_H

#include "kiln/target.h"

#include <stdbool.h>
#include <stdint.h>

struct kiln_devinfo;

// In the order of time: a comparison is a statement about what came with a generation and stayed.
enum kiln_isa {
    KILN_ISA_GEN75,  // Haswell (iga64 -p=7p5)
    KILN_ISA_GEN8,   // Broadwell, Cherryview
    KILN_ISA_GEN9,   // Skylake to Comet Lake, Broxton, Gemini Lake
    KILN_ISA_GEN11,  // Ice Lake, Elkhart Lake, Jasper Lake, Lakefield
    KILN_ISA_GEN12,  // Tiger Lake to Raptor Lake, DG1 (iga64 -p=12p1)
    KILN_ISA_GEN125, // Arc A (DG2), Meteor Lake, Arrow Lake (iga64 -p=12p71)
    KILN_ISA_XE2,    // Lunar Lake, Battlemage (iga64 -p=2)
    KILN_ISA_XE3,    // Panther Lake (iga64 -p=3)
    KILN_ISA_COUNT
};

struct kiln_target {
    const struct kiln_devinfo *dev; // identifiers, topology, limits
    enum kiln_isa isa;
    uint8_t grf_bytes;      // of one general register
    uint16_t grf_count;     // of a thread
    uint8_t threads_per_eu; // that have so many
    uint8_t max_exec_size;  // channels of an instruction
    bool has_int64;         // :q and :uq operands
    bool has_dword_mul;     // products of dwords, not only of dwords and words
    bool has_fp64;          // :df operands
    bool restricted_qwords; // 64-bit data and products of dwords: only in regions that move nothing between
                            // channels
};

// The same chip in the mode in which threads have twice the registers, and an EU half as many threads ("large
// GRF"); NULL if it has none. And out of it. Tests may have a target of their own, without a row: it is in no
// such mode.
const struct kiln_target *kiln_target_large(const struct kiln_target *t);
const struct kiln_target *kiln_target_small(const struct kiln_target *t);
bool kiln_target_is_large(const struct kiln_target *t);

// Threads that a subslice has at once, and that a group may have: those of a subslice, up to what a row says.
unsigned kiln_target_resident_threads(const struct kiln_target *t);
unsigned kiln_target_max_group(const struct kiln_target *t);

// Tokens of the software scoreboard that a thread has: as many as instructions name, or half of them. Source:
// IGC 2.40 G4_Kernel.cpp (GRFMode: Xe2 has 16 with 128 registers, 32 with 256; Xe3 always 32), Mesa 25.0.7
// brw_fs_scoreboard.cpp (allocate_inst_dependencies: "Use 32 SBIDs on Xe2+ while in large GRF mode").
static inline unsigned kiln_target_tokens(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE3 || (t->isa == KILN_ISA_XE2 && kiln_target_is_large(t)) ? 32 : 16;
}

// Channels of 32 bits that a register has, which the EU executes at once; threads have as many or more.
// Source: PRM SKL vol7 "Execution Environment" (8); Mesa 25.0.7 brw_compiler.h, "native" widths by GRF size.
static inline unsigned kiln_target_native_width(const struct kiln_target *t)
{
    return t->grf_bytes / 4u;
}

// What came with a generation, or went, and is not in the tables of src/isa.

// Instructions of 16-byte alignment with swizzles; the only form of those with three sources.
static inline bool kiln_target_has_align16(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN11;
}

// Messages of two payloads, whose extended descriptor has room for a handle: surface states without a binding
// table. Source: PRM KBL vol2d EU_INSTRUCTION_SENDS, "Message Descriptor" (bindless); Mesa 25.0.7
// elk_eu_emit.c has neither.
static inline bool kiln_target_has_split_sends(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// Typed messages take the channels from their header. Source: Mesa 25.0.7 elk_lower_logical_sends.cpp, which
// quotes PRM BDW vol7 p. 147.
static inline bool kiln_target_wants_typed_header(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN9;
}

// The sampler's messages for level 0 (sample_lz, ld_lz); before, it is the second parameter of ld. Source:
// Mesa 25.0.7 elk_lower_logical_sends.cpp, brw_lower_logical_sends.cpp.
static inline bool kiln_target_has_lz(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// Arithmetic on floats takes halves as well. Source: code of Intel's compiler, which converts before Gen9, on
// Gen11 and on Arc (ocloc -device bdw, skl, bxt, icllp, tgllp, dg2).
static inline bool kiln_target_has_mixed_float(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN9 || t->isa == KILN_ISA_GEN12;
}

// Math divides integers. Source: iga64 -p=12p71 has no such functions; Mesa 25.0.7 brw_compiler.c
// (nir_lower_idiv from verx10 125).
static inline bool kiln_target_divides_integers(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN125;
}

// Bytes as a source other than the first. Source: Mesa 25.0.7 brw_eu_validate.c.
static inline bool kiln_target_has_byte_sources(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN11;
}

// Shared memory's accesses have a fence of their own, and ordering both means waiting for both. Source: Mesa
// 25.0.7 brw_fs_nir.cpp; up to Gen9 IGC sends none (CPlatform localMemFenceSupress).
static inline bool kiln_target_has_shared_fence(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11;
}

// A forward GOTO sends the channels whose predicate is true to UIP; before, those whose predicate is false.
// Backward, those whose predicate is true go everywhere. Source: IGC, HWCaps.inc gotoJumpOnTrue and
// FlowGraph::processGoto ("false channels are the ones that actually will take the jump").
static inline bool kiln_target_goes_on_true(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11;
}

// What computes floats, and 64 bits, moves nothing between channels: all operands lie alike in their
// registers. Source: Mesa 25.0.7 brw_lower_regioning.cpp (has_dst_aligned_region_restriction: verx10 125).
static inline bool kiln_target_keeps_floats_in_place(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN125;
}

// The hardware waits for what an instruction reads and writes; without that instructions say it themselves.
static inline bool kiln_target_has_scoreboard(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN12;
}

// Threads of two EUs run in step, and a branch leads where channels of either go: a thread may pass through
// code with none of its own. Source: Mesa 25.0.7 brw_workaround_nomask_control_flow (Wa_1407528679: Gen12).
static inline bool kiln_target_has_fused_pairs(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN12;
}

// Messages to the data ports (HDC); later chips have load-store units (LSC). Source: Mesa 25.0.7
// intel_device_info.c (has_lsc).
static inline bool kiln_target_has_data_ports(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN125;
}

// Messages of one payload; without them those of two are all that there is.
static inline bool kiln_target_has_send(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN12;
}

// Packets, states and relocations have addresses of 48 bits; before, of 32. Source: Mesa 22.3.6 genxml
// gen75.xml, gen80.xml; i915 6.1 i915_pci.c (has_64bit_reloc).
static inline bool kiln_target_has_long_addresses(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// i915 gives each context page tables of its own; before, all contexts are in one address space of the global
// one's size. Source: i915 6.1 i915_pci.c (ppgtt_type: INTEL_PPGTT_ALIASING), i915_gem_context.c
// (HAS_FULL_PPGTT).
static inline bool kiln_target_has_own_spaces(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// Engines take contexts from ports (execlists); before, one ring holds the commands of all contexts, which
// i915 executes in the order in which they came. Source: i915 6.1 i915_pci.c (has_logical_ring_contexts),
// intel_ring_submission.c.
static inline bool kiln_target_has_execlists(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// i915 reads the batches of the render engine, and those that it finds harmless may write more registers.
// Source: i915 6.1 i915_cmd_parser.c (intel_engine_init_cmd_parser).
static inline bool kiln_target_has_parsed_batches(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN75;
}

// And those of the copy engine (param CMD_PARSER_VERSION is of any engine). Source: the same.
static inline bool kiln_target_has_parsed_copies(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN75 || t->isa == KILN_ISA_GEN9;
}

// A thread's scratch space is a power of two of these. Source: Mesa 22.3.6 hasvk genX_pipeline.c
// (compute_pipeline_emit), brw_fs.cpp (assign_curb_setup's last_scratch: 2 KB at least on Haswell).
static inline uint32_t kiln_target_scratch_unit(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN75 ? 2048 : 1024;
}

// A scratch message moves one, two or four registers, and its size field counts them; later one is their
// logarithm, and there may be eight. Source: Mesa 22.3.6 brw_eu_emit.c (brw_oword_block_write_scratch,
// gfx7_block_read_scratch).
static inline bool kiln_target_has_scratch_exponent(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// A thread names its group's shared memory itself, in sr0.1, which it has from r0.0. Source: rule slm-index.
static inline bool kiln_target_has_slm_index(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN75;
}

// A register shares the ways of L3 out. Source: what ANV 25.0.7 sends to Battlemage (of registers
// CS_CHICKEN1, 0x20d8 and 0x6204 alone, at its start).
static inline bool kiln_target_has_l3_ways(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_XE2;
}

// Shared memory's ways of L3 are enabled in L3CNTLREG2; later in L3CNTLREG. Source: Mesa 22.3.6 hasvk
// genX_state.c (emit_l3_config).
static inline bool kiln_target_has_split_l3_registers(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN8;
}

// Border colours lie in 80 bytes: floats, and from byte 64 integers of the format's own width. Source: Mesa
// 22.3.6 genxml gen75.xml SAMPLER_BORDER_COLOR_STATE.
static inline bool kiln_target_has_packed_border(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN75;
}

// ELSE has one target: where all channels go that took the first side. Source: iga64 -p=7p5; Mesa 22.3.6
// brw_eu_emit.c (patch_IF_ELSE).
static inline bool kiln_target_has_else_uip(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// A product takes of its second source the low half, if both are dwords: MACH makes it whole. Source: Mesa
// 22.3.6 brw_fs.cpp (lower_mulh_inst: "Until Gfx8, integer multiplies read 32-bits from one source, and
// 16-bits from the other").
static inline bool kiln_target_has_half_products(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN75;
}

// A negated source of a logic instruction is inverted; before, it is negated as a number, and may be
// absolute. Source: Mesa 22.3.6 brw_fs_copy_propagation.cpp, brw_fs_nir.cpp (resolve_inot_sources: NOT before
// Gen8), and hasvk's code for SMod, which compares by xor of absolute values.
static inline bool kiln_target_has_inverting_logic(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// Caching is said by an entry of a table that the kernel fills; before, by bits of its own. Source: i915
// intel_mocs.c.
static inline bool kiln_target_has_mocs_table(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// Whether such bits say L3. Source: Mesa 22.3.6 genxml gen75.xml, gen80.xml MEMORY_OBJECT_CONTROL_STATE
// (Gen7.5: L3 Cacheability Control; Gen8: Target Cache).
static inline bool kiln_target_mocs_is_l3(const struct kiln_target *t, uint32_t mocs)
{
    enum { TARGET_L3 = 3 };
    return t->isa >= KILN_ISA_GEN8 ? (mocs >> 3 & 3) == TARGET_L3 : mocs & 1;
}

// Surface states count texels where later ones count blocks of compressed texels (alignment, distance of
// layers), 1D images have rows, and the slices of 3D images lie beside each other by level. Source: PRM BDW
// vol5 "Surface Layout"; Mesa 25.0.7 isl_surface_state.c, isl.c (isl_choose_array_pitch_span,
// isl_surf_choose_dim_layout).
static inline bool kiln_target_surfaces_in_texels(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN9;
}

// Typed reads convert normalized formats of whole bytes; before, they give the texel's bits. Source:
// Mesa 22.3.6 isl_format.c (typed read: 110), Mesa 25 brw_nir_lower_storage_image.c.
static inline bool kiln_target_typed_reads_convert(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11;
}

// Shared memory is a part of L3 that is set apart by L3CNTLREG. Source: rule slm-in-l3; Mesa 25.0.7
// genX_init_state.c.
static inline bool kiln_target_has_slm_in_l3(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN11;
}

// Typed reads convert most formats; before, hardly any. Source: Mesa 25.0.7 isl_storage_image.c
// (isl_lower_storage_image_format).
static inline bool kiln_target_has_typed_formats(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// The sampler's formats that came with Gen9: integers of three channels, and ASTC that can be relied on.
// Source: Mesa 25.0.7 isl_format.c.
static inline bool kiln_target_samples_gen9_formats(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// Those that came with Gen8: ETC2 and EAC. Source: the same.
static inline bool kiln_target_samples_gen8_formats(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// A64 scattered messages of bytes move eight for a channel, a quadword each; later ones at most four (PRM KBL
// vol2d MDC_A64_DS: "for bytes, the maximum number of data elements is 4"). One source, a compiler's: IGC
// Platform.hpp has8ByteA64ByteScatteredMessage (Gen8 alone); its visa/instructions/SVM_GATHER.md has the
// layout.
static inline bool kiln_target_has_byte_octets(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN8;
}

// Samplers that return the least or the largest of the texels. Source: Mesa 25.0.7 gen90.xml
// SAMPLER_STATE, "Reduction Type".
static inline bool kiln_target_has_sampler_reduction(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// Bit 0 of the sampler pointer in a message's header says from which base it counts, that of dynamic states
// or a samplers' own; other words of the header have meanings that those of g0 do not. Source: Mesa 25.0.7
// brw_lower_logical_sends.cpp.
static inline bool kiln_target_has_sampler_base(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11;
}

// The size of shared memory is a logarithm; before, a number of units. Source: cmd/gen_slm.h.
static inline bool kiln_target_has_slm_exponent(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// PIPELINE_SELECT says which of its fields count. Source: Mesa 25.0.7 gen90.xml PIPELINE_SELECT.
static inline bool kiln_target_masks_pipeline_select(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// PIPELINE_SELECT comes before what a pipeline executes; later, a command says itself whose it is. Source:
// Mesa 25.0.7 genX_cmd_buffer.c (genX(flush_pipeline_select)), and what ANV 26.2 sends to Battlemage.
static inline bool kiln_target_selects_pipeline(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_XE2;
}

// MI commands may count registers from the block of their engine. Source: Mesa 25.0.7 gen110.xml
// MI_LOAD_REGISTER_IMM, "Add CS MMIO Start Offset".
static inline bool kiln_target_has_relative_registers(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11;
}

// A fast clear may be one to the state in which the surface holds what memory does. Source: Mesa 25.0.7
// gen110.xml, 3DSTATE_PS "Render Target Resolve Type".
static inline bool kiln_target_clears_to_memory(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11;
}

// mach without AccWrEn gives the low half of a product, which Gen12 calls macl. Source: code of Intel's
// compiler.
static inline bool kiln_target_mach_gives_low(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11;
}

// Any and all are of as many flags as an instruction has channels; their numbers are those that anyv and allv
// had, of two flag registers. Source: Mesa 25.0.7 brw_eu_defines.h (XE2_PREDICATE_ANY, _ALL).
static inline bool kiln_target_votes_by_width(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// The low half is an instruction of its own (macl), and there is no AccWrEn: MACH writes the accumulator.
// Source: iga64 -p=2; Mesa 25.0.7 brw_generator.cpp (generate_code, writes_accumulator).
static inline bool kiln_target_has_macl(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// PIPE_CONTROL flushes the data port by a bit of its own, and each pipeline what it wrote itself. Source:
// rules hdc-flush and others of rules.def; Mesa 25.0.7 gen120.xml PIPE_CONTROL.
static inline bool kiln_target_has_hdc_flush(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN12;
}

// A thread that sent atomics without response ends after a fence (rule end-fence).
bool kiln_target_ends_after_fence(const struct kiln_target *t);

// A fence of shared memory comes after sync.allwr (rule shared-fence-sync).
static inline bool kiln_target_syncs_before_fence(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN125;
}

// Binding tables lie in a pool, and nowhere else. Source: Mesa 25.0.7 gen125.xml
// 3DSTATE_BINDING_TABLE_POOL_ALLOC.
static inline bool kiln_target_has_binding_table_pool(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN125;
}

// STATE_COMPUTE_MODE may come while a walker runs: it is of those behind it. Source: NEO 26.27, which on
// Lunar Lake sends it so, without a stall before it (isPipeControlPriorToNonPipelinedStateCommandsWARequired
// is Gen12.5's).
static inline bool kiln_target_has_mode_in_order(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// Threads are launched by COMPUTE_WALKER, which holds what MEDIA_VFE_STATE, CURBE data, descriptors and
// GPGPU_WALKER say before. Source: Mesa 25.0.7 gen125.xml COMPUTE_WALKER, CFE_STATE.
static inline bool kiln_target_has_compute_walker(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN125;
}

// i915 counts subslices without slices, as if all were in one. Source: i915 6.1 intel_sseu.c
// (xehp_sseu_info_init), i915_getparam.c (I915_PARAM_SLICE_MASK), i915_query.c (query_geometry_subslices).
static inline bool kiln_target_has_flat_topology(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN125;
}

// Memory of the device's own has pages of 64 KB, so that objects there have such sizes and addresses. Source:
// i915 6.1 i915_pci.c (has_64k_pages), intel_gtt.c (i915_address_space_init: min_alignment); Linux 6.12
// xe_pci.c (XE_VRAM_FLAGS_NEED64K: graphics_xehpg has it, graphics_xe2 not).
static inline bool kiln_target_has_large_local_pages(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN125;
}

// Surfaces have Tile4 and Tile64 instead of Y, Ys and Yf, and W; their levels' alignments are bytes. Source:
// Mesa 25.0.7 gen125.xml RENDER_SURFACE_STATE, isl_gfx12.c.
static inline bool kiln_target_has_tile4(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN125;
}

// Of Tile64, volumes and samples lie as Xe2 has them. Source: GmmLib, FtrXe2PlusTiling
// (GmmResourceInfoCommon.cpp); Mesa's isl.c (isl_device_get_supported_tilings).
static inline bool kiln_target_has_late_tile64(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// Mip tails have the order of slots that Gen11 brought. Source: Mesa 25.0.7 isl.c
// (icl_std_y_2d_miptail_offset_el).
static inline bool kiln_target_has_late_tails(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11;
}

// Threads that a walker's group has at most. Source: Mesa 25.0.7 intel_device_info.c
// (intel_device_info_update_cs_workgroup_threads: 64, the width counter of GPGPU_WALKER; then what an
// interface descriptor says in 10 bits, of which a subslice has 128).
static inline uint32_t kiln_target_group_threads(const struct kiln_target *t)
{
    return kiln_target_has_compute_walker(t) ? 128 : 64;
}

// i915's clients choose entries of the table of page attributes; the caching modes are gone. Meteor Lake and
// later: i915 6.12 gem/i915_gem_create.c (ext_set_pat), i915_gem_domain.c
// (i915_gem_set_caching_ioctl: 12.70).
bool kiln_target_has_pat(const struct kiln_target *t);

// Products of matrices: dpas. Meteor Lake and most of Arrow Lake have Arc's instruction set without it.
// Source: Mesa 25.0.7 intel_device_info.c (cooperative_matrix_configurations); IGC, HWCaps.inc hasDPAS; NEO
// compiler_product_helper_arl.cpp.
bool kiln_target_has_systolic(const struct kiln_target *t);
// PIPELINE_SELECT says whether they are computed. Source: Mesa 25.0.7 gen125.xml, gen200.xml PIPELINE_SELECT.
static inline bool kiln_target_selects_systolic(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_XE2;
}
// Columns of a product, one for each channel of a register; 0: there are no products. Source:
// isa/validate/systolic.c.
static inline unsigned kiln_target_systolic_columns(const struct kiln_target *t)
{
    return kiln_target_has_systolic(t) ? kiln_target_native_width(t) : 0;
}
// Steps of the array, each of a register of B and a dword of a row of A, and rows of the result at most.
// Source: isa/validate/systolic.c.
enum { KILN_SYSTOLIC_DEPTH = 8, KILN_SYSTOLIC_ROWS = 8, KILN_SYSTOLIC_ROW_BYTES = 4 * KILN_SYSTOLIC_DEPTH };

// Doubles go with math functions, and have no pipe of their own. Source: Mesa 25.0.7 intel_device_info.c
// (has_64bit_float_via_math_pipe), brw_lower_scoreboard.cpp.
bool kiln_target_computes_doubles_in_math(const struct kiln_target *t);

// i915 copies for its clients (pread, pwrite) and relocates: not on chips after Tiger Lake. Source: i915 6.1
// i915_gem.c, i915_gem_execbuffer.c (GRAPHICS_VER(i915) >= 12 && !IS_TIGERLAKE(i915)).
bool kiln_target_has_legacy_access(const struct kiln_target *t);

// Minimum and maximum of floats in memory (untyped atomic float operations). Source: PRM SKL vol2d "Data Port
// 1 Message Types"; Mesa 25.0.7 elk has none for Gen8.
static inline bool kiln_target_has_float_atomics(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// dp4a: four products of bytes, and their sum, in an instruction. Source: PRM TGL vol2a "dp4a"; IGA's tables.
static inline bool kiln_target_has_dot_of_bytes(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN12;
}

// i915 preempts requests. Source: i915 6.1 intel_execlists_submission.c (engine_supports_preemption).
static inline bool kiln_target_has_preemption(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN9;
}

// Linux' other driver knows the chip as well: xe from Gen12 on, where i915 is the default up to Meteor Lake,
// and xe binds with force_probe. Source: Linux 6.12 xe_pci.c (pciidlist, require_force_probe).
static inline bool kiln_target_has_xe(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN12;
}

// i915 knows the chip. Source: Linux 6.12 i915_pci.c (Meteor Lake's are the last).
static inline bool kiln_target_has_i915(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_XE2;
}

// Page attributes are entries of Xe2's table (32, of which four are reserved), and the media engines have a
// GT of their own. Source: Linux 6.12 xe_pat.c (xe2_pat_table), xe_pci.c (media_xe2).
static inline bool kiln_target_has_wide_pat(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// EUs are twice as wide, as xe says in the topology. Source: Linux 6.12 xe_gt_topology.c, xe_query.c
// (XE_GT_EU_TYPE_SIMD16).
static inline bool kiln_target_has_wide_eus(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// Pages of the GPU's tables that only reads reach: writes are dropped. Source: i915 6.1 gen8_ppgtt.c
// (has_read_only: from Broadwell; not on Gen11, "HSDES#1807136187", nor on Gen12, "the same read-only fault
// issue"), and its selftest igt_ctx_readonly, which looks that writes are dropped.
static inline bool kiln_target_has_read_only_pages(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN8 || t->isa == KILN_ISA_GEN9;
}

// The bits of r0.2 that hold a thread's barrier. Source: Mesa 25.0.7 elk_fs_nir.cpp and brw_fs_nir.cpp
// (emit_barrier).
static inline uint32_t kiln_target_barrier_bits(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN11 ? 0x7f000000 : t->isa >= KILN_ISA_GEN9 ? 0x8f000000 : 0x0f000000;
}

// INTERFACE_DESCRIPTOR_DATA may count no threads, where there is no barrier to count for. Later chips preempt
// by the number. Source: PRM KBL vol2d "Number of Threads in GPGPU Thread Group"; intel-gpu-tools 2.2
// gem_gpgpu_fill counts none on Gen7, and one from Gen8 on.
static inline bool kiln_target_may_count_no_threads(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN8;
}

// Branches of channels to any block, and places where they meet: GOTO and JOIN. Before, regions that nest.
// Source: PRM KBL vol2d EU_OPCODE; iga64 -p=7p5 has neither.
static inline bool kiln_target_has_goto(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// A register tells which channels are enabled (ce0). Source: Mesa 22.3.6 brw_eu_emit.c
// (brw_find_live_channel: from Gen8; before, by a condition of all channels).
static inline bool kiln_target_has_channel_enables(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// Halves are a type; before, F32TO16 and F16TO32 convert words. Source: Mesa 22.3.6 brw_reg_type.c; iga64.
static inline bool kiln_target_has_halves(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// Doubles as code of ours computes them. Gen7.5 has the type, with halves of instructions that have other
// channels and without immediates. Source: Mesa 22.3.6 brw_fs.cpp (get_fpu_lowered_simd_width); hasvk
// anv_device.c (shaderFloat64: from Gen8).
static inline bool kiln_target_makes_doubles(const struct kiln_target *t)
{
    return t->has_fp64 && t->isa >= KILN_ISA_GEN8;
}

// Instructions of two registers apply the mask of the channels that they write; before, that of two quarters,
// and sources advance with the destination. Source: src/isa/validate/gen75.c.
static inline bool kiln_target_has_free_halves(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// The widest threads: 32 channels, where instructions that wide have a mask for each. Source: Mesa 22.3.6
// brw_fs.cpp (get_fpu_lowered_simd_width: "the low 16 bits of the execution mask are applied for both halves
// of the SIMD32 instruction").
static inline uint32_t kiln_target_max_simd(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8 ? 32 : 16;
}

// BFI1 and BFI2 take eight channels. Source: Mesa 22.3.6 brw_fs.cpp (WaForceSIMD8ForBFIInstruction:hsw).
static inline bool kiln_target_has_narrow_insert(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN75;
}

// A comparison whose result is in the flag alone is followed by a switch of threads. Source: Mesa 22.3.6
// brw_eu_emit.c (brw_CMP: WaCMPInstNullDstForcesThreadSwitch, all of Gen7).
static inline bool kiln_target_has_switching_compare(const struct kiln_target *t)
{
    return t->isa == KILN_ISA_GEN75;
}

// Bytes of the address register. Source: PRM SKL vol7 "Address Register"; the field of an indirect operand
// that names its part has 3 bits before Gen8 (isa/table/fields.def).
static inline uint32_t kiln_target_address_bytes(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8 ? 32 : 16;
}

// Messages by addresses of 64 bits. Source: isa/table/msgs.def.
static inline bool kiln_target_has_a64(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// Stateless accesses that are not coherent with the CPU have an index of their own. Source: Mesa 22.3.6
// brw_eu_defines.h (GFX8_BTI_STATELESS_NON_COHERENT), brw_fs_nir.cpp (load_scratch).
static inline bool kiln_target_has_noncoherent_index(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// Registers that a scratch message moves, at most. Source: kiln_target_has_scratch_exponent.
static inline uint32_t kiln_target_scratch_registers(const struct kiln_target *t)
{
    return kiln_target_has_scratch_exponent(t) ? 8 : 4;
}

// Memory controllers may interleave two channels by address bit 6, to which tiles then add others of their
// bits. Source: Linux i915 intel_ggtt_fencing.c (detect_bit_6_swizzle): none since Gen8.
static inline bool kiln_target_may_swizzle(const struct kiln_target *t)
{
    return !kiln_target_has_long_addresses(t);
}

// Surface states say how many rows layers are apart, and align levels to as many texels as one likes; before,
// the distance follows from the first two levels. Source: Mesa 22.3.6 genxml gen75.xml (Surface Array
// Spacing), isl.c (isl_calc_array_pitch_el_rows_gfx4_2d: the height of two levels and twelve alignments).
static inline bool kiln_target_has_qpitch(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8;
}

// Bytes of a raw buffer, as a power of two. Source: Mesa 22.3.6 hasvk anv_device.c (max_raw_buffer_sz), which
// quotes PRM IVB, SURFACE_STATE::Height; PRM KBL vol2d RENDER_SURFACE_STATE (Depth has 11 bits).
static inline uint32_t kiln_target_raw_buffer_log2(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_GEN8 ? 32 : 30;
}

// Threads of 8 channels, and messages of as many, are gone. Source: Mesa 25.0.7 brw_lower_simd_width.cpp,
// brw_lower_logical_sends.cpp (XE2_SAMPLER_SIMD_MODE_*), gen200.xml COMPUTE_WALKER (SIMD Size).
static inline unsigned kiln_target_min_simd(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2 ? 16 : 8;
}

// The load-store unit moves bytes of 32 channels in a message; before, of 16. Source: Mesa 25.0.7
// brw_lower_simd_width.cpp (SHADER_OPCODE_MEMORY_*_LOGICAL).
static inline unsigned kiln_target_lsc_channels(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2 ? 32 : 16;
}

// Texels are loaded, stored and computed with by the load-store unit (TGM), as the first four coordinates and
// a mask of components; before, by data port 1. Source: Mesa 25.0.7 brw_lower_logical_sends.cpp
// (lower_lsc_memory_logical_send, lower_hdc_memory_logical_send).
static inline bool kiln_target_has_lsc_texels(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// Descriptors of the load-store unit have offsets that are added to all addresses. Source: Mesa 25.0.7
// brw_eu.h (lsc_bti_ex_desc), IGA MessageDecoderLSC.cpp; IGC sends them from Xe2 on.
static inline bool kiln_target_has_lsc_offsets(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// A register with a surface for ugm has its state's offset in bytes, as with ExBSO, which ugm's instructions
// have not; their lengths are immediate. Source: Mesa 25.0.7 brw_lower_logical_sends.cpp
// (setup_lsc_surface_descriptors), IGA GED/Encoder.cpp (encodeSendDescsXe2).
static inline bool kiln_target_has_ugm_offsets(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// The sampler's messages have numbers of 6 bits; those with a least level come with numbers of their own, and
// it is their first parameter. Source: Mesa 25.0.7 brw_eu.h (brw_sampler_desc), brw_lower_logical_sends.cpp
// (min_lod_is_first).
static inline bool kiln_target_has_long_sampler_numbers(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// The sampler takes gradients of volumes and of arrays; of cubes none does. Source: Mesa 25.0.7 brw_nir.c
// (lower_txd_cube_map; lower_txd_3d and lower_txd_array, with "bspec 45942").
static inline bool kiln_target_has_deep_gradients(const struct kiln_target *t)
{
    return t->isa < KILN_ISA_GEN125;
}

// The timestamps that a walker writes when it ends have 64 bits each instead of 32. Source: NEO 26.27
// xe2_hpg_core/hw_cmds_base.h (TimestampPacketType), and where it polls on Xe2.
static inline bool kiln_target_has_long_walker_timestamps(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// Math has a pipe of its own, in order, and so do doubles, where integers of 64 bits are others' kin; before
// math finished at any time. Source: Mesa 25.0.7 brw_lower_scoreboard.cpp (inferred_exec_pipe, is_unordered).
static inline bool kiln_target_has_math_pipe(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// Words and bytes that lie apart are read only where the destination's place in its register allows it.
// Source: Mesa 25.0.7 brw_eu_validate.c (BSpec 56640); isa/validate/xe2.c.
static inline bool kiln_target_has_narrow_regions(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE2;
}

// The compiler makes code for it.
static inline bool kiln_target_is_compiled(const struct kiln_target *t)
{
    return t->isa <= KILN_ISA_XE2;
}

// Code of ours computes with integers of 64 bits: where dwords are multiplied, too. Xe2's are taken apart, as
// those of chips that have none: the halves' products and sums are one pass (mir/lower/int64.c).
static inline bool kiln_target_makes_qwords(const struct kiln_target *t)
{
    return t->has_int64 && t->has_dword_mul;
}

// The target of a row.
const struct kiln_target *kiln_target_of(const struct kiln_devinfo *dev);

#endif
