/* The samples of a series by their x. */
#include "by_x.h"
#include <stdlib.h>

static int compare_x(const struct log_sample *p, const struct log_sample *q)
{
    if (p->n_x != q->n_x)
        return p->n_x < q->n_x ? -1 : 1;
    for (unsigned i = 0; i < p->n_x; i++)
        if (p->x[i] != q->x[i])
            return p->x[i] < q->x[i] ? -1 : 1;
    return 0;
}

/* Samples stand in one array in the order received. */
static int by_x_and_order(const void *a, const void *b)
{
    const struct log_sample *p = *(const struct log_sample *const *)a,
                            *q = *(const struct log_sample *const *)b;
    int order = compare_x(p, q);

    return order != 0 ? order : (p > q) - (p < q);
}

int by_x_sort(struct by_x *b, const struct log_series *series)
{
    *b = (struct by_x){ .at = malloc((series->n_samples + 1) * sizeof(struct log_sample *)) };
    if (b->at == NULL)
        return -1;
    for (; b->n < series->n_samples; b->n++)
        b->at[b->n] = &series->samples[b->n];
    qsort(b->at, b->n, sizeof *b->at, by_x_and_order);
    return 0;
}

void by_x_free(struct by_x *b)
{
    free(b->at);
    *b = (struct by_x){ .n = 0 };
}

/* Returns the index of the first of B whose x is that of SAMPLE, or the first beyond it where
 * BEYOND. */
static size_t search(const struct by_x *b, const struct log_sample *sample, bool beyond)
{
    size_t from = 0, to = b->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = compare_x(b->at[middle], sample);

        if (order < 0 || (order == 0 && beyond))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

struct by_x_range by_x_of(const struct by_x *b, const struct log_sample *sample)
{
    return (struct by_x_range){ search(b, sample, false), search(b, sample, true) };
}
