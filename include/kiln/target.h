// The chip that code is made for, by name. What a target is inside is private (src/hw/target.h).
#ifndef KILN_TARGET_H
#define KILN_TARGET_H

#ifdef __cplusplus
extern "C" {
#endif

struct kiln_target;

// "skl", "icl", "skl-gt3", "0x1912" ...: any chip whose instruction set is known, which is more than the
// driver drives. NULL if there is none. Targets live for ever.
__attribute__((visibility("default"))) const struct kiln_target *kiln_target(const char *name);

// The same chip with so many registers a thread (128, or 256 where it has that mode). NULL if it has no such
// mode, or `t` is NULL.
__attribute__((visibility("default"))) const struct kiln_target *
kiln_target_with_registers(const struct kiln_target *t, unsigned registers);

#ifdef __cplusplus
}
#endif
#endif
