/* Shapes that would make a careless clustering slow. The times are for people; no test judges them.
 */
#include "random.h"
#include "stats/stats.h"
#include "table.h"
#include <stdlib.h>
#include <time.h>

enum { POINTS = 100000 };

static struct random r = { 3 };

static double levels(size_t i)
{
    static const double level[] = { 4, 12, 40, 200 };
    return level[i * 4 / POINTS] * (1 + 0.05 * random_share(&r));
}

static double smear(size_t i)
{
    (void)i;
    return exp(log(1000) * random_share(&r));
}

static double equal_gaps(size_t i)
{
    return 1000 + (double)i / 50;
}

static double all_equal(size_t i)
{
    (void)i;
    return 7;
}

static double growing_gaps(size_t i)
{
    return 100 + 400 * pow((double)i / POINTS, 3);
}

static double shrinking_gaps(size_t i)
{
    return 500 - 400 * pow(1 - (double)i / POINTS, 3);
}

static double whole_range(size_t i)
{
    return exp(-700 + 1400 * (double)i / POINTS);
}

static double few_values(size_t i)
{
    return (double)(i * 7919 % 40);
}

static const struct {
    const char *shape;
    double (*draw)(size_t i);
    double fraction;
} shapes[] = {
    { "four levels with noise", levels, 0.25 },
    { "three decades, no levels", smear, 0.25 },
    { "equal gaps", equal_gaps, 0.25 },
    { "all equal", all_equal, 0.25 },
    { "growing gaps", growing_gaps, 0.25 },
    { "shrinking gaps", shrinking_gaps, 0.25 },
    { "the range of a double", whole_range, 0.25 },
    { "forty values", few_values, 0.25 },
    { "as many clusters as points", equal_gaps, 0 },
    { "three decades, wide clusters", smear, 0.9 },
};

static void every_point_is_in_one_cluster(void **state)
{
    double *x = calloc(POINTS, sizeof *x), *y = calloc(POINTS, sizeof *y);

    (void)state;
    assert_non_null(x);
    assert_non_null(y);
    for (size_t s = 0; s < COUNT(shapes); s++) {
        struct stats_clusters got;
        size_t total = 0;
        for (size_t i = 0; i < POINTS; i++)
            y[i] = shapes[s].draw(i);
        clock_t begin = clock();
        check_rule(shapes[s].shape,
                   stats_qt_clusters(x, y, POINTS, shapes[s].fraction, &got) == STATS_OK);
        print_message("%6.0f ms, %6zu clusters: %s\n",
                      1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC, got.n, shapes[s].shape);
        for (size_t c = 0; c < got.n; c++)
            total += got.at[c].count;
        check_rule(shapes[s].shape, total == POINTS);
        stats_clusters_free(&got);
    }
    free(x);
    free(y);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_point_is_in_one_cluster) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
