/* A knock-out tree of offers, which keeps the largest on top. */
#include "qt.h"
#include <stdlib.h>

bool qt_contest_init(struct qt_contest *c, size_t n)
{
    c->width = 1;
    while (c->width < n)
        c->width *= 2;
    c->tree = calloc(2 * c->width, sizeof *c->tree);
    return c->tree;
}

static struct qt_offer better(struct qt_offer a, struct qt_offer b)
{
    if (a.count != b.count)
        return a.count > b.count ? a : b;
    return a.lo <= b.lo ? a : b;
}

void qt_contest_set(struct qt_contest *c, size_t place, struct qt_offer offer)
{
    c->tree[c->width + place] = offer;
}

void qt_contest_settle(struct qt_contest *c, size_t from, size_t to)
{
    from += c->width;
    to += c->width;
    while (from > 1) {
        from /= 2;
        to /= 2;
        for (size_t i = from; i <= to; i++)
            c->tree[i] = better(c->tree[2 * i], c->tree[2 * i + 1]);
    }
}

struct qt_offer qt_contest_winner(const struct qt_contest *c)
{
    return c->tree[1];
}
