/* Loads, stores and fetches in the regions of a machine file. */
#include "region_access.h"

/* What an access by itself costs, or one to the neighbour of the one before, by its bytes. */
static void pass(uint64_t alone_16ths, uint64_t rate, bool neighbour, size_t n_bytes)
{
    static uint64_t rest; /* of divisions, so that many neighbours cost what their bytes do */
    uint64_t cost = alone_16ths;

    if (neighbour) {
        uint64_t whole = n_bytes * SIM_16THS * SIM_16THS + rest;

        cost = whole / rate;
        rest = whole % rate;
    }
    sim_model_pass(sim_board_now.model, cost);
    sim_threads_point(sim_board_now.model);
}

/* States in force, by the first section of a memory. */
static unsigned state_of[SIM_REGIONS];

void sim_region_set(unsigned first, unsigned section)
{
    state_of[first] = section;
}

/* The section in force of the memory that ADDRESS lies in. */
static const struct sim_region *region_at(const volatile void *address)
{
    const struct sim_machine *m = &sim_board_now.machine;
    uintptr_t at = (uintptr_t)address - sim_board_now.regions;
    unsigned i = 0;

    for (; i + 1 < m->n_regions; i++) {
        if (m->region[i].state[0])
            continue;
        if (at < m->region[i].size_bytes)
            break;
        at -= m->region[i].size_bytes;
    }
    return &m->region[state_of[i] ? state_of[i] : i];
}

/* Where the access after the last one of its kind would be a neighbour. */
static uintptr_t loads_end, stores_end;

void sim_region_load(const volatile void *address, size_t n_bytes)
{
    const struct sim_region *r = region_at(address);

    pass(r->load_16ths, r->load_rate, (uintptr_t)address == loads_end, n_bytes);
    loads_end = (uintptr_t)address + n_bytes;
}

void sim_region_store(const volatile void *address, size_t n_bytes)
{
    const struct sim_region *r = region_at(address);

    pass(r->store_16ths, r->store_rate, (uintptr_t)address == stores_end, n_bytes);
    stores_end = (uintptr_t)address + n_bytes;
}

void sim_region_fetch(uintptr_t address, size_t n_bytes)
{
    const struct sim_region *r = region_at((const volatile void *)address);

    pass(r->fetch_16ths, r->fetch_rate, n_bytes > 0, n_bytes);
}
