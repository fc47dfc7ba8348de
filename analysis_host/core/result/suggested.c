/* Finds the runs that would settle open answers: collects remedies, drops what was tried, merges.
 */
#include "suggested.h"
#include "calibrate.h"
#include "confidence.h"
#include "query.h"
#include "record/probe_names.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest that a probe may have taken to be run again for a doubt: one in four is settled. */
#define AGAIN_SECONDS 2.0
/* --thorough takes about so many times as long, and as --quick does. */
#define THOROUGH_TIMES       6.0
#define THOROUGH_QUICK_TIMES 15.0
/* A run takes no more along once it would take longer than such a share of the first run: who asked
 * for a short one wants no long second one. Nor, with --thorough, than so many seconds. What takes
 * longer by itself, --thorough or after --quick, is left to whoever reads its remedy. */
#define ROUND_SHARE      0.5
#define QUICK_SHARE      0.2
#define LEAST_SECONDS    1.0 /* of the longest run, however short the first one was */
#define THOROUGH_SECONDS 10.0

/* These two are of every run. */
#define EVERY_RUN "timer_floor,add_chain"

/* ---- lists of probes, joined by commas ---- */

/* The name after the one at LIST, or the end. */
static const char *next_probe(const char *list)
{
    list += strcspn(list, ",");
    return *list != '\0' ? list + 1 : list;
}

/* The name at LIST alone. */
static struct result_words first_probe(const char *list)
{
    return result_words("%.*s", (int)strcspn(list, ","), list);
}

static bool lists_probe(const char *list, const char *probe)
{
    for (; *list != '\0'; list = next_probe(list))
        if (strcmp(first_probe(list).text, probe) == 0)
            return true;
    return false;
}

/* Appends PROBE to LIST, of SUGGESTED_LINE + 1 bytes, unless it is there. */
static void add_probe(char *list, const char *probe)
{
    size_t used = strlen(list);

    if (!lists_probe(list, probe))
        snprintf(list + used, SUGGESTED_LINE + 1 - used, "%s%s", used > 0 ? "," : "", probe);
}

/* ---- what was tried before ---- */

static bool has_planned(const struct log_run *run, const char *probe)
{
    for (size_t i = 0; i < run->n_plan; i++)
        if (strcmp(run->plan[i].key, probe) == 0)
            return true;
    return false;
}

/* True when RUN has measured what C asks for, in the same way. */
static bool has_tried(const struct log_run *run, const struct suggested_run *c)
{
    for (const char *p = c->probes; *p != '\0'; p = next_probe(p))
        if (!has_planned(run, first_probe(p).text))
            return false;
    for (unsigned i = 0; i < c->n_keys; i++) {
        const char *given =
            log_key_text(run->keys, run->n_keys, result_words("given.%s", c->key[i].name).text);

        if (given == NULL || strcmp(given, c->key[i].value) != 0)
            return false;
    }
    return !c->thorough || log_has_effort(run, "thorough");
}

/* The first run counts only where C has words of its own: a probe may run again as it was. */
static bool was_tried(const struct log_run *run, const struct suggested_run *c)
{
    if ((c->n_keys > 0 || c->thorough) && has_tried(run, c))
        return true;
    for (size_t i = 0; i < run->n_rounds; i++)
        if (has_tried(&run->rounds[i], c))
            return true;
    return false;
}

/* ---- how long it takes ---- */

static double took_seconds(const struct log_run *run, const char *probe)
{
    struct result_words key = result_words("took.%s", probe);

    return (double)log_key_number(run->keys, run->n_keys, key.text, 0) / 1000;
}

static double timed_seconds(const struct log_run *run, const char *probe)
{
    double hz = (double)log_key_number(run->keys, run->n_keys, "tick_hz", 0), ticks = 0;

    for (size_t i = log_find_series(run, probe, 0); i < run->n_series;
         i = log_find_series(run, probe, i + 1))
        for (size_t k = 0; k < run->series[i].n_samples; k++) {
            const struct log_sample *s = &run->series[i].samples[k];

            for (size_t t = 0; t < s->n_ticks; t++)
                ticks += (double)s->ticks[t];
        }
    return hz > 0 ? ticks / hz : 0;
}

/* Returns how long the first run took; 0: not known. */
static double first_seconds(const struct log_run *run)
{
    double sum = 0;

    for (size_t i = 0; i < run->n_keys; i++)
        if (strncmp(run->keys[i].key, "took.", strlen("took.")) == 0)
            sum += took_seconds(run, run->keys[i].key + strlen("took."));
    return sum;
}

/* Returns how long a run may get. */
static double most_seconds(const struct log_run *run, bool thorough)
{
    double share = log_has_effort(run, "quick") && !thorough ? QUICK_SHARE : ROUND_SHARE;
    double first = first_seconds(run), most = INFINITY;

    if (first > 0)
        most = fmax(LEAST_SECONDS, share * first);
    return thorough ? fmin(THOROUGH_SECONDS, most) : most;
}

