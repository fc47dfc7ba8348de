/* repeats LOG ...: holds each log's answers against those of the other logs of the same machine. */
#define _GNU_SOURCE
#include "analysis/analysis.h"
#include "counts.h"
#include "log/read.h"
#include "result/calibrate.h"
#include "result/confidence.h"
#include "result/query.h"
#include "stats/stats.h"
#include <argp.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RESULT_TEXT = 48, LOGS_MOST = 64, FEWEST_OTHERS = 4, TRUTHS_MOST = 256, TENTHS = 10 };

/* A number on a scale agrees with the others' median within 3 percent or, but for intervals, half a
 * cycle. */
static const double agree_share = 0.03, agree_cycles = 0.5, agree_rough = 0.1;

/* What is known of the machine: an id and its value. */
struct known {
    char id[ID_BYTES], text[RESULT_TEXT];
};

struct request {
    const char *counts, *truth;
    char **logs;
    int n_logs;
    bool each;
};

struct repeats {
    char machine[96]; /* the line that begins its counts */
    struct results run[LOGS_MOST];
    size_t n;
    struct known known[TRUTHS_MOST];
    size_t n_known;
    FILE *counts;
    bool each;
    unsigned given[TENTHS], right[TENTHS];
    double expected[TENTHS];
    unsigned sure, sure_wrong;
    unsigned bounds, held, held_raw;
    unsigned scattered, scattered_held; /* of the others' values, where these differ between runs */
};

const char *argp_program_version = "repeats (pontoon) " PONTOON_VERSION;

static const char doc[] = "Holds the answers of each LOG against the other LOGs of the same "
                          "machine, at least five, or fewer against --truth alone: a number is "
                          "right where it is within 3 percent or half a cycle (intervals: 3 "
                          "percent) of the median of the others, a count, a size or a name "
                          "where it is what most others say. Prints how many answers of each tenth "
                          "of confidence were right, and how "
                          "often bounds hold the median of the others.";

static const struct argp_option options[] = {
    { "counts", 'c', "FILE", 0, "Append a line for each value to FILE, for calibrate", 0 },
    { "truth", 't', "FILE", 0,
      "Of ids in FILE (lines ID VALUE, an ID may be a pattern) the truth is this, not what the "
      "others say; a line \"@ real LINE/MACHINE\" names the machine, for calibrate; *: it differs "
      "between runs; ~: it does, and bounds are to hold what nine in ten "
      "others say",
      0 },
    { "each", 'e', NULL, 0, "Print a row for each value that is wrong above 0.9", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct request *q = state->input;

    switch (key) {
    case 'c':
        q->counts = arg;
        return 0;
    case 't':
        q->truth = arg;
        return 0;
    case 'e':
        q->each = true;
        return 0;
    case ARGP_KEY_ARGS:
        q->logs = state->argv + state->next;
        q->n_logs = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (q->n_logs < (q->truth != NULL ? 1 : FEWEST_OTHERS + 1) || q->n_logs > LOGS_MOST)
            argp_error(state, "%d to %d logs are expected, or fewer with --truth",
                       FEWEST_OTHERS + 1, LOGS_MOST);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int read_log(struct results *results, const char *file)
{
    struct log log = { 0 };
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && log_read(&log, fd, 0) == LOG_OK && log.has_run;

    if (good)
        infer_all(&log.run, METHOD_ROBUST, results);
    else
        fprintf(stderr, "repeats: %s: no log with a run\n", file);
    if (fd >= 0) {
        log_free(&log);
        close(fd);
    }
    return good ? 0 : -1;
}

static int read_truth(struct repeats *r, const char *file)
{
    FILE *in = file != NULL ? fopen(file, "re") : NULL;
    char line[256];

    if (file == NULL)
        return 0;
    if (in == NULL) {
        fprintf(stderr, "repeats: %s: %m\n", file);
        return -1;
    }
    while (fgets(line, sizeof line, in) != NULL && r->n_known < TRUTHS_MOST) {
        struct known *k = &r->known[r->n_known];

        if (line[0] == '@')
            snprintf(r->machine, sizeof r->machine, "%.*s", (int)strcspn(line, "\r\n"), line);
        r->n_known +=
            sscanf(line, "%95s %31s", k->id, k->text) == 2 && strchr("#@", k->id[0]) == NULL;
    }
    fclose(in);
    return 0;
}

static const struct known *known_of(const struct repeats *r, const char *id)
{
    for (size_t i = 0; i < r->n_known; i++)
        if (fnmatch(r->known[i].id, id, 0) == 0)
            return &r->known[i];
    return NULL;
}

/* What a count, size or name is compared as. */
static void spell(const struct result *r, char to[RESULT_TEXT])
{
    if (r->kind == RESULT_NAME)
        snprintf(to, RESULT_TEXT, "%s", r->text);
    else
        snprintf(to, RESULT_TEXT, "%.10g", r->has_nominal ? r->nominal : r->value);
}

/* The values of ID in all runs but ONE, numbers into Y and spelt into TEXT; their number. */
static size_t others(const struct repeats *r, size_t one, const char *id, double *y,
                     char text[][RESULT_TEXT])
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++) {
        const struct result *other = i != one ? result_find_text(&r->run[i], id) : NULL;

        if (other == NULL || !result_is_known(other))
            continue;
        y[n] = other->value;
        spell(other, text[n++]);
    }
    return n;
}

/* The TEXT that most of N are, and how many. */
static const char *commonest(char text[][RESULT_TEXT], size_t n, size_t *most)
{
    const char *best = "";

    *most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;

        for (size_t k = 0; k < n; k++)
            same += strcmp(text[i], text[k]) == 0;
        if (same > *most) {
            *most = same;
            best = text[i];
        }
    }
    return best;
}

