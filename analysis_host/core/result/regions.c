/* Memories that a board names, from the keys of their series. */
#include "regions.h"
#include <stdio.h>
#include <string.h>

static const char probe[] = "regions";

/* What cannot stand in the name of an answer becomes '_'. */
static void keep_name(char to[ID_WORD], const char *name, const char *state)
{
    snprintf(to, ID_WORD, "%s%s%s", name, state ? "_" : "", state ? state : "");
    for (char *c = to; *c != '\0'; c++)
        if (!(*c >= 'a' && *c <= 'z') && !(*c >= '0' && *c <= '9'))
            *c = '_';
}

bool region_read(struct region_facts *facts, const struct log_series *s)
{
    const char *name = log_key_text(s->keys, s->n_keys, "region");
    const char *kind = log_key_text(s->keys, s->n_keys, "kind");
    const char *state = log_key_text(s->keys, s->n_keys, "state");

    if (strcmp(s->probe, probe) != 0 || name == NULL || *name == '\0')
        return false;
    *facts = (struct region_facts){ .start = log_series_number(s, "start"),
                                    .bytes = log_series_number(s, "bytes"),
                                    .touched = log_series_number(s, "footprint"),
                                    .usual = state == NULL,
                                    .writes = log_series_number(s, "writes") != 0,
                                    .runs = log_series_number(s, "runs") != 0,
                                    .cached = log_series_number(s, "cached") != 0,
                                    .cold = log_series_number(s, "cold") != 0 };
    keep_name(facts->name, name, state);
    keep_name(facts->kind, kind != NULL ? kind : "memory", NULL);
    return true;
}

static bool is_known(const struct region_facts *at, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(at[i].name, name) == 0)
            return true;
    return false;
}

size_t regions_read(struct region_facts *at, const struct log_run *run)
{
    size_t n = 0;
    struct region_facts one;

    for (size_t i = 0; i < run->n_series && n < REGIONS_MOST; i++)
        if (region_read(&one, &run->series[i]) && !is_known(at, n, one.name))
            at[n++] = one;
    return n;
}

bool regions_alone(const struct log_run *run)
{
    size_t at = log_find_series(run, probe, 0);

    return at < run->n_series && run->series[at].end == RECORD_END_NOTHING;
}
