/* Sorts a copy of an array by a heap. */
#include "kernels/database.h"

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

static void sink(int32_t *heap, size_t n, size_t i)
{
    int32_t value = heap[i];

    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && heap[child + 1] > heap[child])
            child++;
        if (heap[child] <= value)
            break;
        heap[i] = heap[child];
    }
    heap[i] = value;
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    int32_t *heap = (int32_t *)base + n;

    (void)share;
    copy(heap, base, (size_t)n);
    for (size_t i = (size_t)n / 2; i-- > 0;)
        sink(heap, (size_t)n, i);
    for (size_t left = (size_t)n; left > 1; left--) {
        int32_t most = heap[0];

        heap[0] = heap[left - 1];
        heap[left - 1] = most;
        sink(heap, left - 1, 0);
    }
}

MADE_ALONE(heap_sort, "i32", "sorts a copy of an array by a heap", 16, 16);
