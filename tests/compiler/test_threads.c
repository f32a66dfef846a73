// Compiles are deterministic and independent: many at once, in threads, give the bytes that one after the
// other gives. Arguments: SPIR-V files.
#include <pthread.h>

#include "kiln/compiler.h"
#include "kt.h"

#define THREADS 4
#define MAX_FILES 64

static struct file {
    uint32_t *words;
    size_t count;
    uint8_t *code; // of the serial compile
    size_t code_size;
} files[MAX_FILES];
static unsigned file_count;

static void load(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct file *v = &files[file_count];
    if (!f || file_count == MAX_FILES)
        return;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    v->words = malloc((size_t)size + 4);
    v->count = fread(v->words, 4, (size_t)size / 4, f);
    fclose(f);
    file_count++;
}

static struct kiln_kernel *compile(const struct file *v, char *message, size_t size)
{
    struct kiln_kernel *k;
    kiln_compile(v->words, v->count, NULL, &k, message, size);
    return k;
}

struct worker {
    pthread_t thread;
    unsigned first, wrong;
};

static void *work(void *data)
{
    struct worker *w = data;
    for (unsigned n = 0; n < file_count; n++) { // each thread in another order
        const struct file *v = &files[(w->first + n) % file_count];
        char message[512];
        struct kiln_kernel *k = compile(v, message, sizeof(message));
        size_t size = 0;
        const void *code = k ? kiln_kernel_get_code(k, &size) : NULL;
        w->wrong += !code || size != v->code_size || memcmp(code, v->code, size) != 0;
        kiln_kernel_destroy(k);
    }
    return NULL;
}

KT_TEST(threads_agree)
{
    struct worker w[THREADS] = {0};
    kt_ok(file_count >= 4, "%u files", file_count);
    for (unsigned n = 0; n < file_count; n++) {
        char message[512] = "";
        struct kiln_kernel *k = compile(&files[n], message, sizeof(message));
        kt_ok(k != NULL, "file %u: %s", n, message);
        const void *code = k ? kiln_kernel_get_code(k, &files[n].code_size) : NULL;
        files[n].code = malloc(files[n].code_size + 1);
        if (code)
            memcpy(files[n].code, code, files[n].code_size);
        kiln_kernel_destroy(k);
    }
    for (unsigned n = 0; n < THREADS; n++) {
        w[n].first = n * 3;
        kt_eq(pthread_create(&w[n].thread, NULL, work, &w[n]), 0);
    }
    for (unsigned n = 0; n < THREADS; n++) {
        pthread_join(w[n].thread, NULL);
        kt_ok(!w[n].wrong, "thread %u: %u kernels differ", n, w[n].wrong);
    }
}

int main(int argc, char **argv)
{
    for (int n = 1; n < argc; n++)
        load(argv[n]);
    return kt_main(1, argv);
}