static void count_bounds(struct repeats *r, const struct result *one, double median)
{
    if (!result_on_scale(one) || isnan(counts_miss(one, median, false)))
        return;
    r->bounds++;
    r->held += counts_miss(one, median, false) == 0;
    r->held_raw += counts_miss(one, median, true) == 0;
}

/* Counts which of the N other values Y the bounds of ONE hold. Returns the one that a tenth of them
 * lie farther beyond its bounds than. */
static double count_scattered(struct repeats *r, const struct result *one, const double *y,
                              size_t n)
{
    double by_miss[LOGS_MOST], farthest = one->value;

    for (size_t i = 0; i < n; i++) {
        by_miss[i] = counts_miss(one, y[i], true);
        r->scattered += isnan(by_miss[i]) ? 0 : 1;
        r->scattered_held += counts_miss(one, y[i], false) == 0 ? 1 : 0;
    }
    double most = stats_quantile(by_miss, n, 0.9);
    for (size_t i = 0; i < n; i++)
        if (by_miss[i] <= most && by_miss[i] >= counts_miss(one, farthest, true))
            farthest = y[i];
    return farthest;
}

static void count(struct repeats *r, size_t run, const struct result *one, bool right, double truth,
                  const char *text)
{
    unsigned tenth = (unsigned)fmin(TENTHS - 1, floor(one->confidence * TENTHS));
    char line[COUNTS_LINE], mine[RESULT_TEXT];

    r->given[tenth]++;
    r->right[tenth] += right;
    r->expected[tenth] += one->confidence;
    r->sure += one->confidence > 0.9;
    r->sure_wrong += one->confidence > 0.9 && !right;
    spell(one, mine);
    if (r->each && one->confidence > 0.9 && !right)
        printf("wrong at %.3f: log %zu, %s: others %s, answer %s; %s\n", one->confidence, run + 1,
               one->id, text, mine, one->note);
    if (r->counts == NULL)
        return;
    counts_line(line, one, right, truth);
    fprintf(r->counts, "%s\n", line);
}

/* A number of operations, which truth.h has as rough, too. */
static bool is_rough(const struct result *r)
{
    return r->kind == RESULT_NUMBER && r->name.quantity >= CORE_ROB_ENTRIES &&
           r->name.quantity <= CORE_SCHEDULER_FP_DEPTH;
}

static bool near(const struct result *r, double truth)
{
    double most = (is_rough(r) ? agree_rough : agree_share) * truth;

    if (strcmp(r->unit, "cycle") == 0 && r->name.quantity != OP_RTHROUGHPUT)
        most = fmax(most, agree_cycles);
    return fabs(r->value - truth) <= most;
}

/* Stands for the truth of what differs between runs by itself. */
static const char differs[] = "*", scatters[] = "~";

static void judge(struct repeats *r, size_t run, const struct result *one)
{
    static char text[LOGS_MOST][RESULT_TEXT];
    double y[LOGS_MOST];
    const struct known *known = known_of(r, one->id);
    char mine[RESULT_TEXT], median_text[RESULT_TEXT];
    size_t n = others(r, run, one->id, y, text), most;

    spell(one, mine);
    if (known != NULL && strcmp(known->text, differs) == 0)
        return;
    bool scattered = known != NULL && strcmp(known->text, scatters) == 0;
    if (scattered)
        known = NULL;
    if (known != NULL && is_rough(one)) {
        count(r, run, one, near(one, atof(known->text)), NAN, known->text);
    } else if (known != NULL && !result_on_scale(one)) {
        count(r, run, one, strcmp(mine, known->text) == 0, NAN, known->text);
    } else if (n < FEWEST_OTHERS) {
        return;
    } else if (is_rough(one)) {
        snprintf(median_text, sizeof median_text, "%.6g", stats_median(y, n));
        count(r, run, one, near(one, stats_median(y, n)), NAN, median_text);
    } else if (result_on_scale(one)) {
        double median = known != NULL ? atof(known->text) : stats_median(y, n);
        snprintf(median_text, sizeof median_text, "%.6g", median);
        count_bounds(r, one, median);
        count(r, run, one, near(one, median), scattered ? count_scattered(r, one, y, n) : median,
              median_text);
    } else {
        const char *usual = commonest(text, n, &most);
        count(r, run, one, strcmp(mine, usual) == 0, NAN, usual);
    }
}

