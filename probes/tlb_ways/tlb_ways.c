/* Cost of a load against the number of pages that lie a stride apart: ways of each TLB (X-Ray
 * section 4.6).
 *
 * x = n : stride, in pages; ops = loads, n + FILLERS a lap, one in each page and each on another
 * line. Pages a stride apart share a set of a TLB as soon as the stride is a multiple of its sets;
 * more of them than it has ways miss. The larger the stride, the more bits of the page number are
 * the same, so that a hashed index shows its ways, too. Fillers are pages side by side, of other
 * sets, enough to keep a first TLB from serving the others: a fully associative one would hide any
 * smaller number of ways that the next has. Keys: fillers, page (bytes), sparse (1: pages that no
 * load touches have no memory of their own). Numbers of pages are halved in until two neighbours
 * hold the edge. */
#include "hal/board_limits.h"
#include "hal/reserve.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include "lib/spread.h"
#include "run/probe.h"

enum {
    USUAL_PAGE_BYTES = 4096,
    ALIGN_PAGES = 1024, /* of the first page, so that its neighbours are of other sets */
    FEWEST_LINES = 24,  /* that lie in memory at the largest stride */
    MOST_TOGETHER = 320,
    MOST_STRIDED = 96, /* without fillers, and with them */
    MOST_FILLED = 40,
    MOST_PAGES = 1024, /* of one lap */
    LEAST_FILLERS = 24,
    USUAL_FILLERS = 120,
    MOST_FILLERS = 240,
    /* Every so many pages one is no filler, so that they leave the others' set alone: of a second
     * TLB of as few sets, where the first is fully associative; else they shall fill all of the
     * first one's sets. */
    FREE_PAGES = 16,
    FREE_OF_SETS = 64,
    FIRST_STEP = 4, /* between strides without fillers */
    FIRST_MOST = 4096,
    NEXT_FIRST = 128, /* the least stride with fillers */
    WARM_LAPS = 2,
    APART = 5,       /* lines from one page's line to the next page's */
    SHIFT = 619,     /* pages from one timing's first page to the next one's */
    SHIFTS_PART = 8, /* of all pages: where a first one lies */
    MOST_POINTS = HAL_LIMIT_SWEEP_POINTS,
    MOST_PASSES = 16,
};

/* The context of the kernel: the chain comes first, as chase_walk() walks it. */
struct sparse {
    struct chase chase;
    char *start;    /* of all pages */
    size_t n_pages; /* that there are */
    size_t shifts;  /* the first page of a lap lies before this one */
    size_t shift;   /* of this timing */
    size_t page_bytes, line_bytes;
    unsigned fillers, free_pages;
    bool is_sparse;
    struct probe_run *run;
};

struct point {
    uint32_t n, stride; /* pages */
    uint64_t ops;       /* in one timing; 0: not timed yet */
    unsigned n_ticks;
    uint64_t ticks[MOST_PASSES];
};

static struct point points_of_series[MOST_POINTS];
static unsigned n_points;

/* The page of filler I, from 0: those after the first page, less some. */
static size_t filler_page(const struct sparse *s, unsigned i)
{
    return 1 + i + i / (s->free_pages - 1);
}

/* The line of page I of P and of the fillers after them. */
static void **line_at(const struct sparse *s, const struct point *p, unsigned i)
{
    size_t lines = s->page_bytes / s->line_bytes;
    size_t page = i < p->n ? i * p->stride : filler_page(s, i - p->n);
    /* Not the first line of a page, where programs have their own. */
    size_t line = lines > 1 ? 1 + i * APART % (lines - 1) : 0;

    return (void **)(void *)(s->start + (s->shift + page) * s->page_bytes + line * s->line_bytes);
}

/* Lays a random lap over the pages of P; returns its loads. */
static uint64_t lay(struct sparse *s, const struct point *p)
{
    static uint16_t order[MOST_PAGES];
    unsigned n = p->n + s->fillers;

    for (unsigned i = 0; i < n; i++) {
        unsigned j = (unsigned)(probe_random(s->run) >> 33) % (i + 1);

        order[i] = order[j];
        order[j] = (uint16_t)i;
    }
    for (unsigned i = 0; i < n; i++)
        *line_at(s, p, order[i]) = (void *)line_at(s, p, order[i + 1 < n ? i + 1 : 0]);
    s->chase.base = (char *)line_at(s, p, order[0]);
    return n;
}

/* Times P once more, in other sets each time: what the system and page tables keep in a set makes
 * fewer pages fit there. */
