/* Costs of the operating system: page faults, munmap, system calls, files.
 *
 * Series with key of=own: x = 0, a byte stored in each page of fresh memory; x = 1, all of them
 * given back, as at the end of a program. of=copied: x = 0, a byte read in each page of fresh
 * memory; x = 1, a byte stored in each. of=file: x = 0, a byte read in each page of a file that
 * memory holds. ops = pages. of=map: x = 0, a page of that file mapped, a byte of it read, and the
 * page given back; ops = times. of=call: x = 0, ops = the shortest of system calls; of=read, write,
 * find, open: ops = calls that do that with a file; of=list: ops = entries of a folder. of=grow: x
 * = pages that each call appends to a file, 1 or 32; ops = pages. Each pass takes memory, and the
 * file's pages, anew. Boards without an operating system answer none of it, and others leave out
 * what they do not have. */
#include "hal/board_limits.h"
#include "hal/os_work.h"
#include "hal/timer.h"
#include "hal/untouched.h"
#include "lib/measure.h"
#include "run/probe.h"

enum {
    PASSES = 16,
    QUICK_PASSES = 8,
    PAGES = 512,
    USUAL_PAGE_BYTES = 4096,
    FEWEST_CALLS = 16,
    FILE_PAGES = 64,  /* appended to the file in a pass */
    PAGES_A_CALL = 32 /* the second time */
};

/* What is done with pages of a kind, in this order; each is an x. */
struct visits {
    const char *of;
    enum hal_untouched kind;
    bool read, stored, returned;
};

static const struct visits own = { "own", HAL_UNTOUCHED_OWN, false, true, true };
static const struct visits copied = { "copied", HAL_UNTOUCHED_OWN, true, true, false };
static const struct visits file = { "file", HAL_UNTOUCHED_FILE, true, false, false };

struct pages {
    volatile unsigned char *start;
    size_t page_bytes, n;
};

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? QUICK_PASSES : PASSES;
}

static unsigned points(const struct plan *plan)
{
    return 8 * passes(plan) + 6;
}

static void write_pages(const struct pages *p)
{
    for (size_t i = 0; i < p->n; i++)
        p->start[i * p->page_bytes] = 1;
}

static void read_pages(const struct pages *p)
{
    for (size_t i = 0; i < p->n; i++)
        (void)p->start[i * p->page_bytes];
}

static void call(void *ctx, uint64_t calls)
{
    (void)ctx;
    for (; calls > 0; calls--)
        (void)hal_untouched_call();
}

struct work {
    const char *of;
    enum hal_os_work what;
};

static void work(void *ctx, uint64_t times)
{
    const struct work *w = ctx;

    for (; times > 0; times--)
        (void)hal_os_work(w->what, 1);
}

static void send(struct probe_run *run, uint64_t x, uint64_t pages, uint64_t ticks)
{
    if (ticks != MEASURE_NONE && ticks > 0)
        probe_sample(run, &x, 1, pages, &ticks, 1);
}

/* What is touched or given back cannot be so twice: a clock that goes back costs the timing. */
static void pass(struct probe_run *run, struct hal_block *block, const struct visits *v)
{
    const struct pages p = { block->start, block->page_bytes,
                             block->size_bytes / block->page_bytes };
    uint64_t at[4];
    unsigned n = 0;

    at[0] = hal_timer_now_ticks();
    if (v->read) {
        read_pages(&p);
        at[++n] = hal_timer_now_ticks();
    }
    if (v->stored) {
        write_pages(&p);
        at[++n] = hal_timer_now_ticks();
    }
    hal_untouched_unmap(block);
    if (v->returned)
        at[++n] = hal_timer_now_ticks();
    for (unsigned i = 0; i < n; i++)
        send(run, i, p.n, measure_between_ticks(at[i], at[i + 1]));
}

static void series(struct probe_run *run, const char *of)
{
    const struct probe_word keys[] = { { "of", of }, { 0, 0 } };

    probe_series_words(run, run->name, keys);
}

