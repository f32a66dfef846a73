// Memory that processes share by descriptor, and that neither can take from under the other: of a fixed size,
// by seals (fcntl(2), F_ADD_SEALS), so that no access to a mapping of it is a SIGBUS.
#ifndef KILN_SIM_MEMFD_H
#define KILN_SIM_MEMFD_H

#include <stdbool.h>
#include <stdint.h>

// -1 with errno.
int sim_memfd_create(const char *name, uint64_t size);
// Whether a foreign descriptor is such memory: in pages of the usual kind (huge ones may be missing
// when they are touched), and sealed.
bool sim_memfd_is_fixed(int fd);

#endif
