/* Ceilings over a point of a kernel, from answers about peaks, bandwidths and caches.
 *
 * Traffic across the border below a cache is what was counted, or else replayed; without both, each
 * line that is touched in and each that is written out, if the arrays do not fit into that cache.
 * Certain is less: what the caches above may have kept since the last run does not cross again.
 * Between registers and the first cache it is every access of the text, and certainly each element
 * once. */
#include "roof.h"
#include "result/query.h"
#include "throughput.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What crosses the border between a level and the one nearer to the processor, bytes. */
struct crossing {
    double in, out, certain;
};

/* ---- arithmetic ---- */

/* The elements of C's type, "f64" of "v256f64": what follows its last digits but those. */
static const char *element_of(const char *type)
{
    const char *at = type;

    for (const char *p = type; *p != '\0'; p++)
        if (*p == 'f' || *p == 'i' || *p == 'u')
            at = p;
    return at;
}

static struct roof_peak *peak_for(struct roof_peaks *peaks, const char *element)
{
    for (unsigned i = 0; i < peaks->n; i++)
        if (strcmp(peaks->of[i].element, element) == 0)
            return &peaks->of[i];
    if (peaks->n == ROOF_ELEMENTS)
        return NULL;
    struct roof_peak *p = &peaks->of[peaks->n++];
    snprintf(p->element, sizeof p->element, "%.7s", element);
    return p;
}

void roof_peaks_read(struct roof_peaks *peaks, const struct results *results)
{
    *peaks = (struct roof_peaks){ .n = 0 };
    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity != PEAK_RATE || r->kind != RESULT_NUMBER)
            continue;
        struct roof_peak *p = peak_for(peaks, element_of(r->name.type));
        if (p != NULL && r->value > p->rate) {
            p->id = r->name;
            p->rate = r->value;
        }
    }
}

double roof_peak(const struct results *results, unsigned contexts, const char *mix,
                 const char *type)
{
    unsigned n = contexts > 1 ? contexts : 1;
    double together = result_measured(results, id_peak(mix, type, n));

    return together > 0 ? together : n * result_measured(results, id_peak(mix, type, 1));
}

/* The highest peak of R's elements; NULL: none is known. */
static const struct roof_peak *highest_peak(const struct roof_peaks *peaks,
                                            const struct kernel_run *r)
{
    for (unsigned i = 0; i < peaks->n; i++)
        if (strcmp(peaks->of[i].element, r->type) == 0)
            return &peaks->of[i];
    return NULL;
}

/* The speed of P where its additions and its multiplications, not fused, run side by side on TYPE;
 * 0: not known. */
static double unfused(const struct results *results, const struct kernel_run *r,
                      const struct kernel_point *p, const char *type)
{
    double adds = (double)p->count[KERNEL_ADDS], muls = (double)p->count[KERNEL_MULS];
    double add = roof_peak(results, r->contexts, "add", type),
           mul = roof_peak(results, r->contexts, "mul", type);

    if (!(add > 0 && mul > 0) || adds + muls == 0)
        return 0;
    return kernel_work(p) / fmax(adds / add, muls / mul);
}

static void add_ceiling(struct roof *roof, const char *name, double speed)
{
    if (!(speed > 0) || roof->n == ROOF_MOST)
        return;
    struct roof_ceiling *c = &roof->ceiling[roof->n++];
    snprintf(c->name, sizeof c->name, "%.*s", ROOF_NAME - 1, name);
    c->speed = speed;
}

/* Ceilings of arithmetic; the highest peak, or 0. */
static double add_peaks(struct roof *roof, const struct roof_peaks *peaks,
                        const struct results *results, const struct kernel_run *r,
                        const struct kernel_point *p)
{
    const struct roof_peak *best = highest_peak(peaks, r);

    if (best == NULL)
        return 0;
    double peak = roof_peak(results, r->contexts, best->id.op, best->id.type);
    double apart = unfused(results, r, p, best->id.type);
    add_ceiling(roof, best->id.text, peak);
    if (apart < peak)
        add_ceiling(roof, "imbalance", apart);
    if (strcmp(best->id.type, r->type) != 0) {
        double scalar = unfused(results, r, p, r->type);
        bool adds = p->count[KERNEL_ADDS] > 0, muls = p->count[KERNEL_MULS] > 0;
        const char *mix = adds && muls ? "balanced" : adds ? "add" : "mul";
        add_ceiling(roof, id_op(PEAK_RATE, mix, r->type).text, scalar);
    }
    return peak;
}

/* ---- what levels move ---- */

/* Operations of probe bandwidth, and the lines that leave for one that comes where stores bring
 * their line in. What is counted there are elements: so many bytes move for each. */
