/* Kernels under the roof: kernel.NAME.VARIANT.STATE[.N].best, .at, .intensity, .roof and .limit, of
 * the probes whose series are kernels. */
#include "series/kernels.h"
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/again.h"
#include "series/point.h"
#include "series/roof.h"
#include "stats/evidence.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A ceiling of which a kernel does not reach so much does not hold it back. */
#define HELD 0.6
/* A median so much slower than the best is that of a machine that is shared. */
#define SHARED 1.05
/* Lines counted below what the text must move, times this, are a doubt. */
#define TOO_FEW 0.97

struct kernels_read {
    const struct kernels *all;
    struct results *out;
    const struct roof_peaks *peaks;
};

/* The point that answers about a series. */
struct best {
    const struct kernel_run *run;
    const struct kernel_point *point;
    struct roof roof;
    double speed, low, high; /* FLOP/cycle */
};

static struct result *add_answer(const struct kernels_read *k, const struct kernel_run *r,
                                 enum quantity quantity)
{
    struct result_id id = id_kernel(quantity, r->name, r->variant, r->state, r->contexts);

    return result_add_from(k->out, id, r->series);
}

/* ---- a kernel that cannot be believed ---- */

/* True when R computes something else; then its best says so, and that it contradicts. */
static bool computes_else(const struct kernels_read *k, const struct kernel_run *r)
{
    const char *other;
    uint64_t n = kernels_disagree(k->all, r, &other);

    if (n == 0)
        return false;
    struct result *answer = add_answer(k, r, KERNEL_BEST);
    result_unknown(answer, "needs the checksum that its pattern gives",
                   result_words("computes something else than %s at n = %" PRIu64, other, n).text,
                   remedy_never("the variant's code is wrong, or the memory is"));
    answer->contradicts = true;
    return true;
}

/* ---- best and at ---- */

/* Operations a cycle at P. */
static double speed(const struct kernel_run *r, const struct kernel_point *p, double ticks)
{
    return kernel_work(p) * r->cycle / ticks;
}

/* The clock of the fastest timings of P by that of R's: it may have changed between them, and
 * ceilings are compared in time. */
static double pace_of(const struct kernel_point *p)
{
    return p->pace > 0 ? p->pace : 1;
}

static const struct kernel_point *best_point(const struct kernel_run *r)
{
    const struct kernel_point *best = NULL;

    for (size_t i = 0; i < r->n_points; i++) {
        const struct kernel_point *p = &r->point[i];

        if (p->timings == 0 || !p->counted || !(p->ticks > 0) || !(kernel_work(p) > 0))
            continue;
        if (best == NULL || speed(r, p, p->ticks) > speed(r, best, best->ticks))
            best = p;
    }
    return best;
}

/* What a machine that is shared gets, where the point was timed at many times of a run. */
static void remark_shared(struct result *r, const struct best *b)
{
    const struct kernel_point *p = b->point;

    if (p->quiet == 0)
        return;
    if (p->median > SHARED * p->ticks)
        result_remark(r, "shared: %.3g in the median of %zu timings",
                      pace_of(p) * speed(b->run, p, p->median), p->timings);
    if ((double)p->quiet < AGAIN_FEW * (double)p->timings)
        result_remark(r, "%zu of them were quiet", p->quiet);
}

static void answer_best(const struct kernels_read *k, const struct best *b)
{
    const struct kernel_point *p = b->point;
    struct result *best = add_answer(k, b->run, KERNEL_BEST);
    double overhead = kernel_overhead(b->run, p);

    best->value = pace_of(p) * b->speed;
    best->has_bounds = true;
    best->low = pace_of(p) * b->low;
    best->high = pace_of(p) * b->high;
    best->evidence = p->agreement;
    remark_shared(best, b);
    if (overhead > KERNEL_MARKED)
        result_remark(best, "call and loop are %.0f %% of the time", 100 * overhead);
    struct result *at = add_answer(k, b->run, KERNEL_AT);
    at->value = (double)p->n;
    at->evidence = p->agreement;
}

/* ---- intensity ---- */

/* Bytes that the port counted at the border to memory, where the data of B come from there; 0: it
 * counted none. */
