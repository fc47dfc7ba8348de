/* Takes cluster after cluster, the largest first, until no point is left. */
#include "qt.h"
#include "stats.h"
#include <math.h>
#include <stdlib.h>

struct point {
    double y;
    size_t id; /* index in the caller's arrays */
};

/* Points by ascending y, each at its place; those taken by a cluster are unlinked. */
struct qt {
    size_t n;
    double fraction;
    struct point *at;
    size_t *below, *above; /* neighbours that are left, STATS_NONE at the ends */
    struct qt_contest contest;
    struct qt_growth growth;
    size_t *place;          /* the window's points: their places, ... */
    double *y;              /* values ... */
    struct qt_range *reach; /* and clusters */
};

static int by_y_then_id(const void *a, const void *b)
{
    const struct point *left = a, *right = b;

    if (left->y != right->y)
        return left->y < right->y ? -1 : 1;
    return (left->id > right->id) - (left->id < right->id);
}

static bool qt_init(struct qt *q, size_t n, double fraction)
{
    *q = (struct qt){ .n = n, .fraction = fraction };
    q->at = calloc(n, sizeof *q->at);
    q->below = calloc(n, sizeof *q->below);
    q->above = calloc(n, sizeof *q->above);
    q->place = calloc(n, sizeof *q->place);
    q->y = calloc(n, sizeof *q->y);
    q->reach = calloc(n, sizeof *q->reach);
    bool contest = qt_contest_init(&q->contest, n);
    bool growth = qt_growth_init(&q->growth, n);
    return q->at && q->below && q->above && q->place && q->y && q->reach && contest && growth;
}

static void qt_free(struct qt *q)
{
    free(q->at);
    free(q->below);
    free(q->above);
    free(q->place);
    free(q->y);
    free(q->reach);
    free(q->contest.tree);
    qt_growth_free(&q->growth);
}

static void line_up(struct qt *q, const double *y)
{
    for (size_t i = 0; i < q->n; i++)
        q->at[i] = (struct point){ .y = y[i], .id = i };
    qsort(q->at, q->n, sizeof *q->at, by_y_then_id);
    for (size_t i = 0; i < q->n; i++) {
        q->below[i] = i > 0 ? i - 1 : STATS_NONE;
        q->above[i] = i + 1 < q->n ? i + 1 : STATS_NONE;
    }
}

/* Copies what is left from place FIRST up to the first value above Y_END, that one included. */
static size_t fill_window(struct qt *q, size_t first, double y_end)
{
    size_t n = 0;

    for (size_t i = first; i != STATS_NONE; i = q->above[i]) {
        q->place[n] = i;
        q->y[n++] = q->at[i].y;
        if (q->at[i].y > y_end)
            break;
    }
    return n;
}

/* Grows a cluster from each start in the window whose value is in y_from ... y_to. */
static void grow_window(struct qt *q, size_t n_window, double y_from, double y_to)
{
    qt_grow(&q->growth, q->y, n_window, q->fraction, q->reach);
    for (size_t i = 0; i < n_window; i++) {
        if (q->y[i] < y_from || q->y[i] > y_to)
            continue;
        struct qt_range r = q->reach[i];
        qt_contest_set(&q->contest, q->place[i],
                       (struct qt_offer){ .count = r.hi - r.lo + 1, .lo = q->place[r.lo] });
    }
}

static void grow_all(struct qt *q)
{
    grow_window(q, fill_window(q, 0, INFINITY), 0, INFINITY);
    qt_contest_settle(&q->contest, 0, q->n - 1);
}

/* After the cluster between places LOW and HIGH (STATS_NONE: no point is left there) went, grows
 * again from each start whose own cluster may have touched it or been stopped by it. A cluster
 * around v reaches from v * shrink up to v / shrink: its width is at most fraction times its mean.
 * So such a start is one such step away at most, and what decides its growth two. */
static size_t grow_around(struct qt *q, size_t low, size_t high)
{
    double shrink = (1 - q->fraction) * (1 - 1e-9); /* on the safe side of rounding */
    size_t first = low != STATS_NONE ? low : high, last = high != STATS_NONE ? high : low;

    if (first == STATS_NONE)
        return 0;
    double y_from = q->at[first].y * shrink, y_to = q->at[last].y / shrink;
    while (q->at[first].y >= y_from * shrink && q->below[first] != STATS_NONE)
        first = q->below[first];
    size_t n_window = fill_window(q, first, y_to / shrink);
    grow_window(q, n_window, y_from, y_to);
    return n_window;
}

/* Unlinks the winner and writes its points' indices to MEMBERS. Returns their number. */
static size_t take_winner(struct qt *q, size_t *members)
{
    struct qt_offer winner = qt_contest_winner(&q->contest);
    size_t from = winner.lo, to = winner.lo, high = winner.lo;
    size_t low = q->below[winner.lo];

    for (size_t i = 0; i < winner.count; i++) {
        to = high;
        members[i] = q->at[to].id;
        qt_contest_set(&q->contest, to, (struct qt_offer){ 0 });
        high = q->above[to];
    }
    if (low != STATS_NONE)
        q->above[low] = high;
    if (high != STATS_NONE)
        q->below[high] = low;

    size_t n_window = grow_around(q, low, high);
    if (low != STATS_NONE)
        from = q->place[0];
    if (high != STATS_NONE)
        to = q->place[n_window - 1];
    qt_contest_settle(&q->contest, from, to);
    return winner.count;
}

bool qt_peel(const double *y, size_t n, double fraction, size_t *members, size_t *counts,
             size_t *n_clusters)
{
    struct qt q;
    bool ready = qt_init(&q, n, fraction);

    *n_clusters = 0;
    if (ready) {
        line_up(&q, y);
        grow_all(&q);
        for (size_t taken = 0; taken < n; taken += counts[(*n_clusters)++])
            counts[*n_clusters] = take_winner(&q, members + taken);
    }
    qt_free(&q);
    return ready;
}
