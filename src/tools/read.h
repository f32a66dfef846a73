// Files that tools are given, of which nothing is known: devices without an end, directories, what is larger
// than any shader.
#ifndef KILN_TOOLS_READ_H
#define KILN_TOOLS_READ_H

#include <stddef.h>

// The whole of it with a zero after it, from malloc; "-" is standard input. NULL with errno: EFBIG for more
// than `most` bytes (of what is no regular file, more than TOOL_MOST_STREAMED).
enum { TOOL_MOST_STREAMED = 1 << 28, TOOL_MOST_TEXT = 1 << 26 };
char *tool_read(const char *path, size_t most, size_t *size);

#endif
