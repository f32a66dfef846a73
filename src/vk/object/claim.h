// A queue that says that it has graphics. Programs and libraries for WebGPU, and others that grew out of
// graphics (wgpu, Dawn, taichi, slang-rhi), take no device without such a queue, and then only compute. For
// their users there is a mode, never on by itself: KILN_GRAPHICS=claim. Nothing else becomes possible by it:
// pipelines and passes of graphics are refused as always, and the refusal names the mode.
#ifndef KILN_VK_CLAIM_H
#define KILN_VK_CLAIM_H

#include <stdbool.h>

// The same for the whole life of the process. Says so in a warning, once.
bool kiln_claims_graphics(void);

#endif
