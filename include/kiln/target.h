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

#ifdef __cplusplus
}
#endif
#endif
