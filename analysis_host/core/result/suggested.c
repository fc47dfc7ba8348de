/* Finds the runs that would settle open answers: reads remedies, drops what was tried, merges. */
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

/* ---- lists of words in texts ---- */

/* Length of the first word of LIST, which BY separates. */
static size_t word_length(const char *list, char by)
{
    size_t n = 0;

    while (list[n] != '\0' && list[n] != by)
        n++;
    return n;
}

/* The word after the first N bytes of LIST, or its end. */
static const char *next_word(const char *list, size_t n)
{
    return list + n + (list[n] != '\0');
}

/* Returns where the N bytes at WORD are a word of LIST; NULL: they are none. */
static const char *find_word(const char *list, char by, const char *word, size_t n)
{
    for (; *list != '\0'; list = next_word(list, word_length(list, by)))
        if (word_length(list, by) == n && memcmp(list, word, n) == 0)
            return list;
    return NULL;
}

/* Appends the N bytes at WORD to LIST, of SUGGESTED_LINE + 1 bytes, unless they are there. */
static void add_word(char *list, char by, const char *word, size_t n)
{
    size_t used = strlen(list);
    const char mark[] = { by, '\0' };

    if (find_word(list, by, word, n) == NULL)
        snprintf(list + used, SUGGESTED_LINE + 1 - used, "%s%.*s", used > 0 ? mark : "", (int)n,
                 word);
}

static void add_words(char *list, char by, const char *words)
{
    for (; *words != '\0'; words = next_word(words, word_length(words, by)))
        add_word(list, by, words, word_length(words, by));
}

/* ---- what was tried before ---- */

static bool has_planned(const struct log_run *run, const char *probe, size_t n)
{
    for (size_t i = 0; i < run->n_plan; i++)
        if (strlen(run->plan[i].key) == n && memcmp(run->plan[i].key, probe, n) == 0)
            return true;
    return false;
}

static bool was_given(const struct log_run *run, const char *word, size_t n)
{
    char key[RESULT_WORDS];
    size_t n_key = word_length(word, '=');

    snprintf(key, sizeof key, "given.%.*s", (int)n_key, word);
    const char *value = log_key_text(run->keys, run->n_keys, key);
    return value != NULL && n_key < n && strlen(value) == n - n_key - 1 &&
           memcmp(value, word + n_key + 1, n - n_key - 1) == 0;
}

/* True when RUN has measured what C asks for, in the same way. */
static bool has_tried(const struct log_run *run, const struct suggested_run *c)
{
    for (const char *p = c->probes; *p != '\0'; p = next_word(p, word_length(p, ',')))
        if (!has_planned(run, p, word_length(p, ',')))
            return false;
    for (const char *k = c->keys; *k != '\0'; k = next_word(k, word_length(k, ' ')))
        if (!was_given(run, k, word_length(k, ' ')))
            return false;
    return !c->thorough || log_has_effort(run, "thorough");
}

/* The first run counts only where C has words of its own: a probe may run again as it was. */
static bool was_tried(const struct log_run *run, const struct suggested_run *c)
{
    if ((*c->keys != '\0' || c->thorough) && has_tried(run, c))
        return true;
    for (size_t i = 0; i < run->n_rounds; i++)
        if (has_tried(&run->rounds[i], c))
            return true;
    return false;
}

/* ---- how long it takes ---- */

static double took_seconds(const struct log_run *run, const char *probe)
{
    char key[80];

    snprintf(key, sizeof key, "took.%s", probe);
    return (double)log_key_number(run->keys, run->n_keys, key, 0) / 1000;
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
    char probe[64];

    c->seconds = 0;
    c->seconds_least = false;
    for (const char *p = c->probes; *p != '\0'; p = next_word(p, word_length(p, ','))) {
        snprintf(probe, sizeof probe, "%.*s", (int)word_length(p, ','), p);
        double took = took_seconds(run, probe);

        for (size_t i = 0; took == 0 && i < run->n_rounds; i++)
            took = took_seconds(&run->rounds[i], probe);
        if (took == 0 && (took = timed_seconds(run, probe)) > 0)
            c->seconds_least = true;
        c->seconds += took;
    }
    if (c->thorough && !log_has_effort(run, "thorough"))
        c->seconds *= log_has_effort(run, "quick") ? THOROUGH_QUICK_TIMES : THOROUGH_TIMES;
}

