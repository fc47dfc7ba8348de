/* Puts lines into a state and a level of another context's caches, and times loads of them. */
#include "placed.h"
#include "hal/cache.h"
#include "hal/timer.h"
#include "lib/far_memory.h"
#include "lib/flush.h"
#include "lib/measure.h"
#include "lib/pair_run.h"

enum {
    LINES = 64,
    APART_BYTES = 256, /* from line to line: no adjacent line is fetched with one of them */
    WORD_AT = 16,      /* what the owner writes, after the pointer of its line */
    WARM_AT = 128,     /* of each page, in no line that is timed: loaded before, to translate */
    PAGE_BYTES = 4096,
    PASSES = 2, /* of a walk, for caches that do not replace what was used longest ago */
    MOST_PUSH_BYTES = 16 << 20,
    MOST_REPEATS = 256, /* of placing and loading, for one timing */
    EMPTY_ROUNDS = 5,
};

/* What a context does when it is asked. */
struct task {
    struct placed *placed;
    bool loads, stores;
    size_t push_bytes;
};

/* A reader at work. */
struct game {
    struct placed *placed;
    struct pair_run *owner, *third; /* third NULL: none */
    struct task owner_task, third_task;
    unsigned third_context, rounds;
    bool first;
};

static void load_all(const struct placed *p)
{
    const volatile char *at = p->chase.base;

    for (size_t i = 0; i < p->n_lines; i++)
        (void)at[i * APART_BYTES];
}

static void store_all(const struct placed *p)
{
    volatile char *at = p->chase.base + WORD_AT;

    for (size_t i = 0; i < p->n_lines; i++)
        at[i * APART_BYTES] = 1;
}

static void push(const struct placed *p, size_t bytes)
{
    for (unsigned pass = 0; pass < PASSES && bytes > 0; pass++)
        far_touch(p->other.start, bytes);
}

static void do_task(void *ctx)
{
    const struct task *t = ctx;

    if (t->loads)
        load_all(t->placed);
    if (t->stores)
        store_all(t->placed);
    push(t->placed, t->push_bytes);
}

static void ask(struct pair_run *pair)
{
    pair_go(pair);
    pair_wait(pair);
}

static void ask_owner(struct game *g, bool loads, bool stores, size_t push_bytes)
{
    g->owner_task = (struct task){ g->placed, loads, stores, push_bytes };
    ask(g->owner);
}

/* A second context loads the lines; where there is none, the reader, which then drives out its
 * copies. */
static void load_elsewhere(struct game *g)
{
    if (g->third != NULL) {
        ask(g->third);
        return;
    }
    load_all(g->placed);
    push(g->placed, g->placed->own_bytes);
}

static void place(struct game *g, enum placed_state state, size_t push_bytes)
{
    struct placed *p = g->placed;

    if (state == PLACED_MODIFIED) {
        ask_owner(g, false, true, push_bytes);
        return;
    }
    if (p->flushes)
        (void)hal_cache_flush(p->chase.base, p->n_lines * APART_BYTES);
    if (state == PLACED_EXCLUSIVE) {
        ask_owner(g, true, false, push_bytes);
        return;
    }
    ask_owner(g, true, false, 0);
    load_elsewhere(g);
    if (push_bytes > 0)
        ask_owner(g, false, false, push_bytes);
}

/* Ticks of LOADS of the lines, which were translated before. */
static uint64_t loads_ticks(struct placed *p, size_t loads)
{
    const volatile char *at = p->chase.base + WARM_AT;

    for (size_t i = 0; i < p->n_lines * APART_BYTES; i += PAGE_BYTES)
        (void)at[i];
    uint64_t begin = hal_timer_now_ticks();
    chase_walk(&p->chase, loads);
    return measure_between_ticks(begin, hal_timer_now_ticks());
}

/* Times the cell of STATE in LEVEL; as often as a timing needs to be long enough. */
static void time_cell(struct game *g, enum placed_state state, unsigned level)
{
    struct placed *p = g->placed;
    struct placed_cell *c = &p->cell[state][level];
    unsigned repeats = 1;

    for (unsigned tries = 0; tries < 4 * PLACED_ROUNDS && c->n < g->rounds; tries++) {
        uint64_t sum = 0;

        for (unsigned i = 0; i < repeats && sum != MEASURE_NONE; i++) {
            place(g, state, p->push_bytes[level]);
            uint64_t ticks = loads_ticks(p, p->n_lines);
            sum = ticks == MEASURE_NONE ? MEASURE_NONE : sum + ticks;
        }
        if (sum == MEASURE_NONE)
            continue;
        if (sum < p->enough_ticks && repeats < MOST_REPEATS && c->n == 0)
            repeats *= 2;
        else
            c->ticks[c->n++] = sum;
        c->loads = repeats * p->n_lines;
    }
}