static void end(struct probe_run *run)
{
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* Passes over as many pages as there are, at most PAGES. */
static void time_pages(struct probe_run *run, const struct visits *v)
{
    struct hal_block block;
    size_t page = run->plan->page_bytes > 0 ? run->plan->page_bytes : USUAL_PAGE_BYTES;
    size_t most = hal_alloc_limit_bytes() / 4, bytes = PAGES * page < most ? PAGES * page : most;

    if (hal_untouched_map(&block, bytes, v->kind) != 0)
        return;
    hal_untouched_unmap(&block);
    series(run, v->of);
    for (unsigned i = 0; i < passes(run->plan) && run->out->err == 0; i++)
        if (hal_untouched_map(&block, bytes, v->kind) == 0)
            pass(run, &block, v);
    end(run);
}

static bool has_file(size_t page)
{
    struct hal_block block;
    int err = hal_untouched_map(&block, page, HAL_UNTOUCHED_FILE);

    hal_untouched_unmap(&block);
    return err == 0;
}

/* Ticks of one page of the file; MEASURE_NONE: there is none, or the clock went back. */
static uint64_t map_once(size_t page)
{
    struct hal_block block;
    uint64_t begin = hal_timer_now_ticks();

    if (hal_untouched_map(&block, page, HAL_UNTOUCHED_FILE) != 0)
        return MEASURE_NONE;
    (void)*(volatile unsigned char *)block.start;
    hal_untouched_unmap(&block);
    return measure_between_ticks(begin, hal_timer_now_ticks());
}

static void time_maps(struct probe_run *run)
{
    size_t page = run->plan->page_bytes > 0 ? run->plan->page_bytes : USUAL_PAGE_BYTES;

    if (!has_file(page))
        return;
    series(run, "map");
    for (unsigned i = 0; i < passes(run->plan) && run->out->err == 0; i++)
        send(run, 0, 1, map_once(page));
    end(run);
}

/* Each operation of KERNEL does UNITS, which are what counts. */
static void time_calls(struct probe_run *run, const char *of, const struct measure_kernel *kernel,
                       size_t units)
{
    uint64_t ticks[PASSES], x = 0;
    uint64_t ops = measure_enough_ops(run->plan, kernel, FEWEST_CALLS, 0);
    unsigned n = measure_rounds(kernel, ops, ticks, passes(run->plan));

    series(run, of);
    if (n > 0)
        probe_sample(run, &x, 1, ops * units, ticks, n);
    end(run);
}

static void time_work(struct probe_run *run)
{
    static struct work works[] = { { "read", HAL_OS_READ },
                                   { "write", HAL_OS_WRITE },
                                   { "find", HAL_OS_FIND },
                                   { "open", HAL_OS_OPEN },
                                   { "list", HAL_OS_LIST } };

    for (size_t i = 0; i < sizeof works / sizeof *works && run->out->err == 0; i++) {
        const struct measure_kernel kernel = { work, &works[i] };
        size_t units = hal_os_work(works[i].what, 1);

        if (units > 0)
            time_calls(run, works[i].of, &kernel, units);
    }
}

/* Appends pages to the empty file, PAGES with a call. */
static void grow(struct probe_run *run, size_t pages)
{
    size_t done = 0;
    uint64_t begin = hal_timer_now_ticks();

    for (size_t i = 0; i < FILE_PAGES / pages; i++)
        done += hal_os_work(HAL_OS_GROW, pages);
    uint64_t ticks = measure_between_ticks(begin, hal_timer_now_ticks());
    if (done > 0)
        send(run, pages, done, ticks);
    (void)hal_os_work(HAL_OS_EMPTY, 1);
}

static void time_growth(struct probe_run *run)
{
    if (hal_os_work(HAL_OS_GROW, 1) == 0)
        return;
    (void)hal_os_work(HAL_OS_EMPTY, 1);
    series(run, "grow");
    for (unsigned i = 0; i < passes(run->plan) && run->out->err == 0; i++) {
        grow(run, 1);
        grow(run, PAGES_A_CALL);
    }
    end(run);
}

static enum record_end run(struct probe_run *run)
{
    static const struct measure_kernel shortest = { call, 0 };

    if (!HAL_LIMIT_SYSTEM)
        return RECORD_END_NO_OS;
    if (hal_untouched_call() != 0)
        return RECORD_END_NO_OS;
    time_pages(run, &own);
    time_pages(run, &copied);
    time_pages(run, &file);
    time_maps(run);
    time_calls(run, "call", &shortest, 1);
    time_work(run);
    time_growth(run);
    return RECORD_END_OK;
}

const struct probe probe_os_costs = {
    .rank = 75,
    .about = "operating system: page faults, munmap, mmap, system calls, files",
    .points = points,
    .run = run,
};
