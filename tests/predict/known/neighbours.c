/* The nearest of many points in space, by a tree that halves it along one axis after the other. */
#include <stdio.h>
#include <stdlib.h>

struct point {
    float at[3];
};

static unsigned state = 31;

static float draw(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (float)(state >> 8) / (float)(1 << 24);
}

static void part(struct point *p, int n, int axis, int middle)
{
    int low = 0, high = n - 1;

    while (low < high) {
        float pivot = p[(low + high) / 2].at[axis];
        int i = low, k = high;

        while (i <= k) {
            while (p[i].at[axis] < pivot)
                i++;
            while (p[k].at[axis] > pivot)
                k--;
            if (i <= k) {
                struct point t = p[i];

                p[i++] = p[k];
                p[k--] = t;
            }
        }
        if (middle <= k)
            high = k;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

static void build(struct point *p, int n, int axis)
{
    if (n < 2)
        return;
    part(p, n, axis, n / 2);
    build(p, n / 2, (axis + 1) % 3);
    build(p + n / 2 + 1, n - n / 2 - 1, (axis + 1) % 3);
}

static void nearest(const struct point *p, int n, int axis, const float *q, float *best)
{
    if (n == 0)
        return;
    const struct point *m = p + n / 2;
    float d = 0, side = q[axis] - m->at[axis];

    for (int i = 0; i < 3; i++)
        d += (q[i] - m->at[i]) * (q[i] - m->at[i]);
    if (d < *best)
        *best = d;
    if (side < 0) {
        nearest(p, n / 2, (axis + 1) % 3, q, best);
        if (side * side < *best)
            nearest(m + 1, n - n / 2 - 1, (axis + 1) % 3, q, best);
    } else {
        nearest(m + 1, n - n / 2 - 1, (axis + 1) % 3, q, best);
        if (side * side < *best)
            nearest(p, n / 2, (axis + 1) % 3, q, best);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 20000, asked = n / 2;
    struct point *p = malloc((size_t)n * sizeof *p);
    double sum = 0;

    if (p == NULL)
        return 1;
    for (int i = 0; i < n; i++)
        p[i] = (struct point){ { draw(), draw(), draw() } };
    build(p, n, 0);
    for (int i = 0; i < asked; i++) {
        float q[3] = { draw(), draw(), draw() }, best = 9;

        nearest(p, n, 0, q, &best);
        sum += best;
    }
    printf("%.6f\n", 1e3 * sum);
    free(p);
    return 0;
}
