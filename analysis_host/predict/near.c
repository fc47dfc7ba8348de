/* Letters that are others, missing, too many, or swapped: the distance of Damerau and Levenshtein,
 * where no letter takes part twice. */
#include "near.h"
#include <string.h>

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Rows of the table: of the letters of A before this one, of the one before, and of this one. */
struct rows {
    unsigned two_back[NEAR_BYTES], back[NEAR_BYTES], now[NEAR_BYTES];
};

static void fill_row(struct rows *r, const char *a, size_t i, const char *b, size_t n)
{
    r->now[0] = (unsigned)i;
    for (size_t k = 1; k <= n; k++) {
        bool swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];

        r->now[k] =
            least(least(r->back[k], r->now[k - 1]) + 1, r->back[k - 1] + (a[i - 1] != b[k - 1]));
        if (swapped)
            r->now[k] = least(r->now[k], r->two_back[k - 2] + 1);
    }
}

static unsigned distance_of(const char *a, const char *b)
{
    size_t n = strlen(b);
    struct rows r;

    for (size_t k = 0; k <= n; k++)
        r.back[k] = r.two_back[k] = (unsigned)k;
    for (size_t i = 1; i <= strlen(a); i++) {
        fill_row(&r, a, i, b, n);
        memcpy(r.two_back, r.back, sizeof r.back);
        memcpy(r.back, r.now, sizeof r.now);
    }
    return r.back[n];
}

static bool is_taken(const struct near *n, const char *name)
{
    for (unsigned i = 0; i < n->n; i++)
        if (strcmp(n->name[i], name) == 0)
            return true;
    return false;
}

bool near_fits(const struct near *n, const char *name)
{
    size_t typed = strlen(n->typed);
    unsigned most = typed < 6 ? 2 : (unsigned)typed / 3;

    return typed < NEAR_BYTES && strlen(name) < NEAR_BYTES && distance_of(n->typed, name) <= most;
}

static void insert(struct near *n, const char *name, unsigned distance)
{
    unsigned at = n->n < NEAR_MOST ? n->n++ : NEAR_MOST - 1;

    for (; at > 0 && n->distance[at - 1] > distance; at--) {
        n->name[at] = n->name[at - 1];
        n->distance[at] = n->distance[at - 1];
    }
    n->name[at] = name;
    n->distance[at] = distance;
}

void near_take(struct near *n, const char *name, const char *alias)
{
    bool meant = alias != NULL && strcmp(alias, n->typed) == 0;

    if (is_taken(n, name) || (!meant && !near_fits(n, name)))
        return;
    unsigned distance = meant ? 0 : distance_of(n->typed, name);
    if (n->n < NEAR_MOST || distance < n->distance[NEAR_MOST - 1])
        insert(n, name, distance);
}
