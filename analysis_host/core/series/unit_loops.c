/* Reads the loops of probe shared_units. */
#include "unit_loops.h"
#include "point.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPS, OTHERS, CHAINS, OTHER_CHAINS, NUMBERS };

/* Ticks of a lap at P: the second lowest of those that were kept. */
static double lap_ticks(const struct log_sample *p)
{
    double laps = (double)p->ops / (double)(p->x[OPS] + p->x[OTHERS]);

    return point_cost(p) * (double)p->ops / laps;
}

/* The sample of half laps of the loop that P has whole laps of, or NULL. */
static const struct log_sample *half_of(const struct log_series *s, const struct log_sample *p)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *h = &s->samples[i];

        if (h != p && h->n_x == NUMBERS && 2 * h->x[OPS] == p->x[OPS] &&
            2 * h->x[OTHERS] == p->x[OTHERS] && h->x[CHAINS] == p->x[CHAINS] &&
            h->x[OTHER_CHAINS] == p->x[OTHER_CHAINS] && h->ops > 0 && h->n_ticks > 0)
            return h;
    }
    return NULL;
}

/* Whole less half laps are half a lap without the loop. Neither half of a whole lap nor half laps
 * are shorter than that: where the difference is larger, whole laps were disturbed. */
static bool take(struct unit_timing *t, const struct log_series *s, const struct log_sample *p)
{
    const struct log_sample *half = half_of(s, p);

    if (half == NULL)
        return false;
    double whole = lap_ticks(p), other = lap_ticks(half), rest = whole - other;
    double ticks = fmin(rest, fmin(whole / 2, other));

    *t = (struct unit_timing){ .a = (double)half->x[OPS],
                               .b = (double)half->x[OTHERS],
                               .chains = (unsigned)p->x[CHAINS],
                               .other_chains = (unsigned)p->x[OTHER_CHAINS],
                               .ticks = ticks,
                               .spread = evidence_near(rest, whole / 2) };
    return isfinite(ticks) && ticks > 0;
}

/* Fills T, room for ROOM, with the loops of S; returns how many. */
static size_t take_all(struct unit_timing *t, size_t room, const struct log_series *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_samples && n < room; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x == NUMBERS && p->x[OPS] > 0 && p->ops > 0 && p->n_ticks > 0)
            n += take(&t[n], s, p);
    }
    return n;
}

static void take_reference(struct unit_loops *u, const struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        double ticks = p->x[OPS] == 0 && p->n_ticks > 0 ? point_cost(p) : 0;

        if (ticks > 0 && (u->reference_ticks == 0 || ticks < u->reference_ticks))
            u->reference_ticks = ticks;
    }
}

static const char *word(const struct log_series *s, const char *key)
{
    const char *text = log_key_text(s->keys, s->n_keys, key);

    return text != NULL ? text : "";
}

static void add_op(struct unit_loops *u, const struct log_series *s)
{
    struct unit_loops_op *o = &u->op[u->n_ops];

    take_reference(u, s);
    *o = (struct unit_loops_op){ .op = word(s, "op"), .type = word(s, "type"), .series = s };
    o->n_alone = take_all(o->alone, UNIT_LOOPS_ALONE, s);
    u->n_ops += *o->op != '\0';
}

/* The number of operation OP on TYPE, or n_ops. */
static unsigned find(const struct unit_loops *u, const char *op, const char *type)
{
    unsigned i = 0;

    while (i < u->n_ops && (strcmp(u->op[i].op, op) != 0 || strcmp(u->op[i].type, type) != 0))
        i++;
    return i;
}

static void add_pair(struct unit_loops *u, const struct log_series *s)
{
    struct unit_loops_pair p = { .first = find(u, word(s, "op"), word(s, "type")),
                                 .second = find(u, word(s, "other"), word(s, "other_type")),
                                 .series = s };

    if (p.first >= u->n_ops || p.second >= u->n_ops || u->n_pairs == UNIT_PAIRS_MOST)
        return;
    p.n = take_all(p.loop, UNIT_LOOPS_PAIR, s);
    u->pair[u->n_pairs++] = p;
}

int unit_loops_read(struct unit_loops *u, const struct log_run *run)
{
    static const char probe[] = "shared_units";

    *u = (struct unit_loops){ .pair = malloc(UNIT_PAIRS_MOST * sizeof *u->pair) };
    if (u->pair == NULL)
        return -1;
    for (size_t at = log_find_series(run, probe, 0); at < run->n_series;
         at = log_find_series(run, probe, at + 1))
        if (*word(&run->series[at], "other") == '\0' && u->n_ops < UNIT_OPS_MOST)
            add_op(u, &run->series[at]);
    for (size_t at = log_find_series(run, probe, 0); at < run->n_series;
         at = log_find_series(run, probe, at + 1))
        if (*word(&run->series[at], "other") != '\0')
            add_pair(u, &run->series[at]);
    return 0;
}

void unit_loops_free(struct unit_loops *u)
{
    free(u->pair);
    *u = (struct unit_loops){ .pair = NULL };
}

double unit_loops_alone(const struct unit_loops *u, unsigned op, unsigned chains)
{
    const struct unit_loops_op *o = &u->op[op];
    double least = 0;

    for (size_t i = 0; i < o->n_alone; i++) {
        double each = o->alone[i].ticks / o->alone[i].a;

        if ((chains == 0 || o->alone[i].chains == chains) && (least == 0 || each < least))
            least = each;
    }
    return least;
}
