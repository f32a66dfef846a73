// The simulated node in this process: which descriptors refer to it, and where its files are.
#ifndef KILN_SIM_NODE_DESCRIPTORS_H
#define KILN_SIM_NODE_DESCRIPTORS_H

#include "sim/node/tree.h"
#include "sim/sim.h"

enum { NODE_MAX_FD = 1 << 16 };

struct node {
    struct sim_file *file;
    unsigned descriptors; // that refer to it
    unsigned calls;       // in progress: a close must not pull the file away
    int minor;
    dev_t device;
    ino_t inode; // of the placeholder
    struct node *next;
};

// Whether the number is in the table. What it refers to may be something else meanwhile: the C library closes
// within fclose() and the like, and programs by system calls of their own.
bool node_has(int fd);
// What `fd` refers to, until node_release; NULL: it is not the node. Looks at what the kernel has there.
struct node *node_acquire(int fd);
// The same of a number that is not in the table: a copy that was made out of our sight (a raw dup(), sent
// over a socket).
struct node *node_adopt(int fd);
void node_release(struct node *n);
void node_remember(int fd, struct node *n); // another descriptor of it
void node_forget(int fd);                   // it is closed; nothing, if it is none of the node's
int node_minor_of_fd(int fd);               // -1: it is not the node
int node_open(int minor, int flags);        // a descriptor, or -1 and errno
int node_real_close(int fd);                // libc's
// False in a child of vfork(), which has this memory and descriptors of its own, and in one of _Fork(): what
// it closes is not closed here.
bool node_in_own_process(void);

// The real file for a path, or the path itself. `buf` holds the translation.
const char *node_translate(const char *path, char buf[NODE_PATH_MAX]);
// The same for a path relative to a directory. One in the tree stands for the node's part of the file system
// and for what is above it; the rest of that is the host's.
const char *node_translate_at(int dir, const char *path, char buf[NODE_PATH_MAX]);
struct sim_device *node_device(void);      // NULL: not opened
int node_minor_of(const char *translated); // of a device file; -1: it is none
const char *node_root(void);               // where the tree is; NULL: there is none (yet)

#endif
