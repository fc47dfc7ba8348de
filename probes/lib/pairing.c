/* Gives pairs of contexts in an order such that the first of them say most. */
#include "pairing.h"

enum { KINDS = 4 };

/* 0: neighbours, 1: divisors of N, 2: powers of two, 3: the rest. */
static unsigned kind_of(unsigned d, unsigned n)
{
    if (d == 1)
        return 0;
    if (n % d == 0)
        return 1;
    return (d & (d - 1)) == 0 ? 2 : 3;
}

/* Distance number TURN of those from 1 to N / 2; 0: there are no more. */
static unsigned distance(unsigned turn, unsigned n)
{
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned d = 1; d <= n / 2; d++)
            if (kind_of(d, n) == kind && turn-- == 0)
                return d;
    return 0;
}

bool pairing_next(struct pairing *p, unsigned *a, unsigned *b)
{
    unsigned d = distance(p->turn, p->n);

    /* At half of an even N every pair would come twice. */
    if (d > 0 && p->i == (2 * d == p->n ? d : p->n)) {
        p->i = 0;
        d = distance(++p->turn, p->n);
    }
    if (d == 0)
        return false;
    unsigned from = p->i++, to = (from + d) % p->n;
    *a = from < to ? from : to;
    *b = from < to ? to : from;
    return true;
}

unsigned pairing_count(unsigned n)
{
    return n * (n - 1) / 2;
}