static void visit(struct sparse *s, struct point *p)
{
    const struct measure_kernel kernel = { chase_walk, &s->chase };

    if (p->n_ticks == MOST_PASSES)
        return;
    s->shift = ((p->n_ticks + 1) * SHIFT + p->stride / NEXT_FIRST * APART) % s->shifts;
    uint64_t lap = lay(s, p);
    chase_walk(&s->chase, WARM_LAPS * lap);
    if (p->ops == 0)
        p->ops = measure_enough_ops(s->run->plan, &kernel, lap, 0);
    uint64_t ticks = p->ops > 0 ? measure_ticks(&kernel, p->ops) : MEASURE_NONE;

    if (ticks != MEASURE_NONE)
        p->ticks[p->n_ticks++] = ticks;
}

/* The least that a load of P costs, 1/256 ticks; MEASURE_NONE: it was not timed. */
static uint64_t cost_of(const struct point *p)
{
    uint64_t least = MEASURE_NONE;

    for (unsigned i = 0; i < p->n_ticks; i++)
        least = p->ticks[i] < least ? p->ticks[i] : least;
    return least == MEASURE_NONE ? MEASURE_NONE : (least << 8) / p->ops;
}

/* Adds a point of N pages at STRIDE where they lie in memory, timed a few times. Returns whether
 * there is one. */
static bool add_point(struct sparse *s, uint32_t n, uint32_t stride)
{
    enum { TIMINGS = 3 };

    if (n_points == MOST_POINTS || n + s->fillers > MOST_PAGES ||
        s->shifts + (size_t)(n - 1) * stride > s->n_pages)
        return false;
    points_of_series[n_points] = (struct point){ .n = n, .stride = stride };
    for (unsigned i = 0; i < TIMINGS; i++)
        visit(s, &points_of_series[n_points]);
    n_points++;
    return true;
}

/* Where the pages at a stride cease to fit: MOST do, LEAST do not; 0: none was seen. */
struct edge {
    uint32_t most, least;
};

/* Returns true when pages of P miss, where one of few costs BASE: without fillers by a sixth of
 * that, among fillers the pages by a half of it each. */
static bool misses(const struct sparse *s, const struct point *p, uint64_t base)
{
    uint64_t cost = cost_of(p);
    uint64_t more = cost > base ? cost - base : 0;

    return cost != MEASURE_NONE &&
           (s->fillers > 0 ? 2 * more * (p->n + s->fillers) > base * p->n : 6 * more > base);
}

/* Noise only adds: what costs little shows that fewer pages fit, too. */
static struct edge edge_at(const struct sparse *s, uint32_t stride)
{
    struct edge edge = { 0, 0 };
    uint64_t base = MEASURE_NONE;

    for (unsigned i = 0; i < n_points; i++)
        if (points_of_series[i].stride == stride && cost_of(&points_of_series[i]) < base)
            base = cost_of(&points_of_series[i]);
    for (unsigned i = 0; i < n_points; i++) {
        const struct point *p = &points_of_series[i];

        if (p->stride == stride && p->n > edge.most && !misses(s, p, base))
            edge.most = p->n;
    }
    for (unsigned i = 0; i < n_points; i++) {
        const struct point *p = &points_of_series[i];

        if (p->stride == stride && p->n > edge.most && (edge.least == 0 || p->n < edge.least))
            edge.least = p->n;
    }
    return edge;
}

/* Puts points between those around the edge at STRIDE until they are neighbours. */
static void close_in(struct sparse *s, uint32_t stride)
{
    struct edge edge = edge_at(s, stride);

    while (edge.least > edge.most + 1 &&
           add_point(s, edge.most + (edge.least - edge.most) / 2, stride))
        edge = edge_at(s, stride);
}

/* Times 1, 2, 4 ... pages at STRIDE, and MOST, then those around the edge. */
static void begin_at(struct sparse *s, uint32_t stride, uint32_t most)
{
    for (uint32_t n = 1; n < most; n *= 2)
        (void)add_point(s, n, stride);
    (void)add_point(s, most, stride);
    close_in(s, stride);
}

/* Of a second TLB most sets hold something else, too: more passes meet one that does not. */
static unsigned passes(const struct sparse *s)
{
    bool quick = s->run->plan->effort == EFFORT_QUICK;

    return s->fillers > 0 ? MOST_PASSES : quick ? 5 : 8;
}

/* Times all points again and sends them. */
static enum record_end finish(struct sparse *s)
{
    struct probe_run *run = s->run;
    const struct probe_key keys[] = {
        { "fillers", s->fillers }, { "page", s->page_bytes }, { "sparse", s->is_sparse }, { 0, 0 }
    };

    for (unsigned pass = 3; pass < passes(s); pass++)
        for (unsigned i = 0; i < n_points; i++) {
            visit(s, &points_of_series[i]);
            close_in(s, points_of_series[i].stride);
        }
    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < n_points; i++) {
        const struct point *p = &points_of_series[i];
        const uint64_t x[] = { p->n, p->stride };

        if (p->n_ticks > 0)
            probe_sample(run, x, 2, p->ops, p->ticks, p->n_ticks);
    }
    enum record_end end = run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;
    probe_done(run, run->name, end);
    n_points = 0;
    return end;
}