static const struct {
    const char *op;
    double out_share, moved;
} ops[] = {
    { "read", 0, 1 },
    { "triad", 1 / 3.0, 4 / 3.0 },
    { "copy", 0.5, 1.5 },
    { "write", 1, 2 },
};
enum { N_OPS = sizeof ops / sizeof ops[0] };

/* True when contexts do not share LEVEL: what they get together is less than each alone only where
 * something else had their processors meanwhile. */
static bool is_private(const struct results *results, unsigned level)
{
    return level != MEMORY_LEVEL && result_measured(results, id_at(CACHE_SHARED_BY, level)) == 1;
}

double roof_rate(const struct results *results, unsigned contexts, unsigned level, const char *op)
{
    unsigned n = contexts > 1 ? contexts : 1;
    double together = result_measured(results, id_together(level, op, n));
    double each = n * result_measured(results, id_moving(BANDWIDTH_ALONE, level, op));

    return !(together > 0) || (each > together && is_private(results, level)) ? each : together;
}

/* Bytes a cycle that LEVEL moves by operation I for so many contexts; 0: not known. TRUE_BYTES:
 * lines that stores bring in count, too. */
static double rate_of(const struct results *results, unsigned contexts, unsigned level, unsigned i,
                      bool true_bytes)
{
    return roof_rate(results, contexts, level, ops[i].op) * (true_bytes ? ops[i].moved : 1);
}

double roof_fastest(const struct results *results, unsigned contexts, unsigned level,
                    const char **op)
{
    double most = 0;

    for (unsigned i = 0; i < N_OPS; i++) {
        double rate = rate_of(results, contexts, level, i, true);

        if (rate > most) {
            most = rate;
            *op = ops[i].op;
        }
    }
    return most;
}

/* Bandwidths are in cycles of the run, R's speeds at another clock perhaps: what is compared is
 * time. */
static double clock_of(const struct kernel_run *r)
{
    return r->run_cycle > 0 ? r->cycle / r->run_cycle : 1;
}

static double highest_rate(const struct results *results, const struct kernel_run *r,
                           unsigned contexts, unsigned level, bool true_bytes)
{
    double most = 0;

    for (unsigned i = 0; i < N_OPS; i++)
        most = fmax(most, rate_of(results, contexts, level, i, true_bytes));
    return most * clock_of(r);
}

/* True when R's contexts may share LEVEL or not, as far as is known: what they were timed to get
 * together may be too little then, and what each gets alone too much. */
static bool may_be_private(const struct results *results, const struct kernel_run *r,
                           unsigned level)
{
    return r->contexts > 1 && level != MEMORY_LEVEL &&
           !(result_measured(results, id_at(CACHE_SHARED_BY, level)) > 0);
}

/* The most that any operation may move of LEVEL for R. */
static double certain_rate(struct roof *roof, const struct results *results,
                           const struct kernel_run *r, unsigned level, bool true_bytes)
{
    double together = highest_rate(results, r, r->contexts, level, true_bytes);
    double each = r->contexts * highest_rate(results, r, 1, level, true_bytes);

    if (!may_be_private(results, r, level) || each <= together)
        return together;
    roof->apart = true;
    return each;
}

/* The rate of the operation that sends out nearly as much as C does. */
static double likely_rate(const struct results *results, const struct kernel_run *r, unsigned level,
                          const struct crossing *c)
{
    double share = c->in > 0 ? c->out / c->in : 1, nearest = INFINITY, rate = 0;

    for (unsigned i = 0; i < N_OPS; i++) {
        double one = rate_of(results, r->contexts, level, i, true) * clock_of(r);
        double away = fabs(ops[i].out_share - share);

        if (one > 0 && away < nearest) {
            nearest = away;
            rate = one;
        }
    }
    return rate;
}

/* ---- traffic ---- */

static bool data_cold(const struct kernel_run *r)
{
    return strncmp(r->state, "cold", 4) == 0 || strncmp(r->state, "code", 4) == 0;
}

unsigned roof_source(const struct results *results, const struct kernel_run *r,
                     const struct kernel_point *p)
{
    return data_cold(r) ? MEMORY_LEVEL
                        : throughput_level(results, (double)p->count[KERNEL_BYTES], MEMORY_LEVEL,
                                           MEMORY_LEVEL);
}

/* The share of P's data that caches 1 to LEVEL of all contexts cannot have kept; 0 where the size
 * of one of them is not known. */
static double not_kept(const struct results *results, const struct kernel_run *r,
                       const struct kernel_point *p, unsigned level)
{
    double kept = 0;

    for (unsigned i = 1; i <= level && !data_cold(r); i++) {
        double size = cache_measured(results, i, CACHE_SIZE);

        kept += size > 0 ? size * (r->contexts > 1 ? r->contexts : 1) : INFINITY;
    }
    return p->count[KERNEL_BYTES] > 0 ? fmax(0, 1 - kept / (double)p->count[KERNEL_BYTES]) : 0;
}

