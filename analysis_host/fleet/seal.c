/* Orders what came in any order: names of answers, runs by board and time, boards by name. */
#include "fleet.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- orders ---- */

static size_t digits_of(const char *text)
{
    return strspn(text, "0123456789");
}

/* Compares the numbers that A and B begin with, and moves both behind them. */
static int compare_numbers(const char **a, const char **b)
{
    const char *x = *a + strspn(*a, "0"), *y = *b + strspn(*b, "0");
    size_t n = digits_of(x), m = digits_of(y);

    *a = x + n;
    *b = y + m;
    return n != m ? (n < m ? -1 : 1) : strncmp(x, y, n);
}

int fleet_natural(const char *a, const char *b)
{
    const char *x = a, *y = b;

    while (*x != '\0' && *y != '\0') {
        int order = 0;
        if (digits_of(x) > 0 && digits_of(y) > 0)
            order = compare_numbers(&x, &y);
        else
            order = (unsigned char)*x++ - (unsigned char)*y++;
        if (order != 0)
            return order;
    }
    return *x != *y ? (unsigned char)*x - (unsigned char)*y : strcmp(a, b);
}

static const struct fleet *ordered; /* of the comparisons below */

static int by_id(const void *a, const void *b)
{
    const struct result_id *x = &ordered->names[*(const uint32_t *)a].id;
    const struct result_id *y = &ordered->names[*(const uint32_t *)b].id;

    if (x->quantity != y->quantity)
        return x->quantity < y->quantity ? -1 : 1;
    return fleet_natural(x->text, y->text);
}

static int by_name(const void *a, const void *b)
{
    const struct fleet_answer *x = a, *y = b;

    return (int)x->name - (int)y->name;
}

/* Of runs of one board and time that which has most answers is the first. */
static int by_board_and_time(const void *a, const void *b)
{
    const struct fleet_run *x = a, *y = b;
    int order = x->node == y->node
                    ? 0
                    : fleet_natural(ordered->texts.at[x->node], ordered->texts.at[y->node]);

    if (order != 0)
        return order;
    if (x->began != y->began)
        return x->began < y->began ? -1 : 1;
    if (x->n_answers != y->n_answers)
        return x->n_answers > y->n_answers ? -1 : 1;
    return memcmp(x->sha256, y->sha256, sizeof x->sha256);
}

static int by_file(const void *a, const void *b)
{
    return fleet_natural(((const struct fleet_unread *)a)->file,
                         ((const struct fleet_unread *)b)->file);
}

/* ---- names of answers ---- */

/* Gives answers the names' new numbers: NEW_OF[old]. */
static void renumber(struct fleet *f, const uint16_t *new_of)
{
    for (size_t i = 0; i < f->n_runs; i++) {
        struct fleet_run *run = &f->runs[i];
        for (size_t k = 0; k < run->n_answers; k++)
            run->answers[k].name = new_of[run->answers[k].name];
        qsort(run->answers, run->n_answers, sizeof *run->answers, by_name);
    }
}

static bool order_names(struct fleet *f)
{
    uint32_t *order = calloc(f->n_names + 1, sizeof *order);
    uint16_t *new_of = calloc(f->n_names + 1, sizeof *new_of);
    struct fleet_name *names = calloc(f->n_names + 1, sizeof *names);
    bool fits = order != NULL && new_of != NULL && names != NULL;

    for (size_t i = 0; fits && i < f->n_names; i++)
        order[i] = (uint32_t)i;
    if (fits) {
        ordered = f;
        qsort(order, f->n_names, sizeof *order, by_id);
        for (size_t i = 0; i < f->n_names; i++) {
            names[i] = f->names[order[i]];
            new_of[order[i]] = (uint16_t)i;
        }
        renumber(f, new_of);
        free(f->names);
        f->names = names;
    } else {
        free(names);
    }
    free(order);
    free(new_of);
    return fits;
}

/* ---- texts ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(ordered->texts.at[*(const uint32_t *)a], ordered->texts.at[*(const uint32_t *)b]);
}

static void renumber_run(struct fleet_run *run, const uint32_t *new_of)
{
    run->node = new_of[run->node];
    run->source = new_of[run->source];
    for (size_t i = 0; i < run->n_settings; i++) {
        run->settings[i].key = new_of[run->settings[i].key];
        run->settings[i].value = new_of[run->settings[i].value];
    }
    for (size_t i = 0; i < run->n_answers; i++)
        if (run->answers[i].kind == RESULT_NAME)
            run->answers[i].value = (float)new_of[(size_t)run->answers[i].value];
}

/* Numbers texts by their order: numbers of texts are compared. */
static bool order_texts(struct fleet *f)
{
    struct fleet_texts sorted = { 0 };
    uint32_t *order = calloc(f->texts.n + 1, sizeof *order);
    uint32_t *new_of = calloc(f->texts.n + 1, sizeof *new_of);
    bool fits = order != NULL && new_of != NULL;

    for (size_t i = 0; fits && i < f->texts.n; i++)
        order[i] = (uint32_t)i;
    ordered = f;
    if (fits && f->texts.n > 0)
        qsort(order, f->texts.n, sizeof *order, by_text);
    for (size_t i = 0; fits && i < f->texts.n; i++) {
        new_of[order[i]] = fleet_text(&sorted, f->texts.at[order[i]]);
        fits = !sorted.no_memory;
    }
    for (size_t i = 0; fits && i < f->n_runs; i++)
        renumber_run(&f->runs[i], new_of);
    fleet_texts_free(fits ? &f->texts : &sorted);
    if (fits)
        f->texts = sorted;
    free(order);
    free(new_of);
    return fits;
}