/* The largest power of two of pages that a stride may have. */
static uint32_t largest_stride(size_t pages)
{
    uint32_t stride = 1;

    while (stride <= pages / (2 * FEWEST_LINES))
        stride *= 2;
    return stride;
}

/* The stride with fillers after STRIDE: every other power of two, of a quick run every fourth, and
 * the two largest. */
static uint32_t next_stride(const struct plan *plan, uint32_t stride, uint32_t last)
{
    uint32_t step = plan->effort == EFFORT_QUICK ? 8 : 4;

    if (stride * step < last / 2)
        return stride * step;
    return stride < last / 2 ? last / 2 : 2 * stride;
}

/* Chooses fillers that overflow the first TLB, half as many again as the pages side by side that it
 * was seen to hold, since a neighbour on the core may have some of it; the sweeps without them went
 * up to stride LAST. */
static void choose_fillers(struct sparse *s, uint32_t last)
{
    struct edge together = edge_at(s, 1), apart = edge_at(s, last);
    uint32_t n = together.least > 0 ? together.most + together.most / 2 : USUAL_FILLERS;

    n = n < LEAST_FILLERS ? LEAST_FILLERS : n < MOST_FILLERS ? n : MOST_FILLERS;
    s->free_pages = 8 * apart.most > 7 * together.most ? FREE_PAGES : FREE_OF_SETS;
    s->fillers = n;
}

/* Pages at a stride that are too many for a full TLB, too. */
static uint32_t most_strided(const struct sparse *s)
{
    uint32_t together = edge_at(s, 1).least, most = together + together / 4;

    return most > MOST_STRIDED ? most : MOST_STRIDED;
}

static enum record_end measure_all(struct sparse *s)
{
    uint32_t last = largest_stride(s->n_pages);

    n_points = 0;
    begin_at(s, 1, MOST_TOGETHER);
    uint32_t stride = 1, most = most_strided(s);
    while (stride * FIRST_STEP <= last && stride < FIRST_MOST)
        begin_at(s, stride *= FIRST_STEP, most);
    struct sparse filled = *s;
    choose_fillers(&filled, stride);
    enum record_end end = finish(s);

    *s = filled;
    for (stride = NEXT_FIRST; stride <= last; stride = next_stride(s->run->plan, stride, last))
        begin_at(s, stride, MOST_FILLED);
    return n_points > 0 && end == RECORD_END_OK ? finish(s) : end;
}

static unsigned points(const struct plan *plan)
{
    enum { USUAL = 150, USUAL_QUICK = 120 };

    return plan->effort == EFFORT_QUICK ? USUAL_QUICK : USUAL;
}

/* Addresses as many as can be had, else memory. 0, or -1: not even FEWEST_LINES pages. */
static int get_pages(const struct plan *plan, struct hal_block *block, bool *is_sparse)
{
    /* A hashed index shows its ways at large strides alone; addresses cost nothing. */
    static const size_t most_bytes = (size_t)(SIZE_MAX > UINT32_MAX ? 8 : 1) << 31;
    size_t page = plan->page_bytes > 0 ? plan->page_bytes : USUAL_PAGE_BYTES;
    size_t bytes = most_bytes, limit = hal_alloc_limit_bytes();

    *is_sparse = true;
    for (; bytes > limit; bytes /= 2)
        if (hal_reserve(block, bytes, ALIGN_PAGES * page) == 0)
            return 0;
    *is_sparse = false;
    for (bytes = limit; bytes >= MOST_TOGETHER * page; bytes /= 2)
        if (hal_alloc(block, bytes, ALIGN_PAGES * page, HAL_PAGES_BASE) == 0)
            return 0;
    return -1;
}

static enum record_end run(struct probe_run *run)
{
    struct sparse s = { .run = run, .line_bytes = spread_line_bytes(run->plan) };
    struct hal_block block;

    if (get_pages(run->plan, &block, &s.is_sparse) != 0)
        return RECORD_END_NO_MEMORY;
    s.start = block.start;
    s.page_bytes = block.page_bytes > 0 ? block.page_bytes : USUAL_PAGE_BYTES;
    if (run->plan->page_bytes > 0)
        s.page_bytes = run->plan->page_bytes;
    s.n_pages = block.size_bytes / s.page_bytes;
    s.shifts = s.n_pages / SHIFTS_PART < ALIGN_PAGES ? s.n_pages / SHIFTS_PART : ALIGN_PAGES;
    /* Large pages may fill a small memory. */
    enum record_end end = s.n_pages < FEWEST_LINES ? RECORD_END_NO_MEMORY : measure_all(&s);
    if (s.is_sparse)
        hal_release(&block);
    else
        hal_free(&block);
    return end;
}

const struct probe probe_tlb_ways = {
    .rank = 47,
    .about = "ways of each TLB: pages a stride apart, alone and among others",
    .points = points,
    .run = run,
};
