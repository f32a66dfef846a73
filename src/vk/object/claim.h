// A queue that says that it has graphics. Programs and libraries for WebGPU, and others that grew out of
// graphics (wgpu, Dawn, taichi, slang-rhi), take no device without such a queue, and then only compute. For
// their users there is a mode, never on by itself: KILN_GRAPHICS=claim. Nothing else becomes possible by it:
// pipelines and passes of graphics are refused as always, and the refusal names the mode.
#ifndef KILN_VK_CLAIM_H
#define KILN_VK_CLAIM_H

#include <stdbool.h>

// The same for the whole life of the process. Says so in a warning, once.
bool kiln_claims_graphics(void);

// A program that leaves for want of such a queue does not say so to Kiln: it reads the families of queues,
// makes no device, and ends with an error. At the end of a process that did these three things, and that had
// no other driver to choose from, one line on standard error names the mode. Not where it ends with 0:
// tools that list devices do that, or did without one. KILN_GRAPHICS=none says that it is known, and nothing
// is said.
void kiln_note_families(void); // they were read
void kiln_note_device(void);   // a device was requested

#endif
