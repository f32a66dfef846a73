// The EU instruction set of Intel Gen graphics: decode, encode, compact, assemble, print, validate.
//
// One `struct eu_inst` holds any instruction in decoded form. Sizes are in bytes, execution sizes in
// channels, regions in elements. Source: PRM KBL vol2d EU_INSTRUCTION_*; syntax: Intel's iga64.
#ifndef KILN_ISA_H
#define KILN_ISA_H

#include "kiln/target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KILN_ISA_API __attribute__((visibility("default")))

// Order is ours; hardware opcodes, by generation, are columns of src/isa/table/ops.def.
// clang-format off: lists that read better in rows
enum eu_op {
    EU_OP_ILLEGAL,
    EU_OP_MOV, EU_OP_SEL, EU_OP_MOVI, EU_OP_NOT, EU_OP_AND, EU_OP_OR, EU_OP_XOR, EU_OP_SHR, EU_OP_SHL,
    EU_OP_SMOV, EU_OP_ASR, EU_OP_CMP, EU_OP_CMPN, EU_OP_CSEL, EU_OP_BFREV, EU_OP_BFE, EU_OP_BFI1, EU_OP_BFI2,
    EU_OP_JMPI, EU_OP_BRD, EU_OP_IF, EU_OP_BRC, EU_OP_ELSE, EU_OP_ENDIF, EU_OP_WHILE, EU_OP_BREAK,
    EU_OP_CONT, EU_OP_HALT, EU_OP_CALLA, EU_OP_CALL, EU_OP_RET, EU_OP_GOTO, EU_OP_JOIN,
    EU_OP_WAIT, EU_OP_SEND, EU_OP_SENDC, EU_OP_SENDS, EU_OP_SENDSC, EU_OP_MATH,
    EU_OP_ADD, EU_OP_MUL, EU_OP_AVG, EU_OP_FRC, EU_OP_RNDU, EU_OP_RNDD, EU_OP_RNDE, EU_OP_RNDZ,
    EU_OP_MAC, EU_OP_MACH, EU_OP_LZD, EU_OP_FBH, EU_OP_FBL, EU_OP_CBIT, EU_OP_ADDC, EU_OP_SUBB,
    EU_OP_SAD2, EU_OP_SADA2, EU_OP_DP4, EU_OP_DPH, EU_OP_DP3, EU_OP_DP2, EU_OP_LINE, EU_OP_PLN,
    EU_OP_MAD, EU_OP_LRP, EU_OP_MADM, EU_OP_NOP,
    EU_OP_ROR, EU_OP_ROL,  // from Gen11
    EU_OP_DP4A, EU_OP_SYNC, // from Gen12
    EU_OP_ADD3, EU_OP_BFN, EU_OP_DPAS, EU_OP_DPASW, // from Gen12.5
    EU_OP_MACL, EU_OP_SRND, // from Xe2
    EU_OP_DIM, EU_OP_F32TO16, EU_OP_F16TO32, // Gen7.5 alone
    EU_OP_COUNT
};

enum eu_type {
    EU_TYPE_UD, EU_TYPE_D, EU_TYPE_UW, EU_TYPE_W, EU_TYPE_UB, EU_TYPE_B, EU_TYPE_UQ, EU_TYPE_Q,
    EU_TYPE_F, EU_TYPE_DF, EU_TYPE_HF,
    EU_TYPE_UV, EU_TYPE_V, EU_TYPE_VF, // packed immediates
    EU_TYPE_NF,                        // Gen11: what an accumulator holds
    EU_TYPE_BF,                        // from Gen12.5: the high half of :f
    EU_TYPE_BF8, EU_TYPE_TF32, // from Xe2: the high half of :hf; :f with a mantissa of 10 bits
    EU_TYPE_HF8,               // from Xe3: E4M3
    EU_TYPE_COUNT
};

enum eu_file { EU_FILE_NONE, EU_FILE_GRF, EU_FILE_ARF, EU_FILE_IMM };

