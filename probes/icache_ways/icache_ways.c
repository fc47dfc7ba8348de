/* Lines of code that share a set of the first instruction cache: how many stay, at which strides.
 *
 * A processor that knows where code goes on fetches ahead, and hides what a miss costs. Here each
 * call goes to a line drawn anew, so that nothing but the call itself shows which. Of N lines
 * drawn alike a cache that holds W misses N - W in N calls, whatever it evicts: N times the cost of
 * a call rises along a straight line from W on.
 *
 * A line is JUMPS jumps, each to the next, and a return. Caches of decoded instructions hold the
 * fewer such lines the more jumps these have; those of code hold as many.
 *
 * Two series, by jumps. x = stride, bytes : lines : 1, or 0 for as many lines in the same pages in
 * sets of their own; ops = calls. A board on which the port writes no code answers nothing. */
#include "hal/code.h"
#include "lib/measure.h"
#include "lib/random.h"
#include "run/probe.h"
#include <stdbool.h>

enum {
    LINE_BYTES = 64,
    LEAST_STRIDE = 512,
    MOST_STRIDE = 65536,
    APART_BYTES = 3 * LINE_BYTES, /* of lines in sets of their own, of lines of 128 bytes, too */
    SLOTS = 64,                   /* of MOST_STRIDE bytes; each has one line of a set */
    PAGE_BYTES = 4096,            /* lines of both kinds share pages of so much or more */
    FEWEST_JUMPS = 4,
    MOST_JUMPS = 8,
    MOST_LINES = 24,
    CALLS = 512,
    ROUNDS = 8,
    QUICK_ROUNDS = 6,
};

static const uint8_t lines_tried[] = {
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, MOST_LINES
};
enum { TRIED = sizeof lines_tried / sizeof lines_tried[0] };

struct lines {
    const void *at[2][MOST_LINES]; /* of sets of their own, of one set */
};

struct draw {
    const void *const *at;
    uint32_t n;
    uint64_t state;
};

static void call(void *ctx, uint64_t calls)
{
    struct draw *draw = ctx;

    for (; calls > 0; calls--)
        hal_code_run(draw->at[(congruential(&draw->state) >> 32) * draw->n >> 32]);
}

static void write_line(char *at, unsigned jumps)
{
    const unsigned apart = LINE_BYTES / jumps;

    for (unsigned i = 0; i < jumps; i++)
        hal_code_jump(at + (size_t)i * apart, i + 1 < jumps ? at + (size_t)(i + 1) * apart : NULL);
}

static unsigned apart(uintptr_t a, uintptr_t b)
{
    unsigned up = (unsigned)((a - b) & (PAGE_BYTES - 1));

    return up < PAGE_BYTES / 2 ? up : PAGE_BYTES - up;
}

/* Lines lie as far as can be in their pages from the loop that calls them and from the function by
 * which it does, which stay in sets of their own. */
static uintptr_t away_from_loop(void)
{
    void (*loop)(void *, uint64_t) = call;
    void (*by)(const void *) = hal_code_run;
    uintptr_t middle =
        ((uintptr_t)loop & (PAGE_BYTES - 1)) / 2 + ((uintptr_t)by & (PAGE_BYTES - 1)) / 2;

    if (apart(middle, (uintptr_t)loop) < PAGE_BYTES / 4)
        middle += PAGE_BYTES / 2;
    return middle & (PAGE_BYTES - LINE_BYTES);
}

/* Writes line I of both kinds into SLOT; all lines of one kind lie STRIDE bytes apart modulo the
 * largest stride, in pages in no order. */
static void lay_line(struct lines *l, unsigned i, char *slot, size_t stride, unsigned jumps)
{
    size_t at = (i * stride + away_from_loop()) & (MOST_STRIDE - 1);
    size_t page = at & ~(size_t)(PAGE_BYTES - 1);
    size_t other = page + ((at + LINE_BYTES + (size_t)i * APART_BYTES) & (PAGE_BYTES - 1));

    l->at[1][i] = slot + at;
    l->at[0][i] = slot + other;
    write_line(slot + at, jumps);
    write_line(slot + other, jumps);
}

