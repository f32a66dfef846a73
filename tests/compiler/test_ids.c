// An id where another kind of id belongs: each operand that is an id, of each instruction of a module,
// becomes each kind of id that the module has (the first result of each opcode, the instruction's own result,
// the one after it), and the module is compiled as far as LLVM's IR, without SPIRV-Tools' validator. It ends
// with a kernel or an error, never with a signal, and in time. What fails is written to a file.
//
// usage: test_ids CASES SPV...     CASES of all modules' in all, evenly spread; 0: every one (KILN_TEST_ALL:
// forty times as many)
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kiln/compiler.h"
#include "kt.h"

enum { HEADER = 5, MOST_WORDS = 1 << 16, MOST_OPCODES = 8192, SECONDS = 20 };

static const char *const operands_of[MOST_OPCODES] = {
#define SPV_GRAMMAR(number, name, operands) [number] = operands,
#include "compiler/spirv/module/grammar.def"
};
static const char *const name_of[MOST_OPCODES] = {
#define SPV_GRAMMAR(number, name, operands) [number] = #name,
#include "compiler/spirv/module/grammar.def"
};

// A word of the module that is an id.
struct slot {
    uint32_t at, instruction, result; // where it is; of which instruction, with which result
};

struct module {
    uint32_t *words;
    uint32_t count, slot_count, kind_count;
    struct slot slots[MOST_WORDS];
    uint32_t kinds[MOST_OPCODES]; // ids, of each opcode the first
    bool seen[MOST_OPCODES];
};

static struct module m;

// How many words the letter takes at `at`; 0: what is after it is not looked at. (Numbers of two words, and
// literals of a switch with such a selector, would be taken for what they are not: a word more or less that
// is replaced.)
static uint32_t operand(uint32_t at, uint32_t end, char letter, uint32_t instruction, uint32_t *result)
{
    switch (letter) {
    case 'R':
        *result = m.words[at];
        return 1;
    case 'T':
    case 'i':
        m.slots[m.slot_count++] = (struct slot){at, instruction, *result};
        return 1;
    case 'c':
        if (at + 1 < end)
            m.slots[m.slot_count++] = (struct slot){at + 1, instruction, *result};
        return 2;
    case 's': {
        uint32_t n = at;
        while (n < end && m.words[n] >> 24)
            n++;
        return n - at + 1;
    }
    case 'x':
    case 'o':
        return end - at;
    default:
        return 1;
    }
}

static void find_slots(uint32_t at, uint32_t instruction)
{
    uint32_t end = at + (m.words[at] >> 16), op = m.words[at] & 0xffff, result = 0, first = m.slot_count;
    const char *p = op < MOST_OPCODES ? operands_of[op] : NULL, *repeated = p;
    for (at++; p && *p && at < end;) {
        if (*p == '(') {
            repeated = ++p;
        } else if (*p == ')') {
            p++;
        } else if (*p == '*') {
            p = repeated;
        } else if (*p == '?') {
            p++;
        } else {
            if (p[1] == '*')
                repeated = p;
            at += operand(at, end, *p++, instruction, &result);
        }
    }
    for (uint32_t n = first; n < m.slot_count; n++)
        m.slots[n].result = result;
    if (result && op < MOST_OPCODES && !m.seen[op]) {
        m.seen[op] = true;
        m.kinds[m.kind_count++] = result;
    }
}

static bool load(const char *path)
{
    static uint32_t words[MOST_WORDS];
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    memset(&m, 0, sizeof(m));
    m.words = words;
    m.count = (uint32_t)fread(words, 4, MOST_WORDS, f);
    fclose(f);
    uint32_t instruction = 0;
    for (uint32_t at = HEADER; at < m.count; at += words[at] >> 16, instruction++) {
        if (!(words[at] >> 16) || words[at] >> 16 > m.count - at)
            return false;
        find_slots(at, instruction);
    }
    return m.slot_count > 0;
}

// Kinds, the own result, the one that comes after.
static uint64_t case_count(void)
{
    return (uint64_t)m.slot_count * (m.kind_count + 2);
}