// Architecture registers: the high nibble of the register number (PRM "ARF Registers"); the low nibble selects
// the instance: acc1 is EU_ARF_ACC + 1, f1 is EU_ARF_FLAG + 1.
enum eu_arf {
    EU_ARF_NULL = 0x00, EU_ARF_ADDR = 0x10, EU_ARF_ACC = 0x20, EU_ARF_FLAG = 0x30, EU_ARF_CE = 0x40,
    EU_ARF_MSG = 0x50, EU_ARF_SP = 0x60, EU_ARF_SCALAR = 0x60 /* Xe3 */, EU_ARF_STATE = 0x70, EU_ARF_CONTROL = 0x80, EU_ARF_NOTIFY = 0x90,
    EU_ARF_IP = 0xa0, EU_ARF_TDR = 0xb0, EU_ARF_TM = 0xc0, EU_ARF_FC = 0xd0, EU_ARF_DBG = 0xf0,
};

enum eu_cmod {
    EU_CMOD_NONE, EU_CMOD_Z, EU_CMOD_NZ, EU_CMOD_G, EU_CMOD_GE, EU_CMOD_L, EU_CMOD_LE, EU_CMOD_O = 8, EU_CMOD_U,
};

// Align1: ANYV.. ALL32H. Align16 uses X..W, ANY4H and ALL4H of its own encoding (src/isa/table/ops.def maps them). From Xe2 ANYV and
// ALLV are the only ones, written .any and .all: of all channels of the instruction.
enum eu_pred {
    EU_PRED_NONE, EU_PRED_NORMAL, EU_PRED_ANYV, EU_PRED_ALLV, EU_PRED_ANY2H, EU_PRED_ALL2H, EU_PRED_ANY4H,
    EU_PRED_ALL4H, EU_PRED_ANY8H, EU_PRED_ALL8H, EU_PRED_ANY16H, EU_PRED_ALL16H, EU_PRED_ANY32H, EU_PRED_ALL32H,
    EU_PRED_X, EU_PRED_Y, EU_PRED_Z, EU_PRED_W,
};

enum eu_math {
    EU_MATH_INV = 1, EU_MATH_LOG, EU_MATH_EXP, EU_MATH_SQRT, EU_MATH_RSQ, EU_MATH_SIN, EU_MATH_COS,
    EU_MATH_FDIV = 9, EU_MATH_POW, EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER, EU_MATH_INT_DIV_QUOTIENT,
    EU_MATH_INT_DIV_REMAINDER, EU_MATH_INVM, EU_MATH_RSQRTM,
};

enum eu_thread_ctrl { EU_THREAD_NORMAL, EU_THREAD_ATOMIC, EU_THREAD_SWITCH, EU_THREAD_NO_PREEMPT /* Gen11 */ };

// Shared function ids (PRM SKL vol3 "Shared Function Reference").
enum eu_sfid {
    EU_SFID_NULL = 0, EU_SFID_SAMPLER = 2, EU_SFID_GATEWAY = 3, EU_SFID_DC2 = 4, EU_SFID_RENDER_CACHE = 5,
    EU_SFID_URB = 6, EU_SFID_THREAD_SPAWNER = 7, EU_SFID_VME = 8, EU_SFID_CONSTANT_CACHE = 9, EU_SFID_DC0 = 10,
    EU_SFID_PIXEL_INTERPOLATOR = 11, EU_SFID_DC1 = 12, EU_SFID_CRE = 13,
    // From Gen12.5; some numbers are others' before.
    EU_SFID_UGML = 1, EU_SFID_BINDLESS_THREAD = 7, EU_SFID_RAY_TRACING = 8, EU_SFID_TGM = 13, EU_SFID_SLM = 14, EU_SFID_UGM = 15,
};
// clang-format on

#define EU_VSTRIDE_VXH 0xff // source region of one element per address register (align1 indirect)

enum eu_pack { EU_PACK_NONE, EU_PACK_4_BITS, EU_PACK_2_BITS };

struct eu_operand {
    enum eu_file file;
    enum eu_type type;
    uint8_t reg;         // GRF number, or enum eu_arf + instance
    uint8_t subreg;      // bytes into the register
    bool negate, abs;    // negate means bitwise NOT for and/or/xor/not
    bool indirect;       // register address in a0.addr_subreg plus addr_imm bytes; reg and subreg are unused
    uint8_t addr_subreg; // in words: 0..15
    int16_t addr_imm;    // bytes
    uint8_t vstride, width, hstride; // <vstride;width,hstride>; a destination uses only hstride
    uint8_t swizzle;                 // align16 source: 2 bits a channel, 0xe4 is xyzw
    uint8_t writemask;               // align16 destination: bit 0 is x; 0xf writes all
    bool rep;                        // three-source RepCtrl: one element for all channels
    enum eu_pack pack;               // dpas: elements of :ub and :b are narrower
    uint8_t special_acc;             // madm, invm, rsqrtm: 0..7 is mme0..mme7 (acc2..acc9), 8 is nomme
    uint64_t imm;                    // bits of the immediate, in the low bytes
};

