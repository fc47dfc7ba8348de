/* screen.UNIT and screen.UNIT.wrong: whether operations computed what they should. */
#include "analysis/analysis.h"
#include "model/screen_reference.h"
#include "result/element.h"
#include "result/remedy.h"
#include "result/verdict.h"
#include "stats/evidence.h"
#include <stdio.h>
#include <string.h>

enum { MOST_RESULTS = 100000, MOST_PROBLEMS = 20, NAMED = 8, TEXT = 400 };
/* So many checks that are all wrong are no processor's fault: operands were others. */
enum { FEW = 12 };

/* What came of one unit. Checks: operations on types, on contexts. */
struct tally {
    const struct log_series *first;
    uint64_t results;
    size_t checked, announced, wrong;
    size_t sets;    /* that have an instruction */
    char what[200]; /* which were wrong */
};

struct screening {
    struct results *out;
    struct tally unit[SCREEN_UNITS];
    size_t problems, checked, wrong;
    bool tells; /* problems become those of OUT */
};

/* ---- problems ---- */

static void tell(struct screening *s, const struct log_series *series, const char *what)
{
    char text[TEXT + 40];

    if (s->problems++ >= MOST_PROBLEMS || !s->tells)
        return;
    snprintf(text, sizeof text, "line %llu: screen: %s", (unsigned long long)series->first_line,
             what);
    verdict_problem(s->out, text);
}

static void append(char *to, size_t size, const char *separator, const char *text)
{
    size_t used = strlen(to);

    snprintf(to + used, size - used, "%s%s", used > 0 ? separator : "", text);
}

/* Hardware threads whose checksum is not SUM, as "3, 5 and 7 more"; how many. */
static size_t wrong_contexts(const struct log_series *s, uint64_t sum, char *text, size_t size)
{
    size_t n = 0;
    char one[32];

    text[0] = '\0';
    for (size_t i = 0; i < s->n_events; i++) {
        if (s->events[i].values[0] == sum)
            continue;
        snprintf(one, sizeof one, "%llu", (unsigned long long)s->events[i].x);
        if (n++ < NAMED)
            append(text, size, ", ", one);
    }
    if (n > NAMED) {
        snprintf(one, sizeof one, " and %zu more", n - NAMED);
        append(text, size, "", one);
    }
    return n;
}

/* ---- one series ---- */

struct check {
    const char *op, *type;
    struct screen_operation operation;
    uint64_t n, seed;
};

/* Says in WHY (TEXT bytes) what of SERIES, which has points, cannot be checked; false then. */
static bool read_check(const struct log_series *series, struct check *c, char *why)
{
    const char *seed = log_key_text(series->keys, series->n_keys, "seed");
    struct element e;

    c->op = log_key_text(series->keys, series->n_keys, "op");
    c->type = log_key_text(series->keys, series->n_keys, "type");
    c->n = log_series_number(series, "n");
    if (c->op == NULL || c->type == NULL)
        snprintf(why, TEXT, "the series has no op or no type: its results were not checked");
    else if (!element_read(c->type, &e) ||
             !screen_operation_read(&c->operation, c->op, e.is_float, e.bits, e.lanes))
        snprintf(why, TEXT,
                 "operation %.40s on %.40s is not known here: its results were not checked", c->op,
                 c->type);
    else if (c->n == 0 || c->n > MOST_RESULTS)
        snprintf(why, TEXT, "%s %s: n is %s, must be 1 to %d: its results were not checked", c->op,
                 c->type, c->n == 0 ? "0 or no number" : "too large", MOST_RESULTS);
    else if (seed == NULL || !record_parse_number(seed, &c->seed))
        snprintf(why, TEXT, "%s %s: seed is no number: its results were not checked", c->op,
                 c->type);
    else
        return true;
    return false;
}

/* The tally of a series without points: what the target calls a function for, or lost points. */
static void take_missing(struct screening *s, const struct log_series *series)
{
    const char *op = log_key_text(series->keys, series->n_keys, "op");
    const char *type = log_key_text(series->keys, series->n_keys, "type");
    struct screen_operation operation;
    struct element e;

    if (op == NULL || type == NULL || !element_read(type, &e) ||
        !screen_operation_read(&operation, op, e.is_float, e.bits, e.lanes))
        return;
    struct tally *t = &s->unit[screen_unit_of(&operation)];

    t->first = t->first != NULL ? t->first : series;
    if (series->end != RECORD_END_NO_INSTRUCTION) {
        t->sets++;
        t->announced++;
    }
}

