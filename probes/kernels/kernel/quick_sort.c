/* Sorts a copy of an array by parts. */
#include "kernels/database.h"

enum { FEW = 12 };

MADE_BYTES(8)

static void fill(void *base, uint64_t n)
{
    made_words(base, 2 * n, 31);
}

static void copy(int32_t *restrict to, const int32_t *restrict from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

static void insert_all(int32_t *at, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int32_t value = at[i];
        size_t k = i;

        for (; k > 0 && at[k - 1] > value; k--)
            at[k] = at[k - 1];
        at[k] = value;
    }
}

/* Puts what is less than the middle one before what is not; returns where these begin. */
static size_t part(int32_t *at, size_t n)
{
    int32_t middle = at[n / 2];
    size_t i = 0, k = n - 1;

    for (;;) {
        while (at[i] < middle)
            i++;
        while (at[k] > middle)
            k--;
        if (i >= k)
            return k + 1;
        int32_t kept = at[i];
        at[i++] = at[k];
        at[k--] = kept;
    }
}

static void sort(int32_t *at, size_t n)
{
    while (n > FEW) {
        size_t first = part(at, n);

        sort(at, first);
        at += first;
        n -= first;
    }
    insert_all(at, n);
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    int32_t *at = (int32_t *)base + n;

    (void)share;
    copy(at, base, (size_t)n);
    sort(at, (size_t)n);
}

MADE_ALONE(quick_sort, "i32", "sorts a copy of an array by parts", 16, 16);
