/* Chunks that schedules deal, held to those that GCC's OpenMP library deals for the same loop. */
#include "lib/pattern_code.h"
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* What gcc calls for `#pragma omp for schedule(...)`. */
bool GOMP_loop_static_start(long first, long end, long step, long chunk, long *from, long *to);
bool GOMP_loop_static_next(long *from, long *to);
bool GOMP_loop_dynamic_start(long first, long end, long step, long chunk, long *from, long *to);
bool GOMP_loop_dynamic_next(long *from, long *to);
bool GOMP_loop_guided_start(long first, long end, long step, long chunk, long *from, long *to);
bool GOMP_loop_guided_next(long *from, long *to);
void GOMP_loop_end_nowait(void);

enum { MOST_CHUNKS = 4096, MOST_THREADS = 7 };

struct loop {
    enum kernel_schedule schedule;
    long first, end, chunk;
    unsigned threads, taker; /* dynamic and guided: TAKER takes all chunks while the others wait */
};

struct chunks {
    unsigned n;
    struct {
        long from, to;
    } at[MOST_CHUNKS];
};

static void add(struct chunks *c, long from, long to)
{
    if (c->n == MOST_CHUNKS)
        abort();
    c->at[c->n].from = from;
    c->at[c->n++].to = to;
}

static bool gomp_start(const struct loop *l, long *from, long *to)
{
    return l->schedule == KERNEL_STATIC
               ? GOMP_loop_static_start(l->first, l->end, 1, l->chunk, from, to)
           : l->schedule == KERNEL_DYNAMIC
               ? GOMP_loop_dynamic_start(l->first, l->end, 1, l->chunk, from, to)
               : GOMP_loop_guided_start(l->first, l->end, 1, l->chunk, from, to);
}

static bool gomp_next(const struct loop *l, long *from, long *to)
{
    return l->schedule == KERNEL_STATIC    ? GOMP_loop_static_next(from, to)
           : l->schedule == KERNEL_DYNAMIC ? GOMP_loop_dynamic_next(from, to)
                                           : GOMP_loop_guided_next(from, to);
}

/* The chunks of L's taker by the library. */
static void take_theirs(const struct loop *l, struct chunks *c)
{
    c->n = 0;
    omp_set_dynamic(0);
#pragma omp parallel num_threads(l->threads)
    {
        long from, to;
        bool takes = (unsigned)omp_get_thread_num() == l->taker;

        if (takes)
            for (bool more = gomp_start(l, &from, &to); more; more = gomp_next(l, &from, &to))
                add(c, from, to);
#pragma omp barrier
        if (!takes)
            for (bool more = gomp_start(l, &from, &to); more;)
                more = gomp_next(l, &from, &to);
        GOMP_loop_end_nowait();
    }
}

static bool next(const struct loop *l, struct pattern_chunks *c, const struct kernel_share *share)
{
    return l->schedule == KERNEL_STATIC    ? pattern_static(c, share)
           : l->schedule == KERNEL_DYNAMIC ? pattern_dynamic(c, share)
                                           : pattern_guided(c, share);
}

/* The same by what kernels call; all contexts find the end, so that the loop is ready again. */
static void take_ours(const struct loop *l, struct kernel_dealt *dealt, struct chunks *c)
{
    c->n = 0;
    for (unsigned i = 0; i < l->threads; i++) {
        unsigned context = (l->taker + i) % l->threads;
        const struct kernel_share share = { .context = context,
                                            .contexts = l->threads,
                                            .from = l->first,
                                            .to = l->end,
                                            .dealt = dealt };
        struct pattern_chunks chunks =
            pattern_chunks_of(l->first, l->end - 1, l->chunk, l->first, &share);

        while (next(l, &chunks, &share))
            if (i == 0)
                add(c, chunks.from, chunks.to);
    }
}

static void expect_same(const struct loop *l, struct kernel_dealt *dealt)
{
    static struct chunks ours, theirs;

    take_ours(l, dealt, &ours);
    take_theirs(l, &theirs);
    bool same = ours.n == theirs.n;
    for (unsigned i = 0; same && i < ours.n; i++)
        same = ours.at[i].from == theirs.at[i].from && ours.at[i].to == theirs.at[i].to;
    if (!same)
        fail_msg("schedule %u chunk %ld of %ld to %ld on %u: %u chunks, the library %u; the first "
                 "is %ld to %ld, and %ld to %ld",
                 (unsigned)l->schedule, l->chunk, l->first, l->end, l->threads, ours.n, theirs.n,
                 ours.at[0].from, ours.at[0].to, theirs.at[0].from, theirs.at[0].to);
}

static void chunks_are_those_of_openmp(void **state)
{
    static const long chunks[] = { 1, 2, 3, 7, 8, 64, 1000 };
    static const long ends[] = { -5, -4, -1, 0, 1, 2, 7, 8, 9, 100, 1000, 3001 };
    struct kernel_dealt dealt = { 0 };
    unsigned n = 0;

    (void)state;
    for (unsigned schedule = KERNEL_STATIC; schedule <= KERNEL_GUIDED; schedule++)
        for (unsigned threads = 2; threads <= MOST_THREADS; threads++)
            for (unsigned c = 0; c < sizeof chunks / sizeof chunks[0]; c++)
                for (unsigned e = 0; e < sizeof ends / sizeof ends[0]; e++, n++)
                    expect_same(&(struct loop){ (enum kernel_schedule)schedule, -5, ends[e],
                                                chunks[c], threads, n % threads },
                                &dealt);
    assert_true(n > 1000);
    assert_int_equal(dealt.next, 0);
    assert_int_equal(dealt.left, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(chunks_are_those_of_openmp) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
