/* Times the best kernels of each mix again, and the reference chain with them. */
#include "repeat.h"
#include "hal/alloc.h"
#include "lib/measure.h"
#include "lib/reference.h"
#include "lib/warm.h"
#include "lib/windows.h"

enum { EACH = 3, IN_A_VISIT = 2 };

struct repeated {
    const struct peak_set *set;
    const struct peak_kernel *kernel; /* NULL: the reference chain */
    uint64_t laps;
    struct warm warm;
    struct windows windows;
};

static struct {
    struct hal_block block;
    struct repeated *at; /* those of a set are together */
    unsigned n, room;
} all;

unsigned repeat_points(void)
{
    unsigned n = 0;

    for (const struct peak_set *set = peak_table; !HAL_ALONE && set->type; set++)
        n += EACH;
    return n;
}

void repeat_prepare(void)
{
    all.n = all.room = 0;
    if (HAL_ALONE || hal_alloc(&all.block, repeat_points() * sizeof *all.at,
                               _Alignof(struct repeated), HAL_PAGES_BASE) != 0)
        return;
    all.at = all.block.start;
    all.room = repeat_points();
}

void repeat_take(const struct peak_set *set, const struct peak_kernel *kernel, uint64_t laps)
{
    if (!HAL_ALONE && all.n < all.room && laps > 0)
        all.at[all.n++] = (struct repeated){ .set = set, .kernel = kernel, .laps = laps };
}

static void run_kernel(void *ctx, uint64_t laps)
{
    const struct peak_kernel *kernel = ctx;

    kernel->run(laps);
}

static struct measure_kernel kernel_of(const struct repeated *r)
{
    return r->kernel ? (struct measure_kernel){ run_kernel, (void *)(uintptr_t)r->kernel }
                     : *reference_kernel(REFERENCE_ADD);
}

static void warm(struct repeated *r)
{
    const struct measure_kernel kernel = kernel_of(r);

    warm_up(&r->warm, &kernel, r->laps, false);
}

/* NEXT: what follows in the list, NULL at its end. The reference chain has the clock of the kernel
 * that follows. */
static void visit(struct repeated *r, struct repeated *next)
{
    const struct measure_kernel kernel = kernel_of(r);

    if (r->kernel || !next || next->set != r->set)
        warm(r);
    else
        warm(next);
    for (unsigned i = 0; i < IN_A_VISIT; i++)
        windows_keep(&r->windows, measure_ticks(&kernel, r->laps));
}

void repeat_again(struct probe_run *run)
{
    (void)run;
    for (unsigned i = 0; !HAL_ALONE && i < all.n; i++)
        visit(&all.at[i], i + 1 < all.n ? &all.at[i + 1] : 0);
}

static void send_one(struct probe_run *run, const struct repeated *r)
{
    uint64_t x[3] = { 1, 0, 0 }, ops = r->laps;

    if (r->kernel) {
        x[1] = r->kernel->depth;
        x[2] = r->kernel->unroll;
        ops *= r->kernel->ops;
    }
    windows_send(run, x, 3, ops, &r->windows);
}

void repeat_send(struct probe_run *run)
{
    for (unsigned i = 0; !HAL_ALONE && i < all.n && run->out->err == 0;) {
        const struct peak_set *set = all.at[i].set;
        const struct probe_word words[] = {
            { "type", set->type }, { "mix", set->mix }, { "again", "1" }, { 0, 0 }
        };

        if (all.at[i].windows.n == 0)
            break; /* no probe came after */
        probe_series_words(run, run->name, words);
        for (; i < all.n && all.at[i].set == set; i++)
            send_one(run, &all.at[i]);
        probe_done(run, run->name, RECORD_END_OK);
    }
    hal_free(&all.block);
    all.n = all.room = 0;
}
