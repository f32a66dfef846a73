// What a library of the process calls, replaced: entries of its procedure linkage table. Only on x86-64, and
// of shared objects that have such a table; elsewhere, and for names that it does not call, nothing happens.
#ifndef KILN_UTIL_LIBRARY_PLT_H
#define KILN_UTIL_LIBRARY_PLT_H

struct kiln_plt_entry {
    const char *name;
    void (*place)(void); // what is called instead
    void *real;          // where the pointer to the real one is kept: while that is NULL, nothing is replaced
};

// Of the object that `inside` is an address in.
void kiln_plt_replace(const void *inside, const struct kiln_plt_entry *entries, unsigned count);

#endif
