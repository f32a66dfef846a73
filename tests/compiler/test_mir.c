// Machine IR: text, validation, control flow, emission.
#include "compiler/mir.h"

#include "kt.h"

static struct arena arena;

static struct mir_shader *parse(const char *text)
{
    char err[256] = "";
    struct mir_shader *s = mir_parse(&arena, text, err, sizeof(err));
    kt_ok(s != NULL, "%s", err);
    return s;
}

static const char saxpy[] =
    "simd 16\n"
    "payload r0=%0 cross=%1*1 thread=%2\n"
    "%0 = grf 32 align 32 uniform at 0\n"
    "%1 = grf 32 align 32 uniform at 32\n"
    "%2 = grf 32 align 32 uniform at 64\n"
    "%3 = grf 64 align 32\n"
    "%4 = grf 64 align 32\n"
    "%5 = grf 64 align 32\n"
    "%6 = flag 2 align 2\n"
    "%7 = grf 64 align 32\n"
    "B0:\n"
    "  shl(16|M0) %3:ud, %3:ud, 0x2:ud\n"
    "  cmp.l%6(16|M0) null:ud, %3:ud, %1+4<0;1,0>:ud\n"
    "  (+%6) br(16|M0)\n"
    "  -> B1 B2 divergent\n"
    "B1:\n"
    "  send(16|M0) %4:ud, %3:ud {send 12 desc 0x2000 len 2 0 2 read surface}\n"
    "  send(16|M0) %5:ud, %3:ud {send 12 desc 0x2001 len 2 0 2 read surface}\n"
    "  mad(16|M0) %7:f, %5:f, %4:f, %1<0;1,0>:f\n"
    "  sends(16|M0) null:ud, %3:ud, %7:ud {send 12 desc 0x2001 len 2 2 0 write surface}\n"
    "  -> B2\n"
    "B2:\n"
    "  exit(16|M0)\n";

KT_TEST(round_trip)
{
    struct mir_shader *s = parse(saxpy);
    if (!s)
        return;
    char *once = mir_print(&arena, s);
    struct mir_shader *again = parse(once);
    if (again)
        kt_streq(mir_print(&arena, again), once);
}

KT_TEST(emits)
{
    struct mir_shader *s = parse(saxpy);
    if (!s)
        return;
    const char *error = NULL;
    s->blocks[0]->first->src[0] = mir_scalar(s->r0, 4, EU_TYPE_UD);
    error = mir_validate(&arena, s);
    kt_ok(!error, "%s", error);
    mir_cf(s);
    error = mir_validate(&arena, s);
    kt_ok(!error, "%s", error);
    kt_ok(mir_ra(s, 128, &error), "%s", error);
    const uint8_t *code;
    size_t size;
    kt_ok(mir_emit(s, EU_GEN9, &code, &size, &error), "%s", error);
    struct eu_text text = {0};
    struct eu_error err;
    if (!error)
        kt_ok(eu_disassemble(EU_GEN9, code, size, &text, &err), "%s", err.text);
    printf("%s\n", text.data);
    free(text.data);
}

int main(int argc, char **argv)
{
    arena_init(&arena);
    int r = kt_main(argc, argv);
    arena_finish(&arena);
    return r;
}
