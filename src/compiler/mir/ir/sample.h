// What a sampler is asked: operations and their arguments, of the front end's intrinsics (llvm/ir/abi.h) and
// of accesses (mir/ir/access.h). How a message names and orders them is mir/lower/message's.
#ifndef KILN_COMPILER_MIR_SAMPLE_H
#define KILN_COMPILER_MIR_SAMPLE_H

// What kiln.sample does.
enum kiln_sample_op {
    KILN_SAMPLE_L,   // explicit LOD
    KILN_SAMPLE_D,   // gradients
    KILN_SAMPLE_LZ,  // LOD 0
    KILN_SAMPLE_L_C, // ..._C: with a comparison
    KILN_SAMPLE_D_C,
    KILN_SAMPLE_LZ_C,
    KILN_SAMPLE_GATHER,
    KILN_SAMPLE_GATHER_C,
    KILN_SAMPLE_GATHER_PO, // offsets are arguments
    KILN_SAMPLE_GATHER_PO_C,
    KILN_SAMPLE_LD,    // a texel by integer coordinates
    KILN_SAMPLE_LD_MS, // the same, of a sample
    KILN_SAMPLE_INFO,  // the number of samples
    KILN_SAMPLE_LOD,   // of the sample that the quad's coordinates imply: the level that is read, and the LOD
                       // itself
    KILN_SAMPLE_RESINFO, // sizes of level LOD (an integer): width, height, depth or layers, levels
    KILN_SAMPLE_OPS
};

enum kiln_sample_arg {
    KILN_ARG_U,
    KILN_ARG_V,
    KILN_ARG_R,
    KILN_ARG_AI, // the layer of a cube array; other layers are in the coordinate after the last
    KILN_ARG_REF,
    KILN_ARG_LOD,
    KILN_ARG_DUDX,
    KILN_ARG_DUDY,
    KILN_ARG_DVDX,
    KILN_ARG_DVDY,
    KILN_ARG_DRDX,
    KILN_ARG_DRDY,
    KILN_ARG_OFFU,
    KILN_ARG_OFFV,
    KILN_ARG_MINLOD,
    KILN_ARG_SI,  // sample index
    KILN_ARG_MCS, // of compressed surfaces: there are none, and the argument is absent
    KILN_SAMPLE_ARGS
};

#endif
