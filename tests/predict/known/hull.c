/* Convex hulls of random points: sorted by qsort(), then walked once. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 12000 };

struct point {
    double x, y;
};

static struct point point[MOST], hull[2 * MOST];
static unsigned long state = 8;

static double draw(void)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(state >> 11) * 0x1p-53;
}

static int by_place(const void *a, const void *b)
{
    const struct point *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

static double turn(const struct point *a, const struct point *b, const struct point *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : MOST, k = 0;

    if (n > MOST || n < 3)
        return 1;
    for (unsigned i = 0; i < n; i++)
        point[i] = (struct point){ draw(), draw() };
    qsort(point, n, sizeof *point, by_place);
    for (unsigned i = 0; i < n; i++) {
        while (k >= 2 && turn(&hull[k - 2], &hull[k - 1], &point[i]) <= 0)
            k--;
        hull[k++] = point[i];
    }
    for (unsigned i = n - 1, low = k + 1; i-- > 0;) {
        while (k >= low && turn(&hull[k - 2], &hull[k - 1], &point[i]) <= 0)
            k--;
        hull[k++] = point[i];
    }
    printf("%u\n", k - 1);
    return 0;
}
