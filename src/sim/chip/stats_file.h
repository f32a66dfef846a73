// The files that tell what a device did: KILN_SIM_TOTALS and KILN_SIM_STATS (docs/stats.md).
//
// They are written when the device or a file of it is closed, when the process ends with it open, and every
// now and then before, so that a program that is killed leaves what it had. A device that did nothing does
// not write over what is there. "%p" in a name is the process.
#ifndef KILN_SIM_STATS_FILE_H
#define KILN_SIM_STATS_FILE_H

#include <stdbool.h>

struct sim_chip;
struct sim_stats_files;

// For a device whose pool exists: NULL with errno 0: no files are wanted; with ENOMEM:
// out of memory.
struct sim_stats_files *sim_stats_files_open(struct sim_chip *chip);
// Writes them and forgets the device.
void sim_stats_files_close(struct sim_stats_files *s);
// A file of the device was closed: writes them if something was submitted since. Without sim_lock; NULL is
// allowed.
void sim_stats_files_note_close(struct sim_stats_files *s);
// An ioctl is over: writes them if that was long ago. Without sim_lock; NULL is allowed.
void sim_stats_files_note(struct sim_stats_files *s);
bool sim_stats_files_has_log(const struct sim_stats_files *s); // KILN_SIM_STATS; s: NULL is allowed

#endif
