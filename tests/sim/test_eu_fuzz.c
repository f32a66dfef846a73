// Damaged kernels: whatever bits a kernel has, the simulated GPU must end it or report a fault, and never
// harm the host. Most useful with ASan and UBSan. KILN_FUZZ=N runs N kernels (default 1500).
#include "eu_rig.h"

static uint32_t seed = 2463534242u;

static uint32_t rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static const char *const kernels[] = {"saxpy", "red", "lp"};

static uint8_t *load(const char *name, size_t *size)
{
    char path[512];
    static char text[1 << 16];
    struct eu_error err;
    uint8_t *code = NULL;
    snprintf(path, sizeof(path), "%s/%s.asm", KERNEL_DIR, name);
    FILE *f = fopen(path, "r");
    if (!kt_ok(f, "cannot open %s", path))
        return NULL;
    text[fread(text, 1, sizeof(text) - 1, f)] = 0;
    fclose(f);
    kt_ok(eu_assemble(EU_GEN9, text, &code, size, &err), "%s: %s", name, err.text);
    return code;
}

// A random instruction of a random operation, or a few random bits.
static void damage(uint8_t *code, size_t size)
{
    for (unsigned n = 1 + rnd() % 4; n; n--) {
        size_t at = rnd() % size;
        switch (rnd() % 3) {
        case 0:
            code[at] ^= (uint8_t)(1u << rnd() % 8);
            break;
        case 1:
            code[at] = (uint8_t)rnd();
            break;
        default:
            if (at / 16 * 16 + 16 <= size)
                for (unsigned i = 1; i < 16; i++)
                    code[at / 16 * 16 + i] = rnd() % 3 ? code[at / 16 * 16 + i] : (uint8_t)rnd();
        }
    }
}

KT_TEST(damaged_kernels)
{
    unsigned count = getenv("KILN_FUZZ") ? (unsigned)atoi(getenv("KILN_FUZZ")) : 1500, ended = 0,
             faults[5] = {0};
    struct rig r;
    rig_init(&r);
    rig_surface(&r, 0, 4096);
    rig_surface(&r, 0x10000, 4096);
    r.w.instruction_budget = 20000;
    r.w.idd.shared_local_memory_size = 1;
    r.w.idd.cross_thread_constant_data_read_length = 3;
    r.w.idd.constant_urb_entry_read_length = 6;
    r.w.walker.indirect_data_length = 15 * 32;
    rig_shape(&r, 32, 2, 0, 2);
    for (unsigned n = 0; n < count; n++) {
        size_t size;
        uint8_t *code = load(kernels[rnd() % 3], &size);
        if (!code)
            break;
        damage(code, size);
        memset(r.vm.mem + RIG_CODE, 0, 0x8000);
        memcpy(r.vm.mem + RIG_CODE, code, size);
        for (unsigned i = 0; i < 15 * 8; i++) {
            uint32_t v = rnd() >> rnd() % 32;
            memcpy(r.vm.mem + RIG_INDIRECT + 4 * i, &v, 4);
        }
        free(code);
        if (rig_dispatch(&r))
            ended++;
        else
            faults[r.fault.kind]++;
    }
    printf("# %u ended, %u page faults, %u illegal, %u not simulated, %u hangs\n", ended, faults[1],
           faults[2], faults[3], faults[4]);
    kt_ok(ended > 0 && faults[SIM_FAULT_ILLEGAL] > 0, "nothing ended or nothing failed");
    rig_finish(&r);
}

KT_MAIN()
