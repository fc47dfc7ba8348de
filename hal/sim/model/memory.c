/* The queue of each node's memory. */
#include "memory.h"
#include "policy/splitmix.h"
#include <stdlib.h>

enum {
    FRACTION_BITS = 16,
    NODES = 256, /* as struct sim_coherence counts them */
};

/* ln 2, in units of 2^-FRACTION_BITS. */
static const uint64_t ln_2 = 45426;

struct sim_memory {
    uint64_t rng;
    struct {
        uint64_t free_16ths; /* when the last line will have been served */
        uint64_t n_writes;   /* lines that wait to be written */
    } node[NODES];
};

struct sim_memory *sim_memory_new(const struct sim_machine *machine)
{
    struct sim_memory *memory = calloc(1, sizeof *memory);

    if (memory)
        memory->rng = machine->seed * 3 + 2;
    return memory;
}

/* Returns -log2(U / 2^64) in units of 2^-FRACTION_BITS, U > 0: a bit of the fraction by each
 * squaring (Knuth 1.2.2, exercise 25). */
static uint64_t minus_log2(uint64_t u)
{
    uint64_t whole = (uint64_t)__builtin_clzll(u), fraction = 0;
    uint64_t x = u << whole >> 33; /* 1 to 2, in units of 2^-30 */

    for (unsigned bit = 0; bit < FRACTION_BITS; bit++) {
        x = x * x >> 30;
        fraction = fraction << 1 | x >> 31;
        x >>= x >> 31;
    }
    return ((whole + 1) << FRACTION_BITS) - fraction;
}

/* A time from an exponential distribution with this mean. */
static uint64_t draw(uint64_t *rng, uint64_t mean_16ths)
{
    uint64_t u = splitmix(rng);

    return mean_16ths * (minus_log2(u ? u : 1) * ln_2 >> FRACTION_BITS) >> FRACTION_BITS;
}

static unsigned node_at(const struct sim_model *m, uint64_t physical)
{
    return m->coherence ? m->coherence->node[physical >> m->pages.page_shift] : 0;
}

uint64_t sim_memory_serve(struct sim_model *m, uint64_t physical, bool reads, uint64_t at_16ths)
{
    struct sim_memory *memory = m->memory;
    const struct sim_machine *machine = &m->machine;
    unsigned node = node_at(m, physical);
    uint64_t *freed = &memory->node[node].free_16ths, later = 0;

    *freed = *freed > at_16ths ? *freed : at_16ths;
    if (reads) {
        *freed += draw(&memory->rng, machine->service_16ths);
        later = *freed - at_16ths - machine->service_16ths;
    }
    memory->node[node].n_writes += m->memory_writes;
    m->memory_writes = 0;
    if (memory->node[node].n_writes >= machine->write_queue) {
        *freed += memory->node[node].n_writes * machine->service_16ths + machine->turnaround_16ths;
        memory->node[node].n_writes = 0;
    }
    return later;
}
