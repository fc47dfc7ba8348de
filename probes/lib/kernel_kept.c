/* Times the fastest sizes of kernels again, and sends these timings. */
#include "kernel_kept.h"
#include "hal/alloc.h"
#include "hal/timer.h"
#include "measure.h"
#include "reference.h"
#include "windows.h"

enum {
    MOST_SERIES = 96,
    MOST_POINTS = 288,
    BEST = 3, /* sizes of a series in the first cache; of each other one */
    IN_A_VISIT = 2,
    WARM_LAPS = 16,
    VISITS_A_SECOND = 200, /* of 5 ms each */
    MOST_BYTES = 1 << 20,  /* larger arrays take long to fill */
    SHORT_LAPS = 4000,     /* so many in a second at least: longer ones are no window */
    FEWEST_TICKS = 16,     /* before a point can be settled */
    FEWEST_NEAR = 6,       /* of these within a hundredth of the least: more than two visits */
    NEAR_PART = 100,
};

struct kept_point {
    const struct kernel_series *of;
    uint64_t n, laps;
    struct windows ticks, reference;
};

static struct {
    struct hal_block block;
    struct kept {
        struct kernel_series series[MOST_SERIES]; /* whose points are gone */
        const char *probe[MOST_SERIES];           /* that kept it */
        struct kept_point point[MOST_POINTS];     /* of a series one after the other */
    } * of;                                       /* NULL: nothing is kept */
    unsigned n_series, n_points;
    unsigned next; /* point to be timed */
    uint64_t reference_ops;
    size_t bytes; /* of the largest arrays */
} all;

/* ---- what is kept ---- */

/* Ticks of an access or operation of POINT, which was timed, times 2^20; UINT64_MAX: it has none.
 */
static uint64_t cost(const struct kernel *kernel, const struct kernel_point *point)
{
    uint64_t least, next, amount = kernel->count ? 0 : kernel->bytes(point->n);

    measure_lowest_two(point->ticks, point->n_ticks, &least, &next);
    for (unsigned i = KERNEL_ADDS; i <= KERNEL_STORES && kernel->count; i++)
        amount += kernel->count((enum kernel_count)i, point->n);
    return amount > 0 ? (least << 20) / point->laps / amount : UINT64_MAX;
}

static bool is_short(const struct kernel_point *p)
{
    return hal_timer_hz() == 0 || p->lap_ticks < hal_timer_hz() / SHORT_LAPS;
}

/* The fastest size of SERIES whose arrays have more than ABOVE bytes, up to MOST, other than BUT;
 * NULL: none was timed. */
static const struct kernel_point *fastest(const struct kernel_series *series, uint64_t above,
                                          uint64_t most, const struct kernel_point *but)
{
    const struct kernel_point *best = 0;

    for (unsigned i = 0; i < series->n_points; i++) {
        const struct kernel_point *p = &series->points[i];
        uint64_t bytes = p->n_ticks > 0 ? series->kernel->bytes(p->n) : 0;

        if (bytes > above && bytes <= most && p != but && is_short(p) &&
            (!best || cost(series->kernel, p) < cost(series->kernel, best)))
            best = p;
    }
    return best;
}

static void keep_point(const struct kernel_series *series, const struct kernel_point *p)
{
    struct kept_point *to = &all.of->point[all.n_points];
    size_t bytes = (size_t)series->kernel->bytes(p->n);

    if (all.n_points == MOST_POINTS)
        return;
    to->of = series;
    to->n = p->n;
    to->laps = p->laps;
    to->ticks = to->reference = (struct windows){ .n = 0 };
    all.n_points++;
    all.bytes = bytes > all.bytes ? bytes : all.bytes;
}

/* Adds SERIES, unless it is of another kind. */
static void keep_series(const struct probe_run *run, const struct kernel_series *series)
{
    struct kernel_series *to = &all.of->series[all.n_series];

    if (series->state != KERNEL_WARM || series->contexts > 1 || all.n_series == MOST_SERIES)
        return;
    *to = *series;
    to->again = true;
    all.of->probe[all.n_series++] = run->name;
}

