/* Times atomic operations, alone and against others, and increments of words of one line. */
#include "atomics.h"
#include "hal/timer.h"
#include "lib/pair_run.h"
#include "lib/parallel_run.h"

enum {
    PIECE = 8,        /* operations that others do between two looks at whether to stop */
    LONG_PIECE = 64,  /* of increments */
    APART_WORDS = 64, /* from one context's count to the next: 256 bytes */
    FIRST_OPS = 64,
    MOST_OPS = 1 << 24,
};

/* ---- alone ---- */

static void add_alone(void *word, uint64_t ops)
{
    uint32_t *at = word, x = 1;

    for (; ops > 0; ops--)
        x = __atomic_fetch_add(at, x, __ATOMIC_SEQ_CST);
    *(volatile uint32_t *)at = x;
}

static void compare_swap_alone(void *word, uint64_t ops)
{
    uint32_t *at = word, x = *at;

    for (; ops > 0; ops--) {
        uint32_t old = x;

        (void)__atomic_compare_exchange_n(at, &old, x + 1, false, __ATOMIC_SEQ_CST,
                                          __ATOMIC_SEQ_CST);
        x = old + 1;
    }
}

struct measure_kernel atomics_kernel(enum atomics_op op, uint32_t *word)
{
    return (struct measure_kernel){ op == ATOMICS_ADD ? add_alone : compare_swap_alone, word };
}

/* ---- several ---- */

static struct {
    enum atomics_op op;
    uint32_t *word;
    unsigned n, stop;
    uint64_t enough_ticks, life_ticks;
    struct atomics_windows *windows;
} contest;

/* Pieces that each context has done; the first of its words counts, the rest keeps lines apart. */
static unsigned pieces[ATOMICS_CONTEXTS][APART_WORDS];
static unsigned seen[ATOMICS_CONTEXTS];
static struct parallel_member members[ATOMICS_CONTEXTS];

/* Of compare and swap each attempt is one of OPS, whether it swaps or not: nobody waits for ever.
 */
static void operate(enum atomics_op op, uint32_t *at, uint64_t ops)
{
    if (op == ATOMICS_ADD) {
        for (; ops > 0; ops--)
            (void)__atomic_fetch_add(at, 1, __ATOMIC_SEQ_CST);
        return;
    }
    for (uint32_t x = __atomic_load_n(at, __ATOMIC_RELAXED); ops > 0; ops--)
        if (__atomic_compare_exchange_n(at, &x, x + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            x++;
}

/* Pieces that all others have done since it was asked last; 0 where one of them has done none. */
static uint64_t others_pieces(void)
{
    uint64_t sum = 0;
    bool moved = true;

    for (unsigned i = 1; i < contest.n; i++) {
        unsigned done = __atomic_load_n(&pieces[i][0], __ATOMIC_RELAXED);

        moved &= done != seen[i];
        sum += done - seen[i];
        seen[i] = done;
    }
    return moved ? sum : 0;
}

static void keep(struct atomics_windows *w, uint64_t ops, uint64_t ticks)
{
    w->ops[w->n] = ops;
    w->ticks[w->n++] = ticks;
}

static void lead_contest(void *ctx, uint64_t unused)
{
    uint64_t from = hal_timer_now_ticks(), ops = FIRST_OPS;
    struct atomics_windows *w = contest.windows;

    (void)ctx;
    (void)unused;
    while (w->n < ATOMICS_WINDOWS) {
        (void)others_pieces();
        uint64_t begin = hal_timer_now_ticks();
        operate(contest.op, contest.word, ops);
        uint64_t end = hal_timer_now_ticks(), took = measure_between_ticks(begin, end);
        uint64_t others = others_pieces();

        if (took != MEASURE_NONE && !measure_is_long(took, w->n, contest.enough_ticks) &&
            ops < MOST_OPS) {
            ops *= 2;
            w->n = 0;
        } else if (took != MEASURE_NONE && others > 0) {
            keep(w, ops + others * PIECE, took);
        }
        if (measure_between_ticks(from, end) > contest.life_ticks)
            break;
    }
    __atomic_store_n(&contest.stop, 1, __ATOMIC_RELEASE);
}

static void follow_contest(void *ctx, uint64_t unused)
{
    unsigned *done = ctx;

    (void)unused;
    while (!__atomic_load_n(&contest.stop, __ATOMIC_ACQUIRE)) {
        operate(contest.op, contest.word, PIECE);
        __atomic_store_n(done, *done + 1, __ATOMIC_RELAXED); /* its only writer */
    }
}

void atomics_contended(struct atomics_windows *w, enum atomics_op op, uint32_t *word, unsigned n,
                       uint64_t enough_ticks, uint64_t life_ticks)
{
    uint64_t took;
    unsigned which;

    w->n = 0;
    contest.op = op;
    contest.word = word;
    contest.n = n;
    contest.stop = 0;
    contest.enough_ticks = enough_ticks;
    contest.life_ticks = life_ticks;
    contest.windows = w;
    for (unsigned i = 0; i < n; i++)
        members[i] = (struct parallel_member){
            .kernel = { i == 0 ? lead_contest : follow_contest, &pieces[i][0] },
            .context = i,
        };
    if (parallel_run(members, n, &took, &which) != HAL_THREAD_OK || took == MEASURE_NONE)
        w->n = 0;
}

/* ---- words of one line ---- */

struct neighbours {
    volatile uint32_t *word[2];
    unsigned stop;
    uint64_t enough_ticks, life_ticks;
    struct atomics_windows *windows;
};

static void increment(volatile uint32_t *at, uint64_t ops)
{
    for (; ops > 0; ops--)
        ++*at;
}

static void follow_apart(void *ctx)
{
    struct neighbours *g = ctx;

    while (!__atomic_load_n(&g->stop, __ATOMIC_ACQUIRE))
        increment(g->word[1], LONG_PIECE);
}

static void lead_apart(struct pair_run *pair)
{
    struct neighbours *g = pair->ctx;
    struct atomics_windows *w = g->windows;
    uint64_t from = hal_timer_now_ticks(), ops = FIRST_OPS;

    pair_go(pair);
    while (w->n < ATOMICS_WINDOWS) {
        uint32_t first = *g->word[1];
        uint64_t begin = hal_timer_now_ticks();
        increment(g->word[0], ops);
        uint64_t end = hal_timer_now_ticks(), took = measure_between_ticks(begin, end);
        bool shared = *g->word[1] != first;

        if (took != MEASURE_NONE && !measure_is_long(took, w->n, g->enough_ticks) &&
            ops < MOST_OPS) {
            ops *= 2;
            w->n = 0;
        } else if (took != MEASURE_NONE && shared) {
            keep(w, ops, took);
        }
        if (measure_between_ticks(from, end) > g->life_ticks)
            break;
    }
    __atomic_store_n(&g->stop, 1, __ATOMIC_RELEASE);
    pair_wait(pair);
}

void atomics_apart(struct atomics_windows *w, uint32_t *words, unsigned other, size_t apart_bytes,
                   uint64_t enough_ticks, uint64_t life_ticks)
{
    struct neighbours g = {
        .word = { words, words + apart_bytes / sizeof *words },
        .enough_ticks = enough_ticks,
        .life_ticks = life_ticks,
        .windows = w,
    };
    struct pair_run pair = { .lead = lead_apart, .follow = follow_apart, .ctx = &g };

    w->n = 0;
    if (pair_run(&pair, 0, other) != HAL_THREAD_OK)
        w->n = 0;
}
