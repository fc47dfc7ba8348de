/* damaged_levels TRUTH.csv VARIANTS SEED LOG ...: damages the sweeps of cache_size of each LOG in
 * VARIANTS ways, and holds what is said of levels against what is documented of the machine, or
 * else what the log says without damage. Fails where an answer is wrong and not in doubt. */
#define _GNU_SOURCE
#include "analysis/analysis.h"
#include "log/read.h"
#include "random.h"
#include "result/confidence.h"
#include "result/query.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct analysis analysis_cache_levels;

enum { LEVELS = 3, MOST_SWEEPS = 2 };

enum damage {
    NO_DAMAGE,
    TOO_LOW,
    TOO_HIGH,
    ZERO,
    SLOW_PASS,
    TAIL_LOST,
    SHIFTED,
    FIRST_LOST,
    DAMAGES
};

static const char *const damage_names[] = {
    "none",          "one timing too low", "one timing too high",  "one timing of no ticks",
    "a pass slowed", "the tail lost",      "second sweep shifted", "the first sizes lost"
};

enum verdict { RIGHT, WRONG, NOTHING, WRONG_AND_SURE, VERDICTS };

struct tally {
    unsigned of[DAMAGES][VERDICTS];
};

struct truth {
    bool documented;
    double levels, bytes[LEVELS];   /* NaN: not known */
    double latency[LEVELS], memory; /* of the log without damage; NaN: it does not tell */
};

/* A sweep as it was, to be damaged and put back. */
struct sweep {
    struct log_series *series;
    struct log_series was;
    struct log_sample *samples;
    uint64_t *ticks;
    size_t n_ticks;
};

/* ---- what is known ---- */

/* Looks LOG up in CSV; what is not there stays undocumented. */
static void read_truth(struct truth *t, const char *csv, const char *log)
{
    FILE *in = fopen(csv, "re");
    char line[256], name[128], bytes[LEVELS][32];
    bool found = false;

    while (in != NULL && !found && fgets(line, sizeof line, in) != NULL) {
        size_t n = strlen(log);

        if (sscanf(line, "%127[^,],%lf,%31[^,],%31[^,],%31[^,\n]", name, &t->levels, bytes[0],
                   bytes[1], bytes[2]) != 5)
            continue;
        found = n >= strlen(name) && strcmp(log + n - strlen(name), name) == 0;
        for (unsigned k = 0; k < LEVELS; k++)
            t->bytes[k] = strcmp(bytes[k], "-") == 0 ? (double)NAN : atof(bytes[k]);
    }
    if (in != NULL)
        fclose(in);
    t->documented = found;
}

static const struct result *number(const struct results *r, struct result_id id)
{
    const struct result *x = result_find(r, id);

    return x != NULL && x->kind == RESULT_NUMBER ? x : NULL;
}

static double value_of(const struct results *r, struct result_id id)
{
    const struct result *x = number(r, id);

    return x != NULL ? x->value : (double)NAN;
}

/* Returns what the whole log says of ID where it is not in doubt, NaN else. */
static double sure_value(const struct results *r, struct result_id id)
{
    const struct result *x = number(r, id);

    return x != NULL && x->confidence > CONFIDENCE_SURE_FROM ? x->value : (double)NAN;
}

/* What the whole log says of times, and where no document does of levels, too. */
static void take_own(struct truth *t, const struct results *r)
{
    for (unsigned k = 0; !t->documented && k < LEVELS; k++)
        t->bytes[k] = sure_value(r, id_at(CACHE_SIZE, k + 1));
    if (!t->documented)
        t->levels = sure_value(r, id_of(CACHE_LEVELS));
    for (unsigned k = 0; k < LEVELS; k++)
        t->latency[k] = value_of(r, id_at(CACHE_LATENCY, k + 1));
    t->memory = value_of(r, id_of(MEMORY_LATENCY));
}

/* ---- verdicts ---- */

static void count(struct tally *t, enum damage damage, const struct result *r, bool right)
{
    enum verdict v = r == NULL ? NOTHING : right ? RIGHT : WRONG;

    if (v == WRONG && r->confidence > CONFIDENCE_SURE_FROM) {
        v = WRONG_AND_SURE;
        if (getenv("DAMAGED_LEVELS_EACH") != NULL)
            printf("  %s: %s is %g (%g to %g) at %.3f, %s\n", damage_names[damage], r->id, r->value,
                   r->low, r->high, r->confidence, r->method);
    }
    t->of[damage][v]++;
}

/* Holds a time against that of the log without damage: within a tenth or half a unit, or the range
 * holds it. */
static void count_time(struct tally *t, enum damage damage, const struct result *r, double time)
{
    if (!isnan(time))
        count(t, damage, r,
              r != NULL && (fabs(r->value - time) <= fmax(0.1 * time, 0.5) ||
                            (r->has_bounds && r->low <= time && time <= r->high)));
}

