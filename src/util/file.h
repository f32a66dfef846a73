// Descriptors and files that are ours in a process that belongs to another program.
//
// Its owner may have closed 0, 1 and 2, may close what it did not open (closefrom(3), a number twice), and
// may be limited in the size of files (RLIMIT_FSIZE). So: no descriptor of ours is one of the standard ones,
// where what others print would go into it; one is used and closed only while it still is what we opened; and
// a write beyond the limit fails (EFBIG) instead of ending the process by SIGXFSZ.
#ifndef KILN_UTIL_FILE_H
#define KILN_UTIL_FILE_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

// `fd`, or a copy above the standard descriptors, closed on exec as it, and `fd` closed. -1 and errno: there
// is no room; `fd` is closed then too. -1 for -1.
int kiln_fd_lift(int fd);

// close(2), of a descriptor that no other code knows yet; keeps errno.
void kiln_fd_close_number(int fd);

// As fopen(3) with close-on-exec.
FILE *kiln_fopen(const char *path, const char *mode);

// A descriptor that stays open, and what it referred to when it was opened. {.number = -1}: none.
struct kiln_fd {
    int number;
    dev_t device;
    ino_t inode;
};
#define KILN_FD_NONE ((struct kiln_fd){.number = -1})

// Lifts `fd` and takes it. KILN_FD_NONE and errno: it could not; `fd` is closed.
struct kiln_fd kiln_fd_take(int fd);
// Whether it is still there, which others may have closed or replaced meanwhile.
bool kiln_fd_is_open(const struct kiln_fd *f);
// A new descriptor of it, for another user, or -errno (-EBADF: it is gone). Not a standard one either: it is
// memory of the device, perhaps.
int kiln_fd_copy(const struct kiln_fd *f, bool close_on_exec);
void kiln_fd_close(struct kiln_fd *f); // if it is still there
// Whether a number is one of those that this library has taken.
bool kiln_fd_is_ours(int number);
// Another file replaces the descriptor: it is ours no more.
void kiln_fd_lose(int number);

// Between the two, a write of this thread beyond the limit fails.
struct kiln_file_limit {
    sigset_t mask;
    bool held;
};
struct kiln_file_limit kiln_file_limit_begin(void);
void kiln_file_limit_end(const struct kiln_file_limit *l); // keeps errno

#endif
