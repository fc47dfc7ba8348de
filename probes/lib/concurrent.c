/* Windows of work that others shared. */
#include "concurrent.h"
#include "hal/timer.h"
#include <stdbool.h>

enum { PARTS = 3, APART_WORDS = 32 };

struct worker {
    struct measure_kernel kernel;
    uint64_t piece_ops;
    unsigned done[APART_WORDS]; /* the first counts pieces; the rest keeps lines apart */
};

static struct {
    struct worker worker[PARALLEL_MOST];
    unsigned seen[PARALLEL_MOST]; /* pieces that each had finished */
    unsigned n, room, kept, stop;
    uint64_t life_ticks, *ticks;
} all;

static unsigned pieces_of(unsigned i)
{
    return __atomic_load_n(&all.worker[i].done[0], __ATOMIC_RELAXED);
}

/* Returns true when each of the others finished a piece since it was asked last. */
static bool all_moved(void)
{
    bool moved = true;

    for (unsigned i = 1; i < all.n; i++) {
        unsigned pieces = pieces_of(i);

        moved &= pieces != all.seen[i];
        all.seen[i] = pieces;
    }
    return moved;
}

static bool window_is_shared(const struct worker *w)
{
    bool shared = true;

    for (unsigned part = 0; part < PARTS; part++) {
        for (unsigned piece = 0; piece < CONCURRENT_PIECES / PARTS; piece++)
            w->kernel.run(w->kernel.ctx, w->piece_ops);
        shared &= all_moved();
    }
    return shared;
}

static void lead(void *ctx, uint64_t unused)
{
    uint64_t from = hal_timer_now_ticks();

    (void)unused;
    (void)all_moved();
    while (all.kept < all.room) {
        uint64_t begin = hal_timer_now_ticks();
        bool shared = window_is_shared(ctx);
        uint64_t end = hal_timer_now_ticks(), took = measure_between_ticks(begin, end);

        if (shared && took != MEASURE_NONE)
            all.ticks[all.kept++] = took;
        if (measure_between_ticks(from, end) > all.life_ticks)
            break;
    }
    __atomic_store_n(&all.stop, 1, __ATOMIC_RELEASE);
}

static void follow(void *ctx, uint64_t unused)
{
    struct worker *w = ctx;

    (void)unused;
    while (!__atomic_load_n(&all.stop, __ATOMIC_ACQUIRE)) {
        w->kernel.run(w->kernel.ctx, w->piece_ops);
        __atomic_store_n(&w->done[0], w->done[0] + 1, __ATOMIC_RELAXED); /* its only writer */
    }
}

unsigned concurrent_run(struct parallel_member *members, unsigned m, uint64_t life_ticks,
                        uint64_t *ticks, unsigned room)
{
    uint64_t took;
    unsigned which;

    all.n = m;
    all.room = room;
    all.kept = all.stop = 0;
    all.life_ticks = life_ticks;
    all.ticks = ticks;
    for (unsigned i = 0; i < m; i++) {
        all.worker[i].kernel = members[i].kernel;
        all.worker[i].piece_ops = members[i].ops;
        members[i].kernel = (struct measure_kernel){ i == 0 ? lead : follow, &all.worker[i] };
    }
    if (parallel_run(members, m, &took, &which) != HAL_THREAD_OK)
        all.kept = 0;
    for (unsigned i = 0; i < m; i++)
        members[i].kernel = all.worker[i].kernel;
    return all.kept;
}
