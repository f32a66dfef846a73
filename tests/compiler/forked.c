// Compiles or lists modules, each in a child process of one that has LLVM loaded: its start is paid once,
// which is seconds under valgrind, and each module finds the process as the first one does. For test_big.py.
//
// Standard input: lines `compile FILE`, `list FILE`, or `warm FILE`: compiled in the process itself, so that
// its children have what valgrind translates. Standard output, a line for each when it is done: `PID RESULT
// MESSAGE`, with RESULT an enum kiln_result, or the child's wait status where it did not end by itself.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kiln/compiler.h"
#include "module_file.h"

static enum kiln_result compile(const struct module_file *file, char *message, size_t size)
{
    struct kiln_kernel *k = NULL;
    enum kiln_result r = kiln_compile(file->words, file->count, NULL, &k, message, size);
    kiln_kernel_destroy(k);
    return r;
}

// What there is in the module, all of it (kilnc --list).
static enum kiln_result list(const struct module_file *file)
{
    struct kiln_module *m = kiln_module_create(file->words, file->count);
    struct kiln_module_entry e = {.size = sizeof(e)};
    struct kiln_module_constant c = {.size = sizeof(c)};
    if (!m)
        return KILN_ERROR_INVALID_MODULE;
    for (uint32_t i = 0; kiln_module_get_entry(m, i, &e); i++) {}
    for (uint32_t i = 0; kiln_module_get_constant(m, i, &c); i++) {}
    kiln_module_destroy(m);
    return KILN_OK;
}

// What a child says: the parent prints it when valgrind has counted all of the child.
struct answer {
    int result;
    char message[256];
};

static void answer_to(struct answer *out, bool lists, const char *path)
{
    struct module_file file = module_file_read(path);
    out->result = lists ? list(&file) : compile(&file, out->message, sizeof(out->message));
    free(file.words);
}

int main(void)
{
    char line[4096];
    struct answer *answer =
        mmap(NULL, sizeof(*answer), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (answer == MAP_FAILED)
        return 2;
    kiln_compiler_version();
    while (fgets(line, sizeof(line), stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *path = strchr(line, ' ');
        if (!path)
            return 2;
        *path++ = 0;
        *answer = (struct answer){0};
        bool warm = !strcmp(line, "warm");
        pid_t pid = warm ? 0 : fork();
        int status = 0;
        if (!pid)
            answer_to(answer, !strcmp(line, "list"), path);
        if (!pid && !warm)
            _exit(0);
        if (pid < 0 || (!warm && waitpid(pid, &status, 0) != pid))
            return 2;
        printf("%d %d %s\n", (int)pid, status ? status : answer->result,
               status ? "the process died" : answer->message);
        fflush(stdout);
    }
    return 0;
}