/* ---- runs ---- */

static bool is_same(const struct fleet *f, const struct fleet_run *a, const struct fleet_run *b,
                    const char *key)
{
    const char *x = fleet_setting(f, a, key), *y = fleet_setting(f, b, key);

    return x == NULL || y == NULL || strcmp(x, y) == 0;
}

typedef bool run_relation(const struct fleet *f, const struct fleet_run *a,
                          const struct fleet_run *b);

static bool has_same_bytes(const struct fleet *f, const struct fleet_run *a,
                           const struct fleet_run *b)
{
    (void)f;
    return memcmp(a->sha256, b->sha256, sizeof a->sha256) == 0;
}

/* True when both are one run, such as a log and its report. */
static bool is_same_run(const struct fleet *f, const struct fleet_run *a, const struct fleet_run *b)
{
    return a->node == b->node && a->began == b->began && !a->began_by_file && !b->began_by_file &&
           is_same(f, a, b, "boot") && is_same(f, a, b, "model");
}

static int by_bytes(const void *a, const void *b)
{
    const struct fleet_run *x = a, *y = b;
    int order = memcmp(x->sha256, y->sha256, sizeof x->sha256);

    if (order == 0 && x->source != y->source)
        order = fleet_natural(ordered->texts.at[x->source], ordered->texts.at[y->source]);
    return order;
}

/* Leaves out each run that is IS_AGAIN the one before it. */
static void drop_again(struct fleet *f, run_relation *is_again)
{
    size_t kept = 0;

    for (size_t i = 0; i < f->n_runs; i++) {
        if (kept > 0 && is_again(f, &f->runs[kept - 1], &f->runs[i])) {
            fleet_run_free(&f->runs[i]);
            f->twice++;
        } else {
            f->runs[kept++] = f->runs[i];
        }
    }
    f->n_runs = kept;
}

static void order_runs(struct fleet *f)
{
    ordered = f;
    if (f->n_runs > 0)
        qsort(f->runs, f->n_runs, sizeof *f->runs, by_bytes);
    drop_again(f, has_same_bytes);
    if (f->n_runs > 0)
        qsort(f->runs, f->n_runs, sizeof *f->runs, by_board_and_time);
    drop_again(f, is_same_run);
}

/* ---- boards ---- */

/* Returns true when setting KEY of the N runs from RUN on goes from one value to another and back:
 * they are of two machines. */
static bool comes_back(const struct fleet *f, const struct fleet_run *run, size_t n,
                       const char *key)
{
    for (size_t i = 2; i < n; i++) {
        const char *is = fleet_setting(f, &run[i], key), *was = fleet_setting(f, &run[i - 1], key);
        if (is == NULL || was == NULL || strcmp(is, was) == 0)
            continue;
        for (size_t k = 0; k + 1 < i; k++) {
            const char *before = fleet_setting(f, &run[k], key);
            if (before != NULL && strcmp(before, is) == 0)
                return true;
        }
    }
    return false;
}

/* Returns true when two of the N runs from RUN on began at one time on machines that differ. */
static bool is_twice_at_once(const struct fleet *f, const struct fleet_run *run, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (run[i].began == run[i - 1].began && !run[i].began_by_file &&
            !(is_same(f, &run[i], &run[i - 1], "boot") &&
              is_same(f, &run[i], &run[i - 1], "model")))
            return true;
    return false;
}

static const char *why_refused(const struct fleet *f, const struct fleet_run *run, size_t n)
{
    if (is_twice_at_once(f, run, n))
        return "at one time";
    if (comes_back(f, run, n, "boot"))
        return "by turns (boot)";
    return comes_back(f, run, n, "model") ? "by turns (model)" : NULL;
}

/* Takes the N runs from FIRST on out, whose board's name two machines have. */
static void refuse_board(struct fleet *f, size_t first, size_t n, const char *why)
{
    char text[200];

    snprintf(
        text, sizeof text,
        "two machines are called so %s: its %zu runs are left out; give one another node=", why, n);
    fleet_add_unread(f, f->texts.at[f->runs[first].node], text);
    for (size_t i = first; i < first + n; i++)
        fleet_run_free(&f->runs[i]);
    memmove(&f->runs[first], &f->runs[first + n], (f->n_runs - first - n) * sizeof *f->runs);
    f->n_runs -= n;
}

static size_t runs_of_board(const struct fleet *f, size_t first)
{
    size_t n = 1;

    while (first + n < f->n_runs && f->runs[first + n].node == f->runs[first].node)
        n++;
    return n;
}

static void make_boards(struct fleet *f)
{
    for (size_t first = 0; first < f->n_runs;) {
        size_t n = runs_of_board(f, first);
        const char *why = why_refused(f, &f->runs[first], n);
        if (why != NULL) {
            refuse_board(f, first, n, why);
            continue;
        }
        f->boards[f->n_boards++] = (struct fleet_board){ .name = f->runs[first].node,
                                                         .by_file = f->runs[first].node_by_file,
                                                         .first = first,
                                                         .n = n,
                                                         .kind = FLEET_NO_KIND,
                                                         .nearest = FLEET_NO_KIND };
        first += n;
    }
}

bool fleet_seal(struct fleet *f)
{
    if (f->no_memory || !order_names(f) || !order_texts(f))
        return false;
    order_runs(f);
    f->boards = calloc(f->n_runs + 1, sizeof *f->boards);
    if (f->boards == NULL)
        return false;
    make_boards(f);
    if (f->n_unread > 0)
        qsort(f->unread, f->n_unread, sizeof *f->unread, by_file);
    return !f->no_memory;
}