/* The fastest sizes of SERIES in cache LEVEL, from 0, or beyond the last. */
static void keep_level(const struct probe_run *run, const struct kernel_series *series,
                       unsigned level)
{
    const struct plan *plan = run->plan;
    uint64_t above = level > 0 ? plan->cache_bytes[level - 1] : 0;
    uint64_t most = level < plan->n_caches ? plan->cache_bytes[level] : MOST_BYTES;
    const struct kernel_point *p = 0;

    most = most < MOST_BYTES ? most : MOST_BYTES;
    for (unsigned i = 0; i < (level == 0 ? BEST : 1) && (p = fastest(series, above, most, p)); i++)
        keep_point(series, p);
}

void kernel_kept_offer(const struct probe_run *run, const struct kernel_series *series, unsigned n,
                       uint64_t reference_ops)
{
    unsigned first = all.n_series;

    if (HAL_ALONE || (!all.of && hal_alloc(&all.block, sizeof *all.of, _Alignof(struct kept),
                                           HAL_PAGES_BASE) != 0))
        return;
    all.of = all.block.start;
    all.reference_ops = all.n_series > 0 ? all.reference_ops : reference_ops;
    for (unsigned i = 0; i < n; i++)
        keep_series(run, &series[i]);
    /* Those of like sizes one after the other: arrays are filled once for all that have the same.
     */
    for (unsigned level = 0; level <= run->plan->n_caches; level++)
        for (unsigned i = first; i < all.n_series; i++)
            keep_level(run, &all.of->series[i], level);
}

/* ---- timing them again ---- */

static void visit(struct kept_point *p)
{
    const struct kernel_job job = { p->of->kernel, p->n, 1, p->of->own };
    uint64_t warm = p->laps < WARM_LAPS ? p->laps : WARM_LAPS;

    if (!kernel_fits(&job))
        return;
    windows_keep(&p->reference, reference_ticks(all.reference_ops));
    for (unsigned i = 0; i < IN_A_VISIT; i++)
        windows_keep(&p->ticks, kernel_ticks(&job, i == 0 ? warm : 0, p->laps, true));
}

void kernel_kept_again(struct probe_run *run)
{
    uint64_t begin = hal_timer_now_ticks(), most = hal_timer_hz() / VISITS_A_SECOND;
    bool mine =
        all.n_points > 0 && !kernel_memory_is_held() && kernel_memory_get(all.bytes, 0, 1) == 0;

    (void)run;
    for (unsigned i = 0; !HAL_ALONE && i < all.n_points && !measure_late(begin, most); i++) {
        all.next = (all.next + 1) % all.n_points;
        visit(&all.of->point[all.next]);
    }
    if (mine)
        kernel_memory_give_back();
}

static bool is_settled(const struct windows *w)
{
    unsigned near = 0;

    for (unsigned i = 0; i < w->n; i++)
        near += w->ticks[i] - w->least <= w->least / NEAR_PART;
    return w->taken >= FEWEST_TICKS && near >= FEWEST_NEAR;
}

static bool all_settled(void)
{
    for (unsigned i = 0; i < all.n_points; i++)
        if (!is_settled(&all.of->point[i].ticks))
            return false;
    return true;
}

void kernel_kept_settle(uint64_t budget_ticks)
{
    uint64_t begin = hal_timer_now_ticks();

    while (!HAL_ALONE && budget_ticks > 0 && !measure_late(begin, budget_ticks) && !all_settled())
        probe_again();
}

/* ---- the stream ---- */

static void send_points(struct probe_run *run, const struct kernel_series *series, bool reference)
{
    for (unsigned i = 0; i < all.n_points; i++) {
        const struct kept_point *p = &all.of->point[i];
        const uint64_t x[] = { p->n, 0 };

        if (p->of == series)
            windows_send(run, x, 2, reference ? all.reference_ops : p->laps,
                         reference ? &p->reference : &p->ticks);
    }
}

void kernel_kept_send(struct probe_run *run)
{
    for (unsigned i = 0; !HAL_ALONE && i < all.n_series && run->out->err == 0; i++) {
        const struct kernel_series *series = &all.of->series[i];
        const char *probe = all.of->probe[i];

        kernel_send_keys(run, probe, series);
        send_points(run, series, false);
        probe_done(run, probe, RECORD_END_OK);
        probe_series_beside(run, "add_chain", probe);
        send_points(run, series, true);
        probe_done(run, "add_chain", RECORD_END_OK);
    }
    hal_free(&all.block);
    all.of = 0;
    all.n_series = all.n_points = 0;
}
