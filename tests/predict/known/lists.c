/* Lists of pairs: functions over them by closures, with a collector that marks and sweeps. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
    long number; /* of a leaf */
    struct cell *head, *tail;
    char leaf, marked;
};

enum { CELLS = 6000, ROOTS = 64 };

static struct cell pool[CELLS], *spare, **roots[ROOTS];
static int n_roots;
static unsigned long collections;

static void mark(struct cell *c)
{
    while (c != NULL && !c->marked) {
        c->marked = 1;
        if (c->leaf)
            return;
        mark(c->head);
        c = c->tail;
    }
}

static void collect(void)
{
    collections++;
    for (int i = 0; i < n_roots; i++)
        mark(*roots[i]);
    for (int i = 0; i < CELLS; i++) {
        if (!pool[i].marked) {
            pool[i].tail = spare;
            spare = &pool[i];
        }
        pool[i].marked = 0;
    }
}

static struct cell *take(void)
{
    if (spare == NULL)
        collect();
    if (spare == NULL)
        exit(1);
    struct cell *c = spare;
    spare = c->tail;
    return c;
}

static struct cell *leaf(long number)
{
    struct cell *c = take();

    *c = (struct cell){ .number = number, .leaf = 1 };
    return c;
}

static struct cell *pair(struct cell *head, struct cell *tail)
{
    roots[n_roots++] = &head;
    roots[n_roots++] = &tail;
    struct cell *c = take();
    n_roots -= 2;
    *c = (struct cell){ .head = head, .tail = tail };
    return c;
}

static long square(long x)
{
    return x * x % 1009;
}
static long third(long x)
{
    return x / 3 + 7;
}
static long mix(long x)
{
    return (x << 3 ^ x >> 2) & 1023;
}

static struct cell *map(long (*f)(long), struct cell *list)
{
    struct cell *out = NULL;

    roots[n_roots++] = &list;
    roots[n_roots++] = &out;
    for (struct cell *at = list; at != NULL; at = at->tail)
        out = pair(leaf(f(at->head->number)), out);
    n_roots -= 2;
    return out;
}

int main(int argc, char **argv)
{
    static long (*const functions[])(long) = { square, third, mix };
    int laps = argc > 1 ? atoi(argv[1]) : 500;
    struct cell *list = NULL;
    long sum = 0;

    collect();
    roots[n_roots++] = &list;
    for (int i = 0; i < 700; i++)
        list = pair(leaf(i), list);
    for (int lap = 0; lap < laps; lap++) {
        list = map(functions[(lap * 7 + lap / 5) % 3], list);
        sum += list->head->number;
    }
    printf("%ld %lu\n", sum, collections);
    return 0;
}