static double counted_bytes(const struct kernels_read *k, const struct best *b)
{
    return roof_source(k->out, b->run, b->point) == MEMORY_LEVEL
               ? kernel_counted_bytes(b->run, b->point)
               : 0;
}

/* Bytes that crossed the border to memory on the simulated board; 0: not replayed there. */
static double replayed_bytes(const struct kernels_read *k, const struct best *b)
{
    const struct replay_point *p = b->point->replayed;

    return p != NULL && roof_source(k->out, b->run, b->point) == MEMORY_LEVEL ? replay_bytes(p) : 0;
}

/* What of two sources of B's traffic does not agree. */
static void compare_sources(const struct kernels_read *k, const struct best *b, struct result *r)
{
    const struct kernel_point *p = b->point;
    double counted = counted_bytes(k, b), replayed = replayed_bytes(k, b);

    if (counted > 0 && b->run->state[0] == 'c' &&
        p->moved[p->levels - 1].in < TOO_FEW * (double)p->count[KERNEL_LINES]) {
        r->evidence = evidence_doubted(r->evidence);
        result_remark(r, "cold, but fewer lines came in than the text touches");
    }
    if (counted > 0 && replayed > 0 &&
        (counted < TOO_FEW * p->replayed->low || p->replayed->high < TOO_FEW * counted)) {
        r->evidence *= evidence_near(counted, replayed);
        result_remark(r, "%.4g times the bytes that were replayed", counted / replayed);
    }
}

static void answer_intensity(const struct kernels_read *k, const struct best *b)
{
    const struct kernel_point *p = b->point;
    struct result *answer = add_answer(k, b->run, KERNEL_INTENSITY);
    double work = kernel_work(p), least = kernel_compulsory_bytes(b->run, p);
    double counted = counted_bytes(k, b), replayed = replayed_bytes(k, b);
    double bytes = counted > 0 ? counted : replayed > 0 ? replayed : least;

    result_by(answer, counted > 0 ? "counted" : replayed > 0 ? "replayed" : "compulsory");
    answer->value = work / bytes;
    answer->has_bounds = true;
    answer->low = answer->high = answer->value;
    answer->evidence = p->agreement; /* of which n it is; the counts are exact */
    if (counted > 0 || replayed > 0) {
        result_remark(answer, "lines moved %.4g times those of the text", bytes / least);
    } else {
        answer->low = fmin(answer->value, work / kernel_access_bytes(b->run, p));
        result_remark(answer,
                      "counted from the text: every access for low, each line once for high");
    }
    if (counted == 0 && replayed > 0) {
        answer->low = work / p->replayed->high;
        answer->high = work / p->replayed->low;
    }
    if (counted > 0 && p->in_only)
        result_remark(answer, "lines out are those of the text: the port counts none");
    compare_sources(k, b, answer);
}

/* ---- roof ---- */

/* R lacks the bandwidth of the level that the data of B come from. Where probe bandwidth ran and
 * gave none, what tells is what its answer asks for: often the size of a cache. */
static void unknown_bandwidth(struct result *r, const struct kernels_read *k, const struct best *b)
{
    static const char wanted[] = "needs the bandwidth of the level that the data come from";
    struct result_id read = id_moving(BANDWIDTH_ALONE, b->roof.source, "read");
    const struct result *asked = result_find(k->out, read);
    struct remedy remedy = remedy_run(result_words("cache_size,ops,bandwidth,%s", r->probe).text);

    if (asked != NULL && asked->kind == RESULT_NULL && asked->remedy.kind != REMEDY_UNSAID) {
        result_unknown(r, wanted, result_words("%s is not determined", read.text).text,
                       asked->remedy);
        return;
    }
    for (unsigned i = 1; i <= cache_levels(k->out); i++) {
        struct remedy size = remedy_of(k->out, id_at(CACHE_SIZE, i), "cache_size");

        if (!(cache_measured(k->out, i, CACHE_SIZE) > 0) && size.kind == REMEDY_RUN && !size.open) {
            memcpy(remedy.key, size.key, sizeof remedy.key);
            remedy.n_keys = size.n_keys;
        }
    }
    size_t n = 0;

    for (size_t i = 0; i < k->out->n; i++)
        n += strcmp(k->out->at[i].probe, "bandwidth") == 0;
    result_unknown(r, wanted,
                   result_words("%zu answers of bandwidth, none is %s", n, read.text).text, remedy);
}