// Gen12: what an instruction waits for and what it sets (software scoreboard). sync: what is waited for.
enum eu_token_mode { EU_TOKEN_NONE, EU_TOKEN_SET, EU_TOKEN_SRC, EU_TOKEN_DST };

// From Gen12.5: the pipe that a distance counts in; OWN is that of the instruction. MATH came with Xe2,
// SCALAR with Xe3.
enum eu_pipe {
    EU_PIPE_OWN,
    EU_PIPE_ALL,
    EU_PIPE_FLOAT,
    EU_PIPE_INT,
    EU_PIPE_LONG,
    EU_PIPE_MATH,
    EU_PIPE_SCALAR
};

struct eu_swsb {
    uint8_t distance; // 1..7 in-order instructions back; 0: none
    uint8_t token;    // 0..15; from Xe2 0..31
    enum eu_token_mode mode;
    enum eu_pipe pipe;
    bool
        no_acc_set; // from Xe2: an accumulator that is written sets no dependency; nothing else is waited for
};

// The encodings.
enum eu_sync {
    EU_SYNC_NOP = 0,
    EU_SYNC_ALLRD = 2,
    EU_SYNC_ALLWR = 3,
    EU_SYNC_FLUSH = 12,
    EU_SYNC_FENCE = 13, // from Xe2
    EU_SYNC_BAR = 14,
    EU_SYNC_HOST = 15,
};

struct eu_inst {
    enum eu_op op;
    uint8_t exec_size;   // 1, 2, 4, 8, 16, 32
    uint8_t chan_offset; // first channel: a multiple of 4 (M0, M4, ... M28)
    bool nomask;         // MaskCtrl: write enable ignores the channel enables
    bool align16;
    enum eu_pred pred;
    bool pred_inv;
    enum eu_cmod cmod;
    uint8_t flag_reg,
        flag_subreg; // f<reg>.<subreg> (from Xe2 f0 to f3), for predicate and conditional modifier
    bool saturate;
    bool acc_wr;      // AccWrEn; for branches this bit is BranchCtrl: see branch_ctrl
    bool branch_ctrl; // if, else, goto; other branches have the bit without a meaning
    enum eu_thread_ctrl thread_ctrl;
    bool no_dd_clr, no_dd_chk;
    bool compacted;      // decoded from, or to be encoded in, 8 bytes
    bool debug;          // breakpoint
    enum eu_math math;   // math
    struct eu_swsb swsb; // Gen12
    enum eu_sync sync;   // sync
    bool serialize;      // send of Gen12: the fused pair one after the other
    uint8_t bfn;         // bfn: its truth table, bit s0 + 2 * s1 + 4 * s2
    uint8_t depth;       // dpas: systolic depth 1, 2, 4, 8
    uint8_t count;       // dpas: repeat count 1..8
    struct eu_operand dst;
    // Sources beyond eu_inst_num_srcs() are absent: NONE, or what a compiler wrote there, kept so that
    // encoding gives the same bytes. Three-source instructions decode to their align16 encoding (swizzle,
    // rep); eu_encode also takes them in align1 terms, with regions <v;w,h> that are packed or scalar.
    struct eu_operand src[3];
    // Branches with immediate targets: bytes relative to this instruction (calla: absolute). The target of
    // jmpi, brd, brc, call, calla is a register instead if src[0].file is GRF or ARF; it is NONE when jip
    // counts.
    int32_t jip, uip;

