/* Builds the series of a log from the rows of tables. */
#include "table_series.h"
#include "log/store.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool table_series_key(struct log_series *s, const char *key, const char *value)
{
    return log_store_key(&s->keys, &s->n_keys, key, value);
}

static bool add_number(struct log_series *s, const char *key, uint64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, value);
    return table_series_key(s, key, text);
}

static bool head_keys(struct log_series *s, const struct table_tool *tool,
                      const struct table_head *head)
{
    bool ok = table_series_key(s, "source", tool->name);

    if (tool->increment)
        ok = ok && add_number(s, "increment", 1);
    if (tool->random)
        ok = ok && table_series_key(s, "reads", "random");
    if (head->stride_bytes != 0)
        ok = ok && add_number(s, "stride", head->stride_bytes);
    if (*head->pages != '\0')
        ok = ok && table_series_key(s, "pages", head->pages);
    return ok;
}

bool table_series_add(struct log_run *run, const struct table_tool *tool,
                      const struct table_head *head, uint64_t line)
{
    struct log_series *more = log_store_grown(run->series, run->n_series, 1, sizeof *more);

    if (more == NULL)
        return false;
    run->series = more;
    struct log_series s = {
        .probe = strdup("cache_size"), .status = strdup("ok"), .first_line = line, .last_line = line
    };
    more[run->n_series++] = s;
    return s.probe != NULL && s.status != NULL && head_keys(&more[run->n_series - 1], tool, head);
}

/* To the last series. */
static bool add_sample(struct log_run *run, const struct log_sample *sample, uint64_t ps)
{
    struct log_series *s = &run->series[run->n_series - 1];
    struct log_sample *more = log_store_grown(s->samples, s->n_samples, 1, sizeof *more);

    if (more == NULL)
        return false;
    s->samples = more;
    more[s->n_samples] = *sample;
    if (!log_store_ticks(run, &more[s->n_samples], &ps, 1))
        return false;
    s->n_samples++;
    return true;
}

bool table_series_point(struct log_run *run, const struct table_point *point, uint64_t line)
{
    struct log_sample sample = { .x = { point->bytes }, .n_x = 1, .ops = 1, .line = line };
    bool ok = add_sample(run, &sample, point->latency_ps);

    sample.n_x = 2;
    for (unsigned k = 0; k < point->n_chains; k++) {
        sample.x[1] = point->chains[k];
        ok = ok && add_sample(run, &sample, point->chains_ps[k]);
    }
    run->series[run->n_series - 1].last_line = line;
    return ok;
}

void table_series_drop_line(struct log_run *run, uint64_t line)
{
    struct log_series *s = &run->series[run->n_series - 1];
    size_t kept = 0;

    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].line != line)
            s->samples[kept++] = s->samples[i];
    s->n_samples = kept; /* their timings go with the run */
}

static bool has_increments(const struct log_series *s)
{
    return log_key_text(s->keys, s->n_keys, "increment") != NULL;
}

/* Returns true when A and B have the same text, or neither has one, at KEY. */
static bool same_key(const struct log_series *a, const struct log_series *b, const char *key)
{
    const char *of_a = log_key_text(a->keys, a->n_keys, key);
    const char *of_b = log_key_text(b->keys, b->n_keys, key);

    return of_a == of_b || (of_a != NULL && of_b != NULL && strcmp(of_a, of_b) == 0);
}

/* Returns what a load costs in a working set of BYTES (0: the largest one) of S, in ps; 0: it has
 * no such point. */
static double cost_at(const struct log_series *s, uint64_t bytes)
{
    for (size_t i = s->n_samples; i-- > 0;)
        if (s->samples[i].n_x == 1 && (bytes == 0 || s->samples[i].x[0] == bytes))
            return (double)s->samples[i].ticks[0];
    return 0;
}

/* Returns true when large pages, which table LARGE asked for, were granted: some working set costs
 * less than in table SMALL. */
static bool are_granted(const struct log_series *large, const struct log_series *small)
{
    static const double less = 0.95, told = 1000;

    for (size_t i = 0; i < small->n_samples; i++) {
        const struct log_sample *p = &small->samples[i];
        double cost = p->n_x == 1 ? cost_at(large, p->x[0]) : 0;

        if (cost > told && cost < less * (double)p->ticks[0])
            return true;
    }
    return false;
}

/* How far the stride of S is from a line's: the fewer accesses share a line, and the fewer lines
 * lie between two of them, the less; 64 is a line of most boards. */
static double far_from_line(const struct log_series *s)
{
    static const double line = 64;
    double stride = (double)log_series_number(s, "stride");

    return stride >= line ? stride / line : stride > 0 ? 1e6 * line / stride : 0;
}

/* Returns the table that tells most of those of the first one's tool and processor: with large
 * pages that were granted; of strides, one in which loads miss at the end (a prefetcher, or several
 * loads of a line, hide it), and of these the one that is nearest to a line. */
static size_t most_telling(const struct log_run *run)
{
    static const double hidden = 1.5;
    const struct log_series *first = &run->series[0];
    double most = 0, nearest = INFINITY;
    size_t best = 0;

    for (size_t i = 0; i < run->n_series; i++)
        if (same_key(&run->series[i], first, "source") && same_key(&run->series[i], first, "cpu"))
            most = fmax(most, cost_at(&run->series[i], 0));
    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];
        const char *pages = log_key_text(s->keys, s->n_keys, "pages");

        if (!same_key(s, first, "source") || !same_key(s, first, "cpu"))
            continue;
        if (pages != NULL && strcmp(pages, "hugepage") == 0 && are_granted(s, first))
            return i;
        if (far_from_line(s) < nearest && (cost_at(s, 0) * hidden >= most || pages != NULL)) {
            nearest = far_from_line(s);
            best = i;
        }
    }
    return best;
}

/* Moves series AT to the front. */
static void move_to_front(struct log_run *run, size_t at)
{
    struct log_series s = run->series[at];

    memmove(&run->series[1], &run->series[0], at * sizeof s);
    run->series[0] = s;
}

bool table_series_order(struct log_run *run)
{
    bool ok = true;

    /* Few tables: insertion keeps their order and needs no memory. */
    for (size_t i = 1; i < run->n_series; i++) {
        struct log_series s = run->series[i];
        size_t to = i;
        for (; to > 0 && has_increments(&run->series[to - 1]) && !has_increments(&s); to--)
            run->series[to] = run->series[to - 1];
        run->series[to] = s;
    }
    if (run->n_series > 1)
        move_to_front(run, most_telling(run));
    for (size_t i = 0; i < run->n_series; i++)
        ok = ok && add_number(&run->series[i], "table", i + 1);
    return ok;
}

void table_series_drop(struct log_run *run, size_t i)
{
    log_series_free(&run->series[i]);
    run->n_series--;
    memmove(&run->series[i], &run->series[i + 1], (run->n_series - i) * sizeof *run->series);
}

bool table_series_run_keys(struct log_run *run)
{
    const struct log_series *first = &run->series[0];
    const char *source = log_key_text(first->keys, first->n_keys, "source");

    return source != NULL && log_store_key(&run->keys, &run->n_keys, "tick_hz", "1000000000000") &&
           log_store_key(&run->keys, &run->n_keys, "source", source);
}