/* The same on the simulated board. Where its bounds are known, the least is certain. */
static struct crossing replayed_below(const struct replay_point *p, unsigned i)
{
    double in = p->in[i] * p->line_bytes[i], out = p->out[i] * p->line_bytes[i];

    return (struct crossing){ in, out, i + 1 == p->levels ? p->low : in + out };
}

/* What crosses the border below cache LEVEL, from 1, when P runs. */
static struct crossing below(const struct results *results, const struct kernel_run *r,
                             const struct kernel_point *p, unsigned level)
{
    double bytes = kernel_compulsory_bytes(r, p);
    double lines = (double)p->count[KERNEL_LINES] + (double)p->count[KERNEL_LINES_WRITTEN];
    double out = lines > 0 ? (double)p->count[KERNEL_LINES_WRITTEN] / lines : 0;

    if (p->levels >= level && !p->in_only) {
        const struct kernel_moved *m = &p->moved[level - 1];
        return (struct crossing){ m->in * m->line_bytes, m->out * m->line_bytes,
                                  (m->in + m->out) * m->line_bytes };
    }
    if (p->replayed != NULL && p->replayed->levels >= level)
        return replayed_below(p->replayed, level - 1);
    return (struct crossing){ bytes * (1 - out), bytes * out,
                              bytes * not_kept(results, r, p, level) };
}

/* Adds what SOURCE brings across the border below cache LEVEL, and lowers the heights. FARTHEST,
 * where the data come from, must be known; another level can only lower them, and is left out where
 * it is not. */
static void add_level(struct roof *roof, const struct results *results, const struct kernel_run *r,
                      const struct kernel_point *p, unsigned level, unsigned source,
                      unsigned farthest)
{
    struct crossing c = below(results, r, p, level);
    double rate = likely_rate(results, r, source, &c), work = kernel_work(p);
    char name[ROOF_NAME];

    if (!(c.in + c.out > 0))
        return;
    if (!(rate > 0) && source == farthest) {
        roof->lacks = "bandwidth";
        return;
    }
    if (!(rate > 0)) {
        roof->left_out |= 1u << source;
        return;
    }
    id_level_text(name, sizeof name, source);
    add_ceiling(roof, name, work * rate / (c.in + c.out));
    roof->height = fmin(roof->height, work * rate / (c.in + c.out));
    if (c.certain > 0)
        roof->certain =
            fmin(roof->certain, work * certain_rate(roof, results, r, source, true) / c.certain);
}

/* Between registers and the first cache, which is there. */
static void add_registers(struct roof *roof, const struct results *results,
                          const struct kernel_run *r, const struct kernel_point *p)
{
    double rate = highest_rate(results, r, r->contexts, 1, false), work = kernel_work(p);
    double once = r->element_bytes * (double)p->count[KERNEL_ELEMENTS];

    if (!(rate > 0))
        return;
    if (kernel_access_bytes(r, p) > 0)
        add_ceiling(roof, "cache.1", work * rate / kernel_access_bytes(r, p));
    if (once > 0) {
        roof->height = fmin(roof->height, work * rate / once);
        roof->certain = fmin(roof->certain, work * certain_rate(roof, results, r, 1, false) / once);
    }
}

void roof_over(struct roof *roof, const struct roof_peaks *peaks, const struct results *results,
               const struct kernel_run *r, const struct kernel_point *p)
{
    unsigned levels = cache_levels(results), source = roof_source(results, r, p);
    unsigned last = source == MEMORY_LEVEL ? levels : source - 1;

    *roof = (struct roof){ .source = source };
    roof->height = roof->certain = add_peaks(roof, peaks, results, r, p);
    if (roof->height == 0)
        roof->lacks = "peak";
    if (levels > 0)
        add_registers(roof, results, r, p);
    for (unsigned i = 1; i <= last; i++)
        add_level(roof, results, r, p, i, i < levels ? i + 1 : MEMORY_LEVEL, source);
    if (levels == 0)
        add_level(roof, results, r, p, 1, MEMORY_LEVEL, source);
    if (roof->lacks != NULL)
        roof->height = roof->certain = 0;
}

/* ---- which of them ---- */

static const struct roof_ceiling *lowest_between(const struct roof *roof, double least, double most)
{
    const struct roof_ceiling *best = NULL;

    for (unsigned i = 0; i < roof->n; i++) {
        const struct roof_ceiling *c = &roof->ceiling[i];

        if (c->speed >= least && c->speed <= most && (best == NULL || c->speed < best->speed))
            best = c;
    }
    return best;
}

const struct roof_ceiling *roof_limit(const struct roof *roof, double speed)
{
    return lowest_between(roof, speed / ROOF_EXCEEDED, speed / 0.9);
}

const struct roof_ceiling *roof_next(const struct roof *roof, double speed)
{
    return lowest_between(roof, speed, INFINITY);
}
