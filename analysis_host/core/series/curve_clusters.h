/* The levels of a curve by the published rule alone: clusters by cost. */
#ifndef SERIES_CURVE_CLUSTERS_H
#define SERIES_CURVE_CLUSTERS_H

#include "log/log.h"
#include "model/curve.h"
#include "result/result.h"
#include "stats/stats.h"
#include <stdbool.h>

/* The rule, as answers name it. */
#define CURVE_CLUSTERS_RULE "qt_clustering"

/* Clusters the points of CURVE, made from SERIES, by BlackjackBench sections 4.1 and 4.2.3: costs
 * that never fall, then clusters by cost. A cluster's largest x is the size of a level and its
 * smallest cost the latency; the last cluster lies beyond all levels. The paper has no points
 * inside a rise by design: those of the sweep's refinement (curve_on_grid()) are left out. Another
 * tool's table is clustered whole.
 * COUNT, the number of levels, gets its value, its evidence and the rule. Returns true and fills
 * *CLUSTERS, to be freed with stats_clusters_free(); false: COUNT is not determined, as no point is
 * left, a cost is not finite or memory is short, and *CLUSTERS is empty. */
bool curve_clusters(const struct curve *curve, const struct log_series *series,
                    struct result *count, struct stats_clusters *clusters);

/* SIZE, of a level, is the largest x of its CLUSTER; it gets its evidence and the rule. */
void curve_cluster_size(struct result *size, const struct stats_cluster *cluster);

#endif
