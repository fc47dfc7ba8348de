/* Analyses a log, and holds its answers against the true ones and against sense. */
#define _GNU_SOURCE
#include "judge.h"
#include "analysis/analysis.h"
#include "log/read.h"
#include "result/confidence.h"
#include "result/query.h"
#include "result/verdict.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void found_make(struct found *f, const struct bytes *b)
{
    int fd = memfd_create("log", 0);

    *f = (struct found){ 0 };
    if (fd < 0 || write(fd, b->at, b->n) != (ssize_t)b->n || lseek(fd, 0, SEEK_SET) != 0)
        abort();
    if (log_read(&f->log, fd, 0) == LOG_OK && f->log.has_run)
        infer_all(&f->log.run, METHOD_ROBUST, &f->results);
    close(fd);
}

void found_free(struct found *f)
{
    results_free(&f->results);
    log_free(&f->log);
}

/* ---- sense ---- */

static bool bounds_are_sound(const struct result *r)
{
    return !r->has_bounds ||
           (isfinite(r->low) && isfinite(r->high) && r->low <= r->value && r->value <= r->high);
}

static bool is_sound(const struct result *r)
{
    if (!(r->confidence >= 0 && r->confidence <= 1))
        return false;
    if (r->kind == RESULT_NULL)
        return r->note[0] != '\0';
    if (r->kind == RESULT_NUMBER)
        return isfinite(r->value) && isfinite(r->nominal) && bounds_are_sound(r);
    return true;
}

unsigned long judge_soundness(const struct found *f, const char *what)
{
    unsigned long unsound = 0;

    for (size_t i = 0; i < f->results.n; i++) {
        const struct result *r = &f->results.at[i];
        if (is_sound(r) && result_find_text(&f->results, r->id) == r)
            continue;
        unsound++;
        printf("%s: %s is %.9g%s, from %.9g to %.9g, confidence %.3g, note \"%s\"%s\n", what, r->id,
               r->value, r->text, r->low, r->high, r->confidence, r->note,
               result_find_text(&f->results, r->id) == r ? "" : ", a second time");
    }
    return unsound;
}

/* ---- truth ---- */

static bool same(const struct result *a, const struct result *b)
{
    if (b == NULL || a->kind != b->kind)
        return false;
    return a->kind == RESULT_NUMBER ? a->value == b->value : strcmp(a->text, b->text) == 0;
}

/* Returns true when the bounds of R hold the true value C. */
static bool bounds_hold(const struct result *r, const struct result *c)
{
    return c != NULL && r->kind == RESULT_NUMBER && c->kind == RESULT_NUMBER && r->has_bounds &&
           r->low <= c->value && c->value <= r->high;
}

/* Problems of the log that cost something. */
static size_t losses(const struct found *f)
{
    size_t n = 0;

    for (size_t i = 0; i < f->log.n_problems; i++)
        n += f->log.problems[i].cost[0] != '\0';
    return n;
}

/* Of several runs in a log the last complete one is read, and damage to others costs nothing. */
bool judge_has_told(const struct found *got, const struct found *true_ones)
{
    if (got->log.n_runs > 1)
        return problems_count(&got->log, &got->results) >
               problems_count(&true_ones->log, &true_ones->results);
    /* a loss may take away answers that contradicted each other before */
    return losses(got) > losses(true_ones) ||
           got->results.n_problems + got->results.n_contradictions >
               true_ones->results.n_problems + true_ones->results.n_contradictions;
}

/* The count of J that R belongs to, which C would be. */
static unsigned long *count_of(struct judged *j, const struct result *r, const struct result *c,
                               bool told, bool must_tell)
{
    if (!result_is_known(r) && r->kind != RESULT_NONE)
        return &j->null;
    if (same(r, c))
        return &j->same;
    if (bounds_hold(r, c))
        return &j->bounded;
    if (told)
        return &j->told;
    if (r->contradicts || r->damaged || confidence_is_low(r))
        return &j->doubted;
    return must_tell ? &j->silent : &j->measured;
}

void judge_answers(const struct found *got, const struct found *true_ones, bool must_tell,
                   const char *what, struct judged *j)
{
    bool told = judge_has_told(got, true_ones);

    for (size_t i = 0; i < got->results.n; i++) {
        const struct result *r = &got->results.at[i];
        const struct result *c = result_find_text(&true_ones->results, r->id);
        unsigned long *count = count_of(j, r, c, told, must_tell);
        ++*count;
        if (count == &j->silent)
            printf("%s: %s is %.9g%s, true is %.9g%s, and nothing says so\n", what, r->id, r->value,
                   r->text, c == NULL ? NAN : c->value, c == NULL ? "" : c->text);
    }
}
