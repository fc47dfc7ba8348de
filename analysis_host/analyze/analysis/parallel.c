/* Work on other threads of this program. */
#define _GNU_SOURCE /* sched_getaffinity() */
#include "parallel.h"
#include <sched.h>
#include <stdatomic.h>

unsigned parallel_processors(void)
{
    cpu_set_t set;

    /* More processors than CPU_SETSIZE do not fit the set, and are many. */
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : PARALLEL_MOST;
}

static void *run(void *data)
{
    struct parallel *b = data;

    b->work(b->of);
    return NULL;
}

void parallel_start(struct parallel *b, void (*work)(void *of), void *of)
{
    *b = (struct parallel){ .work = work, .of = of };
    b->runs = parallel_processors() > 1 && pthread_create(&b->thread, NULL, run, b) == 0;
    if (!b->runs)
        work(of);
}

void parallel_end(struct parallel *b)
{
    if (b->runs)
        (void)pthread_join(b->thread, NULL);
    b->runs = false;
}

/* Pieces of work that threads take one after the other. */
struct pieces {
    void (*work)(void *of, size_t i);
    void *of;
    size_t n;
    atomic_size_t next;
};

static void take_pieces(void *data)
{
    struct pieces *p = data;

    for (size_t i = atomic_fetch_add(&p->next, 1); i < p->n; i = atomic_fetch_add(&p->next, 1))
        p->work(p->of, i);
}

void parallel_each(size_t n, void (*work)(void *of, size_t i), void *of)
{
    struct pieces pieces = { .work = work, .of = of, .n = n };
    struct parallel other[PARALLEL_MOST - 1];
    unsigned most = parallel_processors(), begun = 0;

    while (begun + 1 < most && begun + 1 < n && begun < PARALLEL_MOST - 1)
        parallel_start(&other[begun++], take_pieces, &pieces);
    take_pieces(&pieces);
    while (begun > 0)
        parallel_end(&other[--begun]);
}
