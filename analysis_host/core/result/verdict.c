/* Holds the answers against each other and against what the log lost. */
#include "verdict.h"
#include "confidence.h"
#include "query.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = RESULT_NOTE + ID_BYTES + 40 };

void verdict_problem(struct results *r, const char *what)
{
    struct log_problem *grown = realloc(r->problems, (r->n_problems + 1) * sizeof *grown);

    if (grown == NULL) {
        r->no_memory = true;
        return;
    }
    r->problems = grown;
    struct log_problem p = { .what = strdup(what), .cost = strdup("") };
    if (p.what == NULL || p.cost == NULL) {
        free(p.what);
        free(p.cost);
        r->no_memory = true;
        return;
    }
    r->problems[r->n_problems++] = p;
}

/* Adds the printf-like contradiction AMONG such answers to R; nothing but no_memory where memory is
 * short. */
static void add_contradiction(struct results *r, const char *among, const char *what, ...)
    __attribute__((format(printf, 3, 4)));
static void add_contradiction(struct results *r, const char *among, const char *what, ...)
{
    struct contradiction *grown =
        realloc(r->contradictions, (r->n_contradictions + 1) * sizeof *grown);
    char text[LONGEST];
    va_list args;

    if (grown != NULL)
        r->contradictions = grown;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    char *kept = grown != NULL ? strdup(text) : NULL;
    if (kept == NULL)
        r->no_memory = true;
    else
        grown[r->n_contradictions++] = (struct contradiction){ kept, among };
}

/* One of R's answers and another cannot both be right: it is not sure. NULL: none. */
static void doubt(struct results *r, const struct result *one)
{
    if (one != NULL)
        r->at[one - r->at].confidence = fmin(one->confidence, CONFIDENCE_CONTRADICTED);
}

static int by_name(const void *a, const void *b)
{
    const struct result *const *one = a, *const *two = b;
    int order = strcmp((*one)->id, (*two)->id);

    return order != 0 ? order : (*one > *two) - (*one < *two);
}

/* The answers of R by name, to be freed; those of one name as they stand in R. NULL where there is
 * none or memory is short. */
static struct result **sorted_by_name(struct results *r)
{
    struct result **all = r->n > 0 ? malloc(r->n * sizeof *all) : NULL;

    for (size_t i = 0; all != NULL && i < r->n; i++)
        all[i] = &r->at[i];
    if (all != NULL)
        qsort(all, r->n, sizeof *all, by_name);
    else
        r->no_memory |= r->n > 0;
    return all;
}

/* Leaves out the answers that have no id any more. */
static void close_ranks(struct results *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->n; i++)
        if (r->at[i].id[0] != '\0')
            r->at[kept++] = r->at[i];
    r->n = kept;
}

void verdict_repetitions(struct results *r)
{
    struct result **all = sorted_by_name(r), *first = NULL;
    char text[LONGEST];

    for (size_t i = 0; all != NULL && i < r->n; i++) {
        if (first == NULL || strcmp(first->id, all[i]->id) != 0) {
            first = all[i];
            continue;
        }
        snprintf(text, sizeof text, "%s: measured twice; the first answer stands", first->id);
        verdict_problem(r, text);
        all[i]->id[0] = '\0';
    }
    free(all);
    close_ranks(r);
}

/* INNER must be below the answer that OUTER names, where that is a number. Returns that, or INNER.
 */
static const struct result *must_grow(struct results *r, const struct result *inner,
                                      struct result_id outer)
{
    const struct result *b = result_find(r, outer);

    if (!result_is_number(b))
        return inner;
    if (inner != NULL && inner->value >= b->value) {
        add_contradiction(r, "levels of caches or TLBs", "%s is %.6g, %s is %.6g", inner->id,
                          inner->value, b->id, b->value);
        doubt(r, inner);
        doubt(r, b);
    }
    return b;
}

/* What QUANTITY names grows from level to level of those that have a SIZE; some may not be known.
 * Returns the answer of the last that is; NULL: none is. */
static const struct result *check_growth(struct results *r, enum quantity quantity,
                                         enum quantity size)
{
    const struct result *last = NULL;

    for (unsigned level = 1; result_find(r, id_at(size, level)) != NULL; level++)
        last = must_grow(r, last, id_at(quantity, level));
    return last;
}

/* Caches, and the levels of the TLB, grow from level to level. */
static void check_levels(struct results *r)
{
    check_growth(r, CACHE_SIZE, CACHE_SIZE);
    must_grow(r, check_growth(r, CACHE_LATENCY, CACHE_SIZE), id_of(MEMORY_LATENCY));
    check_growth(r, TLB_ENTRIES, TLB_ENTRIES);
}

