// The chip on a bus: its life, and the door's functions for it. See machine.h.
#include "sim/chip/machine.h"

#include "sim/chip/guc.h"

#include <stdlib.h>
#include <time.h>

#include "cmd/gen_pack.h"
#include "sim/chip/state.h"

void sim_machine_wait(struct sim_machine *m, pthread_cond_t *condition, int64_t ns)
{
    enum { SECOND = 1000000000 };
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += ns;
    t.tv_sec += t.tv_nsec / SECOND;
    t.tv_nsec %= SECOND;
    pthread_cond_timedwait(condition, &m->lock, &t);
}

static void init_engines(struct sim_machine *m)
{
    const struct sim_engine_place *places = sim_engine_places(m->info, &m->engines);
    for (unsigned i = 0; i < m->engines; i++) {
        m->engine[i].machine = m;
        m->engine[i].place = &places[i];
    }
}

static void init_global(struct sim_machine *m)
{
    m->global = (struct sim_guest_space){
        .pages.walk = sim_guest_walk,
        .bus = &m->bus,
        .levels = 1,
        .narrow = m->gt->has_rings,
        .address_mask = ((UINT64_C(1) << m->gt->address_bits) - 1) & ~UINT64_C(4095),
        .has_local = m->bus.local != NULL,
    };
}

static void stop(struct sim_machine *m, unsigned engines)
{
    for (unsigned i = 0; i < engines; i++)
        sim_execlists_stop(&m->engine[i]);
    sim_image_finish(m); // no run is left
    sim_observation_stop(m);
    sim_guc_finish(m);
    sim_registers_finish(m);
    sim_chip_caches_destroy(m->caches);
    pthread_cond_destroy(&m->idle);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

bool sim_chip_attach(struct sim_chip *chip, const struct sim_bus *bus)
{
    struct sim_machine *m = calloc(1, sizeof(*m));
    if (!m)
        return false;
    m->info = chip->devinfo;
    m->gt = kiln_gt_of(kiln_target_of(chip->devinfo));
    m->bus = *bus;
    m->chip = chip;
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->idle, NULL);
    init_engines(m);
    init_global(m);
    bool ok = sim_chip_caches_create(chip, &m->caches) && sim_registers_init(m) && sim_image_init(m) &&
              sim_guc_init(m) && sim_observation_start(m);
    unsigned started = 0;
    if (ok)
        sim_registers_reset(m);
    while (ok && started < m->engines)
        if ((ok = sim_execlists_start(&m->engine[started])))
            started++;
    if (!ok) {
        stop(m, started);
        return false;
    }
    chip->machine = m;
    return true;
}

void sim_chip_detach(struct sim_chip *chip)
{
    if (chip->machine)
        stop(chip->machine, chip->machine->engines);
    chip->machine = NULL;
}

void sim_chip_reset(struct sim_chip *chip)
{
    struct sim_machine *m = chip->machine;
    if (!m)
        return;
    pthread_mutex_lock(&m->lock);
    sim_guc_reset(m); // first: it has work for engines that are free
    for (unsigned i = 0; i < m->engines; i++)
        sim_execlists_reset(&m->engine[i]);
    sim_image_forget(m);
    sim_registers_reset(m);
    pthread_mutex_unlock(&m->lock);
}

// ---- the bus

uint32_t sim_chip_read(struct sim_chip *chip, uint32_t offset)
{
    struct sim_machine *m = chip->machine;
    if (!m && offset == GEN_REG_TIMESTAMP)
        return (uint32_t)sim_chip_timestamp(chip);
    if (!m)
        return offset == GEN_REG_RING_TIMESTAMP_HIGH ? (uint32_t)(sim_chip_timestamp(chip) >> 32) : 0;
    pthread_mutex_lock(&m->lock);
    uint32_t value = sim_register_read(m, offset);
    pthread_mutex_unlock(&m->lock);
    return value;
}

// Without a bus: what a kernel of ours sets up.
static void write_alone(struct sim_chip *chip, uint32_t offset, uint32_t value)
{
    unsigned index;
    for (unsigned i = 0; i < sim_chip_engine_count(chip); i++) {
        const uint32_t base = sim_chip_engine(chip, i)->mmio_base;
        const struct kiln_register *r =
            offset < base ? NULL : kiln_register_of_engine(chip->devinfo, base, offset - base, &index);
        if (r && r->place == KILN_PLACE(FORCE_TO_NONPRIV))
            chip->nonpriv[i][index] = value;
    }
}

void sim_chip_write(struct sim_chip *chip, uint32_t offset, uint32_t value)
{
    struct sim_machine *m = chip->machine;
    if (!m) {
        write_alone(chip, offset, value);
        return;
    }
    pthread_mutex_lock(&m->lock);
    sim_register_write(m, offset, value);
    pthread_mutex_unlock(&m->lock);
}

const char *sim_chip_register_name(struct sim_chip *chip, uint32_t offset)
{
    const struct sim_machine_engine *e;
    uint32_t index;
    const struct kiln_register *r =
        chip->machine ? sim_register_find(chip->machine, offset & ~3u, &index, &e) : NULL;
    return r ? r->name : NULL;
}
