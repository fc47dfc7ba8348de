/* Charges jumps that no branch target buffer knows, and returns that the return stack lost. */
#include "targets.h"
#include "board.h"
#include "model/bank.h"
#include <stdio.h>
#include <stdlib.h>

enum { RETURNS_MOST = 1024 };

/* ---- branch target buffer ---- */

static struct sim_bank bank[SIM_BTBS];
static bool banks_made;

static void make_banks(const struct sim_machine *m)
{
    static uint64_t rng;
    int made = 0;

    rng = m->seed;
    for (unsigned i = 0; i < m->n_btbs; i++)
        made |= sim_bank_make(&bank[i], m->btb[i].entries, m->btb[i].ways, m->btb[i].policy, &rng);
    if (made != 0) {
        fprintf(stderr, "sim: no memory for the branch target buffer\n");
        exit(2);
    }
    banks_made = true;
}

static uint32_t set_of(const struct sim_bank *b, const struct sim_btb *btb, uint32_t number)
{
    uint32_t sets = b->sets;

    if (btb->index == SIM_BTB_XOR)
        return (number ^ number / sets) & (sets - 1);
    return sim_bank_set(b, number);
}

/* Returns the first level that knows the jump at AT, n_btbs: none; from then on all of them do. */
static unsigned look_up(const struct sim_machine *m, uintptr_t at)
{
    unsigned found = m->n_btbs;

    for (unsigned i = 0; i < m->n_btbs; i++) {
        /* a jump is a tag of its own, whatever shares its index */
        uint32_t set = set_of(&bank[i], &m->btb[i], (uint32_t)(at / m->btb[i].span_bytes));

        if (sim_bank_use(&bank[i], set, (uint32_t)at))
            found = i < found ? i : found;
        else
            (void)sim_bank_insert(&bank[i], set, (uint32_t)at);
    }
    return found;
}

void sim_targets_jump(uintptr_t at)
{
    const struct sim_machine *m = &sim_board_now.machine;

    if (m->n_btbs == 0)
        return;
    if (!banks_made)
        make_banks(m);
    unsigned found = look_up(m, at);
    sim_model_pass(sim_board_now.model,
                   found < m->n_btbs ? m->btb[found].penalty_16ths : m->btb_miss_16ths);
}

/* ---- return stack ---- */

static const void *stack[RETURNS_MOST]; /* a ring of return_stack of them: a call overwrites */
static uint64_t top;

/* Called by gcc at the beginning and at the end of each function of files compiled with
 * -finstrument-functions (port.cmake). */
void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_enter(void *function, void *site)
{
    const struct sim_machine *m = &sim_board_now.machine;

    (void)function;
    if (!sim_board_now.model)
        return;
    /* no less than an operation: else nested calls alone would take no time */
    sim_model_pass(sim_board_now.model,
                   m->returning_16ths > 0 ? m->returning_16ths : SIM_16THS / m->issue);
    if (m->return_stack > 0)
        stack[top++ % m->return_stack] = site;
}

void __cyg_profile_func_exit(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site)
{
    const struct sim_machine *m = &sim_board_now.machine;

    (void)function;
    if (!sim_board_now.model || m->return_stack == 0)
        return;
    if (stack[--top % m->return_stack] != site)
        sim_model_pass(sim_board_now.model, m->wrong_16ths);
    sim_threads_point(sim_board_now.model);
}