/* Two measurements of one thing may be apart by so much. */
#define SAME_WITHIN 1.5

static void check_memory(struct results *r)
{
    const struct result *a = result_find(r, id_of(MEMORY_LATENCY));
    const struct result *b = result_find(r, id_of(NUMA_LOCAL_LATENCY));

    if (!result_is_number(a) || !result_is_number(b) || a->value <= 0 || b->value <= 0)
        return;
    if (a->value <= SAME_WITHIN * b->value && b->value <= SAME_WITHIN * a->value)
        return;
    add_contradiction(r, "latencies of memory",
                      "%s is %.6g, %s is %.6g; both are one load from the nearest memory", a->id,
                      a->value, b->id, b->value);
    doubt(r, a);
    doubt(r, b);
}

/* A cache is no slower than the nearest memory, however it was measured. */
static void check_outermost(struct results *r)
{
    unsigned last = cache_levels(r);
    const struct result *cache = last > 0 ? result_find(r, id_at(CACHE_LATENCY, last)) : NULL;
    const struct result *near = result_find(r, id_of(NUMA_LOCAL_LATENCY));

    if (!result_is_number(cache) || !result_is_number(near) ||
        cache->value <= SAME_WITHIN * near->value)
        return;
    add_contradiction(r, "latencies of memory",
                      "%s is %.6g, %s is %.6g; no cache is slower than memory", cache->id,
                      cache->value, near->id, near->value);
    doubt(r, cache);
    doubt(r, near);
}

/* A load beside others cannot be faster than alone; noise may make it seem so by this much. */
#define LEAST_RATIO 0.95

static void check_loaded(struct results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct result *one = &r->at[i];

        if (one->name.quantity != LOADED_RATIO || !result_is_number(one) ||
            one->value >= LEAST_RATIO)
            continue;
        add_contradiction(r, "loaded latencies", "%s is %.3g: loads were faster under load",
                          one->id, one->value);
        doubt(r, one);
    }
}

/* An outer level may seem to move so many times as much as an inner one. */
#define AS_MUCH 1.1

/* The answer of R that is the same as ONE, at the nearest level further in of which it is a number;
 * NULL: there is none. */
static const struct result *further_in(const struct results *r, const struct result *one)
{
    unsigned level = one->name.level;
    unsigned inner = level == MEMORY_LEVEL ? cache_levels(r) : level - 1;

    for (; inner > 0; inner--) {
        const struct result *at =
            result_find(r, id_moving(one->name.quantity, inner, one->name.op));
        if (result_is_number(at))
            return at;
    }
    return NULL;
}

/* Others than these pass a level by, or wait for single loads. */
static bool fills_a_level(const char *op)
{
    static const char *const ops[] = { "read", "write", "copy", "triad" };

    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (strcmp(op, ops[i]) == 0)
            return true;
    return false;
}

static void check_bandwidth(struct results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct result *outer = &r->at[i], *inner;

        if (outer->name.quantity != BANDWIDTH_ALONE || outer->contradicts ||
            !fills_a_level(outer->name.op) || !result_is_number(outer))
            continue;
        inner = further_in(r, outer);
        if (inner == NULL || outer->value <= AS_MUCH * inner->value ||
            (outer->has_bounds && inner->has_bounds && outer->low <= inner->high))
            continue;
        add_contradiction(r, "bandwidths of levels", "%s is %.4g, more than %s with %.4g",
                          outer->id, outer->value, inner->id, inner->value);
        doubt(r, outer);
        doubt(r, inner);
    }
}

/* A cache has a whole number of sets. */
static void check_geometry(struct results *r)
{
    for (unsigned level = 1; result_find(r, id_at(CACHE_SIZE, level)) != NULL; level++) {
        double size = cache_nominal(r, level, CACHE_SIZE);
        double ways = cache_nominal(r, level, CACHE_WAYS);
        double line = cache_nominal(r, level, CACHE_LINE);

        if (!(size > 0 && ways > 0 && line > 0) || fmod(size, ways * line) == 0)
            continue;
        add_contradiction(r, "sizes and ways of caches",
                          "%s is %.0f, no multiple of %.0f ways of %.0f-byte lines",
                          id_at(CACHE_SIZE, level).text, size, ways, line);
        doubt(r, result_find(r, id_at(CACHE_SIZE, level)));
        doubt(r, result_find(r, id_at(CACHE_WAYS, level)));
    }
}