/* All kernels lack the same, so the reason is the same. */
static void unknown_roof(struct result *r, const struct kernels_read *k, const struct best *b)
{
    const char *type = b->run->type;
    struct remedy remedy = remedy_run(result_words("cache_size,ops,bandwidth,%s", r->probe).text);

    if (strcmp(b->roof.lacks, "peak") != 0) {
        unknown_bandwidth(r, k, b);
        return;
    }
    if (strchr(type, 'f') == NULL)
        remedy = remedy_never("no probe times independent additions of %s", type);
    result_unknown(r, result_words("needs a peak of %s", type).text, "0 mixes of it were answered",
                   remedy);
}

/* Levels whose bandwidth is not known can only lower the roof. */
static void say_left_out(struct result *r, const struct best *b)
{
    char names[64] = "";

    for (unsigned i = 1; i < 32; i++)
        if ((b->roof.left_out >> i & 1) != 0) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%scache.%u", used > 0 ? ", " : "", i);
        }
    if (*names != '\0')
        result_remark(r, "upper bound of the roof: bandwidth of %s is not known", names);
}

static void answer_roof(const struct kernels_read *k, const struct best *b)
{
    struct result *r = add_answer(k, b->run, KERNEL_ROOF);

    result_by(r, "ceilings");
    if (!(b->roof.height > 0)) {
        unknown_roof(r, k, b);
        return;
    }
    bool kept = b->speed > ROOF_EXCEEDED * b->roof.height;
    double roof = kept ? b->roof.certain : b->roof.height;
    r->value = b->speed / roof;
    r->has_bounds = true;
    r->low = b->low / b->roof.certain;
    r->high = b->high / roof;
    r->low = fmin(r->low, r->value);
    r->evidence = b->point->agreement;
    result_remark(r, "%.3g of %.3g FLOP/cycle", b->speed, roof);
    say_left_out(r, b);
    if (kept && b->roof.apart) {
        r->evidence = evidence_doubted(r->evidence);
        result_remark(r, "faster than what so many contexts were timed to get together, so by what "
                         "each gets alone, as if they shared no cache");
    } else if (kept) {
        result_remark(r, "caches kept a part of the arrays");
    }
    if (r->value > ROOF_EXCEEDED) {
        result_remark(r, "faster than its roof: a ceiling was measured too low");
        r->contradicts = true;
    }
}

/* ---- limit ---- */

/* Bytes that the last level of the TLB translates; 0: not known. */
static double tlb_reach(const struct results *results)
{
    double levels = result_measured(results, id_of(TLB_LEVELS));

    return levels > 0 ? result_nominal(results, id_at(TLB_ENTRIES, (unsigned)levels)) *
                            result_nominal(results, id_of(TLB_PAGE))
                      : 0;
}

/* What may hold B back where no ceiling does. */
static const char *doubt(const struct kernels_read *k, const struct best *b)
{
    double bytes = (double)b->point->count[KERNEL_BYTES], reach = tlb_reach(k->out);
    double moved = fmax(counted_bytes(k, b), replayed_bytes(k, b));

    if (moved > 1.1 * kernel_compulsory_bytes(b->run, b->point))
        return "conflict misses, or arrays that are fetched again: more lines move than are "
               "touched";
    if (reach > 0 && bytes > reach)
        return "translation: the arrays are larger than what the TLB reaches";
    return "latency: operations wait for each other or for loads";
}

static void unknown_limit(struct result *r, const struct kernels_read *k, const struct best *b,
                          const struct roof_ceiling *next)
{
    struct result_words found;

    if (next != NULL)
        found = result_words("%.3g FLOP/cycle is %.0f %% of %s, %.3g", b->speed,
                             100 * b->speed / next->speed, next->name, next->speed);
    else
        found = result_words("%.3g FLOP/cycle is above all %u", b->speed, b->roof.n);
    result_unknown(r, "needs a ceiling of which it reaches 60 %", found.text,
                   remedy_never("%s", doubt(k, b)));
}

