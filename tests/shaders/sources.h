// Which shaders are meant: files, or folders of them.
#ifndef KILN_TESTS_SHADERS_SOURCES_H
#define KILN_TESTS_SHADERS_SOURCES_H

#include <stdbool.h>

struct sources {
    char **paths;
    unsigned count;
};

// Each of `args` is a path; a folder stands for its files whose names end with one of `suffixes` ("comp
// spvasm"), in order of names. What is added to a folder later is there at the next call: nobody has to
// configure anything for it. False, after a line on stderr: a folder cannot be read.
bool sources_find(char *const args[], unsigned count, const char *suffixes, struct sources *out);
void sources_finish(struct sources *s);

#endif
