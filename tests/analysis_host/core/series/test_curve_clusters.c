/* The published clusters of a curve: which points are clustered, and what is said where none is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "report/format/remedy.h"
#include "series/curve_clusters.h"

/* Two levels of 4 and 10 cycles on the grid, and a point of the refinement inside the rise. */
static struct curve_point points[] = { { .x = 1024, .y = 4 },
                                       { .x = 1280, .y = 4 },
                                       { .x = 1344, .y = 7 },
                                       { .x = 1536, .y = 10 },
                                       { .x = 1792, .y = 10 } };

static bool cluster(size_t n, struct log_key *keys, struct results *out,
                    struct stats_clusters *clusters)
{
    static char probe[] = "cache_size";
    const struct log_series series = { .probe = probe, .keys = keys, .n_keys = keys != NULL };
    const struct curve curve = { .at = points, .n = n };

    return curve_clusters(&curve, &series, result_add(out, id_of(CACHE_LEVELS)), clusters);
}

static void points_of_the_refinement_are_left_out(void **state)
{
    struct results out = { 0 };
    struct stats_clusters clusters;

    (void)state;
    assert_true(cluster(5, NULL, &out, &clusters));
    assert_int_equal(clusters.n, 2);
    assert_true(out.at[0].value == 1 && out.at[0].evidence == 1);
    assert_string_equal(out.at[0].method, "qt_clustering");
    struct result *size = result_add(&out, id_at(CACHE_SIZE, 1));
    curve_cluster_size(size, &clusters.at[0]);
    assert_true(size->has_nominal && size->nominal == 1280 && size->value == 1280);
    assert_string_equal(size->method, "qt_clustering");
    stats_clusters_free(&clusters);
    results_free(&out);
}

static void tables_of_other_tools_are_clustered_whole(void **state)
{
    static char source[] = "source", tool[] = "tool";
    struct log_key key = { source, tool };
    struct results out = { 0 };
    struct stats_clusters clusters;

    (void)state;
    assert_true(cluster(5, &key, &out, &clusters));
    assert_int_equal(clusters.n, 3);
    assert_true(clusters.at[1].x_max == 1344);
    stats_clusters_free(&clusters);
    results_free(&out);
}

static void no_points_are_no_levels(void **state)
{
    struct results out = { 0 };
    struct stats_clusters clusters;

    (void)state;
    assert_false(cluster(0, NULL, &out, &clusters));
    assert_int_equal(clusters.n, 0);
    assert_int_equal(out.at[0].kind, RESULT_NULL);
    assert_non_null(strstr(out.at[0].note, "0 points cannot be clustered"));
    assert_non_null(strstr(format_remedy(&out.at[0].remedy).text, "cache_size"));
    results_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_the_refinement_are_left_out),
        cmocka_unit_test(tables_of_other_tools_are_clustered_whole),
        cmocka_unit_test(no_points_are_no_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
