/* Work on other threads of this program. */
#define _GNU_SOURCE /* sched_getaffinity() */
#include "beside.h"
#include <sched.h>
#include <stdatomic.h>

unsigned beside_processors(void)
{
    cpu_set_t set;

    /* More processors than CPU_SETSIZE do not fit the set, and are many. */
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : BESIDE_MOST;
}

static void *run(void *data)
{
    struct beside *b = data;

    b->work(b->of);
    return NULL;
}

void beside_start(struct beside *b, void (*work)(void *of), void *of)
{
    *b = (struct beside){ .work = work, .of = of };
    b->runs = beside_processors() > 1 && pthread_create(&b->thread, NULL, run, b) == 0;
    if (!b->runs)
        work(of);
}

void beside_end(struct beside *b)
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

void beside_each(size_t n, void (*work)(void *of, size_t i), void *of)
{
    struct pieces pieces = { .work = work, .of = of, .n = n };
    struct beside other[BESIDE_MOST - 1];
    unsigned most = beside_processors(), begun = 0;

    while (begun + 1 < most && begun + 1 < n && begun < BESIDE_MOST - 1)
        beside_start(&other[begun++], take_pieces, &pieces);
    take_pieces(&pieces);
    while (begun > 0)
        beside_end(&other[--begun]);
}
