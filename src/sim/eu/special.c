// Registers whose value depends on the moment of reading, and those that act when they are written.
#include "sim/eu/alu.h"

void sim_refresh_special(struct sim_thread *t, const struct sim_uop *u)
{
    sim_rf_set32(t, SIM_RF_CE, t->active);
    sim_rf_set32(t, SIM_RF_IP, u->info->ip);
    // The timestamp counts instructions, so that it does not depend on the host. tm0.2 says that it is valid.
    sim_rf_set32(t, SIM_RF_TM, (uint32_t)t->instructions);
    sim_rf_set32(t, SIM_RF_TM + 4, (uint32_t)(t->instructions >> 32));
    sim_rf_set32(t, SIM_RF_TM + 8, 0);
}

void sim_apply_special(struct sim_thread *t, const struct sim_uop *u)
{
    if (u->dst.arf == EU_ARF_CONTROL) {
        t->slow_float = sim_cr0(t) & (SIM_CR0_ROUND_MASK | SIM_CR0_ALT_MODE);
        sim_fp_enter(t);
    } else if (u->dst.arf == EU_ARF_IP) {
        sim_cf_write_ip(t, u);
    }
}