static void lay(struct probe_run *run, struct lines *l, const struct hal_block *block,
                size_t stride, unsigned jumps)
{
    char *start = block->start;
    uint8_t slots[SLOTS];

    start += -(uintptr_t)start & (MOST_STRIDE - 1);
    for (unsigned i = 0; i < SLOTS; i++)
        slots[i] = (uint8_t)i;
    for (unsigned i = 0; i < MOST_LINES; i++) {
        unsigned k = i + (unsigned)(probe_random(run) % (SLOTS - i));
        uint8_t slot = slots[k];

        slots[k] = slots[i];
        lay_line(l, i, start + (size_t)slot * MOST_STRIDE, stride, jumps);
    }
}

struct timings {
    uint64_t ticks[TRIED][2][ROUNDS];
    unsigned n[TRIED][2];
};

static struct timings timings;

/* Both kinds by turns and the numbers of lines one after the other in each round, so that what
 * disturbs some timings leaves others of the same point alone. */
static void time_rounds(struct draw *draw, const struct lines *l, uint64_t calls, unsigned rounds)
{
    const struct measure_kernel kernel = { call, draw };

    timings = (struct timings){ 0 };
    for (unsigned r = 0; r < rounds; r++)
        for (unsigned k = 0; k < 2 * TRIED; k++) {
            const unsigned i = k / 2, kind = k % 2;

            draw->at = l->at[kind];
            draw->n = lines_tried[i];
            timings.n[i][kind] +=
                measure_rounds(&kernel, calls, &timings.ticks[i][kind][timings.n[i][kind]], 1);
        }
}

static void time_lines(struct probe_run *run, const struct lines *l, size_t stride)
{
    struct draw draw = { l->at[1], MOST_LINES, probe_random(run) };
    const struct measure_kernel kernel = { call, &draw };
    const unsigned rounds = run->plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : ROUNDS;
    uint64_t calls = measure_enough_ops(run->plan, &kernel, CALLS, 0);

    time_rounds(&draw, l, calls, rounds);
    for (unsigned i = 0; i < TRIED; i++)
        for (unsigned kind = 0; kind < 2; kind++) {
            const uint64_t x[] = { stride, lines_tried[i], kind };

            if (timings.n[i][kind] > 0)
                probe_sample(run, x, 3, calls, timings.ticks[i][kind], timings.n[i][kind]);
        }
}

/* False: there is no such memory. */
static bool stride(struct probe_run *run, size_t bytes, unsigned jumps)
{
    struct hal_block block;
    struct lines lines;

    if (hal_code_alloc(&block, (size_t)(SLOTS + 1) * MOST_STRIDE) != 0)
        return false;
    lay(run, &lines, &block, bytes, jumps);
    bool runs = hal_code_finish(&block) == 0;
    if (runs)
        time_lines(run, &lines, bytes);
    hal_code_free(&block);
    return runs;
}

static void series(struct probe_run *run, unsigned jumps)
{
    const struct probe_key keys[] = { { "jumps", jumps }, { "line", LINE_BYTES }, { 0, 0 } };
    bool there = true;

    probe_series(run, run->name, keys);
    for (size_t bytes = LEAST_STRIDE; bytes <= MOST_STRIDE && there; bytes *= 2)
        there = stride(run, bytes, jumps);
    enum record_end none = there ? RECORD_END_CLOCK_BACK : RECORD_END_NOTHING;
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : none);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    (void)plan;
    for (unsigned jumps = FEWEST_JUMPS; jumps <= MOST_JUMPS; jumps *= 2)
        for (size_t bytes = LEAST_STRIDE; bytes <= MOST_STRIDE; bytes *= 2)
            n += 2 * TRIED;
    return n;
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block block;

    if (hal_code_alloc(&block, LINE_BYTES) != 0)
        return RECORD_END_NOTHING;
    hal_code_free(&block);
    for (unsigned jumps = FEWEST_JUMPS; jumps <= MOST_JUMPS; jumps *= 2)
        series(run, jumps);
    return RECORD_END_OK;
}

const struct probe probe_icache_ways = {
    .rank = 68,
    .about = "ways and size of the first instruction cache, from code of one set",
    .points = points,
    .run = run,
};