    // send family. Descriptors are immediates unless desc_reg / ex_desc_reg say a0. From Xe3 src[0] may be
    // s0.<subreg>, of which each byte names a register of the payload; then there is no src[1].
    uint8_t sfid;
    bool eot;
    bool desc_in_reg;    // desc is a0.0<0;1,0>:ud
    bool ex_desc_in_reg; // sends: extended descriptor is in a0.ex_desc_subreg (dword aligned, in words)
    uint8_t ex_desc_subreg;
    // From Gen12.5: ex_desc_in_reg has a surface offset; ex_desc has bits 11:6, which are immediate. From Xe2
    // bits 31:19 and 15:11 are immediate in any case, an offset; and bits 10:6 of ugm, which has no ex_bso.
    bool ex_bso;
    uint32_t desc;    // bits 28:25 mlen, 24:20 rlen, 19 header, 18:0 function control
    uint32_t ex_desc; // bits 3:0 sfid, 5 eot, 9:6 src1 length (sends; from Gen12 10:6), 31:16 function
};

// Statistics and errors are strings in a caller's buffer: "rule-name: what is wrong". Never NULL terminated
// late.
struct eu_error {
    char text[256];
};

// Bytes of one element; 4 for the packed vector immediates.
KILN_ISA_API unsigned eu_type_size(enum eu_type t);
KILN_ISA_API const char *eu_type_name(enum eu_type t); // "ud", "f", ...
KILN_ISA_API const char *eu_op_name(enum eu_op op);    // "mov", ...
KILN_ISA_API unsigned eu_op_num_srcs(enum eu_op op);   // 0..3, as written in assembly; 2 for math
KILN_ISA_API unsigned eu_inst_num_srcs(const struct eu_inst *inst); // the same, by math function
KILN_ISA_API bool eu_op_is_branch(enum eu_op op);
KILN_ISA_API bool eu_op_is_send(enum eu_op op);

// Decodes the instruction at `bytes` (`size` bytes are readable). Returns its length, 8 (compacted) or 16; or
// 0 with the reason in err: truncated, unknown opcode, reserved encoding. Reads nothing beyond `size`.
KILN_ISA_API unsigned eu_decode(const struct kiln_target *target, const void *bytes, size_t size,
                                struct eu_inst *inst, struct eu_error *err);

// Encodes in native form, 16 bytes. False with the reason if a field does not fit the format.
KILN_ISA_API bool eu_encode(const struct kiln_target *target, const struct eu_inst *inst, uint8_t out[16],
                            struct eu_error *err);

// Tries the 8-byte form of an encoded instruction; false when there is none. And back.
KILN_ISA_API bool eu_compact(const struct kiln_target *target, const uint8_t native[16], uint8_t out[8]);
KILN_ISA_API bool eu_uncompact(const struct kiln_target *target, const uint8_t compact[8], uint8_t out[16]);

// Prints one instruction in IGA's syntax, without a newline. `offset` is its byte offset (branch labels are
// relative to it). Returns the length that the whole text has, like snprintf.
KILN_ISA_API int eu_print(const struct kiln_target *target, const struct eu_inst *inst, uint32_t offset,
                          char *buf, size_t size);

// A growing text: the caller frees data.
struct eu_text {
    char *data;
    size_t size;
};

// Disassembles a whole kernel with labels, as `iga64 -d`. Undecodable bytes become an error.
KILN_ISA_API bool eu_disassemble(const struct kiln_target *target, const void *code, size_t size,
                                 struct eu_text *out, struct eu_error *err);

// Assembles IGA syntax. On failure err has "line:column: message". The caller frees *code.
KILN_ISA_API bool eu_assemble(const struct kiln_target *target, const char *text, uint8_t **code,
                              size_t *size, struct eu_error *err);

// Checks the EU's rules for one instruction; the text names the rule that is broken. Then for a whole kernel
// (branch targets, end of thread, dependency hints).
KILN_ISA_API bool eu_validate(const struct kiln_target *target, const struct eu_inst *inst,
                              struct eu_error *err);
// Only those rules that some chips have and their like have not: what Broxton cannot do with 64 bits.
KILN_ISA_API bool eu_validate_chip(const struct kiln_target *target, const struct eu_inst *inst,
                                   struct eu_error *err);
// eu_encode and eu_validate in one.
KILN_ISA_API bool eu_encode_valid(const struct kiln_target *target, const struct eu_inst *inst,
                                  uint8_t out[16], struct eu_error *err);
KILN_ISA_API bool eu_validate_kernel(const struct kiln_target *target, const void *code, size_t size,
                                     struct eu_error *err);

#ifdef __cplusplus
}
#endif
#endif