static void time_levels(struct game *g, enum placed_state state)
{
    for (unsigned level = 0; level < (g->first ? 1 : g->placed->n_levels); level++)
        time_cell(g, state, level);
}

/* With a third context. */
static void lead_shared(struct pair_run *third)
{
    struct game *g = third->ctx;

    g->third = third;
    time_levels(g, PLACED_SHARED);
    g->third = NULL;
}

static void follow_third(void *ctx)
{
    struct game *g = ctx;

    do_task(&g->third_task);
}

/* What a timing takes by itself. */
static void time_empty(struct game *g)
{
    struct placed_cell *c = &g->placed->empty;

    c->loads = g->placed->n_lines;
    for (unsigned i = 0; i < EMPTY_ROUNDS; i++) {
        uint64_t ticks = loads_ticks(g->placed, 0);

        if (ticks != MEASURE_NONE)
            c->ticks[c->n++] = ticks;
    }
}

static void lead(struct pair_run *owner)
{
    struct game *g = owner->ctx;
    struct pair_run third = { .lead = lead_shared, .follow = follow_third, .ctx = g };

    g->owner = owner;
    time_empty(g);
    time_levels(g, PLACED_MODIFIED);
    if (g->first)
        return;
    if (g->placed->flushes)
        time_levels(g, PLACED_EXCLUSIVE);
    if (g->third_context != 0)
        (void)pair_run(&third, 0, g->third_context);
    else
        time_levels(g, PLACED_SHARED);
}

static void follow(void *ctx)
{
    struct game *g = ctx;

    do_task(&g->owner_task);
}

bool states_measure(struct placed *p, unsigned reader, unsigned owner, unsigned third,
                    unsigned rounds, bool first)
{
    struct game g = {
        .placed = p,
        .third_task = { p, true, false, 0 },
        .third_context = third == reader ? 0 : third,
        .rounds = rounds,
        .first = first,
    };
    struct pair_run pair = { .lead = lead, .follow = follow, .ctx = &g };

    p->empty.n = 0;
    for (unsigned s = 0; s < PLACED_STATES; s++)
        for (unsigned l = 0; l < PLAN_CACHES; l++)
            p->cell[s][l].n = 0;
    return pair_run(&pair, reader, owner) == HAL_THREAD_OK && p->cell[PLACED_MODIFIED][0].n > 0;
}

/* The levels of PLAN that lines can be pushed out to, and the bytes that it takes. */
static void plan_levels(struct placed *p, const struct plan *plan)
{
    for (unsigned i = 0; i < plan->n_caches; i++) {
        size_t bytes = i == 0 ? 0 : 2 * plan->cache_bytes[i - 1];

        if (bytes > MOST_PUSH_BYTES || (i > 0 && bytes > plan->cache_bytes[i]))
            break;
        p->push_bytes[p->n_levels++] = bytes;
    }
    p->own_bytes = plan->n_caches > 1 ? p->push_bytes[p->n_levels - 1] : 2 * plan->cache_bytes[0];
}

int states_begin(struct placed *p, const struct plan *plan)
{
    size_t most = plan->cache_bytes[0] / 2 / APART_BYTES;

    *p = (struct placed){ .enough_ticks = measure_least_sample_ticks(plan) };
    p->n_lines = most < 1 ? 1 : most < LINES ? most : LINES;
    plan_levels(p, plan);
    size_t other = p->own_bytes > 0 ? p->own_bytes : PAGE_BYTES;
    if (hal_alloc(&p->lines, LINES * APART_BYTES, PAGE_BYTES, HAL_PAGES_BASE) != 0 ||
        hal_alloc(&p->other, other, PAGE_BYTES, HAL_PAGES_LARGE) != 0)
        return -1;
    p->chase = (struct chase){ .base = p->lines.start,
                               .slot_bytes = APART_BYTES,
                               .segment_bytes = PAGE_BYTES,
                               .seed = plan->seed };
    chase_init(&p->chase);
    (void)chase_lay(&p->chase, p->n_lines);
    p->flushes = flush_by_line();
    return 0;
}

void states_end(struct placed *p)
{
    hal_free(&p->lines);
    hal_free(&p->other);
}
