// Registers, as a bus reaches them.
#include "cmd/gen_pack.h"
#include "sim/chip/state.h"
#include "sim/sync/fence.h"

uint64_t sim_chip_timestamp(const struct sim_chip *chip)
{
    const struct sim_clock *c = &chip->clock;
    uint64_t ns = c->instructions_per_second ? atomic_load(&c->now) : (uint64_t)sim_now_ns(),
             f = chip->devinfo->timestamp_frequency;
    uint64_t ticks = ns / 1000000000 * f + ns % 1000000000 * f / 1000000000;
    return ticks & ((UINT64_C(1) << 36) - 1);
}

uint32_t sim_chip_read(struct sim_chip *chip, uint32_t offset)
{
    switch (offset) {
    case GEN_REG_TIMESTAMP:
        return (uint32_t)sim_chip_timestamp(chip);
    case GEN_REG_RING_TIMESTAMP_HIGH:
        return (uint32_t)(sim_chip_timestamp(chip) >> 32);
    default:
        return 0;
    }
}

void sim_chip_write(struct sim_chip *chip, uint32_t offset, uint32_t value)
{
}