/* ---- what one answer needs ---- */

/* Probes that take capacity=: with it they need no curve of their own. */
static bool takes_capacity(const char *probe)
{
    static const char probes[] = "bandwidth,cache_line,cache_policy,cache_ways,loaded_latency,"
                                 "kernels,mlp,numa,core_to_core,pattern,sharing,write_policy";

    return find_word(probes, ',', probe, strlen(probe)) != NULL;
}

static bool has_curve(const struct log_run *run)
{
    return log_find_sampled(run, "cache_size") < run->n_series;
}

/* Adds PROBES to C. The curve is not measured again where its samples are there and capacity= says
 * what the board reads from it; all rounds are read as one. */
static void add_probes(struct suggested_run *c, const struct log_run *run, const struct result *r,
                       const char *probes)
{
    bool spare = has_curve(run) && strcmp(r->probe, "cache_size") != 0 &&
                 strncmp(c->keys, "capacity=", strlen("capacity=")) == 0;

    for (; *probes != '\0'; probes = next_word(probes, word_length(probes, ','))) {
        size_t n = word_length(probes, ',');

        if (!spare || n != strlen("cache_size") || memcmp(probes, "cache_size", n) != 0)
            add_word(c->probes, ',', probes, n);
    }
}

/* The run that the remedy of R names. False where it names none. */
static bool take_remedy(struct suggested_run *c, const struct log_run *run, const struct result *r)
{
    struct remedy_command command;

    if (r->kind != RESULT_NULL || !r->has_remedy || !remedy_read(&command, r->remedy))
        return false;
    c->thorough = command.thorough;
    add_words(c->keys, ' ', command.keys);
    add_probes(c, run, r, *command.probes != '\0' ? command.probes : r->probe);
    return true;
}

/* The run that measures the doubtful answer R once more. */
static bool take_doubt(struct suggested_run *c, const struct log_run *run,
                       const struct results *all, const struct result *r)
{
    if (!confidence_is_low(r) || *r->probe == '\0' || !result_may_reach(r, CONFIDENCE_SURE_FROM))
        return false;
    if (takes_capacity(r->probe)) {
        struct result_words capacity = remedy_capacity(all);

        if (strstr(capacity.text, "SIZE") != NULL)
            return false;
        add_words(c->keys, ' ', capacity.text);
    }
    add_probes(c, run, r, r->probe);
    time_run(c, run);
    return c->seconds <= AGAIN_SECONDS;
}

/* ---- runs are merged ---- */

/* A size as keys have it, "32K"; 0 where it is a list or none. */
static double size_of(const char *text, size_t n)
{
    static const char units[] = "KMG";
    char *end;
    double size = strtod(text, &end);

    for (const char *u = units; size > 0 && (size_t)(end - text) < n; u++) {
        size *= 1024;
        if (*u == '\0')
            return 0;
        if (*u == *end)
            return (size_t)(end - text) + 1 == n ? size : 0;
    }
    return size;
}

/* True when of two values of KEY the larger does for both. */
static bool is_limit(const char *key, size_t n)
{
    return find_word("max,pages,distance,time", ',', key, n) != NULL;
}

/* The word of KEYS that has the key of WORD, or NULL. */
static const char *same_key(const char *keys, const char *word)
{
    size_t n = word_length(word, '=') + 1;

    for (; *keys != '\0'; keys = next_word(keys, word_length(keys, ' ')))
        if (strncmp(keys, word, n) == 0)
            return keys;
    return NULL;
}