/* Fills in how long the probes of C took: in the first run, else in a round. */
static void time_run(struct suggested_run *c, const struct log_run *run)
{
    c->seconds = 0;
    c->seconds_least = false;
    for (const char *p = c->probes; *p != '\0'; p = next_probe(p)) {
        struct result_words probe = first_probe(p);
        double took = took_seconds(run, probe.text);

        for (size_t i = 0; took == 0 && i < run->n_rounds; i++)
            took = took_seconds(&run->rounds[i], probe.text);
        if (took == 0 && (took = timed_seconds(run, probe.text)) > 0)
            c->seconds_least = true;
        c->seconds += took;
    }
    if (c->thorough && !log_has_effort(run, "thorough"))
        c->seconds *= log_has_effort(run, "quick") ? THOROUGH_QUICK_TIMES : THOROUGH_TIMES;
}

/* ---- what one answer needs ---- */

/* Probes that accept capacity=: with it they need no curve of their own. */
static const char with_capacity[] = "bandwidth,cache_line,cache_policy,cache_ways,loaded_latency,"
                                    "kernels,mlp,numa,core_to_core,pattern,sharing,write_policy";

/* Makes C the run of M, which would settle R. The curve is not measured again where its samples are
 * there and capacity= says what the board reads from it; all rounds are read as one. */
static void take_run(struct suggested_run *c, const struct log_run *run, const struct result *r,
                     const struct remedy *m)
{
    bool spare = strcmp(r->probe, "cache_size") != 0 && m->n_keys > 0 &&
                 strcmp(m->key[0].name, "capacity") == 0 &&
                 log_find_sampled(run, "cache_size") < run->n_series;

    c->thorough = m->thorough;
    c->n_keys = m->n_keys;
    memcpy(c->key, m->key, sizeof m->key);
    for (const char *p = *m->probes ? m->probes : r->probe; *p != '\0'; p = next_probe(p))
        if (!spare || strcmp(first_probe(p).text, "cache_size") != 0)
            add_probe(c->probes, first_probe(p).text);
}

/* The run that the remedy of R names. False where it names none, or one that a person completes. */
static bool take_remedy(struct suggested_run *c, const struct log_run *run, const struct result *r)
{
    if (!result_has_remedy(r) || r->remedy.kind != REMEDY_RUN || r->remedy.open)
        return false;
    take_run(c, run, r, &r->remedy);
    return true;
}

/* The run that measures the doubtful answer R once more. */
static bool take_doubt(struct suggested_run *c, const struct log_run *run,
                       const struct results *all, const struct result *r)
{
    struct remedy again =
        lists_probe(with_capacity, r->probe) ? remedy_sizes(r->probe, all) : remedy_run(r->probe);

    if (!confidence_is_low(r) || *r->probe == '\0' || again.open ||
        !result_may_reach(r, CONFIDENCE_SURE_FROM))
        return false;
    take_run(c, run, r, &again);
    time_run(c, run);
    return c->seconds <= AGAIN_SECONDS;
}

/* ---- runs are merged ---- */

/* Adds KEY to those of TO. False where they give the same key another value, or are too many. */
static bool merge_key(struct suggested_run *to, const struct remedy_key *key)
{
    for (unsigned i = 0; i < to->n_keys; i++) {
        struct remedy_key *there = &to->key[i];

        if (strcmp(there->name, key->name) != 0)
            continue;
        if (strcmp(there->value, key->value) == 0)
            return true;
        if (!(key->limit > 0 && there->limit > 0))
            return false;
        if (key->limit > there->limit)
            *there = *key;
        return true;
    }
    if (to->n_keys == SUGGESTED_KEYS)
        return false;
    to->key[to->n_keys++] = *key;
    return true;
}

/* The longest words that suggested_line() adds to keys and probes. */
#define LINE_ADDS "--only " EVERY_RUN ", --thorough --round=99,00000000"

static bool fits_line(const struct suggested_run *c)
{
    enum { FORMER_ADDS = 8 }; /* former names of probes may be longer */
    size_t n = strlen(c->probes) + sizeof LINE_ADDS + FORMER_ADDS;

    for (unsigned i = 0; i < c->n_keys; i++)
        n += strlen(c->key[i].name) + strlen(c->key[i].value) + strlen(" =");
    return n <= SUGGESTED_LINE;
}

/* Makes of A and B one run. False where that is none: another value, too long a line, or too long a
 * time. */
