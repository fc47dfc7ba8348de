/* os.page_fault.*, os.munmap.page, os.syscall and its like: costs of the operating system. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <string.h>

enum { MOST_PASSES = 64 };

/* Passes so near to the one that counts agree with it. */
#define AGREE 0.1

/* Ticks of a page or a call, in each pass. */
struct costs {
    double at[MOST_PASSES];
    size_t n;
};

static struct costs gather(const struct log_series *s, uint64_t x)
{
    struct costs c = { .n = 0 };

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        for (size_t t = 0; t < p->n_ticks && p->x[0] == x && p->ops > 0; t++)
            if (c.n < MOST_PASSES)
                c.at[c.n++] = (double)p->ticks[t] / (double)p->ops;
    }
    return c;
}

/* Others only make a pass longer, so that the lower quarter counts, not the middle. */
static void answer(struct result *r, const struct log_series *s, uint64_t x, double hz)
{
    struct costs c = gather(s, x);
    size_t near = 0;

    if (c.n == 0) {
        remedy_unsampled_series(r, s);
        return;
    }
    if (!(hz > 0)) {
        result_unknown(r, "needs the rate of the clock, key tick_hz of the run",
                       result_words("%zu passes of %.3g ticks", c.n, stats_median(c.at, c.n)).text,
                       remedy_run("os_costs"));
        return;
    }
    double cost = stats_quantile(c.at, c.n, 0.25);
    for (size_t i = 0; i < c.n; i++)
        near += fabs(c.at[i] - cost) <= AGREE * cost;
    r->value = cost * 1e9 / hz;
    r->has_bounds = true;
    r->low = stats_quantile(c.at, c.n, 0) * 1e9 / hz;
    r->high = stats_median(c.at, c.n) * 1e9 / hz;
    r->evidence = evidence_agreement(near, c.n);
}

/* The answers that a series gives by its key `of`, each from one x. Where ALWAYS is not set, there
 * is none without samples: the system has none of that. */
static const struct {
    const char *of;
    uint64_t x;
    enum quantity quantity;
    bool always;
} given[] = {
    { "own", 0, OS_PAGE_FAULT_ANONYMOUS, true },
    { "own", 1, OS_MUNMAP_PAGE, true },
    { "copied", 0, OS_PAGE_FAULT_ZERO_PAGE, true },
    { "copied", 1, OS_PAGE_FAULT_COPY_ON_WRITE, true },
    { "file", 0, OS_PAGE_FAULT_FILE, true },
    { "map", 0, OS_MMAP_MUNMAP, false },
    { "call", 0, OS_SYSCALL, true },
    { "read", 0, OS_READ, true },
    { "write", 0, OS_WRITE, true },
    { "find", 0, OS_STAT, true },
    { "open", 0, OS_OPEN_CLOSE, true },
    { "list", 0, OS_READDIR, true },
    { "grow", 1, OS_APPEND, false },
    { "grow", 32, OS_APPEND_BULK, false },
};

static void of_series(struct results *out, const struct log_series *s, double hz)
{
    const char *of = log_key_text(s->keys, s->n_keys, "of");

    if (s->end == RECORD_END_NO_OS) {
        result_none(result_add_from(out, id_of(OS_SYSCALL), s));
        result_none(result_add_from(out, id_of(OS_PAGE_FAULT_ANONYMOUS), s));
    }
    for (size_t i = 0; i < sizeof given / sizeof *given && of != NULL; i++)
        if (strcmp(of, given[i].of) == 0 && (given[i].always || s->n_samples > 0))
            answer(result_add_from(out, id_of(given[i].quantity), s), s, given[i].x, hz);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double hz = point_tick_hz(run);

    (void)method;
    for (size_t s = log_find_series(run, "os_costs", 0); s < run->n_series;
         s = log_find_series(run, "os_costs", s + 1))
        of_series(out, &run->series[s], hz);
}

const struct analysis analysis_os_costs = {
    .about = "page faults, munmap, system calls, files",
    .probe = "os_costs",
    .method = "lower_quarter",
    .infer = infer,
};
