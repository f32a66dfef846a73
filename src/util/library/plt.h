// What a library of the process calls, replaced: entries of its procedure linkage table. Only on x86-64, and
// of shared objects that have such a table; elsewhere, and for names that it does not call, nothing happens.
#ifndef KILN_UTIL_LINKAGE_H
#define KILN_UTIL_LINKAGE_H

struct kiln_linkage {
    const char *name;
    void (*place)(void); // what is called instead
    void *real;          // where the pointer to the real one is kept: while that is NULL, nothing is replaced
};

// Of the object that `inside` is an address in.
void kiln_linkage_replace(const void *inside, const struct kiln_linkage *entries, unsigned count);

#endif
