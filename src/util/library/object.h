// Which of the loaded objects an address is in. dladdr says so as well, but looks through all symbols of the
// object for the nearest one: LLVM has tens of thousands.
#ifndef KILN_UTIL_LIBRARY_OBJECT_H
#define KILN_UTIL_LIBRARY_OBJECT_H

// Its path as the dynamic linker found it, "" of the program; the same pointer for the same object. NULL:
// none.
const char *kiln_object_at(const void *inside);

#endif
