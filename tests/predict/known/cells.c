/* Lists of cells, made, mapped, filtered and folded by recursion. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
    long value;
    struct cell *next;
};

static struct cell *cons(long value, struct cell *next)
{
    struct cell *c = malloc(sizeof *c);

    if (c == NULL)
        exit(1);
    *c = (struct cell){ value, next };
    return c;
}

static struct cell *range(long from, long to)
{
    return from < to ? cons(from, range(from + 1, to)) : NULL;
}

static struct cell *map(const struct cell *list, long (*f)(long))
{
    return list != NULL ? cons(f(list->value), map(list->next, f)) : NULL;
}

static struct cell *filter(const struct cell *list, long (*wanted)(long))
{
    if (list == NULL)
        return NULL;
    struct cell *rest = filter(list->next, wanted);
    return wanted(list->value) ? cons(list->value, rest) : rest;
}

static long fold(const struct cell *list, long value)
{
    return list != NULL ? fold(list->next, value * 7 + list->value) : value;
}

static void drop(struct cell *list)
{
    while (list != NULL) {
        struct cell *next = list->next;
        free(list);
        list = next;
    }
}

static long squared(long x)
{
    return x * x;
}

static long is_wanted(long x)
{
    return x % 3 != 1;
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 60, sum = 0;

    for (long r = 0; r < rounds; r++) {
        struct cell *numbers = range(r, r + 500), *squares = map(numbers, squared);
        struct cell *some = filter(squares, is_wanted);
        sum = fold(some, sum) % 1000003;
        drop(numbers);
        drop(squares);
        drop(some);
    }
    printf("%ld\n", sum);
    return 0;
}