static void judge(struct tally *t, enum damage damage, const struct results *r,
                  const struct truth *truth)
{
    const struct result *levels = number(r, id_of(CACHE_LEVELS));

    if (!isnan(truth->levels))
        count(t, damage, levels, levels != NULL && levels->value == truth->levels);
    for (unsigned k = 0; k < LEVELS; k++) {
        const struct result *size = number(r, id_at(CACHE_SIZE, k + 1));

        if (truth->bytes[k] > 0 || (truth->bytes[k] == 0 && size != NULL))
            count(t, damage, size, size != NULL && fabs(size->value / truth->bytes[k] - 1) <= 0.03);
        count_time(t, damage, number(r, id_at(CACHE_LATENCY, k + 1)), truth->latency[k]);
    }
    count_time(t, damage, number(r, id_of(MEMORY_LATENCY)), truth->memory);
}

static void ask(struct log_run *run, struct results *r)
{
    *r = (struct results){ 0 };
    infer_one(&analysis_cache_levels, run, METHOD_ROBUST, r);
}

/* ---- damage ---- */

static void keep(struct sweep *s, struct log_series *series)
{
    size_t n = 0;

    *s = (struct sweep){ .series = series, .was = *series };
    for (size_t i = 0; i < series->n_samples; i++)
        n += series->samples[i].n_ticks;
    s->n_ticks = n;
    s->samples = malloc((series->n_samples + 1) * sizeof *s->samples);
    s->ticks = malloc((n + 1) * sizeof *s->ticks);
    if (s->samples == NULL || s->ticks == NULL)
        abort();
}

/* Makes the series a copy of what it was, whose timings may be changed. */
static void renew(struct sweep *s)
{
    size_t used = 0;

    *s->series = s->was;
    s->series->samples = s->samples;
    for (size_t i = 0; i < s->was.n_samples; i++) {
        s->samples[i] = s->was.samples[i];
        s->samples[i].ticks = s->ticks + used;
        if (s->was.samples[i].n_ticks > 0)
            memcpy(s->ticks + used, s->was.samples[i].ticks,
                   s->was.samples[i].n_ticks * sizeof *s->ticks);
        used += s->was.samples[i].n_ticks;
    }
}

static void put_back(struct sweep *s)
{
    *s->series = s->was;
    free(s->samples);
    free(s->ticks);
}

static uint64_t scaled(uint64_t ticks, double factor)
{
    return (uint64_t)fmax(1, round((double)ticks * factor));
}

/* The passes of a point stand in its samples, in the order received; PASS of those at X of sample
 * I begins with number *FIRST of its timings. */
static size_t passes_before(const struct log_series *s, size_t i)
{
    size_t n = 0;

    for (size_t k = 0; k < i; k++)
        n += s->samples[k].x[0] == s->samples[i].x[0] ? s->samples[k].n_ticks : 0;
    return n;
}

static void slow_pass(struct log_series *s, struct random *random)
{
    uint64_t pass = random_below(random, 12);
    double factor = 1.2 + 2 * random_share(random);
    double from = exp2(10 + 10 * random_share(random));

    for (size_t i = 0; i < s->n_samples; i++) {
        size_t before = passes_before(s, i);

        if ((double)s->samples[i].x[0] >= from && pass >= before &&
            pass < before + s->samples[i].n_ticks)
            s->samples[i].ticks[pass - before] = scaled(s->samples[i].ticks[pass - before], factor);
    }
}

/* Loses the working sets from LOW to HIGH, as where lines of the log were lost. */
static void lose(struct log_series *s, double low, double high)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_samples; i++)
        if ((double)s->samples[i].x[0] < low || (double)s->samples[i].x[0] > high)
            s->samples[kept++] = s->samples[i];
    s->points_lost += s->n_samples - kept;
    s->damaged |= kept < s->n_samples;
    s->n_samples = kept;
}

static double largest_x(const struct log_series *s)
{
    double x = 0;

    for (size_t i = 0; i < s->n_samples; i++)
        x = fmax(x, (double)s->samples[i].x[0]);
    return x;
}

/* Gives each point of S the time a load that a point FACTOR times as large takes. */
static void shift(struct sweep *w, double factor)
{
    struct log_series *s = w->series;

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *near = &w->was.samples[i];

        for (size_t k = 0; k < w->was.n_samples; k++) {
            const struct log_sample *other = &w->was.samples[k];
            double want = (double)s->samples[i].x[0] * factor;

            if (other->n_ticks > 0 &&
                fabs(log((double)other->x[0] / want)) < fabs(log((double)near->x[0] / want)))
                near = other;
        }
        for (size_t t = 0; t < s->samples[i].n_ticks && near->n_ticks > 0; t++)
            s->samples[i].ticks[t] = scaled(near->ticks[t % near->n_ticks],
                                            (double)s->samples[i].ops / (double)near->ops);
    }
}

