/* Finds the step of batches of misses. */
#include "batch_step.h"
#include <math.h>

/* Points of a line; the least height of a step; points are known no better than FLOOR, and a step
 * is no more convincing beyond so many times its noise. */
enum { WIDTH = 8, FEWEST = 4 };
static const double least_jump = 1.0 / 12, noise_floor = 0.02, clearest = 8;

/* A line by least squares that does not fall. */
struct line {
    double start, slope, squares; /* relative, of all points */
    size_t n;
};

static struct line fit(const double *x, const double *y, size_t n)
{
    double sum_x = 0, sum_y = 0, xx = 0, xy = 0;
    struct line line = { .n = n };

    for (size_t i = 0; i < n; i++) {
        sum_x += x[i];
        sum_y += y[i];
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - sum_x / (double)n) * (x[i] - sum_x / (double)n);
        xy += (x[i] - sum_x / (double)n) * (y[i] - sum_y / (double)n);
    }
    line.slope = xx > 0 ? fmax(xy / xx, 0) : 0;
    line.start = (sum_y - line.slope * sum_x) / (double)n;
    for (size_t i = 0; i < n; i++) {
        double off = y[i] / (line.start + line.slope * x[i]) - 1;

        line.squares += off * off;
    }
    return line;
}

static double value(const struct line *line, double x)
{
    return line->start + line->slope * x;
}

/* The step between points I and I + 1. */
static struct batch_step step_at(const double *x, const double *y, size_t n, size_t i)
{
    size_t from = i + 1 > WIDTH ? i + 1 - WIDTH : 0, end = i + 1;

    while (end < n && end < i + 1 + WIDTH && x[end] <= 2 * x[i])
        end++;
    if (end == i + 1)
        return (struct batch_step){ .at = x[i] };
    struct line before = fit(x + from, y + from, i + 1 - from);
    struct line after = fit(x + i + 1, y + i + 1, end - i - 1);
    double free = fmax(1, (double)(before.n + after.n) - 4);
    double noise = fmax(sqrt((before.squares + after.squares) / free), noise_floor);
    double jump = value(&after, x[i + 1]) / value(&before, x[i + 1]) - 1;

    return (struct batch_step){ .at = x[i], .jump = jump, .clear = fmin(jump / noise, clearest) };
}

bool batch_step_find(const double *x, const double *y, size_t n, struct batch_step *step)
{
    *step = (struct batch_step){ .at = NAN };
    for (size_t i = 0; n >= FEWEST && i + 1 < n; i++) {
        struct batch_step s = step_at(x, y, n, i);

        if (s.jump >= least_jump && s.jump * s.clear > step->jump * step->clear)
            *step = s;
    }
    return step->jump > 0;
}