static void answer_limit(const struct kernels_read *k, const struct best *b)
{
    const struct roof_ceiling *limit = roof_limit(&b->roof, b->speed);
    const struct roof_ceiling *next = limit != NULL ? limit : roof_next(&b->roof, b->speed);
    struct result *r = add_answer(k, b->run, KERNEL_LIMIT);

    result_by(r, "ceilings");
    if (!(b->roof.height > 0)) {
        unknown_roof(r, k, b);
        return;
    }
    if (next == NULL || b->speed < HELD * next->speed) {
        unknown_limit(r, k, b, next);
        return;
    }
    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", next->name);
    r->evidence = b->point->agreement * (limit != NULL ? 1 : b->speed / next->speed);
    result_remark(r, "%.0f %% of %.3g FLOP/cycle", 100 * b->speed / next->speed, next->speed);
    say_left_out(r, b);
}

/* ---- all of a series ---- */

static void answer_point(const struct kernels_read *k, const struct kernel_run *r,
                         const struct kernel_point *p)
{
    struct best b = { .run = r,
                      .point = p,
                      .speed = speed(r, p, p->ticks),
                      .low = speed(r, p, p->upper),
                      .high = speed(r, p, p->floor > 0 ? p->floor : p->least) };

    roof_over(&b.roof, k->peaks, k->out, r, p);
    answer_best(k, &b);
    answer_intensity(k, &b);
    answer_roof(k, &b);
    answer_limit(k, &b);
}

static bool any_work(const struct kernel_run *r)
{
    for (size_t i = 0; i < r->n_points; i++)
        if (r->point[i].counted && kernel_work(&r->point[i]) > 0)
            return true;
    return false;
}

static void no_point(const struct kernels_read *k, const struct kernel_run *r)
{
    struct result *answer = add_answer(k, r, KERNEL_BEST);

    if (r->cycle > 0)
        remedy_unsampled_series(answer, r->series);
    else
        result_unknown(answer, "needs the length of a cycle, from probe add_chain",
                       result_words("%zu sizes are known in ticks only", r->n_points).text,
                       remedy_run(r->series->probe));
}

/* True when a probe before that of R has timed the same: pattern has more sizes than kernels. */
static bool is_answered(const struct kernels_read *k, const struct kernel_run *r)
{
    const struct result *before =
        result_find(k->out, id_kernel(KERNEL_BEST, r->name, r->variant, r->state, r->contexts));

    return before != NULL && strcmp(before->probe, r->series->probe) != 0;
}

/* A kernel of copies alone has no operations to count. Cyclic kernels in arrays of their own are
 * there to be compared with alone. */
static void answer_kernel(const struct kernels_read *k, const struct kernel_run *r)
{
    bool to_compare = r->chunk > 0 && *r->schedule == '\0' && strcmp(r->space, "independent") == 0;

    if (!any_work(r) || to_compare || computes_else(k, r) || is_answered(k, r))
        return;
    const struct kernel_point *p = r->cycle > 0 ? best_point(r) : NULL;
    if (p != NULL)
        answer_point(k, r, p);
    else
        no_point(k, r);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct roof_peaks peaks;

    roof_peaks_read(&peaks, out);
    for (unsigned i = 0; i < KERNEL_PROBES; i++) {
        struct kernels all;

        if (kernels_read(&all, run, kernel_probes[i], method) != 0)
            out->no_memory = true;
        kernels_replay(&all, out->replay);
        const struct kernels_read k = { &all, out, &peaks };
        for (size_t at = 0; at < all.n; at++)
            answer_kernel(&k, &all.run[at]);
        kernels_free(&all);
    }
}

const struct analysis analysis_kernels = {
    .about = "kernels under the roof: speed, intensity, share of the roof, what limits them",
    .probe = "kernels",
    .also = { "expected", "traffic", "walks", "events" },
    .method = "lower_half",
    .after = { "cache_levels", "tlb_ways", "bandwidth", "peak", "topology" },
    .infer = infer,
};
