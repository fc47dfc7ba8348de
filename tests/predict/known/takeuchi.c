/* Functions that call themselves: Takeuchi's, Ackermann's, and the moves of a tower. */
#include <stdio.h>
#include <stdlib.h>

static int takeuchi(int x, int y, int z)
{
    if (x <= y)
        return y;
    return takeuchi(takeuchi(x - 1, y, z), takeuchi(y - 1, z, x), takeuchi(z - 1, x, y));
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static unsigned long move(int n, unsigned from, unsigned to, unsigned long *peg)
{
    unsigned by = 3 - from - to;

    if (n == 0)
        return 0;
    unsigned long moves = move(n - 1, from, by, peg);
    peg[from] -= 1UL << n;
    peg[to] += 1UL << n;
    return moves + 1 + move(n - 1, by, to, peg);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 15;
    unsigned long peg[3] = { ~0UL, 0, 0 };

    int t = takeuchi(n, 9, 3), a = ackermann(2, 150);
    unsigned long moves = move(n, 0, 2, peg);
    printf("%d %d %lu %lx\n", t, a, moves, peg[2]);
    return 0;
}