/* A size and a reach, or two costs, that are no farther apart than this are one thing. */
#define ONE_WITHIN 1.1

static bool nearly(double a, double b)
{
    return a > 0 && b > 0 && a <= ONE_WITHIN * b && b <= ONE_WITHIN * a;
}

/* Cycles that translations cost more from the end of TLB level TLB on; 0: not known. */
static double translation_after(const struct results *r, unsigned tlb)
{
    double before = result_measured(r, id_at(TLB_PENALTY, tlb));
    double after = result_measured(r, id_at(TLB_PENALTY, tlb + 1));

    return (after > 0 ? after : result_measured(r, id_of(TLB_WALK))) - fmax(0, before);
}

/* A cache that ends where a level of the TLB does, whose next level costs what translations then
 * add, and whose ways nothing shows, is no cache. */
static void check_reach(struct results *r)
{
    unsigned levels = cache_levels(r);
    double page = result_measured(r, id_of(TLB_PAGE));

    for (unsigned level = 1; level <= levels; level++)
        for (unsigned tlb = 1; result_find(r, id_at(TLB_ENTRIES, tlb)) != NULL; tlb++) {
            double size = cache_measured(r, level, CACHE_SIZE);
            double reach = page * result_measured(r, id_at(TLB_ENTRIES, tlb));
            double step = latency_at(r, level + 1, levels) - latency_at(r, level, levels);

            if (!nearly(size, reach) || !nearly(step, translation_after(r, tlb)) ||
                cache_nominal(r, level, CACHE_WAYS) > 0)
                continue;
            add_contradiction(r, "caches and TLBs",
                              "%s is %.0f, the reach of tlb.%u, and the next level "
                              "costs %.3g cycles more, as translations do",
                              id_at(CACHE_SIZE, level).text, size, tlb, step);
            doubt(r, result_find(r, id_at(CACHE_SIZE, level)));
        }
}

/* As many times as CONTEXTS of a board do what the first does, by the cycles of each. */
static double as_many(const struct results *r, unsigned contexts)
{
    double first = result_measured(r, id_context(CONTEXT_CYCLE, 0)), sum = 0;

    for (unsigned i = 0; i < contexts; i++) {
        double cycle = result_measured(r, id_context(CONTEXT_CYCLE, i));
        sum += first > 0 && cycle > 0 ? first / cycle : 1;
    }
    return fmax(sum, contexts);
}

/* The answer of R that says of one context what ALL says of several; NULL: ALL is none of these. */
static const struct result *of_one(const struct results *r, const struct result *all)
{
    if (all->name.quantity == PEAK_TOGETHER)
        return result_find(r, id_peak(all->name.op, all->name.type, 1));
    if (all->name.quantity == BANDWIDTH_TOGETHER)
        return result_find(r, id_together(all->name.level, all->name.op, 1));
    return NULL;
}

/* Several contexts do no more than so many times what one does. */
static void check_sums(struct results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct result *all = &r->at[i], *one = of_one(r, all);
        double most;

        if (!result_is_number(all) || !result_is_number(one))
            continue;
        most = AS_MUCH * as_many(r, all->name.contexts);
        if (all->value <= most * one->value ||
            (all->has_bounds && one->has_bounds && all->low <= most * one->high))
            continue;
        add_contradiction(r,
                          all->name.quantity == PEAK_TOGETHER ? "peaks of several contexts"
                                                              : "bandwidths of several contexts",
                          "%s is %.4g, more than %u times %s with %.4g", all->id, all->value,
                          all->name.contexts, one->id, one->value);
        doubt(r, all);
    }
}

/* What analyses marked: an answer that is none is a fault of what ran, not of its time. */
static void add_marked(struct results *r)
{
    char text[LONGEST];

    for (size_t i = 0; i < r->n; i++) {
        const struct result *one = &r->at[i];

        if (!one->contradicts)
            continue;
        if (result_is_known(one)) {
            add_contradiction(r, "bandwidths and kernels", "%s: %s", one->id, one->note);
            doubt(r, one);
            continue;
        }
        snprintf(text, sizeof text, "%s: %s", one->id, one->note);
        verdict_problem(r, text);
    }
}

/* Where the cycle is measured right, an addition takes one, or half of one, to within this share.
 */
#define ONE_ADDITION 0.05
/* An answer that rests on a cycle in doubt. */
#define DOUBTFUL 0.5

/* Returns true where R rests on the length of a cycle. */
static bool is_of_cycles(const struct result *r)
{
    return result_is_number(r) &&
           (r->name.quantity == CPU_FREQUENCY || strstr(r->unit, "cycle") != NULL);
}