static uint32_t substitute(uint64_t number, const struct slot **slot)
{
    *slot = &m.slots[number / (m.kind_count + 2)];
    uint32_t k = (uint32_t)(number % (m.kind_count + 2));
    return k < m.kind_count ? m.kinds[k] : (*slot)->result + (k - m.kind_count);
}

struct progress {
    uint64_t number; // the case that is being compiled
    uint64_t done, kernels;
};

static void on_time(int signal)
{
    (void)signal;
    _exit(3);
}

static void compile_from(struct progress *p, uint64_t from, uint64_t step)
{
    const struct kiln_compile_options options = {.size = sizeof(options), .stop_after = "llvm"};
    char message[256];
    signal(SIGPROF, on_time);
    for (uint64_t n = from; n < case_count(); n += step) {
        const struct slot *slot;
        uint32_t id = substitute(n, &slot), before = m.words[slot->at];
        if (!id || id == before)
            continue;
        p->number = n;
        m.words[slot->at] = id;
        setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = SECONDS}, NULL);
        struct kiln_kernel *k = NULL;
        enum kiln_result r = kiln_compile(m.words, m.count, &options, &k, message, sizeof(message));
        if (r == KILN_ERROR_INTERNAL || (r != KILN_OK && !message[0]))
            _exit(4);
        p->kernels += r == KILN_OK;
        p->done++;
        kiln_kernel_destroy(k);
        m.words[slot->at] = before;
    }
    _exit(0);
}

static void keep(const char *path, const struct progress *p, int status)
{
    const struct slot *slot;
    uint32_t id = substitute(p->number, &slot);
    char file[64];
    snprintf(file, sizeof(file), "/tmp/kiln_ids_%d.spv", (int)getpid());
    uint32_t op = 0, at = HEADER;
    for (uint32_t n = 0; at < m.count && n < slot->instruction; n++)
        at += m.words[at] >> 16;
    op = m.words[at] & 0xffff;
    kt_ok(
        false,
        "%s: instruction %u, %s, word %u is %%%u instead of %%%u: the process ended with 0x%x%s; kept in %s",
        path, slot->instruction, op < MOST_OPCODES ? name_of[op] : "?", slot->at - at, id, m.words[slot->at],
        (unsigned)status, WIFEXITED(status) && WEXITSTATUS(status) == 3 ? " (it hangs)" : "", file);
    uint32_t before = m.words[slot->at];
    FILE *f = fopen(file, "wb");
    m.words[slot->at] = id;
    if (f) {
        fwrite(m.words, 4, m.count, f);
        fclose(f);
    }
    m.words[slot->at] = before;
}

// A process for the module, and another one after each case that ends it.
static void try_module(const char *path, struct progress *p, uint64_t first, uint64_t step)
{
    for (unsigned ended = 0; first < case_count() && ended < 5; ended++) {
        pid_t pid = fork();
        int status = -1;
        if (!pid)
            compile_from(p, first, step);
        if (pid < 0 || waitpid(pid, &status, 0) != pid) {
            kt_ok(false, "cannot fork");
            return;
        }
        if (!status)
            return;
        keep(path, p, status);
        first = p->number + step;
    }
}

static int path_count;
static char **paths;
static uint64_t wanted;

KT_TEST(every_operand_by_every_kind_of_id)
{
    struct progress *p = mmap(NULL, sizeof(*p), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint64_t all = 0, at = 0;
    for (int i = 0; i < path_count; i++)
        if (kt_ok(load(paths[i]), "%s: no module", paths[i]))
            all += case_count();
    uint64_t step = wanted && all > wanted ? all / wanted : 1;
    for (int i = 0; i < path_count; i++)
        if (load(paths[i])) {
            // (Cases of all modules are numbered on: the first of this one that is a multiple of `step`.)
            try_module(paths[i], p, (step - at % step) % step, step);
            at += case_count();
        }
    printf("# %d modules, %" PRIu64 " cases, %" PRIu64 " compiled, %" PRIu64 " of them to a kernel\n",
           path_count, all, p->done, p->kernels);
    kt_ok(p->kernels > 0 && p->kernels < p->done / 2, "the cases test nothing");
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    wanted = strtoull(argv[1], NULL, 10) * (getenv("KILN_TEST_ALL") ? 15 : 1);
    paths = argv + 2;
    path_count = argc - 2;
    return kt_main(1, argv);
}
