/* A run put together by hand, as the reader would have made it. */
#include "made_run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void made_begin(struct made_run *m, uint64_t hz)
{
    memset(m, 0, sizeof *m);
    snprintf(m->hz, sizeof m->hz, "%llu", (unsigned long long)hz);
    m->keys[0] = (struct log_key){ (char *)(uintptr_t) "tick_hz", m->hz };
    m->run = (struct log_run){
        .keys = m->keys, .n_keys = hz > 0, .series = m->series, .complete = true
    };
}

static struct log_series *last(struct made_run *m)
{
    return &m->series[m->run.n_series - 1];
}

void made_series(struct made_run *m, const char *probe)
{
    size_t at = m->run.n_series++;

    if (at >= MADE_SERIES)
        abort();
    m->series[at] = (struct log_series){ .probe = (char *)(uintptr_t)probe,
                                         .keys = m->of[at].keys,
                                         .samples = m->of[at].samples };
}

void made_key_text(struct made_run *m, const char *key, const char *value)
{
    struct log_series *s = last(m);
    struct made_series *of = &m->of[m->run.n_series - 1];

    if (s->n_keys >= MADE_KEYS)
        abort();
    snprintf(of->values[s->n_keys], sizeof of->values[0], "%s", value);
    of->keys[s->n_keys] = (struct log_key){ (char *)(uintptr_t)key, of->values[s->n_keys] };
    s->n_keys++;
}

void made_key(struct made_run *m, const char *key, uint64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    made_key_text(m, key, text);
}

void made_sample(struct made_run *m, uint64_t x, uint64_t x2, uint64_t ops, const uint64_t *ticks,
                 size_t n_ticks)
{
    struct log_series *s = last(m);
    struct made_series *of = &m->of[m->run.n_series - 1];

    if (s->n_samples >= MADE_SAMPLES || n_ticks > MADE_TICKS)
        abort();
    if (n_ticks > 0)
        memcpy(of->ticks[s->n_samples], ticks, n_ticks * sizeof *ticks);
    s->samples[s->n_samples] = (struct log_sample){ .x = { x, x2 },
                                                    .n_x = x2 > 0 ? 2 : 1,
                                                    .ops = ops,
                                                    .n_ticks = n_ticks,
                                                    .ticks = of->ticks[s->n_samples] };
    s->n_samples++;
}

void made_point(struct made_run *m, uint64_t x, uint64_t x2, uint64_t ops, uint64_t ticks)
{
    made_sample(m, x, x2, ops, &ticks, 1);
}

void made_chain(struct made_run *m, unsigned kind, uint64_t ops, uint64_t ticks)
{
    made_series(m, "add_chain");
    made_key(m, "kind", kind);
    for (unsigned i = 0; i < 4; i++)
        made_point(m, ops << i, 0, ops << i, (ticks << i) + 20);
}