/* Damages the sweeps, N of them. Returns false where there is nothing to damage so. */
static bool damage_sweeps(struct sweep *w, size_t n, enum damage damage, struct random *random)
{
    struct sweep *one = &w[random_below(random, n)];
    struct log_sample *at = &one->samples[random_below(random, one->was.n_samples)];
    uint64_t *ticks = at->n_ticks > 0 ? &at->ticks[random_below(random, at->n_ticks)] : NULL;
    double factor = exp2(0.3 + 7 * random_share(random)), part = random_share(random);

    if (damage == SHIFTED && n < 2)
        return false;
    if (damage == SHIFTED)
        shift(&w[1], exp2(part - 0.5));
    else if (damage == SLOW_PASS)
        slow_pass(one->series, random);
    else if (damage == TAIL_LOST)
        lose(w[0].series, largest_x(w[0].series) * exp2(-10 * part), INFINITY);
    else if (damage == FIRST_LOST)
        lose(w[0].series, 0, 1024 * exp2(10 * part));
    else if (ticks != NULL && damage != NO_DAMAGE)
        *ticks = damage == ZERO ? 0 : scaled(*ticks, damage == TOO_LOW ? 1 / factor : factor);
    return w[0].series->n_samples > 0;
}

/* ---- logs ---- */

static size_t find_sweeps(struct log_run *run, struct sweep *w)
{
    size_t n = 0;

    for (size_t i = log_find_sampled(run, "cache_size"); i < run->n_series && n < MOST_SWEEPS;
         i = log_find_series(run, "cache_size", i + 1))
        if (run->series[i].n_samples > 0)
            keep(&w[n++], &run->series[i]);
    return n;
}

static void damage_run(struct log_run *run, struct truth *truth, unsigned variants,
                       struct random *random, struct tally *tally)
{
    struct sweep w[MOST_SWEEPS];
    struct results r;
    size_t n = find_sweeps(run, w);

    if (n == 0)
        return;
    ask(run, &r);
    take_own(truth, &r);
    judge(tally, NO_DAMAGE, &r, truth);
    results_free(&r);
    for (unsigned i = 0; i < variants; i++) {
        enum damage damage = TOO_LOW + i % (DAMAGES - TOO_LOW);

        for (size_t k = 0; k < n; k++)
            renew(&w[k]);
        if (!damage_sweeps(w, n, damage, random))
            continue;
        ask(run, &r);
        judge(tally, damage, &r, truth);
        results_free(&r);
    }
    for (size_t k = 0; k < n; k++)
        put_back(&w[k]);
}

static bool damage_log(const char *file, const char *csv, unsigned variants, uint64_t seed,
                       struct tally *tally)
{
    struct truth truth;
    struct log log = { 0 };
    struct random random = { seed };
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && log_read(&log, fd, 0) == LOG_OK && log.has_run;
    unsigned before = 0, after = 0;

    read_truth(&truth, csv, file);
    for (unsigned d = 0; d < DAMAGES; d++)
        before += tally->of[d][WRONG_AND_SURE];
    if (good)
        damage_run(&log.run, &truth, variants, &random, tally);
    else
        fprintf(stderr, "damaged_levels: %s: no log with a run\n", file);
    for (unsigned d = 0; d < DAMAGES; d++)
        after += tally->of[d][WRONG_AND_SURE];
    if (after > before)
        printf("%s: %u answers wrong and not in doubt\n", file, after - before);
    if (fd >= 0) {
        log_free(&log);
        close(fd);
    }
    return good;
}

int main(int argc, char **argv)
{
    struct tally tally = { 0 };
    unsigned sure = 0;
    bool good = argc > 4;

    if (argc < 5)
        fprintf(stderr, "usage: damaged_levels TRUTH.csv VARIANTS SEED LOG ...\n");
    for (int i = 4; i < argc; i++)
        good &= damage_log(argv[i], argv[1], (unsigned)atoi(argv[2]), strtoull(argv[3], NULL, 10),
                           &tally);
    printf("%-24s %8s %8s %8s %16s\n", "damage", "right", "doubtful", "null", "wrong above 0.8");
    for (unsigned d = 0; d < DAMAGES; d++) {
        const unsigned *of = tally.of[d];

        printf("%-24s %8u %8u %8u %16u\n", damage_names[d], of[RIGHT], of[WRONG], of[NOTHING],
               of[WRONG_AND_SURE]);
        sure += of[WRONG_AND_SURE];
    }
    return good && sure == 0 ? 0 : 1;
}