void verdict_cycle(struct results *r)
{
    const struct result *add = result_find(r, id_op(OP_LATENCY, "add", "i32"));
    const struct result *clock = result_find(r, id_of(CPU_FREQUENCY));

    if (!result_is_number(add))
        return;
    double defined = clock != NULL && strcmp(clock->method, "half_of_additions") == 0 ? 0.5 : 1;
    double value = add->value, least = defined * (1 - ONE_ADDITION),
           most = defined * (1 + ONE_ADDITION);
    if ((value >= least && value <= most) ||
        (add->has_bounds && add->low <= most && add->high >= least))
        return;
    for (size_t i = 0; i < r->n; i++) {
        struct result *one = &r->at[i];

        if (!is_of_cycles(one))
            continue;
        one->confidence = fmin(one->confidence, DOUBTFUL);
        result_remark(one, "the cycle is in doubt: %s is %.3g, by definition %g",
                      id_op(OP_LATENCY, "add", "i32").text, value, defined);
    }
}

void verdict_contradictions(struct results *r)
{
    add_marked(r);
    check_levels(r);
    check_memory(r);
    check_outermost(r);
    check_loaded(r);
    check_bandwidth(r);
    check_geometry(r);
    check_reach(r);
    check_sums(r);
}

/* No more contexts share a cache than there are. */
static void check_sharers(struct results *r, double contexts)
{
    for (unsigned level = 1; result_find(r, id_at(CACHE_SHARED_BY, level)) != NULL; level++) {
        double sharers = cache_measured(r, level, CACHE_SHARED_BY);

        if (sharers <= contexts || contexts <= 0)
            continue;
        add_contradiction(r, "numbers of contexts", "%s is %.6g; the board has %.0f contexts",
                          id_at(CACHE_SHARED_BY, level).text, sharers, contexts);
        doubt(r, result_find(r, id_at(CACHE_SHARED_BY, level)));
    }
}

/* Threads that run side by side have a context each. */
static void check_side_by_side(struct results *r, double contexts)
{
    static const enum quantity kinds[] = { CONTEXTS_INT, CONTEXTS_FLOAT, CONTEXTS_MEMORY };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        double seen = result_measured(r, id_of(kinds[i]));

        if (seen <= contexts || contexts <= 0)
            continue;
        add_contradiction(r, "numbers of contexts", "%s is %.6g; the board has %.0f contexts",
                          id_of(kinds[i]).text, seen, contexts);
        doubt(r, result_find(r, id_of(kinds[i])));
    }
}

void verdict_processors(struct results *r, double contexts)
{
    check_side_by_side(r, contexts);
    check_sharers(r, contexts);

    double smp = result_measured(r, id_of(CONTEXTS_SMP));
    double smt = result_measured(r, id_of(CONTEXTS_SMT));

    if (smp * smt <= contexts || contexts <= 0)
        return;
    add_contradiction(r, "numbers of contexts", "%s times %s is %.6g; the board has %.0f contexts",
                      id_of(CONTEXTS_SMP).text, id_of(CONTEXTS_SMT).text, smp * smt, contexts);
    doubt(r, result_find(r, id_of(CONTEXTS_SMP)));
    doubt(r, result_find(r, id_of(CONTEXTS_SMT)));
}

size_t problems_count(const struct log *log, const struct results *r)
{
    return log->n_problems + r->n_problems;
}

const struct log_problem *problem_at(const struct log *log, const struct results *r, size_t i)
{
    return i < log->n_problems ? &log->problems[i] : &r->problems[i - log->n_problems];
}

bool verdict_damaged(const struct log *log, const struct results *r)
{
    for (size_t i = 0; i < log->n_problems; i++)
        if (*log->problems[i].cost != '\0')
            return true;
    for (size_t i = 0; i < r->n; i++)
        if (r->at[i].damaged)
            return true;
    return !log->run.complete || r->n_problems > 0;
}

bool verdict_answered(const struct results *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->at[i].kind == RESULT_NUMBER || r->at[i].kind == RESULT_NAME)
            return true;
    return false;
}

bool verdict_contradicts(const struct results *r)
{
    return r->n_contradictions > 0;
}

size_t verdict_count_among(const struct results *r, size_t i)
{
    size_t n = 0;

    for (size_t k = 0; k < r->n_contradictions; k++) {
        bool same = strcmp(r->contradictions[k].among, r->contradictions[i].among) == 0;

        if (same && k < i)
            return 0;
        n += same;
    }
    return n;
}
