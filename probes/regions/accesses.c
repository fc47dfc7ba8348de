/* Loads, stores and jumps in a piece of memory. */
#include "accesses.h"

static const void *volatile followed; /* where a walk ended: whoever reads this needs every load */

/* timed loop of access_follow: 32 load in 1 chain */
void access_follow(void *ctx, uint64_t ops)
{
    struct ring *ring = ctx;
    const void *p = ring->at;

#define ONE  p = *(const void *const *)p;
#define FOUR ONE ONE ONE ONE
#define LOTS FOUR FOUR FOUR FOUR FOUR FOUR FOUR FOUR
    for (; ops >= ACCESS_LAP_LOADS; ops -= ACCESS_LAP_LOADS) {
        LOTS
    }
    for (; ops > 0; ops--) {
        ONE
    }
    ring->at = followed = p;
#undef ONE
#undef FOUR
#undef LOTS
}

/* The next lap in order. */
static char *next_lap(struct accesses *a)
{
    char *lap = a->start + a->at * ACCESS_LAP_BYTES;

    a->at = a->at + 1 < a->laps ? a->at + 1 : 0;
    return lap;
}

/* Volatile, so that neither vectors nor fewer accesses come of them. */
enum { WORD = 4, AT_ONCE = 16 };

void access_load_words(void *ctx, uint64_t bytes)
{
    for (; bytes >= ACCESS_LAP_BYTES; bytes -= ACCESS_LAP_BYTES) {
        const volatile uint32_t *at = (const volatile uint32_t *)(void *)next_lap(ctx);

        for (unsigned n = ACCESS_LAP_BYTES / WORD / AT_ONCE; n > 0; n--, at += AT_ONCE)
#pragma GCC unroll 16
            for (unsigned i = 0; i < AT_ONCE; i++)
                (void)at[i];
    }
}

void access_store_words(void *ctx, uint64_t bytes)
{
    for (; bytes >= ACCESS_LAP_BYTES; bytes -= ACCESS_LAP_BYTES) {
        volatile uint32_t *at = (volatile uint32_t *)(void *)next_lap(ctx);

        for (unsigned n = ACCESS_LAP_BYTES / WORD / AT_ONCE; n > 0; n--, at += AT_ONCE)
#pragma GCC unroll 16
            for (unsigned i = 0; i < AT_ONCE; i++)
                at[i] = n;
    }
}

/* 32 lines of a lap, each 13 lines from the one before. */
void access_store_apart(void *ctx, uint64_t ops)
{
    enum { LINES = ACCESS_LAP_BYTES / ACCESS_APART_BYTES, STEP = 13 };

    for (; ops >= LINES; ops -= LINES) {
        volatile uint32_t *at = (volatile uint32_t *)(void *)next_lap(ctx);

#pragma GCC unroll 32
        for (unsigned i = 0; i < LINES; i++)
            at[i * STEP % LINES * (ACCESS_APART_BYTES / WORD)] = i;
    }
}

void access_jump(void *ctx, uint64_t ops)
{
    const struct jumps *jumps = ctx;

    for (; ops >= jumps->n; ops -= jumps->n)
        hal_region_jump(jumps->first);
}

void access_run(void *ctx, uint64_t bytes)
{
    const struct hal_region_code *code = ctx;
    uint64_t all = (uint64_t)code->n_straight * code->straight_bytes;

    for (; bytes >= all; bytes -= all)
        for (unsigned i = 0; i < code->n_straight; i++)
            hal_region_run(code->straight + i * code->straight_apart);
}
