/* Reads lines that kernels moved from logs of the simulated board. */
#include "replay.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const replay_keys[REPLAY_KEYS] = { "name",     "variant", "type", "state",
                                               "contexts", "space",   "spec" };
enum { NAME = 0, SPEC = REPLAY_KEYS - 1 };

static const char *text_of(const struct log_series *s, unsigned i)
{
    const char *text = log_key_text(s->keys, s->n_keys, replay_keys[i]);

    return text != NULL ? text : "";
}

/* True when the first N keys of P are those of S. */
static bool same_keys(const struct replay_point *p, const struct log_series *s, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (strcmp(p->key[i], text_of(s, i)) != 0)
            return false;
    return true;
}

static struct replay_point *find(const struct replay *r, const struct log_series *s, uint64_t n)
{
    for (size_t i = 0; r != NULL && i < r->n; i++)
        if (r->at[i].n == n && same_keys(&r->at[i], s, REPLAY_KEYS))
            return &r->at[i];
    return NULL;
}

const struct replay_point *replay_find(const struct replay *r, const struct log_series *s,
                                       uint64_t n)
{
    return find(r, s, n);
}

const char *replay_other_spec(const struct replay *r, const struct log_series *s)
{
    for (size_t i = 0; r != NULL && i < r->n && *text_of(s, SPEC) != '\0'; i++)
        if (same_keys(&r->at[i], s, NAME + 1))
            return strcmp(r->at[i].key[SPEC], text_of(s, SPEC)) == 0 ? NULL : r->at[i].key[SPEC];
    return NULL;
}

double replay_bytes(const struct replay_point *p)
{
    unsigned last = p->levels - 1;

    return (p->in[last] + p->out[last]) * p->line_bytes[last];
}

/* Fills the levels of P from the N values of one size: in and out of each, then bytes a line. False
 * where they are none. */
static bool take_levels(struct replay_point *p, const uint64_t *v, size_t n)
{
    p->levels = (unsigned)(n / 3);
    for (unsigned i = 0; i < p->levels; i++) {
        p->in[i] = (double)v[2 * i];
        p->out[i] = (double)v[2 * i + 1];
        p->line_bytes[i] = (double)v[2 * p->levels + i];
    }
    return p->levels > 0 && n % 3 == 0;
}

/* Joins the values of all E at index *I's x; moves *I past them. */
static size_t join_values(const struct log_series *s, size_t *i, uint64_t v[3 * REPLAY_LEVELS])
{
    uint64_t x = s->events[*i].x;
    size_t n = 0;

    for (; *i < s->n_events && s->events[*i].x == x; ++*i)
        for (size_t k = 0; k < s->events[*i].n_values && n < 3 * REPLAY_LEVELS; k++)
            v[n++] = s->events[*i].values[k];
    return n;
}

/* Appends P with the keys of S. */
static int append(struct replay *r, const struct log_series *s, struct replay_point p)
{
    struct replay_point *more = realloc(r->at, (r->n + 1) * sizeof *more);
    bool whole = true;

    if (more == NULL)
        return -1;
    r->at = more;
    for (unsigned i = 0; i < REPLAY_KEYS; i++) {
        p.key[i] = strdup(text_of(s, i));
        whole = whole && p.key[i] != NULL;
    }
    more[r->n++] = p;
    return whole ? 0 : -1;
}

static int add_point(struct replay *r, const struct log_series *s, size_t *i)
{
    struct replay_point p = { .n = s->events[*i].x };
    uint64_t v[3 * REPLAY_LEVELS];
    size_t n = join_values(s, i, v);

    if (!take_levels(&p, v, n))
        return 0;
    struct replay_point *same = find(r, s, p.n);
    p.low = p.high = replay_bytes(&p);
    if (same == NULL)
        return append(r, s, p);
    same->low = fmin(same->low, p.low);
    same->high = fmax(same->high, p.high);
    return 0;
}

int replay_add(struct replay *r, const struct log_run *run)
{
    for (size_t at = log_find_series(run, "traffic", 0); at < run->n_series;
         at = log_find_series(run, "traffic", at + 1))
        for (size_t i = 0; i < run->series[at].n_events;)
            if (add_point(r, &run->series[at], &i) != 0)
                return -1;
    return 0;
}

void replay_free(struct replay *r)
{
    for (size_t i = 0; r != NULL && i < r->n; i++)
        for (unsigned k = 0; k < REPLAY_KEYS; k++)
            free(r->at[i].key[k]);
    if (r != NULL)
        free(r->at);
    free(r);
}