static void take_series(struct screening *s, const struct log_series *series)
{
    char why[TEXT], contexts[120], set[80];
    struct check c;

    if (series->n_events == 0) {
        take_missing(s, series);
        return;
    }
    if (!read_check(series, &c, why)) {
        tell(s, series, why);
        return;
    }
    struct tally *t = &s->unit[screen_unit_of(&c.operation)];
    uint64_t sum = screen_checksum(&c.operation, c.seed, c.n);
    size_t wrong = wrong_contexts(series, sum, contexts, sizeof contexts);

    t->first = t->first != NULL ? t->first : series;
    t->sets++;
    t->results += c.n * series->n_events;
    t->checked += series->n_events;
    t->announced += series->n_events + series->n_skips + (size_t)series->points_lost;
    t->wrong += wrong;
    s->checked += series->n_events;
    s->wrong += wrong;
    if (wrong == 0)
        return;
    snprintf(set, sizeof set, "%s %s", c.op, c.type);
    append(t->what, sizeof t->what, ", ", set);
    snprintf(why, sizeof why,
             "wrong result: %s on hardware thread%s %s, in %llu operations of seed %llu", set,
             wrong > 1 ? "s" : "", contexts, (unsigned long long)c.n, (unsigned long long)c.seed);
    tell(s, series, why);
}

/* ---- answers ---- */

static bool all_wrong(const struct screening *s)
{
    return s->checked >= FEW && s->wrong == s->checked;
}

static void answer_unit(const struct screening *s, enum screen_unit unit)
{
    const struct tally *t = &s->unit[unit];
    struct results *out = s->out;
    const char *word = screen_unit_word(unit);
    struct result *r = result_add_from(out, id_op(SCREEN_RESULTS, word, NULL), t->first);

    if (t->sets == 0) {
        result_none(r);
        return;
    }
    if (t->checked == 0 || all_wrong(s)) {
        result_unknown(r, "needs a checksum of results whose operands are known",
                       t->checked == 0 ? "none came" : "none of the log fits its seed and n",
                       remedy_run("screen"));
        return;
    }
    r->value = (double)t->results;
    r->evidence = evidence_agreement(t->checked, t->announced);
    result_remark(r, "%zu operations, %zu checks", t->sets, t->checked);
    if (t->wrong == 0)
        return;
    r = result_add_from(out, id_op(SCREEN_WRONG, word, NULL), t->first);
    r->value = (double)t->wrong;
    r->evidence = evidence_agreement(t->checked, t->announced);
    result_remark(r, "%s", t->what);
}

static void take_all(struct screening *s, const struct log_run *run, bool tells)
{
    *s = (struct screening){ .out = s->out, .tells = tells };
    for (size_t i = log_find_series(run, "screen", 0); i < run->n_series;
         i = log_find_series(run, "screen", i + 1))
        take_series(s, &run->series[i]);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct screening s = { .out = out };
    size_t first = log_find_series(run, "screen", 0);
    char text[TEXT];

    (void)method;
    if (first == run->n_series)
        return;
    take_all(&s, run, false);
    if (all_wrong(&s)) {
        s.tells = true;
        s.problems = 0;
        snprintf(text, sizeof text,
                 "none of %zu checks has the expected result: the log has another seed or n than "
                 "the run had, or shifts and exclusive or, which make the operands, are wrong",
                 s.checked);
        tell(&s, &run->series[first], text);
    } else if (s.problems > 0) {
        take_all(&s, run, true);
    }
    if (s.problems > MOST_PROBLEMS) {
        snprintf(text, sizeof text, "screen: %zu more problems of this kind",
                 s.problems - MOST_PROBLEMS);
        verdict_problem(out, text);
    }
    for (unsigned unit = 0; unit < SCREEN_UNITS; unit++)
        if (s.unit[unit].first != NULL)
            answer_unit(&s, (enum screen_unit)unit);
}

const struct analysis analysis_screen = {
    .about = "results of operations, checked on each hardware thread",
    .probe = "screen",
    .method = "checksum",
    .infer = infer,
};