/* ---- one run and the next ---- */

/* The class of how far OTHER's value lies beyond the range of ONE, of a point where it has none; of
 * names the first where they are equal, else the last, as where OTHER is no such thing. -1: of no
 * size. */
static int class_of_next(const struct result *one, const struct result *other)
{
    struct result point = *one;

    if (one->kind != other->kind)
        return CALIBRATION_MISSES - 1;
    if (one->kind == RESULT_NAME || strcmp(one->unit, "bool") == 0)
        return one->value == other->value && strcmp(one->text, other->text) == 0
                   ? 0
                   : CALIBRATION_MISSES - 1;
    if (!point.has_bounds) {
        point.has_bounds = true;
        point.low = point.high = point.value;
    }
    return counts_next(&point, other->value);
}

/* Counts how far answers of the other runs lie beyond the range of ONE of run I. */
static void compare_next(const struct repeats *r, size_t i, const struct result *one)
{
    struct calibration_count c = { .rank = calibration_rank(one->evidence) };
    char kind[RESULT_KIND];

    for (size_t j = 0; j < r->n; j++) {
        const struct result *other = j != i ? result_find_text(&r->run[j], one->id) : NULL;
        int class = other != NULL && (result_is_known(other) || other->kind == RESULT_NONE)
                        ? class_of_next(one, other)
                        : -1;

        if (class >= 0)
            c.next[class]++;
    }
    result_kind(kind, one);
    fprintf(r->counts, "%s %u 0 0 0 0 0 0 0 0 0 0", kind, c.rank);
    for (size_t m = 0; m < CALIBRATION_MISSES; m++)
        fprintf(r->counts, " %u", c.next[m]);
    fputc('\n', r->counts);
}

static void compare_runs(const struct repeats *r)
{
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->run[i].n; k++)
            if (result_is_known(&r->run[i].at[k]))
                compare_next(r, i, &r->run[i].at[k]);
}

/* ---- */

static void print(const struct repeats *r)
{
    printf("confidence    given   right   expected\n");
    for (unsigned t = 0; t < TENTHS; t++)
        if (r->given[t] > 0)
            printf("%.1f to %.1f  %7u  %5.1f %%  %7.1f %%\n", t / 10.0, (t + 1) / 10.0, r->given[t],
                   100.0 * r->right[t] / r->given[t], 100 * r->expected[t] / r->given[t]);
    printf("wrong with confidence above 0.9: %u of %u\n", r->sure_wrong, r->sure);
    printf("bounds hold the median of the others: %u of %u (%.1f %%); as analyses gave them %u "
           "(%.1f %%)\n",
           r->held, r->bounds, 100.0 * r->held / fmax(1, r->bounds), r->held_raw,
           100.0 * r->held_raw / fmax(1, r->bounds));
    if (r->scattered > 0)
        printf("of what differs between runs they hold the others' values: %u of %u (%.1f %%)\n",
               r->scattered_held, r->scattered, 100.0 * r->scattered_held / r->scattered);
}

int main(int argc, char **argv)
{
    static const struct argp argp = { options, parse, "LOG ...", doc, NULL, NULL, NULL };
    static struct repeats r;
    struct request q = { 0 };
    int bad = 0;

    argp_err_exit_status = 2;
    argp_parse(&argp, argc, argv, 0, NULL, &q);
    for (int i = 0; i < q.n_logs && bad == 0; i++)
        bad = read_log(&r.run[r.n++], q.logs[i]);
    bad = bad != 0 || read_truth(&r, q.truth) != 0;
    r.counts = q.counts != NULL && !bad ? fopen(q.counts, "ae") : NULL;
    bad |= q.counts != NULL && r.counts == NULL;
    r.each = q.each;
    if (r.counts != NULL && r.machine[0] != '\0')
        fprintf(r.counts, "%s\n", r.machine);
    for (size_t i = 0; i < r.n && !bad; i++)
        for (size_t k = 0; k < r.run[i].n; k++)
            if (result_is_known(&r.run[i].at[k]))
                judge(&r, i, &r.run[i].at[k]);
    if (!bad)
        print(&r);
    if (r.counts != NULL && !bad)
        compare_runs(&r);
    if (r.counts != NULL)
        bad |= fclose(r.counts) != 0;
    for (size_t i = 0; i < r.n; i++)
        results_free(&r.run[i]);
    return bad;
}
