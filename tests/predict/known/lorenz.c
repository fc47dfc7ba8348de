/* Paths of a weather of three numbers, step by step by four slopes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct at {
    double x, y, z;
};

static struct at slope(struct at p)
{
    return (struct at){ 10 * (p.y - p.x), p.x * (28 - p.z) - p.y, p.x * p.y - 8.0 / 3 * p.z };
}

static struct at go(struct at p, struct at d, double h)
{
    return (struct at){ p.x + h * d.x, p.y + h * d.y, p.z + h * d.z };
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 40000, turns = 0;
    struct at p = { 1, 1, 1 };
    double h = 0.005, far = 0;

    for (int i = 0; i < steps; i++) {
        struct at a = slope(p), b = slope(go(p, a, h / 2)), c = slope(go(p, b, h / 2));
        struct at d = slope(go(p, c, h));
        double was = p.x;

        p.x += h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
        p.y += h / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
        p.z += h / 6 * (a.z + 2 * b.z + 2 * c.z + d.z);
        turns += (was < 0) != (p.x < 0);
        far += sqrt(p.x * p.x + p.y * p.y);
    }
    printf("%d %.6f\n", turns, far / steps);
    return 0;
}
