/* Joins a series and what was timed again of it. */
#include "again.h"
#include <stdlib.h>
#include <string.h>

bool series_is_again(const struct log_series *s)
{
    return log_key_text(s->keys, s->n_keys, "again") != NULL;
}

/* True when T has the keys of S and again. */
static bool is_again_of(const struct log_series *t, const struct log_series *s)
{
    if (strcmp(t->probe, s->probe) != 0 || t->n_keys != s->n_keys + 1 || !series_is_again(t))
        return false;
    for (size_t i = 0; i < s->n_keys; i++) {
        const char *value = log_key_text(t->keys, t->n_keys, s->keys[i].key);

        if (value == NULL || strcmp(value, s->keys[i].value) != 0)
            return false;
    }
    return true;
}

size_t series_find_again(const struct log_run *run, const struct log_series *s, size_t from)
{
    while (from < run->n_series && !is_again_of(&run->series[from], s))
        from++;
    return from;
}

static void append(struct log_series *all, const struct log_series *s)
{
    if (s->n_samples > 0)
        memcpy(all->samples + all->n_samples, s->samples, s->n_samples * sizeof *s->samples);
    all->n_samples += s->n_samples;
    all->points_lost += s->points_lost;
    all->damaged |= s->damaged;
}

int series_with_again(struct log_series *all, const struct log_run *run, const struct log_series *s)
{
    size_t n = s->n_samples;

    *all = *s;
    all->spooled = false; /* its array of samples is not */
    all->n_samples = 0;
    all->points_lost = 0;
    for (size_t i = series_find_again(run, s, 0); i < run->n_series;
         i = series_find_again(run, s, i + 1))
        n += run->series[i].n_samples;
    all->samples = malloc((n + 1) * sizeof *all->samples);
    if (all->samples == NULL)
        return -1;
    append(all, s);
    for (size_t i = series_find_again(run, s, 0); i < run->n_series;
         i = series_find_again(run, s, i + 1))
        append(all, &run->series[i]);
    return 0;
}
