/* Figures of queues of the core: with how many operations between them two misses ceased to
 * overlap, as a share of the passes. A core that another thread shares at times has two modes. */
#include "draw.h"
#include "series/miss_overlap.h"
#include "specs.h"
#include "stats/stats.h"
#include <stdlib.h>
#include <string.h>

static const struct queue {
    const char *figure, *of, *label;
    enum quantity quantity;
    unsigned own;
} queues[] = {
    { "queue_rob", "nop", "ROB", CORE_ROB_ENTRIES, MISS_OWN_ROB },
    { "queue_loads", "load", "load queue", CORE_LOAD_QUEUE_ENTRIES, MISS_OWN_LOADS },
    { "queue_stores", "store", "store queue", CORE_STORE_QUEUE_ENTRIES, MISS_OWN_STORES },
};
enum { QUEUES = sizeof queues / sizeof *queues };

/* Between two points as many passes end as overlap at the first and not at the second; shares are
 * taken as rising. */
static void add_bars(struct figure_build *b, const struct log_series *s, const struct queue *q,
                     const struct miss_climb *c, const struct miss_modes *m)
{
    double share[MISS_POINTS], weight[MISS_POINTS], rising[MISS_POINTS];
    struct figure_line *l = NULL;

    for (size_t i = 0; i < c->n; i++) {
        const struct overlap_point *p = &m->points[i];

        weight[i] = p->n > 0 ? (double)p->n : 1;
        share[i] = p->n > 0 ? (double)p->serial / (double)p->n : 0;
    }
    if (stats_isotonic(share, weight, c->n, rising) == STATS_OK)
        l = figure_new_line(b, s, "passes");
    for (size_t i = 1; l != NULL && i < c->n; i++) {
        double ended = 100 * (rising[i] - rising[i - 1]);
        struct figure_point *p =
            ended > 0 ? figure_add_point(b, l, c->x[i - 1] + q->own, ended) : NULL;

        if (p != NULL)
            p->x2 = c->x[i] + q->own;
    }
}

void figure_draw_queue(struct figure_build *b)
{
    const struct queue *q = queues;
    const struct log_series *s;
    struct miss_climb c;
    struct miss_modes m;

    while (q < queues + QUEUES - 1 && strcmp(q->figure, b->figure->spec->name) != 0)
        q++;
    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        if (strcmp(figure_key(s, "of"), q->of) != 0)
            continue;
        miss_gather_all(&c, b->run, b->figure->spec->probe, at - 1);
        if (c.n > 1 && miss_find_modes(&c, q->own, &m))
            add_bars(b, s, q, &c, &m);
        free(c.timings);
        break;
    }
    if (b->figure->n_lines > 0)
        figure_mark_x(b, id_of(q->quantity), q->label);
}