static bool merge(struct suggested_run *a, const struct suggested_run *b, const struct log_run *run)
{
    struct suggested_run both = *a;

    both.thorough |= b->thorough;
    for (const char *p = b->probes; *p != '\0'; p = next_probe(p))
        add_probe(both.probes, first_probe(p).text);
    for (unsigned i = 0; i < b->n_keys; i++)
        if (!merge_key(&both, &b->key[i]))
            return false;
    time_run(&both, run);
    if (!fits_line(&both) ||
        (both.seconds > a->seconds && both.seconds > most_seconds(run, both.thorough)))
        return false;
    *a = both;
    return true;
}

/* The index of the run that C became part of; SUGGESTED_RUNS: there is no room. */
static unsigned place(struct suggested *w, const struct suggested_run *c, const struct log_run *run)
{
    for (unsigned i = 0; i < w->n_runs; i++)
        if (merge(&w->run[i], c, run))
            return i;
    if (w->n_runs == SUGGESTED_RUNS || !fits_line(c))
        return SUGGESTED_RUNS;
    w->run[w->n_runs] = *c;
    time_run(&w->run[w->n_runs], run);
    return w->n_runs++;
}

static void add_answer(struct suggested *w, const struct log_run *run, const struct results *all,
                       const struct result *r)
{
    struct suggested_run c = { .thorough = false };
    bool has_run = r->kind == RESULT_NULL ? take_remedy(&c, run, r) : take_doubt(&c, run, all, r);

    if (!has_run || was_tried(run, &c))
        return;
    time_run(&c, run);
    if ((c.thorough || log_has_effort(run, "quick")) && c.seconds > most_seconds(run, c.thorough))
        return;
    unsigned at = place(w, &c, run);
    if (at < SUGGESTED_RUNS)
        w->answer[w->n_answers++] = (struct suggested_answer){ r, at };
}

bool suggested_is_open(const struct result *r)
{
    return r->kind == RESULT_NULL ? result_has_remedy(r) || r->remedy.tried : confidence_is_low(r);
}

void suggested_mark_tried(const struct log_run *run, struct results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        struct suggested_run c = { .thorough = false };

        if (take_remedy(&c, run, &r->at[i]) && was_tried(run, &c))
            r->at[i].remedy.tried = true;
    }
}

/* The number of the next round. */
static unsigned next_round(const struct log_run *run)
{
    uint64_t last = 1;

    for (size_t i = 0; i < run->n_rounds; i++) {
        uint64_t n = log_key_number(run->rounds[i].keys, run->rounds[i].n_keys, "round", 0);

        last = n > last ? n : last;
    }
    return run->has_first_crc && run->complete && last < 99 ? (unsigned)last + 1 : 0;
}

int suggested_find(struct suggested *w, const struct log_run *run, const struct results *r)
{
    const struct log_run *last = run->n_rounds > 0 ? &run->rounds[run->n_rounds - 1] : run;

    memset(w, 0, sizeof *w); /* in place: it is too large for the stack */
    w->round = next_round(run);
    w->of = run->first_crc;
    w->has_former_names = last->has_former_names;
    w->answer = calloc(r->n + 1, sizeof *w->answer);
    if (w->answer == NULL)
        return -1;
    /* What needs no --thorough first: the others may join it where that does not cost much. */
    for (unsigned pass = 0; pass < 3 && w->round != 0; pass++)
        for (size_t i = 0; i < r->n; i++) {
            const struct result *one = &r->at[i];
            unsigned its = one->kind != RESULT_NULL ? 1 : one->remedy.thorough ? 2 : 0;

            if (its == pass)
                add_answer(w, run, r, one);
        }
    return 0;
}

void suggested_free(struct suggested *w)
{
    free(w->answer);
    w->answer = NULL;
}

unsigned suggested_line(const struct suggested *w, unsigned i, char *line)
{
    const struct suggested_run *c = &w->run[i];
    char probes[SUGGESTED_LINE + 1] = EVERY_RUN;

    for (const char *p = c->probes; *p != '\0'; p = next_probe(p)) {
        struct result_words name = first_probe(p);
        const char *former = w->has_former_names ? probe_names_former(name.text) : NULL;

        add_probe(probes, former != NULL ? former : name.text);
    }
    /* A run that would be longer was never made. */
    int used =
        snprintf(line, SUGGESTED_LINE + 1, "--only %s%s", probes, c->thorough ? " --thorough" : "");
    for (unsigned k = 0; k < c->n_keys && used <= SUGGESTED_LINE; k++)
        used += snprintf(line + used, (size_t)(SUGGESTED_LINE + 1 - used), " %s=%s", c->key[k].name,
                         c->key[k].value);
    if (used <= SUGGESTED_LINE)
        snprintf(line + used, (size_t)(SUGGESTED_LINE + 1 - used), " --round=%u,%08X", w->round,
                 (unsigned)w->of);
    return 3 + c->thorough + c->n_keys;
}
