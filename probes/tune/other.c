/* Kernels other than products, in memory of their own: sized, checked against plain loops, and
 * timed. */
#include "other.h"
#include "hal/alloc.h"
#include "hal/timer.h"
#include "lib/measure.h"

/* Arrays follow each other; lines between them are guards. */
enum {
    GUARD = 64,
    ALIGN = 4096,
    USUAL_L1 = 32768,
    STEPS = 16,
    MOST_NEAR = 1 << 24,
    MOST_ROW = 8192,     /* elements */
    MOST_GRID = 1 << 25, /* bytes */
    MOST_HALVES = 3,
    MOST_REPEAT = 1 << 16
};

/* A size of a kernel. */
struct shape {
    struct tuned_run run;
    size_t elements[3]; /* of a, b, c */
    size_t side;
    size_t other_ld; /* transpose: is run once more with that; 0: no other */
    uint64_t work;   /* of one run */
};

static struct shape shape;
static struct hal_block block;
static uint64_t repeat;
static bool is_zero; /* what grows with each run is timed on zeros */

/* ---- sizes ---- */

static size_t element_bytes(const struct tune_candidate *c)
{
    return probe_same_text(c->type, "f32") ? 4 : 8;
}

static size_t root(size_t n)
{
    size_t r = 0;

    while ((r + 1) * (r + 1) <= n)
        r++;
    return r;
}

