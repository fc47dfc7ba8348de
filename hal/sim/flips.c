/* Flips bits of results, as [flips] of the machine file says. */
#include "flips.h"
#include "board.h"
#include "machine_keys.h"
#include "policy/splitmix.h"
#include <stdbool.h>

static uint64_t rng, passed, at; /* of the stretch: results so far, and which one is wrong */
static bool is_seeded;

static bool is_word(const char *words, unsigned chosen, const char *text)
{
    return chosen == 0 || machine_choice(words, text) == (int)chosen;
}

/* The number of the context that runs. */
static uint64_t context_now(void)
{
    unsigned i = 0;

    while (sim_threads_model(i) && sim_threads_model(i) != sim_board_now.model)
        i++;
    return sim_threads_model(i) ? i : 0;
}

uint64_t sim_flips_result(const char *op, const char *type, uint64_t bits, unsigned width)
{
    const struct sim_machine *m = &sim_board()->machine;

    if (m->flip_rate == 0 || !is_word(SIM_FLIP_OPS, m->flip_op, op) ||
        !is_word(SIM_FLIP_TYPES, m->flip_type, type) ||
        (m->flip_context != SIM_FLIP_ANY_CONTEXT && m->flip_context != context_now()))
        return bits;
    if (passed == 0) {
        rng = is_seeded ? rng : m->seed;
        is_seeded = true;
        at = splitmix(&rng) % m->flip_rate;
    }
    bool wrong = passed == at;
    passed = (passed + 1) % m->flip_rate;
    uint64_t bit = m->flip_bit == SIM_FLIP_ANY_BIT ? splitmix(&rng) : m->flip_bit;
    return wrong ? bits ^ (uint64_t)1 << bit % width : bits;
}
