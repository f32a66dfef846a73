// The note that a driver may have put around a kernel (util/kernel_note.h), read through the GPU's page
// tables.
#ifndef KILN_SIM_KERNEL_NOTE_H
#define KILN_SIM_KERNEL_NOTE_H

#include "sim/thread/fault.h"
#include "sim/thread/launch.h"
#include "util/kernel_note.h"

// The note of the kernel that starts at GPU address `kernel`: for free(). NULL: it has none (other drivers'
// kernels have not), or what is there is not sound.
struct kiln_note *sim_kernel_note_find(const struct sim_pages *pages, uint64_t kernel);

#endif
