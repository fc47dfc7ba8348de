/* The levels of a curve by the published rule alone: clusters by cost. */
#include "curve_clusters.h"
#include "curve.h"
#include "result/remedy.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdlib.h>

bool curve_clusters(const struct curve *curve, const struct log_series *series,
                    struct result *count, struct stats_clusters *clusters)
{
    bool whole = log_key_text(series->keys, series->n_keys, "source") != NULL;
    double *x = malloc((2 * curve->n + 1) * sizeof *x), *y = x ? x + curve->n : NULL;
    size_t n = 0;

    *clusters = (struct stats_clusters){ 0 };
    result_by(count, CURVE_CLUSTERS_RULE);
    for (size_t i = 0; x && i < curve->n; i++)
        if (whole || curve_on_grid(curve->at[i].x)) {
            x[n] = curve->at[i].x;
            y[n++] = curve->at[i].y;
        }
    bool done = n > 0 && stats_enforce_monotonicity(y, n, y) == STATS_OK &&
                stats_qt_clusters(x, y, n, STATS_QT_FRACTION, clusters) == STATS_OK;
    free(x);
    if (!done) {
        result_unknown(count, "needs points of finite cost to cluster",
                       result_words("%zu points cannot be clustered", n).text,
                       remedy_thorough(series->probe));
        return false;
    }
    count->value = (double)clusters->n - 1;
    count->evidence = 1;
    for (size_t i = 0; i < clusters->n; i++)
        count->evidence =
            fmin(count->evidence, evidence_near(clusters->at[i].y_min, clusters->at[i].y_max));
    return true;
}

void curve_cluster_size(struct result *size, const struct stats_cluster *cluster)
{
    result_by(size, CURVE_CLUSTERS_RULE);
    size->value = size->nominal = cluster->x_max;
    size->has_nominal = true;
    size->evidence = evidence_near(cluster->y_min, cluster->y_max);
}
