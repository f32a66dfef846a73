// The files that a render node has in /dev and /sys, as a private directory of real files, and the
// translation of paths into it and back.
#ifndef KILN_SIM_NODE_TREE_H
#define KILN_SIM_NODE_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "hw/devinfo.h"

enum { NODE_MAJOR = 226, NODE_RENDER_MINOR = 128, NODE_CARD_MINOR = 0, NODE_PATH_MAX = 4096 };

// Builds the tree under a new directory. NULL if that failed (errno), else its path, which lives for ever.
// `driver`: the kernel's.
const char *node_tree_create(const struct kiln_devinfo *info, const char *driver);
void node_tree_remove(const char *root);

// True if the path belongs to the node's part of the file system; then `out` is the file that stands for it.
bool node_tree_translate(const char *root, const char *path, char out[NODE_PATH_MAX]);
// True if `path` is one that node_tree_translate could claim: cheap, and needs no tree.
bool node_tree_claims(const char *path);
// Minor number of a device file inside the tree (a translated path); -1 if it is none.
int node_tree_minor(const char *root, const char *translated);

#endif