/* Adds the N bytes at WORD to TO's keys. False where these give the same key another value. */
static bool merge_key(struct suggested_run *to, const char *word, size_t n)
{
    const char *there = same_key(to->keys, word);

    if (there == NULL) {
        add_word(to->keys, ' ', word, n);
        return true;
    }
    size_t its = word_length(there, ' '), key = word_length(word, '=') + 1;
    if (its == n && memcmp(there, word, n) == 0)
        return true;
    if (!is_limit(word, key - 1))
        return false;
    if (size_of(word + key, n - key) > size_of(there + key, its - key)) {
        char rest[SUGGESTED_LINE + 1];
        size_t at = (size_t)(there - to->keys);

        snprintf(rest, sizeof rest, "%s", there + its);
        snprintf(to->keys + at, sizeof to->keys - at, "%.*s%s", (int)n, word, rest);
    }
    return true;
}

static size_t count_words(const char *list)
{
    size_t n = 0;

    for (; *list != '\0'; list = next_word(list, word_length(list, ' ')))
        n++;
    return n;
}

/* The longest words that suggested_line() adds to keys and probes. */
#define LINE_ADDS "--only " EVERY_RUN ", --thorough --round=99,00000000"

static bool fits_line(const struct suggested_run *c)
{
    enum { WORDS_ADDED = 4, FORMER_ADDS = 8 }; /* former names of probes may be longer */

    return strlen(c->probes) + strlen(c->keys) + sizeof LINE_ADDS + FORMER_ADDS <= SUGGESTED_LINE &&
           count_words(c->keys) + WORDS_ADDED <= SUGGESTED_WORDS;
}

/* Makes of A and B one run. False where that is none: another value, too long a line, or too long a
 * time. */
static bool merge(struct suggested_run *a, const struct suggested_run *b, const struct log_run *run)
{
    struct suggested_run both = *a;

    both.thorough |= b->thorough;
    add_words(both.probes, ',', b->probes);
    for (const char *k = b->keys; *k != '\0'; k = next_word(k, word_length(k, ' ')))
        if (!merge_key(&both, k, word_length(k, ' ')))
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
    return r->kind == RESULT_NULL ? r->has_remedy || r->remedy_tried : confidence_is_low(r);
}

void suggested_mark_tried(const struct log_run *run, struct results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        struct suggested_run c = { .thorough = false };

        if (take_remedy(&c, run, &r->at[i]) && was_tried(run, &c))
            result_remedy_tried(&r->at[i], remedy_tried(&r->at[i]).text);
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

    *w = (struct suggested){ .round = next_round(run),
                             .of = run->first_crc,
                             .has_former_names = last->has_former_names };
    w->answer = calloc(r->n + 1, sizeof *w->answer);
    if (w->answer == NULL)
        return -1;
    /* What needs no --thorough first: the others may join it where that does not cost much. */
    for (unsigned pass = 0; pass < 3 && w->round != 0; pass++)
        for (size_t i = 0; i < r->n; i++) {
            const struct result *one = &r->at[i];
            struct remedy_command c;
            bool thorough = one->kind == RESULT_NULL && remedy_read(&c, one->remedy) && c.thorough;
            unsigned its = one->kind != RESULT_NULL ? 1 : thorough ? 2 : 0;

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

/* Appends the probe whose name is the N bytes at PROBE to LIST, by its former name where FORMER. */
static void add_probe(char *list, const char *probe, size_t n, bool former)
{
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)n, probe);
    const char *other = former ? probe_names_former(name) : NULL;
    if (other != NULL)
        add_word(list, ',', other, strlen(other));
    else
        add_word(list, ',', probe, n);
}

unsigned suggested_line(const struct suggested *w, unsigned i, char *line)
{
    const struct suggested_run *c = &w->run[i];
    char probes[SUGGESTED_LINE + 1] = EVERY_RUN;

    for (const char *p = c->probes; *p != '\0'; p = next_word(p, word_length(p, ',')))
        add_probe(probes, p, word_length(p, ','), w->has_former_names);
    int length = snprintf(line, SUGGESTED_LINE + 1, "--only %s%s%s%s --round=%u,%08X", probes,
                          c->thorough ? " --thorough" : "", *c->keys ? " " : "", c->keys, w->round,
                          (unsigned)w->of);
    /* A run that would be longer was never made. */
    return length > 0 ? (unsigned)count_words(line) : 0;
}
