/* Builds the series of a log from the rows of tables. */
#include "table_series.h"
#include "log/store.h"
#include <inttypes.h>
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

static bool has_increments(const struct log_series *s)
{
    return log_key_text(s->keys, s->n_keys, "increment") != NULL;
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
