/* The heat of a plate with holes: conjugate gradients on rows that hold what is not zero. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 90, MOST = SIDE * SIDE };

struct matrix {
    int n, begin[MOST + 1], column[5 * MOST];
    double value[5 * MOST];
};

static struct matrix plate;
static int number[SIDE][SIDE];
static double heat[MOST], rest[MOST], direction[MOST], product[MOST];

static int is_hole(int x, int y)
{
    int dx = x % 30 - 15, dy = y % 30 - 15;

    return dx * dx + dy * dy < 30;
}

static void put(struct matrix *m, int at, int column, double value)
{
    m->column[at] = column;
    m->value[at] = value;
}

static void make_matrix(struct matrix *m)
{
    static const int dx[] = { 0, -1, 1, 0 }, dy[] = { -1, 0, 0, 1 };
    int at = 0;

    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            number[y][x] = is_hole(x, y) ? -1 : m->n++;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int own = number[y][x], diagonal = at;

            if (own < 0)
                continue;
            m->begin[own] = at;
            put(m, at++, own, 0.01);
            for (int k = 0; k < 4; k++) {
                int u = x + dx[k], v = y + dy[k];

                if (u < 0 || v < 0 || u >= SIDE || v >= SIDE || number[v][u] < 0)
                    continue;
                put(m, at++, number[v][u], -1.0);
                m->value[diagonal] += 1;
            }
        }
    m->begin[m->n] = at;
}

static void multiply(const struct matrix *m, const double *in, double *out)
{
    for (int i = 0; i < m->n; i++) {
        double sum = 0;

        for (int k = m->begin[i]; k < m->begin[i + 1]; k++)
            sum += m->value[k] * in[m->column[k]];
        out[i] = sum;
    }
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 60, n, i = 0;
    double error;

    make_matrix(&plate);
    n = plate.n;
    for (int k = 0; k < n; k++)
        rest[k] = direction[k] = k % 97 == 0;
    error = dot(rest, rest, n);
    for (; i < steps && error > 1e-12; i++) {
        double step, now;

        multiply(&plate, direction, product);
        step = error / dot(direction, product, n);
        for (int k = 0; k < n; k++) {
            heat[k] += step * direction[k];
            rest[k] -= step * product[k];
        }
        now = dot(rest, rest, n);
        for (int k = 0; k < n; k++)
            direction[k] = rest[k] + now / error * direction[k];
        error = now;
    }
    printf("%d places, %d steps, rest %.3e, heat %.6f\n", n, i, sqrt(error), heat[n / 2]);
    return 0;
}