static size_t most(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static struct shape dot_of(size_t n)
{
    return (struct shape){ .run = { .n = n }, .elements = { n, n, 1 }, .side = n, .work = n };
}

/* Bytes of y that C keeps near; where there are none or too many, as if it were usual. */
static size_t near_bytes(const struct tune_candidate *c)
{
    return c->first > 0 && c->first < MOST_NEAR ? c->first : USUAL_L1 / 2;
}

static struct shape gemv_of(size_t n)
{
    return (struct shape){ .run = { .m = n, .n = n, .ld = n },
                           .elements = { n * n, n, 2 * n },
                           .side = n,
                           .work = 2 * (uint64_t)n * n };
}

/* N x N with columns N apart, and again OTHER apart. */
static struct shape transpose_of(size_t n, size_t other)
{
    size_t ld = most(n, other);

    return (struct shape){ .run = { .m = n, .n = n, .ld = n },
                           .elements = { ld * n, ld * n },
                           .side = n,
                           .other_ld = other,
                           .work = (other ? 2 : 1) * (uint64_t)n * n };
}

static struct shape jacobi_of(size_t m, size_t n, size_t steps)
{
    return (struct shape){ .run = { .m = m, .n = n, .ld = m, .steps = steps },
                           .elements = { m * n, m * n },
                           .side = m,
                           .work = (uint64_t)m * n * steps };
}

static struct shape wht_of(size_t n)
{
    struct shape s = { .run = { .n = n }, .elements = { n }, .side = n };

    for (size_t h = 1; h < n; h *= 2)
        s.work += n;
    return s;
}

static bool is_kernel(const struct tune_candidate *c, const char *name)
{
    return probe_same_text(c->name, name);
}

/* A few whole tiles and an edge; small. */
static struct shape checked(const struct tune_candidate *c)
{
    size_t es = element_bytes(c), near = most(c->rows / (16 * es), 19);

    near = near > 199 ? 199 : near;
    if (is_kernel(c, "dot"))
        return dot_of(67);
    if (is_kernel(c, "gemv")) /* A beyond what y is kept in registers for */
        return gemv_of(root(4 * near_bytes(c) / es) + 3);
    if (is_kernel(c, "transpose"))
        return transpose_of(2 * most(c->rows, c->columns) + 3, 0);
    if (is_kernel(c, "jacobi")) /* about 8 rows are near */
        return jacobi_of(near, near, 5);
    return wht_of(2 * (size_t)c->columns);
}

/* dot: in half of a usual first level. gemv: A in 8 times what near_bytes() is half of. transpose:
 * beyond most caches, columns a power of two apart and not. jacobi: rows of which 7 are near, on
 * grids of twice the far bytes. wht: 64 times what is done first. */
static struct shape timed(const struct tune_candidate *c, size_t side, unsigned halves)
{
    size_t es = element_bytes(c), power = (size_t)512 >> halves;
    size_t m = least(most(c->rows / (14 * es), 16), MOST_ROW);
    size_t grid = least(2 * most(c->first, 8 * (size_t)c->rows), MOST_GRID) / (m * es);

    if (is_kernel(c, "dot"))
        return dot_of(USUAL_L1 / 4 / es);
    if (is_kernel(c, "gemv"))
        return gemv_of(side ? side : most(root(16 * near_bytes(c) / es) >> halves, 16));
    if (is_kernel(c, "transpose"))
        return side ? transpose_of(side, 0) : transpose_of(power - power / 16, power);
    if (is_kernel(c, "jacobi"))
        return jacobi_of(m, most(grid >> halves, 16), STEPS);
    return wht_of(((size_t)c->columns << 6) >> (2 * halves));
}

/* ---- memory ---- */

static size_t array_bytes(size_t elements, size_t es)
{
    return (elements * es + GUARD - 1) / GUARD * GUARD + GUARD;
}

static size_t shape_bytes(const struct shape *s, size_t es)
{
    size_t bytes = 0;

    for (unsigned i = 0; i < 3; i++)
        bytes += array_bytes(s->elements[i], es);
    return bytes;
}

static int hold(const struct shape *s, size_t es)
{
    char *at;
    size_t bytes = shape_bytes(s, es);

    shape = *s;
    if (bytes > hal_alloc_limit_bytes() || hal_alloc(&block, bytes, ALIGN, HAL_PAGES_LARGE) != 0)
        return -1;
    at = block.start;
    shape.run.a = at;
    shape.run.b = at + array_bytes(s->elements[0], es);
    shape.run.c = at + array_bytes(s->elements[0], es) + array_bytes(s->elements[1], es);
    return 0;
}

static void end(void)
{
    hal_free(&block);
}

/* ---- numbers ---- */

/* Small integers in all of the memory: every order of additions gives the same. */
static void fill(size_t es, bool zeros)
{
    size_t n = shape_bytes(&shape, es) / es;

    for (size_t i = 0; i < n; i++) {
        int value = zeros ? 0 : (int)((i * 7 + i / 5 * 3) % 9) - 4;
        if (es == 4)
            ((float *)block.start)[i] = (float)value;
        else
            ((double *)block.start)[i] = value;
    }
}

static uint64_t fold(size_t es)
{
    const uint32_t *words = block.start;
    size_t n = shape_bytes(&shape, es) / sizeof *words;
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum = sum * 31 + words[i];
    return sum;
}

/* ---- runs ---- */

static void take(const struct tune_candidate *c)
{
    const struct tuned_way way = { c->rows, c->columns, c->first };

    (void)c->kernel->take(&way);
}

static void run_once(const struct tune_candidate *c)
{
    struct tuned_run other = shape.run;

    c->kernel->run(&shape.run);
    if (shape.other_ld == 0)
        return;
    other.ld = shape.other_ld;
    c->kernel->run(&other);
}

static enum record_end check(const struct tune_candidate *c)
{
    size_t es = element_bytes(c);
    struct shape s = checked(c);
    uint64_t ours;

    if (hold(&s, es) != 0)
        return RECORD_END_NO_MEMORY;
    fill(es, false);
    take(c);
    c->kernel->run(&shape.run);
    ours = fold(es);
    fill(es, false);
    c->kernel->plain(&shape.run);
    bool right = ours == fold(es);
    end();
    return right ? RECORD_END_OK : RECORD_END_WRONG;
}

/* ---- timing ---- */

static uint64_t now(bool by_thread)
{
    return by_thread ? hal_timer_thread_ns() : hal_timer_now_ticks();
}

static uint64_t time_it(const struct tune_candidate *c, bool by_thread)
{
    take(c);
    uint64_t begin = now(by_thread);

    for (uint64_t i = 0; i < repeat; i++)
        run_once(c);
    uint64_t end = now(by_thread);
    return by_thread ? end - begin : measure_between_ticks(begin, end);
}

static uint64_t fold_once(const struct tune_candidate *c)
{
    size_t es = element_bytes(c);

    fill(es, is_zero);
    take(c);
    run_once(c);
    return fold(es);
}

/* Gets memory for the size that is HALVES smaller, and warms it. Returns what one run took, 0 where
 * the clock went back; MEASURE_NONE: there is no memory. */
static uint64_t try_size(const struct tune_candidate *c, size_t side, unsigned halves,
                         bool by_thread)
{
    struct shape s = timed(c, side, halves);

    repeat = 1;
    if (hold(&s, element_bytes(c)) != 0)
        return MEASURE_NONE;
    (void)fold_once(c);
    uint64_t took = time_it(c, by_thread);
    return took == MEASURE_NONE ? 0 : took;
}

/* So many runs that they take a quarter of ENOUGH. */
static void repeat_enough(const struct tune_candidate *c, uint64_t enough, bool by_thread)
{
    while (repeat < MOST_REPEAT && time_it(c, by_thread) < enough / 4)
        repeat *= 2;
}

static int begin(const struct tune_candidate *c, size_t side, uint64_t enough, bool by_thread)
{
    unsigned halves = MOST_HALVES;
    uint64_t took = 0;

    is_zero = is_kernel(c, "wht");
    for (;; halves--) {
        took = try_size(c, side, halves, by_thread);
        if (took == MEASURE_NONE || halves == 0 || took >= enough / 4)
            break;
        end();
    }
    if (took == MEASURE_NONE && halves < MOST_HALVES) /* the one before was not too large */
        took = try_size(c, side, halves + 1, by_thread);
    if (took == MEASURE_NONE)
        return -1;
    repeat_enough(c, enough, by_thread);
    return 0;
}

static uint64_t work(void)
{
    return repeat * shape.work;
}

static size_t side_of(void)
{
    return shape.side;
}

const struct other_timing other_timing = {
    .check = check,
    .begin = begin,
    .end = end,
    .fold = fold_once,
    .time = time_it,
    .work = work,
    .side = side_of,
};
