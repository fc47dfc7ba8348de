/* Shortest paths in a random graph with a heap: pointers, branches. */
#include <stdio.h>
#include <stdlib.h>

enum { EDGES = 6 };

struct entry {
    unsigned far, node;
};

static struct entry *heap;
static unsigned n_heap;

static void push(struct entry e)
{
    unsigned i = n_heap++;

    for (; i > 0 && heap[(i - 1) / 2].far > e.far; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = e;
}

static struct entry pop(void)
{
    struct entry top = heap[0], last = heap[--n_heap];
    unsigned i = 0;

    for (unsigned child; (child = 2 * i + 1) < n_heap; i = child) {
        child += child + 1 < n_heap && heap[child + 1].far < heap[child].far;
        if (heap[child].far >= last.far)
            break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 12000, seed = 23;
    unsigned(*to)[EDGES] = malloc(n * sizeof *to), (*cost)[EDGES] = malloc(n * sizeof *cost);
    unsigned *far = malloc(n * sizeof *far);
    unsigned long sum = 0;

    heap = malloc((size_t)n * EDGES * sizeof *heap + sizeof *heap);
    for (unsigned i = 0; i < n; i++) {
        far[i] = ~0U;
        for (unsigned k = 0; k < EDGES; k++) {
            seed = seed * 1664525U + 1013904223U;
            to[i][k] = (seed >> 8) % n;
            cost[i][k] = 1 + (seed >> 24);
        }
    }
    far[0] = 0;
    push((struct entry){ 0, 0 });
    while (n_heap > 0) {
        struct entry e = pop();
        if (e.far != far[e.node])
            continue;
        for (unsigned k = 0; k < EDGES; k++) {
            unsigned next = to[e.node][k], f = e.far + cost[e.node][k];
            if (f < far[next]) {
                far[next] = f;
                push((struct entry){ f, next });
            }
        }
    }
    for (unsigned i = 0; i < n; i++)
        sum += far[i] == ~0U ? 0 : far[i];
    printf("%lu\n", sum);
    return 0;
}
